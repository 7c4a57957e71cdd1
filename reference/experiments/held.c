/* Solves the equations at held velocity by exponential collocation (held.h).
 *
 * Over a step each state relaxes at a rate a of its own towards z = x + (dx/dt)/a. With a from the
 * law's Jacobian z has no linear part in what is left to relax, so that steps become long when
 * little is left, and a law that is linear takes one. The values at Lobatto's nodes are iterated;
 * both ends are nodes. */
#include "reference/experiments/held.h"

#include <string.h>

#include "integrators/numerics/lobatto.h"

enum {
    Q = COLLOCATION_MOST, /* nodes 0 to Q */
    MOST_ITERATIONS = 24,
    PATIENCE = 4, /* iterations that may converge slowly */
    MOST_STEPS = 3000,
    MOST_HALVINGS = 60, /* of a step at whose end an event is looked for */
    VALUES = MODEL_MAX_STATES + 1
};

/* What is held, and where the motion is: the states, and behind them the integral of F. */
struct held {
    const struct model *model;
    const real *p;
    struct memory *mem;
    real v, s, accuracy;
    real roundings; /* of the force, N */
    real y[VALUES];
    real largest[VALUES]; /* |x| on the way, and the integral of |F| */
};

static real response(const struct held *m, const real x[], real dx[])
{
    return PREC(model_response)(m->model, m->p, m->mem, m->v, m->s, x, dx);
}

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

/* How each state relaxes over a step, as if there were no others. */
struct relaxing_law {
    real a[MODEL_MAX_STATES];
    real force_x[MODEL_MAX_STATES];
    /* Of the force, per rate: F + sum share dx/dt has no linear part. */
    real share[MODEL_MAX_STATES];
};

/* A state that does not relax over h is taken to relax a little: what that costs is a digit. */
static void linearize(const struct held *m, real h, struct relaxing_law *by)
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

/* A step under way: states at the nodes, what they relax to, and what is left of the force. */
struct step {
    real h;
    struct relaxing_law by;
    real x[MODEL_MAX_STATES][Q + 1], z[VALUES][Q + 1];
    struct relaxing way[MODEL_MAX_STATES];
};

/* Evaluates what the states relax to, and what is left of the force. */
static void look_at(const struct held *m, const struct relaxing_law *by, const real x[], real z[])
{
    const unsigned n = m->model->n_states;
    real dx[MODEL_MAX_STATES] = { 0 };
    z[n] = response(m, x, dx);
    for (unsigned i = 0; i < n; i++) {
        z[i] = x[i] + dx[i] / by->a[i];
        z[n] += by->share[i] * dx[i];
    }
}

static void look(const struct held *m, struct step *step, unsigned node)
{
    const unsigned n = m->model->n_states;
    real x[MODEL_MAX_STATES] = { 0 }, z[VALUES];
    for (unsigned i = 0; i < n; i++)
        x[i] = step->x[i][node];
    look_at(m, &step->by, x, z);
    for (unsigned i = 0; i <= n; i++)
        step->z[i][node] = z[i];
}

/* What a state, or the integral behind them, may be off where it is x. */
static real allowed(const struct held *m, unsigned i, real x)
{
    return m->accuracy * r_max(m->largest[i], r_abs(x));
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

/* What some roundings of a state are, as a part of what is allowed. */
static real noise(const struct held *m) { return 32 * R_EPSILON / m->accuracy; }

/* Iterates. Returns false where that does not converge. */
static bool converge(const struct held *m, struct step *step)
{
    real before = (real)INFINITY;
    for (unsigned i = 0; i < m->model->n_states; i++)
        step->x[i][0] = m->y[i];
    look(m, step, 0);
    for (unsigned j = 1; j <= Q; j++)
        for (unsigned i = 0; i <= m->model->n_states; i++)
            step->z[i][j] = step->z[i][0];
    relax(m, step);
    for (unsigned k = 0; k < MOST_ITERATIONS; k++) {
        for (unsigned j = 1; j <= Q; j++)
            look(m, step, j);
        const real change = relax(m, step);
        /* What is still to come is change^2/(before - change) when each change is the same part of
         * the one before. */
        const real to_come = isfinite(before) ? change * change / (before - change) : change;
        if (change <= noise(m) || (to_come >= 0 && to_come <= SMALL))
            return true;
        if (!(change < (k < PATIENCE ? before : before / 2)))
            return false;
        before = change;
    }
    return false;
}

/* Newton's polynomial through values at the nodes, in the rule's order. */
static void divide(const real value[], real d[Q + 1])
{
    const real *u = lobatto_7.node;
    const unsigned *order = lobatto_7.order;
    for (unsigned j = 0; j <= Q; j++)
        d[j] = value[order[j]];
    for (unsigned k = 1; k <= Q; k++)
        for (unsigned j = Q; j >= k; j--)
            d[j] = (d[j] - d[j - 1]) / (u[order[j]] - u[order[j - k]]);
}

static real newton_at(const real d[Q + 1], real u)
{
    real sum = d[Q];
    for (unsigned j = Q; j-- > 0;)
        sum = d[j] + (u - lobatto_7.node[lobatto_7.order[j]]) * sum;
    return sum;
}

/* The error of the rule for a function of which the polynomial is known, and by how much it misses
 * the function between nodes. Differences of a smooth function fall like powers, and the rule is
 * exact for five orders more than the polynomial; at a bend they do not, or the polynomial misses
 * by more than they say. */
static real rule_error(const real d[Q + 1], real missed)
{
    enum { LOOKED_AT = 4 };
    real size[LOOKED_AT], fall = 0;
    for (unsigned k = 0; k < LOOKED_AT; k++)
        size[k] = r_abs(d[Q + 1 - LOOKED_AT + k]) * r_exp2(-2 * (real)(Q + 1 - LOOKED_AT + k));
    for (unsigned k = 1; k < LOOKED_AT; k++)
        fall = r_max(fall, size[k] / size[k - 1]);
    const real last = r_max(size[LOOKED_AT - 1], size[LOOKED_AT - 2] * r_min(fall, 1));
    if (!(fall < 1) || missed > 2 * last)
        return r_max(last, missed);
    return last * fall * fall * fall * fall * fall;
}

/* The integral of |F| so far, and what errors that are allowed in the states, and roundings, make
 * of the force, as a multiple of the accuracy. */
static real size_of_integral(const struct held *m, const struct step *step, const real to[])
{
    const unsigned n = m->model->n_states;
    real F = m->roundings / m->accuracy;
    for (unsigned i = 0; i < n; i++)
        F += r_abs(step->by.force_x[i]) * r_max(m->largest[i], r_abs(to[i]));
    return r_abs(to[n] - m->y[n]) + m->largest[n] + step->h * F;
}

/* The error of the states and of the integral after a step, as a multiple of what is allowed. */
static real error_of(const struct held *m, const struct step *step, const real to[])
{
    static const real between[] = { C(0.38), C(0.62) }; /* in the widest gaps between nodes */
    const unsigned n = m->model->n_states;
    real most = 0, x[MODEL_MAX_STATES] = { 0 }, z[2][VALUES];
    for (unsigned k = 0; k < 2; k++) {
        for (unsigned i = 0; i < n; i++)
            x[i] = collocation_at(Q, &step->way[i], between[k]);
        look_at(m, &step->by, x, z[k]);
    }
    for (unsigned i = 0; i <= n; i++) {
        real d[Q + 1], missed = 0;
        divide(step->z[i], d);
        for (unsigned k = 0; k < 2; k++)
            missed = r_max(r_abs(z[k][i] - newton_at(d, between[k])), missed);
        if (!isfinite(z[0][i]) || !isfinite(z[1][i]))
            return (real)INFINITY;
        const real error =
            rule_error(d, missed) * (i < n ? r_min(1, step->h * step->by.a[i]) : step->h);
        const real size = i < n ? to[i] : size_of_integral(m, step, to);
        if (error > 0)
            most = r_max(most, error / allowed(m, i, size));
    }
    return most;
}

/* Goes on by h, to `to`. Returns the error as a multiple of what is allowed; INFINITY where there
 * is no solution. */
static real go(const struct held *m, real h, real to[])
{
    const unsigned n = m->model->n_states;
    struct step step = { .h = h };
    linearize(m, h, &step.by);
    if (!converge(m, &step))
        return (real)INFINITY;
    real integral = 0;
    for (unsigned j = 0; j <= Q; j++)
        integral += lobatto_7.integral[Q][j] * step.z[n][j];
    to[n] = h * integral;
    for (unsigned i = 0; i < n; i++) {
        to[i] = step.x[i][Q];
        to[n] -= step.by.share[i] * (to[i] - m->y[i]);
    }
    to[n] += m->y[n];
    return isfinite(to[n]) ? error_of(m, &step, to) : (real)INFINITY;
}

/* Returns the first guard that fires at the states, or n_guards. */
static unsigned fires(const struct held *m, const real x[])
{
    real g[MODEL_MAX_GUARDS];
    unsigned i = 0;
    if (m->model->n_guards == 0)
        return 0;
    m->model->guard(m->p, m->mem, m->v, x, g);
    while (i < m->model->n_guards && !(g[i] < 0))
        i++;
    return i;
}

/* Shortens a step at whose end a guard fires until it fires only just. Returns false where a
 * shorter step fails. */
static bool locate(const struct held *m, real *h, real to[])
{
    real lo = 0, hi = *h, between[VALUES];
    for (int i = 0; i < MOST_HALVINGS && hi - lo > R_EPSILON * hi; i++) {
        const real middle = lo + (hi - lo) / 2;
        if (!(go(m, middle, between) <= 1))
            return false;
        if (fires(m, between) < m->model->n_guards) {
            hi = middle;
            memcpy(to, between, (m->model->n_states + 1) * sizeof *to);
        } else
            lo = middle;
    }
    *h = hi;
    return true;
}

/* Takes over what a step of h has reached. */
static void arrive(struct held *m, real h, const real to[])
{
    const unsigned n = m->model->n_states;
    m->largest[n] = r_max(m->largest[n] + r_abs(to[n] - m->y[n]),
                          h * r_abs(m->model->force(m->p, m->mem, m->v, m->s, to)));
    memcpy(m->y, to, (n + 1) * sizeof *to);
    for (unsigned i = 0; i < n; i++)
        m->largest[i] = r_max(m->largest[i], r_abs(to[i]));
}

/* Makes the transitions that are due. */
static void make_transitions(struct held *m)
{
    for (unsigned most = 2 * m->model->n_guards; most > 0; most--) {
        const unsigned guard = fires(m, m->y);
        if (guard == m->model->n_guards ||
            m->model->transition(m->p, guard, m->v, m->y, m->mem) != STATUS_OK)
            return;
    }
}

static real nothing(const struct model *model, real x[])
{
    for (unsigned i = 0; i < model->n_states; i++)
        x[i] = (real)NAN;
    return (real)NAN;
}

/* A step that is shorter than one that has failed altogether: about the fastest time constant,
 * where that is shorter. */
static real shorter(const struct held *m, real h)
{
    struct relaxing_law by = { .a = { 0 } };
    real fastest = 0;
    linearize(m, h, &by);
    for (unsigned i = 0; i < m->model->n_states; i++)
        fastest = r_max(fastest, by.a[i]);
    return r_min(h / 4, 1 / fastest);
}

/* By how much the next step may differ: the error is of order 12, rounding of none. */
static const real LONGER = 3; /* at most */
static real longer(const struct held *m, real error)
{
    return r_min(C(0.8) * r_pow(r_max(error - noise(m), R_EPSILON), -C(1.0) / 12), LONGER);
}

real PREC(held_motion)(const struct model *model, const real p[], struct memory *mem, real v,
                       real s, real h, real accuracy, real x[])
{
    const unsigned n = model->n_states;
    struct held m = { .model = model, .p = p, .mem = mem, .v = v, .s = s, .accuracy = accuracy };
    if (n == 0)
        return h == 0 ? 0 : h * model->force(p, mem, v, s, x);
    memcpy(m.y, x, n * sizeof *x);
    for (unsigned i = 0; i < n; i++)
        m.largest[i] = r_abs(x[i]);
    if (model->force_scale)
        m.roundings = 8 * R_EPSILON * model->force_scale(p, v, r_abs(v) * h);
    make_transitions(&m);
    real left = h, next = h;
    for (unsigned step = 0; left > 0; step++) {
        real to[VALUES];
        const bool last = next >= left;
        const real whole = last ? left : next;
        real taken = whole;
        if (step == MOST_STEPS || !(whole > R_TRUE_MIN))
            return nothing(model, x);
        const real error = go(&m, whole, to);
        const bool stops = error <= 1 && fires(&m, to) < model->n_guards;
        if (!(error <= 1) || (stops && !locate(&m, &taken, to))) {
            next = isfinite(error) ? whole * r_max(C(0.1), r_min(C(0.7), longer(&m, error)))
                                   : shorter(&m, whole);
            continue;
        }
        arrive(&m, taken, to);
        if (stops)
            make_transitions(&m);
        left = last && taken == whole ? 0 : left - taken;
        next = whole * longer(&m, error);
    }
    memcpy(x, m.y, n * sizeof *x);
    return m.y[n];
}
