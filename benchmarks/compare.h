/* Accuracy and speed of integrators against the truth. */
#ifndef BRISTLE_BENCHMARKS_COMPARE_H
#define BRISTLE_BENCHMARKS_COMPARE_H

#include <stdio.h>

#include "integrators/integrator.h"
#include "models/model.h"
#include "reference/scenario.h"

/* One scenario for one model, with its truth. */
struct comparison {
    const struct scenario *scenario;
    const struct model *model;
    double p[MODEL_MAX_PARAMS];
    /* What errors are measured in: x and v of a mass, the law's states, F. */
    const char *columns[MODEL_MAX_STATES + 3];
    size_t n_columns;
    double floor;        /* the largest error of the truth itself in these, relative like theirs */
    size_t samples;      /* at which errors are taken, both ends included */
    double time_per_row; /* s: repetitions go on until they have taken this long */
    struct compare_row *rows;
    size_t n_rows, capacity;
    const char *not_applicable; /* why nothing was measured, or NULL */
};

struct compare_row {
    const struct integrator *integrator;
    struct settings settings;
    enum status status; /* anything but STATUS_OK: only statistics and times are valid */
    struct statistics statistics;
    double error[MODEL_MAX_STATES + 3]; /* relative to each column's maximum */
    double error_max, error_final;      /* over all columns; at all samples, at the last one */
    unsigned long bound_violations;     /* samples with a state beyond the model's bound */
    double time_min, time_median;       /* s, for one run */
    unsigned repetitions;
};

/* An empty comparison with the scenario's number of samples. Release with comparison_free. */
struct comparison comparison_new(const struct scenario *scenario, const struct model *model,
                                 const double p[]);
void comparison_free(struct comparison *comparison);

/* One more row to measure; or those of every integrator (NULL-terminated) over its standard
 * steps or tolerances. */
void comparison_add(struct comparison *comparison, const struct integrator *integrator,
                    const struct settings *settings);
void comparison_add_standard(struct comparison *comparison,
                             const struct integrator *const integrators[]);

/* Measures all rows. Progress goes to a terminal's stderr. */
void comparison_run(struct comparison *comparison);

/* "h=1e-05" or "rtol=1e-06". */
void compare_setting(const struct compare_row *row, char *buffer, size_t size);

/* For people (at most 100 columns), and for scripts: CSV, and JSON in the layout of Google
 * Benchmark. */
void compare_table(FILE *out, const struct comparison *comparisons, size_t n);
void compare_csv(FILE *out, const struct comparison *comparisons, size_t n);
bool compare_json(FILE *out, const struct comparison *comparisons, size_t n);

#endif
