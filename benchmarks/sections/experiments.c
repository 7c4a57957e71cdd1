/* Computes the experiments: every law beside its reference (experiments.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/sections/experiments.h"
#include "models/real.h"
#include "reference/experiments/run.h"
#include "reference/solutions/reference_solution.h"
#include "tools/base/cli.h"
#include "tools/base/columns.h"

const struct experiment_view experiment_views[] = {
    { .scenario = "pre_sliding",
      .title = "Pre-sliding displacement",
      .caption =
          "A force of at most 1.425 N swings slowly: below break-away of laws with Fs = 1.5 N, "
          "above that of laws with Fc = 1 N only, which slide away. Bristles that bend give a "
          "loop of micrometres; a law without them sticks at zero.",
      .x = "x",
      .y = "F",
      .x_label = "position x (m)",
      .y_label = "friction F (N)",
      .samples = 651 },
    { .scenario = "hysteresis",
      .title = "Friction lag",
      .caption = "The velocity swings at 25 rad/s without reversing. Friction that lags behind it "
                 "traces a loop around the steady curve; a static law traces the curve.",
      .x = "v",
      .y = "F",
      .x_label = "velocity v (m/s)",
      .y_label = "friction F (N)",
      .quantity = "omega",
      .value = 25,
      .from = 19.5,
      .samples = 601 },
    { .scenario = "break_away",
      .title = "Break-away",
      .caption = "The force on a resting mass grows at 10 N/s. Friction follows it until the mass "
                 "comes loose.",
      .x = "t",
      .y = "F",
      .x_label = "time t (s)",
      .y_label = "friction F (N)",
      .end = 0.4,
      .samples = 801 },
    { .scenario = "stick_slip",
      .title = "Stick-slip",
      .caption =
          "A mass is pulled at 0.1 m/s through a spring: it sticks, slips, and sticks again.",
      .x = "t",
      .y = "x",
      .x_label = "time t (s)",
      .y_label = "position x (m)",
      .samples = 601 },
    { .scenario = "pid",
      .title = "Hunting",
      .caption =
          "A PID controller holds a mass to 1 m. Static friction and integral action together "
          "hunt.",
      .x = "t",
      .y = "x",
      .x_label = "time t (s)",
      .y_label = "position x (m)",
      .samples = 1001 },
    { .scenario = NULL },
};

/* The rates of force at which break-away is measured, N/s; after Canudas de Wit et al. 1995. */
static const double rates[] = { 1, 2, 3, 4, 5, 10, 20, 30, 40, 50 };
enum { N_RATES = sizeof rates / sizeof *rates };

static const char by_steps[] = "exponential", by_tolerance[] = "rosenbrock";

/* Laws whose bonds snap at random have no reference with a mass, and too many events for error
 * control: small steps follow them. */
static const struct integrator *method_for(const struct model *model, struct settings *settings)
{
    const bool bonds = strcmp(model->name, "bristle") == 0;
    *settings = (struct settings){ .step = bonds ? 1e-4 : 0, .rtol = 1e-6 };
    return PREC(integrator_find)(bonds ? by_steps : by_tolerance);
}

/* References take seconds; a quick report has only those of the two laws that it compares.
 * References take minutes where a mass rings on slips that are remembered: nothing damps the
 * ringing while all elements stick. */
static bool shows_reference(const struct report *report, const struct model *model,
                            const struct setup *setup)
{
    if (setup->has_mass && model->n_ints > 0)
        return false;
    return !report->quick || strcmp(model->name, "lugre") == 0 ||
           strcmp(model->name, "martinez_rosas") == 0;
}

static void state_sample(struct columns *c, const char *solution, double t, double x, double v,
                         double F)
{
    column_text(c, "solution", solution);
    column_number(c, "t", t, 9);
    column_number(c, "x", x, 9);
    column_number(c, "v", v, 9);
    column_number(c, "F", isfinite(F) ? F : (double)NAN, 9);
}

static void write_samples(struct columns *c, const char *solution, const struct trajectory *r)
{
    for (size_t i = 0; i < r->n; i++) {
        state_sample(c, solution, r->t[i], r->x[i], r->v[i], r->F[i]);
        columns_end_row(c);
    }
}

static void set_up(const struct scenario *scenario, const char *quantity, double value,
                   struct setup *setup)
{
    double q[SCENARIO_MAX_PARAMS];
    char error[SIGNAL_TEXT];
    scenario_defaults(scenario, q);
    if (quantity)
        quantity_set(scenario->params, scenario->n_params, quantity, value, q);
    if (!scenario_set_up(scenario, q, setup, error))
        cli_fail("scenario '%s': %s", scenario->name, error);
}

static void choose_times(const struct experiment_view *view, const struct setup *setup,
                         const struct model *model, struct trajectory *r)
{
    const size_t n = view->samples;
    trajectory_init(r, n, model->n_states, setup->duration);
    for (size_t i = 1; view->from > 0 && i + 1 < n; i++)
        r->t[i] = view->from + (setup->duration - view->from) * (double)(i - 1) / (double)(n - 2);
}

static void write_experiment(const struct report *report, const struct part *part, FILE *out)
{
    const struct model *model = part->law.model;
    const struct experiment_view *view = experiment_views;
    while (strcmp(view->scenario, part->scenario->name) != 0)
        view++;
    double p[MODEL_MAX_PARAMS];
    struct setup setup;
    struct settings settings;
    struct statistics statistics;
    struct trajectory r;
    report_law_params(&part->law, p);
    set_up(part->scenario, view->quantity, view->value, &setup);
    if (view->end > 0)
        setup.duration = view->end;
    choose_times(view, &setup, model, &r);
    struct columns c = columns_begin(out, FORMAT_CSV, NULL);
    state_sample(&c, "", 0, 0, 0, 0);
    columns_end_heading(&c);
    if (shows_reference(report, model, &setup) &&
        !reference_solution_run(model, p, &setup, &r, NULL))
        write_samples(&c, "reference", &r);
    trajectory_free(&r);
    choose_times(view, &setup, model, &r);
    const struct integrator *method = method_for(model, &settings);
    if (run_experiment(method, &settings, model, p, &setup, &r, &statistics) == STATUS_OK)
        write_samples(&c, method->name, &r);
    trajectory_free(&r);
    setup_free(&setup);
}

/* Returns when the speed first passes the watched speed, s; NAN: never. */
static double breaks_away(const struct trajectory *r)
{
    for (size_t i = 0; i < r->n_events; i++)
        if (r->events[i].kind == PLANT_FASTER)
            return r->events[i].t;
    return (double)NAN;
}

static void state_rate(struct columns *c, double rate, const char *solution, double F)
{
    column_number(c, "rate", rate, 9);
    column_text(c, "solution", solution);
    column_number(c, "F", F, 9);
}

/* Writes the force on the mass at break-away, by the criterion of speed, against its rate. */
static void write_rates(const struct report *report, const struct part *part, FILE *out)
{
    (void)report;
    const struct model *model = part->law.model;
    double p[MODEL_MAX_PARAMS];
    report_law_params(&part->law, p);
    struct columns c = columns_begin(out, FORMAT_CSV, NULL);
    state_rate(&c, 0, "", 0);
    columns_end_heading(&c);
    for (size_t i = 0; i < N_RATES; i++)
        for (int exact = 1; exact >= 0; exact--) {
            struct setup setup;
            struct settings settings;
            struct statistics statistics;
            struct trajectory r;
            const struct integrator *method = method_for(model, &settings);
            set_up(part->scenario, "rate", rates[i], &setup);
            /* the reference finds events without samples, in a tenth of the time */
            const size_t samples = exact ? 2 : part->scenario->samples;
            trajectory_init(&r, samples, model->n_states, setup.duration);
            const bool there = exact ? !reference_solution_run(model, p, &setup, &r, NULL)
                                     : run_experiment(method, &settings, model, p, &setup, &r,
                                                      &statistics) == STATUS_OK;
            const double F = there ? rates[i] * breaks_away(&r) : (double)NAN;
            if (isfinite(F)) {
                state_rate(&c, rates[i], exact ? "reference" : method->name, F);
                columns_end_row(&c);
            }
            trajectory_free(&r);
            setup_free(&setup);
        }
}

bool experiment_next_law(const struct scenario *scenario, size_t *i, struct report_law *law)
{
    static const struct report_law moving = { NULL, "alpha", 50000 };
    for (;; ++*i) {
        double p[MODEL_MAX_PARAMS];
        const struct model *model = PREC(models)[*i / 2];
        if (!model)
            return false;
        *law = (struct report_law){ .model = model };
        if (*i % 2 == 1) {
            *law = moving;
            law->model = model;
        }
        if (*i % 2 == 1 && (strcmp(model->name, "martinez_rosas") != 0 || !scenario->plant))
            continue;
        report_law_params(law, p);
        if (scenario_refuses(scenario, model, p))
            continue;
        ++*i;
        return true;
    }
}

void experiment_part_name(char name[PART_NAME], const char *kind, const char *scenario,
                          const struct report_law *law)
{
    snprintf(name, PART_NAME, "%s-%s-%s%s%s.csv", kind, scenario, law->model->name,
             law->param ? "-" : "", law->param ? law->param : "");
}

void experiment_plan(const struct report *report, struct parts *parts)
{
    for (const struct experiment_view *view = experiment_views; view->scenario; view++) {
        struct part part = { .kind = "experiment",
                             .write = write_experiment,
                             .scenario = scenario_find(view->scenario) };
        for (size_t i = 0; experiment_next_law(part.scenario, &i, &part.law);) {
            experiment_part_name(part.name, "experiment", part.scenario->name, &part.law);
            parts_add(parts, &part);
        }
    }
    struct part part = { .kind = "break-away forces",
                         .write = write_rates,
                         .scenario = scenario_find("break_away") };
    for (size_t i = 0; experiment_next_law(part.scenario, &i, &part.law);) {
        experiment_part_name(part.name, "rates", part.scenario->name, &part.law);
        if (!report->quick || strcmp(part.law.model->name, "lugre") == 0)
            parts_add(parts, &part);
    }
}
