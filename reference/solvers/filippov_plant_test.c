/* A mass with friction, to many digits, against closed forms and known numbers. */
#include "reference/solvers/filippov_test.h"

/* The error allowed where the solution is a polynomial, which extrapolation integrates exactly:
 * rounding of some 1e5 operations in 128 bits, and the resolution of events, 2^-104 of the time. */
static const double EXACT = 1e-26;

static void expect_near(const char *what, const arb_t value, const arb_t expected, double allowed_)
{
    cr_expect(distance(value, expected) <= allowed_, "%s: %.17g, expected %.17g, off by %.3g", what,
              middle(value), middle(expected), distance(value, expected));
}

static void expect_number(const char *what, const arb_t value, double expected, double allowed_)
{
    arb_t number;
    arb_init(number);
    arb_set_d(number, expected);
    expect_near(what, value, number, allowed_);
    arb_clear(number);
}

static const arb_struct *event_at(const struct record *r, enum plant_event kind, size_t count)
{
    const size_t i = nth_event(r, kind, count);
    cr_assert(i < r->n_events, "%s: event %d, %zu times", r->law->name, (int)kind, count + 1);
    return r->at + i;
}

/* u = t/2 to t = 4, then none: breaks away at 2, v = (t-2)^2/4 to 1 m/s, x = 2/3 m; stops after
 * one second more and half a metre more. */
Test(motion_plant, coulomb_pushed_is_exact)
{
    struct record r;
    arb_t x;
    arb_init(x);
    record_init(&r, "coulomb");
    record_signal(&r.plant.force, "ramp 0 2 4; hold 0 4");
    record_run(&r, 8, 17);
    expect_events(&r, "RC");
    expect_number("release", r.at, 2, EXACT);
    expect_number("stop", r.at + 1, 5, EXACT);
    expect_number("v(3)", r.v + 6, 0.25, EXACT);
    expect_number("v(4)", r.v + 8, 1, EXACT);
    expect_number("F(1)", r.F + 2, 0.5, 0);
    arb_set_si(x, 7);
    arb_div_si(x, x, 6, 128);
    expect_near("x(8)", r.x + 16, x, EXACT);
    expect_near("energy", r.energy + 16, x, EXACT); /* F = 1 throughout */
    arb_clear(x);
    record_clear(&r);
}

/* The spring pulls with 3.5 - x, friction is 1: half a swing about 2.5 to x = 5, half a swing
 * back about 4.5 to x = 4, where the spring's 0.5 no longer suffices. */
Test(motion_plant, coulomb_on_a_spring_is_exact)
{
    struct record r;
    arb_t pi, x;
    arb_init(pi);
    arb_init(x);
    arb_const_pi(pi, 256);
    record_init(&r, "coulomb");
    r.plant.stiffness = 1;
    r.plant.place = 3.5;
    record_run(&r, 8, 17);
    const double bound = allowed(&r, 5);
    expect_events(&r, "RVC");
    expect_number("release", r.at, 0, 0);
    expect_near("reversal", r.at + 1, pi, bound);
    arb_mul_2exp_si(pi, pi, 1);
    expect_near("stop", r.at + 2, pi, bound);
    expect_number("x(8)", r.x + 16, 4, bound);
    for (size_t i = 0; i <= 6; i++) {
        arb_set_d(x, r.t[i]);
        arb_cos(x, x, 256);
        arb_sub_ui(x, x, 1, 256);
        arb_mul_si(x, x, -5, 256);
        arb_mul_2exp_si(x, x, -1);
        expect_near("x", r.x + i, x, bound);
    }
    arb_clear(x);
    arb_clear(pi);
    record_clear(&r);
}

/* x'' + c x' + k x = k with c = sigma2 + damping = 1/2, k = 2, from rest:
 * x = 1 - exp(-t/4) (cos wt + sin(wt)/(4w)), w^2 = 2 - 1/16. */
Test(motion_plant, viscous_on_a_spring_is_a_damped_oscillator)
{
    struct record r;
    arb_t w, a, b, x;
    arb_init(w);
    arb_init(a);
    arb_init(b);
    arb_init(x);
    record_init(&r, "viscous");
    record_set(&r, "sigma2", 0.25);
    r.plant.stiffness = 2;
    r.plant.place = 1;
    r.plant.damping = 0.25;
    record_run(&r, 20, 41);
    arb_set_d(w, 1.9375);
    arb_sqrt(w, w, 256);
    for (size_t i = 0; i < r.n; i++) {
        arb_set_d(x, r.t[i]);
        arb_mul(a, x, w, 256);
        arb_sin_cos(b, a, a, 256);
        arb_div(b, b, w, 256);
        arb_mul_2exp_si(b, b, -2);
        arb_add(a, a, b, 256);
        arb_mul_2exp_si(x, x, -2);
        arb_neg(x, x);
        arb_exp(x, x, 256);
        arb_mul(x, x, a, 256);
        arb_sub_ui(x, x, 1, 256);
        arb_neg(x, x);
        expect_near("x", r.x + i, x, allowed(&r, 2));
    }
    arb_clear(x);
    arb_clear(b);
    arb_clear(a);
    arb_clear(w);
    record_clear(&r);
}

/* Under a constant force Dahl's law has an energy: until the first reversal
 * z = Fc/sigma0 (1 - exp(-sigma0 x/Fc)) and v^2/2 = u x - Fc x + Fc z. */
Test(motion_plant, dahl_swings_as_its_energy_says)
{
    struct record r;
    arb_t z, e;
    arb_init(z);
    arb_init(e);
    record_init(&r, "dahl");
    record_signal(&r.plant.force, "hold 0.75 1");
    record_run(&r, 0.015, 16);
    cr_assert_eq(r.status, FILIPPOV_OK);
    const double first = r.n_events > 0 ? middle(r.at) : 1;
    const double bound = allowed(&r, largest(r.energy, r.n) + 1e-5);
    for (size_t i = 0; i < r.n && r.t[i] < first; i++) {
        arb_mul_si(z, r.x + i, -100000, 256);
        arb_expm1(z, z, 256);
        arb_div_si(z, z, -100000, 256);
        expect_near("z", record_states(&r, i), z, allowed(&r, 1e-5));
        arb_mul_2exp_si(e, r.x + i, -2);
        arb_sub(e, z, e, 256);
        arb_mul_2exp_si(e, e, 1);
        arb_sqr(z, r.v + i, 256);
        expect_near("v^2", z, e, bound);
    }
    arb_clear(e);
    arb_clear(z);
    record_clear(&r);
}

/* Under a constant force u every law obeys u x = v^2/2 + int F v dt, reversals, captures and
 * switches included. Errors of x, v and the energy are those of their largest values. */
Test(motion_plant, energy_balances)
{
    static const char *const laws[] = { "dahl",        "bouc_wen",        "reset_integrator",
                                        "lugre",       "viscous",         "stribeck",
                                        "exponential", "lugre_increment", "maxwell_slip",
                                        "armstrong",   "elastoplastic" };
    arb_t in, out;
    arb_init(in);
    arb_init(out);
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        struct record r;
        record_init(&r, laws[k]);
        record_signal(&r.plant.force, "hold 0.8125 1");
        record_run(&r, 0.25, 26);
        cr_assert_eq(r.status, FILIPPOV_OK, "%s", laws[k]);
        const double x = fmax(largest(r.x, r.n), 1e-5), v = fmax(largest(r.v, r.n), 1e-5);
        const double bound = allowed(&r, x + v * v + fmax(largest(r.energy, r.n), 1e-5));
        for (size_t i = 0; i < r.n; i++) {
            arb_mul_2exp_si(in, r.x + i, -4);
            arb_mul_si(in, in, 13, 256);
            arb_sqr(out, r.v + i, 256);
            arb_mul_2exp_si(out, out, -1);
            arb_add(out, out, r.energy + i, 256);
            cr_expect(distance(in, out) <= bound, "%s at %g s: off by %.3g, allowed %.3g", laws[k],
                      r.t[i], distance(in, out), bound);
        }
        record_clear(&r);
    }
    arb_clear(out);
    arb_clear(in);
}

/* A smooth law holds nothing: under a load of 0.01 N, far below its peak of Fs = 1.5 N, 1 kg ends
 * up at the speed at which F = u, at least u/R. It gets there like exp(-R t), R > 4000/s. */
Test(motion_plant, smooth_laws_creep)
{
    static const char *const laws[] = { "tanh_stribeck", "brown_mcphee" };
    arb_t R, u;
    arb_init(R);
    arb_init(u);
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        struct record r;
        record_init(&r, laws[k]);
        record_signal(&r.plant.force, "hold 0.01 1");
        record_run(&r, 0.02, 3);
        cr_assert_eq(r.status, FILIPPOV_OK);
        expect_events(&r, "");
        arb_set_d(u, 0.01);
        r.law->creep_resistance(R, r.p, 128);
        arb_div(R, u, R, 128);
        const double v = middle(r.v + 2), least = middle(R);
        cr_expect(v >= least && v <= least * (1 + 1e-3), "%s: %g m/s, at least %g", laws[k], v,
                  least);
        expect_near("F", r.F + 2, u, exp(-80) + allowed(&r, 1));
        record_clear(&r);
    }
    arb_clear(u);
    arb_clear(R);
}

/* The reset integrator without damping, pushed by 2 N: swings to p0 at cos(W t) = 1 - 1.5/2,
 * W^2 = 1.5 k, as k p0 = 1 N; from there on F = 1 N. */
Test(motion_plant, reset_integrator_reaches_its_limit)
{
    struct record r;
    arb_t t, w;
    arb_init(t);
    arb_init(w);
    record_init(&r, "reset_integrator");
    record_set(&r, "k", 0x1p17);
    record_set(&r, "b", 0);
    record_signal(&r.plant.force, "hold 2 1");
    record_run(&r, 0.5, 11);
    arb_set_d(t, 0.25);
    arb_acos(t, t, 256);
    arb_set_d(w, 1.5 * 0x1p17);
    arb_sqrt(w, w, 256);
    arb_div(t, t, w, 256);
    expect_events(&r, "W");
    expect_near("limit", r.at, t, allowed(&r, middle(t)));
    for (size_t i = 1; i < r.n; i++) {
        /* v^2 at the limit is 2 p0 (2 - 0.75); then a = 1 */
        arb_set_d(t, 2.5 * 0x1p-17);
        arb_sqrt(t, t, 256);
        arb_set_d(w, r.t[i]);
        arb_sub(w, w, r.at, 256);
        arb_add(t, t, w, 256);
        expect_near("v", r.v + i, t, allowed(&r, 1));
        expect_number("p", record_states(&r, i), 0x1p-17, allowed(&r, 0x1p-17));
    }
    arb_clear(w);
    arb_clear(t);
    record_clear(&r);
}

/* With alpha/sigma0 = Fs - Fc the state y is at rest while the mass sticks: it leaves when the
 * spring's 2 N/m 0.1 m/s t reaches 0.5 N. */
Test(motion_plant, martinez_rosas_first_releases_as_solved_by_hand)
{
    struct record r;
    arb_t t;
    arb_init(t);
    record_init(&r, "martinez_rosas");
    record_set(&r, "alpha", 5e4);
    r.plant.stiffness = 2;
    r.plant.pull = 0.1;
    record_run(&r, 3, 4);
    arb_set_d(t, 0.1); /* 2.5 s but for what 0.1 is in double */
    arb_ui_div(t, 1, t, 256);
    arb_mul_2exp_si(t, t, -2);
    expect_near("release", event_at(&r, PLANT_RELEASE, 0), t, 1e-20);
    arb_clear(t);
    record_clear(&r);
}

/* The times to the digits that other computations gave. */
Test(motion_plant, martinez_rosas_sticks_for_as_long_as_known)
{
    struct record r;
    record_init(&r, "martinez_rosas");
    r.plant.stiffness = 2;
    r.plant.pull = 0.1;
    record_run(&r, 320, 33);
    expect_number("y(20)", record_states(&r, 2) + 1, 0.00399866700 / 1e5, 0.5e-11 / 1e5);
    expect_number("release", event_at(&r, PLANT_RELEASE, 0), 316.065, 5e-4);
    record_clear(&r);
}

Test(motion_plant, martinez_rosas_sticks_under_pid_for_as_long_as_known)
{
    struct record r;
    record_init(&r, "martinez_rosas");
    r.plant = (struct plant){ .mass = 1, .stiffness = 3, .damping = 6, .integral = 4, .place = 1 };
    record_run(&r, 70, 8);
    expect_number("release", event_at(&r, PLANT_RELEASE, 0), 69.013, 5e-4);
    record_clear(&r);
}

/* Two other solvers agree on these digits: stick-slip and pre-sliding of LuGre. */
Test(motion_plant, lugre_is_as_known)
{
    struct record r;
    record_init(&r, "lugre");
    r.plant.stiffness = 2;
    r.plant.pull = 0.1;
    r.motion.watched_speed = 0.01;
    record_run(&r, 20, 21);
    expect_number("x(20)", r.x + 20, 1.272596412, 5e-10);
    expect_number("faster than 0.01 m/s", event_at(&r, PLANT_FASTER, 0), 7.45801, 5e-6);
    expect_number("again", event_at(&r, PLANT_FASTER, 1), 7.45801 + 6.36272, 1e-5);
    record_clear(&r);
}

Test(motion_plant, lugre_slides_before_it_slips_as_known)
{
    struct record r;
    record_init(&r, "lugre");
    record_signal(&r.plant.force, "ramp 0 1.425 10; hold 1.425 5; ramp 1.425 -1.425 20");
    record_run(&r, 35, 8);
    cr_assert_eq(r.status, FILIPPOV_OK);
    expect_number("x(10)", r.x + 2, 4.48579e-5, 5e-11);
    expect_number("x(35)", r.x + 7, -9.5635e-6, 5e-11);
    record_clear(&r);
}
