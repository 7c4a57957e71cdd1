/* What the filter keeps of a sample (whitening.h). */
#ifndef BRISTLE_PROPERTIES_TRACING_WHITENING_STEP_H
#define BRISTLE_PROPERTIES_TRACING_WHITENING_STEP_H

#include "properties/tracing/whitening.h"

/* An exact motion is taken to be known to next to nothing, m, so that no sum is zero. */
#define WHITENING_EXACT 1e-15

enum { WHITENING_MOST = 3 + MODEL_MAX_STATES };

/* Rows of `size` numbers. */
struct whitening_step {
    double *by_force;   /* the force by the filter's state */
    double *force_gain; /* of a force that does not count: the covariance with it, N m and alike */
    double *sensor_gain;
    double *next;      /* the law's states by the filter's state, n_states rows */
    double *deviation; /* of the two innovations: force, motion */
};

/* Returns how many numbers a step has. */
static inline size_t whitening_step_length(unsigned size) { return (size_t)size * size + 2; }

static inline struct whitening_step whitening_step_of(const struct whitening *w, size_t i)
{
    double *at = w->step + i * whitening_step_length(w->size);
    const size_t m = w->size;
    return (struct whitening_step){ at, at + m, at + 2 * m, at + 3 * m, at + m * m };
}

/* Returns what the usual position is off, m, above 0. */
double whitening_noise(const struct motion *motion);

/* Returns the sum of products. */
static inline double whitening_inner(unsigned m, const double a[], const double b[])
{
    double sum = 0;
    for (unsigned k = 0; k < m; k++)
        sum += a[k] * b[k];
    return sum;
}

/* state = what it is at the sample behind number i. */
void whitening_advance(const struct whitening *w, size_t i, double state[]);

#endif
