/* The quality of a law by a method, in a precision, at the step of a control loop: the error of the
 * force against the reference, and whether the law keeps its state bound and passivity. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_QUALITY_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_QUALITY_H

#include <stdbool.h>
#include <stddef.h>

#include "models/real.h"
#include "models/status.h"

/* The velocity at the loop's sampling instants. */
struct embedded_motion {
    double period;           /* s between two samples */
    size_t n;                /* periods */
    double *v;               /* v[n + 1], m/s */
    const double *reference; /* N at the same instants, NAN: an interval; NULL: none */
    double speed;            /* m/s: the largest |v| */
};

struct embedded_quality {
    /* STATUS_UNSUPPORTED: the method is not for this law. The rest is valid only with STATUS_OK. */
    enum status status;
    /* The largest error of the force, relative to its largest magnitude; NAN without a
     * reference. */
    double error;
    /* By how much the error is larger than in double, by the same steps: what smaller steps do not
     * take away. 0 in double; not known to the functions below, which leave 0. */
    double rounding;
    /* The largest excess of a state over its bound, relative to the bound, or 0; NAN: the law has
     * no bound. */
    double bound_excess;
    /* The energy returned beyond the energy put in, relative to the energy that the motion
     * exchanges, or 0; NAN: the law is not claimed to be passive with these parameters. */
    double energy_deficit;
    /* A state is lost along the profile of the cores (benchmarks/firmware/velocity.h), with a step
     * for each sample: it is not finite, or so far beyond its bound that float could not tell the
     * bound from 0. */
    bool runs_away;
};

/* Computes the quality with the law's parameters p[]. Every period is cut into equal steps, within
 * which the velocity is linear from sample to sample. Error and bound are taken along the motion,
 * in the arithmetic of the fused kernels; bound and passivity also along holds of whole steps up to
 * the motion's speed (struct holds), with the energy int F v dt as one more state of the method. */
struct embedded_quality PREC(embedded_quality)(const char *law, const char *method,
                                               const double p[], unsigned steps_per_period,
                                               const struct embedded_motion *motion);
struct embedded_quality embedded_quality_f32(const char *law, const char *method, const double p[],
                                             unsigned steps_per_period,
                                             const struct embedded_motion *motion);

/* The same of a law whose table, `const struct model *` of that precision, is given. */
struct embedded_quality PREC(embedded_quality_of)(const void *table, const char *method,
                                                  const double p[], unsigned steps_per_period,
                                                  const struct embedded_motion *motion);
struct embedded_quality embedded_quality_of_f32(const void *table, const char *method,
                                                const double p[], unsigned steps_per_period,
                                                const struct embedded_motion *motion);

/* Computes bound and passivity along holds of whole steps h, in s, up to that speed in m/s; error
 * is NAN. */
struct embedded_quality PREC(quality_along_holds)(const char *law, const char *method,
                                                  const double p[], double speed, double h);

#endif
