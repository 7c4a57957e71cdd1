/* One law in one precision, behind double: what float and double can be compared through. */
#ifndef BRISTLE_PROPERTIES_SUITE_PRECISIONS_H
#define BRISTLE_PROPERTIES_SUITE_PRECISIONS_H

#include <stddef.h>

enum { EVALUATION_MAX_STATES = 16 };

struct evaluation {
    double x[EVALUATION_MAX_STATES]; /* after the last hold, from zero state */
    double force;                    /* then, at the last hold's velocity */
    double energy;                   /* put in, J */
};

/* The law of that index (the same in both precisions) along holds of v[i] for h[i], all numbers
 * being floats. */
struct evaluation evaluate_f32(size_t law, const double p[], const double v[], const double h[],
                               unsigned n);
struct evaluation evaluate_f64(size_t law, const double p[], const double v[], const double h[],
                               unsigned n);

#endif
