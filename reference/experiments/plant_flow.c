/* Steps of a mass by the exact flow of its law. */
#include "reference/experiments/plant_parts.h"

/* Returns v, moved to the side of the band's edge on which the phase is. */
static real within_phase(const struct moving *m, real v, real s)
{
    if (m->band == 0 || m->mode == MOVING_NAIVE)
        return v;
    return m->inside ? 0 : s * r_max(s * v, m->band);
}

/* A step by splitting: the law's exact flow over the step, at the velocity held from the part c of
 * the step, gives the mass its impulse. First order for c = 0, symmetric and of second order for
 * c = 1/2; exact for the law at held velocity. */
static void flow_moving(struct moving *m, real t, real h, real c, real x[])
{
    const struct model *model = m->model;
    const real part = c * h, mass = (real)m->plant->mass;
    struct memory *memory = m->remembers ? &m->memory : NULL;
    real *law_x = x + m->n_plant, middle[ODE_MAX_STATES] = { 0 };
    struct situation now = situation(m, t, x);
    for (unsigned i = 0; i < m->n_plant; i++)
        middle[i] = x[i];
    middle[X] += part * x[V];
    middle[V] += part * (now.u - force_in(m, &now, law_x)) / mass;
    if (m->n_plant > Q)
        middle[Q] += part * error(m->plant, t, x[X]);
    const real s = m->mode == MOVING_NAIVE ? r_sign(middle[V]) : now.s;
    const real v = middle[V] * s < 0 && !m->inside ? 0 : middle[V];
    const real u = applied_force(m, t + part, middle);
    const real law_v = within_phase(m, v, s);
    const real impulse = law_v != 0 ? model->work(m->p, memory, law_v, s, h, law_x)
                                    : h * model->force(m->p, memory, 0, s, law_x);
    const real v_end = x[V] + (u * h - impulse) / mass;
    x[X] += h / 2 * (x[V] + v_end);
    x[V] = v_end;
    if (m->n_plant > Q)
        x[Q] += h * error(m->plant, t + part, middle[X]);
    if (m->with_energy)
        x[m->n_plant + model->n_states] += v * impulse;
    model->flow(m->p, memory, law_v, s, h, law_x);
}

/* A step while stuck: the law's flow at v = 0, with the selection at the part c of the step. */
static void flow_stuck(struct moving *m, real t, real h, real c, real x[])
{
    real middle[ODE_MAX_STATES] = { 0 };
    const unsigned n = m->n_plant + m->model->n_states;
    const real part = c * h;
    for (unsigned i = 0; i < n; i++)
        middle[i] = x[i];
    struct situation now = situation(m, t, x);
    m->model->flow(m->p, NULL, 0, now.s, part, middle + m->n_plant);
    if (m->n_plant > Q) {
        middle[Q] += part * error(m->plant, t, x[X]);
        x[Q] += h * error(m->plant, t + part, x[X]);
    }
    now = situation(m, t + part, middle);
    m->model->flow(m->p, NULL, 0, now.s, h, x + m->n_plant);
}

void PREC(plant_flow)(void *ctx, real t, real h, real c, real x[])
{
    struct moving *m = ctx;
    if (situation(m, t, x).held)
        flow_stuck(m, t, h, c, x);
    else
        flow_moving(m, t, h, c, x);
}
