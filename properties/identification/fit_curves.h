/* What figures of a fit show, computed from a ranking. */
#ifndef BRISTLE_PROPERTIES_IDENTIFICATION_FIT_CURVES_H
#define BRISTLE_PROPERTIES_IDENTIFICATION_FIT_CURVES_H

#include "properties/identification/ranking.h"

/* A run with its law. */
struct fit_run_of_law {
    const struct measured_run *run;
    const double *error; /* N, force less law, at each of its samples */
    double *law;         /* N, forces by the law; to be freed */
};

struct fit_run_of_law fit_follow(const struct ranked *law, const struct measured *measured,
                                 size_t run);

/* Positions, m, and forces, N, measured and by the law, in a window of a run. */
struct fit_loop {
    const double *x, *force, *law;
    size_t n; /* 0: there is none */
};

/* Returns the window, a twentieth of the run, in which the motion turns twice and goes least
 * far. */
struct fit_loop fit_smallest_loop(const struct fit_run_of_law *run);

/* Returns the steady force at a speed, N, and its standard deviation, from those of the
 * variables. */
double fit_steady(const struct estimate *estimate, double v, double *deviation);

enum { FIT_BINS = 40 };

/* Means of measured forces in the direction of motion, less the offset, N, over means of speeds,
 * m/s. */
struct fit_bins {
    double v[FIT_BINS], force[FIT_BINS];
    size_t n; /* with more than ten samples */
};

struct fit_bins fit_bins_of(const struct ranked *law, const struct measured *measured);

#endif
