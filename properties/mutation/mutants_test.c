/* Bugs are planted only in code, each operator makes the mistake that it names, and the same source
 * gives the same bugs. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "properties/mutation/changes.h"
#include "properties/mutation/operators.h"
#include "properties/mutation/reach.h"
#include "tools/base/memory.h"

/* Opens a source with that text, as the file models/sample.c of a directory of the test. */
static void open_text(struct source *source, const char *text)
{
    char root[512], path[600];
    const char *temporary = getenv("TEST_TMPDIR");
    snprintf(root, sizeof root, "%s/mutants.XXXXXX", temporary ? temporary : "/tmp");
    cr_assert(mkdtemp(root));
    snprintf(path, sizeof path, "%s/models", root);
    cr_assert(mkdir(path, 0700) == 0);
    snprintf(path, sizeof path, "%s/models/sample.c", root);
    FILE *file = fopen(path, "w");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
    cr_assert(source_open(source, root, "models/sample.c"));
    unlink(path);
    snprintf(path, sizeof path, "%s/models", root);
    rmdir(path);
    rmdir(root);
}

static const char prose[] = "/* a + b < c, sgn(v) * r_abs(x) */\n"
                            "// a - b\n"
                            "#define SUM(a, b) ((a) + \\\n"
                            "    (b) * 2)\n"
                            "static const char *const text = \"a + b * r_max(1, 2) \\\" < 3\";\n";

Test(mutants, comments_texts_and_directives_are_left_alone)
{
    struct source source;
    struct mutants mutants;
    open_text(&source, prose);
    mutants_list(&mutants, &source);
    cr_expect(mutants.n == 0, "%s in place of %.*s", mutants.n > 0 ? mutants.at[0].text : "",
              mutants.n > 0 ? (int)(mutants.at[0].end - mutants.at[0].begin) : 0,
              mutants.n > 0 ? source.text + mutants.at[0].begin : "");
    mutants_free(&mutants);
    source_close(&source);
}

static const char head[] = "enum { FC, FS, N_PARAMS };\n"
                           "struct pair { real first, second; };\n"
                           "static real f(const real p[], real v, real x[], struct pair *q)\n"
                           "{\n    ";

/* The mutants that an operator makes of a line in a function. */
static const struct {
    const char *operator, * before, *after;
} plants[] = {
    { "sign", "return v + x[0];", "return v - x[0];" },
    { "sign", "x[0] -= v;", "x[0] += v;" },
    { "sign", "return -v;", "return v;" },
    { "term", "return v + x[0] * v;", "return v;" },
    { "term", "return v - x[0] * v;", "return -x[0] * v;" },
    { "factor", "return p[FC] * r_abs(v) / x[0];", "return r_abs(v) / x[0];" },
    { "factor", "return p[FC] * r_abs(v) / x[0];", "return p[FC] * r_abs(v);" },
    { "inverse", "return v * x[0];", "return v / x[0];" },
    { "exponent", "return r_sqrt(v + 1);", "return (v + 1);" },
    { "exponent", "return r_pow(v, 2);", "return (v);" },
    { "abs", "return r_abs(v);", "return (v);" },
    { "abs", "return p[FC] * x[0];", "return p[FC] * r_abs(x[0]);" },
    { "overflow", "return 1 / v / x[0];", "return 1 / (v * x[0]);" },
    { "constant", "return v / 2;", "return v / 3;" },
    { "constant", "return C(0.5) * v;", "return C(1.0) * v;" },
    { "constant", "return C(1e-6) * v;", "return C(1.9999999999999999e-06) * v;" },
    { "constant", "return C(0.0135) * v;", "return C(0.027) * v;" },
    { "constant", "return C(1.0625) * v;", "return C(1.0635625) * v;" },
    { "swap", "return p[FS];", "return p[FC];" },
    { "swap", "return q->first;", "return q->second;" },
    { "arguments", "return g(v, x[0], 1);", "return g(x[0], v, 1);" },
    { "minmax", "return r_max(v, 1);", "return r_min(v, 1);" },
    { "guard", "return r_max(v, 1);", "return (v);" },
    { "guard", "return r_max(v, 1);", "return (1);" },
    { "sign_at_zero", "return r_sign(v);", "return r_sign_or(v, 1);" },
    { "status", "return STATUS_OK;", "return STATUS_NO_CONVERGENCE;" },
    { "status", "return STATUS_CHATTER;", "return STATUS_OK;" },
    { "compare", "return v < 1;", "return v > 1;" },
    { "compare", "return v < 1 && v > 0;", "return v < 1 || v > 0;" },
    { "boundary", "return v < 1;", "return v <= 1;" },
    { "index", "return x[0];", "return x[1];" },
    { "index", "return x[k + 1];", "return x[k];" },
    { "index", "for (k = 0; k < 3; k++) ;", "for (k = 0; k <= 3; k++) ;" },
    { "index", "for (k = 0; k < 3; k++) ;", "for (k = 1; k < 3; k++) ;" },
    { "branch", "if (v < 1) return 0;", "if ((v < 1) && false) return 0;" },
    { "branch", "return v < 1 ? 0 : v;", "return v < 1 ? v : v;" },
    { "statement", "x[0] = v;", "{ }" },
    { "statement", "if (v < 1) g(v);", "if (v < 1) { }" },
    { "stale", "ode->rate(ode->ctx, t + h, w->x, f);", "ode->rate(ode->ctx, in->t, w->x, f);" },
    { "stale", "ode->rate(ode->ctx, t + h, w->x, f);", "ode->rate(ode->ctx, t + h, in->x, f);" },
    { "function", "arb_add(x, x, y, prec);", "arb_sub(x, x, y, prec);" },
    { "function", "return fmin(v, 1);", "return fmax(v, 1);" },
    { "extreme", "v += x[0];", "v = x[0];" },
    { "extreme", "v = fmax(v, x[0]);", "v = (x[0]);" },
    { "extreme", "arb_union(x, x, y, prec);", "arb_set(x, x);" },
    { "extreme", "mag_max(x, x, y);", "mag_set(x, y);" },
    { "rounding", "arf_set_round(x, y, prec, ARF_RND_UP);",
      "arf_set_round(x, y, prec, ARF_RND_DOWN);" },
    { "rounding", "arb_get_lbound_arf(x, y, prec);", "arb_get_ubound_arf(x, y, prec);" },
    { "radius", "arb_exp(x, y, prec);", "{ arb_exp(x, y, prec); mag_zero(arb_radref(x)); }" },
    { "scale", "return v < 1e-6;", "return v < 0.001;" },
    { "scale", "return v * 1e6;", "return v * 10000000.0;" },
    { "scale", "return v * 1e22;", "return v * 9.9999999999999992e+22;" },
    { "answer", "return ANSWER_UNDECIDED;", "return ANSWER_YES;" },
    { "answer", "return EXIT_NOT_AS_DECLARED;", "return EXIT_AS_DECLARED;" },
    { "column", "put(c, \"a\", v); put(c, \"b\", w);", "put(c, \"b\", v); put(c, \"a\", w);" },
    { "return", "if (v < 1) return 0;", "if (v < 1) { }" },
};

static bool plants_it(const char *operator, const char * before, const char *after)
{
    struct source source;
    struct mutants mutants;
    bool found = false;
    char *text = memory_text("%s%s\n}\n", head, before),
         *goal = memory_text("%s%s\n}\n", head, after);
    open_text(&source, text);
    mutants_list(&mutants, &source);
    for (size_t i = 0; i < mutants.n; i++) {
        char *planted = mutant_text(&source, &mutants.at[i]);
        found |= strcmp(mutants.at[i].operator, operator) == 0 && strcmp(planted, goal) == 0;
        free(planted);
    }
    mutants_free(&mutants);
    source_close(&source);
    free(goal);
    free(text);
    return found;
}

Test(mutants, operators_do_what_they_say)
{
    for (size_t i = 0; i < sizeof plants / sizeof *plants; i++)
        cr_expect(plants_it(plants[i].operator, plants[i].before, plants[i].after),
                  "%s does not make \"%s\" of \"%s\"", plants[i].operator, plants[i].after,
                  plants[i].before);
}

/* What commutes is not exchanged; other arguments are. */
Test(mutants, exchanged_arguments_do_not_commute)
{
    cr_expect(
        !plants_it("arguments", "if (strcmp(a, b) == 0) g(v);", "if (strcmp(b, a) == 0) g(v);"));
    cr_expect(plants_it("arguments", "if (strcmp(a, b) < 0) g(v);", "if (strcmp(b, a) < 0) g(v);"));
    cr_expect(!plants_it("arguments", "arb_add(x, y, z, prec);", "arb_add(x, z, y, prec);"));
    cr_expect(plants_it("arguments", "arb_sub(x, y, z, prec);", "arb_sub(x, z, y, prec);"));
    cr_expect(!plants_it("arguments", "x = memory_array(n, 8);", "x = memory_array(8, n);"));
}

/* What only releases memory is not left out. */
Test(mutants, statements_that_only_release_stay)
{
    static const char *const kept[] = { "free(v);", "arb_clear(v);", "pthread_mutex_destroy(v);",
                                        "closedir(v);" },
                             *const dropped[] = { "freeze(v);", "_clear_all(v);", "g(v);" };
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        cr_expect_not(plants_it("statement", kept[i], "{ }"), "%s", kept[i]);
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
        cr_expect(plants_it("statement", dropped[i], "{ }"), "%s", dropped[i]);
}

Test(mutants, units_of_quantities_are_planted)
{
    static const char table[] =
        "static const struct quantity params[] = { { \"Fc\", \"%s\", 1, 0, 2, \"note\" } };\n";
    struct source source;
    struct mutants mutants;
    char *text = memory_text(table, "N"), *goal = memory_text(table, "N/m");
    open_text(&source, text);
    mutants_list(&mutants, &source);
    cr_assert(mutants.n == 1);
    char *planted = mutant_text(&source, &mutants.at[0]);
    cr_expect_str_eq(planted, goal);
    free(planted);
    mutants_free(&mutants);
    source_close(&source);
    free(goal);
    free(text);
}

Test(mutants, every_operator_is_tested)
{
    for (const struct operator* o = operators; o->name; o++) {
        bool tested = strcmp(o->name, "unit") == 0;
        for (size_t i = 0; i < sizeof plants / sizeof *plants; i++)
            tested |= strcmp(plants[i].operator, o->name) == 0;
        cr_expect(tested, "%s", o->name);
    }
}

Test(mutants, are_all_different_and_always_the_same)
{
    struct source source;
    struct mutants once, again;
    char *text = memory_text("%sreturn p[FC] * p[FC] + v * v - x[0] * x[0];\n}\n", head);
    open_text(&source, text);
    mutants_list(&once, &source);
    mutants_list(&again, &source);
    cr_assert(once.n == again.n && once.n > 10);
    for (size_t i = 0; i < once.n; i++) {
        cr_expect(once.at[i].hash == again.at[i].hash);
        for (size_t k = 0; k < i; k++)
            cr_expect(once.at[i].hash != once.at[k].hash, "%zu and %zu", i, k);
    }
    mutants_free(&once);
    mutants_free(&again);
    source_close(&source);
    free(text);
}

/* Lines removed leave no line to plant a bug in. */
Test(changes, are_the_lines_that_git_adds)
{
    char text[] =
        "diff --git models/a.c models/a.c\n--- models/a.c\n+++ models/a.c\n"
        "@@ -3 +3,2 @@ struct x {\n-a\n+b\n+c\n@@ -9,2 +9,0 @@\n-a\n-b\n@@ -12 +11 @@\n-a\n+b\n"
        "--- models/b.h\n+++ models/b.h\n@@ -0,0 +1,4 @@\n+a\n+b\n+c\n+d\n";
    static const struct {
        const char *file;
        unsigned line;
        bool changed;
    } lines[] = {
        { "models/a.c", 2, false }, { "models/a.c", 3, true },  { "models/a.c", 4, true },
        { "models/a.c", 5, false }, { "models/a.c", 9, false }, { "models/a.c", 11, true },
        { "models/b.h", 4, true },  { "models/b.h", 5, false }, { "models/c.c", 3, false },
    };
    struct changes changes = { 0 };
    changes_read(&changes, text);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        cr_expect_eq(changes_touch(&changes, lines[i].file, lines[i].line), lines[i].changed,
                     "%s:%u", lines[i].file, lines[i].line);
    changes_free(&changes);
}

/* A test notices nothing in lines that it does not execute; of one that is not in the table nothing
 * is known. */
Test(reach, is_what_tests_execute)
{
    static const char table[] = "//b:t a.c 3-5 9-9\n//a:t b.c 1-2\n//b:t b.c 7-8\n//c:t a.c\n";
    static const struct {
        const char *test, *file;
        unsigned first, last;
        bool may;
    } cases[] = {
        { "//b:t", "a.c", 1, 2, false },  { "//b:t", "a.c", 1, 3, true },
        { "//b:t", "a.c", 5, 8, true },   { "//b:t", "a.c", 6, 8, false },
        { "//b:t", "a.c", 6, 9, true },   { "//b:t", "a.c", 10, 99, false },
        { "//b:t", "b.c", 4, 7, true },   { "//b:t", "b.c", 3, 5, false },
        { "//b:t", "c.c", 1, 99, false }, { "//a:t", "a.c", 1, 99, false },
        { "//a:t", "b.c", 2, 2, true },   { "//d:t", "a.c", 1, 1, true },
    };
    struct reach reach;
    cr_assert_eq(reach_open(&reach, memory_text("%s", table)), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(reach_may(&reach, cases[i].test, cases[i].file, cases[i].first, cases[i].last),
                     cases[i].may, "case %zu", i);
    reach_close(&reach);
    static const char *const wrong[] = { "//b:t", "//b:t a.c 3", "//b:t a.c 3-", "//b:t a.c 3-4x" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cr_expect_eq(reach_open(&reach, memory_text("//a:t b.c 1-2\n%s\n", wrong[i])), 2, "%s",
                     wrong[i]);
        reach_close(&reach);
    }
}
