/* Computes errors on microcontrollers, in the arithmetic of the cores (embedded.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/microcontrollers/golden.h"
#include "benchmarks/microcontrollers/motion.h"
#include "benchmarks/microcontrollers/quality.h"
#include "benchmarks/sections/embedded.h"
#include "models/real.h"
#include "tools/base/columns.h"
#include "tools/base/memory.h"

const char *const embedded_laws[EMBEDDED_LAWS] = { "lugre", "martinez_rosas" };
const char *const embedded_precisions[EMBEDDED_PRECISIONS] = { "f32", "f64" };
enum { MOST_STEPS = 16 };

/* The motion along which the control loop runs. */
static const char velocity[] = "sine 0 0.01 6.283185307179586 0.3 2";

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
    const char *refused = motion_sample(&setup, EMBEDDED_RATE, &motion);
    if (refused)
        cli_fail("%s", refused);
    double *force = memory_array(motion.n + 1, sizeof *force);
    motion.reference = motion_reference(&setup, &motion, model, arb_law_find(model->name), p, force)
                           ? force
                           : NULL;
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
                column_text(&c, "precision", embedded_precisions[!single]);
                column_count(&c, "steps_per_period", steps);
                state_quality(&c, &q);
                columns_end_row(&c);
            }
    columns_finish(&c);
    free(force);
    motion_free(&motion);
    setup_free(&setup);
}

void embedded_part_name(char name[PART_NAME], const char *law)
{
    snprintf(name, PART_NAME, "embedded-%s.csv", law);
}

void embedded_plan(const struct report *report, struct parts *parts)
{
    (void)report;
    for (size_t l = 0; l < EMBEDDED_LAWS; l++) {
        struct part part = { .kind = "embedded errors",
                             .write = write_qualities,
                             .law = { .model = PREC(model_find)(embedded_laws[l]) } };
        embedded_part_name(part.name, embedded_laws[l]);
        parts_add(parts, &part);
    }
}
