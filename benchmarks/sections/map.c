/* The section on methods with given steps: a map, over step and speed, of where they keep bound and
 * passivity. */
#include <math.h>
#include <string.h>

#include "benchmarks/microcontrollers/quality.h"
#include "benchmarks/sections/draw.h"
#include "benchmarks/sections/parts.h"
#include "models/real.h"
#include "tools/base/columns.h"

/* Laws with a bounded state that are passive with these parameters. */
struct map_law {
    const char *name, *param;
    double value;
};
static const struct map_law laws[] = {
    { "dahl", NULL, 0 },
    { "lugre", "sigma2", 160 },
    { "martinez_rosas", "alpha", 50000 },
};
enum { N_LAWS = sizeof laws / sizeof *laws };

enum { DECADES_OF_SPEED = 6, DECADES_OF_STEP = 6 };
#define SLOWEST  1e-5
#define SHORTEST 1e-6

static struct report_law law_of(const struct map_law *law)
{
    return (struct report_law){ PREC(model_find)(law->name), law->param, law->value };
}

static bool listed(const struct integrator *integrator)
{
    return !(integrator->flags & (INTEGRATOR_ADAPTIVE | INTEGRATOR_HOST_ONLY));
}

static void state(struct columns *c, const struct part *part, double speed, double h,
                  const struct embedded_quality *q)
{
    const bool ok = q->status == STATUS_OK;
    column_text(c, "model", part->law.model->name);
    column_text(c, "integrator", part->integrator->name);
    column_number(c, "speed", speed, 9);
    column_number(c, "step", h, 9);
    column_number(c, "bound_excess", ok ? q->bound_excess : (double)NAN, 9);
    column_number(c, "energy_deficit", ok ? q->energy_deficit : (double)NAN, 9);
    column_text(c, "failure", ok ? NULL : status_text(q->status));
}

static void write_map(const struct report *report, const struct part *part, FILE *out)
{
    const int per_decade = report->quick ? 1 : 2;
    const struct integrator *method = part->integrator;
    double p[MODEL_MAX_PARAMS];
    report_law_params(&part->law, p);
    struct columns c = columns_begin(out, FORMAT_CSV, NULL);
    state(&c, part, 0, 0, &(struct embedded_quality){ .status = STATUS_UNSUPPORTED });
    columns_end_heading(&c);
    for (int i = 0; i <= per_decade * DECADES_OF_SPEED; i++)
        for (int k = 0; k <= per_decade * DECADES_OF_STEP; k++) {
            const double speed = SLOWEST * pow(10, (double)i / per_decade);
            const double h = SHORTEST * pow(10, (double)k / per_decade);
            const struct embedded_quality q =
                quality_along_holds_f64(part->law.model->name, method->name, p, speed, h);
            if (q.status == STATUS_UNSUPPORTED)
                return;
            state(&c, part, speed, h, &q);
            columns_end_row(&c);
        }
}

static void part_name(char name[PART_NAME], const struct report_law *law,
                      const struct integrator *integrator)
{
    snprintf(name, PART_NAME, "map-%s-%s.csv", law->model->name, integrator->name);
}

static void plan(const struct report *report, struct parts *parts)
{
    (void)report;
    for (size_t l = 0; l < N_LAWS; l++)
        for (const struct integrator *const *m = PREC(integrators); *m; m++) {
            struct part part = {
                .kind = "map", .write = write_map, .law = law_of(&laws[l]), .integrator = *m
            };
            part_name(part.name, &part.law, *m);
            if (listed(*m))
                parts_add(parts, &part);
        }
}

enum kept { KEPT_BOTH, KEPT_BOUND, KEPT_PASSIVE, KEPT_NONE, N_KEPT };
static const char *const kept_titles[N_KEPT] = { "bound and passivity kept", "bound only",
                                                 "passivity only", "neither" };

static enum kept kept_in(const struct csv *csv, size_t row)
{
    const bool ran = !*csv_text(csv, row, "failure");
    const bool bound = ran && !(csv_number(csv, row, "bound_excess") > 0);
    const bool passive = ran && !(csv_number(csv, row, "energy_deficit") > 0);
    return bound && passive ? KEPT_BOTH : bound ? KEPT_BOUND : passive ? KEPT_PASSIVE : KEPT_NONE;
}

static void draw_law(const struct report *report, const struct map_law *of, struct page *page)
{
    static const struct drawing_axes axes = { "speed (m/s)", "step (s)", true, true };
    const struct report_law law = law_of(of);
    struct drawing d = drawing_new();
    char name[PART_NAME], id[64], title[256];
    for (const struct integrator *const *m = PREC(integrators); *m; m++) {
        struct csv csv;
        part_name(name, &law, *m);
        if (!listed(*m) || !report_read(report, name, &csv))
            continue;
        if (csv.n_rows > 0)
            drawing_panel(&d, (*m)->name, &axes);
        for (int kept = 0; kept < N_KEPT && csv.n_rows > 0; kept++) {
            drawing_series(&d, kept_titles[kept], (unsigned)kept, PLOT_POINTS);
            for (size_t i = 0; i < csv.n_rows; i++)
                if ((int)kept_in(&csv, i) == kept)
                    drawing_point(&d, csv_number(&csv, i, "speed"), csv_number(&csv, i, "step"));
        }
        csv_free(&csv);
    }
    report_law_name(&law, name, sizeof name);
    snprintf(title, sizeof title, "Step and speed: %s", name);
    snprintf(id, sizeof id, "map-%s", law.model->name);
    if (d.n > 0) {
        char section[80];
        snprintf(section, sizeof section, "%s-steps", law.model->name);
        page_section(page, section, section_map.title);
        page_paragraph(page,
                       "Where does a method keep what the law promises? With these parameters "
                       "the law bounds its state and is passive; a method may lose either. "
                       "The edges as numbers: `tools/bazel run //benchmarks:structure`.");
    }
    if (d.n > 0)
        report_figure(
            report, page, &d, id, title,
            "Along 185 lists of held velocities up to the speed shown. Above the edge a step is "
            "longer than the law takes to relax at that speed.",
            &section_map);
    drawing_free(&d);
}

static void draw_of(const struct report *report, struct page *page, const struct model *law)
{
    for (size_t l = 0; l < N_LAWS; l++)
        if (strcmp(laws[l].name, law->name) == 0)
            draw_law(report, &laws[l], page);
}

const struct section section_map = {
    .id = "map", .title = "Which step keeps bound and passivity", .plan = plan, .draw_law = draw_of
};
