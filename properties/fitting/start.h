/* Where fits begin: parameters of the right sizes, many of them, the best of which are improved. */
#ifndef BRISTLE_PROPERTIES_FITTING_START_H
#define BRISTLE_PROPERTIES_FITTING_START_H

#include "properties/fitting/fit.h"

enum { START_MOST = 6 };

/* What the data say of sizes: speeds between which the motion mostly is, m/s, and lengths between
 * the least that is seen and the travel, m. */
struct start_range {
    double speed[2], length[2];
};

/* Fills best[] with the best of `draws` sets of parameters, those that are not free as in the
 * setup, each with the scale of force that suits the data. Lengths, speeds and forces go with the
 * units of parameters; beside that each parameter is moved by itself, more in later draws (Sobol's
 * sequence). The first draw is the setup's. Returns how many are finite, the best first. */
unsigned start_fits(const struct fit_setup *setup, const struct fit_data *data,
                    const struct start_range *range, unsigned draws, struct fit best[START_MOST]);

/* Multiplies free parameters of a law by powers of lengths and times, so that its length and its
 * Stribeck speed are those of another law. */
void start_scale_as(const struct model *model, const bool is_free[], const struct model *other,
                    const double of_other[], double p[]);

#endif
