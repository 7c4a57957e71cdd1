/* Heun's method: the explicit trapezoidal rule.
 *
 * K. Heun, "Neue Methoden zur approximativen Integration der Differentialgleichungen einer
 * unabhaengigen Veraenderlichen", Z. Math. Phys. 45, 23-38, 1900. Second order; on a relaxation
 * with k = h lambda its factor 1 - k + k^2/2 is positive for every k and at most 1 for k <= 2.
 */
#include "integrators/numerics/fixed_step.h"

static size_t workspace(unsigned n) { return (size_t)3 * n * sizeof(real); }

static enum status step(struct integration *in, real h)
{
    const struct ode *ode = in->ode;
    real *k1 = in->work, *k2 = k1 + ode->n, *x = k2 + ode->n;
    ode_rate(ode, in->t, in->x, k1);
    for (unsigned i = 0; i < ode->n; i++)
        x[i] = in->x[i] + h * k1[i];
    ode_rate(ode, in->t + h, x, k2);
    for (unsigned i = 0; i < ode->n; i++)
        in->x[i] += h / 2 * (k1[i] + k2[i]);
    in->statistics->rate_evals += 2;
    return STATUS_OK;
}

static enum status advance(struct integration *in, real target)
{
    return fixed_step_advance(in, target, step);
}

const struct integrator PREC(integrator_heun) = {
    .name = "heun",
    .title = "Heun, explicit trapezoidal rule",
    .source = "Heun, Z. Math. Phys. 45, 1900",
    .order = 2,
    .workspace = workspace,
    .advance = advance,
};
