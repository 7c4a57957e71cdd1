/* The functions of a law as lists of numbers at a place. Only deviation*.c include this header. */
#ifndef BRISTLE_PROPERTIES_SELF_CHECK_DEVIATION_VALUES_H
#define BRISTLE_PROPERTIES_SELF_CHECK_DEVIATION_VALUES_H

#include "models/model.h"

/* A law at a place, in the order of its own tables. state[i] is its state that the text has as
 * number i. */
struct law_at {
    const struct model *model;
    const unsigned *state;
    real p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES], v, s, h; /* v: m/s; h: s */
    struct memory memory;
    real slack[MODEL_MAX_REALS]; /* by how much roundings may have moved what is remembered */
};

/* Most numbers that a function has: the entries of a Jacobian. */
enum { FUNCTION_VALUES = (MODEL_MAX_STATES + 1) * (MODEL_MAX_STATES + 1) };

/* How the numbers of a function are called. */
enum function_kind {
    OF_LAW,        /* one number */
    OF_STATES,     /* one for each state */
    OF_RESPONSE,   /* one for each state's rate, then the force */
    OF_RELAXATION, /* two for each state */
    OF_JACOBIAN,   /* row by row: rates, then the force; by states, then by the velocity */
    OF_SELECTIONS, /* at s = -1 and at s = 1 */
    OF_LIST,       /* by number, of a regressor */
    OF_PARTS,      /* by name */
    OF_GUARDS,     /* one for each guard: -1 where it has fired, 1 where it has not, else NAN */
    OF_EVENTS,     /* one such number for all guards */
    OF_COUNT,      /* how many events follow each other, of laws with as many guards */
};

struct function {
    const char *name, *unit; /* unit: "" where states have several; of OF_STATES per state's unit */
    enum function_kind kind;
    bool (*has)(const struct model *model);
    /* Writes the numbers, by the text's order of states, and returns how many. */
    unsigned (*values)(const struct law_at *at, real y[FUNCTION_VALUES]);
    /* Returns what value i is a sum of at most; NULL: nothing is known. */
    real (*scale)(const struct law_at *at, unsigned i);
    bool at_rest, in_motion, with_events; /* where it is asked */
};

/* The functions, those first from which the others follow; ended by a NULL name. */
extern const struct function PREC(functions)[];

/* The numbers that the law remembers when all events that are due have been. */
extern const struct function PREC(function_memory);

enum { NAMED = 160 };

/* Writes the name of value i: "rate of z". */
void PREC(function_name)(const struct function *function, const struct model *text, unsigned i,
                         char name[NAMED]);

/* Lets the first guard that has fired act, until none has. Returns how many have, UINT_MAX when a
 * transition fails; `order` differs where another one has. */
unsigned PREC(function_settle)(struct law_at *at, uint64_t *order);

#endif
