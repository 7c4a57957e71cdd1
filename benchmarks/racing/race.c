/* Runs solvers over legs, and finds the tolerances at which they do best. */
#include "benchmarks/racing/race.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/problems/ivp.h"
#include "reference/solutions/reference_solution.h"
#include "tools/base/clock.h"
#include "tools/base/memory.h"

enum { WORK = 1 << 16, MOST_TRANSITIONS = 100 };

static void allocate(struct race *r, size_t outputs)
{
    r->outputs = outputs;
    r->times = memory_array(outputs, sizeof *r->times);
    r->reference = memory_array(outputs * r->n, sizeof *r->reference);
    r->out = memory_array(outputs * r->n, sizeof *r->out);
}

void race_close(struct race *r)
{
    if (!r->ivp)
        setup_free(&r->setup);
    free(r->times);
    free(r->reference);
    free(r->out);
}

/* The context of one run of a law. */
struct attempt {
    struct experiment experiment;
    struct ode ode;
};

static void attempt_open(struct attempt *a, const struct race *r, double x[])
{
    if (r->ivp) {
        a->ode = PREC(ivp_ode)(r->ivp);
        memcpy(x, r->begin, r->n * sizeof *x);
        return;
    }
    a->ode = PREC(experiment_ode)(&a->experiment, r->model, r->p, &r->setup, false);
    PREC(experiment_begin)(&a->experiment, a->ode.n, x);
}

const char *race_open(struct race *r, const char *scenario_name, const char *law, double t_end,
                      size_t outputs)
{
    const struct scenario *scenario = scenario_find(scenario_name);
    double q[SCENARIO_MAX_PARAMS];
    char error[SIGNAL_TEXT];
    *r = (struct race){ .name = scenario_name, .law = law, .model = PREC(model_find)(law) };
    PREC(model_defaults)(r->model, r->p);
    (void)quantity_set(r->model->params, r->model->n_params, "alpha", 5e4, r->p);
    scenario_defaults(scenario, q);
    if (!scenario_set_up(scenario, q, &r->setup, error))
        return "the scenario has no such inputs";
    r->setup.watched_speed = 0;
    struct attempt a;
    double x[ODE_MAX_STATES];
    attempt_open(&a, r, x);
    r->n = a.ode.n;
    memcpy(r->begin, x, r->n * sizeof *x);
    memcpy(r->scale, a.ode.scale, r->n * sizeof *x);
    r->measured = r->setup.has_mass ? 1 : (1u << r->n) - 1;
    allocate(r, outputs);
    struct trajectory truth;
    trajectory_init(&truth, outputs, r->model->n_states, t_end);
    const char *why = reference_solution_run(r->model, r->p, &r->setup, &truth, NULL);
    const unsigned first = r->n - r->model->n_states;
    memcpy(r->times, truth.t, outputs * sizeof *r->times);
    for (size_t i = 0; i < outputs && !why; i++) {
        double *row = r->reference + i * r->n;
        for (unsigned k = 0; k < first; k++)
            row[k] = k == 0 ? truth.x[i] : k == 1 ? truth.v[i] : (double)NAN;
        memcpy(row + first, truth.law + i * r->model->n_states, r->model->n_states * sizeof *row);
    }
    trajectory_free(&truth);
    return why;
}

void race_open_ivp(struct race *r, const struct ivp *ivp)
{
    *r = (struct race){ .name = ivp->name, .ivp = ivp, .n = ivp->n, .only_end = true };
    memcpy(r->begin, ivp->begin, r->n * sizeof *r->begin);
    memcpy(r->scale, ivp->scale, r->n * sizeof *r->scale);
    r->measured = (1u << r->n) - 1;
    allocate(r, 2);
    r->times[0] = 0;
    r->times[1] = ivp->t_end;
    memcpy(r->reference, ivp->begin, r->n * sizeof *r->reference);
    memcpy(r->reference + r->n, ivp->end, r->n * sizeof *r->reference);
}

static double error_of(const struct race *r)
{
    double worst = 0;
    for (unsigned k = 0; k < r->n; k++) {
        double largest = 0, difference = 0;
        if (!(r->measured >> k & 1))
            continue;
        for (size_t i = r->only_end ? r->outputs - 1 : 0; i < r->outputs; i++) {
            const double d = fabs(r->out[i * r->n + k] - r->reference[i * r->n + k]);
            largest = fmax(largest, fabs(r->reference[i * r->n + k]));
            difference = d <= difference ? difference : d; /* a NAN is the largest */
        }
        const double e = difference / (largest > 0 ? largest : 1);
        worst = e <= worst ? worst : e;
    }
    return isfinite(worst) ? worst : (double)INFINITY;
}

/* Makes the transitions that are due at t. Returns false where they do not end. */
static bool settle(const struct ode *ode, double t, double x[])
{
    for (unsigned made = 0; made < MOST_TRANSITIONS; made++) {
        double g[ODE_MAX_GUARDS];
        unsigned i = 0;
        ode->guard(ode->ctx, t, x, g);
        while (i < ode->n_guards && !(g[i] < 0))
            i++;
        if (i == ode->n_guards)
            return true;
        if (ode->transition(ode->ctx, i, t, x) != STATUS_OK)
            return false;
    }
    return false;
}

/* A rival's run, leg by leg. */
static bool run_rival(const struct rival *rival, struct run *run, double x[])
{
    const struct ode *ode = run->ode;
    const double last = run->times[run->n - 1];
    const enum handling handling = run->handling;
    const bool located = handling >= HANDLING_EVENTS && ode->n_guards > 0;
    double t = run->times[0], blind = handling == HANDLING_LATE ? t + RUN_BLIND : t;
    for (;;) {
        double end = last;
        if (handling >= HANDLING_STOPS && ode->interval)
            end = fmin(last, ode->interval(ode->ctx, t, x));
        if (located && !settle(ode, t, x))
            return false;
        while (run->next < run->n && run->times[run->next] <= t)
            run_output(run, x);
        if (run->next == run->n)
            return true;
        struct leg leg = { .t = t, .x = x };
        while (leg.t < end) {
            leg.is_event = false;
            leg.end = leg.t < blind && blind < end ? blind : end;
            run->handling = leg.end == blind ? HANDLING_STOPS : handling;
            if (!rival->leg(run, &leg))
                return false;
            if (leg.is_event && ode->transition(ode->ctx, leg.guard, leg.t, x) != STATUS_OK)
                return false;
            if (located && !settle(ode, leg.t, x))
                return false;
            if (leg.is_event && handling == HANDLING_LATE)
                blind = leg.t + RUN_BLIND;
        }
        t = end;
    }
}

static void keep(void *ctx, size_t i, double t, const double x[])
{
    const struct race *r = ctx;
    (void)t;
    memcpy(r->out + i * r->n, x, r->n * sizeof *x);
}

bool race_solve(struct race *r, const struct racer *racer, double rtol, enum handling handling)
{
    static _Thread_local max_align_t work[WORK / sizeof(max_align_t)];
    struct attempt a;
    double x[ODE_MAX_STATES], atol[ODE_MAX_STATES];
    attempt_open(&a, r, x);
    if (!racer->rival) {
        const struct settings settings = { .rtol = rtol,
                                           .max_steps = 2000000,
                                           .ignore_events = handling == HANDLING_NONE };
        struct statistics statistics;
        return PREC(drive)(racer->integrator, &a.ode, &settings, r->times, r->outputs, x, work,
                           keep, r, &statistics) == STATUS_OK;
    }
    for (unsigned i = 0; i < r->n; i++)
        atol[i] = rtol * r->scale[i];
    struct run run = { .ode = &a.ode,
                       .rtol = rtol,
                       .atol = atol,
                       .handling = handling,
                       .times = r->times,
                       .n = r->outputs,
                       .out = r->out,
                       .rates_left = RUN_MOST_RATES };
    return run_rival(racer->rival, &run, x);
}

double race_run(struct race *r, const struct racer *racer, double rtol, enum handling handling,
                double *seconds)
{
    const double start = clock_thread();
    const bool done = race_solve(r, racer, rtol, handling);
    if (seconds)
        *seconds = clock_thread() - start;
    return done ? error_of(r) : (double)INFINITY;
}

/* Tolerances from 1e-2 on, two for each decade. A racer that has taken a hundred times as long as
 * its best for the hardest target, or longer than LONGEST, is not asked for more. */
void race_tune(struct race *r, const struct racer *racer, const double target[], size_t n,
               struct setting best[])
{
    enum { PER_DECADE = 2, DECADES = 12 };
    const double LONGEST = 0.1; /* s */
    for (size_t k = 0; k < n; k++)
        best[k] = (struct setting){ .error = INFINITY, .seconds = INFINITY };
    for (unsigned handling = 0; handling < HANDLINGS; handling++) {
        const bool takes = racer->rival ? handling < HANDLING_EVENTS || racer->rival->locates
                                        : handling == HANDLING_NONE || handling == HANDLING_EVENTS;
        /* Nothing happens in the one; nothing but guards in a mass, which `stops` would not see. */
        if (!takes ||
            (r->ivp ? handling > HANDLING_NONE : handling == HANDLING_STOPS && r->setup.has_mass))
            continue;
        for (unsigned i = 0; i <= PER_DECADE * (DECADES - 2); i++) {
            const double rtol = pow(10, -2 - (double)i / PER_DECADE);
            double seconds;
            const double error = race_run(r, racer, rtol, handling, &seconds);
            for (size_t k = 0; k < n; k++)
                if (error <= target[k] && seconds < best[k].seconds)
                    best[k] = (struct setting){ rtol, handling, error, seconds };
            if (seconds > LONGEST || seconds > 100 * best[n - 1].seconds)
                break;
        }
    }
}
