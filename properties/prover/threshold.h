/* Finds where a claim turns from holding to refuted when one parameter varies and the others
 * keep their defaults: a bracket between a value at which it is proved and one at which it is
 * refuted. */
#ifndef BRISTLE_PROPERTIES_PROVER_THRESHOLD_H
#define BRISTLE_PROPERTIES_PROVER_THRESHOLD_H

#include <stdint.h>

#include "models/model.h"
#include "models/property_list.h"
#include "tools/base/decimal.h"

enum { THRESHOLD_SIDES = 2 }; /* lower, upper */

struct threshold_budget {
    double width; /* relative, to aim at; 0: 0.0006. Wider takes less time */
    uint64_t seed;
};

/* One side of the interval in which the claim holds. The texts are decimals. */
struct threshold {
    bool edge;                  /* an edge of the values with a storage is within the range */
    bool found;                 /* both ends of the bracket are certified */
    char proved[DECIMAL_TEXT];  /* "": nothing could be proved */
    char refuted[DECIMAL_TEXT]; /* "": nothing was refuted */
    char *proof, *witness;      /* texts of the files, to be freed; NULL: none */
    unsigned long boxes;        /* of the proof */
    double width; /* of the bracket relative to the proved end, or, where 0 lies within the
                     parameter's range, to its default where that is more; NAN: it has one end */
};

/* Returns true when the property of the model can be bracketed: it can be proved, and signals have
 * exact energies. */
bool threshold_applicable(const struct model *model, enum property property);

/* Brackets both sides of the interval of valid values of a parameter (an index of the model's) in
 * which the property holds. `others`, if not NULL, replaces the defaults of the other parameters
 * (in the model's order). A side without a threshold in the range has no refuted end. Returns false
 * when no value of the parameter has a storage. Safe to call from several threads. */
bool threshold_find(const struct model *model, enum property property, unsigned param,
                    const double others[], const struct threshold_budget *budget,
                    struct threshold sides[THRESHOLD_SIDES]);

void threshold_clear(struct threshold sides[THRESHOLD_SIDES]);

#endif
