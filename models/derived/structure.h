/* The structure of a law, found in its equations. */
#ifndef BRISTLE_MODELS_DERIVED_STRUCTURE_H
#define BRISTLE_MODELS_DERIVED_STRUCTURE_H

#include "models/language/equations.h"

struct structure {
    bool is_static;   /* no states and nothing discrete */
    bool is_affine;   /* between events the rates are affine in the states at held v */
    bool is_diagonal; /* and each in its own state only */
    bool drifts;      /* the rate of some state does not depend on it: it is drawn nowhere */
    bool is_by_path; /* rates are proportional to |v|, for each sign: x is a function of the path */
    bool is_rate_independent; /* and the force does not depend on |v| */
    bool is_odd;    /* with v, some states and discrete variables the force changes its sign */
    bool jumps;     /* the force has a jump at v = 0 */
    bool is_hybrid; /* has events */
};

/* Finds the structure. What is not found may still be so. */
void structure_find(struct equations *law, struct structure *structure);

/* Returns true when each state relaxes by itself along held velocity. */
static inline bool structure_relaxes(const struct structure *structure)
{
    return !structure->is_static && structure->is_diagonal && !structure->drifts &&
           !structure->is_hybrid;
}

/* Returns true when the work at held velocity follows from the states at its ends: the force is
 * affine in states that relax by themselves, and in their rates. */
bool structure_has_work(struct equations *law, const struct structure *structure);

/* Groups states and discrete variables by their declarations: elements of an array have one parity.
 * group[states.n + memory.n] receives that of each state, then of each discrete variable. Returns
 * the number of groups. */
unsigned structure_groups(const struct equations *law, unsigned group[]);

/* Returns true when all states are 0 at t = 0. */
bool law_begins_at_zero(const struct equations *law);

#endif
