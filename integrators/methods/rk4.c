/* The classical Runge-Kutta method of order 4.
 *
 * W. Kutta, "Beitrag zur naeherungsweisen Integration totaler Differentialgleichungen",
 * Z. Math. Phys. 46, 435-453, 1901. Its stability function 1 - k + k^2/2 - k^3/6 + k^4/24
 * on a relaxation with k = h lambda lies in (0, 1] for k <= 2.785: for LuGre-type laws that
 * is the largest step, whatever the accuracy asked for.
 */
#include "integrators/numerics/fixed_step.h"

static size_t workspace(unsigned n) { return (size_t)5 * n * sizeof(real); }

/* The slope at x + a*slope, evaluated at time t. */
static void stage(struct integration *in, real t, real a, const real slope[], real x[], real k[])
{
    for (unsigned i = 0; i < in->ode->n; i++)
        x[i] = in->x[i] + a * slope[i];
    ode_rate(in->ode, t, x, k);
}

static enum status step(struct integration *in, real h)
{
    const unsigned n = in->ode->n;
    const real half = h / 2;
    real *k1 = in->work, *k2 = k1 + n, *k3 = k2 + n, *k4 = k3 + n, *x = k4 + n;
    ode_rate(in->ode, in->t, in->x, k1);
    stage(in, in->t + half, half, k1, x, k2);
    stage(in, in->t + half, half, k2, x, k3);
    stage(in, in->t + h, h, k3, x, k4);
    for (unsigned i = 0; i < n; i++)
        in->x[i] += h / 6 * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]);
    in->statistics->rate_evals += 4;
    return STATUS_OK;
}

static enum status advance(struct integration *in, real target)
{
    return fixed_step_advance(in, target, step);
}

const struct integrator PREC(integrator_rk4) = {
    .name = "rk4",
    .title = "classical Runge-Kutta",
    .source = "Kutta, Z. Math. Phys. 46, 1901",
    .order = 4,
    .workspace = workspace,
    .advance = advance,
};
