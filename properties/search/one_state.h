/* What it costs to move the state of a law that has one state z, beside its travel, and no memory.
 *
 * Whatever the signal, a change of z at z is made at some velocity, and costs F v/|dz/dt| for each
 * unit of z. With the least such costs
 *
 *     a(z) = inf of F v/(d|z|/dt) over the velocities that raise |z|
 *     b(z) = inf of F v/|d|z|/dt| over those that lower it
 *
 * the law is passive from z = 0 if and only if, on either side of 0 and as far as z can be brought,
 * the way out costs int a d|z| >= 0, a + b >= 0, and F v >= 0 where z rests. Where a + b < 0 a
 * small cycle gives energy back, as often as it is gone through.
 *
 * The costs are computed by numbers, in cells of z that become finer towards the end of its reach
 * and at speeds that are even in the logarithm, and are no proof of anything. */
#ifndef BRISTLE_PROPERTIES_SEARCH_ONE_STATE_H
#define BRISTLE_PROPERTIES_SEARCH_ONE_STATE_H

#include "models/model.h"

enum { ONE_STATE_CELLS = 36 };

struct one_state {
    const struct model *model;
    const real *p;
    unsigned state; /* which one z is */
    double side;    /* 1: the law at z >= 0, -1: at z <= 0 */
    double fastest; /* m/s: the largest speed */
    bool one_way;   /* v >= 0 only */
};

/* Where between 0 and 1 the grids lie, so that repeated ones see what is narrow: cells, speeds, and
 * how far to look at a state without end. */
struct one_state_grid {
    double cells, speeds, far;
    double focus; /* |z| around which cells are finest; 0: they are so towards the end */
};

/* A velocity in m/s, and what it costs to move z by it, J per unit of z; INFINITY where no velocity
 * moves z so. */
struct least_cost {
    double cost, v;
};

/* The rate of |z| in its unit per s, and F v in W, at one velocity. */
struct response {
    double rate, power;
};

struct state_costs {
    double end[ONE_STATE_CELLS + 1];                        /* |z| between the cells */
    double middle[ONE_STATE_CELLS], width[ONE_STATE_CELLS]; /* |z|; weights of an integral */
    struct least_cost raise[ONE_STATE_CELLS], lower[ONE_STATE_CELLS]; /* a and b */
    /* The velocity at which z comes to rest with F v < 0, and F v there in W; a cost of 0 where
     * there is none. */
    struct least_cost rest;
    unsigned calls; /* evaluations of rate and force */
};

/* Returns true when the law has one state beside its travel, or none, and no memory; *state
 * receives the index of z, n_states where there is none. Travel is a state that moves at the
 * velocity. */
bool PREC(one_state_applies)(const struct model *model, const real p[], unsigned *state);

/* Returns rate and power at |z|. */
struct response PREC(one_state_response)(const struct one_state *law, double v, double z);

/* Computes the costs. Where z cannot be moved, or there is none, that of raising it in the first
 * cell is INFINITY, and the others are not set. */
void PREC(one_state_costs)(const struct one_state *law, struct one_state_grid grid,
                           struct state_costs *costs);

/* Returns true when by these costs, and by more than rounding, a signal may violate the property,
 * PASSIVITY or DISSIPATION. */
bool PREC(one_state_may_violate)(const struct one_state *law, const struct state_costs *costs,
                                 enum property property);

/* Returns |z| where a cycle gives back the largest share, or 0 where none gives anything back. */
double PREC(one_state_worst)(const struct state_costs *costs);

/* Returns the rise of the stored energy with |z| in the middle of a cell, J per unit of z. */
double PREC(one_state_stored)(const struct one_state *law, const struct state_costs *costs,
                              unsigned cell);

#endif
