/* Decisions about balls. A decision has one of three values: a statement holds for every number in
 * the ball, for none, or neither is known. A ball that is not finite decides nothing.
 *
 * A decision is a type of its own, so that `if (decision)` and `!decision` do not compile: whoever
 * acts on it says whether certainty or possibility is meant. Arb's own predicates answer `no` where
 * they mean `not known`, and some call [inf +/- inf] non-negative; what a certificate stands on
 * uses these instead.
 */
#ifndef BRISTLE_TOOLS_BASE_DECIDE_H
#define BRISTLE_TOOLS_BASE_DECIDE_H

#include <arb.h>
#include <stdbool.h>

enum answer { ANSWER_NO, ANSWER_YES, ANSWER_UNDECIDED };

struct decision {
    enum answer answer;
};

/* certainly: the statement holds for every number. possibly: it is not known to fail for every
 * number. */
static inline bool certainly(struct decision d) { return d.answer == ANSWER_YES; }
static inline bool possibly(struct decision d) { return d.answer != ANSWER_NO; }

static inline struct decision decision_of(bool finite, bool yes, bool no)
{
    const enum answer answer = yes ? ANSWER_YES : no ? ANSWER_NO : ANSWER_UNDECIDED;
    return (struct decision){ finite ? answer : ANSWER_UNDECIDED };
}

/* x > 0, x >= 0, x < 0, x <= 0, x = 0. */
static inline struct decision ball_is_positive(const arb_t x)
{
    return decision_of(arb_is_finite(x), arb_is_positive(x), arb_is_nonpositive(x));
}

static inline struct decision ball_is_nonnegative(const arb_t x)
{
    return decision_of(arb_is_finite(x), arb_is_nonnegative(x), arb_is_negative(x));
}

static inline struct decision ball_is_negative(const arb_t x)
{
    return decision_of(arb_is_finite(x), arb_is_negative(x), arb_is_nonnegative(x));
}

static inline struct decision ball_is_nonpositive(const arb_t x)
{
    return decision_of(arb_is_finite(x), arb_is_nonpositive(x), arb_is_positive(x));
}

static inline struct decision ball_is_zero(const arb_t x)
{
    return decision_of(arb_is_finite(x), arb_is_zero(x), !arb_contains_zero(x));
}

/* a < b, a <= b, a = b. */
static inline struct decision ball_less(const arb_t a, const arb_t b)
{
    return decision_of(arb_is_finite(a) && arb_is_finite(b), arb_lt(a, b), arb_ge(a, b));
}

static inline struct decision ball_at_most(const arb_t a, const arb_t b)
{
    return decision_of(arb_is_finite(a) && arb_is_finite(b), arb_le(a, b), arb_gt(a, b));
}

static inline struct decision ball_equal(const arb_t a, const arb_t b)
{
    const bool exact = arb_is_exact(a) && arb_is_exact(b);
    return decision_of(arb_is_finite(a) && arb_is_finite(b), exact && arb_equal(a, b),
                       !arb_overlaps(a, b));
}

/* Returns true when every number of x is in `ball`. */
static inline bool ball_within(const arb_t x, const arb_t ball)
{
    return arb_is_finite(x) && arb_is_finite(ball) && arb_contains(ball, x);
}

/* Returns true when two balls are finite and the same, midpoint and radius: one number under two
 * names. Equal balls from two sources may hold different numbers. */
static inline bool ball_same(const arb_t a, const arb_t b)
{
    return arb_is_finite(a) && arb_is_finite(b) && arb_equal(a, b);
}

/* Returns 1, -1, or 0 where the sign is not certain. */
static inline int ball_sign(const arb_t x)
{
    return certainly(ball_is_positive(x)) - certainly(ball_is_negative(x));
}

/* Returns true when x is this number and holds no other. */
static inline bool ball_is_exactly(const arb_t x, slong number)
{
    return number == 0 ? arb_is_zero(x) : arb_equal_si(x, number);
}

/* Returns true when x is exactly one whole number. */
static inline bool ball_is_integer(const arb_t x) { return arb_is_int(x); }

/* Returns true when x is exactly one whole number from `least` to `most`. */
static inline bool ball_is_whole(const arb_t x, slong least, slong most)
{
    return ball_is_integer(x) && arf_cmp_si(arb_midref(x), least) >= 0 &&
           arf_cmp_si(arb_midref(x), most) <= 0;
}

#endif
