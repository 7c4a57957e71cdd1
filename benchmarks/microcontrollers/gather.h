/* Makes rows for a request: runs kernels in emulators and judges them on the host. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_GATHER_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_GATHER_H

#include "benchmarks/microcontrollers/row.h"
#include "benchmarks/microcontrollers/text_firmware.h"
#include "models/model.h"
#include "reference/experiments/scenario.h"

enum { GATHER_MOST_STEPS = 8, GATHER_MOST_NAMES = 32, GATHER_MOST_CORES = 16 };

/* The request; an empty list of names asks for all. */
struct gather {
    const struct embedded_core *cores[GATHER_MOST_CORES];
    size_t n_cores;
    const char *laws[GATHER_MOST_NAMES], *methods[GATHER_MOST_NAMES];
    size_t n_laws, n_methods;
    const char *precision;             /* "f32", "f64"; NULL: both */
    unsigned steps[GATHER_MOST_STEPS]; /* steps in a period, each in turn */
    size_t n_steps;
    double rate;                  /* Hz */
    const struct setup *velocity; /* at the loop; NULL: costs only, no judgement */
    unsigned jobs;
    const struct text_firmware *text; /* a law that is a text, in place of Bristle's; NULL: none */
    struct text_tables tables;        /* that law's, to judge it by */
    const char *firmware;             /* the directory with a directory of firmware per core */
    const char *counter, *runner;     /* as in struct embedded_request (run.h) */
};

/* Makes the rows, core by core; *rows is to be freed by the caller. Returns false, with one line in
 * message[n], when something is missing. Progress goes to a terminal's stderr. */
bool gather_rows(const struct gather *gather, struct embedded_row **rows, size_t *n_rows,
                 char message[], size_t n);

#endif
