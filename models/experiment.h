/* Claims about experiments: what a source's figures show of a mass with friction. */
#ifndef BRISTLE_MODELS_EXPERIMENT_H
#define BRISTLE_MODELS_EXPERIMENT_H

#include <stddef.h>

#include "models/claim.h"

/* X(id, word, unit, meaning): numbers that a claim reads off a trajectory. */
#define EXPERIMENT_MEASURES(X)                                                                     \
    X(LARGEST_X, "largest_x", "m", "the largest |x|")                                              \
    X(FIRST_RELEASE, "first_release", "s",                                                         \
      "when the mass first leaves v = 0, where it stuck; infinite if never")                       \
    X(LATE_ERROR, "late_error", "m", "the largest |x - 1| after 50 s")                             \
    X(ERROR_GROWTH, "error_growth", "1", "late_error over the largest |x - 1| before 50 s")

enum measure {
#define X(id, word, unit, meaning) id,
    EXPERIMENT_MEASURES(X)
#undef X
        N_MEASURES
};

/* A claim about a law in a scenario at the defaults of both: that a measure of the trajectory from
 * 0 to t_end, with that number of samples, is at least or at most the limit. */
struct experiment {
    const char *model; /* NULL ends a list */
    struct claim claim;
    const char *scenario;
    double t_end; /* s */
    size_t samples;
    enum measure measure;
    bool at_least;
    double limit; /* in the unit of the measure */
};

/* Of all laws (generated). */
extern const struct experiment experiments_of_laws[];

#endif
