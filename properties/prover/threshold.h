/* Where a claim turns from holding to refuted, as one parameter moves and the others stay at their
 * defaults: between an end at which it is proved and one at which it is refuted. */
#ifndef BRISTLE_PROPERTIES_PROVER_THRESHOLD_H
#define BRISTLE_PROPERTIES_PROVER_THRESHOLD_H

#include <stdint.h>

#include "models/model.h"
#include "models/property_list.h"
#include "tools/base/decimal.h"

enum { THRESHOLD_SIDES = 2 }; /* lower, upper */

struct threshold_budget {
    double width; /* to aim at, relative; 0: 0.0006. Wider ones take less time */
    uint64_t seed;
};

/* One side of the interval in which it holds. The texts are decimals. */
struct threshold {
    bool edge;                  /* stored energies end there; false: not within the range */
    bool found;                 /* both ends; otherwise what is known */
    char proved[DECIMAL_TEXT];  /* "" where nothing could be proved */
    char refuted[DECIMAL_TEXT]; /* "" where nothing was refuted */
    char *proof, *witness;      /* the texts of their files, to be freed; NULL: none */
    unsigned long boxes;        /* of the proof */
    double width; /* of the bracket relative to the proved end, or, where 0 lies within the
                     parameter's range, to its default where that is more; NAN: it has one end */
};

/* Whether the property of the model can be bracketed: there is something to prove, and signals have
 * exact energies. */
bool threshold_applicable(const struct model *model, enum property property);

/* Brackets both sides of the interval of the parameter, an index of the model's, where it is valid.
 * With `others` the defaults of the other parameters are replaced (in the model's order). A side
 * without a threshold in the range has no refuted end. Returns false where no value of the
 * parameter has a stored energy. Threads may call it at the same time. */
bool threshold_find(const struct model *model, enum property property, unsigned param,
                    const double others[], const struct threshold_budget *budget,
                    struct threshold sides[THRESHOLD_SIDES]);

void threshold_clear(struct threshold sides[THRESHOLD_SIDES]);

#endif
