/* What errors of the motion make of a law's force beyond their linear part.
 *
 * The filter (whitening.h) is linear. Where a force jumps at a reversal or at an event, or bends
 * within the error of the velocity, it is not: the force along the smooth motion is then neither
 * the mean of those along all motions that would have given the same positions, nor as sure as the
 * filter would have it. Both are found by following the law along other motions. */
#ifndef BRISTLE_PROPERTIES_FITTING_REMAINDER_H
#define BRISTLE_PROPERTIES_FITTING_REMAINDER_H

#include "properties/fitting/fit.h"

/* Another measurement of a motion. */
struct again {
    double *x, *v; /* m, m/s */
};

/* Follows the fit's law along the motion plus and minus what each of the others is off. bias[n], N:
 * the mean force less that along the motion; variance[n], N^2: of what the filter, which has been
 * linearized there, does not expect. Where it is more than that of the noise, N, it is taken to be
 * so for twice as long; so it is where the force jumps within a delay more or less by `jitter`, s.
 * Returns at how many samples that is. */
size_t remainder_find(const struct fit *fit, const struct fit_run *run, const struct again again[],
                      size_t n_again, double jitter, double noise, const struct whitening *filter,
                      double bias[], double variance[]);

#endif
