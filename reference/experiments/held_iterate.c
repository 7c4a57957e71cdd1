/* Iterates the values of a step at its nodes (held_parts.h). */
#include <string.h>

#include "integrators/numerics/dense.h"
#include "reference/experiments/held_parts.h"

enum {
    MOST_ITERATIONS = 24,
    PATIENCE = 4,   /* iterations that need not yet converge */
    REMEMBERED = 4, /* iterations from which the next one is made */
    Q = HELD_Q
};

/* By differences, where the law does not say. */
static void differences(const struct held *m, struct jacobian *at)
{
    const unsigned n = m->model->n_states;
    real dx[MODEL_MAX_STATES], moved[MODEL_MAX_STATES], x[MODEL_MAX_STATES];
    const real F = response(m, m->y, dx);
    memcpy(x, m->y, n * sizeof *x);
    for (unsigned j = 0; j < n; j++) {
        const real size = r_max(r_max(r_abs(x[j]), m->largest[j]), R_MIN / R_EPSILON);
        const real to = x[j] + r_sqrt(R_EPSILON) * size, step = to - x[j], kept = x[j];
        x[j] = to;
        at->force_x[j] = (response(m, x, moved) - F) / step;
        for (unsigned i = 0; i < n; i++)
            at->rate_x[i * n + j] = (moved[i] - dx[i]) / step;
        x[j] = kept;
    }
}

void PREC(held_linearize)(const struct held *m, real h, struct relaxing_law *by)
{
    const real least = C(0.125) / h;
    const unsigned n = m->model->n_states;
    struct jacobian at;
    if (m->model->jacobian)
        m->model->jacobian(m->p, m->mem, m->v, m->s, m->y, &at);
    else
        differences(m, &at);
    for (unsigned i = 0; i < n; i++) {
        const real a = -at.rate_x[i * n + i];
        by->a[i] = a > least && isfinite(a) ? a : least;
        by->force_x[i] = at.force_x[i];
        by->share[i] = a > least && isfinite(a) ? at.force_x[i] / a : 0;
    }
}

static void look(const struct held *m, struct step *step, unsigned node)
{
    const unsigned n = m->model->n_states;
    real x[MODEL_MAX_STATES] = { 0 }, z[HELD_VALUES];
    for (unsigned i = 0; i < n; i++)
        x[i] = step->x[i][node];
    look_at(m, &step->by, x, z);
    for (unsigned i = 0; i <= n; i++)
        step->z[i][node] = z[i];
}

/* Solves for the states at the nodes; returns the largest change, as a multiple of what is
 * allowed, NAN where there is no number. */
static real relax(const struct held *m, struct step *step)
{
    real most = 0;
    for (unsigned i = 0; i < m->model->n_states; i++) {
        real a[Q + 1];
        struct relaxing *r = &step->way[i];
        for (unsigned j = 0; j <= Q; j++)
            a[j] = step->by.a[i];
        /* what a state relaxes to may be much larger than the state */
        collocate(Q, &lobatto_7, step->h, a, step->z[i], m->y[i], R_EPSILON * R_EPSILON, r);
        for (unsigned j = 1; j <= Q; j++) {
            const real x = collocation_at(Q, r, lobatto_7.node[j]);
            const real change = r_abs(x - step->x[i][j]);
            step->x[i][j] = x;
            if (change > 0)
                most = r_max(most, change / allowed(m, i, x));
            if (!isfinite(x))
                return (real)NAN;
        }
    }
    return most;
}

/* What iterations may leave, as a part of what is allowed. */
static const real SMALL = C(1e-3);

/* The last iterations: what has been put in at the nodes, of all states, and by how much it has
 * changed, in parts of what is allowed. */
struct iterations {
    unsigned n; /* of them */
    real from[REMEMBERED][MODEL_MAX_STATES * Q], change[REMEMBERED][MODEL_MAX_STATES * Q];
};

static void remember(const struct held *m, struct iterations *last, const struct step *step,
                     const real from[])
{
    const unsigned size = m->model->n_states * Q;
    if (last->n < REMEMBERED)
        last->n++;
    memmove(last->from[1], last->from[0], (REMEMBERED - 1) * sizeof last->from[0]);
    memmove(last->change[1], last->change[0], (REMEMBERED - 1) * sizeof last->change[0]);
    memcpy(last->from[0], from, size * sizeof *from);
    for (unsigned k = 0; k < size; k++) {
        const real to = step->x[k / Q][k % Q + 1];
        last->change[0][k] = (to - from[k]) / allowed(m, k / Q, to);
    }
}

/* Puts in what would change nothing, were the changes affine in what is put in, as well as the last
 * iterations know (D. G. Anderson, "Iterative procedures for nonlinear integral equations", J. ACM
 * 12(4), 547-560, 1965). States that stiffly drive each other converge in no other way. */
static void mix(const struct held *m, const struct iterations *last, struct step *step)
{
    const unsigned size = m->model->n_states * Q, n = last->n - 1;
    real A[MODEL_MAX_STATES * MODEL_MAX_STATES] = { 0 }, weight[MODEL_MAX_STATES] = { 0 };
    unsigned row[MODEL_MAX_STATES];
    for (unsigned a = 0; a < n; a++)
        for (unsigned k = 0; k < size; k++) {
            const real d = last->change[0][k] - last->change[a + 1][k];
            weight[a] += d * last->change[0][k];
            for (unsigned b = 0; b < n; b++)
                A[a * n + b] += d * (last->change[0][k] - last->change[b + 1][k]);
        }
    if (n == 0 || !dense_factorize(n, A, row))
        return;
    dense_solve(n, A, row, weight);
    for (unsigned k = 0; k < size; k++) {
        real *x = &step->x[k / Q][k % Q + 1];
        const real unit = allowed(m, k / Q, *x);
        for (unsigned a = 0; a < n; a++)
            *x -= weight[a] * (last->from[0][k] - last->from[a + 1][k] +
                               unit * (last->change[0][k] - last->change[a + 1][k]));
    }
}

bool PREC(held_converge)(const struct held *m, struct step *step)
{
    const unsigned size = m->model->n_states * Q;
    real before = (real)INFINITY, least = (real)INFINITY;
    struct iterations last = { .n = 0 };
    for (unsigned i = 0; i < m->model->n_states; i++)
        step->x[i][0] = m->y[i];
    look(m, step, 0);
    for (unsigned j = 1; j <= Q; j++)
        for (unsigned i = 0; i <= m->model->n_states; i++)
            step->z[i][j] = step->z[i][0];
    relax(m, step);
    for (unsigned k = 0; k < MOST_ITERATIONS; k++) {
        real from[MODEL_MAX_STATES * Q];
        for (unsigned i = 0; i < size; i++)
            from[i] = step->x[i / Q][i % Q + 1];
        for (unsigned j = 1; j <= Q; j++)
            look(m, step, j);
        const real change = relax(m, step);
        /* What is still to come is change^2/(before - change) when each change is the same part of
         * the one before. */
        const real to_come = isfinite(before) ? change * change / (before - change) : change;
        if (change <= noise(m) || (to_come >= 0 && to_come <= SMALL))
            return true;
        if (!(change < (k < PATIENCE ? (real)INFINITY : 2 * least)))
            return false;
        least = r_min(least, change);
        before = change;
        remember(m, &last, step, from);
        mix(m, &last, step);
    }
    return false;
}
