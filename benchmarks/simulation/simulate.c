/* simulate: one trajectory of a law, driven or with a mass, by an integrator or as a reference. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/options/default_integrator.h"
#include "benchmarks/options/options.h"
#include "benchmarks/simulation/sensor.h"
#include "benchmarks/simulation/simulate_plot.h"
#include "benchmarks/simulation/simulate_run.h"
#include "benchmarks/simulation/trajectory_output.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/options.h"
#include "tools/figures/plot.h"

enum { DEFAULT_SAMPLES = 201 };

/* References usually agree to 1e-9 or better; unstable motions may not. */
static const double DOUBTFUL = 1e-6;

/* The request of the command line. */
struct request {
    const struct model *model;           /* of the law */
    const struct scenario *scenario;     /* NULL: a velocity signal */
    const struct integrator *integrator; /* NULL: the reference */
    double p[MODEL_MAX_PARAMS];
    struct setup setup;
    struct settings settings;
    uint64_t samples; /* 0: not given */
    double t_end;     /* 0: not given */
    /* As given on the command line: */
    struct law_choice law;
    double timeout; /* s, of a law from a file */
    const char *model_name, *map, *velocity, *integrator_name, *path, *plot;
    struct assignments of_model, of_plant;
    struct sensor sensor;
    unsigned events; /* of switches: OFF ignores events */
    enum format format;
};

enum { ON, OFF };
static const char *const switches[] = { "on", "off", NULL };

static void read_scenario(void *request, char *name)
{
    ((struct request *)request)->scenario = option_scenario(name);
}

static void read_set(void *request, char *text)
{
    option_assign(&((struct request *)request)->of_model, text);
}

static void read_plant(void *request, char *text)
{
    option_assign(&((struct request *)request)->of_plant, text);
}

static void read_sensor(void *request, char *text)
{
    sensor_read(&((struct request *)request)->sensor, text);
}

static const struct option_entry options[] = {
    { "model", "M",
      "see --list; or a text, shared object or unit (see properties/plugin/README.md)", OPTION_TEXT,
      .into = offsetof(struct request, model_name) },
    OPTION_MAP(struct request),
    { "scenario", "S", "a named experiment, see --list", OPTION_CALL, .read = read_scenario },
    { "velocity", "SPEC",
      "segments joined by ';' (m/s, s, rad/s, rad):\n"
      "  hold V T; ramp V0 V1 T; sine MEAN AMP OMEGA PHASE T;\n"
      "  cosine MEAN AMP OMEGA PHASE T; chirp MEAN AMP W0 W1 T;\n"
      "  csv FILE (lines t,v; linear between them)",
      OPTION_TEXT, .into = offsetof(struct request, velocity) },
    { "integrator", "I",
      "see --list, or 'reference' (default: exponential along holds, which is exact there; "
      "exponential_adaptive for a driven law whose states relax each by itself; else rosenbrock)",
      OPTION_TEXT, .into = offsetof(struct request, integrator_name) },
    { "step", "H",
      "the largest step, s (default: the sampling interval for methods with steps of given size, "
      "none for adaptive ones)",
      OPTION_POSITIVE, .into = offsetof(struct request, settings.step) },
    { "rtol", "R",
      "relative tolerance of adaptive methods (default 1e-6; less where events of the law depend "
      "on a travel that is long beside its length)",
      OPTION_POSITIVE, .into = offsetof(struct request, settings.rtol) },
    { "atol", "A",
      "absolute tolerance, relative to each state's size (default: as given for --rtol, or 1e-6)",
      OPTION_POSITIVE, .into = offsetof(struct request, settings.atol) },
    { "events", "on|off",
      ": stop at jumps, zeros of v and the law's own events, and start anew, or step across them "
      "and let the law's own events happen at the ends of steps",
      OPTION_CHOICE, .into = offsetof(struct request, events), .initial = "on",
      .choices = switches },
    { "t-end", "T", "the end, s (default: that of the scenario or signal)", OPTION_POSITIVE,
      .into = offsetof(struct request, t_end) },
    { "samples", "N", "output samples, both ends included (default: 201, or the scenario's)",
      OPTION_COUNT, .into = offsetof(struct request, samples), .lo = 2, .hi = 100000000 },
    { "timeout", "S", "seconds that the law of a shared object or unit may take (default 300)",
      OPTION_POSITIVE, .into = offsetof(struct request, timeout) },
    { "set", "NAME=VALUE", "a parameter of the model; repeatable", OPTION_CALL, .read = read_set },
    { "plant", "NAME=VALUE", "a parameter of the scenario; repeatable", OPTION_CALL,
      .read = read_plant },
    { "sensor", "SPEC",
      "write a log as a rig would, in place of the columns: CSV of time, position and friction "
      "force, or with a mass the applied force. KEY=VALUE joined by ',':\n"
      "  encoder   step of the position, m\n"
      "  noise     standard deviation of the force, N, or 1% of its largest\n"
      "  quantise  step of the force, N\n"
      "  delay     of the force behind the position, s\n"
      "  rate      samples per second (default 1000)\n"
      "  seed      of the noise (default 0)",
      OPTION_CALL, .read = read_sensor },
    OPTIONS_OUTPUT(struct request),
    { "plot", "FILE.svg", "also draw it there (needs gnuplot)", OPTION_TEXT,
      .into = offsetof(struct request, plot), .is_aside = true },
    { "list", NULL, "show models, integrators and scenarios with their parameters", OPTION_SHOW,
      .show = option_print_list },
    { NULL },
};

static const struct command command_line = {
    .name = "simulate",
    .usage = "--model M (--scenario S | --velocity SPEC) [OPTION]...",
    .about = "Simulates a friction law from where it begins: in a named experiment, with a mass or "
             "driven, or driven by a velocity signal.",
    .options = options,
    .notes = "Columns: t, x and v (of the mass or the driven surface), F (empty where it is an "
             "interval), the states, energy = int F v dt. Where the energy would have a say in the "
             "steps it is that of a second run, so that all else is as compare has it at the same "
             "settings.",
    .examples = { "simulate --model lugre --scenario stick_slip",
                  "simulate --model dahl --velocity 'sine 0 0.01 6.28 0 2' --format csv",
                  "simulate --model lugre --scenario pid --integrator reference --plot pid.svg",
                  "simulate --model lugre --scenario pid --sensor encoder=1e-6,noise=1%" },
    .exits = "0, 1 the integrator failed, 2 wrong usage or an experiment that makes no sense for "
             "the law.",
};

/* The samples of a log are those of its rate. */
static void resolve_sensor(struct request *q)
{
    if (!(q->sensor.rate > 0))
        return;
    if (q->samples > 0)
        cli_fail("--samples: --sensor has a rate, expected one of the two");
    if (q->format == FORMAT_JSON)
        cli_fail("--format: --sensor writes CSV, not JSON");
    q->samples = sensor_samples(&q->sensor, q->t_end);
    q->t_end = (double)(q->samples - 1) / q->sensor.rate;
}

/* The end and the samples. */
static void resolve_samples(struct request *q)
{
    if (q->t_end > q->setup.longest)
        cli_fail("--t-end: %g s is beyond the input's end at %g s", q->t_end, q->setup.longest);
    if (q->t_end == 0)
        q->t_end = q->setup.duration;
    resolve_sensor(q);
    if (q->samples == 0)
        q->samples = q->scenario ? q->scenario->samples : DEFAULT_SAMPLES;
}

/* A unit for co-simulation takes its own steps. */
static void resolve_steps(struct request *q)
{
    if (q->scenario || q->integrator_name || q->settings.rtol > 0 || q->settings.atol > 0 ||
        q->events == OFF)
        cli_fail("--model: '%s' is for co-simulation only: it takes its own steps along a "
                 "--velocity, without --scenario, --integrator, --rtol, --atol and --events",
                 q->model_name);
    resolve_samples(q);
}

/* Completes the request, or ends the program with one line. */
static void resolve(struct request *q)
{
    q->settings.ignore_events = q->events == OFF;
    if (!q->model_name)
        cli_fail("--model is missing, see --list");
    q->law = law_choose_steps(q->model_name, q->map);
    q->model = q->law.model;
    law_check_map(q->map, &q->law, 1);
    if (!q->scenario == !q->velocity)
        cli_fail("expected one of --scenario and --velocity, see --help");
    if (!q->scenario && q->of_plant.n > 0)
        cli_fail("--plant: '%s' needs a --scenario", q->of_plant.text[0]);
    option_params(q->model, &q->of_model, q->p);
    if (q->scenario)
        option_setup(q->scenario, &q->of_plant, &q->setup);
    else
        option_velocity(q->velocity, &q->setup);
    if (q->law.steps) {
        resolve_steps(q);
        return;
    }
    const char *why = q->scenario ? scenario_refuses(q->scenario, q->model, q->p) : NULL;
    if (why)
        cli_fail("--scenario: '%s' is not applicable to model '%s': %s", q->scenario->name,
                 q->model->name, why);
    const char *integrator =
        q->integrator_name ? q->integrator_name : default_integrator(q->model, &q->setup);
    q->integrator = strcmp(integrator, "reference") == 0 ? NULL : option_integrator(integrator);
    if (!(q->settings.rtol > 0)) {
        q->settings.rtol = default_relative_tolerance(q->model, q->p, &q->setup);
        q->settings.atol = q->settings.atol > 0 ? q->settings.atol : DEFAULT_TOLERANCE;
    }
    resolve_samples(q);
    if (!(q->settings.step > 0) && q->integrator && !(q->integrator->flags & INTEGRATOR_ADAPTIVE))
        q->settings.step = q->t_end / (double)(q->samples - 1);
}

/* Warns when the tolerance is too large for the law's events to be right. */
static void check_tolerance(const struct request *q, const struct trajectory *r)
{
    const double travel = trajectory_largest(r->x, r->n, 1);
    const double fits = fitting_relative_tolerance(q->model, q->p, travel);
    if (q->integrator && q->integrator->flags & INTEGRATOR_ADAPTIVE && fits < DEFAULT_TOLERANCE &&
        q->settings.rtol > 2 * fits)
        fprintf(stderr,
                "simulate: warning: events of %s come by %.2g m of travel, of which a relative "
                "tolerance of %.1e is %.1e m: --rtol %.0e or less finds them as they are\n",
                q->model->name, q->model->length(q->p), q->settings.rtol, q->settings.rtol * travel,
                fits);
}

static const char *integrator_of(const struct request *q)
{
    return q->law.steps ? "unit" : q->integrator ? q->integrator->name : "reference";
}

/* Ends the program when there is no trajectory to show. */
static void check_outcome(const struct request *q, const struct outcome *o)
{
    if (o->status == STATUS_CRASHED) {
        fprintf(stderr, "simulate: the code of model '%s' %s\n", q->model->name, o->failure);
        exit(EXIT_NOT_AS_DECLARED);
    }
    if (o->no_reference)
        cli_fail("--integrator reference: not available for model '%s' here: %s", q->model->name,
                 o->no_reference);
    if (o->status != STATUS_OK) {
        fprintf(stderr, "simulate: %s failed after %llu steps: %s\n", integrator_of(q),
                (unsigned long long)o->statistics.steps, status_text(o->status));
        exit(EXIT_NOT_AS_DECLARED);
    }
    if (!q->integrator && !q->law.steps &&
        largest_uncertainty(&o->uncertainty, q->model->n_states) > DOUBTFUL)
        fprintf(stderr,
                "simulate: warning: the reference is uncertain: two computations differ by %.1e of "
                "a column's maximum\n",
                largest_uncertainty(&o->uncertainty, q->model->n_states));
}

static void run(const struct request *q, struct trajectory *r, struct outcome *o)
{
    const struct simulation simulation = {
        .law = q->law,
        .timeout = q->timeout,
        .integrator = q->integrator,
        .settings = &q->settings,
        .p = q->p,
        .setup = &q->setup,
    };
    if (!q->integrator && !q->law.steps)
        cli_progress("simulate: computing the reference");
    simulate_run(&simulation, r, o);
    cli_progress_done();
    check_outcome(q, o);
    if (!q->law.steps)
        check_tolerance(q, r);
}

/* Draws the scenario's figures, or the printed columns. */
static void plot(const struct request *q, const struct output_run *run, const char *command)
{
    static const char *const meaning[] = { "time", "position", "velocity", "friction" };
    struct column columns[5 + MODEL_MAX_STATES];
    const struct trajectory *r = run->trajectory;
    const struct table table = { columns, output_columns(run), r->n };
    double *values = memory_array(table.n_columns * r->n, sizeof *values);
    char title[1024];
    for (size_t c = 0; c < table.n_columns; c++) {
        double *column = values + c * r->n;
        for (size_t i = 0; i < r->n; i++)
            column[i] = output_cell(run, i, c);
        columns[c] = (struct column){ output_heading(run, c), output_unit(run, c),
                                      c < 4 ? meaning[c] : NULL, column };
    }
    snprintf(title, sizeof title, "%s: %s", q->model->name,
             q->scenario ? q->scenario->title : q->velocity);
    simulate_plot(q->plot, title, command, &table, q->scenario ? q->scenario->figures : NULL);
    free(values);
}

static void print(const struct request *q, const struct output_run *run)
{
    struct cli_output output;
    cli_open(&output, q->path);
    if (q->sensor.rate > 0)
        sensor_write(output.file, &q->sensor, &q->setup, run->trajectory);
    else if (q->format == FORMAT_TABLE)
        output_table(output.file, run);
    else if (q->format == FORMAT_CSV)
        output_csv(output.file, run);
    else
        output_json(output.file, run);
    cli_close(&output);
}

int main(int argc, char **argv)
{
    struct request q = { .timeout = SUBPROCESS_TIMEOUT,
                         .of_model.option = "--set",
                         .of_plant.option = "--plant" };
    struct trajectory r;
    struct outcome outcome;
    char *command = plot_command("//benchmarks:simulate", argc, argv);
    command_read(&command_line, argc, argv, &q);
    resolve(&q);
    if (q.plot)
        plot_check();
    trajectory_init(&r, q.samples, q.model->n_states, q.t_end);
    run(&q, &r, &outcome);
    const struct output_run run = {
        .model = q.model,
        .scenario = q.scenario ? q.scenario->name : NULL,
        .integrator = integrator_of(&q),
        .trajectory = &r,
        .uncertainty = q.integrator || q.law.steps ? NULL : &outcome.uncertainty,
    };
    if (q.plot)
        plot(&q, &run, command);
    print(&q, &run);
    free(command);
    trajectory_free(&r);
    setup_free(&q.setup);
    return 0;
}
