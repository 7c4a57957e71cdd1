/* ensemble: trajectories per second of many lanes at once, compared with the scalar kernel. */
#include "integrators/kernels/ensemble.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/kernels/ensemble_kernel.h"
#include "integrators/kernels/kernel.h"
#include "tools/base/cli.h"
#include "tools/base/clock.h"
#include "tools/base/columns.h"
#include "tools/base/options.h"

enum { STEPS = 500, MAX_REPETITIONS = 10000, MAX_LANES = 65536, MAX_ROWS = 256 };

static const double h = 1e-4;

extern const struct kernel PREC(kernels)[];

struct row {
    const struct ensemble_kernel *kernel;
    const struct kernel *scalar;
    double scalar_rate, rate; /* trajectories per second, median */
    double ratio;
    bool best; /* no higher level on this machine */
};

/* The same work in two layouts: rows of lanes, and one array for each trajectory. */
struct work {
    unsigned lanes, repetitions;
    bool per_lane;
    double *v, *p, *x, *scalar_v, *scalar_x;
};

static double *array(size_t rows, size_t lanes)
{
    double *memory = aligned_alloc(ENSEMBLE_ALIGN, ensemble_bytes(rows, lanes));
    if (!memory)
        cli_fail("out of memory");
    memset(memory, 0, ensemble_bytes(rows, lanes));
    return memory;
}

static void work_open(struct work *w)
{
    const size_t stride = ensemble_stride(w->lanes);
    w->v = array(STEPS + 1, w->lanes);
    w->p = array(MODEL_MAX_PARAMS, w->lanes);
    w->x = array(MODEL_MAX_STATES, w->lanes);
    w->scalar_v = array(STEPS + 1, w->lanes);
    w->scalar_x = array(MODEL_MAX_STATES, w->lanes);
    for (unsigned l = 0; l < w->lanes; l++)
        for (unsigned i = 0; i <= STEPS; i++) {
            const double v = (5e-4 + 3.5e-3 * i / STEPS) * (1 + 0.25 * l / w->lanes);
            w->v[i * stride + l] = w->scalar_v[(size_t)l * (STEPS + 1) + i] = v;
        }
}

static void work_close(struct work *w)
{
    free(w->v);
    free(w->p);
    free(w->x);
    free(w->scalar_v);
    free(w->scalar_x);
}

static void set_params(const struct model *law, const struct work *w, double p[])
{
    const size_t stride = ensemble_stride(w->lanes);
    PREC(model_defaults)(law, p);
    for (unsigned k = 0; k < law->n_params; k++)
        for (unsigned l = 0; l < (w->per_lane ? w->lanes : 1); l++)
            w->p[w->per_lane ? k * stride + l : k] = p[k];
}

static double scalar_turn(const struct row *row, const struct work *w, const double p[])
{
    enum status status = STATUS_OK;
    const unsigned n = row->kernel->n_states;
    memset(w->scalar_x, 0, (size_t)n * w->lanes * sizeof *w->scalar_x);
    const double begin = clock_now();
    for (size_t l = 0; l < w->lanes && status == STATUS_OK; l++)
        status = row->scalar->advance(p, NULL, h, w->scalar_v + l * (STEPS + 1), STEPS,
                                      w->scalar_x + l * n);
    if (status != STATUS_OK)
        cli_fail("%s, %s: %s", row->kernel->law, row->kernel->method, status_text(status));
    return clock_now() - begin;
}

static double ensemble_turn(const struct row *row, const struct work *w)
{
    const struct ensemble e = {
        .law = row->kernel->law,
        .method = row->kernel->method,
        .level = row->kernel->level,
        .lanes = w->lanes,
        .p = w->p,
        .params_per_lane = w->per_lane,
    };
    memset(w->x, 0, ensemble_bytes(row->kernel->n_states, w->lanes));
    const double begin = clock_now();
    const enum status status = PREC(ensemble_advance)(&e, h, STEPS, w->v, w->x);
    if (status != STATUS_OK)
        cli_fail("%s, %s: %s", e.law, e.method, status_text(status));
    return clock_now() - begin;
}

/* Ends the program if the two ways differ by more than rounding. */
static void check(const struct row *row, const struct work *w)
{
    const unsigned n = row->kernel->n_states;
    for (unsigned i = 0; i < n; i++)
        for (unsigned l = 0; l < w->lanes; l++) {
            const double x = w->x[i * ensemble_stride(w->lanes) + l], y = w->scalar_x[l * n + i];
            if (!(fabs(x - y) <= 1e-10 * fabs(y)))
                cli_fail("%s, %s, trajectory %u: %.17g, scalar %.17g", row->kernel->law,
                         row->kernel->method, l, x, y);
        }
}

static void measure(struct row *row, const struct work *w)
{
    static double times[MAX_REPETITIONS], scalar_times[MAX_REPETITIONS], ratios[MAX_REPETITIONS];
    double p[MODEL_MAX_PARAMS];
    cli_progress("%s, %s, %s", row->kernel->law, row->kernel->method,
                 ensemble_level_names[row->kernel->level]);
    set_params(PREC(model_find)(row->kernel->law), w, p);
    scalar_turn(row, w, p); /* warm-up */
    ensemble_turn(row, w);
    check(row, w);
    for (unsigned i = 0; i < w->repetitions; i++) {
        scalar_times[i] = scalar_turn(row, w, p);
        times[i] = ensemble_turn(row, w);
        ratios[i] = scalar_times[i] / times[i];
    }
    row->scalar_rate = w->lanes / clock_median(scalar_times, w->repetitions);
    row->rate = w->lanes / clock_median(times, w->repetitions);
    row->ratio = clock_median(ratios, w->repetitions);
}

static const struct kernel *scalar_kernel(const struct ensemble_kernel *k)
{
    for (const struct kernel *scalar = PREC(kernels); scalar->law; scalar++)
        if (strcmp(scalar->law, k->law) == 0 && strcmp(scalar->method, k->method) == 0)
            return scalar;
    cli_fail("%s, %s: no scalar kernel", k->law, k->method);
}

/* Adds a row for each kernel that this processor can run. */
static unsigned rows_open(struct row rows[MAX_ROWS])
{
    unsigned n = 0;
    for (size_t i = 0; PREC(ensemble_kernels)[i] && n < MAX_ROWS; i++) {
        const struct ensemble_kernel *k = PREC(ensemble_kernels)[i];
        struct ensemble e = { .law = k->law, .method = k->method, .level = k->level };
        if (!PREC(ensemble_supports)(&e))
            continue;
        struct row row = { .kernel = k, .scalar = scalar_kernel(k), .best = true };
        for (e.level = k->level + 1; e.level < ENSEMBLE_LEVELS; e.level++)
            if (PREC(ensemble_supports)(&e))
                row.best = false;
        rows[n++] = row;
    }
    return n;
}

static void print_table(FILE *out, const struct row rows[], unsigned n)
{
    fprintf(out, "%-16s%-13s%-10s%14s%14s%8s\n", "trajectories/s", "", "", "scalar", "ensemble",
            "");
    fprintf(out, "%-16s%-13s%-10s%14s%14s%8s\n", "law", "method", "level", "kernel", "", "ratio");
    for (unsigned i = 0; i < n; i++)
        fprintf(out, "%-16s%-13s%-10s%14.0f%14.0f%8.2f\n", rows[i].kernel->law,
                rows[i].kernel->method, ensemble_level_names[rows[i].kernel->level],
                rows[i].scalar_rate, rows[i].rate, rows[i].ratio);
}

static void state_row(struct columns *c, const struct row *row)
{
    column_text(c, "law", row->kernel->law);
    column_text(c, "method", row->kernel->method);
    column_text(c, "level", ensemble_level_names[row->kernel->level]);
    column_number(c, "scalar_per_s", row->scalar_rate, 6);
    column_number(c, "ensemble_per_s", row->rate, 6);
    column_number(c, "ratio", row->ratio, 6);
    columns_end_row(c);
}

static void print(FILE *out, enum format format, const struct row rows[], unsigned n)
{
    if (format == FORMAT_TABLE) {
        print_table(out, rows, n);
        return;
    }
    struct columns c = columns_begin(out, format, "ensemble-1");
    if (c.is_json)
        cJSON_AddStringToObject(c.root, "compiler", __VERSION__);
    for (unsigned i = 0; i < n; i++)
        state_row(&c, &rows[i]);
    columns_finish(&c);
}

struct request {
    struct work work;
    double limit;
    enum format format;
    const char *path;
};

static const struct option_entry options[] = {
    { "lanes", "N", "trajectories", OPTION_UNSIGNED, .into = offsetof(struct request, work.lanes),
      .lo = 1, .hi = MAX_LANES, .initial = "256" },
    { "repetitions", "N", "turns", OPTION_UNSIGNED,
      .into = offsetof(struct request, work.repetitions), .lo = 1, .hi = MAX_REPETITIONS,
      .initial = "40" },
    { "per-lane", NULL, "every trajectory has its own copy of the parameters", OPTION_FLAG,
      .into = offsetof(struct request, work.per_lane) },
    { "limit", "R", "exit 1 when a ratio at the best level is smaller (default: no limit)",
      OPTION_POSITIVE, .into = offsetof(struct request, limit) },
    OPTIONS_OUTPUT(struct request),
    { NULL },
};

static const struct command command_line = {
    .name = "ensemble",
    .usage = "[OPTION]...",
    .about = "Trajectories per second on one core, in double: the scalar kernel, one trajectory "
             "after another, and the same work by an ensemble (integrators/kernels/ensemble.h) at "
             "each level of instructions that this processor has. Each trajectory is 500 steps of "
             "0.1 ms of a law at its defaults (Table I), driven by a ramp of its own, between 0.5 "
             "and 5 mm/s. The ways take turns; shown are the medians and the median of the ratios "
             "of each turn.",
    .options = options,
    .examples = { "ensemble --lanes 1024", "ensemble --per-lane --limit 2 --format csv" },
    .exits = "0, 1 a ratio is below --limit, 2 wrong usage.",
};

int main(int argc, char **argv)
{
    static struct row rows[MAX_ROWS];
    struct request r = { .limit = 0 };
    command_read(&command_line, argc, argv, &r);
    work_open(&r.work);
    const unsigned n = rows_open(rows);
    for (unsigned i = 0; i < n; i++)
        measure(&rows[i], &r.work);
    cli_progress_done();
    work_close(&r.work);
    struct cli_output output;
    cli_open(&output, r.path);
    print(output.file, r.format, rows, n);
    cli_close(&output);
    for (unsigned i = 0; i < n; i++)
        if (rows[i].best && rows[i].ratio < r.limit)
            return EXIT_NOT_AS_DECLARED;
    return EXIT_AS_DECLARED;
}
