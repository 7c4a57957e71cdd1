/* Forces are proved finite where they are, and not where they are not but for a hair. */
#include "properties/structure/finite.h"

#include <math.h>

#include "properties/structure/law_test.h"

static struct finite_place place_of(const struct test_law *law)
{
    struct finite_place place = { .speed = law->statements.speed_max };
    for (size_t i = 0; i < law->equations.parameters.n; i++) {
        const struct quantity_text *q = &law->equations.parameters.of[i];
        place.parameter[i] = (struct reach){ q->lo, q->hi };
        place.whole |= (uint64_t)(q->type == TYPE_INTEGER) << i;
    }
    for (size_t i = 0; i < law->equations.states.n; i++)
        place.state[i] =
            (struct reach){ law->equations.states.of[i].lo, law->equations.states.of[i].hi };
    return place;
}

static enum answer answer_of(const char *more, const char *rate, const char *events,
                             const char *force)
{
    struct test_law law;
    char *source = test_law_source(more, rate, "u", events, force, "");
    test_law_read(&law, source);
    const struct finite_place place = place_of(&law);
    const enum answer is = finite_prove(&law.graph, &place);
    test_law_free(&law);
    free(source);
    return is;
}

/* c in [0, 1000], d in [1e-3, 1000], m in [1/2, 2], |u| <= 1000, x and z in [-1, 1]. */
Test(finite, is_what_has_bounds)
{
    static const struct {
        const char *rate, *force;
        bool is;
    } of[] = {
        { "u", "c*x + u", true },
        { "u", "x/d", true },
        { "u", "x/c", false }, /* c = 0 at one end */
        { "x/c", "x", false },
        { "u", "x/(c - 1000)", false },
        { "u", "x/(c - 1001)", true },
        { "u", "x/(c - d)", false },
        { "u", "x/(c + d)", true },
        { "u", "x/(d - 1e-3)", false },
        { "u", "x/(1 - x)", false },
        { "u", "x/(1.001 - x)", true },
        { "u", "x/(1e-320 + abs(x))", false },
        { "u", "x/(x^2 + z^2)", false },
        { "u", "x/(x^2 + z^2 + d)", true },
        { "u", "exp(u*0.68)", true },
        { "u", "exp(u*0.7)", false }, /* some 1e304, too near to overflow to be sure */
        { "u", "exp(u)", false },
        { "u", "exp(-abs(u))", true },
        { "u", "exp(-abs(u)^m)", true },
        { "u", "exp(abs(u)^m)", false },
        { "u", "cosh(u)", false },
        { "u", "cosh(x*600)", true },
        { "u", "tanh(u*1e9)", true },
        { "u", "sinh(u)/sinh(u)", false },
        { "u", "sqrt(x)", false },
        { "u", "sqrt(abs(x))", true },
        { "u", "sqrt(x + 1)", true }, /* no rounding takes it below 0 */
        { "u", "sqrt(x/3*3 + 1)", false },
        { "u", "sqrt(x/3*3 + 2)", true },
        { "u", "log(d)", true },
        { "u", "log(c)", false },
        { "u", "log(abs(x) + 1)", true },
        { "u", "x^m", false },
        { "u", "abs(x)^m", true },
        { "u", "abs(x)^(-m)", false },
        { "u", "(abs(x) + 1)^(-m)", true },
        { "u", "d^(-m)", true },
        { "u", "x^3 + x^2", true },
        { "u", "x^(-2)", false },
        { "u", "d^(-2)", true },
        { "u", "u^64", true },
        { "u", "(u^64)^2", false },
        { "u", "asin(x)", true },
        { "u", "asin(x*z)", false }, /* rounded, it may be beyond 1 */
        { "u", "asin(x/2)", true },
        { "u", "acos(x/2)", true },
        { "u", "tan(x)", true },
        { "u", "tan(2*x)", false },
        { "u", "sin(u*1e9) + cos(x) + atan(u) + sign(v)", true },
        { "u", "if x > 2 then 1/c else x", true }, /* is never chosen */
        { "u", "if x > 1/2 then 1/c else x", false },
        { "u", "if abs(x) > 1/2 then 1/x else x", false }, /* finite, but that is not seen */
        { "u", "x/(sign(v) + 2)", true },
        { "u", "x/(sign(v) + 1)", false },
        { "u", "x/(sign(v) - 1)", false },
        { "u", "min(x, z)/max(d, c)", true },
        { "u", "1/min(d, c)", false },
        { "u", "if c > 2 and c < 1 then 1/c else x", true },
        { "u", "if c > 2 then 1/(c - 1) else 1/(c - 3)", true }, /* after cuts of c */
        { "u", "if c > 2 then 1/(c - 2) else 1/(c - 3)", false },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        cr_expect_eq(answer_of("", of[i].rate, "", of[i].force),
                     of[i].is ? ANSWER_YES : ANSWER_UNDECIDED, "%s: %s", of[i].rate, of[i].force);
}

/* A state, and a parameter, without an end. */
Test(finite, needs_ranges)
{
    static const char state[] = "  Real y(start=0, fixed=true);\n",
                      parameter[] = "  parameter Real a = 1;\n";
    char *more = test_law_source("", "u", "u", "", "x", "");
    free(more);
    cr_expect_eq(answer_of(parameter, "u", "", "x + a"), ANSWER_UNDECIDED);
    cr_expect_eq(answer_of(parameter, "u", "", "x"), ANSWER_YES);
    char events[64];
    snprintf(events, sizeof events, "  one_t*der(y) = u;\n");
    cr_expect_eq(answer_of(state, "u", events, "x + y"), ANSWER_UNDECIDED);
    cr_expect_eq(answer_of(state, "u", events, "x + tanh(y)"), ANSWER_UNDECIDED);
    cr_expect_eq(answer_of(state, "u", events, "x"), ANSWER_YES);
}

/* Demands exclude parameters, and order them. */
Test(finite, is_by_demands)
{
    static const struct {
        const char *demand, *force;
        bool is;
    } of[] = {
        { "d <= c", "sqrt(c - d)", true },
        { "d <= c", "sqrt(d - c)", false },
        { "d <= c", "1/(c - d)", false },
        { "d <= 0.9*c", "1/(c - d)", true },
        { "d <= c", "x/c", true },
        { "d < 2", "1/(3 - d)", true },
        { "d < 2", "1/(2 - d)", false },
        { "d < 2 or c > 3", "1/(3 - d)", false },
        { "d < 2 and c > 3", "1/(3 - d) + 1/c", true },
        { "not d > 2", "1/(3 - d)", true },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        char demand[128];
        snprintf(demand, sizeof demand, "  assert(%s, \"a demand\");\n", of[i].demand);
        cr_expect_eq(answer_of("", "u", demand, of[i].force),
                     of[i].is ? ANSWER_YES : ANSWER_UNDECIDED, "%s: %s", of[i].demand, of[i].force);
    }
}

/* What events make of discrete variables counts. */
Test(finite, is_by_events)
{
    static const char n[] = "  Integer n(start=0, fixed=true);\n",
                      y[] = "  discrete Real y(start=0, fixed=true);\n";
    static const struct {
        const char *declared, *events, *force;
        bool is;
    } of[] = {
        { n, "when 1 - x <= 0 then\n n = sign(v);\n end when;\n", "x/(2 - n)", true },
        { n, "when 1 - x <= 0 then\n n = sign(v);\n end when;\n", "x/(1 - n)", false },
        { n, "when 1 - x <= 0 then\n n = pre(n) + 1;\n end when;\n", "x*n", false },
        { n, "when 1 - x <= 0 then\n n = pre(n) + 1;\n end when;\n", "x", false }, /* not bounded */
        { n, "when 1 - x <= 0 then\n n = 1 - pre(n);\n end when;\n", "x", false },
        { n, "when 1 - x <= 0 then\n n = 2;\n end when;\n", "x/(3 - n)", true },
        { n, "when 1 - x <= 0 then\n n = 2;\n end when;\n", "x/(2 - n)", false },
        { n, "when 1 - x <= 0 then\n n = if pre(n) == 0 then 1 else 0;\n end when;\n", "x/(2 - n)",
          true },
        { y, "when 1 - x <= 0 then\n y = z;\n end when;\n", "x/(2 - y)", true },
        { y, "when 1 - x <= 0 then\n y = z/c;\n end when;\n", "x + y", false },
        { y, "when 1 - x <= 0 then\n y = z;\n end when;\n", "x/(y - 1)", false },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        cr_expect_eq(answer_of(of[i].declared, "u", of[i].events, of[i].force),
                     of[i].is ? ANSWER_YES : ANSWER_UNDECIDED, "%s%s", of[i].events, of[i].force);
}

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
