/* The Jacobian and the time derivative of a mass with friction, against central differences, and
 * its longest step. In double only, where there are digits for these. */
#include "reference/experiments/plant_test.h"

#include <string.h>

#ifndef REAL_F32
/* f, or where k < n its derivative in x_k, in t for k = n, by central differences. */
static void derivative(const struct ode *ode, real t, const real x[], unsigned k, real d[],
                       real rounding[], real force)
{
    real at[ODE_MAX_STATES], low[ODE_MAX_STATES], high[ODE_MAX_STATES];
    const real step = 1e-6 * (k < ode->n ? ode->scale[k] : 1);
    for (int side = -1; side <= 1; side += 2) {
        memcpy(at, x, ode->n * sizeof *x);
        if (k < ode->n)
            at[k] += side * step;
        ode->rate(ode->ctx, k < ode->n ? t : t + side * step, at, side < 0 ? low : high);
    }
    for (unsigned i = 0; i < ode->n; i++) {
        const bool forced = i == 1 || i + 1 == ode->n; /* v and the energy */
        d[i] = (high[i] - low[i]) / (2 * step);
        const real terms = fabs(high[i]) + ode->scale[i] + (forced ? force : 0);
        rounding[i] = 16 * DBL_EPSILON * terms / step;
    }
}

/* The longest step is the same for a caller that knows the rates: they say how fast v falls. */
static void expect_one_longest(const struct ode *ode, real t, const real x[], const char *law)
{
    real dx[ODE_MAX_STATES];
    if (!ode->longest)
        return;
    ode->rate(ode->ctx, t, x, dx);
    const real alone = ode->longest(ode->ctx, t, x, NULL);
    cr_expect_eq(ode->longest(ode->ctx, t, x, dx), alone, "%s: %g s alone", law, alone);
    dx[1] = -x[1];
    cr_expect(isinf(alone) || ode->longest(ode->ctx, t, x, dx) > 2.0 / 3, "%s", law);
}

/* What is said to be an integral depends on the one state that it is the integral of. */
static void expect_integrals(const struct ode *ode, const real jac[], const char *law)
{
    static const unsigned integrals[] = { 0, 2 }, of[] = { 1, 0 };
    cr_expect_eq(ode->integrals, 2);
    for (unsigned e = 0; e < ode->integrals; e++)
        for (unsigned k = 0; k < ode->n; k++)
            cr_expect(k == of[e] || jac[integrals[e] * ode->n + k] == 0, "%s: df%u/d%u is %g", law,
                      integrals[e], k, jac[integrals[e] * ode->n + k]);
}

/* The Jacobian and the time derivative are those of the rate, moving either way, stuck, and a
 * little beyond v = 0. Central differences over a millionth of each scale err by that part squared,
 * over the square of the smallest scale on which a law changes, a tenth of these; and by sixteen
 * roundings over the step, of the rate itself or of the terms of the force. */
Test(plant, jacobian_and_time_derivative_are_those_of_the_rate)
{
    static const char *const laws[] = { "coulomb", "exponential", "lugre", "martinez_rosas" };
    struct plant plant = plant_under("ramp 0 3 4; hold 1 2");
    plant.stiffness = 3;
    plant.damping = 6;
    plant.integral = 4;
    plant.pull = 0.1;
    for (size_t m = 0; m < sizeof laws / sizeof *laws; m++)
        for (int mode = MOVING_FORWARD; mode <= MOVING_STUCK; mode++)
            for (int beyond = 0; beyond < 2; beyond++) {
                struct moving moving;
                const struct model *model = PREC(model_find)(laws[m]);
                real p[MODEL_MAX_PARAMS], jac[ODE_MAX_STATES * ODE_MAX_STATES];
                real ft[ODE_MAX_STATES], d[ODE_MAX_STATES], rounding[ODE_MAX_STATES];
                real x[ODE_MAX_STATES] = { 0 };
                if (mode == MOVING_STUCK && (!model->stiction || beyond))
                    continue;
                PREC(model_defaults)(model, p);
                for (unsigned i = 0; i < model->n_params; i++)
                    if (strcmp(model->params[i].name, "alpha") == 0)
                        p[i] = 5e4; /* at Table I's the force is mostly its own rounding */
                const struct ode ode = PREC(plant_ode)(&moving, model, p, &plant, true);
                moving.mode = mode;
                const real s = mode == MOVING_FORWARD ? 1 : -1;
                x[0] = 0.02;
                x[1] = mode == MOVING_STUCK ? 0 : s * (beyond ? -1e-4 : 7e-4);
                x[2] = 0.03;
                for (unsigned i = 0; i < model->n_states; i++)
                    x[3 + i] = 0.5 * ode.scale[3 + i]; /* so that 0.87 N do not move it */
                expect_one_longest(&ode, 1, x, laws[m]);
                ode.jacobian(ode.ctx, 1, x, jac);
                ode.rate_t(ode.ctx, 1, x, ft);
                expect_integrals(&ode, jac, laws[m]);
                for (unsigned k = 0; k <= ode.n; k++) {
                    derivative(&ode, 1, x, k, d, rounding, model->force_scale(p, x[1], 0));
                    for (unsigned i = 0; i < ode.n; i++) {
                        const real stated = k < ode.n ? jac[i * ode.n + k] : ft[i];
                        cr_expect(fabs(stated - d[i]) <= 1e-8 * fabs(stated) + rounding[i],
                                  "%s, mode %d, beyond %d: df%u/d%u is %.12g, stated %.12g",
                                  laws[m], mode, beyond, i, k, d[i], stated);
                    }
                }
            }
    signal_free(&plant.force);
}
#endif
