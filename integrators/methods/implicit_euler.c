/* Implicit Euler: x+ = x + h f(t + h, x+), by Newton's method.
 *
 * First order. L-stable: its factor on a relaxation with k = h lambda is 1/(1 + k), positive and
 * below 1 for every k, so that LuGre-type laws stay within their bounds at any step. E. Hairer,
 * G. Wanner, "Solving Ordinary Differential Equations II", section IV.3.
 */
#include "integrators/numerics/fixed_step.h"
#include "integrators/numerics/newton.h"

static size_t workspace(unsigned n) { return newton_reals(n) * sizeof(real); }

static enum status step(struct integration *in, real h)
{
    struct newton w;
    real *memory = in->work;
    newton_place(&w, in->ode->n, &memory);
    for (unsigned i = 0; i < in->ode->n; i++)
        w.b[i] = 0;
    const enum status status = newton_solve(in, &w, in->t + h, h);
    if (status == STATUS_OK)
        newton_accept(in, &w);
    return status;
}

static enum status advance(struct integration *in, real target)
{
    return fixed_step_advance(in, target, step);
}

const struct integrator PREC(integrator_implicit_euler) = {
    .name = "implicit_euler",
    .title = "implicit Euler",
    .source = "Hairer & Wanner, Solving ODEs II, IV.3",
    .order = 1,
    .flags = INTEGRATOR_IMPLICIT,
    .workspace = workspace,
    .advance = advance,
};
