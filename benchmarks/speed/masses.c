/* masses: how many masses with friction a core simulates in a second, one after another and many at
 * once. */
#include <stdlib.h>
#include <string.h>

#include "reference/ensembles/mass_ensemble.h"
#include "reference/experiments/plant_ode.h"
#include "tools/base/cli.h"
#include "tools/base/clock.h"
#include "tools/base/columns.h"
#include "tools/base/memory.h"
#include "tools/base/near.h"
#include "tools/base/options.h"
#include "tools/base/rng.h"

enum { OUTPUTS = 201, MOST_REPETITIONS = 1000, MOST_LANES = 65536, MOST_ROWS = 64 };

static const double t_end = 20, rtol = 1e-6; /* s */
static const char *const default_laws[] = { "dahl", "lugre", "martinez_rosas", NULL };

enum scene { STICK_SLIP, PID, SCENES };
static const char *const scene_names[SCENES] = { "stick_slip", "pid" };

struct row {
    const char *law;
    enum scene scene;
    enum ensemble_level level;
    bool best;                /* no higher level on this machine */
    double scalar_rate, rate; /* masses per second, median */
    double ratio;             /* median over turns */
    double difference;        /* of positions, relative to the largest of the mass; the largest */
};

/* The masses of a row and what becomes of them by both ways. */
struct work {
    struct mass_ensemble e;
    double *p, *out, *scalar_out, times[OUTPUTS];
    struct plant *plants;
    enum status *status;
    unsigned states;
};

/* Stick-slip: a map, pulling speeds by stiffnesses. PID: the gains and mass of a loop, each within
 * 30 %, at random. */
static void set_plants(enum scene scene, struct plant plants[], size_t lanes)
{
    size_t side = 1;
    while (side * side < lanes)
        side++;
    for (size_t l = 0; l < lanes; l++) {
        const size_t line = l / side, place = l % side;
        const double row = (double)line / (double)side, column = (double)place / (double)side;
        struct rng rng = rng_keyed(1, "masses", l);
        if (scene == STICK_SLIP)
            plants[l] =
                (struct plant){ .mass = 1, .stiffness = 1 + 3 * row, .pull = 0.05 + 0.15 * column };
        else
            plants[l] = (struct plant){ .mass = 1 + 0.3 * rng_uniform(&rng),
                                        .stiffness = 3 * (1 + 0.3 * rng_uniform(&rng)),
                                        .integral = 4 * (1 + 0.3 * rng_uniform(&rng)),
                                        .damping = 6 * (1 + 0.3 * rng_uniform(&rng)),
                                        .place = 1 };
    }
}

/* A release with the whole alpha is an explosion, or there is none. */
static void lower_alpha(const struct model *model, double p[])
{
    const unsigned alpha = quantity_index(model->params, model->n_params, "alpha");
    if (alpha < model->n_params)
        p[alpha] *= 5e-5;
}

static void work_open(struct work *w, const struct row *row, size_t lanes)
{
    const struct model *model = PREC(model_find)(row->law);
    *w = (struct work){ 0 };
    w->p = memory_array(lanes * model->n_params, sizeof *w->p);
    w->plants = memory_array(lanes, sizeof *w->plants);
    w->status = memory_array(lanes, sizeof *w->status);
    for (size_t l = 0; l < lanes; l++) {
        PREC(model_defaults)(model, w->p + l * model->n_params);
        lower_alpha(model, w->p + l * model->n_params);
    }
    set_plants(row->scene, w->plants, lanes);
    for (int i = 0; i < OUTPUTS; i++)
        w->times[i] = t_end * i / (OUTPUTS - 1);
    w->e = (struct mass_ensemble){ .model = model,
                                   .level = row->level,
                                   .lanes = lanes,
                                   .p = w->p,
                                   .plants = w->plants,
                                   .rtol = rtol,
                                   .times = w->times,
                                   .n_times = OUTPUTS };
    w->states = mass_ensemble_states(&w->e);
    w->out = memory_array(OUTPUTS * (size_t)w->states * lanes, sizeof *w->out);
    w->scalar_out = memory_array(OUTPUTS * (size_t)w->states * lanes, sizeof *w->scalar_out);
}

static void work_close(struct work *w)
{
    free(w->p);
    free(w->plants);
    free(w->status);
    free(w->out);
    free(w->scalar_out);
}

struct sink {
    struct work *w;
    size_t lane;
};

static void keep(void *ctx, size_t i, double t, const double x[])
{
    const struct sink *s = ctx;
    (void)t;
    for (unsigned k = 0; k < s->w->states; k++)
        s->w->scalar_out[(i * s->w->states + k) * s->w->e.lanes + s->lane] = x[k];
}

static double scalar_turn(struct work *w)
{
    static max_align_t work[4096];
    const struct integrator *method = PREC(integrator_find)("rosenbrock");
    const struct settings settings = { .rtol = rtol };
    const double begin = clock_thread();
    for (size_t l = 0; l < w->e.lanes; l++) {
        struct moving moving;
        struct statistics statistics;
        struct sink sink = { w, l };
        double x[ODE_MAX_STATES] = { 0 };
        const struct ode ode = PREC(plant_ode)(&moving, w->e.model, w->p + l * w->e.model->n_params,
                                               &w->plants[l], false);
        const enum status status = PREC(drive)(method, &ode, &settings, w->times, OUTPUTS, x, work,
                                               keep, &sink, &statistics);
        if (status != STATUS_OK)
            cli_fail("%s: %s", w->e.model->name, status_text(status));
    }
    return clock_thread() - begin;
}

static double ensemble_turn(struct work *w)
{
    struct statistics statistics;
    const double begin = clock_thread();
    const enum status status = mass_ensemble_run(&w->e, w->out, w->status, &statistics);
    if (status != STATUS_OK)
        cli_fail("%s: %s", w->e.model->name, status_text(status));
    return clock_thread() - begin;
}

/* The largest difference of positions between the two ways, relative to the largest of the mass. */
static double difference_of(const struct work *w)
{
    double worst = 0;
    for (size_t l = 0; l < w->e.lanes; l++) {
        double difference = 0, largest = 0;
        for (size_t i = 0; i < OUTPUTS; i++) {
            const size_t at = i * w->states * w->e.lanes + l;
            difference = fmax(difference, fabs(w->out[at] - w->scalar_out[at]));
            largest = fmax(largest, fabs(w->scalar_out[at]));
        }
        worst = fmax(worst, difference / largest);
    }
    return worst;
}

static void measure(struct row *row, size_t lanes, unsigned repetitions)
{
    static double times[MOST_REPETITIONS], scalar_times[MOST_REPETITIONS], ratios[MOST_REPETITIONS];
    struct work w;
    cli_progress("%s, %s, %s", scene_names[row->scene], row->law, ensemble_level_names[row->level]);
    work_open(&w, row, lanes);
    scalar_turn(&w); /* warm-up */
    ensemble_turn(&w);
    row->difference = difference_of(&w);
    for (unsigned i = 0; i < repetitions; i++) {
        scalar_times[i] = scalar_turn(&w);
        times[i] = ensemble_turn(&w);
        ratios[i] = scalar_times[i] / times[i];
    }
    row->scalar_rate = (double)lanes / clock_median(scalar_times, repetitions);
    row->rate = (double)lanes / clock_median(times, repetitions);
    row->ratio = clock_median(ratios, repetitions);
    work_close(&w);
}

/* Rows of the laws, a list that NULL ends. */
static unsigned rows_open(const char *const laws[], struct row rows[MOST_ROWS])
{
    unsigned n = 0;
    for (unsigned scene = 0; scene < SCENES; scene++)
        for (size_t k = 0; laws[k]; k++)
            for (unsigned level = ENSEMBLE_BASELINE; level < ENSEMBLE_LEVELS; level++)
                if (ensemble_level_available((enum ensemble_level)level)) {
                    const bool best = level + 1 == ENSEMBLE_LEVELS ||
                                      !ensemble_level_available((enum ensemble_level)(level + 1));
                    rows[n++] = (struct row){ .law = laws[k],
                                              .scene = (enum scene)scene,
                                              .level = (enum ensemble_level)level,
                                              .best = best };
                }
    return n;
}

static void print_table(FILE *out, const struct row rows[], unsigned n)
{
    fprintf(out, "%-12s%-16s%-10s%12s%12s%8s%10s\n", "masses/s", "", "", "one by one", "at once",
            "ratio", "differ by");
    for (unsigned i = 0; i < n; i++)
        fprintf(out, "%-12s%-16s%-10s%12.0f%12.0f%8.2f%10.0e\n", scene_names[rows[i].scene],
                rows[i].law, ensemble_level_names[rows[i].level], rows[i].scalar_rate, rows[i].rate,
                rows[i].ratio, rows[i].difference);
}

static void state_row(struct columns *c, const struct row *row)
{
    column_text(c, "scene", scene_names[row->scene]);
    column_text(c, "law", row->law);
    column_text(c, "level", ensemble_level_names[row->level]);
    column_number(c, "scalar_per_s", row->scalar_rate, 6);
    column_number(c, "ensemble_per_s", row->rate, 6);
    column_number(c, "ratio", row->ratio, 6);
    column_number(c, "difference", row->difference, 3);
    columns_end_row(c);
}

static void print(FILE *out, enum format format, const struct row rows[], unsigned n)
{
    if (format == FORMAT_TABLE) {
        print_table(out, rows, n);
        return;
    }
    struct columns c = columns_begin(out, format, "masses-1");
    for (unsigned i = 0; i < n; i++)
        state_row(&c, &rows[i]);
    columns_finish(&c);
}

/* Refuses a law that there is no kernel for. */
static void expect_kernel(const char *law)
{
    size_t i = 0;
    while (mass_ensemble_law(i) && strcmp(mass_ensemble_law(i), law) != 0)
        i++;
    if (!mass_ensemble_law(i))
        near_refuse("--model: no kernel for", law, mass_ensemble_law, "benchmarks/speed/README.md");
}

struct request {
    const char *law;
    unsigned lanes, repetitions;
    double limit;
    enum format format;
    const char *path;
};

static const struct option_entry options[] = {
    { "model", "M", "that law (default: dahl, lugre and martinez_rosas)", OPTION_TEXT,
      .into = offsetof(struct request, law) },
    { "lanes", "N", "masses", OPTION_UNSIGNED, .into = offsetof(struct request, lanes), .lo = 1,
      .hi = MOST_LANES, .initial = "512" },
    { "repetitions", "N", "turns", OPTION_UNSIGNED, .into = offsetof(struct request, repetitions),
      .lo = 1, .hi = MOST_REPETITIONS, .initial = "15" },
    { "limit", "R", "exit 1 when a ratio at the best level is smaller (default: no limit)",
      OPTION_POSITIVE, .into = offsetof(struct request, limit) },
    OPTIONS_OUTPUT(struct request),
    { NULL },
};

static const struct command command_line = {
    .name = "masses",
    .usage = "[OPTION]...",
    .about =
        "Masses per second on one core over 20 s with 201 outputs, by rosenbrock at a relative "
        "tolerance of 1e-6, with events: one after another, and many at once "
        "(reference/ensembles/mass_ensemble.h) at each level of instructions that this "
        "processor has. stick_slip is a map of pulling speeds and stiffnesses; pid a loop whose "
        "gains and mass are drawn within 30 %. alpha is 5e-5 times its default. The ways take "
        "turns; shown are medians of CPU time, the median of the ratios of each turn, and by "
        "how much positions differ, relative to the largest of a mass.",
    .options = options,
    .examples = { "masses --lanes 1024", "masses --model bliman_sorine",
                  "masses --repetitions 5 --limit 2 --format csv" },
    .exits = "0, 1 a ratio is below --limit, 2 wrong usage.",
};

int main(int argc, char **argv)
{
    static struct row rows[MOST_ROWS];
    struct request r = { .limit = 0 };
    command_read(&command_line, argc, argv, &r);
    if (r.law)
        expect_kernel(r.law);
    const char *const only[] = { r.law, NULL };
    const unsigned n = rows_open(r.law ? only : default_laws, rows);
    for (unsigned i = 0; i < n; i++)
        measure(&rows[i], r.lanes, r.repetitions);
    cli_progress_done();
    struct cli_output output;
    cli_open(&output, r.path);
    print(output.file, r.format, rows, n);
    cli_close(&output);
    for (unsigned i = 0; i < n; i++)
        if (rows[i].best && rows[i].ratio < r.limit)
            return EXIT_NOT_AS_DECLARED;
    return EXIT_AS_DECLARED;
}
