/* One law in one precision, with results in double: float and double can be compared. */
#ifndef BRISTLE_PROPERTIES_SUITE_PRECISIONS_H
#define BRISTLE_PROPERTIES_SUITE_PRECISIONS_H

#include <stddef.h>

enum { EVALUATION_MAX_STATES = 16 };

struct evaluation {
    double x[EVALUATION_MAX_STATES]; /* after the last hold, from zero state */
    double force;                    /* N, after the last hold, at its velocity */
    double energy;                   /* put in, J */
};

/* Runs law number `law` (the number is the same in both precisions) along n holds of v[i] m/s for
 * h[i] s. All numbers must be floats. */
struct evaluation evaluate_f32(size_t law, const double p[], const double v[], const double h[],
                               unsigned n);
struct evaluation evaluate_f64(size_t law, const double p[], const double v[], const double h[],
                               unsigned n);

#endif
