/* The structure of a law, found in its equations. */
#ifndef BRISTLE_MODELS_DERIVED_STRUCTURE_H
#define BRISTLE_MODELS_DERIVED_STRUCTURE_H

#include "models/language/equations.h"

struct structure {
    bool is_static;   /* no states and nothing discrete */
    bool is_affine;   /* between events the rates are affine in the states at held v */
    bool is_diagonal; /* and each in its own state only */
    bool is_by_path; /* rates are proportional to |v|, for each sign: x is a function of the path */
    bool is_rate_independent; /* and the force does not depend on |v| */
    bool is_odd;    /* with v, some states and discrete variables the force changes its sign */
    bool jumps;     /* the force has a jump at v = 0 */
    bool is_hybrid; /* has events */
};

/* Finds the structure. What is not found may still be so. */
void structure_find(struct equations *law, struct structure *structure);

/* Returns the law's equations with the parameter at that value: for structure at special
 * parameters. */
expression structure_at(struct equations *law, expression e, unsigned parameter, double value);

/* Finds the degree to which an expression is homogeneous in the velocity, for each sign of it:
 * f(a v) = a^degree f(v) for a > 0. Returns false where none is found; zero has every degree. */
bool structure_degree(const struct graph *graph, expression e, bool *is_zero, long *degree);

#endif
