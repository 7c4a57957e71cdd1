/* The results of the benchmark of detection, as a table by family, or rows by law. */
#ifndef BRISTLE_BENCHMARKS_SPEED_DETECTION_ROWS_H
#define BRISTLE_BENCHMARKS_SPEED_DETECTION_ROWS_H

#include <stdio.h>

#include "benchmarks/speed/detection_run.h"
#include "tools/base/cli.h"

/* Runs of n_laws laws by the searches whose bits are in `by`, each from seeds 0 .. seeds - 1. A run
 * is runs[(law * DETECTORS + search) * seeds + seed]. */
struct detections {
    const struct flawed_law *laws;
    size_t n_laws;
    unsigned by, seeds;
    struct detection *runs;
};

/* Returns the runs of a law by a search. */
const struct detection *detections_of(const struct detections *d, size_t law, enum detector by);

/* Returns how many of them came to that. */
unsigned detections_count(const struct detections *d, size_t law, enum detector by,
                          enum detected what);

/* Prints a line for each family, and what the columns say. */
void detection_table(FILE *out, const struct detections *d);

/* Writes a row for each law and search. */
void detection_rows(FILE *out, enum format format, const struct detections *d);

#endif
