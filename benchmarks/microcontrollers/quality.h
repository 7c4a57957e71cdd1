/* What a law, by a method, in a precision, at the step of a control loop, is worth: the error of
 * its force against the reference, and whether it keeps the law's state bound and passivity. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_QUALITY_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_QUALITY_H

#include <stdbool.h>
#include <stddef.h>

#include "models/real.h"
#include "models/status.h"

/* What the loop sees: the velocity at its sampling instants. */
struct embedded_motion {
    double period;           /* s between two samples */
    size_t n;                /* periods */
    double *v;               /* v[n + 1], m/s */
    const double *reference; /* N at the same instants, NAN where it is an interval; NULL: none */
    double speed;            /* m/s: the largest |v| */
};

struct embedded_quality {
    /* STATUS_UNSUPPORTED: the method is not for this law. Of a failed run the rest says nothing. */
    enum status status;
    /* The largest distance of the force from the reference, relative to its largest magnitude; NAN
     * without a reference. */
    double error;
    /* By how much a state exceeds its bound, relative to it, or 0; NAN: the law has no bound. */
    double bound_excess;
    /* What was returned beyond what had been put in, relative to the energy that the same motion
     * exchanges, or 0; NAN: the law is not claimed to be passive with these parameters. */
    double energy_deficit;
    /* A state is lost along the velocities that costs are measured over (firmware/velocity.h), a
     * sample a step: it is not finite, or so far beyond its bound that float could not tell the
     * bound from 0. */
    bool runs_away;
};

/* p[] are the law's parameters; every period is cut into equal steps, within which the velocity
 * goes on linearly from sample to sample. Error and bound are those along the motion, in the very
 * arithmetic of the fused kernels; bound and passivity also those along holds of whole steps up to
 * the motion's speed (holds.h), with the energy int F v dt as one more state of the method. */
struct embedded_quality PREC(embedded_quality)(const char *law, const char *method,
                                               const double p[], unsigned steps_per_period,
                                               const struct embedded_motion *motion);
struct embedded_quality embedded_quality_f32(const char *law, const char *method, const double p[],
                                             unsigned steps_per_period,
                                             const struct embedded_motion *motion);

/* What is left of bound and passivity along holds of whole steps h, in s, up to that speed in m/s;
 * error is NAN. */
struct embedded_quality PREC(quality_along_holds)(const char *law, const char *method,
                                                  const double p[], double speed, double h);

#endif
