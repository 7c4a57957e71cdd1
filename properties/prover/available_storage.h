/* Searches for the signal that extracts the most energy from a law at given parameters, relative to
 * the energy exchanged. For thresholds: near them little energy comes out, and only along the right
 * signal. */
#ifndef BRISTLE_PROPERTIES_PROVER_AVAILABLE_STORAGE_H
#define BRISTLE_PROPERTIES_PROVER_AVAILABLE_STORAGE_H

#include "models/model.h"

enum { EXTRACTION_HOLDS = 3 };

/* Holds from zero state, v[i] m/s for h[i] s; `share` is I(0,T) over the sum of |int F v dt| of
 * the holds, from 1 (nothing comes out) to below 0 (more than was put in). */
struct available_storage {
    unsigned n; /* holds, at most EXTRACTION_HOLDS; 0: none yet */
    double v[EXTRACTION_HOLDS], h[EXTRACTION_HOLDS], share;
};

/* Searches for the signal with the least share. Starts from `best` if best->n > 0, and from
 * `starts` random signals that the seed chooses; replaces best when it finds a smaller share. The
 * model must have flow and work. Speeds are from 1e-18 to 1e9 m/s, times from 1e-20 to 1000 s; the
 * first motion of a random signal goes forward. */
void find_available_storage(const struct model *model, const double p[], unsigned starts,
                            uint64_t seed, struct available_storage *best);

#endif
