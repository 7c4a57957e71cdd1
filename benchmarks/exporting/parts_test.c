/* Tests the exporter's parts on small units: it reads what is there, and drops what a step does not
 * reach or never executes. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/exporting/constant.h"
#include "benchmarks/exporting/fold.h"
#include "benchmarks/exporting/parameters.h"
#include "benchmarks/exporting/print.h"
#include "benchmarks/exporting/rename.h"
#include "benchmarks/exporting/shake.h"
#include "tools/base/memory.h"

static const char real_f32[] = "typedef float real;\n";

/* Returns what remains of a unit with the root `f`, in its order. */
static char *shaken(const char *unit)
{
    static char whole[4096];
    const char *const roots[] = { "f" };
    snprintf(whole, sizeof whole, "%s%s", real_f32, unit);
    struct source source = source_parse("unit", whole);
    struct memory_stream stream;
    FILE *file = memory_open(&stream);
    shake(&source, roots, 1);
    for (size_t d = 0; d < source.n; d++)
        if (source.at[d].live)
            print_declaration(file, &source.at[d]);
    char *text = memory_close(&stream);
    source_free(&source);
    return text;
}

static void expect_shaken(const char *unit, const char *expected)
{
    char *text = shaken(unit);
    cr_assert_str_eq(text, expected, "\n%s\ninstead of\n%s", text, expected);
    free(text);
}

static void expect_value(const char *expression, bool known, double value)
{
    struct source source =
        source_parse("unit", "enum { A, B = 5, C };\nstatic int g(void) { return 1; }\n");
    struct tokens tokens = { 0 };
    source_tokens(&source, expression, &tokens);
    const struct constant got = constant_value(&source, &tokens, 0, tokens.n);
    cr_assert_eq(got.known, known, "%s", expression);
    if (known)
        cr_assert_eq(got.value, value, "%s is %g", expression, got.value);
    tokens_free(&tokens);
    source_free(&source);
}

Test(export_parts, tokens_are_those_of_c)
{
    struct source source = { 0 };
    struct tokens tokens = { 0 };
    static const char *const expected[] = { "x",       "->",         "y",        "+=", "1e-3f",
                                            "*",       "\"a\\\"b\"", "[",        "i",  "]",
                                            "/* c */", "<<=",        "0x1p-24f", ";" };
    source_tokens(&source, "x->y += 1e-3f * \"a\\\"b\"[i] /* c */ <<= 0x1p-24f;", &tokens);
    cr_assert_eq(tokens.n, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < tokens.n; i++)
        cr_assert_str_eq(tokens.at[i].text, expected[i]);
    tokens_free(&tokens);
    source_free(&source);
}

Test(export_parts, declarations_keep_their_comments)
{
    struct source source =
        source_parse("unit", "# 1 \"a/b.c\" 1\n/* About. */\n/* A pair. */\nstruct s { int a; };\n"
                             "enum { X }; /* behind */\nstatic const int t[2] = { 1, 2 };\n"
                             "static struct s f(int i)\n{\n    return (struct s){ i };\n}\n"
                             "void g(void);\n");
    cr_assert_eq(source.n, 5U);
    cr_assert_str_eq(source_about(&source, "b.c"), "/* About. */");
    const struct declaration *type = source_find(&source, DECLARED_TYPE, "s");
    cr_assert_not_null(type);
    cr_assert_str_eq(type->comment, "/* A pair. */");
    cr_assert_eq(source.at[1].kind, DECLARED_ENUM);
    cr_assert_not_null(source_find(&source, DECLARED_OBJECT, "t"));
    cr_assert_null(source_find(&source, DECLARED_OBJECT, "t")->comment);
    cr_assert_not_null(source_find(&source, DECLARED_FUNCTION, "f"));
    cr_assert_eq(source.at[4].kind, DECLARED_OTHER);
    source_free(&source);
}

Test(export_parts, constants)
{
    expect_value("1 + 2 * 3", true, 7);
    expect_value("C * B", true, 30);
    expect_value("x && 0", true, 0);
    expect_value("1 || x", true, 1);
    expect_value("x && 1", false, 0);
    expect_value("g ? 2 : 3", true, 2);
    expect_value("!NULL", true, 1);
    expect_value("(A | 4) & B", true, 4);
    expect_value("0.5f == 0.5f", true, 1);
    expect_value("0.5f + 0.5f", false, 0); /* real arithmetic rounds */
    expect_value("x[1] < 2", false, 0);
    expect_value("(unsigned)2 - 1 < 2u", true, 1);
}

Test(export_parts, what_is_not_reached_is_gone)
{
    expect_shaken("static int a(void) { return 1; }\nstatic int b(void) { return 2; }\n"
                  "static int f(void) { return b(); }\n",
                  "static int b(void)\n{\n    return 2;\n}\n"
                  "static int f(void)\n{\n    return b();\n}\n");
}

Test(export_parts, a_local_name_reaches_nothing)
{
    expect_shaken("static int g(void) { return 1; }\n"
                  "static int f(int i) { int g = i; return g; }\n",
                  "static int f(int i)\n{\n    int g = i;\n    return g;\n}\n");
}

Test(export_parts, conditions_that_are_known)
{
    expect_shaken(
        "static int f(int i) { if (0 && i) { return 5; } if (1) { return i; } return 2; }\n",
        "static int f(int i)\n{\n    return i;\n}\n");
    expect_shaken("static int f(int i)\n{\n    switch (2) {\n    case 1:\n        i = 4;\n"
                  "        break;\n    case 2:\n        i = 7;\n        break;\n    default:\n"
                  "        i = 9;\n    }\n    return i > 3 ? 1 : 0 ? 2 : i;\n}\n",
                  "static int f(int i)\n{\n    i = 7;\n    return i > 3 ? 1 : i;\n}\n");
}

Test(export_parts, results_that_nobody_wants)
{
    expect_shaken("static real g(real x[]) { return x[0] = 1; }\n"
                  "static void f(real x[], int n) { (void)n; (void)g(x); }\n",
                  "static real g(real x[])\n{\n    return x[0] = 1;\n}\n"
                  "static void f(real x[])\n{\n    (void)g(x);\n}\n");
}

Test(export_parts, loops_of_no_or_one_turn)
{
    expect_shaken("static void f(real x[])\n{\n    const unsigned n = 1;\n"
                  "    for (unsigned i = 0; i < n; i++)\n        x[i * n] = 2;\n"
                  "    for (unsigned i = 1; i < n; i++)\n        x[i] = 3;\n"
                  "    for (unsigned i = n; i-- > 0;)\n        x[i] += 4;\n}\n",
                  "static void f(real x[])\n{\n    x[0] = 2;\n    x[0] += 4;\n}\n");
    expect_shaken("static void f(real x[])\n{\n    for (unsigned i = 0; i < 2; i++)\n"
                  "        x[i] = 2;\n}\n",
                  "static void f(real x[])\n{\n    for (unsigned i = 0; i < 2; i++)\n"
                  "        x[i] = 2;\n}\n");
}

Test(export_parts, parameters_that_are_unused_or_constant)
{
    expect_shaken("static real g(int unused, real c, real x) { return c * x; }\n"
                  "static real f(real x) { const int i = 3; return g(i, 0, x); }\n",
                  "static real g(real x)\n{\n    return 0.0f * x;\n}\n"
                  "static real f(real x)\n{\n    return g(x);\n}\n");
}

Test(export_parts, members_that_nobody_reads)
{
    expect_shaken("struct s {\n    real a; /* one */\n    /* Two. */\n    real b;\n};\n"
                  "static real g(const struct s *s) { return s->a; }\n"
                  "static real f(real x)\n{\n    const struct s s = { .a = x, .b = 2 };\n"
                  "    return g(&s);\n}\n",
                  "struct s {\n    real a; /* one */\n};\n"
                  "static real g(const struct s *s)\n{\n    return s->a;\n}\n"
                  "static real f(real x)\n{\n    const struct s s = { .a = x };\n"
                  "    return g(&s);\n}\n");
}

Test(export_parts, parameters_taken_by_number_are_an_array)
{
    static const struct quantity params[] = {
        { .name = "a1" }, { .name = "b1" }, { .name = "b2" },
        { .name = "b3" }, { .name = "c1" }, { .name = "c3" }
    };
    static const char *const accesses[] = { "a1", "b[0]", "b[1]", "b[2]", "c1", "c3" };
    static const char *const members[] = { "a1", "b[3]", NULL, NULL, "c1", "c3" };
    static const struct model model = { .params = params, .n_params = 6 };
    struct parameter parameters[MODEL_MAX_PARAMS];
    struct source source = source_parse(
        "unit",
        "typedef float real;\nenum { A, B, C = 4 };\n"
        "static real f(const real p[], int i) { return p[A] * p[B + 2 * i] + p[B + 1]; }\n");
    const char *const roots[] = { "f" };
    shake_mark(&source, roots, 1);
    parameters_name(&source, &model, parameters);
    for (unsigned i = 0; i < 6; i++) {
        cr_expect_str_eq(parameters[i].access, accesses[i]);
        cr_expect_eq(parameters[i].member == NULL, members[i] == NULL);
        if (members[i])
            cr_expect_str_eq(parameters[i].member, members[i]);
    }
    struct memory_stream stream;
    print_declaration(memory_open(&stream), source_find(&source, DECLARED_FUNCTION, "f"));
    char *text = memory_close(&stream);
    cr_expect_str_eq(text, "static real f(const struct parameters *p, int i)\n{\n"
                           "    return p->a1 * p->b[2 * i] + p->b[1];\n}\n");
    free(text);
    source_free(&source);
}

Test(export_parts, lines_end_at_the_margin)
{
    char *text =
        shaken("static real f(real a_long_name)\n{\n    return a_long_name * a_long_name + "
               "a_long_name * a_long_name + a_long_name * a_long_name - a_long_name;\n}\n");
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        cr_assert_leq(strcspn(line, "\n"), 100U);
    cr_assert_not_null(strstr(text, "\n        a_long_name"));
    free(text);
}

Test(export_parts, names_get_the_prefix)
{
    static const char unit[] =
        "typedef float real;\nenum { K = 3 };\nstruct s { real K[K]; };\n"
        "static real rate(const struct s *s) { return s->K[0]; }\n"
        "static real f(const struct s *s, real step) { real rate2 = rate(s); "
        "return rate2 * step; }\n";
    struct source source = source_parse("unit", unit);
    const char *const roots[] = { "f" };
    shake(&source, roots, 1);
    rename_live(&source, "pre", "float");
    struct memory_stream stream;
    FILE *file = memory_open(&stream);
    for (size_t d = 0; d < source.n; d++)
        if (source.at[d].live)
            print_declaration(file, &source.at[d]);
    char *text = memory_close(&stream);
    cr_assert_str_eq(text,
                     "enum { pre_K = 3 };\nstruct pre_s {\n    float K[pre_K];\n};\n"
                     "static inline float pre_rate(const struct pre_s *s)\n{\n"
                     "    return s->K[0];\n}\n"
                     "static inline float pre_f(const struct pre_s *s, float step)\n{\n"
                     "    float rate2 = pre_rate(s);\n    return rate2 * step;\n}\n",
                     "%s", text);
    free(text);
    source_free(&source);
}
