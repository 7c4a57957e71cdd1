/* Draws what reports found over the commits: verdicts, speed and accuracy (history.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/reporting/history.h"
#include "benchmarks/reporting/pages.h"
#include "benchmarks/sections/comparisons.h"
#include "tools/base/memory.h"

static const char *const words[] = { "proved", "enclosed", "agreed", "tested", "false" };
enum { N_WORDS = sizeof words / sizeof *words };
static const char x_label[] = "number of the report";

static size_t count_verdicts(const struct csv *entry, const char *word)
{
    size_t n = 0;
    for (size_t i = 0; i < entry->n_rows; i++)
        n += csv_is(entry, i, "kind", "verdict") && csv_is(entry, i, "value", word);
    return n;
}

static size_t count_kind(const struct csv *entry, const char *kind)
{
    size_t n = 0;
    for (size_t i = 0; i < entry->n_rows; i++)
        n += csv_is(entry, i, "kind", kind);
    return n;
}

static void draw_reports(const struct history *history, struct page *page)
{
    struct page_column columns[5 + N_WORDS] = { { "number", PAGE_NUMBER },
                                                { "commit", PAGE_HEAD },
                                                { "date", PAGE_TEXT },
                                                { "machine", PAGE_TEXT } };
    for (size_t w = 0; w < N_WORDS; w++)
        columns[4 + w] = (struct page_column){ words[w], PAGE_NUMBER };
    columns[4 + N_WORDS] = (struct page_column){ "not as declared", PAGE_NUMBER };
    page_table_begin(page, "Reports by commit", columns, sizeof columns / sizeof *columns);
    for (size_t k = 0; k < history->n; k++) {
        const struct csv *entry = &history->entries[k];
        page_cell(page, "%zu", k + 1);
        page_cell(page, "%s", history_text(entry, "about", "commit"));
        page_cell(page, "%.10s", history_text(entry, "about", "committed"));
        page_cell(page, "%s", history_text(entry, "about", "cpu"));
        for (size_t w = 0; w < N_WORDS; w++)
            page_cell(page, "%zu", count_verdicts(entry, words[w]));
        page_cell(page, "%zu", count_kind(entry, "astray"));
    }
    page_table_end(page);
    page_note(page, "`-changed` behind a commit: the sources were not as it has them. The figures "
                    "count reports by the numbers of this table.");
}

static void put_figure(struct page *page, const struct drawing *d, const char *id,
                       const char *title, const char *caption)
{
    page_figure(page,
                &(struct page_figure){ .id = id,
                                       .title = title,
                                       .caption = caption,
                                       .command = "tools/bazel run //:report -- --history DIR",
                                       .panels = d->panels,
                                       .n_panels = d->n });
}

static void draw_verdicts(const struct history *history, struct page *page)
{
    static const struct drawing_axes axes = { x_label, "claims", false, false };
    struct drawing d = drawing_new();
    drawing_panel(&d, "Claims by what their verdicts rest on", &axes);
    for (unsigned w = 0; w < N_WORDS; w++) {
        drawing_series(&d, words[w], w, PLOT_LINE_POINTS);
        for (size_t k = 0; k < history->n; k++)
            drawing_point(&d, (double)k + 1,
                          (double)count_verdicts(&history->entries[k], words[w]));
    }
    put_figure(page, &d, "history-verdicts", "Verdicts by commit", NULL);
    drawing_free(&d);
}

/* Draws one panel: a curve for each scenario that has that number in some report. */
static void draw_panel(struct drawing *d, const struct history *history, const char *title,
                       const char *kind, const char *before_scenario, const char *law)
{
    const struct drawing_axes axes = { x_label,
                                       strcmp(kind, "speed") == 0 ? "times the speed of CVODE"
                                                                  : "largest error (relative)",
                                       false, true };
    bool has_panel = false;
    unsigned style = 0;
    for (const struct scenario *const *s = scenarios; *s; s++, style++) {
        bool has_series = false;
        char name[160];
        snprintf(name, sizeof name, "%s%s %s", before_scenario, (*s)->name, law);
        for (size_t k = 0; k < history->n; k++) {
            const char *value = history_text(&history->entries[k], kind, name);
            if (!*value)
                continue;
            if (!has_panel)
                drawing_panel(d, title, &axes);
            if (!has_series)
                drawing_series(d, (*s)->name, style, PLOT_LINE_POINTS);
            has_panel = has_series = true;
            drawing_point(d, (double)k + 1, strtod(value, NULL));
        }
    }
}

static void draw_speed(const struct history *history, struct page *page)
{
    struct drawing d = drawing_new();
    for (size_t m = 0; m < REPORT_COMPARED; m++)
        draw_panel(&d, history, report_compared[m], "speed", "", report_compared[m]);
    drawing_same_axes(&d);
    if (d.n > 0)
        put_figure(page, &d, "history-speed", "Speed by commit",
                   "The CPU time of CVODE's BDF by that of the fastest method, both "
                   "with every error up to 1e-4, in one run: machines need not be the "
                   "same.");
    drawing_free(&d);
}

static void draw_accuracy(const struct history *history, struct page *page)
{
    struct drawing d = drawing_new();
    for (size_t k = 0; k < HISTORY_FOLLOWED; k++)
        for (size_t m = 0; m < REPORT_COMPARED; m++) {
            char method[HISTORY_METHOD], before[HISTORY_METHOD + 4], title[128];
            snprintf(before, sizeof before, "%s, ", history_followed(k, method));
            snprintf(title, sizeof title, "%s: %s", report_compared[m], method);
            draw_panel(&d, history, title, "error", before, report_compared[m]);
        }
    drawing_same_axes(&d);
    if (d.n > 0)
        put_figure(page, &d, "history-accuracy", "Accuracy by commit",
                   "Errors of a method with a given step and of one with a tolerance, "
                   "relative to the largest magnitude of each column.");
    drawing_free(&d);
}

/* A row for a claim whose verdict is another, or is new or gone. Its id begins with its law. */
static void put_verdict(struct page *page, const char *claim, const char *was, const char *is)
{
    char law[REPORT_PATH], path[REPORT_PATH];
    snprintf(law, sizeof law, "%.*s", (int)strcspn(claim, "-"), claim);
    if (*is)
        page_cell_running(page, "[%s](%s#%s)", claim, report_law_path(path, law), claim);
    else
        page_cell(page, "%s", claim);
    page_cell(page, "%s", *was ? was : "–");
    page_cell(page, "%s", *is ? is : "–");
}

static void draw_changed_verdicts(const struct csv *before, const struct csv *after,
                                  struct page *page)
{
    static const struct page_column columns[] = { { "claim", PAGE_HEAD },
                                                  { "before", PAGE_TEXT },
                                                  { "now", PAGE_TEXT } };
    const struct history_change change = history_compare(before, after);
    if (change.differ + change.added + change.gone == 0)
        return;
    page_table_begin(page, "Verdicts that changed", columns, 3);
    for (size_t i = 0; i < after->n_rows; i++) {
        const char *name = csv_text(after, i, "name"), *was = history_text(before, "verdict", name);
        if (csv_is(after, i, "kind", "verdict") && !csv_is(after, i, "value", was))
            put_verdict(page, name, was, csv_text(after, i, "value"));
    }
    for (size_t i = 0; i < before->n_rows; i++) {
        const char *name = csv_text(before, i, "name");
        if (csv_is(before, i, "kind", "verdict") && !*history_text(after, "verdict", name))
            put_verdict(page, name, csv_text(before, i, "value"), "");
    }
    page_table_end(page);
}

/* Speeds and errors that both reports have, and their ratios. */
static void draw_ratios(const struct csv *before, const struct csv *after, const char *kind,
                        const char *caption, struct page *page)
{
    static const struct page_column columns[] = { { "", PAGE_HEAD },
                                                  { "before", PAGE_NUMBER },
                                                  { "now", PAGE_NUMBER },
                                                  { "ratio", PAGE_NUMBER } };
    bool begun = false;
    for (size_t i = 0; i < after->n_rows; i++) {
        const char *name = csv_text(after, i, "name"), *was = history_text(before, kind, name);
        if (!csv_is(after, i, "kind", kind) || !*was)
            continue;
        if (!begun)
            page_table_begin(page, caption, columns, 4);
        begun = true;
        const double old = strtod(was, NULL), new = csv_number(after, i, "value");
        page_cell(page, "%s", name);
        page_cell(page, "%.3g", old);
        page_cell(page, "%.3g", new);
        page_cell(page, "%.3g", new / old);
    }
    if (begun)
        page_table_end(page);
}

static void draw_last_change(const struct report *report, const struct history *history,
                             struct page *page)
{
    char *sentence = history_sentence(history, report->commit);
    if (*sentence) {
        const struct csv *after = &history->entries[history->n - 1], *before = after - 1;
        page_section(page, "history-change", "What has changed");
        page_paragraph(page, "%s", sentence);
        draw_changed_verdicts(before, after, page);
        draw_ratios(before, after, "speed", "Times the speed of CVODE at an error of 1e-4", page);
        draw_ratios(before, after, "error", "Largest errors", page);
    }
    free(sentence);
}

void report_draw_history(const struct report *report, struct page *page)
{
    const struct history *history = report->history;
    draw_last_change(report, history, page);
    page_section(page, "history", "By commit");
    if (history->n == 0)
        page_paragraph(page, "No report has been kept yet; this one will be when it is complete.");
    else {
        draw_verdicts(history, page);
        draw_speed(history, page);
        draw_accuracy(history, page);
        draw_reports(history, page);
    }
}
