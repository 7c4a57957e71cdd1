/* The Jacobian and the time derivative of the rates of a mass on a friction law. */
#include "reference/experiments/plant_parts.h"

/* Partial derivatives of rate and force of the law at v, reflected beyond v = 0. */
static void law_jacobian(const struct moving *m, const struct situation *now, const real law_x[],
                         struct jacobian *j)
{
    const struct model *model = m->model;
    const unsigned n = model->n_states;
    model->jacobian(m->p, memory_of(m), beyond(now) ? -now->v : now->v, now->s, law_x, j);
    if (!beyond(now))
        return;
    struct jacobian zero;
    model->jacobian(m->p, memory_of(m), 0, now->s, law_x, &zero);
    for (unsigned i = 0; i < n * n; i++)
        j->rate_x[i] = 2 * zero.rate_x[i] - j->rate_x[i];
    for (unsigned i = 0; i < n; i++)
        j->force_x[i] = 2 * zero.force_x[i] - j->force_x[i];
}

static void jacobian_moving(const struct moving *m, const struct situation *now, const real x[],
                            unsigned all, real jac[])
{
    const unsigned first = m->n_plant, n = m->model->n_states;
    const real mass = (real)m->plant->mass;
    struct jacobian j;
    law_jacobian(m, now, x + first, &j);
    jac[X * all + V] = 1;
    jac[V * all + X] = -(real)m->plant->stiffness / mass;
    jac[V * all + V] = -((real)m->plant->damping + j.force_v) / mass;
    if (first > Q)
        jac[V * all + Q] = -(real)m->plant->integral / mass;
    for (unsigned i = 0; i < n; i++) {
        jac[V * all + first + i] = -j.force_x[i] / mass;
        jac[(first + i) * all + V] = j.rate_v[i];
        for (unsigned k = 0; k < n; k++)
            jac[(first + i) * all + first + k] = j.rate_x[i * n + k];
    }
    if (!m->with_energy)
        return;
    real *energy = jac + (size_t)(first + n) * all;
    energy[V] = force_in(m, now, x + first) + now->v * j.force_v;
    for (unsigned i = 0; i < n; i++)
        energy[first + i] = now->v * j.force_x[i];
}

/* While stuck the law's rates follow s, which follows the states so that F = u. F and the rates
 * are affine in s, so that their slopes in s are differences: d rate/ds over dF/ds. */
static void rates_per_force(const struct moving *m, const real law_x[], real per_force[])
{
    real f[2], low[MODEL_MAX_STATES], high[MODEL_MAX_STATES];
    m->model->stiction(m->p, memory_of(m), law_x, f);
    m->model->rate(m->p, memory_of(m), 0, -1, law_x, low);
    m->model->rate(m->p, memory_of(m), 0, 1, law_x, high);
    for (unsigned i = 0; i < m->model->n_states; i++)
        per_force[i] = (high[i] - low[i]) / (f[1] - f[0]);
}

static void jacobian_stuck(const struct moving *m, const struct situation *now, const real x[],
                           unsigned all, real jac[])
{
    const unsigned first = m->n_plant, n = m->model->n_states;
    const real *law_x = x + first;
    real per_force[MODEL_MAX_STATES] = { 0 };
    struct jacobian j;
    rates_per_force(m, law_x, per_force);
    m->model->jacobian(m->p, memory_of(m), 0, now->s, law_x, &j);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < n; k++)
            jac[(first + i) * all + first + k] = j.rate_x[i * n + k] - per_force[i] * j.force_x[k];
        jac[(first + i) * all + X] = -per_force[i] * (real)m->plant->stiffness;
        jac[(first + i) * all + V] = -per_force[i] * (real)m->plant->damping;
        if (first > Q)
            jac[(first + i) * all + Q] = -per_force[i] * (real)m->plant->integral;
    }
}

void PREC(plant_jacobian)(void *ctx, real t, const real x[], real jac[])
{
    const struct moving *m = ctx;
    const unsigned all = m->n_plant + m->model->n_states + m->with_energy;
    const struct situation now = situation(m, t, x);
    for (unsigned i = 0; i < all * all; i++)
        jac[i] = 0;
    if (m->n_plant > Q)
        jac[Q * all + X] = 1;
    if (now.held)
        jacobian_stuck(m, &now, x, all, jac);
    else
        jacobian_moving(m, &now, x, all, jac);
}

void PREC(plant_rate_t)(void *ctx, real t, const real x[], real ft[])
{
    const struct moving *m = ctx;
    const struct plant *q = m->plant;
    const unsigned first = m->n_plant, n = m->model->n_states, all = first + n + m->with_energy;
    double slope = q->stiffness * q->pull; /* of the applied force, N/s */
    if (q->force.n > 0)
        slope += m->force ? signal_segment_slope(m->force, (double)t)
                          : signal_slope(&q->force, (double)t);
    for (unsigned i = 0; i < all; i++)
        ft[i] = 0;
    if (first > Q)
        ft[Q] = -(real)q->pull;
    if (side(m) != 0 || !situation(m, t, x).held) {
        ft[V] = (real)(slope / q->mass);
        return;
    }
    rates_per_force(m, x + first, ft + first);
    for (unsigned i = 0; i < n; i++)
        ft[first + i] *= (real)slope;
}
