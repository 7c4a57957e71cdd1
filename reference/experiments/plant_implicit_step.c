/* One step of the mass as the set-valued problem, for time-stepping methods: implicit Euler for the
 * velocity, with the friction that belongs to the velocity at the end, which at v = 0 may be
 * anything in between.
 *
 *     m (v+ - v) = h (u(t+h, x + h v+, v+) - F(v+, s)),   s in Sgn(v+)        (1)
 *     x+ = x + h v+
 *
 * J. J. Moreau, "Unilateral contact and dry friction in finite freedom dynamics", in: Nonsmooth
 * Mechanics and Applications, CISM 302, 1-82, 1988; M. Jean, "The non-smooth contact dynamics
 * method", Comput. Methods Appl. Mech. Eng. 177, 235-257, 1999. The law's own states are held while
 * (1) is solved, and follow by their exact flow: order 1. A mass that can stop stops, exactly.
 */
#include "reference/experiments/plant_parts.h"

/* A step of (1), from *m in the states x at time t over h. */
struct inclusion {
    const struct moving *m;
    real t, h;
    const real *x;
};

/* Writes the plant's states at the end of the step to end[], for the velocity v there. */
static void end_with(const struct inclusion *i, real v, real end[])
{
    end[X] = i->x[X] + i->h * v;
    end[V] = v;
    if (i->m->n_plant > Q)
        end[Q] = i->x[Q] + i->h * error(i->m->plant, i->t + i->h, end[X]);
}

/* Returns the friction with which the velocity at the end is v, N. */
static real needed(const struct inclusion *i, real v)
{
    real end[3];
    end_with(i, v, end);
    return applied_force(i->m, i->t + i->h, end) - (real)i->m->plant->mass * (v - i->x[V]) / i->h;
}

/* Returns the law's friction at v and s less the needed one, N. */
static real surplus(const struct inclusion *i, real v, real s)
{
    const struct situation there = { .v = v, .s = s };
    return force_in(i->m, &there, i->x + i->m->n_plant) - needed(i, v);
}

/* Finds the v at which the surplus is zero, from `start` on: the surplus rises with v but for a
 * falling Stribeck curve, whose nearest zero is taken. */
static enum status solve(const struct inclusion *i, real start, real s, real *v)
{
    enum { MOST = 200 };
    const real per_v = (real)i->m->plant->mass / i->h;
    real low = start, g_low = surplus(i, start, s), high = low, g_high = g_low;
    real reach = r_abs(g_low) / per_v;
    unsigned n = 0;
    while (g_low * g_high > 0 && n++ < MOST) {
        low = high;
        g_low = g_high;
        high = start - (g_low > 0 ? reach : -reach);
        g_high = surplus(i, high, s);
        reach *= 2;
    }
    for (; n < MOST; n++) {
        if (!isfinite(g_low) || !isfinite(g_high))
            return STATUS_NONFINITE;
        const real middle = high - g_high * (high - low) / (g_high - g_low); /* NaN: both are 0 */
        if (g_high == 0 || middle == high || r_abs(high - low) <= 2 * R_EPSILON * r_abs(high)) {
            *v = high;
            return STATUS_OK;
        }
        const real g = surplus(i, middle, s);
        if ((g > 0) == (g_high > 0))
            g_low /= 2; /* Illinois: the end that stays counts for less */
        else {
            low = high;
            g_low = g_high;
        }
        high = middle;
        g_high = g;
    }
    return isfinite(g_low) && isfinite(g_high) ? STATUS_NO_CONVERGENCE : STATUS_NONFINITE;
}

/* Finds the velocity at the end and its selection. */
static enum status select_end(const struct inclusion *i, struct situation *end)
{
    const struct moving *m = i->m;
    real f[2];
    if (m->mode != MOVING_NAIVE) { /* the side is known, and its end is an event */
        end->s = side(m);
        return solve(i, i->x[V], end->s, &end->v);
    }
    const real stopping = needed(i, 0);
    m->model->stiction(m->p, memory_of(m), i->x + m->n_plant, f);
    if (stopping >= f[0] && stopping <= f[1]) {
        end->v = 0;
        PREC(model_stick)(m->model, m->p, memory_of(m), i->x + m->n_plant, stopping, &end->s);
        return STATUS_OK;
    }
    end->s = stopping > f[1] ? 1 : -1;
    return solve(i, i->x[V] * end->s > 0 ? i->x[V] : 0, end->s, &end->v);
}

enum status PREC(plant_implicit_step)(void *ctx, real t, real h, real x[])
{
    struct moving *m = ctx;
    const struct inclusion i = { .m = m, .t = t, .h = h, .x = x };
    struct memory *memory = m->model->start ? &m->memory : NULL;
    struct situation end = { 0 };
    real *law_x = x + m->n_plant;
    if (m->mode == MOVING_STUCK) {
        PREC(plant_flow)(ctx, t, h, C(0.5), x);
        return STATUS_OK;
    }
    const enum status status = select_end(&i, &end);
    if (status != STATUS_OK)
        return status;
    const real F = needed(&i, end.v);
    end_with(&i, end.v, x);
    if (m->with_energy)
        law_x[m->model->n_states] += h * end.v * F;
    m->model->flow(m->p, memory, beyond(&end) ? 0 : end.v, end.s, h, law_x);
    return STATUS_OK;
}
