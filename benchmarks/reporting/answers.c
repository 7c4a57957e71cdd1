/* What the first page says at once: the verdicts in numbers, the answers that most readers come
 * for, and with what all was measured (pages.h). */
#include <stdlib.h>
#include <string.h>

#include "benchmarks/reporting/history.h"
#include "benchmarks/reporting/pages.h"
#include "benchmarks/sections/claims.h"
#include "benchmarks/sections/comparisons.h"
#include "benchmarks/sections/embedded.h"
#include "tools/base/memory.h"

/* Returns the first row about that property of that law with that verdict, or n_rows. */
static size_t find(const struct csv *csv, const char *law, const char *property,
                   const char *verdict)
{
    size_t i = 0;
    while (i < csv->n_rows &&
           !(csv_is(csv, i, "model", law) && csv_is(csv, i, "property", property) &&
             csv_is(csv, i, "verdict", verdict)))
        i++;
    return i;
}

static void put_passive(struct page *page, const struct csv *csv)
{
    const size_t no = find(csv, "lugre", "passivity", "refuted"),
                 yes = find(csv, "lugre", "passivity", "holds");
    if (no == csv->n_rows)
        return;
    char also[REPORT_INSTEAD + 128] = "", rest[REPORT_INSTEAD];
    if (yes < csv->n_rows) {
        report_claim_rest(rest, csv, yes);
        snprintf(also, sizeof also, " It is where %.100s (%s).", csv_text(csv, yes, "domain"),
                 rest);
    }
    page_item(
        page,
        "Is LuGre's law passive? Not always: for %s there is [a counterexample]"
        "(laws/lugre.html#lugre-passivity-witness).%s [The other laws](index.html#passivity).",
        csv_text(csv, no, "domain"), also);
}

static size_t count_origin(const struct csv *csv, const char *origin)
{
    size_t n = 0;
    for (size_t i = 0; i < csv->n_rows; i++)
        n += csv_is(csv, i, "verdict", "refuted") && csv_is(csv, i, "origin", origin);
    return n;
}

static void put_false(struct page *page, const struct csv *csv, size_t n)
{
    page_item(page,
              "What is false? %zu %s: %zu printed in papers, %zu commonly assumed, %zu that are "
              "misprints. [Each with its witness, what holds instead, and the command that checks "
              "it](index.html#false).",
              n, n == 1 ? "claim" : "claims", count_origin(csv, "printed in a paper"),
              count_origin(csv, "commonly assumed"), count_origin(csv, "misprint"));
}

static void put_astray(struct page *page, const struct csv *csv, size_t astray)
{
    if (astray == 0) {
        page_item(page, "Is all as declared? Every verdict is as its law states it.");
        return;
    }
    page_item(page, "Is all as declared? %zu %s not:", astray,
              astray == 1 ? "verdict is" : "verdicts are");
    for (size_t i = 0; i < csv->n_rows; i++)
        if (csv_is(csv, i, "as_declared", "0"))
            page_item(page, "Not as declared: [%s of %s](laws/%s.html#%s-claims), %s: %s",
                      csv_text(csv, i, "property"), csv_text(csv, i, "model"),
                      csv_text(csv, i, "model"), csv_text(csv, i, "model"),
                      csv_text(csv, i, "domain"), csv_text(csv, i, "note"));
}

static void put_since(struct page *page, const struct report *report)
{
    if (!report->history) {
        page_item(page,
                  "What has changed since an earlier commit? `report --history DIR` keeps the "
                  "numbers of each and says it.");
        return;
    }
    char *sentence = history_sentence(report->history, report->commit);
    if (*sentence)
        page_item(page, "What has changed? %s [All](" REPORT_HISTORY ").", sentence);
    free(sentence);
}

static void put_context(const struct report *report, struct page *page)
{
    static const char *const shown[][2] = {
        { "commit", "commit " },
        { "date", "" },
        { "cpu", "" },
        { "num_cpus", "processors: " },
        { "compiler", "gcc " },
        { "sundials_version", "SUNDIALS " },
        { "flint_version", "FLINT " },
        { "bristle_version", "Bristle " },
    };
    struct csv csv;
    struct memory_stream made;
    if (!report_read(report, report_context, &csv))
        return;
    FILE *out = memory_open(&made);
    for (size_t k = 0; k < sizeof shown / sizeof *shown; k++)
        for (size_t i = 0; i < csv.n_rows; i++)
            if (csv_is(&csv, i, "what", shown[k][0]))
                fprintf(out, "%s%s, ", shown[k][1], csv_text(&csv, i, "value"));
    fputs(report->quick ? "effort: a first look (`--quick`)" : "effort: full", out);
    char *text = memory_close(&made);
    page_note(page, "%s. [More](index.html#measured).", text);
    free(text);
    csv_free(&csv);
}

/* Returns the report that a section is drawn from, or NULL. */
static const struct report *report_of(const struct page_source sources[], size_t n, const char *id)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(sources[i].section->id, id) == 0)
            return sources[i].report;
    return NULL;
}

static void put_banner(const struct page_source sources[], size_t n, struct page *page)
{
    size_t first = 0;
    for (size_t i = 0; i < n; i++)
        first += sources[i].report->quick;
    if (first == n)
        page_banner(page,
                    "A first look: fewer signals, experiments and settings, and rough times. The "
                    "full report: `tools/bazel run //:report`.");
    else if (first > 0) {
        struct memory_stream made;
        FILE *out = memory_open(&made);
        for (size_t i = 0; i < n; i++)
            if (sources[i].report->quick)
                fprintf(out, " %s.", sources[i].section->title);
        char *text = memory_close(&made);
        page_banner(page,
                    "%zu of %zu parts are a first look, which the full ones replace as they are "
                    "done:%s",
                    first, n, text);
        free(text);
    }
}

void report_answers(const struct page_source sources[], size_t n, struct page *page)
{
    const struct report *claims = report_of(sources, n, "verdicts"),
                        *embedded = report_of(sources, n, "embedded"),
                        *precision = report_of(sources, n, "precision");
    struct csv csv;
    size_t counts[PAGE_VERDICTS], astray = 0;
    put_banner(sources, n, page);
    const bool has_claims = claims && report_read(claims, report_verdicts, &csv);
    if (has_claims) {
        astray = report_claim_counts(&csv, counts);
        page_bar(page, counts, report_claim_words);
    }
    if (has_claims || embedded)
        page_list_begin(page);
    if (has_claims)
        put_passive(page, &csv);
    if (embedded)
        report_embedded_answer(embedded, page);
    if (has_claims) {
        put_false(page, &csv, counts[PAGE_FALSE]);
        put_astray(page, &csv, astray);
        put_since(page, claims);
        csv_free(&csv);
    }
    if (has_claims || embedded)
        page_list_end(page);
    if (precision)
        put_context(precision, page);
}
