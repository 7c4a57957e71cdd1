/* For tests: an experiment on a law and its reference solution. */
#ifndef BRISTLE_REFERENCE_SOLUTIONS_REFERENCE_FIXTURE_H
#define BRISTLE_REFERENCE_SOLUTIONS_REFERENCE_FIXTURE_H

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "reference/solutions/reference_solution.h"

enum { N = 401 };

/* A law at its defaults, in a setup. */
struct reference_fixture {
    const struct model *model;
    double p[MODEL_MAX_PARAMS];
    struct setup setup;
    struct trajectory reference;
    struct uncertainty uncertainty;
};

/* Sets a parameter of the law. */
static inline void set(struct reference_fixture *s, const char *name, double value)
{
    cr_assert(quantity_set(s->model->params, s->model->n_params, name, value, s->p), "%s", name);
}

/* Opens a fixture on a law at its defaults. */
static inline void open_law(struct reference_fixture *s, const char *model)
{
    *s = (struct reference_fixture){ .model = PREC(model_find)(model) };
    cr_assert(s->model, "%s", model);
    PREC(model_defaults)(s->model, s->p);
}

/* Computes the reference and its uncertainty at N samples up to t_end, s. */
static inline void solve(struct reference_fixture *s, double t_end)
{
    trajectory_init(&s->reference, N, s->model->n_states, t_end);
    const char *why =
        reference_solution_run(s->model, s->p, &s->setup, &s->reference, &s->uncertainty);
    cr_assert(!why, "%s: %s", s->model->name, why);
}

/* Opens a fixture on a law and solves it along a velocity signal. */
static inline void drive_along(struct reference_fixture *s, const char *model, const char *velocity)
{
    char error[SIGNAL_TEXT];
    open_law(s, model);
    cr_assert(setup_velocity(velocity, &s->setup, error), "%s", error);
    solve(s, s->setup.duration);
}

/* Sets up a scenario at its defaults. */
static inline void experiment(struct reference_fixture *s, const char *scenario)
{
    double q[SCENARIO_MAX_PARAMS];
    char error[SIGNAL_TEXT];
    const struct scenario *found = scenario_find(scenario);
    scenario_defaults(found, q);
    cr_assert(scenario_set_up(found, q, &s->setup, error), "%s", error);
}

/* Releases what the fixture owns. */
static inline void clean(struct reference_fixture *s)
{
    trajectory_free(&s->reference);
    setup_free(&s->setup);
}

/* The time of event number `count` (from 0) of that kind, s, or NAN. */
static inline double event(const struct reference_fixture *s, enum plant_event kind, size_t count)
{
    for (size_t i = 0; i < s->reference.n_events; i++)
        if (s->reference.events[i].kind == kind && count-- == 0)
            return s->reference.events[i].t;
    return nan("");
}

/* Checks the uncertainties that the project promises, for position (1e-11 of its maximum) and
 * instants (1e-9 s). */
static inline void expect_floors(const struct reference_fixture *s)
{
    cr_expect(s->uncertainty.floor[REFERENCE_X] <= 1e-11, "%s: x %g", s->model->name,
              s->uncertainty.floor[REFERENCE_X]);
    cr_expect(s->uncertainty.floor_events <= 1e-9, "%s: events %g s", s->model->name,
              s->uncertainty.floor_events);
}

#endif
