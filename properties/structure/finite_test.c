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
        /* A count may be any number of 64 bits. */
        { n, "when 1 - x <= 0 then\n n = pre(n) + 1;\n end when;\n", "x*n", true },
        { n, "when 1 - x <= 0 then\n n = pre(n) + 1;\n end when;\n", "x/(n + 0.5)", false },
        { n, "when 1 - x <= 0 then\n n = pre(n) + 1;\n end when;\n", "x*n^16", false },
        { n, "when 1 - x <= 0 then\n n = pre(n) + 1;\n end when;\n", "x*n^15", true },
        { n, "when 1 - x <= 0 then\n n = 1 - pre(n);\n end when;\n", "x/(1e19 + n)", true },
        { n, "when 1 - x <= 0 then\n n = 1 - pre(n);\n end when;\n", "x/(9e18 + n)", false },
        { y, "when 1 - x <= 0 then\n y = pre(y) + 1;\n end when;\n", "x*y", false },
        { y, "when 1 - x <= 0 then\n y = pre(y) + 1;\n end when;\n", "x", false },
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

/* A limit that is known of a discrete variable stands for its values, with a factor of two to
 * spare.
 */
Test(finite, is_by_limits)
{
    static const struct {
        const char *force;
        bool is_known, is;
    } of[] = {
        { "x + y", false, false },
        { "x + y", true, true },
        { "x/(2*d + 1e-6 - y)", true, true },
        { "x/(2*d - 1e-6 - y)", true, false },
        { "x/(2*d + 1e-6 + y)", true, true },
        { "x/(2*d - 1e-6 + y)", true, false },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct test_law law;
        char *source = test_law_source("  discrete Real y(start=0, fixed=true);\n", "u", "u",
                                       "  when 1 - x <= 0 then\n    y = pre(y) + 1;\n  end when;\n",
                                       of[i].force, "");
        test_law_read(&law, source);
        struct finite_place place = place_of(&law);
        place.memory[0] = (struct finite_limit){ of[i].is_known, 1 /* d */ };
        place.parameter[1].lo = place.parameter[1].hi;
        cr_expect_eq(finite_prove(&law.graph, &place), of[i].is ? ANSWER_YES : ANSWER_UNDECIDED,
                     "%s", of[i].force);
        test_law_free(&law);
        free(source);
    }
}

/* Whole numbers are cut between two of them, down to one, and then others are: the same of a number
 * that has one value only. */
Test(finite, is_so_for_each_whole_number)
{
    static const struct {
        const char *range, *force;
        bool is;
    } of[] = {
        { "min=1, max=9", "x/(n - 0.5)", true },
        { "min=1, max=9", "x/(n - 4.5)", true },
        { "min=1, max=9", "x/(n - 4)", false },
        { "min=1, max=9", "x/(n - 1)", false },
        { "min=1, max=9", "x/(n - 9)", false },
        { "min=1, max=2", "x/(n - 1.5)", true },
        { "min=-9, max=9", "x/(n + 0.5) + x/(n - 6.25)", true },
        { "min=3, max=3", "x/n + (if c > 2 then 1/(c - 1) else 1/(c - 3))", true },
        { "min=1, max=3", "if c > n + 1 then 1/(c - n) else 1/(c - n - 2)", true },
        { "min=3, max=3", "x/(n - 3)", false },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        char more[128];
        snprintf(more, sizeof more, "  parameter Integer n(%s) = 3;\n", of[i].range);
        if (strstr(of[i].range, "max=2"))
            snprintf(more, sizeof more, "  parameter Integer n(%s) = 2;\n", of[i].range);
        cr_expect_eq(answer_of(more, "u", "", of[i].force),
                     of[i].is ? ANSWER_YES : ANSWER_UNDECIDED, "%s: %s", of[i].range, of[i].force);
    }
}
