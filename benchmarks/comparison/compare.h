/* Accuracy and speed of integrators against the reference, for one scenario and one law at a time:
 *
 *     struct comparison c = comparison_new(scenario, model, p);
 *     comparison_add_standard(&c, PREC(integrators), false);
 *     comparison_errors(&c);    all that is deterministic; several comparisons at once if you like
 *     comparison_times(&c);     optional, alone on the machine
 *     compare_csv(out, &c, 1);
 *     comparison_free(&c);
 */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_COMPARE_H
#define BRISTLE_BENCHMARKS_COMPARISON_COMPARE_H

#include <stdio.h>

#include "benchmarks/comparison/timing.h"
#include "integrators/integrator.h"
#include "models/model.h"
#include "reference/experiments/scenario.h"
#include "reference/experiments/trajectory.h"
#include "tools/base/subprocess.h"

struct arb_law;

/* Errors are relative to the largest magnitude of their column, or to the reference's value, unless
 * they have a unit. NAN: the scenario or law has no such thing; INFINITY: the reference has it and
 * the run does not. compare_measure.h defines those after error_final. */
struct compare_row {
    const struct integrator *integrator;
    struct settings settings;
    enum status status;           /* anything but STATUS_OK: only statistics are valid */
    struct statistics statistics; /* of the run that is timed */
    double error[MODEL_MAX_STATES + 3];
    double error_max, error_final; /* over all columns; at all samples, at the last one */
    double event_error;            /* s */
    double break_away_error, period_error, amplitude_error;
    unsigned long bound_violations; /* samples with a state beyond the model's bound */
    double energy_balance, steady_state_error;
    double seconds; /* CPU time of the run that gave all this: what comparison_times plans by */
    struct timing timing;          /* of comparison_times; repetitions 0: none */
    char failure[SUBPROCESS_TEXT]; /* STATUS_CRASHED: how */
};

/* One scenario for one law, with its reference. */
struct comparison {
    const struct scenario *scenario;
    const struct model *model;
    const struct arb_law *rigorous; /* its ball model, by which there is a reference, or NULL */
    const char *file; /* the shared object that the law is of, or NULL: one of Bristle's own */
    double timeout;   /* s, of a file's reference and of each row; 0: SUBPROCESS_TIMEOUT */
    double p[MODEL_MAX_PARAMS];
    struct setup setup;
    /* What errors are measured in: x and v of a mass, the law's states, F. */
    const char *columns[MODEL_MAX_STATES + 3];
    size_t n_columns;
    size_t samples;      /* at which errors are taken, both ends included; may be changed */
    double time_per_row; /* s: repetitions go on until they have taken this long; may be changed */
    bool progress;       /* comparison_times says on a terminal how far it is; false */
    bool errors_only;    /* neither floors (then 0) nor energy balances (NAN), in half the time */
    const char *not_applicable;         /* why nothing was measured, or NULL */
    char failure[SUBPROCESS_TEXT + 64]; /* of a file: why, when it crashed */
    bool enclosed;                      /* the reference is rigorous, or two computations agree */
    double floor; /* the largest error of the reference solution itself in these columns */
    double floors[MODEL_MAX_STATES + 3];
    double floor_events; /* s */
    struct trajectory reference;
    struct compare_row *rows;
    size_t n_rows, capacity;
    struct timing calibration; /* of timing_calibration, interleaved with the rows */
};

/* An empty comparison with the scenario's number of samples. Release with comparison_free. */
struct comparison comparison_new(const struct scenario *scenario, const struct model *model,
                                 const double p[]);
void comparison_free(struct comparison *comparison);

/* One more row to measure. Unless the settings say otherwise, it fails where it takes more than
 * four times the steps that it was given and 1e6, or more than 1e7 of its own choice; but not for
 * laws with events of their own. */
void comparison_add(struct comparison *comparison, const struct integrator *integrator,
                    const struct settings *settings);

/* Steps in s for those methods that are given steps, and tolerances for those that choose their
 * own, from coarse to fine. NULL: the standard ones, steps of 1e-3, 1e-4, 1e-5 and 2e-6 s, each
 * coarser where it would make more than 5e6 of them, and tolerances of 1e-4, 1e-6, 1e-8 and 1e-10;
 * quick, the first two, and no more than 1e6 steps. */
struct compare_ladder {
    const double *steps, *tolerances;
    size_t n_steps, n_tolerances;
    bool quick;
};

/* Rows of every integrator (NULL-terminated) over these; or over the standard ones. */
void comparison_add_ladder(struct comparison *comparison,
                           const struct integrator *const integrators[],
                           const struct compare_ladder *ladder);
void comparison_add_standard(struct comparison *comparison,
                             const struct integrator *const integrators[], bool quick);

/* Fills in the reference and everything of the rows but times. The same from run to run. Distinct
 * comparisons may be measured at once; says nothing to a terminal. Where an integrator does not
 * fit the problem, one row stays that says so. Ends the program when out of memory. */
void comparison_errors(struct comparison *comparison);

/* The parts of that: the reference, and then one row after the other, or several at once. */
void comparison_reference(struct comparison *comparison);
void comparison_row(struct comparison *comparison, size_t i);
/* Where an integrator does not fit the problem, leaves one row that says so. */
void comparison_drop_refusals(struct comparison *comparison);

/* The same for n comparisons in up to `jobs` threads, with progress on a terminal; those of laws
 * from files first, and in processes of their own (compare_isolated.h). */
void comparisons_errors(struct comparison comparisons[], size_t n, unsigned jobs);

/* Measures times of all rows that work, after comparison_errors, in the caller's thread: see
 * timing.h. Rows in the order of their settings take turns. */
void comparison_times(struct comparison *comparison);

/* Errors, then times, with progress on a terminal. */
void comparison_run(struct comparison *comparison);

/* "h=1e-05" or "rtol=1e-06". */
void compare_setting(const struct compare_row *row, char *buffer, size_t size);

/* How a row failed. */
const char *compare_failure(const struct compare_row *row);

/* -log10 of the largest error, which the reference's floor bounds from below. */
double compare_scd(const struct comparison *comparison, const struct compare_row *row);

/* For people (at most 100 columns), and for scripts: CSV with times as the last six columns, and
 * JSON in the layout of Google Benchmark, both with all digits. What is NAN is empty, or left
 * out; what is infinite, "inf" in CSV and null in JSON. */
void compare_table(FILE *out, const struct comparison *comparisons, size_t n);
void compare_csv(FILE *out, const struct comparison *comparisons, size_t n);
bool compare_json(FILE *out, const struct comparison *comparisons, size_t n);

#endif
