/* The stored table of what a step costs on microcontroller cores, embedded_golden.csv, built in. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_GOLDEN_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_GOLDEN_H

#include <stdbool.h>

/* Its lines, ended by NULL (generated). */
extern const char *const embedded_golden_lines[];

/* Instructions of a step on average; NAN where that was not measured. */
double embedded_golden_instructions(const char *core, const char *model, const char *integrator,
                                    const char *precision);

/* Whether anything was measured on that core in that precision; with that integrator. */
bool embedded_golden_measured(const char *core, const char *precision);
bool embedded_golden_has(const char *integrator);

#endif
