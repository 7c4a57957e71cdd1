/* Values of a law that are never negative, by its ranges and constraints. */
#ifndef BRISTLE_MODELS_NORMAL_NONNEGATIVE_H
#define BRISTLE_MODELS_NORMAL_NONNEGATIVE_H

#include "models/language/equations.h"

/* Marks them in of[law->graph.n]. */
void law_mark_nonnegative(const struct equations *law, bool of[]);

/* The same, as long as states are within their ranges. */
void law_mark_nonnegative_within(const struct equations *law, bool of[]);

/* Return true when one value is never negative; is always above 0, by its ranges alone. */
bool law_is_nonnegative(const struct equations *law, expression e);
bool law_is_positive(const struct equations *law, expression e);

#endif
