/* Exponential collocation at three nodes, of order 4: see collocation.h.
 *
 * For driven laws whose states relax. Two velocities and one exponential a step and state;
 * stable at any step, and exact at held velocity.
 */
#include "integrators/numerics/collocation.h"
#include "integrators/numerics/fixed_step.h"
#include "integrators/numerics/lobatto.h"

enum { Q = 2 };

static size_t workspace(unsigned n)
{
    (void)n;
    return 0;
}

static enum status step(struct integration *in, real h)
{
    const struct ode *ode = in->ode;
    const unsigned n = ode->n_relaxing;
    real steady[Q + 1][ODE_MAX_STATES], rate[Q + 1][ODE_MAX_STATES];
    real x[Q + 1][ODE_MAX_STATES], dx[ODE_MAX_STATES], start[ODE_MAX_STATES];
    for (unsigned j = 0; j <= Q; j++)
        ode_relaxation(ode, in->t + lobatto_3.node[j] * h, steady[j], rate[j]);
    in->statistics->flow_evals += Q + 1;
    for (unsigned i = 0; i < n; i++) {
        const real a[] = { rate[0][i], rate[1][i], rate[2][i] };
        const real z[] = { steady[0][i], steady[1][i], steady[2][i] };
        struct relaxing r;
        collocate(Q, &lobatto_3, h, a, z, in->x[i], R_EPSILON / 4, &r);
        x[0][i] = in->x[i];
        /* The middle of the step is needed by integrals only. */
        if (ode->n > n) {
            real middle = 0;
            for (unsigned j = 0; j <= Q; j++)
                middle += lobatto_3.integral[1][j] * a[j] * h;
            x[1][i] = collocation_at(Q, &r, r.theta > 0 ? middle / r.theta : 0);
        }
        x[2][i] = collocation_at(Q, &r, 1);
    }
    for (unsigned i = n; i < ode->n; i++) {
        start[i] = in->x[i];
        for (unsigned j = 0; j <= Q; j++)
            x[j][i] = start[i];
    }
    for (unsigned j = 0; j <= Q && ode->n > n; j++) {
        in->statistics->rate_evals++;
        ode_rate(ode, in->t + lobatto_3.node[j] * h, x[j], dx);
        for (unsigned i = n; i < ode->n; i++)
            in->x[i] += h * lobatto_3.integral[Q][j] * dx[i];
    }
    for (unsigned i = 0; i < n; i++)
        in->x[i] = x[Q][i];
    return STATUS_OK;
}

static enum status advance(struct integration *in, real target)
{
    return fixed_step_advance(in, target, step);
}

const struct integrator PREC(integrator_exponential4) = {
    .name = "exponential4",
    .title = "exponential collocation, three nodes",
    .source = "collocation.h; after Hochbruck & Ostermann, Acta Numerica 19, 2010",
    .order = 4,
    .flags = INTEGRATOR_RELAXING,
    .workspace = workspace,
    .advance = advance,
};
