/* One combination of law, integrator, core, precision and step: what it costs and what it is
 * worth. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_ROW_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_ROW_H

#include <stdint.h>
#include <stdio.h>

#include "benchmarks/microcontrollers/quality.h"
#include "benchmarks/microcontrollers/run.h"

struct cJSON;

/* The largest of the profile that costs are measured over, m/s (firmware/velocity.h). */
#define EMBEDDED_PROFILE_SPEED 0.5

struct embedded_row {
    const char *core;
    unsigned steps_per_period;
    struct embedded_cost cost; /* of one step; its status says whether there are any figures */
    struct embedded_quality quality;
};

/* The control loop that a combination is meant for. */
struct embedded_loop {
    double rate;  /* Hz */
    double clock; /* Hz; 0: not given, then there are no loads */
};

/* NULL, or why there are no figures of the row's cost. */
const char *embedded_missing(const struct embedded_row *row);

/* Whether a state is lost along the profile: on the core, or by the same steps here. */
bool embedded_runs_away(const struct embedded_row *row);

/* The share of the period that all steps of it take at most: by the upper limit of the cycles, or
 * by one cycle an instruction where there is no model of them. */
double embedded_load(const struct embedded_row *row, const struct embedded_loop *loop);

/* Instructions for one second of simulated time, on average. */
double embedded_instructions_per_second(const struct embedded_row *row,
                                        const struct embedded_loop *loop);

/* Whether no other row of the same core and law has both a smaller error and fewer instructions a
 * second: a point of its Pareto front. */
bool embedded_on_front(const struct embedded_row rows[], size_t n, size_t i,
                       const struct embedded_loop *loop);

void embedded_table(FILE *out, const struct embedded_row rows[], size_t n,
                    const struct embedded_loop *loop);
void embedded_csv(FILE *out, const struct embedded_row rows[], size_t n,
                  const struct embedded_loop *loop);
/* Only what a row is and what it costs: integers and ratios of them, the same on every host. */
void embedded_csv_costs(FILE *out, const struct embedded_row rows[], size_t n);
/* Owned by the caller. */
struct cJSON *embedded_row_json(const struct embedded_row *row, const struct embedded_loop *loop);

/* The columns that say which combination a row is. */
struct columns;
void embedded_state_key(struct columns *columns, const struct embedded_row *row);

#endif
