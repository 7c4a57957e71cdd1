/* ROS2: two stages, two linear solves with one matrix, no iteration.
 *
 *     (I - g h J) k1 = f(t, x),   (I - g h J) k2 = f(t+h, x + h k1) - 2 k1
 *     x+ = x + h (3 k1 + k2)/2,   g = 1 - 1/sqrt(2)
 *
 * J. G. Verwer, E. J. Spee, J. G. Blom, W. Hundsdorfer, "A second-order Rosenbrock method applied
 * to photochemical dispersion problems", SIAM J. Sci. Comput. 20(4), 1456-1480, 1999. Second
 * order for any J, so that the derivative of f in t may be left out; L-stable for this g.
 */
#include "integrators/numerics/fixed_step.h"
#include "integrators/numerics/linearized.h"

static size_t workspace(unsigned n) { return (linearized_reals(n) + (size_t)3 * n) * sizeof(real); }

static enum status step(struct integration *in, real h)
{
    const struct ode *ode = in->ode;
    const unsigned n = ode->n;
    const real g = 1 - C(0.70710678118654752440);
    real *k1 = in->work, *k2 = k1 + n, *x = k2 + n, *memory = x + n;
    struct linearized l;
    linearized_place(&l, n, &memory);
    ode_rate(ode, in->t, in->x, k1);
    linearize(in, &l, in->t, in->x, k1);
    if (!linearized_factorize(in, &l, g * h))
        return STATUS_NONFINITE;
    linearized_solve(in, &l, k1);
    for (unsigned i = 0; i < n; i++)
        x[i] = in->x[i] + h * k1[i];
    ode_rate(ode, in->t + h, x, k2);
    for (unsigned i = 0; i < n; i++)
        k2[i] -= 2 * k1[i];
    linearized_solve(in, &l, k2);
    for (unsigned i = 0; i < n; i++)
        in->x[i] += h / 2 * (3 * k1[i] + k2[i]);
    in->statistics->rate_evals += 2;
    return STATUS_OK;
}

static enum status advance(struct integration *in, real target)
{
    return fixed_step_advance(in, target, step);
}

const struct integrator PREC(integrator_rosenbrock2) = {
    .name = "rosenbrock2",
    .title = "ROS2, Rosenbrock of order 2",
    .source = "Verwer et al., SIAM J. Sci. Comput. 20(4), 1999",
    .order = 2,
    .flags = INTEGRATOR_IMPLICIT,
    .workspace = workspace,
    .advance = advance,
};
