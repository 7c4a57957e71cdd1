/* report: everything at a glance: the verdict table, the comparison of integrators, and one
 * paragraph that says what was found, made from the same data. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "benchmarks/compare.h"
#include "properties/cli.h"
#include "properties/property.h"
#include "properties/verdicts.h"

static const char help[] =
    "usage: report [--quick] [-o DIR]\n"
    "Prints the verdict table, the comparison of integrators, and what was found.\n"
    "\n"
    "  --quick           fewer random signals\n"
    "  -o DIR            also write report.txt, verdicts.json and compare.json there\n"
    "  --help, --version\n"
    "\n"
    "Exit: 0 all as declared, 1 something is not, 2 wrong usage.\n";

enum { WIDTH = 98, PARAGRAPH = 8192 };

static void add(char text[PARAGRAPH], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(char text[PARAGRAPH], const char *format, ...)
{
    const size_t used = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + used, PARAGRAPH - used, format, args);
    va_end(args);
}

/* Prints words, never beyond WIDTH columns. */
static void print_wrapped(FILE *out, const char *text)
{
    size_t column = 0;
    while (*text) {
        const size_t length = strcspn(text, " ");
        if (column > 0 && column + 1 + length > WIDTH) {
            fputc('\n', out);
            column = 0;
        }
        column += (size_t)fprintf(out, "%s%.*s", column > 0 ? " " : "", (int)length, text);
        text += length + (text[length] == ' ');
    }
    fputc('\n', out);
}

static void describe_verdicts(char text[PARAGRAPH], const struct verdicts *v)
{
    size_t holds = 0, refuted = 0, astray = 0;
    for (size_t i = 0; i < v->n; i++) {
        holds += v->rows[i].judgement.verdict == VERDICT_HOLDS;
        refuted += v->rows[i].judgement.verdict == VERDICT_REFUTED;
        astray += !v->rows[i].judgement.as_declared;
    }
    add(text,
        "Of %zu claims, %zu withstood the search and %zu are false, each with a witness "
        "certified in ball arithmetic or, for an experiment, two computations that agree:",
        v->n, holds, refuted);
    for (size_t i = 0, named = 0; i < v->n; i++) {
        const struct verdict_row *row = &v->rows[i];
        if (row->judgement.verdict == VERDICT_REFUTED)
            add(text, "%s %s of %s (%s)", named++ > 0 ? "," : "",
                property_info[row->claim->property].name, row->model->name, row->claim->source);
    }
    add(text, ". ");
    if (astray > 0)
        add(text, "%zu came out other than declared, marked '!' above. ", astray);
}

/* The fastest row of one integrator (NULL: of any) with errors up to the limit. */
static const struct compare_row *cheapest(const struct comparison *c, const char *integrator,
                                          double limit)
{
    const struct compare_row *best = NULL;
    for (size_t i = 0; i < c->n_rows; i++) {
        const struct compare_row *row = &c->rows[i];
        if (row->status == STATUS_OK && row->error_max <= limit &&
            (!integrator || strcmp(row->integrator->name, integrator) == 0) &&
            (!best || row->timing.cpu < best->timing.cpu))
            best = row;
    }
    return best;
}

static void describe_comparison(char text[PARAGRAPH], const struct comparison *c)
{
    const double limit = 1e-4;
    const struct compare_row *best = cheapest(c, NULL, limit);
    char setting[32];
    size_t failed = 0, runs = 0;
    for (size_t i = 0; i < c->n_rows; i++) {
        failed += c->rows[i].status != STATUS_OK && c->rows[i].status != STATUS_UNSUPPORTED;
        runs += c->rows[i].status != STATUS_UNSUPPORTED;
    }
    add(text, "On %s, %zu of %zu runs failed", c->scenario->name, failed, runs);
    if (!best) {
        add(text, " and none kept every error below %g. ", limit);
        return;
    }
    compare_setting(best, setting, sizeof setting);
    add(text, "; the fastest with every error below %g is %s (%s)", limit, best->integrator->name,
        setting);
    static const char *const others[] = { "euler", "rk4", "cvode_bdf", NULL };
    for (size_t i = 0; others[i]; i++) {
        const struct compare_row *row = cheapest(c, others[i], limit);
        if (row && row != best)
            add(text, ", %.3g times the speed of %s", row->timing.cpu / best->timing.cpu,
                others[i]);
    }
    add(text, ". ");
}

static void print_report(FILE *out, const struct verdicts *v, const struct comparison *c, size_t n)
{
    char text[PARAGRAPH] = "";
    fputs("WHAT THE MODELS CLAIM (margins are normalised, negative when violated)\n\n", out);
    verdicts_table(out, v, false);
    fputs("\nINTEGRATORS AGAINST THE TRUTH (errors relative to each column's maximum; Table I)\n\n",
          out);
    compare_table(out, c, n);
    fputs("\nFOUND\n\n", out);
    describe_verdicts(text, v);
    for (size_t i = 0; i < n; i++)
        if (!c[i].not_applicable)
            describe_comparison(text, &c[i]);
    print_wrapped(out, text);
}

static void write_files(const char *directory, const struct verdicts *v, const struct comparison *c,
                        size_t n)
{
    char path[4096], file[4200];
    struct cli_output output;
    cli_path(directory, path, sizeof path);
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        cli_fail("-o: cannot make the directory '%s': %s", path, strerror(errno));
    snprintf(file, sizeof file, "%s/report.txt", path);
    cli_open(&output, file);
    print_report(output.file, v, c, n);
    cli_close(&output);
    snprintf(file, sizeof file, "%s/verdicts.json", path);
    cli_open(&output, file);
    if (!verdicts_json(output.file, v, false))
        cli_fail("out of memory");
    cli_close(&output);
    snprintf(file, sizeof file, "%s/compare.json", path);
    cli_open(&output, file);
    if (!compare_json(output.file, c, n))
        cli_fail("out of memory");
    cli_close(&output);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        { "quick", no_argument, NULL, 'q' },
        { "output", required_argument, NULL, 'o' },
        CLI_COMMON,
    };
    static const char *const names[] = { "driven_steps", "driven_stiff" };
    enum { N = sizeof names / sizeof *names };
    struct effort effort = { .trials = 200000 };
    const char *directory = NULL;
    cli_start("report", help);
    for (int o; (o = cli_option(argc, argv, ":o:", options)) != -1;)
        if (o == 'q')
            effort.trials = 20000;
        else
            directory = optarg;
    cli_no_operands(argc, argv);

    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct verdicts verdicts =
        verdicts_run(NULL, N_PROPERTIES, &effort, cores > 0 ? (unsigned)cores : 1);
    if (!verdicts.rows)
        cli_fail("out of memory");
    const struct model *model = PREC(model_find)("martinez_rosas");
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    struct comparison comparisons[N];
    for (size_t i = 0; i < N; i++) {
        comparisons[i] = comparison_new(scenario_find(names[i]), model, p);
        comparison_add_standard(&comparisons[i], PREC(integrators), false);
        comparison_run(&comparisons[i]);
    }
    print_report(stdout, &verdicts, comparisons, N);
    if (directory)
        write_files(directory, &verdicts, comparisons, N);
    const int status = verdicts_status(&verdicts);
    for (size_t i = 0; i < N; i++)
        comparison_free(&comparisons[i]);
    verdicts_free(&verdicts);
    return status;
}
