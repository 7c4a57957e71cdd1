/* Inside motion.h: the times of a wave's samples, and of its end, within its period. */
#ifndef BRISTLE_REFERENCE_MOTION_FOLDING_H
#define BRISTLE_REFERENCE_MOTION_FOLDING_H

#include "reference/taylor/segment.h"

/* With fewer periods each is followed by itself. */
enum { LEAST_PERIODS = 4 };

/* Bits of the period beyond those of the motion: times modulo the period are that sharp. */
enum { PERIOD_BITS = 160 };

/* The time of a sample modulo the period. */
struct folded {
    size_t i;       /* index of the sample; the number of samples: the end */
    arf_t from, to; /* bounds of the time since its period began */
};

struct folding {
    arb_t period;
    size_t n;             /* samples, and one more: the end */
    struct folded *order; /* by time within a period */
    fmpz *count;          /* whole periods before each sample */
};

/* n: how many samples. */
void folding_init(struct folding *f, size_t n);
void folding_clear(struct folding *f);

/* Folds the samples and the end at a precision. Returns false where the segment has no period, or
 * too few, or where a time may lie on both sides of a period's end. */
bool folding_find(struct folding *f, const struct arb_segment *segment, const arb_t end,
                  arb_srcptr times, slong prec);

/* from[k], to[k] <- the bounds of the time that is number k within the period. */
void folding_times(const struct folding *f, arb_ptr from, arb_ptr to);

/* start <- where in the first period v is about the largest, exact. */
void folding_start(arb_t start, const struct arb_segment *segment, slong prec);

/* segment <- that of `of` from `start` on. */
void folding_shift(struct arb_segment *segment, const struct arb_segment *of, const arb_t start,
                   slong prec);

#endif
