/* Explicit Euler: x+ = x + h f(t, x).
 *
 * L. Euler, Institutiones calculi integralis I, 1768, section 650. First order. On a
 * relaxation x' = -lambda x it is stable for h lambda < 2 and monotone for h lambda <= 1:
 * for LuGre-type laws lambda = sigma0 |v|/G, so that the largest usable step shrinks with
 * speed and stiffness.
 */
#include "integrators/numerics/fixed_step.h"

static size_t workspace(unsigned n) { return n * sizeof(real); }

static enum status step(struct integration *in, real h)
{
    real *dx = in->work;
    ode_rate(in->ode, in->t, in->x, dx);
    for (unsigned i = 0; i < in->ode->n; i++)
        in->x[i] += h * dx[i];
    in->statistics->rate_evals++;
    return STATUS_OK;
}

static enum status advance(struct integration *in, real target)
{
    return fixed_step_advance(in, target, step);
}

const struct integrator PREC(integrator_euler) = {
    .name = "euler",
    .title = "explicit Euler",
    .source = "Euler, Institutiones calculi integralis I, 1768",
    .order = 1,
    .workspace = workspace,
    .advance = advance,
};
