/* What step_cost and ensemble print of times that a clock tells them: medians, the shortest, and
 * medians of ratios, in all formats. Linked with -Wl,--wrap for the clock and for one of the loops.
 */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "benchmarks/speed/step_cost_loops.h"
#include "integrators/integrator.h"
#include "integrators/kernels/ensemble.h"
#include "integrators/kernels/ensemble_kernel.h"
#include "models/model.h"
#include "tools/base/cli.h"
#include "tools/testing/test_output.h"
#include "tools/testing/test_process.h"

int step_cost_main(int argc, char **argv);
int ensemble_main(int argc, char **argv);

enum { TURNS = 5, LANES = 7 };

/* The clock stands still but for the turns: the one with that number takes duration_of it. */
static bool scripted;
static size_t readings;
static double now;
static size_t ways;

/* Returns the seconds of a turn: microseconds with some digits, the longest first, in the middle or
 * last. Before the repetitions each way takes a turn that does not count. */
static double duration_of(size_t row, unsigned repetition, unsigned way)
{
    const size_t place = (repetition + row + 2 * (size_t)way) % TURNS;
    return 1e-6 * (100 + 10 * (double)row + 7 * (double)way + (double)(place * place) * (way + 1));
}

static double next_duration(void)
{
    const size_t turn = readings / 2, in_row = turn % (ways * (TURNS + 1));
    const size_t row = turn / (ways * (TURNS + 1));
    if (in_row < ways)
        return 1e-9;
    return duration_of(row, (unsigned)(in_row / ways - 1), (unsigned)(in_row % ways));
}

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's */
int __real_clock_gettime(clockid_t clock, struct timespec *t);
int __wrap_clock_gettime(clockid_t clock, struct timespec *t);
int __wrap_clock_gettime(clockid_t clock, struct timespec *t)
{
    if (!scripted || clock != CLOCK_MONOTONIC)
        return __real_clock_gettime(clock, t);
    if (readings % 2 == 1)
        now += next_duration();
    readings++;
    t->tv_sec = (time_t)now;
    t->tv_nsec = lround(1e9 * (now - floor(now)));
    return 0;
}

/* A partner that does not tell the truth: its last state is wrong by that part, in that lane of an
 * ensemble, or it fails. */
static struct {
    enum { NOBODY, HAND_LOOP, LIBRARY_PATH, LANES_AT_ONCE } who;
    double part;
    size_t lane;
    enum status status;
} liar;

/* The motion is the one that the help states: a thousand steps of 0.1 ms, from 0.5 to 5 mm/s. */
hand_loop __real_hand_lugre_euler, __wrap_hand_lugre_euler;
void __wrap_hand_lugre_euler(const double p[], double h, const double v[], size_t n, double x[])
{
    cr_assert_eq(n, 1000);
    cr_expect_float_eq(h, 1e-4, 1e-18);
    for (size_t i = 0; i <= n; i++)
        cr_assert_float_eq(v[i], 5e-4 + 4.5e-3 * (double)i / 1000, 1e-17);
    __real_hand_lugre_euler(p, h, v, n, x);
    if (liar.who == HAND_LOOP)
        x[0] *= 1 + liar.part;
}

/* How often the library's own loop has run. */
static unsigned driven;
enum status __real_drive_f64(const struct integrator *integrator, const struct ode *ode,
                             const struct settings *settings, const double times[], size_t n,
                             double x[], void *work, observer *observe, void *ctx,
                             struct statistics *statistics) MUST_CHECK;
enum status __wrap_drive_f64(const struct integrator *integrator, const struct ode *ode,
                             const struct settings *settings, const double times[], size_t n,
                             double x[], void *work, observer *observe, void *ctx,
                             struct statistics *statistics) MUST_CHECK;
enum status __wrap_drive_f64(const struct integrator *integrator, const struct ode *ode,
                             const struct settings *settings, const double times[], size_t n,
                             double x[], void *work, observer *observe, void *ctx,
                             struct statistics *statistics)
{
    driven++;
    const enum status status =
        __real_drive_f64(integrator, ode, settings, times, n, x, work, observe, ctx, statistics);
    if (liar.who != LIBRARY_PATH)
        return status;
    x[ode->n - 1] *= 1 + liar.part;
    return liar.status;
}

/* Of the ensemble, as its help states: 500 such steps at the law's defaults along ramps within 0.5
 * to 5 mm/s, no two alike. */
enum status __real_ensemble_advance_f64(const struct ensemble *e, double h, size_t n,
                                        const double v[], double x[]);
enum status __wrap_ensemble_advance_f64(const struct ensemble *e, double h, size_t n,
                                        const double v[], double x[]);
enum status __wrap_ensemble_advance_f64(const struct ensemble *e, double h, size_t n,
                                        const double v[], double x[])
{
    const size_t stride = ensemble_stride(e->lanes);
    const struct model *law = PREC(model_find)(e->law);
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(law, p);
    cr_assert(n == 500 && e->lanes == LANES);
    cr_expect_float_eq(h, 1e-4, 1e-18);
    for (size_t l = 0; l < LANES; l++) {
        const double first = v[l], last = v[n * stride + l];
        cr_assert(first >= 5e-4 && last <= 5e-3 && last > 2 * first);
        cr_assert(l == 0 || (first > v[l - 1] && last > v[n * stride + l - 1]));
        for (size_t i = 0; i <= n; i++)
            cr_assert_float_eq(v[i * stride + l], first + (last - first) * (double)i / 500, 1e-17);
        for (unsigned k = 0; k < law->n_params; k++)
            cr_assert_eq(e->p[e->params_per_lane ? k * stride + l : k], p[k]);
    }
    const enum status status = __real_ensemble_advance_f64(e, h, n, v, x);
    if (liar.who != LANES_AT_ONCE)
        return status;
    x[(law->n_states - 1) * stride + liar.lane] *= 1 + liar.part;
    return liar.status;
}
/* NOLINTEND(bugprone-reserved-identifier) */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the k-th smallest duration of a way; way 3: of the ratios of the first two ways. */
static double ranked(size_t row, unsigned way, unsigned k, unsigned over)
{
    double values[TURNS];
    for (unsigned i = 0; i < TURNS; i++)
        values[i] = way < 3 ? duration_of(row, i, way)
                            : duration_of(row, i, 1 - over) / duration_of(row, i, over);
    qsort(values, TURNS, sizeof *values, ascending);
    return values[k];
}

/* Runs the program; returns what it writes, to be freed. */
static char *written(int program(int argc, char **argv), size_t n_ways, const char *format,
                     const char *limit, int status)
{
    char path[300], turns[8], lanes[8];
    const char *directory = getenv("TEST_TMPDIR");
    snprintf(path, sizeof path, "%.200s/speed.%d", directory ? directory : "/tmp", (int)getpid());
    snprintf(turns, sizeof turns, "%d", TURNS);
    snprintf(lanes, sizeof lanes, "%d", LANES);
    char *words[] = { (char *)"program",
                      (char *)"--repetitions",
                      turns,
                      (char *)"--format",
                      (char *)format,
                      (char *)"-o",
                      path,
                      (char *)"--limit",
                      (char *)limit,
                      (char *)"--lanes",
                      lanes,
                      NULL };
    const int n = n_ways == 2 ? 11 : 9;
    words[n] = NULL;
    optind = 1; /* Criterion has read options, too */
    ways = n_ways;
    readings = 0;
    now = 1000;
    scripted = true;
    const int exited = program(n, words);
    scripted = false;
    cr_expect_eq(exited, status, "--limit %s: exit %d", limit, exited);
    char *text = cli_read(path);
    cr_assert(text);
    return text;
}

/* Times are differences of a clock in ns: of 1e-4 s and more to 1e-5. CSV has six digits. */
static void expect_close(const char *csv, const cJSON *json, size_t row, const char *key,
                         double value)
{
    char cell[CELL];
    csv_cell(csv, row, key, cell);
    cr_expect(fabs(strtod(cell, NULL) - value) <= 3e-5 * value, "%s, row %zu: %s, not %g", key, row,
              cell, value);
    json_cell(cJSON_GetArrayItem(json, (int)row), key, cell);
    cr_expect(fabs(strtod(cell, NULL) - value) <= 3e-5 * value, "%s, row %zu: %s, not %g", key, row,
              cell, value);
}

/* Expects the next number of a line, as far as its digits go. */
static void expect_printed(const char **line, double value, double unit)
{
    char *end;
    const double number = strtod(*line, &end);
    cr_expect(end > *line && fabs(number - value) <= 0.5001 * unit + 3e-5 * value, "%.20s, not %g",
              *line, value);
    *line = end;
}

static const struct {
    const char *law, *method;
} by_hand[] = {
#define X(law, method) { #law, #method },
    HAND_LIST(X)
#undef X
};
enum { BY_HAND = sizeof by_hand / sizeof *by_hand };

/* A thousand steps a turn: nanoseconds a step are microseconds a turn. */
Test(step_cost, prints_medians_and_the_shortest)
{
    static const char *const names[] = { "hand", "kernel", "library" };
    char *table = written(step_cost_main, 3, "table", "1e6", 0),
         *csv = written(step_cost_main, 3, "csv", "1e-6", 1),
         *text = written(step_cost_main, 3, "json", "1e6", 0);
    cJSON *json = cJSON_Parse(text);
    const cJSON *results = cJSON_GetObjectItem(json, "results");
    cr_expect_eq(driven, 3 * BY_HAND * (TURNS + 1), "the library's way, in three runs: %u", driven);
    cr_expect_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(json, "compiler")), __VERSION__);
    cr_expect_eq(cJSON_GetArraySize(results), BY_HAND);
    const char *line = strchr(strchr(table, '\n') + 1, '\n') + 1;
    for (size_t i = 0; i < BY_HAND; i++) {
        char key[32], head[40];
        expect_text(csv, results, i, "law", by_hand[i].law);
        expect_text(csv, results, i, "method", by_hand[i].method);
        snprintf(head, sizeof head, "%-15s%-11s", by_hand[i].law, by_hand[i].method);
        cr_expect(strncmp(line, head, strlen(head)) == 0, "%.40s, not %s", line, head);
        line += strlen(head);
        for (unsigned way = 0; way < 3; way++) {
            const double least = 1e6 * ranked(i, way, 0, 0),
                         median = 1e6 * ranked(i, way, TURNS / 2, 0);
            snprintf(key, sizeof key, "%s_min_ns", names[way]);
            expect_close(csv, results, i, key, least);
            snprintf(key, sizeof key, "%s_median_ns", names[way]);
            expect_close(csv, results, i, key, median);
            expect_printed(&line, least, 0.1);
            expect_printed(&line, median, 0.1);
        }
        expect_close(csv, results, i, "ratio", ranked(i, 3, TURNS / 2, 0));
        expect_printed(&line, ranked(i, 3, TURNS / 2, 0), 0.01);
        cr_expect_eq(*line++, '\n');
    }
    cr_expect_str_empty(line);
    cJSON_Delete(json);
    free(table);
    free(csv);
    free(text);
}

/* The kernels that this processor has, in their order; the ratio is how much faster lanes are. */
Test(ensemble, prints_rates_and_their_ratio)
{
    static const char *const levels[] = { "best", "baseline", "avx2", "avx512" };
    char *table = written(ensemble_main, 2, "table", "1e-6", 0),
         *csv = written(ensemble_main, 2, "csv", "1e6", 1),
         *text = written(ensemble_main, 2, "json", "1e-6", 0);
    cJSON *json = cJSON_Parse(text);
    const cJSON *results = cJSON_GetObjectItem(json, "results");
    const char *line = strchr(strchr(table, '\n') + 1, '\n') + 1;
    size_t n = 0;
    cr_expect_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(json, "compiler")), __VERSION__);
    for (size_t i = 0; PREC(ensemble_kernels)[i]; i++) {
        const struct ensemble_kernel *k = PREC(ensemble_kernels)[i];
        const struct ensemble e = { .law = k->law, .method = k->method, .level = k->level };
        char head[60];
        if (!PREC(ensemble_supports)(&e))
            continue;
        const double scalar = LANES / ranked(n, 0, TURNS / 2, 0),
                     rate = LANES / ranked(n, 1, TURNS / 2, 0), ratio = ranked(n, 3, TURNS / 2, 1);
        expect_text(csv, results, n, "law", k->law);
        expect_text(csv, results, n, "method", k->method);
        expect_text(csv, results, n, "level", levels[k->level]);
        expect_close(csv, results, n, "scalar_per_s", scalar);
        expect_close(csv, results, n, "ensemble_per_s", rate);
        expect_close(csv, results, n, "ratio", ratio);
        snprintf(head, sizeof head, "%-16s%-13s%-10s", k->law, k->method, levels[k->level]);
        cr_expect(strncmp(line, head, strlen(head)) == 0, "%.40s, not %s", line, head);
        line += strlen(head);
        expect_printed(&line, scalar, 1);
        expect_printed(&line, rate, 1);
        expect_printed(&line, ratio, 0.01);
        cr_expect_eq(*line++, '\n');
        n++;
    }
    cr_expect_str_empty(line);
    cr_expect_eq(cJSON_GetArraySize(results), (int)n);
    cJSON_Delete(json);
    free(table);
    free(csv);
    free(text);
}

/* Only rows at the best level count for the limit: the exit follows the smallest of their ratios.
 */
Test(ensemble, exits_by_the_best_level)
{
    double least = HUGE_VAL;
    size_t n = 0;
    char limit[32];
    for (size_t i = 0; PREC(ensemble_kernels)[i]; i++) {
        const struct ensemble_kernel *k = PREC(ensemble_kernels)[i];
        struct ensemble e = { .law = k->law, .method = k->method, .level = k->level };
        bool best = true;
        if (!PREC(ensemble_supports)(&e))
            continue;
        for (e.level = k->level + 1; e.level < ENSEMBLE_LEVELS; e.level++)
            best &= !PREC(ensemble_supports)(&e);
        if (best)
            least = fmin(least, ranked(n, 3, TURNS / 2, 1));
        n++;
    }
    snprintf(limit, sizeof limit, "%.9g", least * 1.001);
    free(written(ensemble_main, 2, "csv", limit, 1));
    snprintf(limit, sizeof limit, "%.9g", least * 0.999);
    free(written(ensemble_main, 2, "csv", limit, 0));
}

/* A program, and how many ways it has. */
struct run {
    int (*program)(int argc, char **argv);
    size_t n_ways;
};

static int run_program(const void *context)
{
    const struct run *run = context;
    free(written(run->program, run->n_ways, "csv", run->n_ways == 3 ? "1e6" : "1e-6", 0));
    return 0;
}

/* Runs the program with the liar and expects one line that says so, and exit 2; NULL: expects that
 * the program does not mind. */
static void expect_noticed(int program(int argc, char **argv), size_t n_ways, const char *says)
{
    struct run run = { program, n_ways };
    const struct ended e = in_process(run_program, &run);
    if (says)
        expect_refused(&e, says);
    else
        cr_expect(e.status == 0 && !*e.said, "exit %d: '%s'", e.status, e.said);
}

/* The ways may differ by 1e-10 of a state, of which their rounding is less than a tenth: the memory
 * of each law is some thousand roundings of 1e-16. The first row is that of the loop that lies. */
Test(step_cost, refuses_ways_that_differ)
{
    static const double parts[] = { 1.1e-10, -1.1e-10, 1, (double)NAN };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        liar.part = parts[i];
        liar.who = LIBRARY_PATH;
        expect_noticed(step_cost_main, 3, "lugre, euler: library gives ");
        liar.who = HAND_LOOP;
        expect_noticed(step_cost_main, 3, "lugre, euler: kernel gives ");
    }
    liar.part = 0.9e-10;
    for (liar.who = HAND_LOOP; liar.who <= LIBRARY_PATH; liar.who++)
        expect_noticed(step_cost_main, 3, NULL);
    liar.who = LIBRARY_PATH;
    liar.part = 0;
    liar.status = STATUS_NONFINITE;
    expect_noticed(step_cost_main, 3, "lugre, euler, library: a state or its rate");
}

Test(ensemble, refuses_lanes_that_differ)
{
    static const double parts[] = { 1.1e-10, -1.1e-10, (double)NAN };
    liar.who = LANES_AT_ONCE;
    for (liar.lane = 0; liar.lane < LANES; liar.lane += LANES / 2)
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            char says[32];
            liar.part = parts[i];
            snprintf(says, sizeof says, ", trajectory %zu: ", liar.lane);
            expect_noticed(ensemble_main, 2, says);
        }
    liar.lane = LANES - 1;
    liar.part = 0.9e-10;
    expect_noticed(ensemble_main, 2, NULL);
    liar.part = 0;
    liar.status = STATUS_NONFINITE;
    expect_noticed(ensemble_main, 2, ": a state or its rate");
}
