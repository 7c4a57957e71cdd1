/* The events of a trajectory, for people. */
#ifndef BRISTLE_BENCHMARKS_SIMULATION_EVENTS_OUTPUT_H
#define BRISTLE_BENCHMARKS_SIMULATION_EVENTS_OUTPUT_H

#include <stdio.h>

#include "reference/experiments/trajectory.h"

/* The most events that are listed one by one, and how many are where there are more. */
enum { EVENTS_LISTED = 12, EVENTS_FIRST = 4 };

/* Writes the events, nothing where there are none. Of more than EVENTS_LISTED the first
 * EVENTS_FIRST, then for each kind, and for all: how many, the first and the last, and the shortest
 * time from one to the next; CSV and JSON have all of them. */
void output_events(FILE *out, const struct trajectory *trajectory);

#endif
