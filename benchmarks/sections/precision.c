/* The section on work and precision: the cost of an error, by scenario, law and method. */
#include <cjson/cJSON.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/comparison/compare.h"
#include "benchmarks/comparison/context.h"
#include "benchmarks/comparison/ranking.h"
#include "benchmarks/sections/comparisons.h"
#include "models/real.h"
#include "reference/solutions/reference_solution.h"
#include "tools/base/columns.h"
#include "tools/base/memory.h"

/* Seconds of repetitions of a row, beyond which one run is long; settings, and a limit for steps:
 * with those of compare, up to five million steps a run, the page would take half an hour. */
#define FULL_TIME  0.03
#define QUICK_TIME 0.01
#define MOST_STEPS 3e5
static const double full_steps[] = { 1e-3, 5e-4, 1e-4, 5e-5, 1e-5 };
static const double full_tolerances[] = { 1e-4, 1e-6, 1e-8, 1e-10 };
static const struct compare_ladder full_ladder = { full_steps, full_tolerances, 5, 4, false };
static const double quick_steps[] = { 1e-3, 2e-4 }, quick_tolerances[] = { 1e-4, 1e-6, 1e-8 };
static const struct compare_ladder quick_ladder = { quick_steps, quick_tolerances, 2, 3, true };
static const char *const quick_scenarios[] = { "hysteresis", "driven_stiff", "stick_slip", NULL };

/* At Table I a mass with the paper's law sticks for minutes: alpha within the window of passivity
 * makes it move. */
static struct report_law law_of(const char *model, const struct scenario *scenario)
{
    const bool moved = scenario->plant && strcmp(model, "martinez_rosas") == 0;
    return (struct report_law){ PREC(model_find)(model), moved ? "alpha" : NULL, 50000 };
}

const char *const report_compared[REPORT_COMPARED] = { "lugre", "martinez_rosas", "dahl" };

/* Computes errors, beside which other comparisons are computed; the times follow, alone. */
static void prepare_comparison(const struct report *report, struct part *part)
{
    double p[MODEL_MAX_PARAMS];
    struct comparison *c = memory_array(1, sizeof *c);
    report_law_params(&part->law, p);
    *c = comparison_new(part->scenario, part->law.model, p);
    struct compare_ladder ladder = report->quick ? quick_ladder : full_ladder;
    while (ladder.n_steps > 2 && c->setup.duration > MOST_STEPS * (1 + 4 * DBL_EPSILON) *
                                                         ladder.steps[ladder.n_steps - 1])
        ladder.n_steps--;
    c->effort.seconds = c->effort.long_run = report->quick ? QUICK_TIME : FULL_TIME;
    comparison_add_ladder(c, PREC(integrators), &ladder);
    comparison_errors(c);
    part->prepared = c;
}

static void part_name(char name[PART_NAME], const char *what, const struct scenario *scenario,
                      const char *model)
{
    snprintf(name, PART_NAME, "%s-%s-%s.csv", what, scenario->name, model);
}

/* Writes the ranking to a file of its own: its intervals need more than the CSV of the rows. */
static void write_ranking(const struct report *report, const struct comparison *c)
{
    char name[PART_NAME];
    struct memory_stream csv;
    ranking_csv(memory_open(&csv), c, 1);
    char *text = memory_close(&csv);
    part_name(name, "ranking", c->scenario, c->model->name);
    store_put(&report->store, name, text);
    free(text);
}

static void write_comparison(const struct report *report, const struct part *part, FILE *out)
{
    struct comparison *c = part->prepared;
    comparison_times(c);
    compare_csv(out, c, 1);
    write_ranking(report, c);
    comparison_free(c);
    free(c);
}

/* With Dahl's law a mass shows no break-away. */
static bool chosen(const struct report *report, const struct scenario *scenario, const char *model)
{
    const bool dahl = strcmp(model, "dahl") == 0;
    if (!report->quick)
        return !dahl || scenario->velocity;
    for (size_t i = 0; quick_scenarios[i]; i++)
        if (strcmp(quick_scenarios[i], scenario->name) == 0)
            return !dahl;
    return false;
}

void report_compared_name(const struct scenario *scenario, const char *model, char *buffer,
                          size_t size)
{
    const struct report_law law = law_of(model, scenario);
    report_law_name(&law, buffer, size);
}

void report_comparison_plan(const struct report *report, const struct scenario *scenario,
                            struct parts *parts)
{
    for (size_t m = 0; m < REPORT_COMPARED; m++) {
        struct part part = { .kind = "comparison",
                             .alone = true,
                             .prepare = prepare_comparison,
                             .write = write_comparison,
                             .law = law_of(report_compared[m], scenario),
                             .scenario = scenario };
        double p[MODEL_MAX_PARAMS];
        report_law_params(&part.law, p);
        part_name(part.name, "compare", scenario, report_compared[m]);
        if (chosen(report, scenario, report_compared[m]) &&
            !scenario_refuses(scenario, part.law.model, p))
            parts_add(parts, &part);
    }
}

const char report_context[] = "context.csv";

static void write_context(const struct report *report, const struct part *part, FILE *out)
{
    (void)part;
    cJSON *context = compare_context(NULL, 0);
    cJSON_AddStringToObject(context, "commit", *report->commit ? report->commit : "unknown");
    const cJSON *entry;
    struct columns c = columns_begin(out, FORMAT_CSV, NULL);
    cJSON_ArrayForEach(entry, context)
    {
        if (cJSON_IsObject(entry) || strcmp(entry->string, "executable") == 0)
            continue;
        column_text(&c, "what", entry->string);
        if (cJSON_IsString(entry))
            column_text(&c, "value", entry->valuestring);
        else
            column_number(&c, "value", cJSON_GetNumberValue(entry), 6);
        columns_end_row(&c);
    }
    cJSON_Delete(context);
}

static void plan(const struct report *report, struct parts *parts)
{
    struct part context = { .kind = "context", .write = write_context };
    snprintf(context.name, sizeof context.name, "%s", report_context);
    parts_add(parts, &context);
    for (const struct scenario *const *s = scenarios; *s; s++)
        report_comparison_plan(report, *s, parts);
}

/* Raises errors that the reference cannot resolve to its error bound. */
static void raise_to_floor(struct csv *csv)
{
    for (size_t i = 0; i < csv->n_rows; i++)
        if (csv_number(csv, i, "error_max") < csv_number(csv, i, "floor"))
            csv_set(csv, i, "error_max", csv_text(csv, i, "floor"));
}

bool report_comparison(const struct report *report, const struct scenario *scenario,
                       const char *model, struct csv *csv)
{
    char name[PART_NAME];
    part_name(name, "compare", scenario, model);
    if (!report_read(report, name, csv))
        return false;
    raise_to_floor(csv);
    return true;
}

void report_curves(struct drawing *d, const struct csv *csv, const char *kind, const char *x,
                   const char *y)
{
    const char *integrator = "";
    for (size_t i = 0; i < csv->n_rows; i++) {
        if (!csv_is(csv, i, "kind", kind) || *csv_text(csv, i, "failure"))
            continue;
        if (strcmp(integrator, csv_text(csv, i, "integrator")) != 0) {
            integrator = csv_text(csv, i, "integrator");
            drawing_method(d, integrator, PLOT_LINE_POINTS);
        }
        drawing_point(d, csv_number(csv, i, x), csv_number(csv, i, y));
    }
}

static void draw_figure(const struct report *report, const struct scenario *scenario,
                        struct page *page)
{
    static const struct drawing_axes axes = { "largest error (relative)", "CPU time (s)", true,
                                              true };
    struct drawing d = drawing_new();
    char title[256], law[64], id[64];
    for (size_t m = 0; m < REPORT_COMPARED; m++) {
        struct csv csv;
        if (!report_comparison(report, scenario, report_compared[m], &csv))
            continue;
        report_compared_name(scenario, report_compared[m], law, sizeof law);
        snprintf(title, sizeof title, "%s: steps of given size", law);
        drawing_panel(&d, title, &axes);
        report_curves(&d, &csv, "h", "error_max", "cpu_time_s");
        snprintf(title, sizeof title, "%s: steps by tolerance", law);
        drawing_panel(&d, title, &axes);
        report_curves(&d, &csv, "rtol", "error_max", "cpu_time_s");
        csv_free(&csv);
    }
    drawing_same_axes(&d);
    snprintf(id, sizeof id, "precision-%s", scenario->name);
    if (d.n > 0)
        report_figure(
            report, page, &d, id, "Work and precision",
            "Down and to the left is better. Errors are the largest over all samples and "
            "columns, relative to each column's largest magnitude; one that the reference "
            "cannot resolve is drawn at the reference's floor (≤).",
            &section_precision);
    drawing_free(&d);
}

/* Each comparison of an experiment has its tables of methods. */
static void draw_scenario(const struct report *report, struct page *page,
                          const struct scenario *scenario)
{
    bool begun = false;
    for (size_t m = 0; m < REPORT_COMPARED; m++) {
        struct csv csv;
        char law[64], id[64];
        if (!report_comparison(report, scenario, report_compared[m], &csv))
            continue;
        if (!begun) {
            snprintf(id, sizeof id, "%s-methods", scenario->name);
            page_section(page, id, "Which integrator");
            draw_figure(report, scenario, page);
        }
        begun = true;
        report_compared_name(scenario, report_compared[m], law, sizeof law);
        report_draw_methods(&csv, scenario, report_compared[m], law, page);
        char name[PART_NAME], command[256];
        const struct report_law of = law_of(report_compared[m], scenario);
        int n = snprintf(command, sizeof command,
                         "tools/bazel run //benchmarks:compare -- --scenario %s --model %s",
                         scenario->name, of.model->name);
        if (of.param)
            snprintf(command + n, sizeof command - (size_t)n, " --set %s=%g", of.param, of.value);
        part_name(name, "compare", scenario, report_compared[m]);
        report_source(report, page, command, name);
        csv_free(&csv);
    }
}

/* Writes "exponential_adaptive ~ rosenbrock 0.13 ms": the fastest method at that error, and methods
 * that cannot be told apart from it. */
static void put_fastest(struct page *page, const struct csv *csv, double target)
{
    char cell[256] = "";
    double time = (double)NAN;
    for (size_t i = 0; i < csv->n_rows; i++) {
        const double error = csv_number(csv, i, "error");
        const size_t used = strlen(cell);
        if (error < target || error > target || !csv_is(csv, i, "rank", "1"))
            continue;
        if (used == 0)
            time = csv_number(csv, i, "cpu_time_s");
        snprintf(cell + used, sizeof cell - used, "%s%s", used > 0 ? " ~ " : "",
                 csv_text(csv, i, "integrator"));
    }
    if (isnan(time))
        page_cell(page, "none");
    else
        page_cell(page, "%s, %.3g ms", cell, 1e3 * time);
}

static void draw_fastest(const struct report *report, struct page *page)
{
    char titles[RANKING_TARGETS][32];
    struct page_column columns[1 + RANKING_TARGETS] = { { "experiment", PAGE_HEAD } };
    for (size_t k = 0; k < RANKING_TARGETS; k++) {
        snprintf(titles[k], sizeof titles[k], "error %.0e", ranking_targets[k]);
        columns[k + 1] = (struct page_column){ titles[k], PAGE_TEXT };
    }
    page_table_begin(page, "The fastest method for an error, and the CPU time that it takes",
                     columns, 1 + RANKING_TARGETS);
    for (const struct scenario *const *s = scenarios; *s; s++)
        for (size_t m = 0; m < REPORT_COMPARED; m++) {
            struct csv csv;
            char name[PART_NAME];
            part_name(name, "ranking", *s, report_compared[m]);
            if (!report_read(report, name, &csv))
                continue;
            report_compared_name(*s, report_compared[m], name, sizeof name);
            char path[REPORT_PATH];
            page_cell_running(page, "[%s](%s), %s", (*s)->name,
                              report_scenario_path(path, (*s)->name), name);
            for (size_t k = 0; k < RANKING_TARGETS; k++)
                put_fastest(page, &csv, ranking_targets[k]);
            csv_free(&csv);
        }
    page_table_end(page);
    page_note(page, "Interpolated between the settings that were run, which the experiments' pages "
                    "show. A ~ joins "
                    "methods whose times the "
                    "quartiles of repeated runs do not tell apart: they are not ranked.");
}

static void draw_context(const struct report *report, struct page *page)
{
    static const struct page_column columns[] = { { "", PAGE_HEAD }, { "", PAGE_TEXT } };
    struct csv csv;
    if (!report_read(report, report_context, &csv))
        return;
    page_section(page, "measured", "Measured with");
    page_table_begin(page, "Machine, compiler, libraries", columns, 2);
    for (size_t i = 0; i < csv.n_rows; i++) {
        page_cell(page, "%s", csv_text(&csv, i, "what"));
        page_cell(page, "%s", csv_text(&csv, i, "value"));
    }
    page_table_end(page);
    csv_free(&csv);
}

static void draw_first(const struct report *report, struct page *page)
{
    page_section(page, "choosing", "Which integrator is the fastest");
    draw_fastest(report, page);
    draw_context(report, page);
}

const struct section section_precision = { .id = "precision",
                                           .title = "Work and precision",
                                           .plan = plan,
                                           .draw_first = draw_first,
                                           .draw_scenario = draw_scenario };
