/* rivals: Bristle's integrators beside those of other libraries, on friction and on the field's
 * standard problems. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/racing/race.h"
#include "integrators/problems/ivp.h"
#include "tools/base/cli.h"
#include "tools/base/clock.h"
#include "tools/base/columns.h"
#include "tools/base/context.h"
#include "tools/base/memory.h"
#include "tools/base/options.h"

enum { TARGETS = 2, MOST_RACERS = 32, MOST_ROWS = 4096 };

static const double targets[TARGETS] = { 1e-6, 1e-8 };

/* What is raced. */
static const struct {
    const char *scenario;
    double t_end; /* s */
} scenes[] = {
    { "stick_slip", 20 }, { "pid", 20 },        { "pre_sliding", 10 },
    { "break_away", 1 },  { "hysteresis", 20 }, { "driven_stiff", 5 },
};
static const char *const laws[] = { "lugre", "martinez_rosas", "elastoplastic" };

/* One solver for one problem and one target. */
struct row {
    const char *problem, *law;
    size_t outputs;
    double target;
    const char *solver, *library, *version;
    struct setting setting;
    double seconds,
        ratio; /* s: median CPU time; that over ours, median of the turns. NAN: no run */
};

struct request {
    const char *problem, *law;
    unsigned outputs;
    enum format format;
    const char *path;
};

struct results {
    struct row rows[MOST_ROWS];
    size_t n;
};

/* A racer at its setting, to be timed. */
struct turn {
    struct race *race;
    const struct racer *racer;
    struct setting setting;
};

static void run_turn(void *ctx)
{
    const struct turn *t = ctx;
    (void)race_solve(t->race, t->racer, t->setting.rtol, t->setting.handling);
}

static size_t list_racers(struct racer list[MOST_RACERS])
{
    static const char *const own[] = { "rosenbrock", "radau", "exponential_adaptive" };
    size_t n = 0;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        list[n++] = (struct racer){ .integrator = PREC(integrator_find)(own[i]),
                                    .name = own[i],
                                    .library = "bristle" };
    /* With our events: their own root finding may refuse a mass that lets go. */
    static const char *const with_our_events[][2] = { { "cvode_bdf", "cvode_bdf (our ev.)" },
                                                      { "cvode_adams", "cvode_adams (our ev.)" },
                                                      { "arkode_dirk", "arkode_dirk (our ev.)" } };
    for (size_t i = 0; i < sizeof with_our_events / sizeof *with_our_events; i++)
        list[n++] = (struct racer){ .integrator = PREC(integrator_find)(with_our_events[i][0]),
                                    .name = with_our_events[i][1],
                                    .library = "SUNDIALS" };
    for (const struct rival *r = rivals; r->name; r++)
        list[n++] = (struct racer){ .rival = r, .name = r->name, .library = r->library };
    return n;
}

static bool is_ours(const struct racer *racer) { return strcmp(racer->library, "bristle") == 0; }

/* The median over turns of one time over another of the same turn. */
static double ratio_of(const struct timing *a, const struct timing *b)
{
    double ratios[TIMING_MOST];
    const unsigned n = a->repetitions < b->repetitions ? a->repetitions : b->repetitions;
    for (unsigned i = 0; i < n; i++)
        ratios[i] = a->cpu_times[i] / b->cpu_times[i];
    qsort(ratios, n, sizeof *ratios, clock_compare);
    return n > 0 ? timing_quantile(ratios, n, 0.5) : (double)NAN;
}

/* Times all that reach the target, in turns, and adds their rows. */
static void time_racers(struct race *race, const struct racer racers[], size_t n,
                        struct setting best[][TARGETS], size_t k, struct results *out)
{
    const struct timing_clock clock = timing_clock();
    const struct timing_effort effort = { .seconds = 3, .long_run = 0.2 };
    struct turn turns[MOST_RACERS];
    struct timed timed[MOST_RACERS];
    size_t at[MOST_RACERS], m = 0, ours = MOST_RACERS;
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(best[i][k].seconds))
            continue;
        turns[m] = (struct turn){ race, &racers[i], best[i][k] };
        timed[m] =
            (struct timed){ .run = run_turn, .ctx = &turns[m], .estimate = best[i][k].seconds };
        at[m++] = i;
    }
    timing_measure(&clock, timed, m, &effort, NULL, NULL);
    for (size_t j = 0; j < m; j++)
        if (is_ours(&racers[at[j]]) &&
            (ours == MOST_RACERS || timed[j].timing.cpu < timed[ours].timing.cpu))
            ours = j;
    for (size_t i = 0; i < n; i++) {
        size_t j = 0;
        while (j < m && at[j] != i)
            j++;
        out->rows[out->n++] = (struct row){
            .problem = race->name,
            .law = race->law,
            .outputs = race->outputs,
            .target = targets[k],
            .solver = racers[i].name,
            .library = racers[i].library,
            .version = racers[i].rival       ? racers[i].rival->version()
                       : is_ours(&racers[i]) ? NULL
                                             : rivals[0].version(),
            .setting = best[i][k],
            .seconds = j < m ? timed[j].timing.cpu : (double)NAN,
            .ratio =
                j < m && ours < m ? ratio_of(&timed[j].timing, &timed[ours].timing) : (double)NAN,
        };
    }
}

static void race_all(struct race *race, struct results *out)
{
    struct racer racers[MOST_RACERS];
    struct setting best[MOST_RACERS][TARGETS];
    const size_t n = list_racers(racers);
    for (size_t i = 0; i < n; i++) {
        cli_progress("%s%s%s, %zu outputs: %s", race->name, race->law ? ", " : "",
                     race->law ? race->law : "", race->outputs, racers[i].name);
        race_tune(race, &racers[i], targets, TARGETS, best[i]);
    }
    for (size_t k = 0; k < TARGETS; k++)
        time_racers(race, racers, n, best, k, out);
}

static bool wanted(const char *chosen, const char *name)
{
    return !chosen || strcmp(chosen, name) == 0;
}

static void run_scenes(const struct request *q, struct results *out)
{
    static const size_t outputs[] = { 201, 2001 };
    for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++)
        for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
            for (size_t o = 0; o < 2; o++) {
                struct race race;
                if (!wanted(q->problem, scenes[s].scenario) || !wanted(q->law, laws[l]) ||
                    (q->outputs > 0 && q->outputs != outputs[o]))
                    continue;
                cli_progress("%s, %s: reference", scenes[s].scenario, laws[l]);
                const char *why =
                    race_open(&race, scenes[s].scenario, laws[l], scenes[s].t_end, outputs[o]);
                if (why)
                    fprintf(stderr, "rivals: %s, %s: no reference: %s\n", scenes[s].scenario,
                            laws[l], why);
                else
                    race_all(&race, out);
                race_close(&race);
            }
}

static void run_ivps(const struct request *q, struct results *out)
{
    for (const struct ivp *const *ivp = PREC(ivps); *ivp; ivp++) {
        struct race race;
        if (!wanted(q->problem, (*ivp)->name) || q->law || q->outputs > 0)
            continue;
        race_open_ivp(&race, *ivp);
        race_all(&race, out);
        race_close(&race);
    }
}

static void print_table(FILE *out, const struct results *r)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct row *row = &r->rows[i];
        const bool new = i == 0 || strcmp(row->problem, row[-1].problem) != 0 ||
                         row->outputs != row[-1].outputs || row->target != row[-1].target ||
                         (row->law && row[-1].law && strcmp(row->law, row[-1].law) != 0);
        if (new)
            fprintf(out, "%s%s%s%s, %zu outputs, error %.0e\n", i > 0 ? "\n" : "", row->problem,
                    row->law ? ", " : "", row->law ? row->law : "", row->outputs, row->target);
        fprintf(out, "  %-22s%-9s", row->solver, row->library);
        if (isfinite(row->seconds))
            fprintf(out, "%11.1f us%8.1f x  rtol %.0e, %s\n", 1e6 * row->seconds, row->ratio,
                    row->setting.rtol, handling_names[row->setting.handling]);
        else
            fprintf(out, "%11s\n", "-");
    }
}

/* The processor and the compiler, to be freed. */
static char *machine_text(void)
{
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    cJSON *context = context_json();
    const cJSON *machine = cJSON_GetObjectItem(context, "machine");
    fprintf(out, "%s; %s", cJSON_GetStringValue(cJSON_GetObjectItem(machine, "processor")),
            cJSON_GetStringValue(cJSON_GetObjectItem(machine, "compiler")));
    cJSON_Delete(context);
    return memory_close(&stream);
}

static void state_row(struct columns *c, const struct row *row, const char *machine)
{
    column_text(c, "problem", row->problem);
    column_text(c, "law", row->law);
    column_count(c, "outputs", row->outputs);
    column_number(c, "target", row->target, 3);
    column_text(c, "solver", row->solver);
    column_text(c, "library", row->library);
    column_number(c, "rtol", isfinite(row->seconds) ? row->setting.rtol : (double)NAN, 3);
    column_text(c, "handling",
                isfinite(row->seconds) ? handling_names[row->setting.handling] : NULL);
    column_number(c, "error", isfinite(row->seconds) ? row->setting.error : (double)NAN, 3);
    column_number(c, "cpu_us", 1e6 * row->seconds, 4);
    column_number(c, "ratio", row->ratio, 3);
    column_text(c, "version", row->version);
    column_text(c, "machine", machine);
    columns_end_row(c);
}

static void print(FILE *out, enum format format, const struct results *r)
{
    if (format == FORMAT_TABLE) {
        print_table(out, r);
        return;
    }
    char *machine = machine_text();
    struct columns c = columns_begin(out, format, "rivals-1");
    for (size_t i = 0; i < r->n; i++)
        state_row(&c, &r->rows[i], machine);
    columns_finish(&c);
    free(machine);
}

static const struct option_entry options[] = {
    { "problem", "NAME", "only that scenario, or rober, hires, vdpol, orego", OPTION_TEXT,
      .into = offsetof(struct request, problem) },
    { "law", "NAME", "only that law: lugre, martinez_rosas (alpha = 5e4) or elastoplastic",
      OPTION_TEXT, .into = offsetof(struct request, law) },
    { "outputs", "N", "only with 201, or only with 2001 outputs", OPTION_UNSIGNED,
      .into = offsetof(struct request, outputs), .lo = 201, .hi = 2001 },
    OPTIONS_OUTPUT(struct request),
    { NULL },
};

static const struct command command_line = {
    .name = "rivals",
    .usage = "[OPTION]...",
    .about =
        "CPU time that Bristle's adaptive integrators and those of SUNDIALS, GSL, Boost.odeint "
        "and R's deSolve (RADAU5, LSODA, VODE, DASPK) need for an error. Each solver is tried "
        "over tolerances and ways of handling events, with analytic Jacobians, and shown at "
        "its fastest; times are medians of 15 turns in which all of them run.",
    .options = options,
    .notes =
        "x: the time over that of the faster of ours, the median over turns. -: not reached.\n",
    .examples = { "rivals --problem stick_slip --law lugre --outputs 201",
                  "rivals --problem vdpol --format csv" },
    .exits = "0, 2 wrong usage.",
};

int main(int argc, char **argv)
{
    struct request request = { 0 };
    command_read(&command_line, argc, argv, &request);
    struct results *results = memory_array(1, sizeof *results);
    results->n = 0;
    run_scenes(&request, results);
    run_ivps(&request, results);
    cli_progress_done();
    struct cli_output output;
    cli_open(&output, request.path);
    print(output.file, request.format, results);
    cli_close(&output);
    free(results);
    return EXIT_AS_DECLARED;
}
