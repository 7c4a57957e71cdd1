/* Maxwell-slip elements in parallel: what each carries, and how far they get while the force of all
 * together saturates (saturation.h).
 *
 * Element i = 1..n carries k_i z_i. All are stretched by one deflection z, within
 * |z_i| <= W_i/k_i: beyond, an element slips along. Their force is a function of the path of z with
 * nonlocal memory.
 */
#ifndef BRISTLE_MODELS_SLIP_ELEMENTS_H
#define BRISTLE_MODELS_SLIP_ELEMENTS_H

#include "models/saturation.h"

enum { ELEMENTS_MAX = 4 };

/* n elements; arrays of the caller. */
struct elements {
    int n;
    const real *k; /* N/m */
    const real *W; /* N */
};

/* Deflection at the limit, m. */
static inline real element_limit(const struct elements *e, int i) { return e->W[i] / e->k[i]; }

/* Force of all elements together, N. */
static inline real elements_force(const struct elements *e, const real z[])
{
    real sum = 0;
    for (int i = 0; i < e->n; i++)
        sum += e->k[i] * z[i];
    return sum;
}

/* Energy that the elements store, J. */
static inline real elements_storage(const struct elements *e, const real z[])
{
    real sum = 0;
    for (int i = 0; i < e->n; i++)
        sum += e->k[i] * z[i] * z[i];
    return sum / 2;
}

/* Returns |z|, m, at which the elements, stretched from rest, carry that force; then the weaker
 * ones slip. */
static inline real elements_stretch(const struct elements *e, real force)
{
    bool slip[ELEMENTS_MAX] = { false };
    real z = 0;
    for (int most = e->n; most > 0; most--) {
        real held = 0, stiffness = 0;
        for (int i = 0; i < e->n; i++) {
            slip[i] = slip[i] || element_limit(e, i) < z;
            held += slip[i] ? e->W[i] : 0;
            stiffness += slip[i] ? 0 : e->k[i];
        }
        if (!(stiffness > 0))
            break;
        z = (force - held) / stiffness;
    }
    return z;
}

/* A point of a path on which the force saturates at the level G (N) with the exponent n:
 * w = force/G and the deflections y_i (m). All move in the direction `way`, which is 1 or, from
 * beyond the level, -1; slip[i] says which elements slip that way. gain is what z has gained since
 * the path's beginning, m, and integral is int w dxi, m. left is 1 - w by a sum that keeps its
 * digits where the last of the force is carried by a soft element. */
struct passage {
    real n, G, w, left;
    real y[ELEMENTS_MAX], way;
    bool slip[ELEMENTS_MAX];
    real gain, integral;
};

/* The distance of element i to its limit in the direction of the passage, m. */
static inline real passage_room(const struct elements *e, const struct passage *at, int i)
{
    return element_limit(e, i) - at->way * at->y[i];
}

/* Returns what is left of the force up to the level, in units of it: forces at their limits, which
 * are large, first. */
static inline real passage_left(const struct elements *e, const struct passage *at)
{
    real left = at->G;
    for (int i = 0; i < e->n; i++)
        left -= at->slip[i] ? at->way * e->W[i] : 0;
    for (int i = 0; i < e->n; i++)
        left -= at->slip[i] ? 0 : e->k[i] * at->y[i];
    return left / at->G;
}

/* Begins a path from G, n and y. */
static inline void passage_begin(const struct elements *e, struct passage *at)
{
    at->w = elements_force(e, at->y) / at->G;
    at->way = at->w < 1 ? 1 : -1;
    for (int i = 0; i < e->n; i++)
        at->slip[i] = passage_room(e, at, i) <= 0;
    at->left = passage_left(e, at);
}

/* Moves the sticking elements, whose stiffness is given, to the end of a passage: by the change
 * since its beginning where that still shows at the end, otherwise by the force at the end and the
 * differences of deflections, which stay. */
static inline void passage_move(const struct elements *e, struct passage *at, real stiffness,
                                struct saturation to)
{
    const real before = r_abs(saturation_rate(at->n, at->w));
    const bool shows = 4 * r_abs(saturation_rate(at->n, to.end)) >= before;
    const real scale = at->G / stiffness;
    const int n = e->n;
    real y[ELEMENTS_MAX];
    for (int i = 0; i < n; i++) {
        real left = at->G * to.end;
        for (int j = 0; j < n; j++)
            left -= at->slip[j] ? at->way * e->W[j] : 0;
        for (int j = 0; j < n; j++)
            left -= at->slip[j] ? 0 : e->k[j] * (at->y[j] - at->y[i]);
        y[i] = shows ? at->y[i] + scale * to.change : left / stiffness;
    }
    for (int i = 0; i < n; i++)
        if (!at->slip[i])
            at->y[i] = r_max(-element_limit(e, i), r_min(element_limit(e, i), y[i]));
    at->gain += scale * to.change;
    at->integral += scale * to.integral;
    at->w = to.end;
}

/* Returns the stiffness of the sticking elements; *next is the element next to slip, -1 where all
 * slip. */
static inline real passage_stiffness(const struct elements *e, const struct passage *at, int *next)
{
    real stiffness = 0;
    *next = -1;
    for (int i = 0; i < e->n; i++) {
        if (at->slip[i])
            continue;
        stiffness += e->k[i];
        if (*next < 0 || passage_room(e, at, i) < passage_room(e, at, *next))
            *next = i;
    }
    return stiffness;
}

/* Returns where a path leads: near the level what w gains is a part of what is left. */
static inline struct saturation passage_to(const struct passage *at, real tau)
{
    struct saturation to = saturated(at->n, at->w, tau);
    if (at->w > C(0.5) && at->w != 1)
        to.change *= at->left / (1 - at->w);
    return to;
}

/* Follows the path xi = int |v| dt, m, from limit to limit of the elements. */
static inline void passage_go(const struct elements *e, struct passage *at, real xi)
{
    for (;;) {
        int next;
        const real stiffness = passage_stiffness(e, at, &next);
        if (next < 0)
            break;
        const real tau = stiffness / at->G * xi;
        const real change = at->way * passage_room(e, at, next) * (stiffness / at->G);
        struct saturation to = passage_to(at, tau);
        if (r_abs(to.change) < r_abs(change)) {
            passage_move(e, at, stiffness, to);
            return;
        }
        const real used = r_min(saturation_path(at->n, at->w, change), tau);
        to = saturated(at->n, at->w, used);
        to.change = change;
        to.end = at->w + change;
        passage_move(e, at, stiffness, to);
        at->y[next] = at->way * element_limit(e, next);
        at->slip[next] = true;
        at->left = passage_left(e, at);
        xi = r_max(0, xi - used * (at->G / stiffness));
    }
    at->gain += saturation_rate(at->n, at->w) * xi; /* all slip and hold G, to rounding */
    at->integral += at->w * xi;
}

#endif
