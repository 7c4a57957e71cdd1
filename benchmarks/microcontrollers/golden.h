/* The stored table of the costs of a step on microcontroller cores, embedded_golden.csv, built
 * in. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_GOLDEN_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_GOLDEN_H

#include <stdbool.h>

#include "benchmarks/microcontrollers/run.h"

/* The lines of the table, ended by NULL (generated). */
extern const char *const embedded_golden_lines[];

/* Reads the cost of a step, without how many there were and the states at their end. Returns false
 * if it was not measured. */
bool embedded_golden_cost(const char *core, const char *model, const char *integrator,
                          const char *precision, struct embedded_cost *cost);

/* embedded_golden_measured returns true when anything was measured on that core in that precision,
 * embedded_golden_has when anything was measured with that integrator. */
bool embedded_golden_measured(const char *core, const char *precision);
bool embedded_golden_has(const char *integrator);

#endif
