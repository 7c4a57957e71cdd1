/* The section on the paper's claims, one by one, and on the results of its experiments. */
#include <stdlib.h>
#include <string.h>

#include "benchmarks/replication/table.h"
#include "benchmarks/sections/parts.h"
#include "properties/ledger/ledger.h"
#include "tools/base/columns.h"
#include "tools/base/memory.h"

static const char ledger_file[] = "ledger.csv";
static const char *const verdict_words[] = { "true", "conditional", "false" };

static void write_ledger(const struct report *report, const struct part *part, FILE *out)
{
    (void)part;
    const struct search_budget budget = { .trials = report->quick ? 2000 : BUDGET_DEFAULT,
                                          .signals = report->quick ? 16 : BUDGET_SIGNALS };
    struct verdicts verdicts = ledger_run(&budget, report->jobs);
    struct columns c = columns_begin(out, FORMAT_CSV, NULL);
    for (const struct ledger_entry *e = ledger_entries; e->id; e++) {
        column_text(&c, "id", e->id);
        column_text(&c, "verdict", verdict_words[e->verdict]);
        column_count(&c, "stands", ledger_stands(e, &verdicts));
        column_text(&c, "claim", e->claim);
        column_text(&c, "where", e->where);
        column_text(&c, "truth", e->truth);
        columns_end_row(&c);
    }
    verdicts_free(&verdicts);
}

static const struct findings_entry *entry(const char *name)
{
    const struct findings_entry *e = findings_tables;
    while (strcmp(e->name, name) != 0)
        e++;
    return e;
}

static void write_table(const struct report *report, const struct part *part, FILE *out)
{
    (void)report;
    struct findings_table *t = memory_array(1, sizeof *t);
    t->name = part->subject;
    entry(part->subject)->fill(t);
    struct columns rows = columns_begin(out, FORMAT_CSV, NULL);
    for (unsigned r = 0; r < t->n_rows; r++) {
        for (unsigned c = 0; c < t->n_columns; c++)
            column_text(&rows, t->heading[c], t->cell[r][c]);
        columns_end_row(&rows);
    }
    free(t);
}

static void part_name(char name[PART_NAME], const char *table)
{
    snprintf(name, PART_NAME, "findings-%s.csv", table);
}

static void plan(const struct report *report, struct parts *parts)
{
    struct part ledger = { .kind = "ledger", .alone = true, .write = write_ledger };
    snprintf(ledger.name, sizeof ledger.name, "%s", ledger_file);
    parts_add(parts, &ledger);
    for (const struct findings_entry *e = findings_tables; e->name; e++) {
        struct part part = { .kind = "findings", .write = write_table, .subject = e->name };
        part_name(part.name, e->name);
        if (!report->quick || e == findings_tables)
            parts_add(parts, &part);
    }
}

static void draw_ledger(const struct report *report, struct page *page)
{
    static const struct page_column columns[] = {
        { "", PAGE_HEAD },        { "verdict", PAGE_TEXT },
        { "claimed", PAGE_TEXT }, { "what is true", PAGE_TEXT },
        { "where", PAGE_TEXT },
    };
    struct csv csv;
    if (!report_read(report, ledger_file, &csv))
        return;
    page_table_begin(page, "The claims of Martinez-Rosas, Alvarez-Icaza and Noriega-Pineda",
                     columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < csv.n_rows; i++) {
        const char *verdict = csv_text(&csv, i, "verdict");
        page_row_id(page, csv_text(&csv, i, "id"));
        page_cell(page, "%s", csv_text(&csv, i, "id"));
        page_cell_badge(page,
                        strcmp(verdict, "true") == 0    ? PAGE_PROVED
                        : strcmp(verdict, "false") == 0 ? PAGE_FALSE
                                                        : PAGE_OTHER,
                        verdict);
        page_cell(page, "%s", csv_text(&csv, i, "claim"));
        page_cell(page, "%s%s", csv_is(&csv, i, "stands", "1") ? "" : "(not as declared!) ",
                  csv_text(&csv, i, "truth"));
        page_cell(page, "%s", csv_text(&csv, i, "where"));
    }
    page_table_end(page);
    csv_free(&csv);
    report_source(report, page, "tools/bazel run //properties:verify -- --ledger", ledger_file);
}

static void draw_table(const struct report *report, const struct findings_entry *e,
                       struct page *page)
{
    struct page_column columns[FINDINGS_MAX_COLUMNS];
    struct csv csv;
    char name[PART_NAME], command[128];
    part_name(name, e->name);
    if (!report_read(report, name, &csv))
        return;
    for (size_t c = 0; c < csv.n_columns; c++) {
        const bool number = strcspn(csv.cell[csv.n_columns + c], "0123456789") <= 1;
        columns[c] = (struct page_column){ csv.cell[c], c == 0   ? PAGE_HEAD
                                                        : number ? PAGE_NUMBER
                                                                 : PAGE_TEXT };
    }
    page_table_begin(page, e->title, columns, csv.n_columns);
    for (size_t i = csv.n_columns; i < csv.n_columns * (csv.n_rows + 1); i++)
        page_cell(page, "%s", csv.cell[i]);
    page_table_end(page);
    csv_free(&csv);
    snprintf(command, sizeof command, "tools/bazel run //benchmarks:findings -- --table %s",
             e->name);
    report_source(report, page, command, name);
}

static void draw_paper(const struct report *report, struct page *page)
{
    page_section(page, "ledger", "Claim by claim");
    page_paragraph(page, "The paper that the law [martinez_rosas](laws/martinez_rosas.html) comes "
                         "from; each verdict rests on rows of the table of claims there.");
    draw_ledger(report, page);
    page_section(page, "findings", "Its experiments");
    page_paragraph(page,
                   "The paper shows the law in the experiments of the LuGre paper, at its Table "
                   "I, where alpha = 1e9 N s/m. Only digits that two computations agree in are "
                   "shown.");
    for (const struct findings_entry *e = findings_tables; e->name; e++)
        draw_table(report, e, page);
}

const struct section section_findings = {
    .id = "findings", .title = "One paper, claim by claim", .plan = plan, .draw_paper = draw_paper
};
