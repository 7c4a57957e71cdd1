/* The section on microcontrollers: cost against error. Instructions come from the golden table;
 * errors are computed here in the arithmetic of the cores. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/microcontrollers/golden.h"
#include "benchmarks/microcontrollers/motion.h"
#include "benchmarks/microcontrollers/recommend.h"
#include "benchmarks/reporting/draw.h"
#include "benchmarks/reporting/parts.h"
#include "models/real.h"
#include "tools/base/columns.h"
#include "tools/base/memory.h"

static const char *const laws[] = { "lugre", "martinez_rosas" };
static const char *const precision_titles[] = { "float", "double" };
static const char *const precisions[] = { "f32", "f64" };
enum { N_LAWS = 2, N_PRECISIONS = 2, MOST_STEPS = 16 };

/* The control loop, and the motion along which it runs. */
#define RATE 1000.0 /* Hz */
static const char velocity[] = "sine 0 0.01 6.283185307179586 0.3 2";

/* The cores shown. */
struct core_view {
    const char *core, *title;
};
static const struct core_view cores[] = {
    { "m0p", "Cortex-M0+" },    { "m4f", "Cortex-M4F" },      { "m7", "Cortex-M7" },
    { "rv32imac", "RV32IMAC" }, { "rv32imafc", "RV32IMAFC" }, { "atmega328p", "ATmega328P" },
};
enum { N_CORES = sizeof cores / sizeof *cores };

static void state_quality(struct columns *c, const struct embedded_quality *q)
{
    const bool ok = q->status == STATUS_OK;
    column_number(c, "error", ok ? q->error : (double)NAN, 9);
    column_number(c, "bound_excess", ok ? q->bound_excess : (double)NAN, 9);
    column_number(c, "energy_deficit", ok ? q->energy_deficit : (double)NAN, 9);
    column_text(c, "failure", ok ? NULL : status_text(q->status));
    column_text(c, "runs_away", !ok ? NULL : q->runs_away ? "1" : "0");
}

/* Writes errors of a law by method, precision and steps a period. */
static void write_qualities(const struct report *report, const struct part *part, FILE *out)
{
    (void)report;
    const struct model *model = part->law.model;
    double p[MODEL_MAX_PARAMS];
    struct setup setup;
    struct embedded_motion motion;
    char error[SIGNAL_TEXT];
    report_law_params(&part->law, p);
    if (!setup_velocity(velocity, &setup, error))
        cli_fail("%s", error);
    const char *refused = motion_sample(&setup, RATE, &motion);
    if (refused)
        cli_fail("%s", refused);
    double *force = memory_array(motion.n + 1, sizeof *force);
    motion.reference = motion_reference(&setup, &motion, model, p, force) ? force : NULL;
    struct columns c = columns_begin(out, FORMAT_CSV, NULL);
    for (const struct integrator *const *m = PREC(integrators); *m; m++)
        for (int single = 1; single >= 0; single--)
            for (unsigned steps = 1; steps <= MOST_STEPS && embedded_golden_has((*m)->name);
                 steps *= 2) {
                const struct embedded_quality q =
                    single ? embedded_quality_f32(model->name, (*m)->name, p, steps, &motion)
                           : embedded_quality_f64(model->name, (*m)->name, p, steps, &motion);
                if (q.status == STATUS_UNSUPPORTED)
                    continue;
                column_text(&c, "model", model->name);
                column_text(&c, "integrator", (*m)->name);
                column_text(&c, "precision", precisions[!single]);
                column_count(&c, "steps_per_period", steps);
                state_quality(&c, &q);
                columns_end_row(&c);
            }
    columns_finish(&c);
    free(force);
    motion_free(&motion);
    setup_free(&setup);
}

static void part_name(char name[PART_NAME], const char *law)
{
    snprintf(name, PART_NAME, "embedded-%s.csv", law);
}

static void plan(const struct report *report, struct parts *parts)
{
    (void)report;
    for (size_t l = 0; l < N_LAWS; l++) {
        struct part part = { .kind = "embedded errors",
                             .write = write_qualities,
                             .law = { .model = PREC(model_find)(laws[l]) } };
        part_name(part.name, laws[l]);
        parts_add(parts, &part);
    }
}

/* Reads the quality from a row of a part's file, as far as this section needs it. */
static struct embedded_quality quality_of(const struct csv *csv, size_t i)
{
    return (struct embedded_quality){
        .status = *csv_text(csv, i, "failure") ? STATUS_NONFINITE : STATUS_OK,
        .error = csv_number(csv, i, "error"),
        .bound_excess = csv_number(csv, i, "bound_excess"),
        .energy_deficit = csv_number(csv, i, "energy_deficit"),
        .runs_away = csv_is(csv, i, "runs_away", "1"),
    };
}

/* Draws one curve for each method, over the number of steps in a period. Leaves out methods that
 * `embedded` would refuse at any cost. */
static void draw_curves(struct drawing *d, const struct csv *csv, const char *core,
                        const char *precision)
{
    const char *method = "";
    for (size_t i = 0; i < csv->n_rows; i++) {
        const char *integrator = csv_text(csv, i, "integrator");
        const double instructions =
            embedded_golden_instructions(core, csv_text(csv, i, "model"), integrator, precision);
        const struct embedded_quality quality = quality_of(csv, i);
        if (!csv_is(csv, i, "precision", precision) || isnan(instructions) ||
            embedded_quality_fault(&quality) != FAULT_NONE)
            continue;
        if (strcmp(method, integrator) != 0)
            drawing_series(d, integrator, drawing_style(integrator), PLOT_LINE_POINTS);
        method = integrator;
        drawing_point(d, instructions * RATE * csv_number(csv, i, "steps_per_period"),
                      csv_number(csv, i, "error"));
    }
}

static void draw_law(const struct report *report, const char *law, struct page *page)
{
    static const struct drawing_axes axes = { "instructions for a second of motion",
                                              "largest error of F (relative)", true, true };
    struct drawing d = drawing_new();
    struct csv csv;
    char name[PART_NAME], title[128], id[64], caption[512];
    part_name(name, law);
    if (!report_read(report, name, &csv))
        return;
    for (size_t c = 0; c < N_CORES; c++)
        for (size_t k = 0; k < N_PRECISIONS; k++) {
            if (!embedded_golden_measured(cores[c].core, precisions[k]))
                continue;
            snprintf(title, sizeof title, "%s, %s", cores[c].title, precision_titles[k]);
            drawing_panel(&d, title, &axes);
            draw_curves(&d, &csv, cores[c].core, precisions[k]);
        }
    snprintf(title, sizeof title, "%s on microcontrollers", law);
    snprintf(id, sizeof id, "embedded-%s", law);
    snprintf(caption, sizeof caption,
             "A control loop at 1 kHz sees v = 0.01 sin(2 pi t + 0.3) m/s; its period is cut into "
             "1, 2, 4, 8 and 16 steps. Down and to the left is better. What breaks the law's bound "
             "or its passivity along held velocities up to that speed is left out, and so is what "
             "runs away at speeds up to %g m/s.",
             EMBEDDED_PROFILE_SPEED);
    report_figure(report, page, &d, id, title, caption, &section_embedded);
    drawing_free(&d);
    csv_free(&csv);
}

static void draw(const struct report *report, struct page *page)
{
    page_paragraph(page,
                   "What an error costs on a core. Instructions of a step, libm included, are "
                   "counted in emulators, the same every time; they are those of the stored "
                   "table, which the embedded tests compare with a new count. Errors are those "
                   "of the cores' own arithmetic, computed here. Counted anew: `tools/bazel run "
                   "//benchmarks:embedded -- --model lugre --steps 1,2,4,8,16`.");
    for (size_t l = 0; l < N_LAWS; l++)
        draw_law(report, laws[l], page);
}

const struct section section_embedded = { "embedded", "On a microcontroller", plan, draw };
