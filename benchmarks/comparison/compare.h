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

#include "benchmarks/timing/timing.h"
#include "integrators/integrator.h"
#include "models/model.h"
#include "reference/experiments/scenario.h"
#include "reference/experiments/trajectory.h"
#include "tools/base/subprocess.h"

struct arb_law;

/* Errors are relative to the largest magnitude of their column, or to the reference's value, unless
 * they have a unit. NAN: the scenario or law has no such quantity; INFINITY: the reference has it
 * and the run does not. measure.h defines the quantities after error_final. */
struct compare_row {
    const struct integrator *integrator;
    struct settings settings;
    enum status status;           /* not STATUS_OK: only statistics are valid */
    struct statistics statistics; /* of the run that is timed */
    double error[MODEL_MAX_STATES + 3];
    double error_max, error_final; /* over all columns: at all samples; at the last one */
    double event_error;            /* s */
    double break_away_error, period_error, amplitude_error;
    unsigned long bound_violations; /* samples with a state beyond the model's bound */
    double energy_balance, steady_state_error;
    double seconds;                /* s, CPU time of the run; comparison_times plans by it */
    struct timing timing;          /* of comparison_times; repetitions 0: none */
    char failure[SUBPROCESS_TEXT]; /* STATUS_CRASHED: text */
};

/* One scenario for one law, with its reference. */
struct comparison {
    const struct scenario *scenario;
    const struct model *model;
    const struct arb_law *rigorous; /* ball model, which gives a reference; or NULL */
    const char *file; /* path of the shared object of the law; NULL: a law of Bristle */
    double timeout;   /* s, of a file's reference and of each row; 0: SUBPROCESS_TIMEOUT */
    double p[MODEL_MAX_PARAMS];
    struct setup setup;
    /* The columns in which errors are measured: x and v of a mass, the law's states, F. */
    const char *columns[MODEL_MAX_STATES + 3];
    size_t n_columns;
    size_t samples; /* number of samples for errors, both ends included; may be changed */
    struct timing_effort effort; /* may be changed */
    bool progress;               /* comparison_times shows progress on a terminal; default false */
    bool errors_only;            /* no floors (0) and energy balances (NAN), in half the time */
    const char *not_applicable;  /* why nothing was measured, or NULL */
    char failure[SUBPROCESS_TEXT + 64]; /* why the law of a file crashed */
    bool enclosed;                      /* the reference is rigorous, or two computations agree */
    double floor; /* the largest error bound of the reference in these columns */
    double floors[MODEL_MAX_STATES + 3];
    double floor_events; /* s */
    struct trajectory reference;
    struct compare_row *rows;
    size_t n_rows, capacity;
    struct timing calibration; /* of timing_calibration, interleaved with the rows */
};

/* Returns an empty comparison with the scenario's number of samples. comparison_free releases
 * it. */
struct comparison comparison_new(const struct scenario *scenario, const struct model *model,
                                 const double p[]);
void comparison_free(struct comparison *comparison);

/* Adds a row to measure. Unless the settings say otherwise, the row fails if it takes more than
 * four times its given number of steps and more than 1e6, or, choosing its own steps, more than
 * 1e7; but not for laws with events of their own. */
void comparison_add(struct comparison *comparison, const struct integrator *integrator,
                    const struct settings *settings);

/* Steps in s for methods with given steps, and relative tolerances for methods that choose their
 * steps, from coarse to fine. NULL: the standard ones: steps of 1e-3, 1e-4, 1e-5 and 2e-6 s, each
 * coarser if it would make more than 5e6 steps, and tolerances of 1e-4, 1e-6, 1e-8 and 1e-10; with
 * `quick` only the first two, and at most 1e6 steps. */
struct compare_ladder {
    const double *steps, *tolerances;
    size_t n_steps, n_tolerances;
    bool quick;
};

/* Add rows of every integrator (NULL-terminated) over the ladder, or over the standard one. */
void comparison_add_ladder(struct comparison *comparison,
                           const struct integrator *const integrators[],
                           const struct compare_ladder *ladder);
void comparison_add_standard(struct comparison *comparison,
                             const struct integrator *const integrators[], bool quick);

/* Computes the reference and all of the rows but times, equal in every run. Different comparisons
 * may be computed at once; prints nothing to a terminal. If an integrator does not fit the problem,
 * one row that says so remains. */
void comparison_errors(struct comparison *comparison);

/* The parts of comparison_errors: the reference, and then each row, several at once if you like. */
void comparison_reference(struct comparison *comparison);
void comparison_row(struct comparison *comparison, size_t i);
/* Of the rows of an integrator that does not fit the problem, keeps one that says so. */
void comparison_drop_refusals(struct comparison *comparison);

/* Computes n comparisons as comparison_errors does, in up to `jobs` threads, with progress on a
 * terminal. Comparisons of laws from files come first, the reference and each row in processes of
 * their own: a crash, an exit or a time beyond the comparison's timeout is a failure of that part
 * only. */
void comparisons_errors(struct comparison comparisons[], size_t n, unsigned jobs);

/* Measures times of all rows that work, after comparison_errors, in the caller's thread, by the
 * protocol of timing.h. Rows take turns in the order of their settings. */
void comparison_times(struct comparison *comparison);

/* As comparison_times, of a law from a file, in a process of its own; if the law fails there are no
 * times, and one line on stderr says why. */
void comparison_times_isolated(struct comparison *comparison);

/* Computes errors, then times, with progress on a terminal. */
void comparison_run(struct comparison *comparison);

/* Writes "h=1e-05" or "rtol=1e-06". */
void compare_setting(const struct compare_row *row, char *buffer, size_t size);

/* Returns a text that says how a row failed. */
const char *compare_failure(const struct compare_row *row);

/* Returns -log10 of the largest error, or of the reference's error bound if that is larger: the
 * number of significant correct digits. */
double compare_scd(const struct comparison *comparison, const struct compare_row *row);

/* Write for people (at most 100 columns), and for scripts: CSV with times as the last six columns,
 * and JSON in the layout of Google Benchmark, both with all digits. A NAN is empty in CSV and left
 * out in JSON; an infinity is "inf" in CSV and null in JSON. */
void compare_table(FILE *out, const struct comparison *comparisons, size_t n);
void compare_csv(FILE *out, const struct comparison *comparisons, size_t n);
void compare_json(FILE *out, const struct comparison *comparisons, size_t n);

#endif
