/* Steps of laws whose states act on one another, in one direction or both, against closed solutions
 * along a hold: the errors of one state are errors of others, and no more than these make of
 * them. */
#include "reference/motion/moved_test.h"

enum { FINE = 400, N = 3 };

#define LAW(equations)                                                                             \
    "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"                    \
    "  parameter Real k(unit=\"N/m\", min=1) = 1e3;\n"                                             \
    "  parameter Real w(unit=\"1/s\", min=1e-3) = 3;\n"                                            \
    "  Real a(unit=\"m\", start=0, fixed=true);\n  Real b(unit=\"m\", start=0, fixed=true);\n"     \
    "  Real c(unit=\"m\", start=0, fixed=true);\nequation\n" equations "  F = k*a;\nend test;\n"

static const char chain[] = LAW("  der(a) = w*b;\n  der(b) = w*c;\n  der(c) = v;\n"),
                  pair[] = LAW("  der(a) = w*(b - a) + v;\n  der(b) = w*(a - b);\n  der(c) = v;\n"),
                  wheel[] = LAW("  der(a) = w*b + v;\n  der(b) = -w*a;\n  der(c) = v;\n");

/* y <- state i of the chain at t: of state i + k the k-th integral, and of v the last. */
static void integrate(arb_t y, arb_srcptr x, int i, const arb_t w, const arb_t v, const arb_t t)
{
    arb_t u, power;
    arb_init(u);
    arb_init(power);
    arb_one(power); /* (w t)^k/k! */
    arb_zero(y);
    for (int k = 0; i + k < N; k++) {
        arb_addmul(y, x + i + k, power, FINE);
        arb_mul(power, power, w, FINE);
        arb_mul(power, power, t, FINE);
        arb_div_si(power, power, k + 1, FINE);
    }
    arb_div(u, v, w, FINE);
    arb_addmul(y, u, power, FINE);
    arb_clear(power);
    arb_clear(u);
}

/* The chain at t, with the integral of a v in x[N]. */
static void go_along_chain(arb_ptr x, const arb_t w, const arb_t v, const arb_t t)
{
    arb_ptr from = _arb_vec_init(N);
    _arb_vec_set(from, x, N);
    for (int i = 0; i < N; i++)
        integrate(x + i, from, i, w, v, t);
    arb_t u, power;
    arb_init(u);
    arb_init(power);
    arb_set(power, t);
    for (int k = 0; k < N; k++) {
        arb_addmul(u, from + k, power, FINE);
        arb_mul(power, power, w, FINE);
        arb_mul(power, power, t, FINE);
        arb_div_si(power, power, k + 2, FINE);
    }
    arb_div(power, power, w, FINE);
    arb_addmul(u, v, power, FINE);
    arb_mul(x + N, u, v, FINE);
    arb_clear(power);
    arb_clear(u);
    _arb_vec_clear(from, N);
}

/* a + i b turns about -i v/w by the angle -w t; the integral of that is i (what it has gone)/w and
 * -i t v/w. */
static void go_with_wheel(arb_ptr x, const arb_t w, const arb_t v, const arb_t t)
{
    acb_t z, turned, centre;
    acb_init(z);
    acb_init(turned);
    acb_init(centre);
    arb_set(acb_realref(z), x);
    arb_set(acb_imagref(z), x + 1);
    arb_div(acb_imagref(centre), v, w, FINE);
    arb_neg(acb_imagref(centre), acb_imagref(centre));
    acb_sub(z, z, centre, FINE);
    arb_mul(acb_imagref(turned), w, t, FINE);
    arb_neg(acb_imagref(turned), acb_imagref(turned));
    acb_exp(turned, turned, FINE);
    acb_mul(turned, turned, z, FINE);
    acb_sub(z, turned, z, FINE); /* -i w times the integral of z */
    arb_div(x + N, acb_imagref(z), w, FINE);
    arb_neg(x + N, x + N);
    arb_mul(x + N, x + N, v, FINE);
    acb_add(turned, turned, centre, FINE);
    arb_set(x, acb_realref(turned));
    arb_set(x + 1, acb_imagref(turned));
    arb_addmul(x + 2, v, t, FINE);
    acb_clear(centre);
    acb_clear(turned);
    acb_clear(z);
}

/* How a law goes on in closed form: states, and the integral of a v, from x at t = 0. */
typedef void solution(arb_ptr x, const arb_t w, const arb_t v, const arb_t t);

/* Moves a law from a box in which coordinate `wide`, a state or w, has a radius, and both its ends
 * in closed form. What does not depend on that coordinate is
 * wider by rounding only, which of coordinates of frames is that of doubles: 2^-52 of 1e-3, grown
 * e^(2 w t) = 20 times, and times k v t in an energy. */
static void expect_held(const struct moved *m, solution *go_on, int wide, slong prec)
{
    static const struct stretch hold = { SIGNAL_HOLD, { 0.25 }, 0.5 };
    static const double from[N + 1] = { 0.5, -0.75, 0.25, 3 };
    struct arb_segment segment;
    arb_ptr x = _arb_vec_init(N + 1), lower = _arb_vec_init(N + 1);
    arb_t w, v, t, off;
    arb_init(w);
    arb_init(v);
    arb_init(t);
    arb_init(off);
    arb_segment_init(&segment);
    arb_set_d(v, hold.value[0]);
    arb_set_d(t, hold.duration);
    arb_set_d(off, 1e-3);
    for (int i = 0; i <= N; i++) {
        arb_ptr y = i < N ? m->x + i : m->p + 1;
        arb_set_d(y, from[i]);
        if (i == wide)
            arb_add_error(y, off);
    }
    arb_zero(m->energy);
    cr_assert(go(m->law, m->p, m->x, m->energy, &hold, prec, &segment));
    for (int side = -1; side <= 1; side += 2) {
        for (int i = 0; i <= N; i++)
            arb_set_d(i < N ? x + i : w, from[i]);
        arb_addmul_si(wide < N ? x + wide : w, off, side, FINE);
        go_on(x, w, v, t);
        arb_mul(x + N, x + N, m->p, FINE);
        if (side < 0)
            _arb_vec_set(lower, x, N + 1);
        for (int i = 0; i <= N; i++) {
            const arb_struct *is = i < N ? m->x + i : m->energy;
            cr_expect(arb_contains(is, x + i), "number %d wide, %d: %.17g +- %g, at an end %.17g",
                      wide, i, arf_get_d(arb_midref(is), ARF_RND_NEAR), mag_get_d(arb_radref(is)),
                      arf_get_d(arb_midref(x + i), ARF_RND_NEAR));
            arb_sub(off, x + i, lower + i, FINE);
            if (side > 0 && arf_cmpabs_2exp_si(arb_midref(off), -100) < 0)
                cr_expect(mag_get_d(arb_radref(is)) < 0x1p-45, "number %d wide, %d: %g", wide, i,
                          mag_get_d(arb_radref(is)));
            arb_set_d(off, 1e-3);
        }
    }
    arb_segment_clear(&segment);
    arb_clear(off);
    arb_clear(t);
    arb_clear(v);
    arb_clear(w);
    _arb_vec_clear(lower, N + 1);
    _arb_vec_clear(x, N + 1);
}

static void expect_all_held(const char *source, solution *go_on)
{
    static const slong bits[] = { 53, 80 };
    struct moved m = { .source = NULL };
    open_source(&m, source);
    for (int wide = 0; wide <= N; wide++)
        for (size_t b = 0; b < sizeof bits / sizeof *bits; b++)
            expect_held(&m, go_on, wide, bits[b]);
    close_moved(&m);
}

Test(coupled, states_of_a_chain_hold_the_errors_of_others)
{
    expect_all_held(chain, go_along_chain);
}

Test(coupled, states_that_turn_hold_the_errors_of_each_other)
{
    expect_all_held(wheel, go_with_wheel);
}

/* a + b moves with the surface, and a - b relaxes: along a motion without zeros what is not known
 * of them does not grow with the number of steps. */
Test(coupled, errors_of_a_pair_do_not_grow)
{
    static const struct stretch along = { SIGNAL_CHIRP, { 0.5, 0.25, 10, 90 }, 4 };
    enum { LOG_RADIUS = -10 };
    struct moved m = { .source = NULL };
    struct arb_segment segment;
    arb_t sum, travel, zero;
    arb_init(sum);
    arb_init(travel);
    arb_init(zero);
    arb_segment_init(&segment);
    open_source(&m, pair);
    arb_set_d(m.x, 0.5);
    mag_set_ui_2exp_si(arb_radref(m.x), 1, LOG_RADIUS);
    arb_set(sum, m.x);
    cr_assert(go(m.law, m.p, m.x, m.energy, &along, 64, &segment));
    arb_segment_distance(travel, &segment, zero, segment.duration, FINE);
    arb_add(sum, sum, travel, FINE);
    /* Half of the sum's radius each: of the difference e^(-2 w t) = e^-24 is left. */
    arb_add(zero, m.x, m.x + 1, FINE);
    cr_expect(arb_contains(zero, sum));
    for (int i = 0; i < 2; i++)
        cr_expect(mag_get_d(arb_radref(m.x + i)) <= ldexp(1.001, LOG_RADIUS - 1), "%d: %g", i,
                  mag_get_d(arb_radref(m.x + i)));
    close_moved(&m);
    arb_segment_clear(&segment);
    arb_clear(zero);
    arb_clear(travel);
    arb_clear(sum);
}
