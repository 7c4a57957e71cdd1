/* How laws are compared on samples that no fit has seen, errors of the motion and of delays apart.
 */
#ifndef BRISTLE_PROPERTIES_IDENTIFICATION_COMPARE_H
#define BRISTLE_PROPERTIES_IDENTIFICATION_COMPARE_H

#include "properties/identification/ranking.h"

enum { BLOCKS = 200 };

/* Sums of a number over blocks of what is compared. */
struct blocks {
    double sum[BLOCKS], mean, error;
    size_t n[BLOCKS], all;
};

/* Sets what the law leaves, errors of the motion apart, and what these make where laws are
 * compared. Where its force changes by more than `jump`, N, it may have done so before or after, by
 * as much as its delay may be off. */
void compare_leave(const struct measured *m, double jump, struct ranked *law);

/* The mean of f - g, both squared and cut off at `most`, with its standard error; g NULL: of f. The
 * error is that of how blocks differ from their neighbours: what a law explains here and not there
 * is no error. */
struct blocks compare(const struct measured *m, const double f[], const double g[], double most);

/* Returns how far forces of two laws are apart, N. Where one of them changes by more than `jump`
 * within the time that delays leave open, the other may have done so before or after. */
double compare_apart(const struct measured *m, const struct ranked *a, const struct ranked *b,
                     double jump);

#endif
