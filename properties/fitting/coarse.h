/* Fits to coarse data, from several starts, of which the best is left. */
#ifndef BRISTLE_PROPERTIES_FITTING_COARSE_H
#define BRISTLE_PROPERTIES_FITTING_COARSE_H

#include "properties/fitting/filtered.h"

/* Finds the best fit of n starts, at most MODEL_MAX_PARAMS. Returns false when there are none. */
bool coarse_best_of(const struct fit_data *data, unsigned n, const struct fit start[],
                    struct fit *fit);

/* Finds the best fit of starts that are drawn (start.h), the last ones beside that of the others:
 * of parameters that hardly make a force there. Returns false when there are none. */
bool coarse_fit(const struct fit_setup *setup, unsigned draws, const struct measured *measured,
                struct fit *fit);

/* Returns how many free parameters of the setup's law another law has, too, by name and unit. */
unsigned coarse_shared(const struct fit_setup *setup, const struct model *other);

/* Likewise of starts that have another law's parameters where theirs are called as those; the
 * others are drawn. */
bool coarse_borrow(const struct fit_setup *setup, unsigned draws, const struct fit *from,
                   const struct measured *measured, struct fit *fit);

/* Returns true where one fit leaves less than another, both by the lesser of their usual sizes. */
bool coarse_is_better(const struct fit_data *data, struct fit *fit, struct fit *than);

#endif
