/* From p[INDEX] to p->name: in an exported header parameters are members of a struct. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_PARAMETERS_H
#define BRISTLE_BENCHMARKS_EXPORTING_PARAMETERS_H

#include "benchmarks/exporting/source.h"
#include "models/model.h"

/* Parameters that a law takes by number, as p[ALPHA + i] with the names alpha1, alpha2, ..., become
 * an array alpha[]; all others become members of their own. Texts belong to the source. */
struct parameter {
    const char *access; /* the text behind `p->` or `.`: "alpha[0]", "Fc" */
    const char *member; /* its declaration: "alpha[4]", "Fc"; NULL after an array's first */
};

/* Turns parameters p[] of live functions, and of members of structs, into pointers to `struct
 * parameters`, and fills parameters[] with the names of its n_params members. */
void parameters_name(struct source *source, const struct model *model,
                     struct parameter parameters[MODEL_MAX_PARAMS]);

#endif
