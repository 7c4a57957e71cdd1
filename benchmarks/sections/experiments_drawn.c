/* The section on experiments: every law compared with the others, and each with its reference. */
#include <math.h>
#include <string.h>

#include "benchmarks/sections/draw.h"
#include "benchmarks/sections/experiments.h"

/* Draws the solutions in a file one after another, the reference first and below the others. */
static void draw_solutions(struct drawing *d, const struct csv *csv, const char *x, const char *y,
                           double from)
{
    const char *solution = "";
    for (size_t i = 0; i < csv->n_rows; i++) {
        const bool exact = csv_is(csv, i, "solution", "reference");
        const double t = csv_number(csv, i, "t");
        if (t < from)
            continue;
        if (strcmp(solution, csv_text(csv, i, "solution")) != 0) {
            solution = csv_text(csv, i, "solution");
            drawing_series(d, solution, exact ? 0 : drawing_style(solution),
                           exact ? PLOT_REFERENCE : PLOT_LINE);
        }
        drawing_point(d, csv_number(csv, i, x), csv_number(csv, i, y));
    }
}

static const char no_reference[] = "No reference: with a mass, slips that are remembered ring for "
                                   "thousands of periods.";
static const char reference_later[] = "Its reference is in the full report.";

/* Why a panel has no reference; NULL: it has one. */
static const char *missing(const struct report *report, const struct scenario *scenario,
                           const struct model *law, const struct csv *csv)
{
    for (size_t i = 0; i < csv->n_rows; i++)
        if (csv_is(csv, i, "solution", "reference"))
            return NULL;
    if (report->quick && !(scenario->plant && law->n_ints > 0))
        return reference_later;
    return scenario->plant && law->n_ints > 0 ? no_reference : "No reference.";
}

/* Adds the panel of a law in a view. */
static void add_panel(const struct report *report, const struct experiment_view *view,
                      const struct report_law *law, const char *title, struct drawing *d)
{
    const struct drawing_axes axes = { view->x_label, view->y_label, false, false };
    const struct scenario *scenario = scenario_find(view->scenario);
    struct csv csv;
    char name[PART_NAME];
    experiment_part_name(name, "experiment", view->scenario, law);
    if (!report_read(report, name, &csv))
        return;
    drawing_panel(d, title, &axes);
    draw_solutions(d, &csv, view->x, view->y, view->from);
    drawing_note(d, missing(report, scenario, law->model, &csv));
    csv_free(&csv);
}

static void draw_view(const struct report *report, const struct experiment_view *view,
                      struct page *page)
{
    const struct scenario *scenario = scenario_find(view->scenario);
    struct drawing d = drawing_new();
    struct report_law law;
    char id[64], name[64];
    for (size_t i = 0; experiment_next_law(scenario, &i, &law);) {
        report_law_name(&law, name, sizeof name);
        add_panel(report, view, &law, name, &d);
    }
    snprintf(id, sizeof id, "experiment-%s", scenario->name);
    report_figure(report, page, &d, id, view->title, view->caption, &section_experiments);
    drawing_free(&d);
}

#define EVERY_LAW                                                                                  \
    "Every law in one experiment: [pre-sliding](experiments/pre_sliding.html), "                   \
    "[friction lag](experiments/hysteresis.html), [break-away](experiments/break_away.html), "     \
    "[stick-slip](experiments/stick_slip.html), [hunting](experiments/pid.html)."

/* The experiments of one law, beside one another. A single file has these panels once, in the
 * experiments' parts. */
static void draw_law(const struct report *report, struct page *page, const struct model *model)
{
    struct drawing d = drawing_new();
    struct report_law law;
    char id[96], title[128];
    for (const struct experiment_view *view = experiment_views; view->scenario; view++)
        for (size_t i = 0; experiment_next_law(scenario_find(view->scenario), &i, &law);) {
            if (law.model != model)
                continue;
            if (law.param)
                snprintf(title, sizeof title, "%s, %s = %g", view->title, law.param, law.value);
            else
                snprintf(title, sizeof title, "%s", view->title);
            add_panel(report, view, &law, title, &d);
        }
    if (d.n > 0) {
        snprintf(id, sizeof id, "%s-experiments", model->name);
        page_section(page, id, "In experiments");
    }
    snprintf(id, sizeof id, "experiments-%s", model->name);
    if (d.n > 0 && page->frame->single_file)
        page_paragraph(page, EVERY_LAW);
    else if (d.n > 0)
        report_figure(report, page, &d, id, "The experiments of Canudas de Wit et al. 1995",
                      "The wide pale line is the reference, the thin one a method that users would "
                      "take; where they cannot be told apart, the method is right. " EVERY_LAW,
                      &section_experiments);
    drawing_free(&d);
}

/* Draws a point or a line for each rate. */
static void draw_rates(const struct report *report, struct page *page)
{
    static const struct drawing_axes axes = { "rate of the force (N/s)", "break-away force (N)",
                                              false, false };
    const struct scenario *scenario = scenario_find("break_away");
    struct drawing d = drawing_new();
    struct report_law law;
    for (size_t i = 0; experiment_next_law(scenario, &i, &law);) {
        struct csv csv;
        char name[PART_NAME];
        experiment_part_name(name, "rates", scenario->name, &law);
        if (!report_read(report, name, &csv))
            continue;
        report_law_name(&law, name, sizeof name);
        if (csv.n_rows > 0)
            drawing_panel(&d, name, &axes);
        for (int exact = 1; exact >= 0; exact--)
            for (size_t k = 0, n = 0; k < csv.n_rows; k++) {
                const char *solution = csv_text(&csv, k, "solution");
                if (csv_is(&csv, k, "solution", "reference") != (exact == 1))
                    continue;
                if (n++ == 0)
                    drawing_series(&d, solution, exact ? 0 : drawing_style(solution),
                                   exact ? PLOT_REFERENCE : PLOT_LINE_POINTS);
                drawing_point(&d, csv_number(&csv, k, "rate"), csv_number(&csv, k, "F"));
            }
        csv_free(&csv);
    }
    report_figure(
        report, page, &d, "break_away-rates", "Break-away force against its rate",
        "The force at the instant at which the speed passes vs = 1 mm/s. Bristles that bend "
        "under a fast ramp, or ring, are that fast before they slide. What does not break "
        "away within 2 s is left out.",
        &section_experiments);
    drawing_free(&d);
}

static void draw_scenario(const struct report *report, struct page *page,
                          const struct scenario *scenario)
{
    char id[64];
    for (const struct experiment_view *view = experiment_views; view->scenario; view++) {
        if (strcmp(view->scenario, scenario->name) != 0)
            continue;
        snprintf(id, sizeof id, "%s-laws", scenario->name);
        page_section(page, id, "What each law does in it");
        page_paragraph(page,
                       "The wide pale line is the reference, the thin one a method that users "
                       "would take; where they cannot be told apart, the method is right. A law "
                       "that the experiment does not fit is left out.");
        draw_view(report, view, page);
        if (strcmp(view->scenario, "break_away") == 0)
            draw_rates(report, page);
    }
}

const struct section section_experiments = { .id = "experiments",
                                             .title = "The experiments",
                                             .plan = experiment_plan,
                                             .draw_law = draw_law,
                                             .draw_scenario = draw_scenario };
