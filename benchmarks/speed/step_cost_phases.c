/* Runs scenes, keeps the states at which rates were asked for, and does the parts again. */
#include "benchmarks/speed/step_cost_phases.h"

#include <stdlib.h>
#include <string.h>

#include "reference/experiments/experiment.h"
#include "tools/base/cli.h"
#include "tools/base/clock.h"
#include "tools/base/memory.h"

enum { OUTPUTS = 201, MOST_TURNS = 1000 };

static const struct {
    const char *scene, *law, *method;
    double t_end; /* s */
} runs[PHASES] = {
    { "stick_slip", "lugre", "rosenbrock", 20 },
    { "stick_slip", "lugre", "radau", 20 },
    { "stick_slip", "martinez_rosas", "rosenbrock", 20 },
    { "stick_slip", "martinez_rosas", "radau", 20 },
    { "pid", "lugre", "rosenbrock", 20 },
    { "pid", "lugre", "radau", 20 },
    { "pid", "martinez_rosas", "rosenbrock", 20 },
    { "pid", "martinez_rosas", "radau", 20 },
    { "driven_stiff", "lugre", "exponential_adaptive", 5 },
    { "driven_stiff", "martinez_rosas", "exponential_adaptive", 5 },
    { "hysteresis", "lugre", "exponential_adaptive", 20 },
};

/* Calls of the problem's functions in a run, in their order. */
struct calls {
    double *t, *x; /* x: rows of n */
    int *mode;     /* of a mass: stuck, or on which side */
    size_t n, room;
};

/* A problem that passes everything on, and keeps what it was asked for. */
struct spied {
    const struct ode *ode;
    const struct experiment *experiment;
    struct calls rates, jacobians;
};

static void note(const struct spied *s, struct calls *c, double t, const double x[])
{
    const unsigned n = s->ode->n;
    if (c->n == c->room) {
        c->room = 2 * c->room + 1024;
        c->t = memory_resized(c->t, c->room, sizeof *c->t);
        c->x = memory_resized(c->x, c->room * n, sizeof *c->x);
        c->mode = memory_resized(c->mode, c->room, sizeof *c->mode);
    }
    c->t[c->n] = t;
    c->mode[c->n] = s->experiment->setup->has_mass ? (int)s->experiment->moving.mode : 0;
    memcpy(c->x + c->n++ * n, x, n * sizeof *x);
}

static void spied_rate(void *ctx, double t, const double x[], double dx[])
{
    struct spied *s = ctx;
    note(s, &s->rates, t, x);
    s->ode->rate(s->ode->ctx, t, x, dx);
}

static void spied_relaxation(void *ctx, double t, double steady[], double rate[])
{
    struct spied *s = ctx;
    const double x[ODE_MAX_STATES] = { 0 };
    note(s, &s->rates, t, x);
    s->ode->relaxation(s->ode->ctx, t, steady, rate);
}

static void spied_jacobian(void *ctx, double t, const double x[], double jac[])
{
    struct spied *s = ctx;
    note(s, &s->jacobians, t, x);
    s->ode->jacobian(s->ode->ctx, t, x, jac);
}

/* The rest is passed on as it is: the functions of the problem do not see the difference. */
static void spied_rate_t(void *ctx, double t, const double x[], double ft[])
{
    const struct spied *s = ctx;
    s->ode->rate_t(s->ode->ctx, t, x, ft);
}

static double spied_interval(void *ctx, double t, const double x[])
{
    const struct spied *s = ctx;
    return s->ode->interval(s->ode->ctx, t, x);
}

static double spied_longest(void *ctx, double t, const double x[], const double dx[])
{
    const struct spied *s = ctx;
    return s->ode->longest(s->ode->ctx, t, x, dx);
}

static void spied_guard(void *ctx, double t, const double x[], double g[])
{
    const struct spied *s = ctx;
    s->ode->guard(s->ode->ctx, t, x, g);
}

static enum status spied_transition(void *ctx, unsigned index, double t, double x[])
{
    const struct spied *s = ctx;
    return s->ode->transition(s->ode->ctx, index, t, x);
}

static struct ode spy(struct spied *s, const struct ode *ode, const struct experiment *experiment)
{
    struct ode seen = *ode;
    *s = (struct spied){ .ode = ode, .experiment = experiment };
    seen.ctx = s;
    seen.rate = spied_rate;
    seen.relaxation = ode->relaxation ? spied_relaxation : NULL;
    seen.jacobian = ode->jacobian ? spied_jacobian : NULL;
    seen.rate_t = ode->rate_t ? spied_rate_t : NULL;
    seen.interval = ode->interval ? spied_interval : NULL;
    seen.longest = ode->longest ? spied_longest : NULL;
    seen.guard = ode->guard ? spied_guard : NULL;
    seen.transition = ode->transition ? spied_transition : NULL;
    return seen;
}

static void unobserved(void *ctx, size_t i, double t, const double x[])
{
    (void)ctx, (void)i, (void)t, (void)x;
}

/* What one scene needs. */
struct scene {
    const struct integrator *method;
    const struct model *law;
    double p[MODEL_MAX_PARAMS], times[OUTPUTS];
    struct setup setup;
    struct experiment experiment;
};

static void scene_open(struct scene *s, size_t k)
{
    double q[SCENARIO_MAX_PARAMS];
    char error[SIGNAL_TEXT];
    const struct scenario *scenario = scenario_find(runs[k].scene);
    s->method = PREC(integrator_find)(runs[k].method);
    s->law = PREC(model_find)(runs[k].law);
    PREC(model_defaults)(s->law, s->p);
    scenario_defaults(scenario, q);
    if (!scenario_set_up(scenario, q, &s->setup, error))
        cli_fail("%s", error);
    if (s->setup.has_mass)
        (void)quantity_set(s->law->params, s->law->n_params, "alpha", 5e4, s->p);
    s->setup.watched_speed = 0;
    for (int i = 0; i < OUTPUTS; i++)
        s->times[i] = runs[k].t_end * i / (OUTPUTS - 1);
}

/* Runs a scene, spied on where `spied` is not NULL, with 201 outputs or those at both ends. Returns
 * the CPU time, s. */
static double run(struct scene *s, struct spied *spied, bool all, struct statistics *statistics)
{
    static _Thread_local max_align_t work[4096];
    const double ends[] = { s->times[0], s->times[OUTPUTS - 1] };
    const struct settings settings = { .rtol = 1e-6 };
    double x[ODE_MAX_STATES];
    const double begin = clock_thread();
    const struct ode own = PREC(experiment_ode)(&s->experiment, s->law, s->p, &s->setup, false);
    PREC(experiment_begin)(&s->experiment, own.n, x);
    const struct ode ode = spied ? spy(spied, &own, &s->experiment) : own;
    const enum status status =
        PREC(drive)(s->method, &ode, &settings, all ? s->times : ends, all ? OUTPUTS : 2, x, work,
                    unobserved, NULL, statistics);
    const double taken = clock_thread() - begin;
    if (status != STATUS_OK)
        cli_fail("%s, %s: %s", s->law->name, s->method->name, status_text(status));
    return taken;
}

/* Does the kept calls again, without any that waits for another, but for those in a row; returns
 * the CPU time, s. The sum of what they give keeps the compiler from leaving them out. */
enum again { RATES, IN_A_ROW, JACOBIANS, GUARDS, PARTS };
static double again(struct experiment *e, const struct ode *ode, const struct calls *calls,
                    size_t n, enum again which)
{
    double result[ODE_MAX_STATES * ODE_MAX_STATES + ODE_MAX_GUARDS] = { 0 }, steady[ODE_MAX_STATES];
    volatile double sink = 0;
    const double begin = clock_thread();
    for (size_t i = 0; i < n; i++) {
        const double *x = calls->x + i % calls->n * ode->n, t = calls->t[i % calls->n];
        double waiting[ODE_MAX_STATES];
        if (e->setup->has_mass)
            e->moving.mode = calls->mode[i % calls->n];
        if (which == IN_A_ROW) {
            for (unsigned k = 0; k < ode->n; k++)
                waiting[k] = x[k] + 0 * result[k];
            x = waiting;
        }
        if (which == GUARDS)
            ode->guard(ode->ctx, t, x, result);
        else if (which == JACOBIANS)
            ode->jacobian(ode->ctx, t, x, result);
        else if (ode->relaxation)
            ode->relaxation(ode->ctx, t, steady, result);
        else
            ode->rate(ode->ctx, t, x, result);
    }
    sink = result[0];
    (void)sink;
    return clock_thread() - begin;
}

static double median(double times[], unsigned n, double steps)
{
    return 1e9 * clock_median(times, n) / steps;
}

static void measure(struct phases *f, size_t k, unsigned repetitions)
{
    static double whole[MOST_TURNS], few[MOST_TURNS], parts[PARTS][MOST_TURNS];
    struct scene s;
    struct spied spied;
    struct statistics other;
    scene_open(&s, k);
    *f = (struct phases){ .scene = runs[k].scene, .law = runs[k].law, .method = runs[k].method };
    run(&s, &spied, true, &f->statistics);
    const double steps = (double)(f->statistics.steps + f->statistics.rejected);
    for (unsigned i = 0; i < repetitions; i++) {
        whole[i] = run(&s, NULL, true, &other);
        few[i] = run(&s, NULL, false, &other);
        /* A problem of its own: the kept calls bring the mode of the mass with them. */
        const struct ode ode = PREC(experiment_ode)(&s.experiment, s.law, s.p, &s.setup, false);
        if (ode.interval)
            (void)ode.interval(ode.ctx, 0, spied.rates.x);
        parts[RATES][i] = again(&s.experiment, &ode, &spied.rates, spied.rates.n, RATES);
        parts[IN_A_ROW][i] = again(&s.experiment, &ode, &spied.rates, spied.rates.n, IN_A_ROW);
        parts[JACOBIANS][i] =
            again(&s.experiment, &ode, &spied.jacobians, spied.jacobians.n, JACOBIANS);
        parts[GUARDS][i] =
            ode.n_guards > 0 ? again(&s.experiment, &ode, &spied.rates, (size_t)steps, GUARDS) : 0;
    }
    f->waits = strcmp(runs[k].method, "radau") != 0;
    f->whole = median(whole, repetitions, steps);
    f->outputs = f->whole - median(few, repetitions, steps);
    f->rates = median(parts[RATES], repetitions, steps);
    f->in_a_row = median(parts[IN_A_ROW], repetitions, steps);
    f->jacobians = median(parts[JACOBIANS], repetitions, steps);
    f->guards = median(parts[GUARDS], repetitions, steps);
    f->rest = f->whole - f->outputs - f->rates - f->jacobians - f->guards;
    free(spied.rates.t);
    free(spied.rates.x);
    free(spied.rates.mode);
    free(spied.jacobians.t);
    free(spied.jacobians.x);
    free(spied.jacobians.mode);
    setup_free(&s.setup);
}

void phases_measure(struct phases all[PHASES], unsigned repetitions)
{
    const unsigned turns = repetitions < MOST_TURNS ? repetitions : MOST_TURNS;
    for (size_t k = 0; k < PHASES; k++) {
        cli_progress("%s, %s, %s", runs[k].scene, runs[k].law, runs[k].method);
        measure(&all[k], k, turns);
    }
    cli_progress_done();
}
