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
    static const char *const expected[] = { "x",        "->",         "y",        "+=", "1e-3f",
                                            "*",        "\"a\\\"b\"", "[",        "i",  "]",
                                            "/*/ c */", "<<=",        "0x1p-24f", ";" };
    tokens_read(&tokens, &texts, "x->y += 1e-3f * \"a\\\"b\"[i] /*/ c */ <<= 0x1p-24f;");
    cr_assert_eq(tokens.n, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < tokens.n; i++)
        cr_assert_str_eq(tokens.at[i].text, expected[i]);
    tokens_free(&tokens);
    texts_free(&texts);
}

/* What stands in the place of a token stands behind the same white space, and what is behind it
 * keeps its own. */
Test(export_parts, white_space_stays_where_it_is)
{
    struct texts texts = { 0 };
    static const struct {
        size_t from, to;
        const char *by, *gaps;
    } cases[] = {
        { 1, 2, "x", "0214" }, { 1, 2, "x y z", "021114" }, { 0, 1, "x", "0214" },
        { 2, 4, "x", "021" },  { 1, 1, "x", "02214" },      { 4, 4, "x", "02140" },
        { 1, 3, "", "04" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tokens tokens = { 0 };
        char gaps[16] = "";
        tokens_read(&tokens, &texts, "a  b c    d");
        tokens_put(&tokens, &texts, cases[i].from, cases[i].to, cases[i].by);
        for (size_t k = 0; k < tokens.n; k++)
            snprintf(gaps + k, sizeof gaps - k, "%zu", strlen(tokens.at[k].gap));
        cr_expect_str_eq(gaps, cases[i].gaps, "case %zu: %s", i, gaps);
        tokens_free(&tokens);
    }
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

/* The name behind a type's brackets is none that a function could mention. */
Test(export_parts, types_with_names_are_not_reached)
{
    expect_pruned("typedef int (*act)(int);\ntypedef int pair[2];\n"
                  "static int f(int pair) { return pair; }\n",
                  "static int f(int pair) { return pair; }\n\n");
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

/* Wherever callers and callees stand, with the calls first, between and last. */
Test(export_parts, arguments_go_in_every_order_of_functions)
{
    expect_pruned("static int f(int i) { return g(i, 2) + h(3, i); }\n"
                  "static int g(int a, int b) { return h(b, a); }\n"
                  "static int h(int c, int d) { return d; }\n",
                  "static int f(int i) { return g(i) + h(i); }\n\n"
                  "static int g(int a) { return h(a); }\n\n"
                  "static int h(int d) { return d; }\n\n");
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
    /* a statement goes on four columns behind its beginning */
    cr_assert_not_null(strstr(text, "\n    return a_long_name"));
    cr_assert(strstr(text, "\n        a_long_name") || strstr(text, "\n        another_name"));
    cr_assert_not_null(strstr(text, "\n{\n    return one;\n}\n"));
    free(text);
    unit_free(&unit);
}

/* Of names of every length some end just at the margin, and none beyond it. */
Test(export_parts, no_line_goes_beyond_the_margin)
{
    enum { PAGE = 100, LONGEST = 48, TERMS = 40 };
    size_t at_margin = 0;
    for (int length = 1; length <= LONGEST; length++) {
        char text[(LONGEST + 4) * TERMS + 100];
        struct unit unit = { 0 };
        int n = snprintf(text, sizeof text, "static real f(real x)\n{\n    return x");
        for (unsigned i = 0; i < TERMS; i++)
            n += snprintf(text + n, sizeof text - (size_t)n, " + a%0*d", length, 0);
        snprintf(text + n, sizeof text - (size_t)n, ";\n}\n");
        unit_parse(&unit, text);
        unit.at[0].is_kept = true;
        char *lines = printed(&unit);
        for (const char *line = lines; *line; line += strcspn(line, "\n") + 1) {
            cr_assert_leq(strcspn(line, "\n"), PAGE, "length %d: %.110s", length, line);
            at_margin += strcspn(line, "\n") == PAGE;
        }
        free(lines);
        unit_free(&unit);
    }
    cr_expect_gt(at_margin, 0);
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

/* Comments stay as they are; a line break within brackets is none of the header's. */
Test(export_parts, comments_and_lines_stay)
{
    expect_pruned("/* One.\n * Two. */\nstatic int f(int i)\n{\n    return i + (i *\n"
                  "             2);\n}\n",
                  "/* One.\n * Two. */\nstatic int f(int i)\n{\n    return i + (i * 2);\n}\n\n");
}

/* A function that begins the unit, and one whose type is alone on its line. */
Test(export_parts, types_stand_behind_their_linkage)
{
    struct unit unit = { 0 };
    unit_parse(&unit, "int f(void) { return g(); }\nstatic\nint g(void) { return 1; }\n");
    mark_kept(&unit, f_root, 1);
    rename_kept(&unit, "law", "p");
    expect_text(&unit, "static inline int p_f(void) { return p_g(); }\n\n"
                       "static inline int p_g(void) { return 1; }\n\n");
}

/* Lines of a comment have at most 100 columns and break at the last blank that lets them. */
Test(export_parts, paragraphs_fill_their_lines)
{
    enum { WORDS = 80, PAGE = 100, MOST = 48 };
    static const char blanks[] = "         ";
    for (unsigned k = 0; k < MOST * (sizeof blanks - 1); k++) {
        const unsigned length = 1 + k % MOST;
        const char *indent = blanks + k / MOST;
        const size_t begin = strlen(" *") + strlen(indent), fit = (PAGE - begin) / (length + 1);
        char words[WORDS * (MOST + 1) + 1], *at = words;
        struct memory_stream stream;
        for (unsigned i = 0; i < WORDS; i++, at += length + 1)
            snprintf(at, length + 2, "%0*u ", (int)length, i % 9);
        print_paragraph(memory_open(&stream), indent, "%s", words);
        char *text = memory_close(&stream);
        size_t lines = 0, last = 0;
        for (const char *line = text; *line; line += last + 1, lines++) {
            cr_expect(lines == 0 || last == begin + fit * (length + 1), "%u: %zu columns", length,
                      last);
            cr_expect(strncmp(line, " *", 2) == 0 && strspn(line + 2, " ") == begin - 1);
            last = strcspn(line, "\n");
        }
        cr_expect_eq(lines, (WORDS + fit - 1) / fit, "%u: %zu lines", length, lines);
        free(text);
    }
}
