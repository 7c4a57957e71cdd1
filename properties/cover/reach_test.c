/* Intervals hold what operations give, and steps decide at their ends. */
#include "properties/cover/reach.h"

#include <criterion/criterion.h>
#include <math.h>

static void expect_reach(enum graph_operation operation, struct reach a, struct reach b,
                         struct reach expected)
{
    const struct reach of[] = { a, b }, is = reach_of(operation, of);
    cr_expect(is.lo == expected.lo && is.hi == expected.hi,
              "operation %d of [%g, %g], [%g, %g]: [%g, %g]", (int)operation, a.lo, a.hi, b.lo,
              b.hi, is.lo, is.hi);
}

/* Signs and comparisons, where an end decides. */
Test(reach, of_steps_is_exact)
{
    static const struct {
        struct reach a, sign;
    } of[] = {
        { { 1, 2 }, { 1, 1 } }, { { 0, 2 }, { 0, 1 } },   { { -1, 2 }, { -1, 1 } },
        { { 0, 0 }, { 0, 0 } }, { { -2, 0 }, { -1, 0 } }, { { -2, -1 }, { -1, -1 } },
    };
    const struct reach none = { 0, 0 }, yes = { 1, 1 }, no = { 0, 0 }, open = { 0, 1 },
                       one = { 1, 1 }, low = { 0, 1 }, high = { 2, 3 }, next = { 1, 2 };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        expect_reach(GRAPH_SIGN, of[i].a, none, of[i].sign);
    expect_reach(GRAPH_EQUAL, one, one, yes);
    expect_reach(GRAPH_EQUAL, low, low, open);
    expect_reach(GRAPH_EQUAL, one, low, open);
    expect_reach(GRAPH_EQUAL, low, one, open);
    expect_reach(GRAPH_EQUAL, one, none, no);
    expect_reach(GRAPH_EQUAL, low, high, no);
    expect_reach(GRAPH_EQUAL, high, low, no);
    expect_reach(GRAPH_EQUAL, low, next, open);
    expect_reach(GRAPH_LESS, low, high, yes);
    expect_reach(GRAPH_LESS, low, next, open);
    expect_reach(GRAPH_LESS, next, low, no);
    expect_reach(GRAPH_LESS, one, one, no);
    expect_reach(GRAPH_AT_MOST, low, next, yes);
    expect_reach(GRAPH_AT_MOST, next, low, open);
    expect_reach(GRAPH_AT_MOST, high, low, no);
    expect_reach(GRAPH_AT_MOST, one, one, yes);
    expect_reach(GRAPH_AND, yes, open, open);
    expect_reach(GRAPH_AND, no, open, no);
    expect_reach(GRAPH_OR, yes, open, yes);
    expect_reach(GRAPH_OR, no, open, open);
    expect_reach(GRAPH_NOT, yes, none, no);
    expect_reach(GRAPH_NOT, open, none, open);
}

/* Powers have all values between the corners, and 0 to the power 0, which is 1. */
Test(reach, of_powers_holds_their_values)
{
    static const struct {
        struct reach x, y;
        double values[3];
    } of[] = {
        { { 0, 2 }, { 0, 1 }, { 0, 1, 2 } },      { { 0, 2 }, { 1, 2 }, { 0, 1, 4 } },
        { { 0, 0 }, { 0, 0 }, { 1, 1, 1 } },      { { 0, 0.5 }, { 0, 3 }, { 0, 0.125, 1 } },
        { { 0.5, 2 }, { -1, 2 }, { 0.5, 1, 4 } }, { { 0.5, 2 }, { -2, -1 }, { 0.25, 1, 4 } },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        const struct reach argument[] = { of[i].x, of[i].y }, is = reach_of(GRAPH_POWER, argument);
        cr_expect(reach_is_finite(is), "%zu", i);
        for (int k = 0; k < 3; k++)
            cr_expect(is.lo <= of[i].values[k] && is.hi >= of[i].values[k], "%zu: %g", i,
                      of[i].values[k]);
    }
    const struct reach around = { -1, 1 }, positive = { 1, 2 }, small = { 0, 1 };
    const struct reach base[] = { around, positive }, exponent[] = { small, around };
    cr_expect_not(reach_is_finite(reach_of(GRAPH_POWER, base)), "a negative base");
    cr_expect_not(reach_is_finite(reach_of(GRAPH_POWER, exponent)), "0 to a negative power");
    cr_expect_not(reach_is_finite(reach_whole_power(around, -1)));
    cr_expect(reach_whole_power(around, 2).lo == 0 && reach_whole_power(around, 3).lo <= -1);
}

/* Whole powers, of either sign of the base and of both: all values lie within. Of a base of one
 * sign both ends are values, but for far less than a part in 2^38. */
Test(reach, of_whole_powers_holds_their_values)
{
    enum { ENDS = 8, INSIDE = 16 };
    static const double ends[ENDS] = { -3, -1.5, -1, -0.25, 0, 0.5, 1, 2.5 };
    for (int lo = 0; lo < ENDS; lo++)
        for (int hi = lo; hi < ENDS; hi++)
            for (long n = -3; n <= 5; n++) {
                const struct reach x = { ends[lo], ends[hi] }, is = reach_whole_power(x, n);
                const bool has_zero = x.lo <= 0 && x.hi >= 0;
                double least = HUGE_VAL, most = -HUGE_VAL;
                cr_expect_eq(reach_is_finite(is), n >= 0 || !has_zero, "[%g, %g]^%ld", x.lo, x.hi,
                             n);
                for (int k = 0; k <= INSIDE && reach_is_finite(is); k++) {
                    const double value = pow(x.lo + (x.hi - x.lo) * k / INSIDE, (double)n);
                    least = fmin(least, value);
                    most = fmax(most, value);
                    cr_expect(is.lo <= value && is.hi >= value,
                              "[%g, %g]^%ld: %g is not in [%g, %g]", x.lo, x.hi, n, value, is.lo,
                              is.hi);
                }
                if (!has_zero)
                    cr_expect(is.lo >= least - 0x1p-38 * fabs(least) &&
                                  is.hi <= most + 0x1p-38 * fabs(most),
                              "[%g, %g]^%ld: [%g, %g], not [%g, %g]", x.lo, x.hi, n, is.lo, is.hi,
                              least, most);
            }
}
