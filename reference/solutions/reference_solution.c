/* Computes a reference solution by the best means that law and scenario allow, and its errors. */
#include "reference/solutions/reference_solution.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/experiments/run.h"
#include "reference/solvers/driven.h"
#include "reference/solvers/filippov.h"

/* The tests of the trajectories measure what this tolerance leaves. */
const double reference_solution_tolerance = 1e-18;

static const unsigned long MOST_STEPS = 2000000;

/* As tight as CVODE goes: what the steps add up is then rounding. */
static const struct settings tightest = { .rtol = 3e-16, .atol = 3e-16, .max_steps = 20000000 };

/* Collects the samples of a run in balls in a trajectory. */
struct collector {
    const struct model *model;
    int state[ARB_LAW_MAX]; /* the law's state i is the model's state[i] */
    const struct setup *setup;
    struct trajectory *trajectory;
    struct uncertainty *uncertainty;
    mag_struct radius[ARB_LAW_MAX]; /* largest, by column */
};

/* Writes the law's parameters to balls, and finds the law's states among the model's. */
static void translate(struct collector *c, const struct arb_law *law, const double p[],
                      arb_ptr balls)
{
    const struct model *model = c->model;
    for (int i = 0; law->params[i]; i++)
        arb_set_d(balls + i, p[quantity_index(model->params, model->n_params, law->params[i])]);
    for (unsigned i = 0; i < model->n_states; i++)
        c->state[i] = (int)quantity_index(model->states, model->n_states, law->states[i]);
}

/* Returns the ball's midpoint and keeps its radius in the column's; NAN for a ball that is not
 * finite. */
static double rounded(struct collector *c, size_t column, const arb_t ball)
{
    if (!arb_is_finite(ball))
        return nan("");
    mag_max(&c->radius[column], &c->radius[column], arb_radref(ball));
    return arf_get_d(arb_midref(ball), ARF_RND_NEAR);
}

static void collect_law(struct collector *c, size_t i, arb_srcptr x)
{
    const size_t n = c->model->n_states;
    for (size_t k = 0; k < n; k++)
        c->trajectory->law[i * n + (size_t)c->state[k]] =
            rounded(c, REFERENCE_LAW + (size_t)c->state[k], x + k);
}

static void collect_enclosed(void *ctx, size_t i, arb_srcptr x, const arb_t F, const arb_t energy)
{
    struct collector *c = ctx;
    struct trajectory *r = c->trajectory;
    r->x[i] = signal_distance(&c->setup->velocity, r->t[i]);
    r->v[i] = signal_velocity(&c->setup->velocity, r->t[i]);
    r->F[i] = rounded(c, REFERENCE_F, F);
    r->energy[i] = rounded(c, REFERENCE_ENERGY, energy);
    collect_law(c, i, x);
}

static bool enclosed(struct collector *c, const struct arb_law *law, arb_srcptr balls)
{
    struct trajectory *r = c->trajectory;
    return arb_driven(law, balls, &c->setup->velocity, r->t, r->n, REFERENCE_BITS, collect_enclosed,
                      c);
}

static void collect_agreed(void *ctx, size_t i, const struct filippov_sample *sample)
{
    struct collector *c = ctx;
    struct trajectory *r = c->trajectory;
    r->x[i] = rounded(c, REFERENCE_X, sample->x);
    r->v[i] = rounded(c, REFERENCE_V, sample->v);
    r->F[i] = rounded(c, REFERENCE_F, sample->F);
    r->energy[i] = rounded(c, REFERENCE_ENERGY, sample->energy);
    collect_law(c, i, sample->states);
}

static void collect_event(void *ctx, enum plant_event event, const arb_t t)
{
    const struct collector *c = ctx;
    trajectory_event(c->trajectory, event, arf_get_d(arb_midref(t), ARF_RND_NEAR));
}

static const char unsupported[] =
    "the law draws at random, rests in a band of velocities, or has rates but no force that jump "
    "at v = 0: there is no reference here";

static const char *agreed(struct collector *c, const struct arb_law *law, arb_srcptr balls)
{
    const struct setup *setup = c->setup;
    const struct filippov motion = {
        .law = filippov_law(law),
        .p = balls,
        .signal = setup->has_mass ? NULL : &setup->velocity,
        .plant = setup->has_mass ? &setup->plant : NULL,
        .watched_speed = setup->watched_speed,
        .prec = REFERENCE_BITS,
        .tolerance = reference_solution_tolerance,
        .max_steps = MOST_STEPS,
    };
    unsigned long steps;
    if (!motion.law)
        return unsupported;
    switch (filippov_run(&motion, c->trajectory->t, c->trajectory->n, collect_agreed, collect_event,
                         c, &steps)) {
    case FILIPPOV_OK:
        return NULL;
    case FILIPPOV_UNSUPPORTED:
        return unsupported;
    case FILIPPOV_TOO_MANY_STEPS:
        return "the reference solver reached its limit on the number of steps";
    case FILIPPOV_STALLED:
        break;
    }
    return "the reference solver could not locate an event";
}

/* Computes the solution a second time, by CVODE: the uncertainties are the disagreement. */
static const char *disagreement(struct collector *c, const double p[])
{
    const struct trajectory *first = c->trajectory;
    struct trajectory second;
    struct statistics statistics;
    trajectory_init(&second, first->n, first->n_states, first->t[first->n - 1]);
    memcpy(second.t, first->t, first->n * sizeof *first->t);
    struct settings settings = tightest;
    /* A driven law's states hardly notice when a step leaps over a Stribeck peak. */
    if (!c->setup->has_mass)
        settings.step = second.t[second.n - 1] / 1e5;
    const enum status status = run_experiment(PREC(integrator_find)("cvode_bdf"), &settings,
                                              c->model, p, c->setup, &second, &statistics);
    reference_solution_differences(first, &second, c->uncertainty->floor);
    c->uncertainty->floor_events = reference_solution_event_difference(first, &second);
    trajectory_free(&second);
    return status == STATUS_OK ? NULL : "the second computation failed";
}

static void floors_from_radii(struct collector *c)
{
    const struct trajectory *r = c->trajectory;
    const double *const columns[] = { r->x, r->v, r->F, r->energy };
    for (size_t k = 0; k < REFERENCE_LAW + r->n_states; k++) {
        const double largest =
            k < REFERENCE_LAW ? trajectory_largest(columns[k], r->n, 1)
                              : trajectory_largest(r->law + k - REFERENCE_LAW, r->n, r->n_states);
        c->uncertainty->floor[k] = largest > 0 ? mag_get_d(&c->radius[k]) / largest : 0;
    }
}

static const char *run(struct collector *c, const struct arb_law *law, const double p[],
                       arb_srcptr balls)
{
    const struct trajectory *r = c->trajectory;
    const bool is_enclosed = !c->setup->has_mass && enclosed(c, law, balls);
    const char *problem = is_enclosed ? NULL : agreed(c, law, balls);
    if (c->uncertainty)
        *c->uncertainty = (struct uncertainty){ .enclosed = is_enclosed };
    if (!problem && c->uncertainty && is_enclosed)
        floors_from_radii(c);
    else if (!problem && c->uncertainty)
        problem = disagreement(c, p);
    for (size_t k = 0; c->uncertainty && k < REFERENCE_LAW + r->n_states; k++)
        c->uncertainty->floor[k] = fmax(c->uncertainty->floor[k], 0x1p-53);
    return problem;
}

const char *reference_solution_run(const struct model *model, const double p[],
                                   const struct setup *setup, struct trajectory *trajectory,
                                   struct uncertainty *uncertainty)
{
    return reference_solution_run_by(arb_law_find(model->name), model, p, setup, trajectory,
                                     uncertainty);
}

const char *reference_solution_run_by(const struct arb_law *law, const struct model *model,
                                      const double p[], const struct setup *setup,
                                      struct trajectory *trajectory,
                                      struct uncertainty *uncertainty)
{
    if (!law)
        return "the law has no ball model in ball arithmetic";
    struct collector c = {
        .model = model, .setup = setup, .trajectory = trajectory, .uncertainty = uncertainty
    };
    arb_ptr balls = _arb_vec_init(ARB_LAW_MAX);
    for (int i = 0; i < ARB_LAW_MAX; i++)
        mag_init(&c.radius[i]);
    translate(&c, law, p, balls);
    trajectory->n_events = 0;
    const char *problem = run(&c, law, p, balls);
    for (int i = 0; i < ARB_LAW_MAX; i++)
        mag_clear(&c.radius[i]);
    _arb_vec_clear(balls, ARB_LAW_MAX);
    return problem;
}

double largest_uncertainty(const struct uncertainty *uncertainty, size_t n_states)
{
    double largest = 0;
    for (size_t k = 0; k < REFERENCE_LAW + n_states; k++)
        largest = fmax(largest, uncertainty->floor[k]);
    return largest;
}

void uncertainty_text(char text[UNCERTAINTY_TEXT], double bound, int digits)
{
    snprintf(text, UNCERTAINTY_TEXT, "%.*e", digits, bound);
    const double printed = strtod(text, NULL);
    if (!(printed < bound))
        return;
    /* The nearest decimal is less than half a unit of the last digit below: add one unit. */
    const double unit = strtod(strchr(text, 'e') + 1, NULL) - digits;
    snprintf(text, UNCERTAINTY_TEXT, "%.*e", digits, printed + pow(10, unit));
}

static double column_difference(const double *a, const double *b, size_t n, size_t stride)
{
    const double largest = trajectory_largest(a, n, stride);
    double worst = 0;
    for (size_t i = 0; i < n * stride; i += stride) {
        if (isnan(a[i]) && isnan(b[i]))
            continue;
        const double error = fabs(a[i] - b[i]);
        if (!(error <= worst))
            worst = isnan(error) ? HUGE_VAL : error;
    }
    return worst == 0 ? 0 : worst / largest;
}

void reference_solution_differences(const struct trajectory *a, const struct trajectory *b,
                                    double error[])
{
    error[REFERENCE_X] = column_difference(a->x, b->x, a->n, 1);
    error[REFERENCE_V] = column_difference(a->v, b->v, a->n, 1);
    error[REFERENCE_F] = column_difference(a->F, b->F, a->n, 1);
    error[REFERENCE_ENERGY] = column_difference(a->energy, b->energy, a->n, 1);
    for (size_t k = 0; k < a->n_states; k++)
        error[REFERENCE_LAW + k] = column_difference(a->law + k, b->law + k, a->n, a->n_states);
}

/* Reversals may be too slight to matter, and switches are internal to the law: neither counts. */
static bool counts(const struct event *event)
{
    return event->kind != PLANT_REVERSAL && event->kind != PLANT_SWITCH;
}

/* Returns the first event from i on that counts. */
static size_t next_event(const struct trajectory *r, size_t i)
{
    while (i < r->n_events && !counts(&r->events[i]))
        i++;
    return i;
}

double reference_solution_event_difference(const struct trajectory *a, const struct trajectory *b)
{
    double worst = 0;
    size_t i = next_event(a, 0), k = next_event(b, 0);
    for (; i < a->n_events && k < b->n_events; i = next_event(a, i + 1), k = next_event(b, k + 1)) {
        if (a->events[i].kind != b->events[k].kind)
            return HUGE_VAL;
        worst = fmax(worst, fabs(a->events[i].t - b->events[k].t));
    }
    return i < a->n_events || k < b->n_events ? HUGE_VAL : worst;
}
