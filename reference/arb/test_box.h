/* Boxes and points in them, for tests of what balls enclose. */
#ifndef BRISTLE_REFERENCE_ARB_TEST_BOX_H
#define BRISTLE_REFERENCE_ARB_TEST_BOX_H

#include <arb.h>
#include <math.h>

#include "tools/testing/test_random.h"

/* Draws a relative radius: none, tiny, or large enough for any form of a function to matter. */
static inline double test_box_radius(unsigned long long *random)
{
    static const double radii[] = { 0, 0, 1e-12, 1e-6, 1e-3, 3e-2 };
    return radii[(size_t)(test_uniform(random) * 6)];
}

/* Sets a ball of that radius around m, and an exact point in it: a corner, or one inside. */
static inline void test_box_coordinate(unsigned long long *random, arb_t ball, arb_t point,
                                       double m, double radius)
{
    const double u = test_uniform(random), at = u < 0.35  ? -1
                                                : u < 0.7 ? 1
                                                          : 2 * test_uniform(random) - 1;
    mag_t add;
    arb_t factor;
    mag_init(add);
    arb_init(factor);
    mag_set_d(add, radius);
    arb_set_d(ball, m);
    mag_add(arb_radref(ball), arb_radref(ball), add);
    /* Product and sum of doubles are exact; the ball's radius is at least `radius`. */
    arb_set_d(point, radius);
    arb_set_d(factor, at);
    arb_mul(point, point, factor, ARF_PREC_EXACT);
    arb_set_d(factor, m);
    arb_add(point, point, factor, ARF_PREC_EXACT);
    arb_clear(factor);
    mag_clear(add);
}

/* Returns true when the box's value says what it should of the point's: it contains it, or, where
 * the point's own radius is not far below the box's, the two overlap. What is not finite says
 * nothing. */
static inline bool test_box_holds(const arb_t box, const arb_t point)
{
    if (!arb_is_finite(box) || !arb_is_finite(point) || arb_contains(box, point))
        return true;
    mag_t radius;
    mag_init(radius);
    mag_mul_2exp_si(radius, arb_radref(point), 20);
    const bool sharp = mag_cmp(radius, arb_radref(box)) < 0;
    mag_clear(radius);
    return !sharp && arb_overlaps(box, point);
}

#endif
