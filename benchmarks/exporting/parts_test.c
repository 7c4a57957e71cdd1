/* Tests the exporter's parts on small units: what is kept of a unit, how its names change, and how
 * it is printed. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/exporting/parameters.h"
#include "benchmarks/exporting/print.h"
#include "benchmarks/exporting/prune.h"
#include "tools/base/memory.h"

static const struct root f_root[] = { { .name = "f" } };

static char *printed(struct unit *unit)
{
    struct memory_stream stream;
    print_kept(memory_open(&stream), unit);
    return memory_close(&stream);
}

static void expect_text(struct unit *unit, const char *expected)
{
    char *text = printed(unit);
    cr_assert_str_eq(text, expected, "\n%s\ninstead of\n%s", text, expected);
    free(text);
    unit_free(unit);
}

/* Compares what remains of a unit with the root f, which keeps its parameters. */
static void expect_pruned(const char *text, const char *expected)
{
    struct unit unit = { 0 };
    unit_parse(&unit, text);
    prune(&unit, f_root, 1);
    expect_text(&unit, expected);
}

Test(export_parts, tokens_are_those_of_c)
{
    struct texts texts = { 0 };
    struct tokens tokens = { 0 };
    static const char *const expected[] = { "x",       "->",         "y",        "+=", "1e-3f",
                                            "*",       "\"a\\\"b\"", "[",        "i",  "]",
                                            "/* c */", "<<=",        "0x1p-24f", ";" };
    tokens_read(&tokens, &texts, "x->y += 1e-3f * \"a\\\"b\"[i] /* c */ <<= 0x1p-24f;");
    cr_assert_eq(tokens.n, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < tokens.n; i++)
        cr_assert_str_eq(tokens.at[i].text, expected[i]);
    tokens_free(&tokens);
    texts_free(&texts);
}

Test(export_parts, declarations_keep_their_comments)
{
    struct unit unit = { 0 };
    unit_parse(&unit, "# 1 \"a/b.c\" 1\n/* About. */\n/* A pair. */\nstruct s { int a; };\n"
                      "enum { X }; /* behind */\nstatic const int t[2] = { 1, 2 };\n"
                      "static struct s g(int i)\n{\n    return (struct s){ i };\n}\n"
                      "void h(void);\n");
    cr_assert_eq(unit.n, 5U);
    cr_assert_str_eq(unit_about(&unit, "b.c"), "/* About. */");
    cr_assert_eq(unit.at[0].kind, DECLARED_STRUCT);
    cr_assert_str_eq(unit.at[0].comment, "/* A pair. */");
    cr_assert_eq(unit_find(&unit, "X"), &unit.at[1]);
    cr_assert_eq(unit_find(&unit, "t"), &unit.at[2]);
    cr_assert_null(unit.at[2].comment);
    cr_assert_eq(unit_find(&unit, "g")->kind, DECLARED_FUNCTION);
    cr_assert_null(unit_find(&unit, "h"));
    unit_free(&unit);
}

Test(export_parts, constants_of_enums_have_values)
{
    struct unit unit = { 0 };
    struct tokens tokens = { 0 };
    size_t value;
    unit_parse(&unit, "enum { MOST = 4 };\nenum {\n    A, /* first */\n    B = A + MOST + 1,\n"
                      "    C\n};\n");
    tokens_read(&tokens, &unit.texts, "C + 2 - i");
    cr_assert(unit_value(&unit, &tokens, (struct part){ 0, 1 }, &value));
    cr_assert_eq(value, 6U);
    cr_assert(unit_value(&unit, &tokens, (struct part){ 0, 3 }, &value));
    cr_assert_eq(value, 8U);
    cr_assert_not(unit_value(&unit, &tokens, (struct part){ 2, 5 }, &value));
    cr_assert_not(unit_value(&unit, &tokens, (struct part){ 4, 5 }, &value));
    tokens_free(&tokens);
    unit_free(&unit);
}

Test(export_parts, what_is_not_reached_is_gone)
{
    expect_pruned("struct s { int a; };\nstruct t { struct s s; };\nstruct u { int a; };\n"
                  "enum { N };\nenum { M };\nstatic int a(void) { return 1; }\n"
                  "static int b(struct t *t) { return t->s.a; }\n"
                  "static int f(struct t *t) { return b(t) + N; }\n",
                  "struct s { int a; };\n\nstruct t { struct s s; };\n\nenum { N };\n\n"
                  "static int b(struct t *t) { return t->s.a; }\n\n"
                  "static int f(struct t *t) { return b(t) + N; }\n\n");
}

Test(export_parts, names_of_variables_and_members_reach_no_function)
{
    expect_pruned("static int g(void) { return 1; }\nstruct s { int g; };\n"
                  "static int f(struct s s) { int g = s.g; return g; }\n",
                  "struct s { int g; };\n\n"
                  "static int f(struct s s) { int g = s.g; return g; }\n\n");
}

Test(export_parts, unused_parameters_go_with_their_arguments)
{
    expect_pruned("static int h(int x, int unused) { (void)unused; return x; }\n"
                  "static int g(int a, int b, int c) { return h(b, c); }\n"
                  "static int f(int i) { return g(2, g(1, i, 3), h(i, 4)); }\n",
                  "static int h(int x) { return x; }\n\n"
                  "static int g(int b) { return h(b); }\n\n"
                  "static int f(int i) { return g(g(i)); }\n\n");
}

Test(export_parts, a_function_may_lose_all_parameters)
{
    expect_pruned("static int g(int a) { return 1; }\nstatic int f(int i) { return g(i) + i; }\n",
                  "static int g(void) { return 1; }\n\n"
                  "static int f(int i) { return g() + i; }\n\n");
}

Test(export_parts, a_root_keeps_what_it_does_not_use)
{
    struct unit unit = { 0 };
    const struct root roots[] = { { .name = "f" }, { .name = "g", .may_lose = true } };
    unit_parse(&unit,
               "static int f(int a) { return 1; }\nstatic int g(int a, int b) { return b; }\n");
    prune(&unit, roots, 2);
    cr_expect(function_takes(&unit.at[0], "a"));
    cr_expect_not(function_takes(&unit.at[1], "a"));
    cr_expect(function_takes(&unit.at[1], "b"));
    char *text = printed(&unit);
    cr_expect_not_null(strstr(text, "(void)a;"));
    free(text);
    unit_free(&unit);
}

Test(export_parts, an_argument_with_an_effect_is_refused, .exit_code = 2)
{
    expect_pruned("static int g(int a) { return 1; }\nstatic int f(int i) { return g(i++); }\n",
                  "");
}

Test(export_parts, work_is_not_counted)
{
    expect_pruned("static void f(struct r *in)\n{\n    in->statistics->steps += 2;\n"
                  "    in->t = 1;\n}\n",
                  "static void f(struct r *in)\n{\n    in->t = 1;\n}\n\n");
}

Test(export_parts, constants_that_nobody_mentions_are_gone_unless_they_number_something)
{
    expect_pruned("enum e { A, B, C };\nenum { D, E };\nenum g { G = 1, H };\n"
                  "static enum e f(int i) { return i == E + H ? C : A; }\n",
                  "enum e { A, C };\n\nenum { D, E };\n\nenum g { G = 1, H };\n\n"
                  "static enum e f(int i) { return i == E + H ? C : A; }\n\n");
}

Test(export_parts, functions_of_the_law_come_from_its_table)
{
    struct unit unit = { 0 };
    unit_parse(&unit, "static int own_rate(int x) { return x; }\n"
                      "static const struct model t = { .n = { .rate = 2 }, .rate = own_rate };\n"
                      "static int f(int x) { return LAW_rate(x); }\n");
    resolve_law(&unit, "t");
    cr_expect_null(law_function(&unit, "t", "flow"));
    prune(&unit, f_root, 1);
    expect_text(&unit, "static int own_rate(int x) { return x; }\n\n"
                       "static int f(int x) { return own_rate(x); }\n\n");
}

Test(export_parts, a_function_that_the_law_lacks_is_refused, .exit_code = 2)
{
    expect_pruned("static int f(int x) { return LAW_flow(x); }\n", "");
}

Test(export_parts, parameters_have_names_and_those_of_loops_are_arrays)
{
    static const struct quantity params[] = {
        { .name = "a1" }, { .name = "b1" }, { .name = "b2" },
        { .name = "b3" }, { .name = "c1" }, { .name = "c3" }
    };
    static const char *const accesses[] = { "a1", "b[0]", "b[1]", "b[2]", "c1", "c3" };
    static const char *const members[] = { "a1", "b[3]", NULL, NULL, "c1", "c3" };
    static const struct model model = { .params = params, .n_params = 6 };
    struct parameter parameters[MODEL_MAX_PARAMS];
    struct unit unit = { 0 };
    unit_parse(&unit, "enum { A, B, C = 4 };\nstruct s { const real *p; };\n"
                      "static real f(const real p[], struct s s, int i)\n{\n"
                      "    return p[A] * p[B + 2 * i] + p[2] + s.p[C];\n}\n");
    mark_kept(&unit, f_root, 1);
    parameters_name(&unit, &model, parameters);
    for (unsigned i = 0; i < 6; i++) {
        cr_expect_str_eq(parameters[i].access, accesses[i]);
        cr_expect_eq(parameters[i].member == NULL, members[i] == NULL);
        if (members[i])
            cr_expect_str_eq(parameters[i].member, members[i]);
    }
    mark_kept(&unit, f_root, 1);
    char *text = printed(&unit);
    cr_expect_not_null(strstr(text, "const struct parameters *p; }"), "%s", text);
    cr_expect_not_null(strstr(text, "f(const struct parameters *p, struct s s, int i)"));
    cr_expect_not_null(strstr(text, "p->a1 * p->b[2 * i] + p->b[1] +"), "%s", text);
    free(text);
    unit_free(&unit);
}

Test(export_parts, lines_end_at_the_margin)
{
    struct unit unit = { 0 };
    unit_parse(&unit, "static real f(real a_long_name, real another_name)\n{\n"
                      "    return a_long_name * another_name + a_long_name * another_name + "
                      "a_long_name * another_name + a_long_name * another_name - a_long_name;\n}\n"
                      "static struct a_long_type g(struct a_long_type_with_members one, "
                      "struct a_long_type_with_members two) { return one; }\n");
    unit.at[0].is_kept = unit.at[1].is_kept = true;
    char *text = printed(&unit);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        cr_assert_leq(strcspn(line, "\n"), 100U);
    cr_assert_not_null(strstr(text, "\n{\n    return one;\n}\n"));
    free(text);
    unit_free(&unit);
}

Test(export_parts, names_get_the_prefix)
{
    struct unit unit = { 0 };
    unit_parse(&unit, "enum { K = 3 };\nstruct s { real K[K]; };\n"
                      "static real r_abs(const struct s *s) { return s->K[0]; }\n"
                      "real law_lugre_rate(const struct s *s) { return r_abs(s); }\n"
                      "static real rate(real step) { return step; }\n"
                      "static real f(const struct s *s, real step)\n{\n"
                      "    real r_abs = law_lugre_rate(s);\n    return rate(r_abs * step);\n}\n");
    mark_kept(&unit, f_root, 1);
    rename_kept(&unit, "lugre", "pre");
    expect_text(&unit, "enum { pre_K = 3 };\n\nstruct pre_s { real K[pre_K]; };\n\n"
                       "static inline real pre_abs(const struct pre_s *s) { return s->K[0]; }\n\n"
                       "static inline real pre_law_lugre_rate(const struct pre_s *s) "
                       "{ return pre_abs(s); }\n\n"
                       "static inline real pre_rate(real step) { return step; }\n\n"
                       "static inline real pre_f(const struct pre_s *s, real step)\n{\n"
                       "    real r_abs = pre_law_lugre_rate(s);\n"
                       "    return pre_rate(r_abs * step);\n}\n\n");
}
