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

/* A function of one number, where it has values, and whether it falls anywhere. */
static const struct {
    enum graph_operation operation;
    double (*of)(double);
    double from, to;
} functions[] = {
    { GRAPH_ABS, fabs, -HUGE_VAL, HUGE_VAL },
    { GRAPH_SQRT, sqrt, 0, HUGE_VAL },
    { GRAPH_EXP, exp, -HUGE_VAL, HUGE_VAL },
    { GRAPH_LOG, log, 0x1p-1022, HUGE_VAL },
    { GRAPH_SIN, sin, -HUGE_VAL, HUGE_VAL },
    { GRAPH_COS, cos, -HUGE_VAL, HUGE_VAL },
    { GRAPH_TAN, tan, -1.57079, 1.57079 },
    { GRAPH_ASIN, asin, -1, 1 },
    { GRAPH_ACOS, acos, -1, 1 },
    { GRAPH_ATAN, atan, -HUGE_VAL, HUGE_VAL },
    { GRAPH_SINH, sinh, -HUGE_VAL, HUGE_VAL },
    { GRAPH_COSH, cosh, -HUGE_VAL, HUGE_VAL },
    { GRAPH_TANH, tanh, -HUGE_VAL, HUGE_VAL },
};

static const double ends[] = { -1e300, -711, -660, -3,   -1.58, -1.25, -1,  -0.5, -1e-9, 0,
                               1e-9,   0.5,  1,    1.25, 1.58,  3,     660, 711,  1e300 };

enum { ENDS = sizeof ends / sizeof *ends };

/* What an interval must be: it holds [least, most] and what a library may give instead, and is
 * hardly wider. */
static void expect_about(struct reach is, double least, double most, bool is_exact,
                         const char *what, size_t i)
{
    const double more = is_exact ? 0 : 0x1p-46;
    cr_expect(least - is.lo >= more * fabs(least) && is.hi - most >= more * fabs(most),
              "%s %zu: [%.17g, %.17g] is not wider than [%.17g, %.17g]", what, i, is.lo, is.hi,
              least, most);
    const double slack = 0x1p-38;
    cr_expect(is.lo <= least && is.hi >= most, "%s %zu: [%g, %g] lacks some of [%g, %g]", what, i,
              is.lo, is.hi, least, most);
    cr_expect(is.lo >= least - slack * fabs(least) - 1e-300 &&
                  is.hi <= most + slack * fabs(most) + 1e-300,
              "%s %zu: [%.17g, %.17g], not [%.17g, %.17g]", what, i, is.lo, is.hi, least, most);
    cr_expect((least < 0 || is.lo >= 0) && (most > 0 || is.hi <= 0), "%s %zu: signs", what, i);
}

/* Functions have the values between their ends, and none where they have none or overflow. */
Test(reach, of_functions_holds_their_values)
{
    enum { INSIDE = 64 };
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
        for (int lo = 0; lo < ENDS; lo++)
            for (int hi = lo; hi < ENDS; hi++) {
                const struct reach a = { ends[lo], ends[hi] };
                const struct reach is = reach_of(functions[f].operation, &a);
                double least = HUGE_VAL, most = -HUGE_VAL;
                for (int k = 0; k <= INSIDE; k++) {
                    const double x = k == INSIDE ? a.hi
                                     : k == 1 && a.lo * a.hi <= 0
                                         ? 0
                                         : a.lo + (a.hi - a.lo) * k / INSIDE;
                    least = fmin(least, functions[f].of(x));
                    most = fmax(most, functions[f].of(x));
                }
                const bool has_values = a.lo >= functions[f].from && a.hi <= functions[f].to;
                if (!has_values || !isfinite(least) || !isfinite(most))
                    cr_expect(!reach_is_finite(is), "%zu of [%g, %g]", f, a.lo, a.hi);
                else if (functions[f].of == sin || functions[f].of == cos)
                    cr_expect(is.lo <= -1 && is.hi >= 1 && is.lo >= -2 && is.hi <= 2);
                else if ((fabs(least) < 1e290 && fabs(most) < 1e290 && functions[f].of != tan) ||
                         (a.lo >= -1.4 && a.hi <= 1.4))
                    expect_about(is, least, most, functions[f].of == fabs, "function", f);
                else if (reach_is_finite(is))
                    cr_expect(is.lo <= least && is.hi >= most, "%zu of [%g, %g]", f, a.lo, a.hi);
            }
}

static double computed(enum graph_operation operation, double a, double b)
{
    return operation == GRAPH_SUM          ? a + b
           : operation == GRAPH_DIFFERENCE ? a - b
           : operation == GRAPH_PRODUCT    ? a * b
           : operation == GRAPH_QUOTIENT   ? a / b
           : operation == GRAPH_MIN        ? fmin(a, b)
                                           : fmax(a, b);
}

/* Operations have their extreme values at corners, and none where a divisor may be 0. */
Test(reach, of_operations_holds_their_values)
{
    static const enum graph_operation operations[] = { GRAPH_SUM,     GRAPH_DIFFERENCE,
                                                       GRAPH_PRODUCT, GRAPH_QUOTIENT,
                                                       GRAPH_MIN,     GRAPH_MAX };
    static const double at[] = { -1e200, -3, -1, -1e-9, 0, 0.5, 2, 1e200 };
    enum { AT = sizeof at / sizeof *at };
    for (unsigned code = 0; code < 6 * AT * AT * AT * AT; code++) {
        const enum graph_operation operation = operations[code % 6];
        const struct reach of[] = { { at[code / 6 % AT], at[code / 6 / AT % AT] },
                                    { at[code / 6 / AT / AT % AT], at[code / 6 / AT / AT / AT] } };
        double least = HUGE_VAL, most = -HUGE_VAL;
        if (of[0].lo > of[0].hi || of[1].lo > of[1].hi)
            continue;
        const struct reach is = reach_of(operation, of);
        for (int k = 0; k < 4; k++) {
            const double c =
                computed(operation, k % 2 ? of[0].hi : of[0].lo, k / 2 ? of[1].hi : of[1].lo);
            least = fmin(least, c);
            most = fmax(most, c);
        }
        const bool by_zero = operation == GRAPH_QUOTIENT && of[1].lo <= 0 && of[1].hi >= 0;
        if (by_zero || !isfinite(least) || !isfinite(most))
            cr_expect(!reach_is_finite(is), "code %u", code);
        else
            expect_about(is, least, most, operation == GRAPH_MIN || operation == GRAPH_MAX,
                         "operation", code);
    }
    cr_expect_not(
        reach_is_finite(reach_of(GRAPH_DRAW, (struct reach[]){ { -HUGE_VAL, 0 }, { 0, 0 } })));
    const struct reach drawn = reach_of(GRAPH_DRAW, (struct reach[]){ { 0, 1 }, { 0, 1 } });
    cr_expect(drawn.lo <= 1 && drawn.lo > 0 && drawn.hi >= 16777215 && reach_is_finite(drawn));
}

/* Of what nothing is known a condition may hold or not, and a choice is one of both ways. */
Test(reach, of_the_unknown_is_all)
{
    static const enum graph_operation conditions[] = { GRAPH_LESS, GRAPH_AT_MOST, GRAPH_EQUAL,
                                                       GRAPH_AND, GRAPH_OR };
    const struct reach none = { -INFINITY, INFINITY }, one = { 1, 1 }, low = { -3, -2 },
                       high = { 4, 5 };
    for (int side = 0; side < 2; side++) {
        const struct reach of[] = { side ? none : one, side ? one : none };
        for (int i = 0; i < 5; i++) {
            const struct reach is = reach_of(conditions[i], of);
            cr_expect(is.lo == 0 && is.hi == 1, "%d", i);
        }
        cr_expect_not(reach_is_finite(reach_of(GRAPH_SUM, of)));
        cr_expect_not(reach_is_finite(reach_of(GRAPH_MAX, of)));
    }
    const struct reach isnt = reach_of(GRAPH_NOT, &none);
    cr_expect(isnt.lo == 0 && isnt.hi == 1);
    for (int k = 0; k < 4; k++) {
        static const struct reach by[] = { { 1, 1 }, { 0, 0 }, { 0, 1 }, { -INFINITY, INFINITY } };
        const struct reach of[] = { by[k], low, high }, is = reach_of(GRAPH_SELECT, of);
        cr_expect(is.lo == (k == 1 ? 4 : -3) && is.hi == (k == 0 ? -2 : 5), "%d: [%g, %g]", k,
                  is.lo, is.hi);
    }
}
