/* simulate: one trajectory of a driven law, by any integrator or rigorously. */
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "benchmarks/options.h"
#include "benchmarks/plot.h"
#include "benchmarks/simulate_plot.h"
#include "properties/cli.h"
#include "reference/driven.h"
#include "reference/scenario.h"
#include "reference/truth.h"

static const char help[] =
    "usage: simulate --model M (--scenario S | --velocity SPEC) [OPTION]...\n"
    "Simulates a friction law driven by a velocity signal, from zero state.\n"
    "\n"
    "  --model M         see --list\n"
    "  --scenario S      a named signal, see --list\n"
    "  --velocity SPEC   pieces joined by ';' (m/s, s, rad/s, rad):\n"
    "                      hold V T; ramp V0 V1 T; sine MEAN AMP OMEGA PHASE T;\n"
    "                      cosine MEAN AMP OMEGA PHASE T; chirp MEAN AMP W0 W1 T;\n"
    "                      csv FILE (lines t,v; linear between them)\n"
    "  --integrator I    see --list, or 'reference' (default cvode_bdf)\n"
    "  --step H          step of fixed-step methods, s (default: the sampling interval)\n"
    "  --rtol R          relative tolerance of adaptive methods (default 1e-6)\n"
    "  --atol A          absolute tolerance, relative to each state's size (default rtol)\n"
    "  --events on|off   restart at jumps and zeros of v (default), or step across them\n"
    "  --t-end T         stop earlier than the signal does, s\n"
    "  --samples N       output samples, both ends included (default 201)\n"
    "  --set NAME=VALUE  a parameter of the model; repeatable\n"
    "  --format F        table (default), csv or json\n"
    "  -o FILE           write there instead of to standard output\n"
    "  --plot FILE.svg   also draw the friction loops and every column, with gnuplot\n"
    "  --list            show models, integrators and scenarios\n"
    "  --help, --version\n"
    "\n"
    "Columns: t, x (distance travelled), v, F (empty where it is an interval), the states,\n"
    "energy = int F v dt. Exit: 0, 1 the integrator failed, 2 wrong usage.\n";

/* What was asked for. */
struct request {
    const struct model *model;
    const struct integrator *integrator; /* NULL: the reference */
    double p[MODEL_MAX_PARAMS];
    struct signal signal;
    struct settings settings;
    size_t samples;
    double t_end;
};

/* The trajectory; x is n x n_states. */
struct trajectory {
    size_t n, n_states;
    double *t, *x, *F, *energy;
};

static void trajectory_init(struct trajectory *r, const struct request *q)
{
    r->n = q->samples;
    r->n_states = q->model->n_states;
    r->t = calloc(r->n, sizeof *r->t);
    r->x = calloc(r->n * r->n_states + 1, sizeof *r->x);
    r->F = calloc(r->n, sizeof *r->F);
    r->energy = calloc(r->n, sizeof *r->energy);
    if (!r->t || !r->x || !r->F || !r->energy)
        cli_fail("--samples: not enough memory for %zu samples", q->samples);
    for (size_t i = 0; i < r->n; i++)
        r->t[i] = i + 1 == r->n ? q->t_end : q->t_end * (double)i / (double)(r->n - 1);
}

static void trajectory_free(struct trajectory *r)
{
    free(r->t);
    free(r->x);
    free(r->F);
    free(r->energy);
}

struct collector {
    struct trajectory *trajectory;
    const struct driven *driven;
};

static void keep(void *ctx, size_t i, double t, const double x[])
{
    const struct collector *c = ctx;
    struct trajectory *r = c->trajectory;
    r->F[i] = PREC(driven_force)(c->driven, t, x);
    memcpy(r->x + i * r->n_states, x, r->n_states * sizeof *x);
    r->energy[i] = x[r->n_states];
}

static void run_reference(const struct request *q, struct trajectory *r)
{
    struct truth truth = { .x = r->x, .F = r->F, .energy = r->energy };
    if (!truth_driven(q->model, q->p, &q->signal, r->t, r->n, &truth))
        cli_fail("--integrator reference: no rigorous reference for model '%s' along this signal",
                 q->model->name);
}

static void run_integrator(const struct request *q, struct trajectory *r)
{
    struct driven driven;
    struct statistics statistics;
    double x[ODE_MAX_STATES] = { 0 };
    const struct ode ode = PREC(driven_ode)(&driven, q->model, q->p, &q->signal, true);
    struct collector collector = { r, &driven };
    void *work = malloc(q->integrator->workspace(ode.n) + 1);
    if (!work)
        cli_fail("out of memory");
    const enum status status = PREC(drive)(q->integrator, &ode, &q->settings, r->t, r->n, x, work,
                                           keep, &collector, &statistics);
    free(work);
    if (status != STATUS_OK) {
        fprintf(stderr, "simulate: %s failed after %llu steps: %s\n", q->integrator->name,
                (unsigned long long)statistics.steps, status_text(status));
        exit(EXIT_NOT_AS_DECLARED);
    }
}

/* Value of column c in row i: t, x, v, F, states, energy. */
static double cell(const struct request *q, const struct trajectory *r, size_t i, size_t c)
{
    switch (c) {
    case 0:
        return r->t[i];
    case 1:
        return signal_distance(&q->signal, r->t[i]);
    case 2:
        return signal_velocity(&q->signal, r->t[i]);
    case 3:
        return r->F[i];
    default:
        return c < 4 + r->n_states ? r->x[i * r->n_states + c - 4] : r->energy[i];
    }
}

static const char *heading(const struct request *q, size_t c)
{
    static const char *const first[] = { "t", "x", "v", "F" };
    if (c < 4)
        return first[c];
    return c < 4 + q->model->n_states ? q->model->states[c - 4].name : "energy";
}

static void print_text(FILE *out, const struct request *q, const struct trajectory *r, bool csv)
{
    const size_t columns = 5 + r->n_states;
    for (size_t c = 0; c < columns; c++)
        fprintf(out, csv ? "%s%s" : "%s%14s", c > 0 ? (csv ? "," : " ") : "", heading(q, c));
    fputc('\n', out);
    for (size_t i = 0; i < r->n; i++) {
        for (size_t c = 0; c < columns; c++) {
            const double value = cell(q, r, i, c);
            if (c > 0)
                fputc(csv ? ',' : ' ', out);
            if (csv && !isnan(value))
                fprintf(out, "%.17g", value);
            else if (!csv && isnan(value))
                fprintf(out, "%14s", "");
            else if (!csv)
                fprintf(out, "%14.7g", value);
        }
        fputc('\n', out);
    }
}

static void print_json(FILE *out, const struct request *q, const struct trajectory *r)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "format", "trajectory-1");
    cJSON_AddStringToObject(json, "model", q->model->name);
    cJSON_AddStringToObject(json, "integrator", q->integrator ? q->integrator->name : "reference");
    cJSON *columns = cJSON_AddObjectToObject(json, "columns");
    for (size_t c = 0; c < 5 + r->n_states; c++) {
        cJSON *column = cJSON_AddArrayToObject(columns, heading(q, c));
        for (size_t i = 0; i < r->n; i++) {
            const double value = cell(q, r, i, c);
            cJSON_AddItemToArray(column,
                                 isnan(value) ? cJSON_CreateNull() : cJSON_CreateNumber(value));
        }
    }
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    if (!text)
        cli_fail("out of memory");
    fprintf(out, "%s\n", text);
    cJSON_free(text);
}

/* Draws the columns that are printed. */
static void plot(const char *path, const char *input, const char *command, const struct request *q,
                 const struct trajectory *r)
{
    static const struct column known[] = { { "t", "s", "time", NULL },
                                           { "x", "m", "position", NULL },
                                           { "v", "m/s", "velocity", NULL },
                                           { "F", "N", "friction", NULL } };
    struct column columns[5 + MODEL_MAX_STATES];
    const struct table table = { columns, 5 + r->n_states, r->n };
    double *values = calloc(table.n_columns * r->n, sizeof *values);
    char title[1024];
    if (!values)
        cli_fail("--plot: not enough memory for %zu samples", r->n);
    for (size_t c = 0; c < table.n_columns; c++) {
        double *column = values + c * r->n;
        for (size_t i = 0; i < r->n; i++)
            column[i] = cell(q, r, i, c);
        columns[c] = c < 4 ? known[c] : (struct column){ heading(q, c), "J", NULL, NULL };
        if (c >= 4 && c < 4 + r->n_states)
            columns[c].unit = q->model->states[c - 4].unit;
        columns[c].values = column;
    }
    snprintf(title, sizeof title, "%s: %s", q->model->name, input);
    simulate_plot(path, title, command, &table, NULL);
    free(values);
}

/* The arguments as text, before they can be checked against each other. */
struct arguments {
    const char *velocity, *integrator, *path, *plot;
    const struct scenario *scenario;
    struct assignments assignments;
    double t_end;
    enum format format;
};

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
        { "set", required_argument, NULL, 'S' },
        { "format", required_argument, NULL, 'f' },
        { "output", required_argument, NULL, 'o' },
        { "plot", required_argument, NULL, 'p' },
        { "list", no_argument, NULL, 'l' },
        CLI_COMMON,
    };
    struct arguments a = { .integrator = "cvode_bdf" };
    for (int o; (o = cli_option(argc, argv, ":o:", options)) != -1;)
        switch (o) {
        case 'm':
            q->model = option_model(optarg);
            break;
        case 's':
            if (!(a.scenario = scenario_find(optarg)))
                cli_fail("--scenario: unknown scenario '%s', see --list", optarg);
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
            if (strcmp(optarg, "on") != 0 && strcmp(optarg, "off") != 0)
                cli_fail("--events: '%s' is neither on nor off", optarg);
            q->settings.ignore_events = strcmp(optarg, "off") == 0;
            break;
        case 'T':
            a.t_end = cli_positive("--t-end", optarg);
            break;
        case 'n':
            q->samples = cli_count("--samples", optarg, 2, 100000000);
            break;
        case 'S':
            option_assign(&a.assignments, optarg);
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
    if (!a->scenario == !a->velocity)
        cli_fail("expected one of --scenario and --velocity, see --help");
    option_signal(a->velocity ? "--velocity" : "--scenario",
                  a->velocity ? a->velocity : a->scenario->velocity, &q->signal);
    option_params(q->model, &a->assignments, q->p);
    q->integrator =
        strcmp(a->integrator, "reference") == 0 ? NULL : option_integrator(a->integrator);
    if (a->t_end > q->signal.duration)
        cli_fail("--t-end: %g s is beyond the signal's end at %g s", a->t_end, q->signal.duration);
    q->t_end = a->t_end > 0 ? a->t_end : q->signal.duration;
    if (!(q->settings.step > 0))
        q->settings.step = q->t_end / (double)(q->samples - 1);
}

int main(int argc, char **argv)
{
    struct request q = { .samples = 201 };
    struct trajectory r;
    struct cli_output output;
    cli_start("simulate", help);
    const struct arguments a = parse(argc, argv, &q);
    resolve(&a, &q);
    if (a.plot)
        plot_check();
    trajectory_init(&r, &q);
    if (q.integrator)
        run_integrator(&q, &r);
    else
        run_reference(&q, &r);
    if (a.plot) {
        char *command = plot_command("//benchmarks:simulate", argc, argv);
        plot(a.plot, a.scenario ? a.scenario->title : a.velocity, command, &q, &r);
        free(command);
    }
    cli_open(&output, a.path);
    if (a.format == FORMAT_JSON)
        print_json(output.file, &q, &r);
    else
        print_text(output.file, &q, &r, a.format == FORMAT_CSV);
    cli_close(&output);
    trajectory_free(&r);
    signal_free(&q.signal);
    return 0;
}
