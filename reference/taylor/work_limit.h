/* What a computation may cost: work, counted alike on every machine, and time.
 *
 * A unit of work is about a step along a smooth motion at 128 bits; at other precisions a step
 * takes (prec/128)^2 units. What is not decided within a limit is undecided, and says which limit
 * it was.
 */
#ifndef BRISTLE_REFERENCE_TAYLOR_WORK_LIMIT_H
#define BRISTLE_REFERENCE_TAYLOR_WORK_LIMIT_H

#include <flint/flint.h>
#include <stdbool.h>

/* Whether work may go on, or which limit has ended it. */
enum work_end { WORK_GOES_ON, WORK_USED_UP, WORK_TIMED_OUT };

/* A limit of work and time, as a value of the caller. */
struct work_limit {
    double units;    /* left */
    double deadline; /* on the monotonic clock, s; 0: none */
    enum work_end end;
};

/* Returns a limit of so many units, and of so many seconds from now; seconds 0: no limit of
 * time. */
struct work_limit work_limit_from_now(double units, double seconds);

/* Takes that many steps at that precision from the limit. Returns true when the work may go on;
 * once it may not, it never may again. */
bool work_limit_take(struct work_limit *limit, double steps, slong prec);

/* Returns true when at least that many steps are left, for work that takes as many. Otherwise the
 * limit counts as used up, and the work is not to begin. */
bool work_limit_allows(struct work_limit *limit, double steps, slong prec);

/* Returns why something is not decided, for people: for want of work, of time or, where both are
 * left, of precision. */
const char *work_limit_reason(const struct work_limit *limit);

#endif
