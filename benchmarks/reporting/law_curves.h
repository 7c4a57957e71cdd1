/* The two curves that show what a law is like: steady sliding, and a slow loop from rest. */
#ifndef BRISTLE_BENCHMARKS_REPORTING_LAW_CURVES_H
#define BRISTLE_BENCHMARKS_REPORTING_LAW_CURVES_H

#include <stdbool.h>
#include <stddef.h>

#include "models/model.h"

enum { LAW_CURVE_POINTS = 500 };
struct law_curve {
    double x[LAW_CURVE_POINTS], y[LAW_CURVE_POINTS];
    size_t n;
};

/* The steady force, N, against the held velocity, m/s. */
bool law_has_steady_curve(const struct model *law);
void law_steady_curve(const struct model *law, const double p[], struct law_curve *curve);

/* The force, N, against the position, m, moved slowly forth, back and forth from rest. */
bool law_has_loop(const struct model *law);
void law_loop(const struct model *law, const double p[], struct law_curve *curve);

/* Writes the velocity of that loop in the grammar of signals. */
enum { LAW_LOOP_TEXT = 128 };
void law_loop_velocity(const struct model *law, const double p[], char text[LAW_LOOP_TEXT]);

#endif
