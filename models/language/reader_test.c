/* What is wrong with a text is said in one place of it: file, line and column, the line, a caret.
 */
#include <stdlib.h>

#include "models/language/read_test.h"
#include "tools/base/cli.h"

Test(reader, takes_a_law)
{
    char error[TEXT_ERROR];
    cr_expect_str_empty(error_of(LAW_OF("v", "k*z"), error), "%s", error);
    cr_expect_str_empty(error_of(LAW_OF("v - abs(v)/c*v*1 \"(1)\"", "k*z"), error), "%s", error);
    cr_expect_str_empty(
        error_of("model a \"x\" + \"y\"\n/* a */ input Real v(unit=\"m/s\"); // b\n"
                 "output Real F(unit=\"N\");\nconstant Real f(unit=\"N\") = .5e+0;\n"
                 "equation F = if v > 0 then f elseif v < 0 then -f else 0*f;\nend a;",
                 error),
        "%s", error);
}

/* The example of this room's page is a law. */
Test(reader, takes_the_example_of_the_page)
{
    char *page = cli_read("models/language/README.md"), error[TEXT_ERROR];
    cr_assert(page);
    char *example = strstr(page, "```modelica\n");
    cr_assert(example);
    example += strlen("```modelica\n");
    *strstr(example, "```") = '\0';
    cr_expect_str_empty(error_of(example, error), "%s", error);
    free(page);
}

/* Replaces `from` in a right text by `to`, and expects that error. */
static void expect_error(const char *from, const char *to, const char *says)
{
    static const char source[] = LAW_OF("v - abs(v)*(z/c)*3*(c/z)", "k*z");
    char text[4096], error[TEXT_ERROR];
    const char *at = strstr(source, from);
    cr_assert(at, "%s", from);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - source), source, to, at + strlen(from));
    error_of(text, error);
    cr_expect(strstr(error, says), "'%s' for '%s' gives\n%s\nnot '%s'", to, from, error, says);
}

Test(reader, says_what_is_wrong)
{
    static const char *const errors[][3] = {
        /* tokens */
        { "model", "/* model", "this comment has no end" },
        { "k*z", "k*\"z", "this string has no end" },
        { "= 2;", "= 2k;", "a number ends here" },
        { "k*z", "k $ z", "'$' has no meaning here" },
        { "k*z", "'k'*z", "names in quotes" },
        { "k*z", "k\xc2\xb7z", "0xc2" },
        { "\"N/m\"", "\"N\\q\"", "there is no escape '\\q'" },
        /* syntax */
        { "model", "block", "expected 'model', found 'block', a word of Modelica" },
        { "model", "model \"a\nb\"", "expected a name, found '\"a b\"'" },
        { "k*z", "sum(k*z*i for i in 1:2, k*z)", "expected ')', found ','" },
        { "k*z", "sum(k*z, k*z*i for i in 1:2)", "expected ')', found 'for'" },
        { "k*z", "sum({k*z*i for i in 1:2, k*z})", "expected '}', found ','" },
        { "k*z", "k*z[i for i in 1:1]", "expected ']', found 'for'" },
        { "k*z", "k*z[i = 1]", "expected ']', found '='" },
        { "k*z", "max(a = k*z, k*z)", "behind a named argument all have names" },
        { "F = ", "if v > 0 then F else F = ", "expected an equation" },
        { "end test", "end tests", "expected 'test', the model's name" },
        { "end test;", "end test; x", "nothing behind the model" },
        { "k*z;", "k*z", "expected ';', found 'end'" },
        { "Real z", "Float z", "expected a declaration" },
        { "k*z", "k*(z", "expected ')'" },
        { "k*z", "k*", "expected an expression" },
        { "k*z", "k*while", "a word of Modelica" },
        { "k*z", "if z > 0*z then k*z", "expected 'else'" },
        { "k*z", "k*z[]", "no subscript" },
        { "k*z", "der*z", "'(' and a state" },
        { "unit=\"N/m\"", "unit", "expected '='" },
        /* names and attributes */
        { "k*z", "k*y", "'y' is not declared" },
        { "Real z(", "Real k(", "'k' is declared already" },
        { "k*z", "k*z[1]", "'z' is no array" },
        { "min=1)", "least=1)", "no attribute 'least'" },
        { "= 2;", ";", "has no value" },
        { "= 2;", "= 0.5;", "0.5 is not in the range [1, inf]" },
        { "= 2;", "= k;", "'k' is not declared" },
        { "= 2;", "= v;", "expected a number that is known" },
        { "= 2;", "= 1e999;", "too large, too small or too long" },
        { ", fixed=true", "", "expected start=... and fixed=true" },
        { "k*z", "k*sgn(z)*z", "no function 'sgn' with 1 argument; there are" },
        { "k*z", "k*sgn(z)*z", ", tanh" },
        { "k*z", "k*abs(z, z)", "no function 'abs' with 2 arguments" },
        { "k*z", "k*pre(z)", "when-equations only" },
        { "k*z", "k*der(k)", "expected a state" },
        { "k*z", "k*{z}", "expected one value" },
        { "k*z", "k*(z > c*1)", "a comparison of" },
        { "k*z", "k*(k > 1*k)", "a condition; expected a number" },
        { "k*z", "if k then k*z else k*z", "a number; expected a condition" },
        /* equations */
        { "der(z) =", "der(z)^2 =", "units of the two sides" },
        { "der(z) = v", "abs(der(z)) = v", "must stand once, where it can be solved for" },
        { "F = k*z;", "F = k*z; F = k*z;", "there is an equation for the output already" },
        { "F = k*z;", "", "there is no equation for the output" },
        { "F = k*z;", "F = k*z; k*z = k*z;", "has no der(...) and no output" },
        { "F = k*z;", "F = k*z; reinit(z, 0);", "is no equation here" },
        { "F = k*z;", "F = k*z; assert(z > 0, \"z\");", "about parameters" },
        { "F = k*z;", "F = k*z; assert(k > 0);", "expected assert(" },
        { "output Real F", "Real F", "expected one output" },
        { "input Real v", "parameter Real v", "has no value" },
        { "unit=\"N\"", "unit=\"J\"", "the output is the force" },
        /* units */
        { "k*z", "k", "units of the two sides: kg.m/s2 and kg/s2" },
        { "k*z", "k*z + v", "a sum of: kg.m/s2 and m/s" },
        { "k*z", "k*z*exp(z)", "without unit" },
        { "k*z", "k*z*(k*z)^m", "has no unit" },
        { "k*z", "k*sqrt(z)", "kg.m/s2 and kg.m^(1/2)/s2" },
        { "k*z", "k*z^(1/7)", "this power of a quantity with a unit has no unit" },
        { "\"N/m\"", "\"mN/m\"", "without prefixes" },
        { "\"N/m\"", "\"N/\"", "SI units" },
        { "\"N/m\"", "\"N m\"", "expected a unit like" },
        /* the annotation */
        { "end test", "annotation(__Bristle(energy=1)); end test", "no statement 'energy'" },
        { "end test", "annotation(__Bristle(storage=k*z)); end test", "is in J" },
        { "end test", "annotation(__Bristle(bound(y=1))); end test", "expected a state" },
        { "end test", "annotation(__Bristle(bound(z=v*k/k*1))); end test",
          "the unit of the state" },
        { "end test", "annotation(__Bristle(bound(z=z))); end test", "may not depend on states" },
        { "end test", "annotation(__Bristle(storage=k*z^2/2*sign(v))); end test",
          "may not depend on the velocity" },
        { "end test", "annotation(__Bristle(stribeck_speed=v)); end test",
          "'stribeck_speed' may not depend on the velocity" },
        { "end test", "annotation(__Bristle(claims={passivity(why=1)})); end test",
          "a claim has verdict" },
        { "end test", "annotation(__Bristle(claims={passivity(where=v > 0)})); end test",
          "a condition on parameters" },
        { "end test", "annotation(__Bristle(claims={passivity(box=Box(q={1, 2}))})); end test",
          "parameter = {lo, hi}" },
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        expect_error(errors[i][0], errors[i][1], errors[i][2]);
}

Test(reader, shows_the_place)
{
    char error[TEXT_ERROR];
    cr_expect_str_eq(error_of("model a\n\tReal \xc3\xa4;\nend a;", error),
                     "test.mo:2:7: this character (0xc3) stands in comments and strings only\n"
                     " Real \xc3\xa4;\n"
                     "      ^");
    cr_expect_str_eq(error_of("model a\nequation\n  F = 1", error),
                     "test.mo:3:8: expected ';', found the end of the text\n"
                     "  F = 1\n"
                     "       ^");
}

/* A long line is cut about the caret. */
Test(reader, shows_a_part_of_a_long_line)
{
    char text[600], error[TEXT_ERROR];
    snprintf(text, sizeof text, "model a equation F = %0300d $ %0200d", 1, 2);
    error_of(text, error);
    const char *line = strchr(error, '\n'), *caret = strrchr(error, '\n');
    cr_assert(line && caret && line < caret);
    cr_expect(caret - line <= 78 && line[caret - line - 1] != '\n');
    cr_expect_eq(line[strlen(caret) - 1], '$', "%s", error);
}

/* Every name that an expression defines is listed with it, and is right, also where nothing needs
 * it. */
Test(reader, lists_definitions)
{
    static const char right[] =
        "model a\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
        "  constant Real f(unit=\"N\") = 3;\n  Real w[2] = {i*v/v for i in 1:2};\n"
        "  Real idle(unit=\"N\") = f;\nequation\n  F = f;\nend a;\n";
    struct equations law;
    read_law(right, &law);
    static const char *const names[] = { "f", "w1", "w2", "idle" };
    cr_assert_eq(law.n_definitions, 4);
    for (size_t i = 0; i < 4; i++)
        cr_expect_str_eq(law.definitions[i].name, names[i]);
    cr_expect(graph_is_integer(&law.graph, law.definitions[0].e, 3));
    cr_expect_eq(law.definitions[3].e, law.definitions[0].e);
    cr_expect_eq(law.definitions[1].at, law.definitions[2].at);
    equations_free(&law);
    char wrong[sizeof right + 8], error[TEXT_ERROR];
    const char *idle = strstr(right, "= f;\nequation");
    snprintf(wrong, sizeof wrong, "%.*s= f*f%s", (int)(idle - right), right, idle + strlen("= f"));
    cr_expect(strstr(error_of(wrong, error), "declared and computed unit"), "%s", error);
}

/* The output in a rate or an event is what its equation says; not where that needs the rate. */
Test(reader, knows_the_output_in_other_equations)
{
    struct equations law;
    char error[TEXT_ERROR];
    read_law(LAW_OF("v - F/k*(v/z)", "k*z"), &law);
    cr_expect_not(graph_depends(&law.graph, law.rate[0], SYMBOL_FORCE, ANY_INDEX));
    cr_expect(graph_depends(&law.graph, law.rate[0], SYMBOL_STATE, 0));
    equations_free(&law);
    error_of(LAW_OF("v + F/k*(v/z)", "k*z + k*z*der(z)/c"), error);
    cr_expect(strstr(error, "rates and the output depend on one another"), "%s", error);
}

/* A claim without words for its domain has those of its condition, in one line, or holds always;
 * one without a source has the law's. */
Test(reader, completes_claims)
{
    static const struct {
        const char *claim, *domain, *source;
    } cases[] = {
        { "passivity()", "always", "paper" },
        { "passivity(source=\"here\")", "always", "here" },
        { "passivity(where=m > 1)", "m > 1", "paper" },
        { "passivity(where = m*(1 + max(m, 3)) >=\n    2*m , id=\"a\")", "m*(1 + max(m, 3)) >= 2*m",
          "paper" },
        { "passivity(where=m > 1, domain=\"stiff\")", "stiff", "paper" },
        { "passivity(domain=\"stiff\", where=m > 1)", "stiff", "paper" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char source[2048];
        struct equations law;
        struct statements statements;
        snprintf(source, sizeof source, "%s", LAW_OF("v", "k*z"));
        char *end = strstr(source, "end test");
        snprintf(end, sizeof source - (size_t)(end - source),
                 "annotation(__Bristle(claims={passivity(id=\"first\"), %s}, source=\"paper\"));\n"
                 "end test;\n",
                 cases[i].claim);
        struct text text = { .name = "test.mo", .at = source, .n = strlen(source) };
        cr_assert(equations_read(&text, &law) && statements_read(&text, &law, &statements), "%s",
                  text.error);
        cr_assert_eq(statements.n_claims, (size_t)2);
        cr_expect_str_eq(statements.claims[1].domain, cases[i].domain);
        cr_expect_str_eq(statements.claims[1].source, cases[i].source);
        cr_expect_str_eq(statements.claims[0].domain, "always");
        statements_free(&statements);
        equations_free(&law);
    }
}
