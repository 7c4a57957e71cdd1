/* Time-stepping for set-valued problems: a mass with Coulomb friction, say.
 *
 *     x+ = x + h f(t+h, x+, s),   s in S(x+)
 *
 * Implicit Euler with the selection s found together with the states, without events: J. J. Moreau,
 * CISM 302, 1988. Order 1; a mass that can stop is at v = 0 exactly and stays there, at any step,
 * where a method that evaluates sgn(v) jumps to and fro.
 */
#include "integrators/numerics/fixed_step.h"

static size_t workspace(unsigned n)
{
    (void)n;
    return 0;
}

static enum status step(struct integration *in, real h)
{
    in->statistics->flow_evals++;
    return in->ode->inclusion(in->ode->ctx, in->t, h, in->x);
}

static enum status advance(struct integration *in, real target)
{
    return fixed_step_advance(in, target, step);
}

const struct integrator PREC(integrator_time_stepping) = {
    .name = "time_stepping",
    .title = "Moreau's time-stepping",
    .source = "Moreau, CISM 302, 1988; Jean, CMAME 177, 1999",
    .order = 1,
    .flags = INTEGRATOR_IMPLICIT | INTEGRATOR_SET_VALUED,
    .workspace = workspace,
    .advance = advance,
};
