/* What a rig may add to the force that is not fitted, by what a fit leaves. */
#ifndef BRISTLE_PROPERTIES_FITTING_RIG_LEFT_H
#define BRISTLE_PROPERTIES_FITTING_RIG_LEFT_H

#include "properties/fitting/measured.h"

/* The nuisance that would take most away from the squares of residuals, were it fitted. */
struct rig_left {
    enum nuisance nuisance; /* COGGING_SINE: both parts of the cogging */
    double share;           /* of the squares, at least; 0: there is none */
    double period;          /* m, of the cogging */
};

/* Finds it for a fit with filters around it. error[n], N: force less law at the samples of all
 * runs. Nuisances that are fitted, or have a value that was given, are none, nor is a delay, but of
 * forces that are applied to a mass. */
struct rig_left rig_left_by(const struct fit *fit, const struct fit_data *data,
                            const struct measured *measured, const double error[]);

#endif
