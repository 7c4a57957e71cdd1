/* Counts verdicts and names the fastest methods, in prose. */
#include "benchmarks/reporting/summary.h"

#include <stdarg.h>
#include <stdlib.h>

#include "benchmarks/reporting/history.h"
#include "benchmarks/sections/claims.h"
#include "benchmarks/sections/comparisons.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/wrap.h"

static int describe_verdicts(const struct report *report, FILE *out)
{
    struct csv csv;
    size_t counts[PAGE_VERDICTS], named = 0;
    if (!report_read(report, report_verdicts, &csv))
        return EXIT_AS_DECLARED;
    const size_t astray = report_claim_counts(&csv, counts), refuted = counts[PAGE_FALSE],
                 holds = csv.n_rows - refuted - counts[PAGE_OTHER];
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

static void describe_comparison(const struct report *report, const char *scenario,
                                const char *model, FILE *out)
{
    static const char *const others[] = { "euler", "rk4", "cvode_bdf" };
    const double limit = 1e-4;
    struct csv csv;
    if (!report_comparison(report, scenario_find(scenario), model, &csv))
        return;
    const size_t best = report_fastest(&csv, NULL, limit);
    if (best < csv.n_rows) {
        fprintf(out, "On %s with %s the fastest method with every error below %g is %s (%s=%g)",
                scenario, model, limit, csv_text(&csv, best, "integrator"),
                csv_text(&csv, best, "kind"), csv_number(&csv, best, "setting"));
        for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
            const size_t row = report_fastest(&csv, others[k], limit);
            if (row < csv.n_rows && row != best)
                fprintf(out, ", %.3g times the speed of %s",
                        csv_number(&csv, row, "cpu_time_s") / csv_number(&csv, best, "cpu_time_s"),
                        others[k]);
        }
        fputs(". ", out);
    }
    csv_free(&csv);
}

static void describe_change(const struct report *report, FILE *out)
{
    if (!report->history)
        return;
    char *sentence = history_sentence(report->history, report->commit);
    fprintf(out, "%s", sentence);
    free(sentence);
}

int report_summary(const struct report *report, FILE *out)
{
    struct memory_stream summary;
    FILE *words = memory_open(&summary);
    const int status = describe_verdicts(report, words);
    describe_comparison(report, "driven_stiff", "martinez_rosas", words);
    describe_comparison(report, "stick_slip", "lugre", words);
    describe_change(report, words);
    char *text = memory_close(&summary);
    if (*text)
        wrap_print(out, 0, 0, text);
    free(text);
    return status;
}
