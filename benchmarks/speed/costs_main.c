/* costs: what runs of all of Bristle's methods cost and what they give, a line of CSV for each:
 * equal in every run, and to the digits shown on every machine with the same libm. A method that
 * takes other decisions than before shows as a change of cost or of results. Functions of this
 * program in front of libm's count exponentials. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/registry/problems_test.h"
#include "reference/experiments/driven.h"

enum { SAMPLES = 12 };

typedef double function(double x);

/* libm's functions, and the calls so far. */
static struct {
    function *exp, *expm1;
    unsigned long long calls;
} exponentials;

double exp(double x)
{
    exponentials.calls++;
    return exponentials.exp(x);
}

double expm1(double x)
{
    exponentials.calls++;
    return exponentials.expm1(x);
}

static function *find(const char *name)
{
    void *const at = dlsym(RTLD_NEXT, name);
    function *found = NULL;
    if (!at) {
        fprintf(stderr, "costs: there is no %s\n", name);
        exit(1);
    }
    memcpy(&found, &at, sizeof found);
    return found;
}

/* The sum of a run's results, each number with a weight of its own, in units of the scales. */
struct trace {
    const struct ode *ode;
    double sum;
};

static void add(void *ctx, size_t i, real t, const real x[])
{
    struct trace *trace = ctx;
    (void)t;
    for (unsigned k = 0; k < trace->ode->n; k++)
        trace->sum += (double)x[k] / (double)trace->ode->scale[k] / (double)(i + k + 1);
}

/* Runs from 0 to the end, with samples within steps, too. */
static void run(const char *problem, const struct ode *ode, const struct integrator *method,
                const struct settings *settings, double end, real x[])
{
    real times[SAMPLES];
    struct trace trace = { .ode = ode };
    struct statistics s = { 0 };
    for (int i = 0; i < SAMPLES; i++)
        times[i] = (real)(end * i / (SAMPLES - 1));
    struct settings own = *settings;
    if (method->flags & INTEGRATOR_ADAPTIVE)
        own.step = 0;
    exponentials.calls = 0;
    const enum status status =
        PREC(drive)(method, ode, &own, times, SAMPLES, x, problem_work, add, &trace, &s);
    printf("%s,%s,%g,%s,%llu,%llu,%llu,%llu,%llu,%llu,%llu,%llu,%.8e\n", problem, method->name,
           own.step > 0 ? (double)own.step : (double)own.rtol, status_text(status),
           (unsigned long long)s.steps, (unsigned long long)s.rejected,
           (unsigned long long)s.rate_evals, (unsigned long long)s.flow_evals,
           (unsigned long long)s.jac_evals, (unsigned long long)s.factorizations,
           (unsigned long long)s.events, exponentials.calls, trace.sum);
}

/* Runs systems with and without known derivatives, with a jump on the way. */
static void run_systems(const struct integrator *method, const struct settings *settings)
{
    for (int known = 0; known < 2; known++) {
        struct problem p;
        real x[PROBLEM_MAX] = { 0 };
        const struct ode ode = problem_curved(&p, known);
        problem_begin_curved(x);
        if (integrator_fits(method, &ode))
            run(known ? "curved" : "curved by differences", &ode, method, settings, 2, x);
    }
    for (unsigned n = 2; n <= PROBLEM_MAX; n += 2) {
        struct problem p;
        char name[32];
        real x[PROBLEM_MAX] = { 0 };
        const struct ode ode = problem_relaxing(&p, n);
        p.jump = C(0.7);
        snprintf(name, sizeof name, "relaxing %u", n);
        if (integrator_fits(method, &ode))
            run(name, &ode, method, settings, 2, x);
    }
}

/* Runs a law along a motion, with or without its energy as one more state. */
static void run_law(const char *name, const char *law_name, const char *motion, bool energy,
                    const struct integrator *method, const struct settings *settings)
{
    const struct model *law = PREC(model_find)(law_name);
    real p[MODEL_MAX_PARAMS], x[ODE_MAX_STATES] = { 0 };
    struct signal signal;
    struct driven driven;
    char error[SIGNAL_TEXT];
    PREC(model_defaults)(law, p);
    if (!signal_parse(motion, &signal, error)) {
        fprintf(stderr, "costs: %s\n", error);
        exit(1);
    }
    const struct ode ode = PREC(driven_ode)(&driven, law, p, &signal, energy);
    if (integrator_fits(method, &ode))
        run(name, &ode, method, settings, signal.duration, x);
    signal_free(&signal);
}

/* A motion in which a law starts, slides, stops, reverses within its length, and rests. */
static const char slow_motion[] = "ramp 0 2e-3 0.01; sine 0 2e-3 300 1.5707963 0.04; "
                                  "hold 0 0.005; ramp 1e-4 -1e-2 0.01; hold -1e-2 0.005";

/* A motion that slides so far in a step that the states relax completely: for methods that are made
 * for that, or choose their steps. */
static void run_far(const char *name, const struct integrator *method,
                    const struct settings *settings)
{
    static const char motion[] = "ramp 0 0.2 0.2; hold 0.2 0.3; sine 0 0.1 40 0 1";
    if (!(method->flags & (INTEGRATOR_ADAPTIVE | INTEGRATOR_RELAXING)))
        return;
    for (int energy = 0; energy < 2; energy++) {
        char title[64];
        snprintf(title, sizeof title, "%s (far%s)", name, energy ? "" : " without energy");
        run_law(title, name, motion, energy, method, settings);
    }
}

int main(void)
{
    static const char *const laws[] = { "lugre",   "martinez_rosas", "elastoplastic", "bouc_wen",
                                        "karnopp", "maxwell_slip",   "leuven" };
    /* two of each: a step that resolves the laws' stiffness and one that does not */
    static const struct settings coarse = { .step = C(0.125),
                                            .rtol = C(1e-3),
                                            .max_steps = 100000 };
    static const struct settings fine = { .step = C(0.01), .rtol = C(1e-7), .max_steps = 100000 };
    static const struct settings slow = { .step = C(2e-4), .rtol = C(1e-3), .max_steps = 100000 };
    static const struct settings fast = { .step = C(2e-5), .rtol = C(1e-6), .max_steps = 100000 };
    exponentials.exp = find("exp");
    exponentials.expm1 = find("expm1");
    puts("problem,method,step (or rtol),status,steps,rejected,rates,flows,jacobians,factorizations,"
         "events,exponentials,trace");
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & INTEGRATOR_HOST_ONLY)
            continue;
        run_systems(*in, &coarse);
        run_systems(*in, &fine);
        for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
            run_law(laws[i], laws[i], slow_motion, true, *in, &slow);
            run_law(laws[i], laws[i], slow_motion, true, *in, &fast);
        }
        run_far("lugre", *in, &slow);
        run_far("martinez_rosas", *in, &slow);
    }
    return ferror(stdout) || fflush(stdout) != 0;
}
