/* The section on error against step, with observed slopes. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "benchmarks/sections/comparisons.h"

/* Scenarios whose errors follow the step: smooth, with reversals, with a mass that sticks. */
static const char *const shown[] = { "hysteresis", "driven_stiff", "stick_slip" };
enum { N_SHOWN = sizeof shown / sizeof *shown };

static void plan(const struct report *report, struct parts *parts)
{
    for (size_t s = 0; s < N_SHOWN; s++)
        report_comparison_plan(report, scenario_find(shown[s]), parts);
}

/* Returns true when neither the reference's error nor rounding, which may add up over the steps, is
 * more than a tenth of the error, and the error is small enough to follow the step. */
static bool usable(const struct csv *csv, size_t i)
{
    const double error = csv_number(csv, i, "error_max");
    const double rounding = csv_number(csv, i, "steps") * DBL_EPSILON;
    return csv_is(csv, i, "kind", "h") && !*csv_text(csv, i, "failure") && error < 0.1 &&
           error > 10 * fmax(csv_number(csv, i, "floor"), rounding);
}

/* Returns the exponent of the step between the two finest settings whose errors are the method's;
 * NAN: there are no two. */
static double slope(const struct csv *csv, const char *integrator)
{
    double h[2] = { NAN, NAN }, e[2] = { NAN, NAN };
    for (size_t i = 0; i < csv->n_rows; i++) {
        if (!csv_is(csv, i, "integrator", integrator) || !usable(csv, i))
            continue;
        h[0] = h[1];
        e[0] = e[1];
        h[1] = csv_number(csv, i, "setting");
        e[1] = csv_number(csv, i, "error_max");
    }
    return log(e[0] / e[1]) / log(h[0] / h[1]);
}

/* The exponents of the laws in d's panels, in the order of `tables`. */
static void draw_slopes(const struct csv tables[], const char *const titles[], size_t n,
                        struct page *page)
{
    struct page_column columns[1 + REPORT_COMPARED] = { { "method", PAGE_HEAD } };
    for (size_t k = 0; k < n; k++)
        columns[k + 1] = (struct page_column){ titles[k], PAGE_NUMBER };
    page_table_begin(page, "Observed exponent of the step in the error", columns, n + 1);
    for (const struct integrator *const *m = PREC(integrators); *m; m++) {
        if ((*m)->flags & INTEGRATOR_ADAPTIVE)
            continue;
        page_cell(page, "%s", (*m)->name);
        for (size_t k = 0; k < n; k++) {
            const double exponent = slope(&tables[k], (*m)->name);
            if (isnan(exponent))
                page_cell(page, "–");
            else
                page_cell(page, "%.1f", exponent);
        }
    }
    page_table_end(page);
    page_note(page,
              "Between the two finest steps whose errors lie below 10 %% and ten times above the "
              "reference's floor; a dash: there are no two. The order of a method holds where "
              "rates are smooth within a step: friction that relaxes faster than the step "
              "lowers it.");
}

static void draw_scenario(const struct report *report, const struct scenario *scenario,
                          struct page *page)
{
    static const struct drawing_axes axes = { "step h (s)", "largest error (relative)", true,
                                              true };
    struct drawing d = drawing_new();
    struct csv tables[REPORT_COMPARED];
    char id[64];
    const char *titles[REPORT_COMPARED];
    for (size_t m = 0; m < REPORT_COMPARED; m++) {
        char title[128];
        if (!report_comparison(report, scenario, report_compared[m], &tables[d.n]))
            continue;
        report_compared_name(scenario, report_compared[m], title, sizeof title);
        drawing_panel(&d, title, &axes);
        report_curves(&d, &tables[d.n - 1], "h", "setting", "error_max");
    }
    if (d.n > 0) {
        snprintf(id, sizeof id, "%s-steps", scenario->name);
        page_section(page, id, section_steps.title);
        page_paragraph(page, "How fast does the error fall with the step? A curve that begins late "
                             "has failed at longer steps.");
        drawing_same_axes(&d);
        snprintf(id, sizeof id, "steps-%s", scenario->name);
        report_figure(report, page, &d, id, "Error against step", NULL, &section_steps);
        for (size_t k = 0; k < d.n; k++)
            titles[k] = d.panels[k].title;
        draw_slopes(tables, titles, d.n, page);
    }
    for (size_t k = 0; k < d.n; k++)
        csv_free(&tables[k]);
    drawing_free(&d);
}

static void draw_of(const struct report *report, struct page *page, const struct scenario *scenario)
{
    for (size_t s = 0; s < N_SHOWN; s++)
        if (strcmp(shown[s], scenario->name) == 0)
            draw_scenario(report, scenario, page);
}

const struct section section_steps = {
    .id = "steps", .title = "Error against step", .plan = plan, .draw_scenario = draw_of
};
