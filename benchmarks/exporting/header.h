/* Writes one header from one preprocessed unit. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_HEADER_H
#define BRISTLE_BENCHMARKS_EXPORTING_HEADER_H

#include <stdbool.h>
#include <stdio.h>

#include "integrators/integrator.h"
#include "models/model.h"

/* What a header is made from. */
struct header_request {
    const struct model *model;
    const struct integrator *method;
    const char *unit;    /* the output of `cc -E -C` for export.bzl's unit of the two */
    const char *text;    /* the law as a text of its equations, models/laws/NAME.mo */
    const char *file;    /* where that text is; NULL: a law of Bristle */
    const char *square;  /* in the unit the number of an exponent that is usually 2, or NULL */
    bool is_single;      /* in float */
    bool with_equations; /* beside the step the law at one instant, for integrators of others */
};

/* Returns why the method cannot run this law, as the end of a sentence; NULL: it can. */
const char *header_obstacle(const struct model *model, const struct integrator *method);

/* Writes the options with which the unit is preprocessed: what problem.h and step.h ask. */
void header_flags(FILE *file, const struct model *model, const struct integrator *method);

/* Returns the header's name, LAW_METHOD_f32 or _f64, before every name in it; to be freed. */
char *header_name(const struct header_request *request);

/* Writes the header. Ends the program (cli_fail) at a unit that it does not understand. */
void header_write(FILE *file, const struct header_request *request);

#endif
