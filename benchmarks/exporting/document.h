/* Writes the text of an exported header, and its public types and functions, from the tables of law
 * and method. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_DOCUMENT_H
#define BRISTLE_BENCHMARKS_EXPORTING_DOCUMENT_H

#include <stdio.h>

#include "benchmarks/exporting/parameters.h"
#include "benchmarks/exporting/source.h"
#include "integrators/integrator.h"
#include "models/model.h"

struct header {
    const char *prefix;    /* of all names, like "lugre_exponential_f32" */
    const char *real_type; /* "float" or "double" */
    const char *suffix;    /* of its constants: "f" or "" */
    const struct model *model;
    const struct integrator *method;
    struct parameter parameters[MODEL_MAX_PARAMS]; /* the model's */
    const char *square;                            /* the parameter that is usually 2, or NULL */
    const char *about_law, *about_method;          /* opening comments of their files */
    const char *about_decay; /* comment of the float exponential; NULL: unused */
    const char *calls;       /* functions of libm that a step may call, or "" */
    /* The functions of the unit that the public ones call, renamed; NULL: none. */
    const struct declaration *respond, *start, *validate, *is_two;
    bool has_memory; /* the law's memory is part of the state */
};

void document_opening(FILE *file, const struct header *header);
/* Writes structs of parameters and states, and defaults. The memory's type must come first. */
void document_parameters(FILE *file, const struct header *header);
void document_state(FILE *file, const struct header *header);
/* Writes init, check and step. */
void document_functions(FILE *file, const struct header *header);

#endif
