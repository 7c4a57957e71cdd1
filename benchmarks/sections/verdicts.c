/* The section on the laws' claims: the judgements, and what a law's page shows of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/sections/claims.h"
#include "benchmarks/sections/witness.h"
#include "properties/checker/property.h"
#include "properties/stored.h"
#include "properties/verdicts/verdicts.h"
#include "tools/base/columns.h"

const char report_verdicts[] = "verdicts.csv";

/* Returns the stored witness, which can be checked by name, or the one that the search found in
 * this report. */
static const char *witness_of(const struct verdict_row *row)
{
    const char *stored = row->claim->witness ? stored_witness_find(row->claim->witness) : NULL;
    return stored ? stored : row->judgement.simplest;
}

static const char *origin_of(const struct claim *claim)
{
    static const char *const words[] = { "", "printed in a paper", "commonly assumed", "misprint" };
    return words[claim->origin];
}

/* Stores the witness of row i as a file of its own. Writes the file's name; "": there is none. */
static void store_witness(const struct report *report, const struct verdict_row *row, size_t i,
                          char name[PART_NAME])
{
    const char *witness = row->judgement.verdict == VERDICT_REFUTED ? witness_of(row) : NULL;
    *name = '\0';
    if (!witness)
        return;
    snprintf(name, PART_NAME, "witness-%s-%s-%zu.json", row->model->name,
             property_info[row->claim->property].name, i);
    store_put_data(&report->store, name, witness);
}

static void state_row(struct columns *c, const struct verdict_row *row, const char *file)
{
    const struct judgement *j = &row->judgement;
    const bool refuted = j->verdict == VERDICT_REFUTED;
    const char *witness = refuted ? witness_of(row) : NULL;
    char signal[WITNESS_TEXT] = "", evidence[VERDICTS_EVIDENCE];
    if (witness && !witness_signal_text(witness, signal))
        signal[0] = '\0';
    verdicts_evidence(evidence, j);
    column_text(c, "model", row->model->name);
    column_text(c, "property", property_info[row->claim->property].name);
    column_text(c, "claim", row->claim->id);
    column_text(c, "domain", row->claim->domain);
    column_text(c, "declared", declared_names[row->claim->declared]);
    column_text(c, "verdict", verdict_names[j->verdict]);
    column_text(c, "method", method_names[j->method]);
    column_count(c, "as_declared", j->as_declared);
    column_number(c, "margin", j->margin, 9);
    column_text(c, "evidence", evidence);
    column_text(c, "box", j->box);
    column_text(c, "witness", row->witness);
    column_text(c, "stored_witness", refuted ? row->claim->witness : NULL);
    column_text(c, "witness_file", file);
    column_text(c, "signal", signal);
    column_text(c, "origin", origin_of(row->claim));
    column_text(c, "source", row->claim->source);
    column_text(c, "instead", row->claim->instead);
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
    for (size_t i = 0; i < v.n; i++) {
        char file[PART_NAME];
        store_witness(report, &v.rows[i], i, file);
        state_row(&c, &v.rows[i], file);
    }
    verdicts_free(&v);
}

static void plan(const struct report *report, struct parts *parts)
{
    (void)report;
    struct part part = { .kind = "claims", .alone = true, .write = write_verdicts };
    snprintf(part.name, sizeof part.name, "%s", report_verdicts);
    parts_add(parts, &part);
}

static bool is_of(const struct csv *csv, size_t row, const struct model *law)
{
    return csv_is(csv, row, "model", law->name);
}

/* A claim's row: what is claimed, for what, and on what the verdict rests. */
static void put_row(struct page *page, const struct csv *csv, size_t i)
{
    const double margin = csv_number(csv, i, "margin");
    char id[REPORT_ID], word[REPORT_ID];
    page_row_id(page, report_claim_id(id, csv, i));
    snprintf(word, sizeof word, "word-%s", csv_text(csv, i, "property"));
    page_cell_begin(page);
    page_link(page, REPORT_WORDS, word, csv_text(csv, i, "property"));
    page_cell_end(page);
    page_cell(page, "%s", csv_text(csv, i, "domain"));
    page_cell_badge(page, report_claim_badge(csv, i), report_claim_word(csv, i));
    page_cell(page, "%s%s%s", csv_text(csv, i, "evidence"), *csv_text(csv, i, "box") ? " for " : "",
              csv_text(csv, i, "box"));
    if (isnan(margin))
        page_cell(page, "–");
    else
        page_cell(page, "%.2g", margin);
    page_cell(page, "%s", csv_text(csv, i, "source"));
}

static void draw_all(const struct csv *csv, const struct model *law, struct page *page)
{
    static const struct page_column columns[] = {
        { "property", PAGE_HEAD }, { "claimed for", PAGE_TEXT },
        { "verdict", PAGE_TEXT },  { "evidence", PAGE_TEXT },
        { "margin", PAGE_NUMBER }, { "who says so, or why", PAGE_TEXT },
    };
    char caption[128];
    snprintf(caption, sizeof caption, "Every claim about %s", law->name);
    page_table_begin(page, caption, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < csv->n_rows; i++)
        if (is_of(csv, i, law))
            put_row(page, csv, i);
    page_table_end(page);
}

/* The command by which a reader checks that a claim is false. */
static void put_command(struct page *page, const struct csv *csv, size_t i)
{
    const char *stored = csv_text(csv, i, "stored_witness");
    char command[512];
    if (*stored)
        snprintf(command, sizeof command,
                 "tools/bazel run //properties:check -- properties/witnesses/%s", stored);
    else
        snprintf(command, sizeof command,
                 "tools/bazel run //properties:verify -- --model %s --property %s",
                 csv_text(csv, i, "model"), csv_text(csv, i, "property"));
    page_command(page, command);
}

static void put_instead(struct page *page, const struct csv *csv, size_t i)
{
    char text[REPORT_INSTEAD];
    report_claim_instead(text, csv, i);
    if (*text)
        page_paragraph(page, "True instead: %s.", text);
}

static void draw_false(const struct report *report, const struct csv *csv, size_t i,
                       struct page *page)
{
    const char *signal = csv_text(csv, i, "signal");
    char id[REPORT_ID + 16], claim[REPORT_ID];
    snprintf(id, sizeof id, "%s-witness", report_claim_id(claim, csv, i));
    page_heading(page, id, "False: %s for %s", csv_text(csv, i, "property"),
                 csv_text(csv, i, "domain"));
    page_paragraph(page, "%s: %s.", csv_text(csv, i, "origin"), csv_text(csv, i, "source"));
    if (*signal) {
        witness_draw(page->out, signal);
        page_paragraph(page,
                       "From rest, along `%s`, drawn not to scale, the claim fails by a margin of "
                       "%.3g: %s. The parameters are in the witness.",
                       signal, csv_number(csv, i, "margin"), csv_text(csv, i, "evidence"));
    } else
        page_paragraph(page, "It fails by a margin of %.3g: %s.", csv_number(csv, i, "margin"),
                       csv_text(csv, i, "evidence"));
    put_instead(page, csv, i);
    put_command(page, csv, i);
    if (*csv_text(csv, i, "witness_file")) {
        char file[2 * PART_NAME];
        snprintf(file, sizeof file, "%s%s", report->store.place, csv_text(csv, i, "witness_file"));
        page_data(page, file, "witness (JSON)");
    }
}

static void draw_law(const struct report *report, struct page *page, const struct model *law)
{
    struct csv csv;
    size_t n = 0, refuted = 0;
    char id[REPORT_ID];
    if (!report_read(report, report_verdicts, &csv))
        return;
    for (size_t i = 0; i < csv.n_rows; i++) {
        n += is_of(&csv, i, law);
        refuted += is_of(&csv, i, law) && report_claim_badge(&csv, i) == PAGE_FALSE;
    }
    snprintf(id, sizeof id, "%s-claims", law->name);
    page_section(page, id, "What is claimed");
    page_paragraph(page, "%zu claims, %zu of them false. [What the words mean](" REPORT_WORDS ").",
                   n, refuted);
    for (size_t i = 0; i < csv.n_rows; i++)
        if (is_of(&csv, i, law) && csv_is(&csv, i, "as_declared", "0"))
            page_note(page, "Not as declared: %s: %s", csv_text(&csv, i, "property"),
                      csv_text(&csv, i, "note"));
    draw_all(&csv, law, page);
    for (size_t i = 0; i < csv.n_rows; i++)
        if (is_of(&csv, i, law) && report_claim_badge(&csv, i) == PAGE_FALSE)
            draw_false(report, &csv, i, page);
    report_source(report, page, "tools/bazel run //properties:verify", report_verdicts);
    csv_free(&csv);
}

const struct section section_verdicts = { .id = "verdicts",
                                          .title = "Do the laws keep their promises?",
                                          .plan = plan,
                                          .draw_first = report_draw_claims,
                                          .draw_law = draw_law };
