#include "benchmarks/microcontrollers/gather.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benchmarks/microcontrollers/motion.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"

static bool asked_for(const char *name, const char *const names[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return n == 0;
}

static bool wanted(const struct gather *g, const struct embedded_cost *cost)
{
    return asked_for(cost->law, g->laws, g->n_laws) &&
           asked_for(cost->method, g->methods, g->n_methods) &&
           (!g->precision || strcmp(g->precision, cost->precision) == 0);
}

struct rows {
    struct embedded_row *row;
    size_t n, room;
};

/* Collects the costs of the firmware in a directory, with that many steps in a period. */
static bool gather_costs(const struct gather *g, const struct embedded_core *core,
                         const char *directory, unsigned steps, struct rows *rows, char message[],
                         size_t n)
{
    struct embedded_cost *costs = NULL;
    size_t n_costs = 0;
    const struct embedded_request request = {
        .core = core,
        .firmware = directory,
        .counter = g->counter,
        .runner = g->runner,
        .h = 1 / g->rate / steps,
        .jobs = g->jobs,
    };
    if (!embedded_run(&request, &costs, &n_costs, message, n))
        return false;
    for (size_t i = 0; i < n_costs; i++) {
        if (!wanted(g, &costs[i]))
            continue;
        rows->row = memory_grown(rows->row, rows->n, &rows->room, sizeof *rows->row);
        rows->row[rows->n++] = (struct embedded_row){
            .core = core->name,
            .steps_per_period = steps,
            .cost = costs[i],
            .quality = { .error = (double)NAN,
                         .bound_excess = (double)NAN,
                         .energy_deficit = (double)NAN }, /* until it is judged */
        };
    }
    free(costs);
    return true;
}

static bool gather_steps(const struct gather *g, const struct embedded_core *core,
                         const char *directory, struct rows *rows, char message[], size_t n)
{
    bool ok = true;
    for (size_t s = 0; s < g->n_steps && ok; s++)
        ok = gather_costs(g, core, directory, g->steps[s], rows, message, n);
    return ok;
}

/* Builds the firmware of a text, runs it, and removes it. */
static bool gather_text(const struct gather *g, const struct embedded_core *core, struct rows *rows,
                        char message[], size_t n)
{
    enum { PATH_SIZE = 4000 };
    char folder[PATH_SIZE], built[PATH_SIZE + 8];
    cli_progress("building %s for the %s", g->text->name, core->title);
    const bool is_built = text_firmware_build(g->text, core, folder, sizeof folder, message, n);
    cli_progress_done();
    if (!is_built)
        return false;
    snprintf(built, sizeof built, "%s/built", folder);
    const bool ok = gather_steps(g, core, built, rows, message, n);
    program_remove(folder);
    return ok;
}

static bool gather_core(const struct gather *g, const struct embedded_core *core, struct rows *rows,
                        char message[], size_t n)
{
    char directory[4096];
    if (g->text)
        return gather_text(g, core, rows, message, n);
    snprintf(directory, sizeof directory, "%s/%s", g->firmware, core->name);
    if (access(directory, R_OK) != 0) {
        snprintf(message, n,
                 "%s: its firmware is not built: tools/bazel build //benchmarks:embedded",
                 core->name);
        return false;
    }
    return gather_steps(g, core, directory, rows, message, n);
}

static bool same_quality(const struct embedded_row *a, const struct embedded_row *b)
{
    return strcmp(a->cost.method, b->cost.method) == 0 &&
           strcmp(a->cost.precision, b->cost.precision) == 0 &&
           a->steps_per_period == b->steps_per_period;
}

/* Judges the rows of one law, once for all cores. */
static void judge_law(struct rows *rows, const struct model *law,
                      const struct embedded_motion *motion)
{
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(law, p);
    for (size_t i = 0; i < rows->n; i++) {
        struct embedded_row *row = &rows->row[i];
        size_t k = 0;
        if (strcmp(row->cost.law, law->name) != 0)
            continue;
        while (strcmp(rows->row[k].cost.law, law->name) != 0 || !same_quality(&rows->row[k], row))
            k++;
        if (k < i)
            row->quality = rows->row[k].quality;
        else if (strcmp(row->cost.precision, "f32") == 0)
            row->quality =
                embedded_quality_f32(law->name, row->cost.method, p, row->steps_per_period, motion);
        else
            row->quality =
                embedded_quality_f64(law->name, row->cost.method, p, row->steps_per_period, motion);
    }
}

static bool judge(const struct gather *g, struct rows *rows, char message[], size_t n)
{
    struct embedded_motion motion;
    const char *why = motion_sample(g->velocity, g->rate, &motion);
    if (why) {
        snprintf(message, n, "%s", why);
        return false;
    }
    double *force = memory_array(motion.n + 1, sizeof *force);
    for (size_t i = 0; PREC(models)[i]; i++) {
        const struct model *law = PREC(models)[i];
        double p[MODEL_MAX_PARAMS];
        if (!asked_for(law->name, g->laws, g->n_laws))
            continue;
        cli_progress("judging %s", law->name);
        PREC(model_defaults)(law, p);
        motion.reference = motion_reference(g->velocity, &motion, law, p, force) ? force : NULL;
        judge_law(rows, law, &motion);
    }
    cli_progress_done();
    motion_free(&motion);
    free(force);
    return true;
}

bool gather_rows(const struct gather *g, struct embedded_row **rows, size_t *n_rows, char message[],
                 size_t n)
{
    struct rows all = { .row = NULL };
    bool ok = true;
    for (size_t c = 0; c < g->n_cores && ok; c++)
        ok = gather_core(g, g->cores[c], &all, message, n);
    ok = ok && (!g->velocity || judge(g, &all, message, n));
    if (!ok) {
        free(all.row);
        all = (struct rows){ .row = NULL };
    }
    *rows = all.row;
    *n_rows = all.n;
    return ok;
}
