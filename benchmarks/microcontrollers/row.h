/* A row: one combination of law, integrator, core, precision and step, with its cost and
 * quality. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_ROW_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_ROW_H

#include <stdint.h>
#include <stdio.h>

#include "benchmarks/microcontrollers/quality.h"
#include "benchmarks/microcontrollers/run.h"

struct cJSON;

/* The largest speed of the profile along which costs are measured, m/s
 * (benchmarks/firmware/velocity.h). */
#define EMBEDDED_PROFILE_SPEED 0.5

struct embedded_row {
    const char *core;
    unsigned steps_per_period;
    struct embedded_cost cost; /* of one step; status tells whether there are figures */
    struct embedded_quality quality;
};

/* The control loop that a combination is meant for. */
struct embedded_loop {
    double rate;  /* Hz */
    double clock; /* Hz; 0: not given, then there are no loads */
};

/* Returns NULL, or why there are no figures of the row's cost. */
const char *embedded_missing(const struct embedded_row *row);

/* Returns true when a state is lost along the profile: on the core, or with the same steps on the
 * host. */
bool embedded_runs_away(const struct embedded_row *row);

/* Returns true where float makes the error more than twice that of double: smaller steps do not
 * help. */
bool embedded_mostly_rounding(const struct embedded_row *row);

/* Returns the largest share of the period that all steps of it take: by the upper limit of the
 * cycles, or by one cycle an instruction if there is no model of cycles. */
double embedded_load(const struct embedded_row *row, const struct embedded_loop *loop);

/* Returns the mean number of instructions for one second of simulated time. */
double embedded_instructions_per_second(const struct embedded_row *row,
                                        const struct embedded_loop *loop);

/* Returns true when no other row of the same core and law has both a smaller error and fewer
 * instructions a second: the row is on the Pareto front. */
bool embedded_on_front(const struct embedded_row rows[], size_t n, size_t i,
                       const struct embedded_loop *loop);

void embedded_table(FILE *out, const struct embedded_row rows[], size_t n,
                    const struct embedded_loop *loop);
void embedded_csv(FILE *out, const struct embedded_row rows[], size_t n,
                  const struct embedded_loop *loop);
/* Writes only the combination and its cost: integers and ratios of them, equal on every host. */
void embedded_csv_costs(FILE *out, const struct embedded_row rows[], size_t n);
/* Returns the row, owned by the caller. */
struct cJSON *embedded_row_json(const struct embedded_row *row, const struct embedded_loop *loop);

/* Writes the columns that identify the combination. */
struct columns;
void embedded_state_key(struct columns *columns, const struct embedded_row *row);

#endif
