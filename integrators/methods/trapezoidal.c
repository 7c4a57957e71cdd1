/* The trapezoidal rule: x+ = x + h/2 (f(t, x) + f(t + h, x+)), by Newton's method.
 *
 * Second order, with the smallest error of all A-stable linear multistep methods: G. Dahlquist,
 * "A special stability problem for linear multistep methods", BIT 3, 27-43, 1963. Not L-stable:
 * its factor on a relaxation with k = h lambda is (1 - k/2)/(1 + k/2), which rings for k > 2 and
 * dies out slowly for large k.
 */
#include "integrators/numerics/fixed_step.h"
#include "integrators/numerics/newton.h"

static size_t workspace(unsigned n) { return newton_reals(n) * sizeof(real); }

static enum status step(struct integration *in, real h)
{
    const struct ode *ode = in->ode;
    struct newton w;
    real *memory = in->work;
    newton_place(&w, ode->n, &memory);
    ode_rate(ode, in->t, in->x, w.b);
    in->statistics->rate_evals++;
    for (unsigned i = 0; i < ode->n; i++)
        w.b[i] *= h / 2;
    const enum status status = newton_solve(in, &w, in->t + h, h / 2);
    if (status == STATUS_OK)
        newton_accept(in, &w);
    return status;
}

static enum status advance(struct integration *in, real target)
{
    return fixed_step_advance(in, target, step);
}

const struct integrator PREC(integrator_trapezoidal) = {
    .name = "trapezoidal",
    .title = "trapezoidal rule",
    .source = "Dahlquist, BIT 3, 1963",
    .order = 2,
    .flags = INTEGRATOR_IMPLICIT,
    .workspace = workspace,
    .advance = advance,
};
