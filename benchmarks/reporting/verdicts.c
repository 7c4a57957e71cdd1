/* The section on the laws' claims, with the witnesses against false claims. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/reporting/parts.h"
#include "benchmarks/reporting/witness.h"
#include "properties/checker/property.h"
#include "properties/stored.h"
#include "properties/verdicts/verdicts.h"
#include "tools/base/columns.h"

static const char file[] = "verdicts.csv";

/* Returns the witness that the search found in this report, or the stored one. */
static const char *witness_of(const struct verdict_row *row)
{
    if (row->judgement.simplest)
        return row->judgement.simplest;
    return row->claim->witness ? stored_witness_find(row->claim->witness) : NULL;
}

static void state_row(struct columns *c, const struct verdict_row *row)
{
    const struct judgement *j = &row->judgement;
    const char *witness = j->verdict == VERDICT_REFUTED ? witness_of(row) : NULL;
    char signal[WITNESS_TEXT] = "", evidence[VERDICTS_EVIDENCE];
    if (witness && !witness_signal_text(witness, signal))
        signal[0] = '\0';
    verdicts_evidence(evidence, j);
    column_text(c, "model", row->model->name);
    column_text(c, "property", property_info[row->claim->property].name);
    column_text(c, "domain", row->claim->domain);
    column_text(c, "declared", declared_names[row->claim->declared]);
    column_text(c, "verdict", verdict_names[j->verdict]);
    column_count(c, "as_declared", j->as_declared);
    column_number(c, "margin", j->margin, 9);
    column_text(c, "evidence", evidence);
    column_text(c, "witness", row->witness);
    column_text(c, "signal", signal);
    column_text(c, "source", row->claim->source);
    column_text(c, "note", j->as_declared ? "" : j->note);
    columns_end_row(c);
}

static void write_verdicts(const struct report *report, const struct part *part, FILE *out)
{
    (void)part;
    const struct search_budget budget = { .trials = report->quick ? 5000 : 4 * BUDGET_DEFAULT,
                                          .signals = report->quick ? 16 : BUDGET_SIGNALS };
    struct verdicts v = verdicts_run(NULL, 0, N_PROPERTIES, &budget, report->jobs);
    struct columns c = columns_begin(out, FORMAT_CSV, NULL);
    for (size_t i = 0; i < v.n; i++)
        state_row(&c, &v.rows[i]);
    verdicts_free(&v);
}

static void plan(const struct report *report, struct parts *parts)
{
    (void)report;
    struct part part = { .kind = "claims", .alone = true, .write = write_verdicts };
    snprintf(part.name, sizeof part.name, "%s", file);
    parts_add(parts, &part);
}

static enum page_verdict badge(const struct csv *csv, size_t row)
{
    return csv_is(csv, row, "verdict", "holds")     ? PAGE_HOLDS
           : csv_is(csv, row, "verdict", "refuted") ? PAGE_REFUTED
                                                    : PAGE_OTHER;
}

/* Writes a line of a cell, in an element. */
static void put_line(struct page *page, const char *element, const char *text)
{
    fprintf(page->out, "<%s>", element);
    page_escape(page->out, text);
    fprintf(page->out, "</%s><br>", element);
}

static void put_claim(struct page *page, const struct csv *csv, size_t row)
{
    page_cell_begin(page);
    put_line(page, "strong", csv_text(csv, row, "property"));
    put_line(page, "span", csv_text(csv, row, "model"));
    put_line(page, "span", csv_text(csv, row, "domain"));
    page_cell_end(page);
}

static void put_witness(struct page *page, const struct csv *csv, size_t row)
{
    const char *signal = csv_text(csv, row, "signal");
    page_cell_begin(page);
    if (*signal) {
        witness_draw(page->out, signal);
        fputs("<br>", page->out);
        put_line(page, "code", signal);
    } else {
        put_line(page, "span", csv_text(csv, row, "evidence"));
    }
    page_cell_end(page);
}

static void draw_false(const struct csv *csv, struct page *page)
{
    static const struct page_column columns[] = {
        { "claim", PAGE_TEXT },         { "witness: velocity over time", PAGE_TEXT },
        { "margin", PAGE_NUMBER },      { "evidence", PAGE_TEXT },
        { "who claims it", PAGE_TEXT },
    };
    page_table_begin(page, "Claims that are false", columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < csv->n_rows; i++) {
        if (badge(csv, i) != PAGE_REFUTED)
            continue;
        put_claim(page, csv, i);
        put_witness(page, csv, i);
        page_cell(page, "%.3g", csv_number(csv, i, "margin"));
        page_cell(page, "%s", csv_text(csv, i, "evidence"));
        page_cell(page, "%s", csv_text(csv, i, "source"));
    }
    page_table_end(page);
}

/* Draws the rows of one law, from row i on; returns the row after them. */
static size_t draw_law(const struct csv *csv, size_t i, struct page *page)
{
    static const struct page_column columns[] = {
        { "property", PAGE_HEAD }, { "claimed for", PAGE_TEXT }, { "verdict", PAGE_TEXT },
        { "margin", PAGE_NUMBER }, { "evidence", PAGE_TEXT },
    };
    const char *model = csv_text(csv, i, "model");
    size_t end = i, refuted = 0;
    for (; end < csv->n_rows && csv_is(csv, end, "model", model); end++)
        refuted += badge(csv, end) == PAGE_REFUTED;
    char summary[128];
    snprintf(summary, sizeof summary, "%s: %zu claims, %zu of them false", model, end - i, refuted);
    page_details_begin(page, summary);
    page_table_begin(page, model, columns, sizeof columns / sizeof *columns);
    for (; i < end; i++) {
        const double margin = csv_number(csv, i, "margin");
        page_cell(page, "%s", csv_text(csv, i, "property"));
        page_cell(page, "%s", csv_text(csv, i, "domain"));
        page_cell_badge(page, badge(csv, i), csv_text(csv, i, "verdict"));
        if (isnan(margin))
            page_cell(page, "-");
        else
            page_cell(page, "%.2g", margin);
        page_cell(page, "%s", csv_text(csv, i, "evidence"));
    }
    page_table_end(page);
    page_details_end(page);
    return end;
}

static void draw(const struct report *report, struct page *page)
{
    struct csv csv;
    size_t holds = 0, refuted = 0;
    if (!report_read(report, file, &csv))
        return;
    for (size_t i = 0; i < csv.n_rows; i++) {
        holds += badge(&csv, i) == PAGE_HOLDS;
        refuted += badge(&csv, i) == PAGE_REFUTED;
    }
    page_paragraph(
        page,
        "Of %zu claims about the laws, %zu withstood the search for a counterexample and %zu are "
        "false. Each of those has a witness: a velocity along which the claim fails, "
        "certified in ball arithmetic, or, for an experiment, two computations that agree.",
        csv.n_rows, holds, refuted);
    for (size_t i = 0; i < csv.n_rows; i++)
        if (csv_is(&csv, i, "as_declared", "0"))
            page_note(page, "Not as declared: %s of %s: %s", csv_text(&csv, i, "property"),
                      csv_text(&csv, i, "model"), csv_text(&csv, i, "note"));
    draw_false(&csv, page);
    page_note(page,
              "Margins are normalised and negative where a claim is violated. A witness is drawn "
              "with logarithmic heights and widths; its text is the velocity grammar of "
              "`simulate`: `hold V T` in m/s and s.");
    page_heading(page, "Every claim");
    for (size_t i = 0; i < csv.n_rows;)
        i = draw_law(&csv, i, page);
    report_source(report, page, "tools/bazel run //properties:verify", file);
    csv_free(&csv);
}

const struct section section_verdicts = { "verdicts", "Do the models keep their promises?", plan,
                                          draw };
