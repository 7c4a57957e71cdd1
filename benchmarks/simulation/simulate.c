/* simulate: one trajectory of a law, driven or with a mass, by any integrator or to all digits. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/figures/plot.h"
#include "benchmarks/options/default_integrator.h"
#include "benchmarks/options/options.h"
#include "benchmarks/simulation/simulate_plot.h"
#include "benchmarks/simulation/simulate_run.h"
#include "benchmarks/simulation/trajectory_output.h"
#include "tools/base/cli.h"

static const char help[] =
    "usage: simulate --model M (--scenario S | --velocity SPEC) [OPTION]...\n"
    "Simulates a friction law from zero state: in a named experiment, with a mass or driven,\n"
    "or driven by a velocity signal.\n"
    "\n"
    "  --model M         see --list; or a shared object (see properties/plugin/README.md)\n"
    "  --scenario S      a named experiment, see --list\n"
    "  --velocity SPEC   segments joined by ';' (m/s, s, rad/s, rad):\n"
    "                      hold V T; ramp V0 V1 T; sine MEAN AMP OMEGA PHASE T;\n"
    "                      cosine MEAN AMP OMEGA PHASE T; chirp MEAN AMP W0 W1 T;\n"
    "                      csv FILE (lines t,v; linear between them)\n"
    "  --integrator I    see --list, or 'reference' (default: exponential along holds, which is\n"
    "                    exact there; exponential_adaptive for a driven law whose states relax\n"
    "                    each by itself; else rosenbrock)\n"
    "  --step H          the largest step, s (default: the sampling interval for methods with\n"
    "                    steps of given size, none for adaptive ones)\n"
    "  --rtol R          relative tolerance of adaptive methods (default 1e-6; less where events\n"
    "                    of the law depend on a travel that is long beside its length)\n"
    "  --atol A          absolute tolerance, relative to each state's size (default: as\n"
    "                    given for --rtol, or 1e-6)\n"
    "  --events on|off   stop at jumps, zeros of v and the law's own events, and start anew\n"
    "                    (default), or step across them and let the law's own events happen\n"
    "                    at the ends of steps\n"
    "  --t-end T         the end, s (default: that of the scenario or signal)\n"
    "  --samples N       output samples, both ends included (default: 201, or the scenario's)\n"
    "  --timeout S       seconds that the law of a shared object may take (default 300)\n"
    "  --set NAME=VALUE    a parameter of the model; repeatable\n"
    "  --plant NAME=VALUE  a parameter of the scenario; repeatable\n"
    "  --format F        table (default), csv or json\n"
    "  -o FILE           write there instead of to standard output\n"
    "  --plot FILE.svg   also draw it there (needs gnuplot)\n"
    "  --list            show models, integrators and scenarios with their parameters\n"
    "  --help, --version\n"
    "\n"
    "Columns: t, x and v (of the mass or the driven surface), F (empty where it is an\n"
    "interval), the states, energy = int F v dt. Where the energy would have a say in the steps "
    "it\n"
    "is that of a second run, so that all else is as compare has it at the same settings. Exit: "
    "0,\n"
    "1 the integrator failed, 2 wrong usage or an experiment that makes no sense for the law.\n";

enum { DEFAULT_SAMPLES = 201 };

/* References usually agree to 1e-9 or better; unstable motions may not. */
static const double DOUBTFUL = 1e-6;

/* What was asked for. */
struct request {
    const struct model *model;
    const struct scenario *scenario;     /* NULL: a velocity signal */
    const struct integrator *integrator; /* NULL: the reference */
    double p[MODEL_MAX_PARAMS];
    struct setup setup;
    struct settings settings;
    size_t samples; /* 0: not given */
    double t_end;   /* 0: not given */
};

/* The arguments as text, before they can be checked against each other. */
struct arguments {
    struct law_choice law;
    double timeout; /* s, of a law from a file */
    const char *velocity, *integrator, *path, *plot;
    struct assignments model, plant;
    enum format format;
};

static bool parse_switch(const char *option, const char *text)
{
    if (strcmp(text, "on") != 0 && strcmp(text, "off") != 0)
        cli_fail("%s: '%s' is neither on nor off", option, text);
    return strcmp(text, "on") == 0;
}

static struct arguments parse(int argc, char **argv, struct request *q)
{
    static const struct option options[] = {
        { "model", required_argument, NULL, 'm' },
        { "scenario", required_argument, NULL, 's' },
        { "velocity", required_argument, NULL, 'v' },
        { "integrator", required_argument, NULL, 'i' },
        { "step", required_argument, NULL, 'H' },
        { "rtol", required_argument, NULL, 'r' },
        { "atol", required_argument, NULL, 'a' },
        { "events", required_argument, NULL, 'e' },
        { "t-end", required_argument, NULL, 'T' },
        { "samples", required_argument, NULL, 'n' },
        { "timeout", required_argument, NULL, 'O' },
        { "set", required_argument, NULL, 'S' },
        { "plant", required_argument, NULL, 'P' },
        { "format", required_argument, NULL, 'f' },
        { "output", required_argument, NULL, 'o' },
        { "plot", required_argument, NULL, 'p' },
        { "list", no_argument, NULL, 'l' },
        CLI_COMMON,
    };
    struct arguments a = { .timeout = SUBPROCESS_TIMEOUT,
                           .model.option = "--set",
                           .plant.option = "--plant" };
    for (int o; (o = cli_option(argc, argv, ":o:", options)) != -1;)
        switch (o) {
        case 'm':
            a.law = law_choose(optarg);
            q->model = a.law.model;
            break;
        case 's':
            q->scenario = option_scenario(optarg);
            break;
        case 'v':
            a.velocity = optarg;
            break;
        case 'i':
            a.integrator = optarg;
            break;
        case 'H':
            q->settings.step = cli_positive("--step", optarg);
            break;
        case 'r':
            q->settings.rtol = cli_positive("--rtol", optarg);
            break;
        case 'a':
            q->settings.atol = cli_positive("--atol", optarg);
            break;
        case 'e':
            q->settings.ignore_events = !parse_switch("--events", optarg);
            break;
        case 'T':
            q->t_end = cli_positive("--t-end", optarg);
            break;
        case 'n':
            q->samples = cli_count("--samples", optarg, 2, 100000000);
            break;
        case 'O':
            a.timeout = cli_positive("--timeout", optarg);
            break;
        case 'S':
            option_assign(&a.model, optarg);
            break;
        case 'P':
            option_assign(&a.plant, optarg);
            break;
        case 'f':
            a.format = cli_format(optarg);
            break;
        case 'o':
            a.path = optarg;
            break;
        case 'p':
            a.plot = optarg;
            break;
        default:
            option_print_list();
            exit(0);
        }
    cli_no_operands(argc, argv);
    return a;
}

/* Makes the request complete, or refuses it. */
static void resolve(const struct arguments *a, struct request *q)
{
    if (!q->model)
        cli_fail("--model is missing, see --list");
    if (!q->scenario == !a->velocity)
        cli_fail("expected one of --scenario and --velocity, see --help");
    if (!q->scenario && a->plant.n > 0)
        cli_fail("--plant: '%s' needs a --scenario", a->plant.text[0]);
    option_params(q->model, &a->model, q->p);
    if (q->scenario)
        option_setup(q->scenario, &a->plant, &q->setup);
    else
        option_velocity(a->velocity, &q->setup);
    const char *why = q->scenario ? scenario_refuses(q->scenario, q->model, q->p) : NULL;
    if (why)
        cli_fail("--scenario: '%s' is not applicable to model '%s': %s", q->scenario->name,
                 q->model->name, why);
    const char *integrator =
        a->integrator ? a->integrator : default_integrator(q->model, &q->setup);
    q->integrator = strcmp(integrator, "reference") == 0 ? NULL : option_integrator(integrator);
    if (!(q->settings.rtol > 0)) {
        q->settings.rtol = default_relative_tolerance(q->model, q->p, &q->setup);
        q->settings.atol = q->settings.atol > 0 ? q->settings.atol : DEFAULT_TOLERANCE;
    }
    if (q->t_end > q->setup.longest)
        cli_fail("--t-end: %g s is beyond the input's end at %g s", q->t_end, q->setup.longest);
    if (q->t_end == 0)
        q->t_end = q->setup.duration;
    if (q->samples == 0)
        q->samples = q->scenario ? q->scenario->samples : DEFAULT_SAMPLES;
    if (!(q->settings.step > 0) && q->integrator && !(q->integrator->flags & INTEGRATOR_ADAPTIVE))
        q->settings.step = q->t_end / (double)(q->samples - 1);
}

/* Says where the tolerance lets events be others. */
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

/* What keeps a trajectory from being shown. */
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
        fprintf(stderr, "simulate: %s failed after %llu steps: %s\n", q->integrator->name,
                (unsigned long long)o->statistics.steps, status_text(o->status));
        exit(EXIT_NOT_AS_DECLARED);
    }
    if (!q->integrator && largest_uncertainty(&o->uncertainty, q->model->n_states) > DOUBTFUL)
        fprintf(stderr,
                "simulate: warning: the reference is uncertain: two computations differ by %.1e of "
                "a column's maximum\n",
                largest_uncertainty(&o->uncertainty, q->model->n_states));
}

static void run(const struct arguments *a, const struct request *q, struct trajectory *r,
                struct outcome *o)
{
    const struct simulation simulation = {
        .law = a->law,
        .timeout = a->timeout,
        .integrator = q->integrator,
        .settings = &q->settings,
        .p = q->p,
        .setup = &q->setup,
    };
    if (!q->integrator)
        cli_progress("simulate: computing the reference");
    simulate_run(&simulation, r, o);
    cli_progress_done();
    check_outcome(q, o);
    check_tolerance(q, r);
}

/* Draws what the scenario is about, or the columns that are printed. */
static void plot(const struct arguments *a, const struct request *q, const struct output_run *run,
                 const char *command)
{
    static const char *const meaning[] = { "time", "position", "velocity", "friction" };
    struct column columns[5 + MODEL_MAX_STATES];
    const struct trajectory *r = run->trajectory;
    const struct table table = { columns, output_columns(run), r->n };
    double *values = calloc(table.n_columns * r->n, sizeof *values);
    char title[1024];
    if (!values)
        cli_fail("--plot: not enough memory for %zu samples", r->n);
    for (size_t c = 0; c < table.n_columns; c++) {
        double *column = values + c * r->n;
        for (size_t i = 0; i < r->n; i++)
            column[i] = output_cell(run, i, c);
        columns[c] = (struct column){ output_heading(run, c), output_unit(run, c),
                                      c < 4 ? meaning[c] : NULL, column };
    }
    snprintf(title, sizeof title, "%s: %s", q->model->name,
             q->scenario ? q->scenario->title : a->velocity);
    simulate_plot(a->plot, title, command, &table, q->scenario ? q->scenario->figures : NULL);
    free(values);
}

static void print(const struct arguments *a, const struct output_run *run)
{
    struct cli_output output;
    cli_open(&output, a->path);
    if (a->format == FORMAT_TABLE)
        output_table(output.file, run);
    else if (a->format == FORMAT_CSV)
        output_csv(output.file, run);
    else if (!output_json(output.file, run))
        cli_fail("out of memory");
    cli_close(&output);
}

int main(int argc, char **argv)
{
    struct request q = { .model = NULL };
    struct trajectory r;
    struct outcome outcome;
    cli_start("simulate", help);
    char *command = plot_command("//benchmarks:simulate", argc, argv);
    const struct arguments a = parse(argc, argv, &q);
    resolve(&a, &q);
    if (a.plot)
        plot_check();
    if (!trajectory_init(&r, q.samples, q.model->n_states, q.t_end))
        cli_fail("--samples: not enough memory for %zu samples", q.samples);
    run(&a, &q, &r, &outcome);
    const struct output_run run = {
        .model = q.model,
        .scenario = q.scenario ? q.scenario->name : NULL,
        .integrator = q.integrator ? q.integrator->name : "reference",
        .trajectory = &r,
        .uncertainty = q.integrator ? NULL : &outcome.uncertainty,
    };
    if (a.plot)
        plot(&a, &q, &run, command);
    print(&a, &run);
    free(command);
    trajectory_free(&r);
    setup_free(&q.setup);
    return 0;
}
