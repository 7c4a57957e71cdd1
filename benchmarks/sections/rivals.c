/* The section on other libraries' solvers: the stored results of //benchmarks:rivals. */
#include <math.h>
#include <string.h>

#include "benchmarks/racing/results.h"
#include "benchmarks/sections/parts.h"
#include "tools/base/memory.h"

static const char part_name[] = "rivals.csv";

/* Columns of a table, in their order. */
static const struct {
    const char *outputs, *target, *title;
} shown[] = {
    { "201", "1e-06", "201 outputs, 1e-6" },
    { "201", "1e-08", "201 outputs, 1e-8" },
    { "2001", "1e-06", "2001 outputs, 1e-6" },
    { "2001", "1e-08", "2001 outputs, 1e-8" },
};
enum { SHOWN = sizeof shown / sizeof *shown };

static void write_part(const struct report *report, const struct part *part, FILE *out)
{
    (void)report, (void)part;
    fputs((const char *)race_results[0].text, out);
}

static void plan(const struct report *report, struct parts *parts)
{
    (void)report;
    struct part part = { .kind = "other libraries", .write = write_part };
    memcpy(part.name, part_name, sizeof part_name);
    parts_add(parts, &part);
}

static bool is_of(const struct csv *csv, size_t i, const char *problem, const char *law)
{
    return csv_is(csv, i, "problem", problem) && csv_is(csv, i, "law", law);
}

/* Writes what the solver of row i takes for each column. */
static void put_solver(struct page *page, const struct csv *csv, size_t i)
{
    page_cell(page, "%s, %s", csv_text(csv, i, "solver"), csv_text(csv, i, "library"));
    for (size_t k = 0; k < SHOWN; k++) {
        size_t j = 0;
        while (j < csv->n_rows &&
               !(is_of(csv, j, csv_text(csv, i, "problem"), csv_text(csv, i, "law")) &&
                 csv_is(csv, j, "solver", csv_text(csv, i, "solver")) &&
                 csv_is(csv, j, "outputs", shown[k].outputs) &&
                 csv_is(csv, j, "target", shown[k].target)))
            j++;
        const double ratio = j < csv->n_rows ? csv_number(csv, j, "ratio") : (double)NAN;
        const double us = j < csv->n_rows ? csv_number(csv, j, "cpu_us") : (double)NAN;
        if (isnan(ratio))
            page_cell(page, "–");
        else
            page_cell(page, "%.3g × (%.3g %s)", ratio, us < 1000 ? us : us / 1000,
                      us < 1000 ? "µs" : "ms");
    }
}

static void put_law(struct page *page, const struct csv *csv, size_t first)
{
    struct page_column columns[1 + SHOWN] = { { "solver", PAGE_HEAD } };
    char caption[160];
    for (size_t k = 0; k < SHOWN; k++)
        columns[k + 1] = (struct page_column){ shown[k].title, PAGE_NUMBER };
    snprintf(caption, sizeof caption, "Other libraries on %s, %s", csv_text(csv, first, "problem"),
             csv_text(csv, first, "law"));
    page_table_begin(page, caption, columns, 1 + SHOWN);
    const size_t n = csv->n_rows;
    for (size_t i = first; i < n; i++)
        if (is_of(csv, i, csv_text(csv, first, "problem"), csv_text(csv, first, "law")) &&
            csv_is(csv, i, "outputs", csv_text(csv, first, "outputs")) &&
            csv_is(csv, i, "target", csv_text(csv, first, "target")))
            put_solver(page, csv, i);
    page_table_end(page);
}

static void draw_scenario(const struct report *report, struct page *page,
                          const struct scenario *scenario)
{
    struct csv csv;
    char last[64] = "";
    if (!report_read(report, part_name, &csv))
        return;
    for (size_t i = 0; i < csv.n_rows; i++) {
        const char *law = csv_text(&csv, i, "law");
        if (!csv_is(&csv, i, "problem", scenario->name) || strcmp(law, last) == 0)
            continue;
        if (!*last)
            page_section(page, section_rivals.id, section_rivals.title);
        snprintf(last, sizeof last, "%s", law);
        put_law(page, &csv, i);
    }
    if (*last) {
        page_note(page,
                  "CPU time for an error up to that of the column, over that of the faster of "
                  "Bristle's own, and the time itself: medians of 15 turns in one run on one "
                  "machine (%s). Each solver is at its best over tolerances and ways of "
                  "handling events. A dash: it does not reach the error. martinez_rosas has "
                  "alpha = 5e4.",
                  csv_text(&csv, 0, "machine"));
        report_source(report, page, "tools/bazel run //benchmarks:rivals -- --format csv",
                      part_name);
    }
    csv_free(&csv);
}

const struct section section_rivals = {
    .id = "rivals", .title = "Other libraries", .plan = plan, .draw_scenario = draw_scenario
};
