/* Units do what the library does, bit for bit, by either standard: steps, rates, forces,
 * derivatives, events, with parameters found by their names in the description. */
#include <float.h>
#include <math.h>
#include <stdint.h>

#include "benchmarks/fmu/loaded_test.h"
#include "tools/testing/test_random.h"

extern const struct kernel PREC(unit_kernels)[];

enum { STEPS = 300, PLACES = 200, STATES = 3 };

/* Calls the test with all units by both standards. */
static void with_all(void (*test)(struct loaded *l))
{
    for (const struct kernel *kernel = PREC(unit_kernels); kernel->law; kernel++)
        for (int version = 2; version <= 3; version++) {
            struct loaded l = { .kernel = kernel };
            load(&l, kernel->law, kernel->law, version);
            test(&l);
            unload(&l);
        }
}

/* Returns true for equal bits. */
static bool same(double a, double b)
{
    uint64_t bits[2];
    memcpy(&bits[0], &a, sizeof a);
    memcpy(&bits[1], &b, sizeof b);
    return bits[0] == bits[1];
}

static void set_parameter(struct loaded *l, void *unit, unsigned i, double value)
{
    const unsigned which = reference(l, l->law->params[i].name);
    if (model_param_is_whole(l->law, i))
        cr_assert(ASK(set_whole, unit, which, (int)value));
    else
        cr_assert(ASK(set, unit, which, value));
}

/* Opens a unit whose parameters are p[]. */
static void *opened(struct loaded *l, bool steps, const double p[])
{
    void *unit = ASK(open, l->token, NULL, steps);
    cr_assert(unit && ASK(enter, unit, 0));
    for (unsigned i = 0; i < l->law->n_params; i++)
        set_parameter(l, unit, i, p[i]);
    return unit;
}

/* Sets the defaults, or near them where the law allows it. */
static void vary(const struct model *law, bool defaults, double p[])
{
    PREC(model_defaults)(law, p);
    for (unsigned i = 0; !defaults && i < law->n_params; i++) {
        const double before = p[i];
        p[i] = model_param_is_whole(law, i) ? p[i] - 1 : fmin(1.25 * p[i], law->params[i].hi);
        if (!PREC(model_is_valid)(law, p))
            p[i] = before;
    }
}

/* m/s: slow and fast, with reversals and rests. */
static double velocity(unsigned i)
{
    const int place = (int)(i % 97);
    const double slow = (place < 48 ? place - 17 : 79 - place) * 0x1p-14;
    return i % 100 < 8 ? 0 : i % 75 < 15 ? 300 * slow : slow;
}

static void expect_states(struct loaded *l, void *unit, const double x[], unsigned i)
{
    for (unsigned k = 0; k < l->law->n_states; k++) {
        double value;
        cr_assert(ASK(get, unit, STATES + k, &value));
        cr_assert(same(value, x[k]), "%s, step %u, state %u: unit %a, library %a", l->law->name, i,
                  k, value, x[k]);
    }
}

/* Runs a unit and the library's kernel, `parts` steps of the kernel for one of the unit. */
static void run(struct loaded *l, const double p[], double h, unsigned parts)
{
    struct memory memory = { 0 };
    double x[MODEL_MAX_STATES], force;
    void *unit = opened(l, true, p);
    cr_assert(ASK(set, unit, reference(l, "cosimulation.max_step"), parts > 1 ? h / parts : 0));
    cr_assert(ASK(leave, unit));
    PREC(model_begin)(l->law, p, 1, &memory, x);
    for (unsigned i = 0; i < STEPS; i++) {
        const double v = velocity(i);
        double expected = 0;
        cr_assert(ASK(set, unit, reference(l, "v"), v) && ASK(step, unit, i * h, h));
        for (unsigned k = 0; k < parts; k++)
            expected = l->kernel->step(p, &memory, h / parts, v, v, x);
        cr_assert(ASK(get, unit, reference(l, "F"), &force));
        cr_assert(same(force, expected), "%s, step %u: unit %a, library %a", l->law->name, i, force,
                  expected);
        expect_states(l, unit, x, i);
    }
    ASK(close, unit);
}

static void steps(struct loaded *l)
{
    double p[MODEL_MAX_PARAMS];
    for (int defaults = 0; defaults < 2; defaults++) {
        vary(l->law, defaults, p);
        run(l, p, 1.3e-4, 1);
        run(l, p, 0x1p-10, 4);
    }
}

Test(driver, steps) { with_all(steps); }

/* A velocity that is linear over each step, as FMI 2.0 lets a simulator say. */
static void ramps(struct loaded *l)
{
    const double h = 0x1p-10;
    double p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES], force;
    struct memory memory = { 0 };
    if (!l->object.call->ramp)
        return;
    vary(l->law, false, p);
    void *unit = opened(l, true, p);
    cr_assert(ASK(leave, unit));
    PREC(model_begin)(l->law, p, 1, &memory, x);
    for (unsigned i = 0; i < STEPS; i++) {
        const double v0 = velocity(i), v1 = velocity(i + 1);
        cr_assert(ASK(set, unit, reference(l, "v"), v0));
        cr_assert(ASK(ramp, unit, reference(l, "v"), (v1 - v0) / h)); /* exact */
        cr_assert(ASK(step, unit, i * h, h) && ASK(get, unit, reference(l, "F"), &force));
        cr_assert(same(force, l->kernel->step(p, &memory, h, v0, v1, x)), "%s, step %u",
                  l->law->name, i);
        expect_states(l, unit, x, i);
    }
    ASK(close, unit);
}

Test(driver, ramps) { with_all(ramps); }

/* Random states within their ranges at random velocities. */
static double place(struct loaded *l, const double p[], unsigned long long *seed, double x[])
{
    PREC(model_scales)(l->law, p, l->law->length ? l->law->length(p) : 1, x);
    for (unsigned k = 0; k < l->law->n_states; k++)
        x[k] *= 1.8 * test_uniform(seed) - 0.9;
    const double magnitude = exp(log(1e-6) + log(1e6) * test_uniform(seed));
    return test_uniform(seed) < 0.5 ? magnitude : -magnitude;
}

static void expect_slopes(struct loaded *l, void *unit, const double p[],
                          const struct memory *memory, double v, const double x[])
{
    struct jacobian jac;
    double slope;
    const unsigned n = l->law->n_states, v_at = reference(l, "v"), force_at = reference(l, "F");
    l->law->jacobian(p, memory, v, v > 0 ? 1 : -1, x, &jac);
    cr_assert(ASK(slope, unit, force_at, v_at, &slope) && slope == jac.force_v);
    for (unsigned i = 0; i < n; i++) {
        cr_assert(ASK(slope, unit, force_at, STATES + i, &slope));
        cr_assert(slope == jac.force_x[i]);
        cr_assert(ASK(slope, unit, STATES + n + i, v_at, &slope));
        cr_assert(slope == jac.rate_v[i]);
        for (unsigned k = 0; k < n; k++) {
            cr_assert(ASK(slope, unit, STATES + n + i, STATES + k, &slope));
            cr_assert(slope == jac.rate_x[i * n + k]);
        }
    }
}

static void equations(struct loaded *l)
{
    double p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES], rate[MODEL_MAX_STATES], force;
    double expected[MODEL_MAX_STATES];
    struct memory memory = { 0 };
    unsigned long long seed = test_seed();
    bool moved;
    const unsigned n = l->law->n_states;
    vary(l->law, false, p);
    void *unit = opened(l, false, p);
    cr_assert(ASK(leave, unit) && event(l, unit, false, &moved));
    PREC(model_begin)(l->law, p, 1, &memory, x);
    for (unsigned i = 0; i < PLACES; i++) {
        const double v = place(l, p, &seed, x), s = v > 0 ? 1 : -1;
        /* at an event a law that jumps takes the side of v */
        cr_assert(ASK(set, unit, reference(l, "v"), v));
        if (l->law->n_guards == 0)
            cr_assert(event(l, unit, true, &moved) && !moved);
        for (unsigned k = 0; k < n && i % 2 == 0; k++)
            cr_assert(ASK(set, unit, STATES + k, x[k])); /* 2.0.4, 3.2.3: one by one, too */
        cr_assert(i % 2 == 0 || ASK(set_states, unit, x, n));
        cr_assert(ASK(rates, unit, rate, n));
        cr_assert(ASK(get, unit, reference(l, "F"), &force));
        l->law->rate(p, &memory, v, s, x, expected);
        for (unsigned k = 0; k < n; k++)
            cr_assert(same(rate[k], expected[k]), "%s: %a, not %a", l->law->name, rate[k],
                      expected[k]);
        cr_assert(same(force, l->law->force(p, &memory, v, s, x)));
        if (l->law->jacobian)
            expect_slopes(l, unit, p, &memory, v, x);
    }
    ASK(close, unit);
}

Test(driver, equations) { with_all(equations); }

/* Makes the transitions of guards that have fallen below zero. Returns how many. */
static unsigned settle(const struct model *law, const double p[], double v, double x[],
                       struct memory *memory)
{
    double g[MODEL_MAX_GUARDS];
    for (unsigned made = 0;; made++) {
        unsigned i = 0;
        law->guard(p, memory, v, x, g);
        while (i < law->n_guards && !(g[i] < 0))
            i++;
        if (i == law->n_guards)
            return made;
        cr_assert_eq(law->transition(p, i, v, x, memory), STATUS_OK);
    }
}

/* Euler's method by hand, there and back: guards, transitions and what they leave are the same. */
static void events(struct loaded *l)
{
    double p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES], rate[MODEL_MAX_STATES];
    double indicator[MODEL_MAX_GUARDS + 2], g[MODEL_MAX_GUARDS], y[MODEL_MAX_STATES];
    struct memory memory = { 0 };
    const unsigned n = l->law->n_states;
    const unsigned n_indicators = l->law->n_guards + (l->law->stiction ? 2 : 0);
    unsigned made = 0;
    bool moved;
    if (l->law->n_guards == 0)
        return;
    PREC(model_defaults)(l->law, p);
    PREC(model_begin)(l->law, p, 1, &memory, x);
    void *unit = opened(l, false, p);
    cr_assert(ASK(leave, unit));
    for (unsigned i = 0; i < 4 * STEPS; i++) {
        const double v = i / STEPS % 2 == 0 ? 0.004 : -0.004;
        cr_assert(ASK(set, unit, reference(l, "v"), v) && event(l, unit, i > 0, &moved));
        made += settle(l->law, p, v, x, &memory);
        cr_assert(ASK(indicators, unit, indicator, n_indicators));
        l->law->guard(p, &memory, v, x, g);
        for (unsigned k = 0; k < l->law->n_guards; k++)
            cr_assert(same(indicator[k], g[k] < 0 ? g[k] : g[k] + DBL_MIN), "%s, step %u, guard %u",
                      l->law->name, i, k);
        cr_assert(ASK(get_states, unit, y, n) && ASK(rates, unit, rate, n));
        for (unsigned k = 0; k < n; k++) {
            cr_assert(same(y[k], x[k]));
            x[k] += 1e-4 * rate[k];
        }
        cr_assert(ASK(set_states, unit, x, n));
    }
    cr_assert_gt(made, 3, "%s: %u transitions", l->law->name, made);
    ASK(close, unit);
}

Test(driver, events) { with_all(events); }

/* The description's defaults are the law's; what is out of range is refused at the end of the
 * initialization, and reset makes it good. */
static void parameters(struct loaded *l)
{
    double p[MODEL_MAX_PARAMS], value;
    int whole;
    void *unit = ASK(open, l->token, NULL, true);
    PREC(model_defaults)(l->law, p);
    cr_assert(ASK(enter, unit, 0));
    for (unsigned i = 0; i < l->law->n_params; i++) {
        const struct quantity *q = &l->law->params[i];
        const unsigned which = reference(l, q->name);
        if (model_param_is_whole(l->law, i))
            cr_assert(ASK(get_whole, unit, which, &whole) && same(whole, q->value));
        else
            cr_assert(ASK(get, unit, which, &value) && same(value, q->value), "%s", q->name);
    }
    set_parameter(l, unit, 0, l->law->params[0].lo - 1);
    cr_assert_not(ASK(leave, unit));
    cr_assert_not(ASK(step, unit, 0, 1e-3));
    cr_assert(ASK(reset, unit) && ASK(enter, unit, 0) && ASK(leave, unit));
    cr_assert(ASK(step, unit, 0, 1e-3));
    ASK(close, unit);
    cr_assert_null(ASK(open, "{another}", NULL, true));
}

Test(driver, parameters) { with_all(parameters); }

/* A saved state goes on as it did. */
static void saved(struct loaded *l)
{
    double p[MODEL_MAX_PARAMS], first[STEPS], force;
    void *state = NULL;
    vary(l->law, false, p);
    void *unit = opened(l, true, p);
    cr_assert(ASK(leave, unit));
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < STEPS; i++) {
            if (i == STEPS / 2 && pass == 0)
                cr_assert(ASK(save, unit, &state));
            if (i < STEPS / 2 && pass == 1)
                continue;
            if (i == STEPS / 2 && pass == 1)
                cr_assert(ASK(restore, unit, state));
            cr_assert(ASK(set, unit, reference(l, "v"), velocity(i)));
            cr_assert(ASK(step, unit, i * 1e-3, 1e-3));
            cr_assert(ASK(get, unit, reference(l, "F"), &force));
            cr_assert(pass == 0 || same(force, first[i]));
            first[i] = force;
        }
    cr_assert(ASK(forget, unit, &state));
    cr_assert_null(state);
    ASK(close, unit);
}

Test(driver, saved) { with_all(saved); }
