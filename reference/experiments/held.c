/* Goes along a hold step by step, with errors and events (held.h). */
#include <string.h>

#include "reference/experiments/held_parts.h"

enum { MOST_STEPS = 3000, Q = HELD_Q };

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
    real most = 0, x[MODEL_MAX_STATES] = { 0 }, z[2][HELD_VALUES];
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

/* Goes on by h, to `to`, and leaves the step. Returns the error as a multiple of what is allowed;
 * INFINITY where there is no solution. */
static real go(const struct held *m, real h, real to[], struct step *step)
{
    const unsigned n = m->model->n_states;
    step->h = h;
    PREC(held_linearize)(m, h, &step->by);
    if (!PREC(held_converge)(m, step))
        return (real)INFINITY;
    real integral = 0;
    for (unsigned j = 0; j <= Q; j++)
        integral += lobatto_7.integral[Q][j] * step->z[n][j];
    to[n] = h * integral;
    for (unsigned i = 0; i < n; i++) {
        to[i] = step->x[i][Q];
        to[n] -= step->by.share[i] * (to[i] - m->y[i]);
    }
    to[n] += m->y[n];
    return isfinite(to[n]) ? error_of(m, step, to) : (real)INFINITY;
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

/* Returns the part of the step in which no guard fires, by the step's polynomials. */
static real quiet_part(const struct held *m, const struct step *step)
{
    real lo = 0, hi = 1, x[MODEL_MAX_STATES] = { 0 };
    while (hi - lo > R_EPSILON * hi && hi > R_EPSILON) {
        const real middle = lo + (hi - lo) / 2;
        for (unsigned i = 0; i < m->model->n_states; i++)
            x[i] = collocation_at(Q, &step->way[i], middle);
        if (fires(m, x) < m->model->n_guards)
            hi = middle;
        else
            lo = middle;
    }
    return hi;
}

/* Shortens a step at whose end a guard fires until it fires only just: to where the step's
 * polynomials, which are as good as its end, have it, and on from there by more and more of their
 * roundings. Returns false where a shorter step fails. */
static bool locate(const struct held *m, const struct step *step, real *h, real to[])
{
    const real whole = *h;
    struct step to_event;
    real between[HELD_VALUES], at = quiet_part(m, step) * whole, later = R_EPSILON * at;
    while (at < whole) {
        if (!(go(m, at, between, &to_event) <= 1))
            return false;
        if (fires(m, between) < m->model->n_guards) {
            memcpy(to, between, (m->model->n_states + 1) * sizeof *to);
            *h = at;
            return true;
        }
        at += later;
        later *= 4;
    }
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
    PREC(held_linearize)(m, h, &by);
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
    struct step under_way;
    real left = h, next = h;
    for (unsigned step = 0; left > 0; step++) {
        real to[HELD_VALUES];
        const bool last = next >= left;
        const real whole = last ? left : next;
        real taken = whole;
        if (step == MOST_STEPS || !(whole > R_TRUE_MIN))
            return nothing(model, x);
        const real error = go(&m, whole, to, &under_way);
        const bool stops = error <= 1 && fires(&m, to) < model->n_guards;
        if (!(error <= 1) || (stops && !locate(&m, &under_way, &taken, to))) {
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
