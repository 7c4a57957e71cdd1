/* No scenario samples at an event of a law at its defaults: what a method shows there, the value
 * before or after, would be a matter of rounding. Where the input jumps or turns it is not: samples
 * see what begins there (right_limit_test.c).
 */
#include <stdio.h>

#include "reference/experiments/exact.h"
#include "reference/experiments/experiment.h"
#include "reference/experiments/run.h"
#include "reference/solutions/reference_fixture.h"

/* The shortest steps of given size that `compare` makes, s, and how many it makes at most. */
static const double SHORTEST = 2e-6, MOST = 5e6;

static double most_steps(double duration) { return fmin(duration / SHORTEST, MOST); }

/* To which references promise the instants of events, s. */
static const double PROMISED = 1e-9;

/* s: events nearer than this may happen on either side of a sample. A sum over steps is off by half
 * a unit for each, time among them. */
static double least_distance(double duration)
{
    return PROMISED + most_steps(duration) * DBL_EPSILON / 2 * duration;
}

/* Records all transitions of a run. */
static struct {
    enum status (*transition)(void *ctx, unsigned index, real t, real x[]);
    real (*interval)(void *ctx, real t, const real x[]);
    const struct scenario *scenario;
    const char *law;
    double duration;
    double begun; /* where the interval began, s */
} spy;

static double distance_from_sample(double t)
{
    const double interval = spy.duration / (double)(spy.scenario->samples - 1);
    return fabs(t - interval * round(t / interval));
}

static enum status see_transition(void *ctx, unsigned index, real t, real x[])
{
    const double least = least_distance(spy.duration);
    if (t - spy.begun > least)
        cr_expect(distance_from_sample(t) > least, "%s, %s: event %u at %.17g s is a sample",
                  spy.scenario->name, spy.law, index, t);
    return spy.transition(ctx, index, t, x);
}

static real see_interval(void *ctx, real t, const real x[])
{
    spy.begun = t;
    return spy.interval(ctx, t, x);
}

static void nothing(void *ctx, size_t i, real t, const real x[])
{
    (void)ctx, (void)i, (void)t, (void)x;
}

static void expect_none_at_samples(struct reference_fixture *s, const struct scenario *scenario)
{
    static union {
        max_align_t alignment;
        char bytes[1 << 16];
    } work;
    const struct settings settings = { .rtol = 1e-11 };
    const double times[] = { 0, s->setup.duration };
    double x[ODE_MAX_STATES] = { 0 };
    struct experiment e;
    struct statistics statistics;
    struct ode ode = PREC(experiment_ode)(&e, s->model, s->p, &s->setup, true);
    if (ode.n_guards == 0)
        return;
    spy.transition = ode.transition;
    spy.interval = ode.interval;
    spy.scenario = scenario;
    spy.law = s->model->name;
    spy.duration = s->setup.duration;
    ode.transition = see_transition;
    ode.interval = see_interval;
    cr_expect_eq(PREC(drive)(PREC(integrator_find)("cvode_bdf"), &ode, &settings, times, 2, x,
                             &work, nothing, NULL, &statistics),
                 STATUS_OK, "%s, %s", scenario->name, spy.law);
}

/* The travel of bristles, whose bonds snap millions of times and depend on the travel alone. */
struct bonds {
    struct exact_state walk;
    double steps; /* per second */
    double farthest,
        blur; /* m: the largest |travel| so far, and what rounding leaves of the travel */
};

/* Moves from one time to another, without a turn between. Returns true when a bond snaps next to
 * the end. */
static bool snaps_at_end(struct bonds *b, const struct signal *signal, double from, double to)
{
    const double end = signal_distance(signal, to), travel = end - signal_distance(signal, from);
    const double v = travel < 0 ? -1 : 1;
    struct exact_state *w = &b->walk;
    b->farthest = fmax(b->farthest, fabs(end));
    b->blur = b->steps * to * DBL_EPSILON / 2 * b->farthest;
    if (!(fabs(travel) > b->blur))
        return false;
    exact_state_flow(w, (struct hold){ v, fabs(travel) - b->blur });
    const struct exact_state before = *w;
    exact_state_flow(w, (struct hold){ v, 2 * b->blur });
    const bool snaps = memcmp(before.memory.ints, w->memory.ints, sizeof w->memory.ints) != 0;
    *w = before;
    w->mem = &w->memory;
    exact_state_flow(w, (struct hold){ v, b->blur });
    return snaps;
}

static void expect_no_snaps_at_samples(struct reference_fixture *s, const struct scenario *scenario)
{
    const struct signal *signal = &s->setup.velocity;
    const double interval = signal->duration / (double)(scenario->samples - 1);
    struct bonds b = { .steps = most_steps(signal->duration) / signal->duration };
    double t = 0, turn = signal_interval(signal, 0).end;
    exact_state_start(&b.walk, s->model, s->p);
    for (size_t i = 1; i < scenario->samples; i++) {
        const double sample = interval * (double)i;
        while (turn < sample) {
            snaps_at_end(&b, signal, t, turn);
            t = turn;
            turn = signal_interval(signal, turn).end;
        }
        cr_expect(!snaps_at_end(&b, signal, t, sample),
                  "%s, %s: a bond snaps at the sample at %.17g s", scenario->name, s->model->name,
                  sample);
        t = sample;
    }
}

static void expect_samples_between_events(const char *scenario)
{
    const struct scenario *found = scenario_find(scenario);
    for (const struct model *const *model = PREC(models); *model; model++) {
        const bool is_bonds = strcmp((*model)->name, "bristle") == 0;
        struct reference_fixture s;
        open_law(&s, (*model)->name);
        if (scenario_refuses(found, s.model, s.p))
            continue;
        experiment(&s, scenario);
        if (!is_bonds)
            expect_none_at_samples(&s, found);
        else if (!s.setup.has_mass)
            expect_no_snaps_at_samples(&s, found);
        setup_free(&s.setup);
    }
}

#define SCENARIO(name)                                                                             \
    Test(samples, of_##name) { expect_samples_between_events(#name); }

SCENARIO(break_away)
SCENARIO(driven_steps)
SCENARIO(driven_stiff)
SCENARIO(hysteresis)
SCENARIO(pid)
SCENARIO(pre_sliding)
SCENARIO(steady_state)
SCENARIO(stick_slip)
SCENARIO(velocity_step)

/* There is one SCENARIO() above for each scenario. */
Test(samples, of_all_scenarios_are_looked_at)
{
    size_t n = 0;
    while (scenarios[n])
        n++;
    cr_expect_eq(n, (size_t)9);
}
