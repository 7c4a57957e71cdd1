/* Forces of a law along the path of a run, kept for what only the rig changes. */
#ifndef BRISTLE_PROPERTIES_FITTING_RESIDUALS_H
#define BRISTLE_PROPERTIES_FITTING_RESIDUALS_H

#include "properties/fitting/fit.h"

/* Forces of the law alone, and the path that they were found along. */
struct along {
    struct path delayed; /* n 0: the run's own path does */
    double *law;         /* N, at each sample */
};

/* Makes the path for the fit's delay; the forces are still to be found. To be ended. */
void along_begin(const struct fit *fit, const struct fit_run *run, struct along *along);

void along_end(struct along *along);

/* Sets the forces. false: they are not finite, or would take minutes. */
bool along_trace(const struct fit *fit, const struct fit_run *run, struct along *along);

/* Writes the residuals of a run behind one another, and returns how many there are. They are linear
 * in the law's forces. */
size_t residuals_of(const struct fit *fit, const struct fit_run *run, const struct along *along,
                    double residual[]);

/* A fit with its forces along all runs, and their residuals, which are only set where all are
 * finite. */
struct traced {
    struct fit fit;
    struct along *along;
    double *residual;
    bool is_finite;
};

void traced_begin(const struct fit *fit, const struct fit_data *data, struct traced *traced);

void traced_end(const struct fit_data *data, struct traced *traced);

/* As fit_slopes, of a fit that is traced. */
void traced_slopes(const struct traced *traced, const struct fit_data *data, bool both,
                   double slopes[]);

#endif
