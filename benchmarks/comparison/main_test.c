/* What compare asks for, and what it prints of it: measurement and printing are the test's, by the
 * linker's --wrap. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benchmarks/comparison/compare.h"
#include "benchmarks/comparison/guide.h"
#include "benchmarks/comparison/ranking.h"
#include "properties/plugin/law_choice.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/testing/test_process.h"

int compare_main(int argc, char **argv);

enum { WORDS = 40, LINE = 1024 };

/* What was asked for, as text: of each comparison its names, parameters and rows. */
static FILE *asked;
/* What the rows come to. */
static double error_of_rows;

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's */
struct law_choice __real_law_choose(const char *text, const char *map);
struct law_choice __wrap_law_choose(const char *text, const char *map);
void __wrap_comparisons_errors(struct comparison comparisons[], size_t n, unsigned jobs);
void __wrap_comparison_times(struct comparison *comparison);
void __wrap_comparison_times_isolated(struct comparison *comparison);
void __wrap_compare_guide(FILE *out, unsigned jobs);
void __wrap_compare_table(FILE *out, const struct comparison *comparisons, size_t n);
void __wrap_compare_csv(FILE *out, const struct comparison *comparisons, size_t n);
void __wrap_ranking_table(FILE *out, const struct comparison *comparisons, size_t n);
void __wrap_ranking_csv(FILE *out, const struct comparison *comparisons, size_t n);
void __wrap_ranking_json(FILE *out, const struct comparison *comparisons, size_t n);

void __wrap_comparisons_errors(struct comparison comparisons[], size_t n, unsigned jobs)
{
    fprintf(asked, "%zu by %u\n", n, jobs);
    for (size_t k = 0; k < n; k++) {
        struct comparison *c = &comparisons[k];
        fprintf(asked, "%s %s p0=%g %g s%s:", c->scenario->name, c->model->name, c->p[0],
                c->effort.seconds, c->progress ? "" : "?");
        /* a file's law has a ball model of its own */
        cr_expect_eq(c->rigorous, arb_law_find(c->file ? "lugre" : c->model->name));
        if (c->file)
            fprintf(asked, " from %s, %g s", c->file, c->timeout);
        for (size_t i = 0; i < c->n_rows; i++) {
            struct compare_row *row = &c->rows[i];
            char setting[40];
            compare_setting(row, setting, sizeof setting);
            fprintf(asked, " %s %s", row->integrator->name, setting);
            row->status = STATUS_OK;
            row->error_max = row->error_final = error_of_rows;
        }
        fputc('\n', asked);
    }
}

/* A file's law is that of dahl, with LuGre's ball model. */
struct law_choice __wrap_law_choose(const char *text, const char *map)
{
    if (!strchr(text, '.'))
        return __real_law_choose(text, map);
    struct law_choice choice = law_choice_of(PREC(model_find)("dahl"));
    choice.rigorous = arb_law_find("lugre");
    choice.file = text;
    return choice;
}

void __wrap_comparison_times(struct comparison *c)
{
    fprintf(asked, "times of %s %s\n", c->scenario->name, c->model->name);
}

void __wrap_comparison_times_isolated(struct comparison *c)
{
    fprintf(asked, "isolated times of %s %s\n", c->scenario->name, c->model->name);
}

void __wrap_compare_guide(FILE *out, unsigned jobs) { fprintf(out, "guide by %u\n", jobs); }

#define PRINTS(function)                                                                           \
    void __wrap_##function(FILE *out, const struct comparison *comparisons, size_t n)              \
    {                                                                                              \
        fprintf(out, #function " of %zu, first %s\n", n, comparisons[0].model->name);              \
    }
PRINTS(compare_table)
PRINTS(compare_csv)
PRINTS(ranking_table)
PRINTS(ranking_csv)
PRINTS(ranking_json)
/* NOLINTEND(bugprone-reserved-identifier) */

static int run_words(const char *command)
{
    static char text[LINE];
    char *words[WORDS] = { (char *)"compare" }, *rest = NULL;
    int n = 1;
    snprintf(text, sizeof text, "%s", command);
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        words[n++] = word;
    optind = 0; /* glibc: restarts getopt */
    return compare_main(n, words);
}

static const char *path_of(const char *name)
{
    static char paths[4][300];
    static unsigned next;
    char *path = paths[next++ % 4];
    const char *directory = getenv("TEST_TMPDIR");
    snprintf(path, 300, "%.200s/%s.%d", directory ? directory : "/tmp", name, (int)getpid());
    return path;
}

/* Runs the program with output to a file; returns what it writes, to be freed, and in *request,
 * likewise, what it has asked for. */
static char *written(const char *command, char **request)
{
    char words[LINE];
    const char *path = path_of("out");
    struct memory_stream stream;
    asked = memory_open(&stream);
    snprintf(words, sizeof words, "%s -o %s", command, path);
    cr_expect_eq(run_words(words), 0, "%s", command);
    *request = memory_close(&stream);
    char *text = cli_read(path);
    cr_assert(text, "%s", path);
    remove(path);
    return text;
}

static void expect(const char *command, const char *prints, const char *asks)
{
    char *request, *text = written(command, &request);
    cr_expect_str_eq(text, prints, "%s: '%s', not '%s'", command, text, prints);
    cr_expect_str_eq(request, asks, "%s:\n%s\nnot\n%s", command, request, asks);
    free(text);
    free(request);
}

/* Scenario by scenario, law by law; times of one after the other, unless nobody wants them. */
Test(compare, asks_for_each_scenario_and_law)
{
#define FOUR "--scenario pid,hysteresis --model dahl,lugre --integrators euler --steps 1e-2,3e-3 "
#define ROWS "euler h=1e-02 euler h=3e-03\n"
#define ASKED                                                                                      \
    "4 by 3\npid dahl p0=100000 0.15 s: " ROWS "pid lugre p0=100000 0.15 s: " ROWS                 \
    "hysteresis dahl p0=100000 0.15 s: " ROWS "hysteresis lugre p0=100000 0.15 s: " ROWS
    expect(FOUR "--jobs 3 --no-times", "compare_table of 4, first dahl\n", ASKED);
    expect(FOUR "--jobs 3", "compare_table of 4, first dahl\n",
           ASKED "times of pid dahl\ntimes of pid lugre\n"
                 "times of hysteresis dahl\ntimes of hysteresis lugre\n");
}

/* Steps and tolerances go to their methods; --quick has two settings and shorter turns. */
Test(compare, asks_for_the_settings)
{
    expect("--scenario hysteresis --model lugre --set sigma0=2e5 --integrators rosenbrock,rk4 "
           "--tolerances 1e-3 --steps 1e-2 --jobs 1 --no-times --format csv",
           "compare_csv of 1, first lugre\n",
           "1 by 1\nhysteresis lugre p0=200000 0.15 s: rosenbrock rtol=1e-03 rk4 h=1e-02\n");
    expect("--scenario hysteresis --model lugre --integrators rosenbrock,rk4 --quick --jobs 1 "
           "--no-times",
           "compare_table of 1, first lugre\n",
           "1 by 1\nhysteresis lugre p0=100000 0.02 s: rosenbrock rtol=1e-04 rosenbrock rtol=1e-06 "
           "rk4 h=1e-03 rk4 h=1e-04\n");
}

/* A file's law is measured with its ball model and timeout, and timed in a process of its own. */
Test(compare, asks_for_laws_from_files)
{
    expect(
        "--scenario pid --model lugre,my.so --integrators euler --steps 1e-2 --timeout 7 --jobs 1",
        "compare_table of 2, first lugre\n",
        "2 by 1\npid lugre p0=100000 0.15 s: euler h=1e-02\n"
        "pid dahl p0=100000 0.15 s: from my.so, 7 s euler h=1e-02\n"
        "times of pid lugre\nisolated times of pid dahl\n");
}

Test(compare, prints_by_the_format)
{
    static const char *const formats[] = { "table", "csv", "json" };
    for (size_t i = 0; i < 3; i++) {
        char command[LINE], prints[LINE], *request;
        snprintf(command, sizeof command,
                 "--scenario pid --model dahl --integrators euler --steps 1 --jobs 2 --ranking "
                 "--format %s",
                 formats[i]);
        snprintf(prints, sizeof prints, "ranking_%s of 1, first dahl\n", formats[i]);
        char *text = written(command, &request);
        cr_expect_str_eq(text, prints, "'%s', not '%s'", text, prints);
        free(text);
        free(request);
    }
}

/* The guide is instead of all else. */
Test(compare, writes_the_guide)
{
    expect("--guide --jobs 5", "guide by 5\n", "");
    expect("--guide --jobs 1 --format csv", "guide by 1\n", "");
}

static int run_asking(const void *command)
{
    asked = fopen("/dev/null", "w");
    return run_words(command);
}

/* Nothing, or one number, is other than it was; -o has the comparison all the same. */
Test(compare, tells_what_is_other_than_before)
{
#define ONE "--scenario pid --model dahl --integrators euler --steps 1e-2 --jobs 1 --no-times "
    char command[LINE], expected[LINE], *request;
    const char *before = path_of("before"), *after = path_of("after");
    error_of_rows = 0.25;
    char *text = written(ONE "--format json", &request);
    FILE *file = fopen(before, "w");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
    snprintf(command, sizeof command, ONE "--baseline %s", before);
    snprintf(expected, sizeof expected, "differences from %s: 0\n", before);
    struct ended e = in_process(run_asking, command);
    cr_expect_eq(e.status, 0);
    cr_expect_str_eq(e.out, expected, "'%s'", e.out);
    error_of_rows = 0.125;
    snprintf(command, sizeof command, ONE "--baseline %s -o %s", before, after);
    snprintf(expected, sizeof expected, "differences from %s: 1\n", before);
    e = in_process(run_asking, command);
    cr_expect_eq(e.status, 1);
    cr_expect(strncmp(e.out, "changed: pid/dahl/euler/h=1e-02: ", 33) == 0 &&
                  strstr(e.out, expected),
              "'%s'", e.out);
    cr_expect(strstr(e.out, " was 0.25, is 0.125 (and "), "'%s'", e.out);
    char *now = cli_read(after);
    cr_expect_str_eq(now ? now : "", "compare_table of 1, first dahl\n");
    free(now);
    free(text);
    free(request);
    remove(before);
    remove(after);
}
