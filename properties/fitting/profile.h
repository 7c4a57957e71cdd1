/* How much worse a law fits where one parameter is held elsewhere and all others are fitted again:
 * the profile of the likelihood, from which an interval follows without any slope. */
#ifndef BRISTLE_PROPERTIES_FITTING_PROFILE_H
#define BRISTLE_PROPERTIES_FITTING_PROFILE_H

#include "properties/fitting/estimate.h"

enum { PROFILE_MOST = 33 };

/* excess: twice what the logarithm of the likelihood loses, allowing for correlated residuals. It
 * is 0 at the fit, and that of a true value is distributed as chi squared of one degree. */
struct profile {
    unsigned n; /* places, by value; 0: the profile was not asked for */
    double value[PROFILE_MOST], excess[PROFILE_MOST];
    double lo, hi; /* the 95 % interval; ends of the range where no place is beyond it */
    /* How far each variable of the fit goes below and above the fit within the interval: with the
     * others fitted again it is no less likely there, so that its own interval has these, too. */
    double below[FIT_MOST], above[FIT_MOST];
};

/* Follows variable k, a parameter, to both sides until the excess is beyond that of 95 %, or to the
 * end of its range; where a joint constraint would be broken, others move with it. best: the fit of
 * the estimate, as it is best by these data, whose residuals have mean square one. */
void profile_follow(const struct fit *best, const struct fit_data *data,
                    const struct estimate *estimate, unsigned k, struct profile *profile);

#endif
