/* Writes the text of an exported header, and its public types and functions, from the tables of law
 * and method. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_DOCUMENT_H
#define BRISTLE_BENCHMARKS_EXPORTING_DOCUMENT_H

#include <stdio.h>

#include "benchmarks/exporting/parameters.h"
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
    const char *text;                              /* of the law's equations */
    const char *file;                              /* where that is, or NULL: a law of Bristle */
    const char *about_method;                      /* opening comment of its file */
    const char *about_decay; /* comment of the float exponential; NULL: unused */
    const char *calls;       /* functions of libm that a step may call, or "" */
    bool init_takes_p, init_takes_seed;
    bool with_equations; /* beside the step those at one instant */
};

/* Writes the comment that the header opens with. */
void document_opening(FILE *file, const struct header *header);

/* Writes the struct of parameters, that of the state, and the functions init, check and step, as a
 * part of the unit: without the prefix. */
void public_declarations(FILE *file, const struct header *header);
/* Writes likewise the law at one instant: its force, rates, derivatives and events. */
void public_equations(FILE *file, const struct header *header);
/* Writes the macro of default parameters. */
void public_defaults(FILE *file, const struct header *header);

#endif
