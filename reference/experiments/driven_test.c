/* A law along a velocity as a problem for integrators: what it says of its rates is so. */
#include "reference/experiments/driven.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "reference/experiments/exact.h"

static const char *const laws[] = { "coulomb_viscous", "dahl", "lugre", "martinez_rosas" };
enum { LAWS = sizeof laws / sizeof *laws };

static const char *const signals[] = { "ramp 0.002 0.0005 2",
                                       "sine 0.001 0.0004 3 0.5 2",
                                       "cosine -0.002 0.001 2 0 2",
                                       "chirp 0.001 0.0005 1 4 2",
                                       "sine 0.02 0.0195 6 0.5 2",
                                       "hold 1 2",
                                       "hold -0.001 2" };
enum { SIGNALS = sizeof signals / sizeof *signals };

struct problem {
    const struct model *model;
    struct signal signal;
    struct driven driven;
    struct ode ode;
    real p[MODEL_MAX_PARAMS], x[ODE_MAX_STATES];
};

/* A law along a signal, entered at t, with states of half their sizes. */
static void open_problem(struct problem *a, const char *law, const char *signal, bool with_energy,
                         real t)
{
    char error[SIGNAL_TEXT];
    memset(a, 0, sizeof *a);
    a->model = PREC(model_find)(law);
    cr_assert(signal_parse(signal, &a->signal, error), "%s", error);
    PREC(model_defaults)(a->model, a->p);
    for (unsigned i = 0; i < a->model->n_params; i++)
        if (strcmp(a->model->params[i].name, "alpha") == 0)
            a->p[i] = 5e4; /* at Table I's the force is mostly its own rounding */
    a->ode = PREC(driven_ode)(&a->driven, a->model, a->p, &a->signal, with_energy);
    for (unsigned i = 0; i < a->ode.n; i++)
        a->x[i] = (i % 2 ? -0.25 : 0.5) * a->ode.scale[i];
    a->ode.interval(a->ode.ctx, t, a->x);
}

static void close_problem(struct problem *a) { signal_free(&a->signal); }

/* Derivatives by state k, or by t for k = n, are central differences: over 2^-20 of a scale they
 * err by that squared over the square of a tenth, and by sixteen roundings of the rates over the
 * step. */
static void expect_derivative(const struct problem *a, real t, unsigned k, const real stated[],
                              unsigned stride)
{
    const struct ode *ode = &a->ode;
    const real step = 0x1p-20 * (k < ode->n ? ode->scale[k] : 1);
    const real v = signal_velocity(&a->signal, t),
               force = fabs(v * a->model->force_scale(a->p, v, 0));
    real at[ODE_MAX_STATES], low[ODE_MAX_STATES], high[ODE_MAX_STATES];
    for (int side = -1; side <= 1; side += 2) {
        memcpy(at, a->x, sizeof at);
        if (k < ode->n)
            at[k] += side * step;
        ode->rate(ode->ctx, k < ode->n ? t : t + side * step, at, side < 0 ? low : high);
    }
    for (unsigned i = 0; i < ode->n; i++) {
        const real d = (high[i] - low[i]) / (2 * step), is = stated[(size_t)i * stride];
        const real rounding =
            16 * DBL_EPSILON * (fabs(high[i]) + (i + 1 == ode->n ? force : fabs(v))) / step;
        cr_expect(fabs(is - d) <= 1e-8 * fabs(d) + rounding, "%s: df%u/d%u is %.12g, stated %.12g",
                  a->model->name, i, k, d, is);
    }
}

Test(driven, derivatives_are_those_of_the_rates)
{
    for (int m = 0; m < LAWS; m++)
        for (int k = 0; k < SIGNALS; k++)
            for (int energy = 0; energy < 2; energy++) {
                struct problem a;
                real jac[ODE_MAX_STATES * ODE_MAX_STATES], ft[ODE_MAX_STATES] = { 0 };
                const real t = 0.75;
                open_problem(&a, laws[m], signals[k], energy, t);
                cr_assert_eq(a.ode.n, a.model->n_states + (unsigned)energy);
                a.ode.jacobian(a.ode.ctx, t, a.x, jac);
                a.ode.rate_t(a.ode.ctx, t, a.x, ft);
                for (unsigned i = 0; i < a.ode.n; i++)
                    expect_derivative(&a, t, i, jac + i, a.ode.n);
                expect_derivative(&a, t, a.ode.n, ft, 1);
                close_problem(&a);
            }
}

/* A state relaxes at its rate towards its steady value; the energy is not among them. */
Test(driven, relaxations_are_the_rates)
{
    for (int m = 0; m < LAWS; m++)
        for (int k = 0; k < SIGNALS; k++) {
            struct problem a;
            real dx[ODE_MAX_STATES], steady[ODE_MAX_STATES], rate[ODE_MAX_STATES];
            open_problem(&a, laws[m], signals[k], true, 1);
            cr_expect_eq(a.ode.n_relaxing, a.model->n_states);
            if (!a.ode.relaxation) {
                close_problem(&a);
                continue;
            }
            a.ode.rate(a.ode.ctx, 1, a.x, dx);
            a.ode.relaxation(a.ode.ctx, 1, steady, rate);
            for (unsigned i = 0; i < a.ode.n_relaxing; i++)
                cr_expect(fabs(dx[i] - rate[i] * (steady[i] - a.x[i])) <=
                              8 * DBL_EPSILON * rate[i] * (fabs(steady[i]) + fabs(a.x[i])),
                          "%s, '%s': %g", laws[m], signals[k], dx[i]);
            close_problem(&a);
        }
}

/* A flow holds the velocity that the signal has at the part c of the step, states and energy. */
Test(driven, flows_hold_the_velocity_within_the_step)
{
    static const real parts[] = { 0, 0.5, 1 };
    const real t = 0.5, h = 0.125;
    for (int m = 0; m < LAWS; m++)
        for (int k = 0; k < SIGNALS; k++)
            for (size_t c = 0; c < sizeof parts / sizeof *parts; c++) {
                struct problem a;
                struct exact_state exact;
                open_problem(&a, laws[m], signals[k], true, t);
                exact_state_start(&exact, a.model, a.p);
                memcpy(exact.x, a.x, a.model->n_states * sizeof *a.x);
                const real energy = a.x[a.model->n_states];
                const real v = signal_velocity(&a.signal, t + parts[c] * h);
                const real work = exact_state_hold(&exact, (struct hold){ v, h });
                a.ode.flow(a.ode.ctx, t, h, parts[c], a.x);
                for (unsigned i = 0; i < a.model->n_states; i++)
                    cr_expect_eq(a.x[i], exact.x[i], "%s, '%s'", laws[m], signals[k]);
                cr_expect_eq(a.x[a.model->n_states], energy + work, "%s, '%s'", laws[m],
                             signals[k]);
                close_problem(&a);
            }
}

/* Within the longest step |v|, with the Stribeck speed added, never falls below a third; of a ramp
 * towards 0 it falls just so far. */
Test(driven, steps_are_as_long_as_the_speed_allows)
{
    enum { LOOKS = 64 };
    unsigned sharp = 0;
    for (int k = 0; k < SIGNALS; k++)
        for (int at = 0; at < LOOKS; at++) {
            struct problem a;
            const real t = 2.0 * at / LOOKS;
            open_problem(&a, "lugre", signals[k], false, t);
            const real vs = a.model->stribeck_speed(a.p),
                       h = a.ode.longest(a.ode.ctx, t, a.x, NULL);
            const real before = fabs(signal_velocity(&a.signal, t)) + vs;
            real least = before;
            for (int i = 1; i <= LOOKS && isfinite(h); i++)
                least =
                    fmin(least,
                         fabs(signal_segment_velocity(a.signal.segments, t + h * i / LOOKS)) + vs);
            cr_expect(least >= before / 3 * (1 - 1e-12), "'%s' at %g", signals[k], t);
            cr_expect_eq(isinf(h), k >= SIGNALS - 2, "'%s' at %g: %g", signals[k], t, h);
            sharp += least <= before / 3 * (1 + 1e-12);
            close_problem(&a);
        }
    cr_expect_gt(sharp, 0);
}

/* Energies are measured by what the force's terms would spend: at a held velocity in any number of
 * parts; where nothing moves, by 1 J. */
Test(driven, scale_of_energy_is_what_is_spent)
{
    static const char *const same[] = { "hold 0.25 3", "hold 0.25 1; hold -0.25 2",
                                        "hold 0 5; hold 0.25 2; hold 0.25 1" };
    for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
        struct problem a;
        open_problem(&a, "lugre", same[k], true, 0);
        const real spent = 0.25 * 3 * a.model->force_scale(a.p, 0.25, 0);
        cr_expect_float_eq(a.ode.scale[1], spent, 1e-14 * spent, "'%s': %g, not %g", same[k],
                           a.ode.scale[1], spent);
        close_problem(&a);
    }
    struct problem rest;
    open_problem(&rest, "lugre", "hold 0 3", true, 0);
    cr_expect_eq(rest.ode.scale[1], 1);
    close_problem(&rest);
}
