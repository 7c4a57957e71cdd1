/* What a text says of its own equations in other places, as equalities and inequalities between
 * expressions: that the regressor times the coefficients is the force, that rates vanish in the
 * steady state, that the stored energy grows by no more than the work. Where the equations have a
 * typo, one of them breaks; or none does, and nothing in the file would notice. */
#ifndef BRISTLE_MODELS_READING_IDENTITIES_H
#define BRISTLE_MODELS_READING_IDENTITIES_H

#include "models/language/statements.h"
#include "models/reading/points.h"

/* left = right, or left <= right, to within `tolerance` times `size`. */
struct identity {
    const char *word; /* the statement: "regressor", "state_bound" */
    const char *says; /* "regressor * coefficients = force" */
    expression left, right, size;
    double tolerance;
    bool is_equal;
    bool is_fact;     /* where it does not hold the text contradicts itself */
    expression where; /* a condition on the place; EXPRESSION_NONE: everywhere */
    int set;          /* of places that it is about (points.h): a claim, or SET_VALID */
};

struct identities {
    struct identity *of; /* to be freed */
    size_t n, room;
};

/* The parities of states and discrete variables under a reversal of the velocity, by groups of
 * elements that are declared together: bit i set: even. */
struct mirroring {
    bool is_known;
    unsigned long even;
};
enum { MIRRORING_GROUPS = 6 };

/* Lists all identities of a law. The mirroring is of the law without typos. The same statements
 * give the same list, whatever the equations say. */
struct identities identities_of(struct equations *law, const struct statements *statements,
                                struct mirroring mirroring);

/* The force at held v in the long run, by the equations: of laws without states, and of laws whose
 * states relax each by itself; where `steady` is stated, the force there, other states at 0; else
 * the stated steady force; or EXPRESSION_NONE. */
expression steady_force(struct equations *law, const struct statements *statements);

#endif
