/* A trajectory as text: for people, and for scripts. */
#ifndef BRISTLE_BENCHMARKS_SIMULATION_TRAJECTORY_OUTPUT_H
#define BRISTLE_BENCHMARKS_SIMULATION_TRAJECTORY_OUTPUT_H

#include <stdio.h>

#include "models/model.h"
#include "reference/solutions/reference_solution.h"

/* The trajectory to be printed, and what it is. */
struct output_run {
    const struct model *model;
    const char *scenario;   /* its name, or NULL */
    const char *integrator; /* its name, or "reference" */
    const struct trajectory *trajectory;
    const struct uncertainty *uncertainty; /* of a reference; otherwise NULL */
};

/* Columns t, x, v, F, the law's states, energy: their number, headings, units and values. */
size_t output_columns(const struct output_run *run);
const char *output_heading(const struct output_run *run, size_t column);
const char *output_unit(const struct output_run *run, size_t column);
double output_cell(const struct output_run *run, size_t row, size_t column);

/* Write a table of 6 digits, in blocks of columns that each have the time and fit a terminal, with
 * the events below (events_output.h); comma-separated values that round-trip, empty where there is
 * no number; and one JSON object. */
void output_table(FILE *out, const struct output_run *run);
void output_csv(FILE *out, const struct output_run *run);
void output_json(FILE *out, const struct output_run *run);

#endif
