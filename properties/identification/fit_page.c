/* Figures and tables of a ranking (fit_page.h). */
#include "properties/identification/fit_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/identification/fit_curves.h"
#include "properties/identification/ranking_output.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/figures/page.h"

enum { CURVE = 160, MOST_RUNS = 4 };

static const char path_of_page[] = "index.html";

static void draw_time(struct page *page, const struct fit_run_of_law *f, size_t j)
{
    const struct plot_series forces[] = {
        { "measured", f->run->t, f->run->force, f->run->n, 0, PLOT_LINE },
        { "law", f->run->t, f->law, f->run->n, 1, PLOT_LINE },
    };
    const struct plot_series error[] = { { "measured less law", f->run->t, f->error, f->run->n, 0,
                                           PLOT_LINE } };
    const struct plot_panel panels[] = {
        { .x_label = "time (s)", .y_label = "force (N)", .series = forces, .n = 2 },
        { .x_label = "time (s)", .y_label = "what is left (N)", .series = error, .n = 1 },
    };
    char id[2][32];
    snprintf(id[0], sizeof id[0], "force-%zu", j + 1);
    snprintf(id[1], sizeof id[1], "error-%zu", j + 1);
    page_figure(page, &(struct page_figure){ .id = id[0],
                                             .title = "Measured and fitted force",
                                             .caption = f->run->file,
                                             .panels = panels,
                                             .n_panels = 1,
                                             .csv = "",
                                             .shape = PAGE_WIDE });
    page_figure(page, &(struct page_figure){ .id = id[1],
                                             .title = "What the law leaves",
                                             .caption = "Noise, if the law is right and the motion "
                                                        "is known.",
                                             .panels = panels + 1,
                                             .n_panels = 1,
                                             .csv = "",
                                             .shape = PAGE_WIDE });
}

static void draw_loop(struct page *page, const struct fit_run_of_law *f)
{
    const struct fit_loop loop = fit_smallest_loop(f);
    if (loop.n == 0)
        return;
    const struct plot_series series[] = {
        { "measured", loop.x, loop.force, loop.n, 0, PLOT_POINTS },
        { "law", loop.x, loop.law, loop.n, 1, PLOT_LINE },
    };
    const struct plot_panel panel = {
        .x_label = "position (m)", .y_label = "force (N)", .series = series, .n = 2
    };
    page_figure(page,
                &(struct page_figure){ .id = "loop",
                                       .title = "The smallest loops",
                                       .caption = "Where the motion turns and goes least far: "
                                                  "the law before it slides.",
                                       .panels = &panel,
                                       .n_panels = 1,
                                       .csv = "" });
}

static void draw_steady(struct page *page, const struct ranked *law, const struct measured *m)
{
    double v[CURVE], force[CURVE], low[CURVE], high[CURVE];
    if (!law->law->model->steady_force)
        return;
    for (int i = 0; i < CURVE; i++) {
        double deviation;
        v[i] = m->speed[0] * pow(m->speed[1] / m->speed[0], i / (CURVE - 1.0));
        force[i] = fit_steady(&law->fit.estimate, v[i], &deviation);
        low[i] = force[i] - ESTIMATE_95 * deviation;
        high[i] = force[i] + ESTIMATE_95 * deviation;
    }
    const struct fit_bins bins = fit_bins_of(law, m);
    const struct plot_series series[] = {
        { "measured, mean at that speed", bins.v, bins.force, bins.n, 0, PLOT_POINTS },
        { "law at steady speed", v, force, CURVE, 1, PLOT_LINE },
        { "95 % band", v, low, CURVE, 2, PLOT_LINE },
        { NULL, v, high, CURVE, 2, PLOT_LINE },
    };
    const struct plot_panel panel = { .x_label = "speed (m/s)",
                                      .y_label = "force (N)",
                                      .series = series,
                                      .n = law->fit.estimate.jumps ? 2 : 4,
                                      .log_x = true };
    page_figure(page, &(struct page_figure){ .id = "steady",
                                             .title = "Steady curve",
                                             .caption = "Means are of all samples at that speed, "
                                                        "also those before the law slides.",
                                             .panels = &panel,
                                             .n_panels = 1,
                                             .csv = "" });
}

/* One panel a parameter: how much worse the law fits where it is held elsewhere. */
static void draw_profiles(struct page *page, const struct ranked *law)
{
    static const double most = ESTIMATE_95 * ESTIMATE_95;
    const struct model *model = law->law->model;
    struct plot_panel panels[MODEL_MAX_PARAMS];
    struct plot_series series[MODEL_MAX_PARAMS][2];
    double ends[MODEL_MAX_PARAMS][2], level[] = { most, most };
    char labels[MODEL_MAX_PARAMS][96];
    size_t n = 0;
    for (unsigned i = 0; law->fit.profile && i < model->n_params; i++) {
        const struct profile *p = &law->fit.profile[i];
        if (p->n < 2)
            continue;
        snprintf(labels[n], sizeof *labels, "%s (%s)", model->params[i].name,
                 model->params[i].unit);
        ends[n][0] = p->value[0];
        ends[n][1] = p->value[p->n - 1];
        series[n][0] = (struct plot_series){ "likelihood lost", p->value, p->excess, p->n, 0,
                                             PLOT_LINE_POINTS };
        series[n][1] = (struct plot_series){ "95 %", ends[n], level, 2, 2, PLOT_LINE };
        panels[n] = (struct plot_panel){ .x_label = labels[n],
                                         .y_label = "excess (1)",
                                         .series = series[n],
                                         .n = 2,
                                         .y_lo = 0,
                                         .y_hi = most };
        n++;
    }
    if (n == 0)
        return;
    page_figure(page,
                &(struct page_figure){ .id = "profiles",
                                       .title = "Profiles",
                                       .caption = "How much worse the law fits where one parameter "
                                                  "is held elsewhere and the others are fitted "
                                                  "again: twice the logarithm of the likelihood.",
                                       .panels = panels,
                                       .n_panels = n,
                                       .csv = "" });
}

static void list_laws(struct page *page, const struct ranking *r)
{
    static const struct page_column columns[] = {
        { "law", PAGE_HEAD },         { "group", PAGE_NUMBER },
        { "error (N)", PAGE_NUMBER }, { "apart from the first (N)", PAGE_NUMBER },
        { "BIC", PAGE_NUMBER },       { "parameters", PAGE_NUMBER },
        { "known", PAGE_NUMBER }
    };
    page_table_begin(page,
                     "Laws by their error on samples that were not fitted. Laws of a group "
                     "cannot be told apart by these data.",
                     columns, sizeof columns / sizeof *columns);
    for (size_t k = 0; k < r->n; k++) {
        const struct ranked *law = &r->law[k];
        page_cell(page, "%s", law->law->model->name);
        if (!law->fit.is_finished) {
            page_cell(page, "far");
            if (law->fit.is_finite)
                page_cell(page, "%.3g", law->fit.rms);
            page_row_end(page);
            continue;
        }
        page_cell(page, "%u", law->group);
        page_cell(page, "%.4g", law->held_out);
        page_cell(page, "%.3g", law->apart);
        page_cell(page, "%.0f", law->bic);
        page_cell(page, "%u", law->fit.n_free);
        page_cell(page, "%u", law->known);
    }
    page_table_end(page);
}

static void list_parameters(struct page *page, const struct ranked *law)
{
    static const struct page_column columns[] = {
        { "parameter", PAGE_HEAD }, { "value", PAGE_NUMBER }, { "from", PAGE_NUMBER },
        { "to", PAGE_NUMBER },      { "unit", PAGE_TEXT },    { "", PAGE_TEXT }
    };
    page_table_begin(page, "Values with 95 % intervals.", columns,
                     sizeof columns / sizeof *columns);
    for (unsigned i = 0; i < law->law->model->n_params; i++) {
        const struct quantity *q = &law->law->model->params[i];
        double lo, hi;
        law_fit_interval(&law->fit, i, &lo, &hi);
        page_cell(page, "%s", q->name);
        page_cell(page, "%.6g", law->fit.estimate.fit.p[i]);
        page_cell(page, "%.6g", lo);
        page_cell(page, "%.6g", hi);
        page_cell(page, "%s", q->unit);
        page_cell(page, "%s",
                  law_fit_knowledge(&law->fit, i) == KNOWN ? "" : ranking_knowledge(law, i));
    }
    page_table_end(page);
}

static void write_lines(struct page *page, const char *lines)
{
    fprintf(page->out, "<pre>");
    while (*lines) {
        const size_t n = strcspn(lines, "\n");
        char *text = memory_text("%.*s", (int)n, lines);
        page_escape(page->out, text);
        fputc('\n', page->out);
        free(text);
        lines += n + (lines[n] != '\0');
    }
    fprintf(page->out, "</pre>\n");
}

/* What the table of parameters has no row for. */
static void note(struct page *page, const struct ranked *law)
{
    struct memory_stream notes;
    memory_open(&notes);
    ranking_write_notes(notes.file, law);
    char *text = memory_close(&notes);
    if (*text)
        write_lines(page, text);
    free(text);
}

static void describe(struct page *page, const struct ranking *r, const struct measured *m,
                     const char *said)
{
    const struct ranked *first = &r->law[0];
    page_article(page, path_of_page, "Which law, and which parameters",
                 "Friction laws fitted to measured runs");
    if (!first->fit.is_finished || !r->is_explained)
        page_banner(page, "No law explains these data better than a constant force does (%.4g N).",
                    r->nothing);
    page_section(page, "laws", "Laws");
    list_laws(page, r);
    if (!first->fit.is_finished)
        return;
    page_section(page, "parameters", first->law->model->name);
    list_parameters(page, first);
    note(page, first);
    page_section(page, "figures", "Data and fit");
    for (size_t j = 0; j < m->n_runs && j < MOST_RUNS; j++) {
        const struct fit_run_of_law f = fit_follow(first, m, j);
        draw_time(page, &f, j);
        if (j == 0)
            draw_loop(page, &f);
        free(f.law);
    }
    draw_steady(page, first, m);
    draw_profiles(page, first);
    page_section(page, "follows", "What follows");
    write_lines(page, said);
}

void fit_page_write(const char *path, const struct ranking *r, const struct measured *m,
                    const char *said)
{
    static const struct page_entry entries[] = {
        { path_of_page, "laws", "Laws" },
        { path_of_page, "parameters", "Parameters" },
        { path_of_page, "figures", "Data and fit" },
        { path_of_page, "follows", "What follows" },
    };
    const struct page_group group = { "Contents", entries, r->law[0].fit.is_finished ? 4 : 1 };
    const struct page_frame frame = {
        .name = "Bristle", .single_file = true, .groups = &group, .n_groups = 1
    };
    struct page page;
    struct cli_output output;
    cli_open(&output, path);
    page_begin(&page, output.file, &frame, "Bristle: which law");
    describe(&page, r, m, said);
    page_end(&page);
    cli_close(&output);
}
