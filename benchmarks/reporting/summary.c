/* Counts verdicts and names the fastest methods, in prose. */
#include "benchmarks/reporting/summary.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/reporting/comparisons.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

enum { WIDTH = 98 };

/* Prints words in lines of at most WIDTH columns. */
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

static int describe_verdicts(const struct report *report, FILE *out)
{
    struct csv csv;
    size_t holds = 0, refuted = 0, astray = 0, named = 0;
    if (!report_read(report, "verdicts.csv", &csv))
        return EXIT_AS_DECLARED;
    for (size_t i = 0; i < csv.n_rows; i++) {
        holds += csv_is(&csv, i, "verdict", "holds");
        refuted += csv_is(&csv, i, "verdict", "refuted");
        astray += csv_is(&csv, i, "as_declared", "0");
    }
    fprintf(out,
            "Of %zu claims, %zu withstood the search and %zu are false, each with a witness "
            "certified in ball arithmetic or, for an experiment, two computations that agree:",
            csv.n_rows, holds, refuted);
    for (size_t i = 0; i < csv.n_rows; i++)
        if (csv_is(&csv, i, "verdict", "refuted"))
            fprintf(out, "%s %s of %s (%s)", named++ > 0 ? "," : "", csv_text(&csv, i, "property"),
                    csv_text(&csv, i, "model"), csv_text(&csv, i, "source"));
    fputs(". ", out);
    for (size_t i = 0; i < csv.n_rows; i++)
        if (csv_is(&csv, i, "as_declared", "0"))
            fprintf(out, "NOT AS DECLARED: %s of %s, \"%s\". ", csv_text(&csv, i, "property"),
                    csv_text(&csv, i, "model"), csv_text(&csv, i, "domain"));
    csv_free(&csv);
    return astray > 0 ? EXIT_NOT_AS_DECLARED : EXIT_AS_DECLARED;
}

/* Returns the fastest row of one integrator (NULL: of any) with an error up to the limit, or
 * n_rows. */
static size_t fastest(const struct csv *csv, const char *integrator, double limit)
{
    size_t best = csv->n_rows;
    for (size_t i = 0; i < csv->n_rows; i++)
        if (!*csv_text(csv, i, "failure") && csv_number(csv, i, "error_max") <= limit &&
            (!integrator || csv_is(csv, i, "integrator", integrator)) &&
            (best == csv->n_rows ||
             csv_number(csv, i, "cpu_time_s") < csv_number(csv, best, "cpu_time_s")))
            best = i;
    return best;
}

static void describe_comparison(const struct report *report, const char *scenario,
                                const char *model, FILE *out)
{
    static const char *const others[] = { "euler", "rk4", "cvode_bdf" };
    const double limit = 1e-4;
    struct csv csv;
    if (!report_comparison(report, scenario_find(scenario), model, &csv))
        return;
    const size_t best = fastest(&csv, NULL, limit);
    if (best < csv.n_rows) {
        fprintf(out, "On %s with %s the fastest method with every error below %g is %s (%s=%g)",
                scenario, model, limit, csv_text(&csv, best, "integrator"),
                csv_text(&csv, best, "kind"), csv_number(&csv, best, "setting"));
        for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
            const size_t row = fastest(&csv, others[k], limit);
            if (row < csv.n_rows && row != best)
                fprintf(out, ", %.3g times the speed of %s",
                        csv_number(&csv, row, "cpu_time_s") / csv_number(&csv, best, "cpu_time_s"),
                        others[k]);
        }
        fputs(". ", out);
    }
    csv_free(&csv);
}

int report_summary(const struct report *report, FILE *out)
{
    struct memory_stream summary;
    FILE *words = memory_open(&summary);
    const int status = describe_verdicts(report, words);
    describe_comparison(report, "driven_stiff", "martinez_rosas", words);
    describe_comparison(report, "stick_slip", "lugre", words);
    char *text = memory_close(&summary);
    if (summary.size > 0)
        print_wrapped(out, text);
    free(text);
    return status;
}
