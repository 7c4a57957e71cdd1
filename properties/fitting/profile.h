/* How much worse a law fits where one parameter is held elsewhere and all others are fitted again:
 * the profile of the likelihood, from which an interval follows without any slope. */
#ifndef BRISTLE_PROPERTIES_FITTING_PROFILE_H
#define BRISTLE_PROPERTIES_FITTING_PROFILE_H

#include "properties/fitting/estimate.h"
#include "properties/fitting/measured.h"

enum { PROFILE_MOST = 33 };

/* excess: twice what the logarithm of the likelihood loses, allowing for correlated residuals. It
 * is 0 at the fit, and that of a true value is distributed as chi squared of one degree. */
struct profile {
    unsigned n; /* places, by value; 0: the profile was not asked for */
    double value[PROFILE_MOST], excess[PROFILE_MOST];
    double lo, hi; /* the 95 % interval; ends of the range where it reaches that far */
};

/* Follows variable k, a parameter, to both sides until the excess is beyond that of 95 %, or to the
 * end of its range. noise, N, and jitter, s, are those of the fit's filter. */
void profile_follow(const struct estimate *estimate, unsigned k, const struct measured *measured,
                    double noise, double jitter, struct profile *profile);

#endif
