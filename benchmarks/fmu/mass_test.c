/* Units of masses: they stick, slide as closed forms say, and their two kinds agree. */
#include <math.h>

#include "benchmarks/fmu/loaded_test.h"

enum { X = 3, V = 4, STATES_MOST = 2 + MODEL_MAX_STATES };

static double value(struct loaded *l, void *unit, const char *name)
{
    double found = NAN;
    cr_assert(ASK(get, unit, reference(l, name), &found), "%s: %s", name, l->object.said);
    return found;
}

static void set(struct loaded *l, void *unit, const char *name, double to)
{
    cr_assert(ASK(set, unit, reference(l, name), to), "%s: %s", name, l->object.said);
}

/* Opens a unit whose mass is `mass`, and whose parts of a step are h seconds. */
static void *opened(struct loaded *l, bool steps, double mass, double h, double v)
{
    void *unit = ASK(open, l->token, NULL, steps);
    cr_assert(unit && ASK(enter, unit, 0));
    set(l, unit, "mass", mass);
    set(l, unit, "cosimulation.max_step", h);
    set(l, unit, "v", v);
    return unit;
}

static void step(struct loaded *l, void *unit, double u, double time, double h)
{
    set(l, unit, "u", u);
    cr_assert(ASK(step, unit, time, h), "%s", l->object.said);
}

/* Coulomb friction holds a mass that is pushed by less than Fc: x and v are 0 and F is u, exactly,
 * for as long as one likes. Pushed by more it slides as a constant acceleration says, to rounding;
 * pushed by less again it stops at v^2/(2 a), where it stays. The last part of a step before rest
 * is one of constant deceleration by less than a: x is off by less than a h^2. */
static void sticks(int version)
{
    struct loaded l[1] = { { 0 } };
    const double Fc = 1, mass = 2, h = 1e-5, period = 0x1p-10;
    load(l, "coulomb_mass", "coulomb", version);
    void *unit = opened(l, true, mass, h, 0);
    unsigned i = 0;
    cr_assert(ASK(leave, unit));
    for (; i < 2000; i++) {
        const double u = Fc * sin(i);
        step(l, unit, u, i * period, period);
        cr_assert(value(l, unit, "x") == 0 && value(l, unit, "v") == 0);
        cr_assert(value(l, unit, "F") == u);
    }
    for (; i < 2512; i++)
        step(l, unit, 1.5 * Fc, i * period, period);
    const double v = value(l, unit, "v"), x = value(l, unit, "x");
    cr_expect_float_eq(v, 0.5 * Fc / mass * 0.5, 1e-12);
    cr_expect_float_eq(x, 0.5 * Fc / mass * 0.125, 1e-12);
    cr_expect_eq(value(l, unit, "F"), Fc);
    for (; i < 3536; i++)
        step(l, unit, 0.5 * Fc, i * period, period);
    const double a = 0.5 * Fc / mass, rest = value(l, unit, "x");
    cr_expect_float_eq(rest, x + v * v / (2 * a), a * h * h + 1e-12);
    for (; i < 4000; i++) {
        step(l, unit, -0.75 * Fc, i * period, period);
        cr_assert(value(l, unit, "x") == rest && value(l, unit, "v") == 0);
        cr_assert(value(l, unit, "F") == -0.75 * Fc);
    }
    step(l, unit, -1.25 * Fc, i * period, period);
    cr_expect_lt(value(l, unit, "v"), 0);
    cr_expect_eq(value(l, unit, "F"), -Fc);
    ASK(close, unit);
    unload(l);
}

Test(mass, sticks)
{
    for (int version = 2; version <= 3; version++)
        sticks(version);
}

/* m dv/dt = u - sigma2 v has a closed form. The trapezoidal rule multiplies the way to the end by
 * (1 - k/2)/(1 + k/2) for exp(-k), k = h sigma2/m: off by k^3/12 a step, to first order. */
Test(mass, slides_as_viscous_friction_lets_it)
{
    struct loaded l[1] = { { 0 } };
    const double mass = 0.5, h = 0x1p-12, u = 2, v0 = -1;
    load(l, "viscous_mass", "viscous", 2);
    void *unit = opened(l, true, mass, h, v0);
    const double sigma2 = value(l, unit, "sigma2"), k = h * sigma2 / mass;
    cr_assert(ASK(leave, unit));
    for (unsigned i = 1; i <= 1000; i++) {
        const double t = i * h, end = u / sigma2, decay = exp(-sigma2 * t / mass);
        step(l, unit, u, t - h, h);
        const double expected = end + (v0 - end) * decay;
        cr_assert_float_eq(value(l, unit, "v"), expected,
                           1.01 * i * k * k * k / 12 * fabs(v0 - end) * decay + 1e-13);
        cr_assert_float_eq(value(l, unit, "F"), sigma2 * value(l, unit, "v"), 1e-15);
    }
    ASK(close, unit);
    unload(l);
}

/* Runs LuGre's mass through a push, with parts of h seconds. */
static void push(struct loaded *l, double h, double *x, double *v, double *F)
{
    const double period = 0x1p-10;
    void *unit = opened(l, true, 1, h, 0);
    cr_assert(ASK(leave, unit));
    for (unsigned i = 0; i < 100; i++)
        step(l, unit, i < 30 ? 1 : i < 60 ? 2 : -1, i * period, period);
    *x = value(l, unit, "x");
    *v = value(l, unit, "v");
    *F = value(l, unit, "F");
    ASK(close, unit);
}

/* The same by Runge and Kutta's fourth order from the law's own equations, in steps of 1 us. */
static void push_by_hand(const struct model *law, double *x, double *v)
{
    const unsigned parts = 1024;
    const double h = 0x1p-20;
    double p[MODEL_MAX_PARAMS], y[3] = { 0, 0, 0 };
    PREC(model_defaults)(law, p);
    for (unsigned i = 0; i < 100 * parts; i++) {
        const double u = i / parts < 30 ? 1 : i / parts < 60 ? 2 : -1;
        double k[4][3];
        for (int stage = 0; stage < 4; stage++) {
            static const double at[] = { 0, 0.5, 0.5, 1 };
            double now[3];
            for (int j = 0; j < 3; j++)
                now[j] = y[j] + (stage > 0 ? at[stage] * h * k[stage - 1][j] : 0);
            const double s = (now[1] > 0) - (now[1] < 0);
            k[stage][0] = now[1];
            k[stage][1] = u - law->force(p, NULL, now[1], s, &now[2]);
            law->rate(p, NULL, now[1], s, &now[2], &k[stage][2]);
        }
        for (int j = 0; j < 3; j++)
            y[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
    }
    *x = y[0];
    *v = y[1];
}

/* Returns true when an error has become about a quarter: where v passes 0 |v| has a kink, and where
 * in a step that is changes the error by some tenths. */
static bool is_quarter(double error, double before)
{
    return fabs(log(fabs(before / error) / 4)) < log(1.5);
}

/* Steps of a law with states are of second order: halving them quarters the error, which is that of
 * an independent integration. */
Test(mass, is_of_second_order)
{
    struct loaded l[1] = { { 0 } };
    double x[3], v[3], F[3], x0, v0;
    load(l, "lugre_mass", "lugre", 3);
    push_by_hand(l->law, &x0, &v0);
    for (int i = 0; i < 3; i++)
        push(l, 0x1p-15 / (1 << i), &x[i], &v[i], &F[i]);
    cr_expect_gt(fabs(v0), 1e-3);
    for (int i = 0; i < 2; i++) {
        cr_expect(is_quarter(x[i + 1] - x0, x[i] - x0), "x %g %g", x[i] - x0, x[i + 1] - x0);
        cr_expect(is_quarter(v[i + 1] - v0, v[i] - v0), "v %g %g", v[i] - v0, v[i + 1] - v0);
    }
    unload(l);
}

/* Goes through the same push in model exchange, by Euler's method, with an event wherever an
 * indicator has changed its sign. Returns how many there were. */
static unsigned exchange(struct loaded *l, void *unit, const double push[], unsigned n, double h,
                         double x[], size_t n_states, size_t n_indicators)
{
    double rate[STATES_MOST], was[8], is[8];
    unsigned events = 0;
    bool moved;
    for (unsigned i = 0; i < n; i++) {
        set(l, unit, "u", push[i]);
        cr_assert(event(l, unit, i > 0, &moved));
        cr_assert(ASK(get_states, unit, x, n_states));
        cr_assert(ASK(indicators, unit, was, n_indicators));
        for (unsigned part = 0; part < 1000; part++) {
            cr_assert(ASK(rates, unit, rate, n_states));
            for (size_t k = 0; k < n_states; k++)
                x[k] += h * rate[k];
            cr_assert(ASK(set_states, unit, x, n_states));
            cr_assert(ASK(indicators, unit, is, n_indicators));
            bool fires = false;
            for (size_t k = 0; k < n_indicators; k++)
                fires |= (was[k] > 0) != (is[k] > 0);
            if (!fires)
                continue;
            events++;
            cr_assert(event(l, unit, true, &moved));
            cr_assert(ASK(get_states, unit, x, n_states));
            cr_assert(ASK(indicators, unit, was, n_indicators));
        }
    }
    return events;
}

/* Model exchange sticks, too: where an event has found v = 0 the rates are 0 and F is u. Each phase
 * is off by what Euler's method is, h v, and by the step in which its event is found. */
Test(mass, sticks_in_model_exchange)
{
    struct loaded l[1] = { { 0 } };
    static const double u[] = { 0.5, 1.5, 0.5, -0.5, -2, 0 };
    const double h = 1e-5, last = 0.01;
    double x[STATES_MOST], rate[STATES_MOST];
    load(l, "coulomb_mass", "coulomb", 2);
    void *unit = opened(l, false, 1, 0, 0);
    cr_assert(ASK(leave, unit));
    exchange(l, unit, u, 1, h, x, 2, 2);
    cr_expect(x[0] == 0 && x[1] == 0);
    cr_expect_eq(value(l, unit, "F"), 0.5);
    ASK(close, unit);
    unit = opened(l, false, 1, 0, 0);
    cr_assert(ASK(leave, unit));
    exchange(l, unit, u, 4, h, x, 2, 2);
    /* 0.5 m/s2 for 10 ms, then -0.5 m/s2 for as long */
    const double fast = 0.5 * last;
    cr_expect_float_eq(x[0], fast * last, 4 * h * fast);
    cr_expect(x[1] == 0 && value(l, unit, "F") == -0.5);
    cr_assert(ASK(rates, unit, rate, 2) && rate[0] == 0 && rate[1] == 0);
    ASK(close, unit);
    unit = opened(l, false, 1, 0, 0);
    cr_assert(ASK(leave, unit));
    cr_expect_geq(exchange(l, unit, u, 6, h, x, 2, 2), 2);
    /* then -1 m/s2 for 10 ms, and 1 m/s2 to rest */
    cr_expect_float_eq(x[0], fast * last - last * last, 4 * h * (fast + last));
    cr_expect(fabs(x[1]) <= h);
    ASK(close, unit);
    unload(l);
}

/* Friction that jumps holds a mass by an s between -1 and 1, by which its states go on. Of
 * martinez_rosas u = F is linear in y and s: dy/dt = u/alpha - k y with k = sigma0 (Fs - Fc)/alpha.
 * Heun's method in parts of h is off by (k h)^2/6 of what y moves in 1/k. */
Test(mass, friction_moves_on_while_it_holds)
{
    struct loaded l[1] = { { 0 } };
    const double h = 1e-3, u = 0.3, alpha = 5e4;
    double x[4], rate[4];
    load(l, "martinez_rosas_mass", "martinez_rosas", 2);
    void *unit = opened(l, true, 1, h, 0);
    set(l, unit, "alpha", alpha);
    const double force = value(l, unit, "sigma0") * (value(l, unit, "Fs") - value(l, unit, "Fc"));
    const double k = force / alpha;
    cr_assert(ASK(leave, unit));
    for (unsigned i = 1; i <= 1000; i++) {
        const double y = u / force * -expm1(-k * i * h);
        step(l, unit, u, (i - 1) * h, h);
        cr_assert(value(l, unit, "x") == 0 && value(l, unit, "F") == u);
        cr_assert_float_eq(value(l, unit, "y"), y, u / force * (k * k * h * h / 6 + 1e-12), "%u",
                           i);
        cr_assert_float_eq(value(l, unit, "der(y)"), u / alpha - k * y, 1e-6 * u / alpha);
    }
    ASK(close, unit);
    unit = opened(l, false, 1, 0, 0);
    set(l, unit, "alpha", alpha);
    cr_assert(ASK(leave, unit));
    bool moved;
    double slope;
    set(l, unit, "u", u);
    cr_assert(event(l, unit, false, &moved) && ASK(get_states, unit, x, 4));
    cr_assert(ASK(rates, unit, rate, 4) && rate[0] == 0 && rate[1] == 0);
    cr_expect_float_eq(rate[3], u / alpha, 1e-12 * u / alpha);
    const unsigned y_at = reference(l, "y"), rate_at = reference(l, "der(y)");
    cr_assert(ASK(slope, unit, rate_at, reference(l, "u"), &slope));
    cr_expect_float_eq(slope, 1 / alpha, 1e-12 / alpha);
    cr_assert(ASK(slope, unit, rate_at, y_at, &slope));
    cr_expect_float_eq(slope, -k, 1e-9 * k);
    ASK(close, unit);
    unload(l);
}

/* Directional derivatives are those of the rates and the outputs, by differences. */
Test(mass, has_slopes)
{
    struct loaded l[1] = { { 0 } };
    double x[] = { 0.1, 0.002, 3e-6 }, up[3], down[3];
    bool moved;
    load(l, "lugre_mass", "lugre", 2);
    void *unit = opened(l, false, 3, 0, 0);
    cr_assert(ASK(leave, unit) && event(l, unit, false, &moved));
    set(l, unit, "u", 0.7);
    for (unsigned known = 0; known < 4; known++) {
        const unsigned which = known < 3 ? X + known : reference(l, "u");
        const double was = known < 3 ? x[known] : 0.7, step = 1e-6 * was;
        for (int side = -1; side <= 1; side += 2) {
            cr_assert(ASK(set_states, unit, x, 3) && ASK(set, unit, which, was + side * step));
            cr_assert(ASK(rates, unit, side < 0 ? down : up, 3));
        }
        cr_assert(ASK(set_states, unit, x, 3) && ASK(set, unit, which, was));
        for (unsigned i = 0; i < 3; i++) {
            double slope;
            const double expected = (up[i] - down[i]) / (2 * step);
            cr_assert(ASK(slope, unit, X + 3 + i, which, &slope));
            /* Differences are off by the third derivative, and by rounding of 1 N / 3 kg. */
            cr_expect_float_eq(slope, expected, 1e-5 * fabs(expected) + 1e-15 / step, "%u by %u", i,
                               known);
        }
        double slope;
        cr_assert(ASK(slope, unit, V, which, &slope) && slope == (known == 1));
    }
    ASK(close, unit);
    unload(l);
}

/* A mass that is none is refused at the end of the initialization. */
Test(mass, is_above_zero)
{
    struct loaded l[1] = { { 0 } };
    load(l, "coulomb_mass", "coulomb", 3);
    void *unit = opened(l, true, 0, 0, 0);
    cr_expect_not(ASK(leave, unit));
    cr_expect(strstr(l->object.said, "mass above 0"), "%s", l->object.said);
    ASK(close, unit);
    unload(l);
}
