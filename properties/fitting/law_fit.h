/* One law fitted to measured runs, from the first look to intervals and the error on what was held
 * out. */
#ifndef BRISTLE_PROPERTIES_FITTING_LAW_FIT_H
#define BRISTLE_PROPERTIES_FITTING_LAW_FIT_H

#include "properties/fitting/estimate.h"
#include "properties/fitting/filtered.h"
#include "properties/fitting/measured.h"
#include "properties/fitting/profile.h"
#include "properties/fitting/rig_left.h"

struct law_fit_settings {
    unsigned draws; /* of starting values */
    struct fit_setup setup;
};

struct law_fit {
    const struct model *model;
    bool is_finite;   /* there are parameters for which the law has forces along these motions */
    bool is_finished; /* all below is set; otherwise only n_free, parameters, rms and usual */
    struct estimate estimate;
    double rms;               /* N, of forces that were fitted */
    double usual;             /* N, robust size of what the coarse fit leaves */
    double noise;             /* N, of the force, without what errors of the motion make */
    double deviance;          /* minus twice the logarithm of the likelihood, but for a constant */
    double correlation;       /* of what is left with the velocity: -1 to 1 */
    double lag_one;           /* correlation of innovations from sample to sample; white: about 0 */
    double jitter;            /* s, by which the delay is taken to be off where forces jump */
    struct rig_left rig_left; /* what the rig may add that is not fitted; none until looked at */
    unsigned n_free;          /* parameters fitted */
    double *error;            /* N, force less law at each sample of all runs */
    double *unexplained;      /* N, likewise: error less what errors of the motion make of it */
    struct profile *profile;  /* of each parameter; NULL: of none */
    struct filtered filtered; /* private: the measured runs, as the estimate is of them */
    struct law_fit_settings settings; /* private: what it began with */
};

/* Sets the settings to the law's defaults, all of its parameters that are no whole numbers free,
 * and of nuisances the offset and, where friction forces were measured, the delay: an applied force
 * is as smooth as a mass makes it, and hardly tells one. Lanes, which make it faster, are the
 * caller's to set. */
void law_fit_defaults(const struct model *model, const struct measured *measured,
                      struct law_fit_settings *settings);

/* The first part: the best of several starts on coarse data, which tells laws apart that are far
 * from the data. Only is_finite, n_free, the parameters, rms and usual are set; nothing is to be
 * freed. */
void law_fit_coarse(const struct law_fit_settings *settings, const struct measured *measured,
                    struct law_fit *result);

/* Returns how many free parameters of a fit's law another law has, too, by name and unit. */
unsigned law_fit_shared(const struct law_fit *fit, const struct model *other);

/* Begins the first part once more where another law's fit is, in parameters that have the same name
 * and unit, and keeps what is better. */
void law_fit_borrow(const struct law_fit *from, const struct measured *measured,
                    struct law_fit *result);

/* The second part, on all data, which what follows needs, too. */
void law_fit_finish(const struct measured *measured, struct law_fit *result);

/* Finds what the rig may add. Of a fit that is finished. */
void law_fit_look_at_rig(const struct measured *measured, struct law_fit *fit);

/* The best parameters where a claim about the law is made, by the filter of another finished fit,
 * from its parameters with one of them moved, or, where that is not enough, from starts of its own.
 * Only is_finite, n_free, the parameters, rms and error are set. settings: those of the other fit.
 * Returns by how much more is left than by the other one: the ratio of root mean squares of
 * innovations; INFINITY: nothing was found. */
double law_fit_within(const struct law_fit *other, const struct claim *within,
                      const struct law_fit_settings *settings, const struct measured *measured,
                      struct law_fit *result);

/* Finds profiles of the parameters whose interval is too wide for slopes at its middle to say where
 * it ends, unless the law has events, with which a profile takes minutes; or of all of them. None
 * where slopes do not hold, by which others would be fitted again. In `jobs` threads. Once for a
 * fit that is finished. */
void law_fit_profiles(bool all, unsigned jobs, struct law_fit *fit);

void law_fit_free(struct law_fit *fit);

/* Fills lo and hi with the 95 % interval of parameter i, which is free; infinite, or the ends of
 * its range, where nothing is known. */
void law_fit_interval(const struct law_fit *fit, unsigned param, double *lo, double *hi);

/* Likewise of what the rig adds, in its unit; its value, where it is not fitted. */
void law_fit_nuisance_interval(const struct law_fit *fit, enum nuisance nuisance, double *lo,
                               double *hi);

/* What is known of parameter i. Those that are not free are KNOWN. */
enum knowledge law_fit_knowledge(const struct law_fit *fit, unsigned param);

#endif
