/* Odd symmetry is proved of what is odd, and of nothing that is odd but for a hair. */
#include "properties/structure/odd.h"

#include "properties/structure/law_test.h"
#include "reference/derived/graph_law.h"

/* Every built-in law is odd. */
Test(odd, all_laws_are)
{
    for (const struct law_graph *const *law = law_equations; *law; law++)
        cr_expect_eq(odd_prove(*law), ANSWER_YES, "%s", (*law)->name);
}

struct case_of {
    const char *rate_x, *rate_z, *force;
    bool is_odd;
};

static const struct case_of cases[] = {
    { "u", "u", "x", true },
    { "u", "u", "x + 1", false },
    { "u", "u", "x + c", false },
    { "u", "u", "x + 1e-30*u^2", false },
    { "u", "u", "x + 1e-30*abs(x)", false },
    { "u", "u", "x^3 + u^5", true },
    { "u", "u", "x^3 + u^4", false },
    { "u", "u", "abs(x)^m*sign(x)", true },
    { "u", "u", "abs(x)^m", false },
    { "u", "u", "x^2/u + u", true },
    { "u", "u", "x^2/(u + 1)", false },
    { "u", "abs(u)", "x*z", true }, /* z stays, the way so far */
    { "u", "abs(u)", "x*z + z", false },
    { "u", "abs(u) + 1e-9*u", "x*z", false },
    { "u - x*abs(u)", "x^2", "sinh(x) + tanh(u) + atan(x) + sin(z*x)", true },
    { "u - x*abs(u)", "x^2", "cos(x) + u", false },
    { "u - x*abs(u)", "x^2 - z", "exp(z) + cosh(x)*u", false },
    { "u - x*abs(u)", "x^2 - z", "exp(z)*u", true },
    { "u - x*abs(u)", "x^2 - z", "exp(x)*u", false },
    { "u", "u", "log(abs(x) + 1)*u + sqrt(x^2)*x", true },
    { "u", "u", "log(x + 1)*u", false },
    { "u", "u", "max(x, z)", false },
    { "u", "u", "max(x, z) + min(x, z)", true },
    { "u", "u", "max(x, z) + 2*min(x, z)", false },
    { "u", "u", "max(-1, min(1, x))", true },
    { "u", "u", "min(1, max(-1, x))", true },
    { "u", "u", "max(-c, min(c, x))", true },
    { "u", "u", "max(-1, min(2, x))", false },
    { "u", "u", "max(-c, min(d, x))", false },
    { "u", "u", "max(1, min(-1, x))", false }, /* always 1 */
    { "u", "u", "min(max(x, 1), z)", false },
    { "u", "u", "if x > 0 then 1 elseif x < 0 then -1 else 0", true },
    { "u", "u", "if x < 0 then -1 elseif x > 0 then 1 else 0", true },
    { "u", "u", "if x > 0 then 1 elseif x < 0 then -1 else 1e-9", false },
    { "u", "u", "if x > 0 then 1 elseif x < 0 then -1.000000001 else 0", false },
    { "u", "u", "if x > 0 then 1 else -1", false }, /* not at x = 0 */
    { "u", "u", "if x > c then x - c elseif x < -c then x + c else 0", true },
    { "u", "u", "if x > c then x - c elseif x < -c then x - c else 0", false },
    { "u", "u", "if x > -c then x - c elseif x < c then x + c else 0", false },
    { "u", "u", "if x > d then x elseif x < c then 0 elseif x < -d then x else 0", false },
    { "u", "u", "if abs(x) > c then x else 2*x", true },
    { "u", "u", "if x*z > 0 then x else 2*x", true },
    { "u", "u", "if x*z*u > 0 then x else 2*x", false },
    { "u", "u", "if x > 0 then x else 2*x", false },
    { "u", "u", "if x > 0 and z > 0 then x else 2*x", false },
    { "u", "u", "if not (abs(x) > 1) and x*z <= 1 then x else 2*x", true },
    { "u", "u", "if x == z then x else 2*x", true },
    { "u", "u", "if x == 1 then x else 2*x", false },
    { "u + 1e-20", "u", "x", false },
    { "u^2", "u", "z", true }, /* x stays, and does not act */
    { "u^2", "u + x", "z", false },
};

Test(odd, is_what_changes_all_signs)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct case_of *c = &cases[i];
        struct test_law law;
        char *source = test_law_source("", c->rate_x, c->rate_z, "", c->force, "");
        test_law_read(&law, source);
        cr_expect_eq(odd_prove(&law.graph), c->is_odd ? ANSWER_YES : ANSWER_UNDECIDED, "%s, %s: %s",
                     c->rate_x, c->rate_z, c->force);
        test_law_free(&law);
        free(source);
    }
}

/* Discrete variables have parities, too, and so have what events set them to. */
Test(odd, is_kept_by_events)
{
    static const struct {
        const char *declared, *events, *force;
        bool is_odd;
    } with[] = {
        { "Integer n(start=0, fixed=true);\n",
          "when pre(n) == 0 and 1 - abs(x) <= 0 then\n n = sign(v);\n end when;\n", "x + n", true },
        { "Integer n(start=1, fixed=true);\n",
          "when pre(n) == 0 and 1 - abs(x) <= 0 then\n n = sign(v);\n end when;\n", "x + n",
          false },
        { "Integer n(start=0, fixed=true);\n",
          "when pre(n) == 0 and 1 - x <= 0 then\n n = sign(v);\n end when;\n", "x + n", false },
        { "Integer n(start=0, fixed=true);\n",
          "when pre(n) == 0 and 1 - abs(x) <= 0 then\n n = 1;\n end when;\n", "x + n", false },
        { "Integer n(start=0, fixed=true);\n",
          "when pre(n) == 0 and 1 - abs(x) <= 0 then\n n = 1;\n end when;\n", "x*(1 + n)", true },
        { "Integer n(start=0, fixed=true);\n",
          "when pre(n) == 0 and 1 - abs(x) <= 0 then\n n = 1;\n reinit(x, 1);\n end when;\n",
          "x*(1 + n)", false },
        { "Integer n(start=0, fixed=true);\n",
          "when pre(n) == 0 and 1 - abs(x) <= 0 then\n n = 1;\n reinit(x, x/2);\n end when;\n",
          "x*(1 + n)", true },
        { "Boolean n(start=true, fixed=true);\n",
          "when pre(n) and 1 - abs(x) <= 0 then\n n = false;\n end when;\n", "if n then x else 2*x",
          true },
        { "Boolean n(start=true, fixed=true);\n",
          "when pre(n) and 1 - x <= 0 then\n n = false;\n end when;\n", "if n then x else 2*x",
          false },
        { "Boolean n(start=true, fixed=true);\n",
          "when pre(n) and 1 - abs(x) <= 0 then\n n = false;\n end when;\n",
          "if n then x else 2*x^2", false },
    };
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        struct test_law law;
        char *source =
            test_law_source(with[i].declared, "u", "u", with[i].events, with[i].force, "");
        test_law_read(&law, source);
        cr_expect_eq(odd_prove(&law.graph), with[i].is_odd ? ANSWER_YES : ANSWER_UNDECIDED, "%zu",
                     i);
        test_law_free(&law);
        free(source);
    }
}

/* Every state may keep its sign or change it: with twelve variables all ways are tried, with more
 * none is. */
Test(odd, is_looked_for_among_twelve_variables)
{
    for (unsigned more = 9; more <= 11; more++) { /* beside x and z */
        struct test_law law;
        char declared[1024] = "";
        for (unsigned i = 0; i < more; i++)
            snprintf(declared + strlen(declared), sizeof declared - strlen(declared),
                     "Integer n%u(start=0, fixed=true);\n", i);
        char *source = test_law_source(
            declared, "u", "u",
            "when pre(n0) == 0 and 1 - abs(x) <= 0 then\n n0 = sign(v);\n end when;\n", "x + n0",
            "");
        test_law_read(&law, source);
        cr_expect_eq(odd_prove(&law.graph), more <= 10 ? ANSWER_YES : ANSWER_UNDECIDED,
                     "%u variables", 2 + more);
        test_law_free(&law);
        free(source);
    }
}

/* What a law begins with has the parity of its state, and not that of what it remembers. */
Test(odd, is_what_begins_so)
{
    static const struct {
        const char *start, *n, *rate, *force;
        bool is_odd;
    } of[] = {
        { "0", "1", "u", "x*n", true },
        { "c/2", "1", "u", "x*n", false },       /* x turns */
        { "c/2", "1", "abs(u)", "u*x*n", true }, /* x stays */
        { "c/2", "0", "u", "x + n", false },
        { "c/2", "0", "abs(u)", "u*x + n", true }, /* n turns, and is 0 */
        { "c/2", "1", "abs(u)", "u*x + n", false },
    };
    static const char form[] =
        "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
        "  parameter Real c(min=0, max=1) = 1;\n"
        "  constant Real one_v(unit=\"m/s\") = 1, one_f(unit=\"N\") = 1, one_t(unit=\"s\") = 1;\n"
        "  Real x(start=%s, fixed=true, min=-1, max=1);\n"
        "  Integer n(start=%s, fixed=true);\nprotected\n  Real u = v/one_v;\nequation\n"
        "  one_t*der(x) = %s;\n  when 1 - abs(x) <= 0 then\n    n = pre(n);\n  end when;\n"
        "  F = one_f*(%s);\n  annotation(__Bristle(speed_max=1e3));\nend test;\n";
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct test_law law;
        char source[1024];
        snprintf(source, sizeof source, form, of[i].start, of[i].n, of[i].rate, of[i].force);
        test_law_read(&law, source);
        cr_expect_eq(odd_prove(&law.graph), of[i].is_odd ? ANSWER_YES : ANSWER_UNDECIDED, "%zu: %s",
                     i, of[i].force);
        test_law_free(&law);
    }
}
