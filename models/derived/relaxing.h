/* States that relax each by itself at held velocity. */
#ifndef BRISTLE_MODELS_DERIVED_RELAXING_H
#define BRISTLE_MODELS_DERIVED_RELAXING_H

#include "models/language/equations.h"

/* Of a state that relaxes by itself: dx_i/dt = b - k x_i at held velocity, towards b/k, which at
 * rest is its limit where b and k are multiples of |v|. */
struct law_relaxing {
    expression b, k, steady;
    expression level; /* steady = s level; EXPRESSION_NONE: it is no such multiple */
    bool is_tame; /* k > 0 where v != 0, and the steady value stays where it is as the speed falls
                     to zero */
};
struct law_relaxing law_relaxing(struct equations *law, size_t state);

#endif
