/* From p[INDEX] to p->name: in an exported header parameters are members of a struct. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_PARAMETERS_H
#define BRISTLE_BENCHMARKS_EXPORTING_PARAMETERS_H

#include "benchmarks/exporting/source.h"
#include "models/model.h"

/* Parameters that a law takes by number, as p[ALPHA + i] with the names alpha1, alpha2, ..., are
 * an array alpha[]; all others are members of their own. Texts belong to the source. */
struct parameter {
    const char *access; /* what follows `p->` or `.`: "alpha[0]", "Fc" */
    const char *member; /* what declares it: "alpha[4]", "Fc"; NULL behind an array's first */
};

/* Parameters p[] of live functions, and of members of structs, become pointers to
 * `struct parameters`; fills parameters with what its n_params members are called. */
void parameters_name(struct source *source, const struct model *model,
                     struct parameter parameters[MODEL_MAX_PARAMS]);

#endif
