/* A mass with a friction law, as a law for unit.c: its states are the position x (m), the velocity
 * v (m/s) and the friction's; what is v for a law is the applied force u (N). It truly sticks:
 * where the friction jumps at v = 0 the mass is held there, v is 0 exactly and F = u, until u
 * leaves what the friction bears; other laws hold it by their states.
 *
 * law.h, which says what friction_... and FRICTION_... are, includes this file. */
#ifndef BRISTLE_BENCHMARKS_FMU_MASS_H
#define BRISTLE_BENCHMARKS_FMU_MASS_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define LAW_PARAMETERS (FRICTION_PARAMETERS + 1)
#define LAW_STATES     (FRICTION_STATES + 2)
#define LAW_GUARDS     (FRICTION_GUARDS + 2 * FRICTION_JUMPS)
#define LAW_JUMPS      0
#define LAW_GIVEN      (FRICTION_GIVEN + 2)
#define LAW_SHOWN      2 /* x and v are outputs */

static const size_t mass_friction_states = FRICTION_STATES;

struct law_parameters {
    struct friction_parameters friction;
    double mass; /* kg */
};

#define LAW_DEFAULTS                                                                               \
    {                                                                                              \
        FRICTION_DEFAULTS, 1.0                                                                     \
    }

struct law_instant {
    struct law_parameters p;
    double x[LAW_STATES], v /* N: u */, s, force, rate[LAW_STATES], guard[LAW_GUARDS + 1];
    double side; /* 1 or -1: it slides so; 0: it is held; of friction that jumps */
    struct friction_instant friction;
    struct {
        double rate_x[LAW_STATES * LAW_STATES], rate_v[LAW_STATES], force_x[LAW_STATES], force_v;
    } slopes;
};

static inline double mass_sign(double v) { return (double)((v > 0) - (v < 0)); }

static inline double *law_parameter(struct law_instant *now, unsigned i)
{
    const double *at = friction_parameter(&now->friction, i);
    if (i == FRICTION_PARAMETERS)
        return &now->p.mass;
    return at ? (double *)(void *)((char *)&now->p.friction +
                                   ((const char *)at - (const char *)&now->friction.p))
              : NULL;
}

static inline const char *law_check(const struct law_parameters *p)
{
    return p->mass > 0 ? friction_check(&p->friction) : "mass above 0";
}

static inline void mass_take_states(struct law_instant *now)
{
    for (size_t i = 0; i < mass_friction_states; i++)
        now->x[2 + i] = now->friction.x[i];
}

static inline void law_begin(struct law_instant *now)
{
    now->friction.p = now->p.friction;
    friction_begin(&now->friction);
    now->x[0] = now->x[1] = now->side = 0;
    mass_take_states(now);
}

/* Gives the friction its states and its velocity. A mass that jumps stays on its side of the jump
 * until an event. */
static inline void mass_look(struct law_instant *now)
{
    const double v = now->x[1], sign = mass_sign(v);
    if (now->side == 0)
        now->side = sign;
    for (size_t i = 0; i < mass_friction_states; i++)
        now->friction.x[i] = now->x[2 + i];
    now->friction.v = v;
    now->friction.s = FRICTION_JUMPS ? now->side : sign;
}

static inline bool mass_is_held(const struct law_instant *now)
{
    return FRICTION_JUMPS && now->side == 0;
}

/* Returns the friction of a mass that begins to slide to that side. */
static inline struct friction_instant mass_at(const struct law_instant *now, double side)
{
    struct friction_instant there = now->friction;
    there.v = 0;
    there.s = side;
    friction_respond(&there);
    return there;
}

static inline double mass_limit(const struct law_instant *now, double side)
{
    return mass_at(now, side).force;
}

/* Returns the s in [-1, 1] at which the friction of a mass that is held equals u, in which it is
 * affine, or the nearer end. */
static inline double mass_hold(const struct law_instant *now)
{
    const double lo = mass_limit(now, -1), hi = mass_limit(now, 1);
    return hi > lo ? fmin(fmax((now->v - lo - (hi - now->v)) / (hi - lo), -1), 1) : 0;
}

static inline void law_respond(struct law_instant *now)
{
    mass_look(now);
    if (mass_is_held(now))
        now->friction.s = mass_hold(now);
    friction_respond(&now->friction);
    now->force = mass_is_held(now) ? now->v : now->friction.force;
    now->rate[0] = now->x[1];
    now->rate[1] = (now->v - now->force) / now->p.mass;
    for (size_t i = 0; i < mass_friction_states; i++)
        now->rate[2 + i] = now->friction.rate[i];
}

#if LAW_SLOPES
/* What u and the states change in the friction's rates by way of the s at which it holds. */
static inline void mass_differentiate_held(struct law_instant *now)
{
    const size_t n = mass_friction_states, all = LAW_STATES;
    const struct friction_instant lo = mass_at(now, -1), hi = mass_at(now, 1);
    for (size_t i = 0; i < n && hi.force > lo.force; i++) {
        const double by_force = (hi.rate[i] - lo.rate[i]) / (hi.force - lo.force);
        now->slopes.rate_v[2 + i] = by_force;
        for (size_t k = 0; k < n; k++)
            now->slopes.rate_x[(2 + i) * all + 2 + k] -= by_force * now->friction.slopes.force_x[k];
    }
}

static inline void law_differentiate(struct law_instant *now)
{
    const size_t n = mass_friction_states, all = LAW_STATES;
    law_respond(now);
    const bool is_held = mass_is_held(now);
    memset(&now->slopes, 0, sizeof now->slopes);
    friction_differentiate(&now->friction);
    now->slopes.force_v = is_held;
    now->slopes.rate_v[1] = is_held ? 0 : 1 / now->p.mass;
    now->slopes.force_x[1] = is_held ? 0 : now->friction.slopes.force_v;
    now->slopes.rate_x[1] = 1;
    for (size_t i = 0; i < n; i++) {
        now->slopes.force_x[2 + i] = is_held ? 0 : now->friction.slopes.force_x[i];
        now->slopes.rate_x[(2 + i) * all + 1] = now->friction.slopes.rate_v[i];
        for (size_t k = 0; k < n; k++)
            now->slopes.rate_x[(2 + i) * all + 2 + k] = now->friction.slopes.rate_x[i * n + k];
    }
    for (size_t i = 1; i < all; i++)
        now->slopes.rate_x[all + i] = -now->slopes.force_x[i] / now->p.mass;
    if (is_held)
        mass_differentiate_held(now);
}
#endif

#if LAW_GUARDS > 0
/* Those of the friction; then, where it jumps, the way to rest of a mass that slides, or what is
 * missing to break away to either side of one that is held. */
static inline void law_watch(struct law_instant *now)
{
    mass_look(now);
#if FRICTION_GUARDS > 0
    friction_watch(&now->friction);
    for (size_t i = 0; i < FRICTION_GUARDS; i++)
        now->guard[i] = now->friction.guard[i];
#endif
#if FRICTION_JUMPS
    const bool is_held = mass_is_held(now);
    double *own = now->guard + FRICTION_GUARDS;
    own[0] = is_held ? mass_limit(now, 1) - now->v : now->side * now->x[1];
    own[1] = is_held ? now->v - mass_limit(now, -1) : 1;
#endif
}

/* Stops, holds or lets go. Returns true when something has changed. */
static inline bool mass_switch(struct law_instant *now)
{
    const double side = now->side, v = now->x[1];
    if (!FRICTION_JUMPS)
        return false;
    if (side != 0 && side * v <= 0 && (v != 0 || side * (now->v - mass_limit(now, side)) < 0))
        now->x[1] = now->side = 0;
    else if (side == 0)
        now->side = (double)((now->v > mass_limit(now, 1)) - (now->v < mass_limit(now, -1)));
    return now->side != side;
}

static inline bool law_settle(struct law_instant *now)
{
    enum { MOST = 8 };
    for (int i = 0; i < MOST; i++) {
        mass_look(now);
#if FRICTION_GUARDS > 0
        if (!friction_settle(&now->friction))
            return false;
        mass_take_states(now);
#endif
        if (!mass_switch(now))
            return true;
    }
    return false;
}
#endif

/* A step whose end is sought: momentum m (v1 - v0) = h (u - F). u is the mean over the step. F is
 * that of the end where the friction jumps, which does not chatter, else the mean of both ends. */
struct mass_step {
    const struct law_instant *from;
    double h, u, weight; /* weight: of the force at the end */
    double force;        /* N, at the beginning */
};

/* Returns by how much momentum is too large where the velocity ends at v1, on that side of 0, kg
 * m/s; fills after. */
static inline double mass_excess(const struct mass_step *step, double v1, double side,
                                 struct friction_instant *after)
{
    const struct law_instant *from = step->from;
    *after = from->friction;
    friction_advance(after, step->h, v1);
    if (v1 == 0 && FRICTION_JUMPS) {
        after->s = side;
        friction_respond(after);
    }
    const double force = (1 - step->weight) * step->force + step->weight * after->force;
    return from->p.mass * (v1 - from->x[1]) - step->h * (step->u - force);
}

/* An end of where the velocity after the step is. */
struct mass_end {
    double v, excess;
};

/* Moves `far` away from `near` until the excess has another sign. */
static inline bool mass_bracket(const struct mass_step *step, struct mass_end *near,
                                struct mass_end *far)
{
    struct friction_instant after;
    const double v0 = step->from->x[1];
    near->v = v0;
    near->excess = mass_excess(step, v0, step->from->side, &after);
    const double side = near->excess > 0 ? -1 : 1;
    double width = fmax(fabs(near->excess) / step->from->p.mass, DBL_MIN);
    for (*far = *near; near->excess != 0 && far->excess * side < 0; width *= 2) {
        far->v = v0 + side * width;
        far->excess = mass_excess(step, far->v, 0, &after);
        if (!isfinite(far->excess) || !isfinite(far->v))
            return false;
    }
    return isfinite(near->excess);
}

/* Returns true when the mass stops, or stays, at 0, which is between the ends; otherwise one of
 * them moves there. */
static inline bool mass_stops(const struct mass_step *step, struct mass_end *lo,
                              struct mass_end *hi)
{
    struct friction_instant after;
    if (!FRICTION_JUMPS || lo->v > 0 || hi->v < 0)
        return false;
    const double below = mass_excess(step, 0, -1, &after), above = mass_excess(step, 0, 1, &after);
    if (below <= 0 && above >= 0)
        return true;
    if (below > 0)
        *hi = (struct mass_end){ 0, below };
    else
        *lo = (struct mass_end){ 0, above };
    return false;
}

/* Returns the velocity between the ends at which nothing is in excess, to rounding: by false
 * position, of an end that stays only half the excess (Illinois), with every third step a
 * bisection.
 */
static inline double mass_root(const struct mass_step *step, struct mass_end lo, struct mass_end hi)
{
    enum { MOST = 200 };
    struct friction_instant after;
    double kept = 0;
    for (int i = 0; i < MOST && lo.excess != 0 && hi.excess != 0; i++) {
        const double slope = hi.excess - lo.excess;
        double v = lo.v - lo.excess * ((hi.v - lo.v) / slope);
        if (i % 3 == 2 || !(v > lo.v && v < hi.v))
            v = lo.v + (hi.v - lo.v) / 2;
        if (!(v > lo.v && v < hi.v))
            break;
        const double excess = mass_excess(step, v, 0, &after);
        struct mass_end *moved = excess < 0 ? &lo : &hi, *other = excess < 0 ? &hi : &lo;
        const double side = excess < 0 ? -1 : 1;
        other->excess *= kept == side ? 0.5 : 1;
        kept = side;
        *moved = (struct mass_end){ v, excess };
    }
    return lo.excess == 0 || (hi.excess != 0 && -lo.excess < hi.excess) ? lo.v : hi.v;
}

/* Moves the states of the friction that holds a mass over h seconds, in which the applied force
 * goes to u1: by Heun's method, as all that is fast has come to rest. */
static inline void mass_rest(struct law_instant *now, double h, double u1)
{
    double before[LAW_STATES], rate[LAW_STATES];
    law_respond(now);
    memcpy(before, now->x, sizeof before);
    memcpy(rate, now->rate, sizeof rate);
    for (size_t i = 2; i < LAW_STATES; i++)
        now->x[i] += h * rate[i];
    now->v = u1;
    law_respond(now);
    for (size_t i = 2; i < LAW_STATES; i++)
        now->x[i] = before[i] + h / 2 * (rate[i] + now->rate[i]);
}

/* Takes a step of h seconds, over which the applied force is linear from the present one to u1. The
 * force is not finite where there is no solution. */
static inline void law_advance(struct law_instant *now, double h, double u1)
{
    mass_look(now);
    friction_respond(&now->friction);
    const struct mass_step step = { now, h, now->v + (u1 - now->v) / 2, FRICTION_JUMPS ? 1 : 0.5,
                                    now->friction.force };
    struct friction_instant after;
    struct mass_end near, far;
    const bool is_there = mass_bracket(&step, &near, &far);
    struct mass_end lo = near.v < far.v ? near : far, hi = near.v < far.v ? far : near;
    const bool stops = is_there && mass_stops(&step, &lo, &hi);
    const double v1 = stops || !is_there ? 0 : mass_root(&step, lo, hi);
    mass_excess(&step, v1, 0, &after);
    if (FRICTION_JUMPS && now->x[1] == 0 && v1 == 0) {
        mass_rest(now, h, u1);
        for (size_t i = 0; i < mass_friction_states; i++)
            after.x[i] = now->x[2 + i];
    }
    now->friction = after;
    now->x[0] += h * (now->x[1] + v1) / 2;
    now->x[1] = v1;
    now->side = mass_sign(v1);
    now->v = u1;
    mass_take_states(now);
    now->force = !is_there           ? (double)NAN
                 : mass_is_held(now) ? fmin(fmax(u1, mass_limit(now, -1)), mass_limit(now, 1))
                                     : after.force;
}

#endif
