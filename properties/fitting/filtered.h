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

/* Returns the factor by which forces are off the fit more than the filter has taken them to be. */
double filtered_excess(const struct filtered *f, const struct fit *fit);

/* Returns the correlation of the innovations of forces from one sample to the next. */
double filtered_lag_one(const struct filtered *f, const struct fit *fit);

/* Returns the usual size of n numbers that are not zero, as a standard deviation; robust. Changes
 * the numbers. */
double filtered_usual(double a[], size_t n);

/* Returns that of what a fit leaves, by which residuals are far out or not. INFINITY: the fit has
 * no forces. */
double fit_usual(const struct fit *fit, const struct fit_data *data);

#endif
