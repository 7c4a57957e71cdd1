/* Semi-implicit (symplectic) Euler: velocities first, then all else with the new velocities.
 *
 *     v+ = v + h f_v(t, x, v),   x+ = x + h f_x(t + h, x, v+)
 *
 * R. de Vogelaere, "Methods of integration which preserve the contact transformation property of
 * the Hamilton equations", University of Notre Dame, 1956; E. Hairer, C. Lubich, G. Wanner,
 * "Geometric Numerical Integration", sections I.1 and VI.3. First order. A mass on a spring of
 * frequency w keeps its amplitude for h w < 2. All else includes the states of a law: they see
 * the velocity at the end of the step, also where it is given, and are otherwise explicit, so
 * that a relaxation is stable for h lambda < 2 and monotone for h lambda <= 1.
 */
#include "integrators/numerics/fixed_step.h"

static size_t workspace(unsigned n) { return n * sizeof(real); }

/* Advances the states that are velocities, or those that are not, by their rates at t. */
static void advance_part(struct integration *in, bool velocities, real t, real h)
{
    const struct ode *ode = in->ode;
    real *dx = in->work;
    ode_rate(ode, t, in->x, dx);
    in->statistics->rate_evals++;
    for (unsigned i = 0; i < ode->n; i++)
        if ((ode->velocities >> i & 1) == velocities)
            in->x[i] += h * dx[i];
}

static enum status step(struct integration *in, real h)
{
    if (in->ode->velocities)
        advance_part(in, true, in->t, h);
    advance_part(in, false, in->t + h, h);
    return STATUS_OK;
}

static enum status advance(struct integration *in, real target)
{
    return fixed_step_advance(in, target, step);
}

const struct integrator PREC(integrator_semi_implicit_euler) = {
    .name = "semi_implicit_euler",
    .title = "semi-implicit Euler",
    .source = "de Vogelaere, University of Notre Dame, 1956",
    .order = 1,
    .workspace = workspace,
    .advance = advance,
};
