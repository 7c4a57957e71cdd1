/* Tables of the methods in a comparison: what each needs for an error, and where it is unsafe
 * (comparisons.h). */
#include <math.h>
#include <string.h>

#include "benchmarks/comparison/ranking.h"
#include "benchmarks/sections/comparisons.h"
#include "models/status.h"

size_t report_fastest(const struct csv *csv, const char *integrator, double limit)
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

static bool is_given(const struct csv *csv, size_t row) { return csv_is(csv, row, "kind", "h"); }

static void put_setting_words(struct page *page, const struct csv *csv, size_t row)
{
    fprintf(page->out, "%s %g%s", is_given(csv, row) ? "h" : "rtol",
            csv_number(csv, row, "setting"), is_given(csv, row) ? " s" : "");
}

static void put_setting(struct page *page, const struct csv *csv, size_t row, bool is_fastest)
{
    page_cell_begin(page);
    fputs(is_fastest ? "<strong>★ " : "", page->out);
    put_setting_words(page, csv, row);
    fprintf(page->out, ", %.3g ms", 1e3 * csv_number(csv, row, "cpu_time_s"));
    fputs(is_fastest ? "</strong>" : "", page->out);
    page_cell_end(page);
}

/* A state leaves its bound by no more than the row's error. */
static bool is_beyond(const struct csv *csv, size_t row)
{
    return csv_number(csv, row, "bound_violations") > 0 &&
           csv_number(csv, row, "error_max") > ranking_targets[0];
}

/* Writes the coarsest setting at which the method fails, and at which it leaves a bound; or that it
 * is not made for the problem. */
static void put_unsafe(struct page *page, const struct csv *csv, const char *integrator)
{
    size_t failed = csv->n_rows, beyond = csv->n_rows;
    for (size_t i = csv->n_rows; i-- > 0;) {
        if (!csv_is(csv, i, "integrator", integrator))
            continue;
        if (*csv_text(csv, i, "failure"))
            failed = i;
        else if (is_beyond(csv, i))
            beyond = i;
    }
    page_cell_begin(page);
    if (failed < csv->n_rows && csv_is(csv, failed, "failure", status_text(STATUS_UNSUPPORTED)))
        fputs("not made for this problem", page->out);
    else if (failed < csv->n_rows) {
        page_badge(page, PAGE_FALSE, "");
        page_escape(page->out, csv_text(csv, failed, "failure"));
        fputs(" at ", page->out);
        put_setting_words(page, csv, failed);
    }
    if (beyond < csv->n_rows) {
        fputs(failed < csv->n_rows ? "; " : "", page->out);
        page_badge(page, PAGE_FALSE, "");
        fputs("leaves a bound at ", page->out);
        put_setting_words(page, csv, beyond);
    }
    page_cell_end(page);
}

static void put_table(const struct csv *csv, const char *kind, const char *caption,
                      struct page *page)
{
    char titles[RANKING_TARGETS][32];
    struct page_column columns[2 + RANKING_TARGETS] = { { "method", PAGE_HEAD } };
    size_t best[RANKING_TARGETS];
    for (size_t k = 0; k < RANKING_TARGETS; k++) {
        snprintf(titles[k], sizeof titles[k], "error ≤ 1e%.0f", log10(ranking_targets[k]));
        columns[k + 1] = (struct page_column){ titles[k], PAGE_TEXT };
        best[k] = report_fastest(csv, NULL, ranking_targets[k]);
    }
    columns[1 + RANKING_TARGETS] = (struct page_column){ "unsafe", PAGE_TEXT };
    page_table_begin(page, caption, columns, 2 + RANKING_TARGETS);
    const char *last = "";
    for (size_t i = 0; i < csv->n_rows; i++) {
        const char *integrator = csv_text(csv, i, "integrator");
        if (!csv_is(csv, i, "kind", kind) || strcmp(integrator, last) == 0)
            continue;
        last = integrator;
        page_cell(page, "%s", integrator);
        for (size_t k = 0; k < RANKING_TARGETS; k++) {
            const size_t row = report_fastest(csv, integrator, ranking_targets[k]);
            if (row < csv->n_rows)
                put_setting(page, csv, row, row == best[k]);
            else
                page_cell(page, "–");
        }
        put_unsafe(page, csv, integrator);
    }
    page_table_end(page);
}

void report_draw_methods(const struct csv *csv, const struct scenario *scenario, const char *model,
                         const char *law, struct page *page)
{
    char id[96], caption[160];
    snprintf(id, sizeof id, "%s-methods-%s", scenario->name, model);
    page_heading(page, id, "With %s", law);
    snprintf(caption, sizeof caption, "Steps of given size, %s", law);
    put_table(csv, "h", caption, page);
    snprintf(caption, sizeof caption, "Steps by tolerance, %s", law);
    put_table(csv, "rtol", caption, page);
    page_note(page, "The setting and the CPU time of the fastest run with an error up to that of "
                    "the column. ★: the fastest of both tables; a dash: none of the settings "
                    "tried reaches it. Unsafe: what fails, and a state that leaves its bound where "
                    "the error is above 1e-2; a state is beyond its bound by no more than the "
                    "error.");
}
