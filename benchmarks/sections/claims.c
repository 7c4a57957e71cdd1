/* Rows of the judged claims, and what the first page shows of them (claims.h). */
#include "benchmarks/sections/claims.h"

#include <string.h>

static bool is_same_property(const struct csv *csv, size_t a, size_t b)
{
    return csv_is(csv, a, "model", csv_text(csv, b, "model")) &&
           csv_is(csv, a, "property", csv_text(csv, b, "property"));
}

const char *report_claim_id(char id[REPORT_ID], const struct csv *csv, size_t row)
{
    const char *own = csv_text(csv, row, "claim");
    size_t before = 0;
    for (size_t i = 0; i < row; i++)
        before += is_same_property(csv, i, row) && csv_is(csv, i, "claim", own);
    const int n = snprintf(id, REPORT_ID, "%s-%s%s%s", csv_text(csv, row, "model"),
                           csv_text(csv, row, "property"), *own ? "-" : "", own);
    if (before > 0 && n < REPORT_ID)
        snprintf(id + n, REPORT_ID - (size_t)n, "-%zu", before + 1);
    return id;
}

enum page_verdict report_claim_badge(const struct csv *csv, size_t row)
{
    if (csv_is(csv, row, "verdict", "refuted"))
        return PAGE_FALSE;
    if (!csv_is(csv, row, "verdict", "holds"))
        return PAGE_OTHER;
    return csv_is(csv, row, "method", "proved")     ? PAGE_PROVED
           : csv_is(csv, row, "method", "enclosed") ? PAGE_ENCLOSED
           : csv_is(csv, row, "method", "agreed")   ? PAGE_AGREED
                                                    : PAGE_TESTED;
}

const char *const report_claim_words[PAGE_VERDICTS] = {
    "[proved](words.html#word-proved)", "[enclosed](words.html#word-enclosed)",
    "[agreed](words.html#word-agreed)", "[tested](words.html#word-tested)",
    "[false](words.html#word-false)",   "[undecided](words.html#word-undecided)",
};

const char *report_claim_word(const struct csv *csv, size_t row)
{
    static const char *const words[PAGE_VERDICTS] = { "proved", "enclosed", "agreed", "tested",
                                                      "false" };
    const char *word = words[report_claim_badge(csv, row)];
    return word ? word : csv_text(csv, row, "verdict");
}

void report_claim_rest(char text[REPORT_INSTEAD], const struct csv *csv, size_t row)
{
    const char *box = csv_text(csv, row, "box");
    snprintf(text, REPORT_INSTEAD, "%s%s%s", report_claim_word(csv, row), *box ? " for " : "", box);
}

void report_claim_instead(char text[REPORT_INSTEAD], const struct csv *csv, size_t row)
{
    const char *own = csv_text(csv, row, "instead");
    size_t n = (size_t)snprintf(text, REPORT_INSTEAD, "%s", own);
    for (size_t i = 0; i < csv->n_rows && !*own; i++)
        if (is_same_property(csv, i, row) && csv_is(csv, i, "verdict", "holds") &&
            n < REPORT_INSTEAD)
            n += (size_t)snprintf(text + n, REPORT_INSTEAD - n, "%s%s (%s)", n > 0 ? "; " : "",
                                  csv_text(csv, i, "domain"), report_claim_word(csv, i));
}

size_t report_claim_counts(const struct csv *csv, size_t counts[PAGE_VERDICTS])
{
    size_t astray = 0;
    memset(counts, 0, PAGE_VERDICTS * sizeof *counts);
    for (size_t i = 0; i < csv->n_rows; i++) {
        counts[report_claim_badge(csv, i)]++;
        astray += csv_is(csv, i, "as_declared", "0");
    }
    return astray;
}

static void put_law(struct page *page, const struct csv *csv, size_t i)
{
    char path[REPORT_PATH];
    page_cell_begin(page);
    page_link(page, report_law_path(path, csv_text(csv, i, "model")), NULL,
              csv_text(csv, i, "model"));
    page_cell_end(page);
}

/* Whether laws are passive, and where: a row for each claim of it. */
static void draw_passivity(const struct csv *csv, struct page *page)
{
    static const struct page_column columns[] = {
        { "law", PAGE_HEAD },
        { "passive?", PAGE_TEXT },
        { "for", PAGE_TEXT },
        { "on what that rests", PAGE_TEXT },
    };
    char path[REPORT_PATH], id[REPORT_ID], rest[REPORT_INSTEAD];
    page_section(page, "passivity", "Is a law passive?");
    page_paragraph(page,
                   "A law may be passive for some parameters and not for others: each row says "
                   "for which. Where a proof names parameters, the others have their "
                   "defaults.");
    page_table_begin(page, "Passivity from rest, by law", columns,
                     sizeof columns / sizeof *columns);
    for (size_t i = 0; i < csv->n_rows; i++) {
        if (!csv_is(csv, i, "property", "passivity"))
            continue;
        const bool holds = csv_is(csv, i, "verdict", "holds");
        report_claim_rest(rest, csv, i);
        put_law(page, csv, i);
        page_cell(page, "%s",
                  holds                                  ? "yes"
                  : csv_is(csv, i, "verdict", "refuted") ? "not always"
                                                         : "not decided");
        page_cell(page, "%s", csv_text(csv, i, "domain"));
        page_cell_begin(page);
        page_badge(page, report_claim_badge(csv, i), "");
        page_link(page, report_law_path(path, csv_text(csv, i, "model")),
                  report_claim_id(id, csv, i),
                  report_claim_badge(csv, i) == PAGE_FALSE ? "a counterexample, certified" : rest);
        page_cell_end(page);
    }
    page_table_end(page);
}

static void draw_false(const struct report *report, const struct csv *csv, struct page *page)
{
    static const struct page_column columns[] = {
        { "law", PAGE_HEAD },         { "claim", PAGE_TEXT },   { "origin", PAGE_TEXT },
        { "who says so", PAGE_TEXT }, { "instead", PAGE_TEXT },
    };
    char path[REPORT_PATH], claim[REPORT_ID], id[REPORT_ID + 16], instead[REPORT_INSTEAD];
    page_section(page, "false", "What is false");
    page_paragraph(page,
                   "Each with a witness: a velocity along which the claim fails, certified in "
                   "ball arithmetic, or, for an experiment, two computations that agree. The "
                   "claim's link leads to it, and to the command that checks it.");
    page_table_begin(page, "Claims that are false", columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < csv->n_rows; i++) {
        if (report_claim_badge(csv, i) != PAGE_FALSE)
            continue;
        put_law(page, csv, i);
        page_cell_begin(page);
        snprintf(id, sizeof id, "%s-witness", report_claim_id(claim, csv, i));
        page_link(page, report_law_path(path, csv_text(csv, i, "model")), id,
                  csv_text(csv, i, "property"));
        fputs(" for ", page->out);
        page_escape(page->out, csv_text(csv, i, "domain"));
        page_cell_end(page);
        page_cell(page, "%s", csv_text(csv, i, "origin"));
        page_cell(page, "%s", csv_text(csv, i, "source"));
        report_claim_instead(instead, csv, i);
        page_cell(page, "%s", instead);
    }
    page_table_end(page);
    report_source(report, page, "tools/bazel run //properties:verify", report_verdicts);
}

void report_draw_claims(const struct report *report, struct page *page)
{
    struct csv csv;
    if (!report_read(report, report_verdicts, &csv))
        return;
    draw_passivity(&csv, page);
    draw_false(report, &csv, page);
    csv_free(&csv);
}
