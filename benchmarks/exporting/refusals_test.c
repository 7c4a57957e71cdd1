/* What the exporter does not understand it refuses in one line that names it, with exit 2; whether
 * a method can run a law, and with which options, follows from what both say of themselves. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benchmarks/exporting/header.h"
#include "benchmarks/exporting/parameters.h"
#include "benchmarks/exporting/prune.h"
#include "tools/base/memory.h"
#include "tools/testing/test_process.h"

static const struct quantity params[] = { { .name = "a" }, { .name = "b1" }, { .name = "b2" } };
static const struct model law = { .name = "made_up", .params = params, .n_params = 3 };

static const struct root f_root[] = { { .name = "f" } };

static void by_parsing(const char *text)
{
    struct unit unit = { 0 };
    unit_parse(&unit, text);
}

static void by_pruning(const char *text)
{
    struct unit unit = { 0 };
    unit_parse(&unit, text);
    prune(&unit, f_root, 1);
}

static void by_table(const char *text)
{
    struct unit unit = { 0 };
    unit_parse(&unit, text);
    resolve_law(&unit, "table");
}

static void by_moving(const char *text)
{
    struct unit unit = { 0 };
    unit_parse(&unit, text);
    unit_move_first(&unit, "s");
}

static void by_naming(const char *text)
{
    struct unit unit = { 0 };
    struct parameter parameters[MODEL_MAX_PARAMS];
    unit_parse(&unit, text);
    mark_kept(&unit, f_root, 1);
    parameters_name(&unit, &law, parameters);
}

static void by_bracket(const char *text)
{
    struct tokens tokens = { 0 };
    struct texts texts = { 0 };
    tokens_read(&tokens, &texts, text);
    tokens_closing(&tokens, 1);
}

/* A list of as many parts as the number says. */
static void by_list(const char *number)
{
    struct tokens tokens = { 0 };
    struct texts texts = { 0 };
    struct part parts[TOKENS_PARTS];
    const size_t n = strtoul(number, NULL, 10);
    tokens_read(&tokens, &texts, "(");
    for (size_t i = 0; i < n; i++)
        tokens_read(&tokens, &texts, i + 1 < n ? "x, " : "x)");
    if (tokens_list(&tokens, 0, parts) != n || parts[n - 1].from != 2 * n - 1)
        _exit(3);
}

static void by_square(const char *square)
{
    static const struct integrator method = { .name = "made_up_method" };
    header_write(stdout, &(struct header_request){
                             .model = &law, .method = &method, .unit = "", .square = square });
}

static const struct {
    void (*function)(const char *);
    const char *input, *says; /* NULL: accepted */
} cases[] = {
    { by_parsing, "int f(void) { return 1; }", NULL },
    { by_parsing, "int f(void) { return 1; } }", "a closing bracket too many in the unit" },
    { by_parsing, "int g; int f(void) {", "a declaration does not end: \"int ...\"" },
    { by_parsing, "static struct s", "a declaration does not end: \"static ...\"" },
    { by_pruning, "int f(int i) { return i; }", NULL },
    { by_pruning, "int g(int i) { return i; }", "the unit has no function f" },
    { by_pruning, "int f(int i) { return LAW_rate(i); }",
      "the law's table has nothing for LAW_rate" },
    { by_pruning, "int g(int a) { return 1; } int f(int i) { return g(i + 1); }", NULL },
    { by_pruning, "int g(int a) { return 1; } int f(int i) { return g(++i); }",
      "an argument of g has an effect" },
    { by_pruning, "int g(int a) { return 1; } int f(int i) { return g(i--); }",
      "an argument of g has an effect" },
    { by_pruning, "int g(int a) { return 1; } int f(int i) { return g(i = 2); }",
      "an argument of g has an effect" },
    { by_pruning, "int g(int a, int b) { return a; } int f(int i) { return g(1, i++); }",
      "an argument of g has an effect" },
    { by_pruning, "int g(int a, int b) { return a; } int f(int i) { return g(i); }",
      "g is called with too few arguments" },
    { by_table, "int f(int i) { return i; }", NULL },
    { by_table, "int f(int i) { return LAW_rate(i); }", "the unit has no table" },
    { by_moving, "int i; struct s { int a; };", NULL },
    { by_moving, "int i; struct t { int s; };", "the unit has no struct s" },
    { by_naming, "int f(const real p[], int i) { return p[0] + p[1 + i] + p[2]; }", NULL },
    { by_naming, "int f(const real p[], int i) { return p[3]; }", "3 is no parameter's number" },
    { by_naming, "int f(const real p[], int i) { return p[i]; }", "i is no parameter's number" },
    { by_naming, "int f(const real p[], int i) { return p[0 + i]; }",
      "a parameter without a name, p[0 ...]" },
    { by_naming, "int f(const real p[], int i) { return p[1 * i]; }",
      "a parameter without a name, p[1 ...]" },
    { by_bracket, "f ( a [ b ] )", NULL },
    { by_bracket, "f ( a [ b ]", "the bracket is not closed in \"f ( ...\"" },
    { by_list, "512", NULL },
    { by_list, "513", "a list of more than 512 parts" },
    { by_square, "3", "3 is not a parameter of made_up" },
    { by_square, "b1", "b1 is not a parameter of made_up" },
    { by_square, "2", "made_up_method does not open with a comment" },
};

static int run_case(const void *context)
{
    const size_t i = *(const size_t *)context;
    cases[i].function(cases[i].input);
    return 0;
}

Test(export_refusals, name_what_is_not_understood)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char expected[256] = "";
        const struct ended e = in_process(run_case, &i);
        if (cases[i].says)
            snprintf(expected, sizeof expected, "cannot export: %s\n", cases[i].says);
        cr_expect_eq(e.status, cases[i].says ? 2 : 0, "'%s': exit %d", cases[i].input, e.status);
        const char *at = strstr(e.said, expected);
        cr_expect(at && (*expected ? strcmp(at, expected) == 0 : !*e.said), "'%s', not '%s'",
                  e.said, expected);
    }
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)h, (void)x;
}

static void relaxation(const real p[], real v, real s, real steady[], real rate[])
{
    (void)p, (void)v, (void)s, (void)steady, (void)rate;
}

/* All flags of a method, with all that a law may lack. */
Test(export_refusals, tell_which_methods_run_which_laws)
{
    static const unsigned never[] = { INTEGRATOR_ADAPTIVE, INTEGRATOR_HOST_ONLY,
                                      INTEGRATOR_SET_VALUED };
    for (unsigned has = 0; has < 4; has++) {
        const struct model m = { .flow = has & 1 ? flow : NULL,
                                 .relaxation = has & 2 ? relaxation : NULL };
        struct integrator method = { .flags = 0 };
        cr_expect_null(header_obstacle(&m, &method));
        method.flags = INTEGRATOR_IMPLICIT;
        cr_expect_null(header_obstacle(&m, &method));
        method.flags = INTEGRATOR_USES_FLOW;
        const char *why = header_obstacle(&m, &method);
        cr_expect(m.flow ? !why : why && strstr(why, "no closed-form flow"), "%s", why);
        method.flags = INTEGRATOR_RELAXING;
        why = header_obstacle(&m, &method);
        cr_expect(m.relaxation ? !why : why && strstr(why, "do not relax"), "%s", why);
        for (size_t i = 0; i < 3; i++) {
            method.flags = never[i];
            why = header_obstacle(&m, &method);
            cr_expect(why && strstr(why, "steps of given size"), "%zu: %s", i, why);
        }
    }
}

static size_t bytes(unsigned n) { return (10 + n) * sizeof(real); }
static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *J)
{
    (void)p, (void)mem, (void)v, (void)s, (void)x, (void)J;
}
static void bound(const real p[], real limit[]) { (void)p, (void)limit; }
static real length(const real p[])
{
    (void)p;
    return 0;
}
static void start(const real p[], uint64_t seed, struct memory *mem)
{
    (void)p, (void)seed, (void)mem;
}

static void expect_flags(const struct model *m, unsigned flags, const char *expected)
{
    const struct integrator method = { .workspace = bytes, .flags = flags };
    struct memory_stream stream;
    header_flags(memory_open(&stream), m, &method);
    char *text = memory_close(&stream);
    cr_expect_str_eq(text, expected, "'%s', not '%s'", text, expected);
    free(text);
}

/* Each option alone. Work memory is at least that of one state. */
Test(export_refusals, flags_are_those_of_law_and_method)
{
    expect_flags(&(struct model){ .n_states = 0 }, 0,
                 "-DLAW_STATES=0 -DLAW_GUARDS=0 -DMETHOD_WORK=11\n");
    expect_flags(&(struct model){ .n_states = 1 }, 0,
                 "-DLAW_STATES=1 -DLAW_GUARDS=0 -DMETHOD_WORK=11\n");
    expect_flags(&(struct model){ .n_states = 3, .n_guards = 2 }, 0,
                 "-DLAW_STATES=3 -DLAW_GUARDS=2 -DMETHOD_WORK=13\n");
#define NONE "-DLAW_STATES=0 -DLAW_GUARDS=0 -DMETHOD_WORK=11"
    expect_flags(&(struct model){ .jacobian = jacobian }, 0, NONE " -DLAW_HAS_JACOBIAN\n");
    expect_flags(&(struct model){ .bound = bound }, 0, NONE " -DLAW_HAS_BOUND\n");
    expect_flags(&(struct model){ .length = length }, 0, NONE " -DLAW_HAS_LENGTH\n");
    expect_flags(&(struct model){ .start = start }, 0, NONE " -DLAW_HAS_START\n");
    expect_flags(&(struct model){ .n_states = 0 }, INTEGRATOR_IMPLICIT,
                 NONE " -DMETHOD_IS_IMPLICIT\n");
    expect_flags(&(struct model){ .n_states = 0 }, INTEGRATOR_RELAXING,
                 NONE " -DMETHOD_IS_RELAXING\n");
    expect_flags(&(struct model){ .n_states = 0 }, INTEGRATOR_USES_FLOW, NONE "\n");
}

/* Marks of more than one character are one token, the longest one first. */
Test(export_refusals, marks_are_those_of_c)
{
    static const char *const marks[] = {
        "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
        "-=",  "*=",  "/=",  "%=", "&=", "|=", "^=", "+",  "-",  "*",  "/",  "%",  "&",  "|",  "^",
        "!",   "~",   "<",   ">",  "=",  "?",  ":",  ";",  ",",  ".",  "(",  "[",  "{"
    };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        struct tokens tokens = { 0 };
        struct texts texts = { 0 };
        char text[8];
        snprintf(text, sizeof text, "a%sb", marks[i]);
        tokens_read(&tokens, &texts, text);
        cr_expect(tokens.n == 3 && tokens_is(&tokens, 0, "a") && tokens_is(&tokens, 1, marks[i]) &&
                      tokens_is(&tokens, 2, "b") && tokens.at[1].kind == TOKEN_MARK,
                  "%s: %zu tokens", text, tokens.n);
        tokens_free(&tokens);
        texts_free(&texts);
    }
}
