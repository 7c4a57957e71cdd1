/* The program `embedded` with costs and qualities that are made up: which combinations it has made,
 * and what it prints of them. Linked with -Wl,--wrap for the functions that make them. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "benchmarks/microcontrollers/recommend.h"
#include "models/model.h"
#include "tools/base/cli.h"
#include "tools/base/columns.h"
#include "tools/base/memory.h"
#include "tools/base/wrap.h"

int embedded_main(int argc, char **argv);

static const char *const laws[] = { "lugre", "dahl" }, *const methods[] = { "euler", "rk4" },
                         *const precisions[] = { "f32", "f64" };
enum { COMBINATIONS = 8, PATH = 600 };
static char firmware[PATH];
static unsigned judged; /* combinations whose quality was asked for */

/* The k-th combination on a core with a step of h: dahl is cheaper, rk4 more exact. */
static struct embedded_cost cost_of(const char *core, double h, unsigned k)
{
    struct embedded_cost cost = { .steps = 4, .flash = 100 + k };
    snprintf(cost.law, sizeof cost.law, "%s", laws[k / 4]);
    snprintf(cost.method, sizeof cost.method, "%s", methods[k / 2 % 2]);
    snprintf(cost.precision, sizeof cost.precision, "%s", precisions[k % 2]);
    cost.instructions.max = 4 * (unsigned)core[1] + 90 - 10 * k;
    cost.instructions.mean = (double)cost.instructions.max - h;
    return cost;
}

static double error_of(const char *law, const char *method, bool is_single, unsigned steps)
{
    return 1e-3 * (strcmp(law, "dahl") == 0 ? 2 : 1) * (strcmp(method, "rk4") == 0 ? 1 : 10) *
           (is_single ? 1.5 : 1) / steps;
}

static struct embedded_quality quality_of(const char *law, const char *method,
                                          const char *precision, unsigned steps)
{
    const bool is_single = strcmp(precision, "f32") == 0;
    const double error = error_of(law, method, is_single, steps);
    return (struct embedded_quality){
        .error = error,
        .rounding = is_single ? error - error_of(law, method, false, steps) : 0,
        .bound_excess = (double)NAN,
        .energy_deficit = (double)NAN,
    };
}

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's */
bool __wrap_embedded_run(const struct embedded_request *r, struct embedded_cost **rows,
                         size_t *n_rows, char message[], size_t n);
struct embedded_quality __wrap_embedded_quality_f32(const char *law, const char *method,
                                                    const double p[], unsigned steps,
                                                    const struct embedded_motion *motion);
struct embedded_quality __wrap_embedded_quality_f64(const char *law, const char *method,
                                                    const double p[], unsigned steps,
                                                    const struct embedded_motion *motion);

bool __wrap_embedded_run(const struct embedded_request *r, struct embedded_cost **rows,
                         size_t *n_rows, char message[], size_t n)
{
    char path[PATH + 100];
    snprintf(path, sizeof path, "%s/%s", firmware, r->core->name);
    cr_expect_str_eq(r->firmware, path);
    snprintf(path, sizeof path, "%s/counter.so", firmware);
    cr_expect_str_eq(r->counter, path);
    snprintf(path, sizeof path, "%s/avr_runner", firmware);
    cr_expect_str_eq(r->runner, path);
    cr_expect_eq(r->jobs, 3);
    if (strcmp(r->core->name, "m7") == 0) {
        snprintf(message, n, "nothing runs there");
        return false;
    }
    *rows = memory_array(COMBINATIONS, sizeof **rows);
    *n_rows = COMBINATIONS;
    for (unsigned k = 0; k < COMBINATIONS; k++)
        (*rows)[k] = cost_of(r->core->name, r->h, k);
    return true;
}

/* The motion is sampled at the loop's rate, and the reference is that of the law: at held velocity
 * its steady force in the end. */
static void expect_motion(const char *law, const double p[], const struct embedded_motion *motion)
{
    const struct model *model = PREC(model_find)(law);
    cr_expect_float_eq(motion->period, 1e-3, 1e-18);
    cr_assert_eq(motion->n, 50);
    cr_expect(motion->v[0] == 0.01 && motion->v[50] == 0.01 && motion->speed == 0.01);
    cr_assert(motion->reference);
    cr_expect_float_eq(motion->reference[50], model->steady_force(p, 0.01), 1e-6, "%s", law);
    judged++;
}
struct embedded_quality __wrap_embedded_quality_f32(const char *law, const char *method,
                                                    const double p[], unsigned steps,
                                                    const struct embedded_motion *motion)
{
    expect_motion(law, p, motion);
    return quality_of(law, method, "f32", steps);
}
struct embedded_quality __wrap_embedded_quality_f64(const char *law, const char *method,
                                                    const double p[], unsigned steps,
                                                    const struct embedded_motion *motion)
{
    expect_motion(law, p, motion);
    return quality_of(law, method, "f64", steps);
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* What is asked for; the rows that it makes, core by core and step by step. */
struct asked {
    const char *cores[3], *law, *method, *precision; /* NULL: all */
    unsigned steps[6];                               /* ends with 0 */
};

static size_t rows_of(const struct asked *asked, struct embedded_row rows[])
{
    size_t n = 0;
    for (unsigned c = 0; asked->cores[c]; c++)
        for (unsigned s = 0; asked->steps[s] > 0; s++)
            for (unsigned k = 0; k < COMBINATIONS; k++) {
                struct embedded_row row = {
                    .core = asked->cores[c],
                    .steps_per_period = asked->steps[s],
                    .cost = cost_of(asked->cores[c], 1e-3 / asked->steps[s], k),
                };
                row.quality =
                    quality_of(row.cost.law, row.cost.method, row.cost.precision, asked->steps[s]);
                if ((!asked->law || strcmp(asked->law, row.cost.law) == 0) &&
                    (!asked->method || strcmp(asked->method, row.cost.method) == 0) &&
                    (!asked->precision || strcmp(asked->precision, row.cost.precision) == 0))
                    rows[n++] = row;
            }
    return n;
}

/* Runs the program with these arguments, separated by blanks; returns what it writes, to be
 * freed. */
static char *written(const char *arguments, int status)
{
    static char motion[] = "hold 0.01 0.05";
    char path[PATH + 40], words[2 * PATH], *save = NULL;
    char *argv[40] = { (char *)"embedded", (char *)"--velocity", motion };
    int argc = 3;
    const char *directory = getenv("TEST_TMPDIR");
    snprintf(firmware, sizeof firmware, "%.400s", directory ? directory : "/tmp");
    setenv("TEST_SRCDIR", firmware, 1);
    static const char *const parts[] = { "/bristle", "/benchmarks", "/firmware" };
    for (size_t i = 0; i < 3; i++) {
        strncat(firmware, parts[i], sizeof firmware - strlen(firmware) - 1);
        mkdir(firmware, 0700);
    }
    for (const struct embedded_core *core = embedded_cores; core->name; core++) {
        snprintf(path, sizeof path, "%s/%s", firmware, core->name);
        if (strcmp(core->name, "m3") != 0) /* it is not built */
            mkdir(path, 0700);
    }
    snprintf(path, sizeof path, "%s/out%d", firmware, (int)getpid());
    snprintf(words, sizeof words, "--jobs 3 -o %s %s", path, arguments);
    for (char *word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save))
        argv[argc++] = word;
    optind = 0; /* glibc: restarts getopt */
    judged = 0;
    const int exited = embedded_main(argc, argv);
    cr_expect_eq(exited, status, "%s: exit %d", arguments, exited);
    char *text = cli_read(path);
    cr_assert(text);
    return text;
}

static const struct embedded_loop slow = { .rate = 1000 };

static void expect_text(const char *arguments, int status, struct memory_stream *expected)
{
    char *text = written(arguments, status), *same = memory_close(expected);
    cr_expect_str_eq(text, same, "%s:\n%s\nnot\n%s", arguments, text, same);
    free(text);
    free(same);
}

/* The laws, methods, precisions and steps that are asked for, in the firmware's order; each is
 * judged once for all cores. */
Test(program, has_the_rows_that_are_asked_for)
{
    static const struct {
        const char *arguments;
        struct asked asked;
        unsigned judged;
    } cases[] = {
        { "--model lugre,dahl --core m4f", { { "m4f" }, .steps = { 1 } }, 8 },
        { "--model dahl,lugre --core m4f --core m0p --steps 2,1",
          { { "m4f", "m0p" }, .steps = { 2, 1 } },
          16 },
        { "--model dahl --core m0p --integrators rk4",
          { { "m0p" }, "dahl", "rk4", NULL, { 1 } },
          2 },
        { "--model lugre --core m4f --core atmega328p --precision f64",
          { { "m4f", "atmega328p" }, "lugre", NULL, "f64", { 1 } },
          2 },
        { "--model lugre,dahl --core m4f --precision f32 --integrators rk4,euler",
          { { "m4f" }, NULL, NULL, "f32", { 1 } },
          8 }, /* in double, too: what float adds is known by it */
    };
    struct embedded_row rows[100];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t n = rows_of(&cases[i].asked, rows);
        struct memory_stream stream;
        char arguments[300];
        embedded_table(memory_open(&stream), rows, n, &slow);
        expect_text(cases[i].arguments, 0, &stream);
        cr_expect_eq(judged, cases[i].judged, "case %zu: %u", i, judged);
        embedded_csv(memory_open(&stream), rows, n, &slow);
        snprintf(arguments, sizeof arguments, "%s --format csv", cases[i].arguments);
        expect_text(arguments, 0, &stream);
        snprintf(arguments, sizeof arguments, "%s --format csv --costs", cases[i].arguments);
        embedded_csv_costs(memory_open(&stream), rows, n);
        expect_text(arguments, 0, &stream);
        cr_expect_eq(judged, 0, "costs need no judgement");
        for (size_t k = 0; k < n; k++) /* an error that nobody measured is none of 0 */
            rows[k].quality = (struct embedded_quality){ .error = (double)NAN };
        embedded_table(memory_open(&stream), rows, n, &slow);
        snprintf(arguments, sizeof arguments, "%s --costs", cases[i].arguments);
        expect_text(arguments, 0, &stream);
    }
}

/* Frees what is expected. What is no number is printed as null. */
static void expect_json(const cJSON *json, cJSON *expected)
{
    char *text = cJSON_Print(json), *same = cJSON_Print(expected);
    cr_assert(text && same);
    cr_expect_str_eq(text, same);
    cJSON_Delete(expected);
    free(text);
    free(same);
}

/* Recommendations are core by core, of the limits that were given, in their units; the program
 * fails when one core has none. With 48 MHz and 1 kHz a load of 1 % is 480 instructions. */
static const struct {
    const char *arguments, *limits;
    double most_load, most_error, clock;
    int status;
} choices[] = {
    { "--max-error 0.5%", ", error at most 0.5 %", HUGE_VAL, 0.005, 0, 0 },
    { "--max-error 0.005 --mhz 48", " and 48 MHz, error at most 0.5 %", HUGE_VAL, 0.005, 48e6, 0 },
    { "--max-load 1% --mhz 48", " and 48 MHz, load at most 1 %", 0.01, HUGE_VAL, 48e6, 0 },
    { "--max-load 0.01 --max-error 1% --mhz 48", " and 48 MHz, load at most 1 %, error at most 1 %",
      0.01, 0.01, 48e6, 0 },
    { "--max-load 0.6% --mhz 48", " and 48 MHz, load at most 0.6 %", 0.006, HUGE_VAL, 48e6, 0 },
    /* of m4f and m0p there is something, of rv32imac nothing */
    { "--max-load 0.6% --mhz 48 --core rv32imac", " and 48 MHz, load at most 0.6 %", 0.006,
      HUGE_VAL, 48e6, 1 },
    { "--max-error 1e-9", ", error at most 1e-07 %", HUGE_VAL, 1e-9, 0, 1 },
};

Test(program, recommends_core_by_core)
{
    struct embedded_row rows[200];
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        const bool three = strstr(choices[i].arguments, "rv32imac");
        const struct asked asked = { { "m4f", "m0p", three ? "rv32imac" : NULL },
                                     .steps = { 1, 2, 4, 8, 16 } };
        const struct embedded_limits limits = { .loop = { 1000, choices[i].clock },
                                                .most_load = choices[i].most_load,
                                                .most_error = choices[i].most_error };
        char arguments[300], format[320];
        const unsigned n_cores = three ? 3 : 2;
        struct asked one = asked;
        struct memory_stream stream;
        FILE *out = memory_open(&stream);
        snprintf(arguments, sizeof arguments, "--model lugre,dahl --core m4f --core m0p %s",
                 choices[i].arguments);
        for (unsigned c = 0; c < n_cores; c++) {
            one.cores[0] = asked.cores[c];
            one.cores[1] = NULL;
            const size_t n = rows_of(&one, rows);
            embedded_sort(rows, n);
            snprintf(format, sizeof format, "%s at 1000 Hz%s, along hold 0.01 0.05", asked.cores[c],
                     choices[i].limits);
            if (c > 0)
                fputc('\n', out);
            wrap_print(out, 0, 2, format);
            fputc('\n', out);
            embedded_advice(out, rows, n, &limits);
        }
        expect_text(arguments, choices[i].status, &stream);
        cr_expect_eq(judged, 40);
        struct columns columns = columns_begin(memory_open(&stream), FORMAT_CSV, NULL);
        for (unsigned c = 0; c < n_cores; c++) {
            one.cores[0] = asked.cores[c];
            const size_t n = rows_of(&one, rows);
            embedded_sort(rows, n);
            embedded_advice_state(&columns, rows, n, &limits);
        }
        snprintf(format, sizeof format, "%s --format csv", arguments);
        expect_text(format, choices[i].status, &stream);
        snprintf(format, sizeof format, "%s --format json", arguments);
        char *text = written(format, choices[i].status);
        cJSON *json = cJSON_Parse(text);
        const cJSON *advice = cJSON_GetObjectItem(json, "recommended");
        cr_expect_eq(cJSON_GetArraySize(advice), (int)n_cores);
        for (unsigned c = 0; c < n_cores; c++) {
            one.cores[0] = asked.cores[c];
            const size_t n = rows_of(&one, rows);
            embedded_sort(rows, n);
            expect_json(cJSON_GetObjectItem(advice, asked.cores[c]),
                        embedded_advice_json(rows, n, &limits));
        }
        cJSON_Delete(json);
        free(text);
    }
}

/* A core may have one row only: it has its advice, and fails or meets the limits. */
Test(program, recommends_of_a_single_row)
{
    static const char *const errors[] = { "1e-9", "0.5" };
    for (int meets = 0; meets < 2; meets++) {
        char arguments[300];
        snprintf(arguments, sizeof arguments,
                 "--model lugre --core m4f --integrators euler --precision f32 --steps 1 "
                 "--max-error %s --format json",
                 errors[meets]);
        char *text = written(arguments, meets ? 0 : 1);
        cJSON *json = cJSON_Parse(text);
        const cJSON *advice = cJSON_GetObjectItem(json, "recommended");
        cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItem(json, "results")), 1);
        cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItem(advice, "m4f")), 1);
        cJSON_Delete(json);
        free(text);
    }
}

/* JSON has what was asked for and every row. */
Test(program, states_everything_in_json)
{
    struct embedded_row rows[100];
    const struct asked asked = { { "m4f", "m0p" }, .steps = { 1 } };
    const size_t n = rows_of(&asked, rows);
    for (unsigned with_clock = 0; with_clock < 2; with_clock++) {
        const struct embedded_loop loop = { 1000, with_clock ? 16e6 : 0 };
        char *text = written(with_clock ? "--model lugre,dahl --core m4f --core m0p --format json "
                                          "--mhz 16"
                                        : "--model lugre,dahl --core m4f --core m0p --format json",
                             0);
        cJSON *json = cJSON_Parse(text);
        cr_expect_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(json, "format")), "embedded-1");
        const cJSON *context = cJSON_GetObjectItem(json, "context");
        cr_expect_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(context, "program")), "embedded");
        cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItem(context, "options")),
                     4 + (int)with_clock);
        cr_expect_eq(cJSON_GetNumberValue(cJSON_GetObjectItem(json, "rate")), 1000);
        cr_expect_eq(cJSON_HasObjectItem(json, "clock"), with_clock);
        cr_expect(!with_clock ||
                  cJSON_GetNumberValue(cJSON_GetObjectItem(json, "clock")) == loop.clock);
        cr_expect(!cJSON_HasObjectItem(json, "recommended"));
        const cJSON *tools = cJSON_GetObjectItem(json, "tools");
        cr_expect(cJSON_GetArraySize(tools) == 2 && cJSON_HasObjectItem(tools, "m4f") &&
                  cJSON_HasObjectItem(tools, "m0p"));
        const cJSON *results = cJSON_GetObjectItem(json, "results");
        cr_assert_eq(cJSON_GetArraySize(results), (int)n);
        for (size_t i = 0; i < n; i++)
            expect_json(cJSON_GetArrayItem(results, (int)i), embedded_row_json(&rows[i], &loop));
        cJSON_Delete(json);
        free(text);
    }
}

Test(program, refuses_what_it_cannot_do, .exit_code = 2)
{
    free(written("--model lugre --core m4f --core m7", 0));
}
Test(program, refuses_firmware_that_is_not_built, .exit_code = 2)
{
    free(written("--model lugre --core m4f --core m3", 0));
}
Test(program, refuses_loads_without_a_clock, .exit_code = 2)
{
    free(written("--model lugre --core m4f --max-load 5%", 0));
}
Test(program, refuses_advice_without_errors, .exit_code = 2)
{
    free(written("--model lugre --core m4f --max-error 5% --costs", 0));
}
