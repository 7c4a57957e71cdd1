/* Exponential midpoint: the law's exact flow, its input held at the middle of each step.
 *
 * Second order for smooth inputs, exact for held velocity at any step, and bound-preserving
 * at any step, because the flow is. M. Hochbruck, A. Ostermann, "Exponential integrators",
 * Acta Numerica 19, 209-286, 2010, for the family.
 */
#include "integrators/numerics/fixed_step.h"

static size_t workspace(unsigned n)
{
    (void)n;
    return 0;
}

static enum status step(struct integration *in, real h)
{
    ode_flow(in->ode, in->t, h, C(0.5), in->x);
    in->statistics->flow_evals++;
    return STATUS_OK;
}

static enum status advance(struct integration *in, real target)
{
    return fixed_step_advance(in, target, step);
}

const struct integrator PREC(integrator_exponential) = {
    .name = "exponential",
    .title = "exact flow, midpoint input",
    .source = "Hochbruck & Ostermann, Acta Numerica 19, 2010",
    .order = 2,
    .flags = INTEGRATOR_USES_FLOW,
    .workspace = workspace,
    .advance = advance,
};
