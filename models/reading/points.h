/* Places at which a law's identities are looked at: parameters, velocity, states, discrete
 * variables. Drawn by the law itself, so that the same law and seed give the same places. */
#ifndef BRISTLE_MODELS_READING_POINTS_H
#define BRISTLE_MODELS_READING_POINTS_H

#include <stdint.h>

#include "models/algebra/interpret.h"
#include "models/language/statements.h"

/* Places of a set: the first has the defaults, or those of its claim's box. A set is that of a
 * claim, by its number, or one of three others. */
enum { POINTS = 48, POINTS_OF_CLAIM = 40 };
enum {
    SET_VALID = -1,   /* valid parameters, and no event is due */
    SET_DUE = -2,     /* valid parameters; events may be due */
    SET_INVALID = -3, /* any parameters in range, valid or not */
};

struct place {
    double parameters[EQUATIONS_QUANTITIES], inputs[EQUATIONS_QUANTITIES];
    double states[EQUATIONS_QUANTITIES], memory[EQUATIONS_QUANTITIES];
    double selection, travel, reference;
    int set;
};

struct places {
    struct place *of; /* to be freed */
    size_t n, room;
};

/* Draws places with valid parameters, and for each claim some in its domain; of a claim in whose
 * domain none is found, none. */
struct places places_draw(struct equations *law, const struct statements *statements,
                          uint64_t seed);

/* Returns the place as the interpreter takes it. */
struct graph_point place_point(const struct place *place);

#endif
