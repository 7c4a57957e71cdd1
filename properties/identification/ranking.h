/* Which law explains measured runs: each fitted, then compared on what was held out of the fits.
 *
 * A law is as good as its mean square error on samples that were held out, in blocks along each
 * run, less what errors of the motion make of it (whitening.h); errors beyond five times the noise
 * count as that. Two laws differ when the means of their squares differ by twice the standard error
 * of that difference, taken from neighbouring blocks, and by a hundredth of the noise's square; or,
 * where errors of the motion make more of either force than that, by what they make, up to a tenth
 * of the square. A group holds laws that do not differ from its first one.
 *
 * After its own starts each law begins once more where a better one is that shares parameters with
 * it, so that a law which contains another one explains as much. */
#ifndef BRISTLE_PROPERTIES_IDENTIFICATION_RANKING_H
#define BRISTLE_PROPERTIES_IDENTIFICATION_RANKING_H

#include "properties/fitting/law_fit.h"
#include "properties/plugin/law_choice.h"

struct ranked {
    const struct law_choice *law;
    struct law_fit_settings settings;
    struct law_fit fit; /* looked at for the rig where it is of the first group */
    double *left;       /* N, at each sample of all runs: unexplained, but of jumps the nearest */
    double by_motion;   /* N, root mean square of what errors of the motion make where held out */
    double held_out;    /* N, root mean square of what is left where held out */
    double apart;       /* N, root mean square of the difference from the first law's force; where
                           forces jump, from the nearest one that delays leave open */
    double aicc, bic;   /* less those of the first law */
    unsigned known;     /* of the parameters that were fitted */
    unsigned group;     /* from 1; 0: far from the data, given up after the coarse fit */
};

struct ranking {
    struct ranked *law; /* the best first */
    size_t n;
    double noise;   /* N, the least that a law leaves: errors beyond five times it count as that */
    double nothing; /* N, error of a constant force on what was held out */
    /* The first law is better than a constant, by three standard errors, or event by event. */
    bool is_explained;
};

/* Fits n laws, in `jobs` threads, and ranks them. settings[n]: as of law_fit. Results do not depend
 * on jobs. Borrows laws and runs. */
void ranking_make(const struct law_choice laws[], const struct law_fit_settings settings[],
                  size_t n, const struct measured *measured, unsigned jobs,
                  struct ranking *ranking);

void ranking_free(struct ranking *ranking);

/* Sets `known` of a law that is finished: again, where profiles have been found since. */
void ranking_count_known(struct ranked *law);

#endif
