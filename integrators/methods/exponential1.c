/* Exponential Euler: the law's exact flow, its input held at the beginning of each step.
 *
 * First order; exact for held velocity and bound-preserving at any step, because the flow is. It
 * needs no input but the last one sampled: what a controller has. M. Hochbruck, A. Ostermann,
 * "Exponential integrators", Acta Numerica 19, 209-286, 2010, (2.6), for the family.
 */
#include "integrators/numerics/fixed_step.h"

static size_t workspace(unsigned n)
{
    (void)n;
    return 0;
}

static enum status step(struct integration *in, real h)
{
    ode_flow(in->ode, in->t, h, 0, in->x);
    in->statistics->flow_evals++;
    return STATUS_OK;
}

static enum status advance(struct integration *in, real target)
{
    return fixed_step_advance(in, target, step);
}

const struct integrator PREC(integrator_exponential1) = {
    .name = "exponential1",
    .title = "exact flow, input at the start",
    .source = "Hochbruck & Ostermann, Acta Numerica 19, 2010",
    .order = 1,
    .flags = INTEGRATOR_USES_FLOW,
    .workspace = workspace,
    .advance = advance,
};
