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
                         .rounding = (double)NAN,
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

static bool is_in_float(const struct embedded_row *row)
{
    return strcmp(row->cost.precision, "f32") == 0;
}

static struct embedded_quality quality_of(const struct gather *g, const struct embedded_row *row,
                                          bool is_single, const double p[],
                                          const struct embedded_motion *motion)
{
    const struct embedded_cost *c = &row->cost;
    const unsigned n = row->steps_per_period;
    if (g->text)
        return is_single ? embedded_quality_of_f32(g->tables.in_float, c->method, p, n, motion)
                         : embedded_quality_of_f64(g->tables.model, c->method, p, n, motion);
    return is_single ? embedded_quality_f32(c->law, c->method, p, n, motion)
                     : embedded_quality_f64(c->law, c->method, p, n, motion);
}

/* Returns the first row up to that one of the same law, method and steps, in that precision; the
 * rows' number when there is none. */
static size_t find_row(const struct rows *rows, const struct embedded_row *row, bool is_single)
{
    size_t k = 0;
    while (k < rows->n && (strcmp(rows->row[k].cost.law, row->cost.law) != 0 ||
                           strcmp(rows->row[k].cost.method, row->cost.method) != 0 ||
                           rows->row[k].steps_per_period != row->steps_per_period ||
                           is_in_float(&rows->row[k]) != is_single))
        k++;
    return k;
}

/* Judges the rows of the law in one precision; what float adds is known once double is judged. */
static void judge_rows(const struct gather *g, struct rows *rows, const char *law, bool is_single,
                       const double p[], const struct embedded_motion *motion)
{
    for (size_t i = 0; i < rows->n; i++) {
        struct embedded_row *row = &rows->row[i];
        if (strcmp(row->cost.law, law) != 0 || is_in_float(row) != is_single)
            continue;
        const size_t k = find_row(rows, row, is_single), twin = find_row(rows, row, false);
        if (k < i) {
            row->quality = rows->row[k].quality;
            continue;
        }
        row->quality = quality_of(g, row, is_single, p, motion);
        if (is_single) {
            const struct embedded_quality q =
                twin < rows->n ? rows->row[twin].quality : quality_of(g, row, false, p, motion);
            row->quality.rounding = row->quality.error - q.error;
        }
    }
}

/* Judges the rows of one law, once for all cores. */
static void judge_law(const struct gather *g, struct rows *rows, const struct model *law,
                      const struct arb_law *rigorous, struct embedded_motion *motion)
{
    double p[MODEL_MAX_PARAMS];
    double *force = memory_array(motion->n + 1, sizeof *force);
    cli_progress("judging %s", law->name);
    PREC(model_defaults)(law, p);
    const bool is_known = motion_reference(g->velocity, motion, law, rigorous, p, force);
    motion->reference = is_known ? force : NULL;
    judge_rows(g, rows, law->name, false, p, motion);
    judge_rows(g, rows, law->name, true, p, motion);
    free(force);
}

static bool judge(const struct gather *g, struct rows *rows, char message[], size_t n)
{
    struct embedded_motion motion;
    const char *why = motion_sample(g->velocity, g->rate, &motion);
    if (why) {
        snprintf(message, n, "%s", why);
        return false;
    }
    if (g->text)
        judge_law(g, rows, g->tables.model, g->tables.rigorous, &motion);
    for (size_t i = 0; PREC(models)[i] && !g->text; i++)
        if (asked_for(PREC(models)[i]->name, g->laws, g->n_laws))
            judge_law(g, rows, PREC(models)[i], arb_law_find(PREC(models)[i]->name), &motion);
    cli_progress_done();
    motion_free(&motion);
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
