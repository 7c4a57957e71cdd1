/* Measured forces with a filter for each run, which makes independent residuals of them
 * (whitening.h). */
#ifndef BRISTLE_PROPERTIES_FITTING_FILTERED_H
#define BRISTLE_PROPERTIES_FITTING_FILTERED_H

#include "properties/fitting/fit.h"
#include "properties/fitting/measured.h"

struct filtered {
    struct fit_data data;
    size_t jumps;             /* samples at which forces jump within the jitter */
    struct fit_run *run;      /* private */
    struct whitening *filter; /* private: for each run */
};

/* Sets up filters around the fit. noise, N: of the forces, above 0. jitter, s: how far the delay
 * may be off. To be ended. */
void filter_around(const struct measured *m, const struct fit *fit, double noise, double jitter,
                   struct filtered *f);

void filter_end(struct filtered *f);

#endif
