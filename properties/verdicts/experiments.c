/* Runs the experiments that claims name: the scenarios of reference/experiments/scenarios/, at
 * their defaults. */
#include "properties/verdicts/experiments.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/experiment.h"
#include "reference/solutions/reference_solution.h"
#include "tools/base/memory.h"

struct measured {
    double value[N_MEASURES];
    double uncertainty[N_MEASURES]; /* absolute, from the error bounds of the reference */
    const char *failure;            /* NULL: there is a reference */
};

/* Runs that claims share. */
enum { MOST_RUNS = 32 };

static bool is_same_run(const struct experiment *a, const struct experiment *b)
{
    return strcmp(a->model, b->model) == 0 && strcmp(a->scenario, b->scenario) == 0 &&
           a->t_end == b->t_end && a->samples == b->samples;
}

const struct claim *experiments_claim(const char *model, size_t i)
{
    for (const struct experiment *e = experiments_of_laws; e->model; e++)
        if (strcmp(e->model, model) == 0 && i-- == 0)
            return &e->claim;
    return NULL;
}

/* Events are known to within floor_events, positions to within the error bound of their column. */
static void measure(const struct trajectory *r, const struct uncertainty *uncertainty,
                    struct measured *m)
{
    double early = 0, late = 0;
    for (size_t i = 0; i < r->n; i++) {
        const double error = fabs(r->x[i] - 1);
        if (r->t[i] <= 50)
            early = fmax(early, error);
        else
            late = fmax(late, error);
    }
    m->value[LARGEST_X] = trajectory_largest(r->x, r->n, 1);
    m->value[FIRST_RELEASE] = INFINITY;
    for (size_t i = r->n_events; i > 0; i--)
        if (r->events[i - 1].kind == PLANT_RELEASE)
            m->value[FIRST_RELEASE] = r->events[i - 1].t;
    m->value[LATE_ERROR] = late;
    m->value[ERROR_GROWTH] = late / early;
    const double x = uncertainty->floor[REFERENCE_X] * m->value[LARGEST_X];
    m->uncertainty[LARGEST_X] = m->uncertainty[LATE_ERROR] = x;
    m->uncertainty[FIRST_RELEASE] = uncertainty->floor_events;
    m->uncertainty[ERROR_GROWTH] = x / early * (1 + m->value[ERROR_GROWTH]);
    if (uncertainty->floor[REFERENCE_X] > EXPERIMENTS_FLOOR)
        m->failure = "the two computations of the reference disagree";
}

static void compute(const struct experiment *e, struct measured *m)
{
    const struct model *model = PREC(model_find)(e->model);
    const struct scenario *scenario = scenario_find(e->scenario);
    double p[MODEL_MAX_PARAMS], q[SCENARIO_MAX_PARAMS];
    char error[SIGNAL_TEXT];
    struct setup setup;
    struct trajectory r;
    struct uncertainty uncertainty;
    m->failure = "there is no such scenario";
    if (!scenario)
        return;
    PREC(model_defaults)(model, p);
    scenario_defaults(scenario, q);
    m->failure = "the scenario cannot be set up";
    if (!scenario_set_up(scenario, q, &setup, error))
        return;
    trajectory_init(&r, e->samples, model->n_states, e->t_end);
    m->failure = reference_solution_run(model, p, &setup, &r, &uncertainty);
    if (!m->failure)
        measure(&r, &uncertainty, m);
    trajectory_free(&r);
    setup_free(&setup);
}

struct experiments {
    struct {
        pthread_mutex_t lock;
        const struct experiment *first; /* of those that share the run; NULL: not run yet */
        struct measured measured;
    } runs[MOST_RUNS];
};

struct experiments *experiments_open(void)
{
    struct experiments *e = memory_array(1, sizeof *e);
    for (int i = 0; i < MOST_RUNS; i++)
        pthread_mutex_init(&e->runs[i].lock, NULL);
    return e;
}

void experiments_close(struct experiments *e)
{
    for (int i = 0; i < MOST_RUNS; i++)
        pthread_mutex_destroy(&e->runs[i].lock);
    free(e);
}

/* Returns the first claim about the same run, and its number among the runs. */
static const struct experiment *first_of_run(const struct experiment *of, unsigned *number)
{
    const struct experiment *first = experiments_of_laws;
    *number = 0;
    while (!is_same_run(first, of)) {
        const struct experiment *now = first++;
        const struct experiment *before = experiments_of_laws;
        while (before < now && !is_same_run(before, now))
            before++;
        *number += before == now;
    }
    return first;
}

/* Returns NULL when there are too many runs. */
static const struct measured *measured(struct experiments *e, const struct experiment *of)
{
    unsigned i;
    const struct experiment *first = first_of_run(of, &i);
    if (i >= MOST_RUNS)
        return NULL;
    pthread_mutex_lock(&e->runs[i].lock);
    if (!e->runs[i].first)
        compute(first, &e->runs[i].measured);
    e->runs[i].first = first;
    pthread_mutex_unlock(&e->runs[i].lock);
    return &e->runs[i].measured;
}

void experiments_judge(struct experiments *e, const struct claim *claim, struct judgement *j)
{
    const struct experiment *c = experiments_of_laws;
    while (c->model && !(claim_is(claim, EXPERIMENT, c->claim.id) &&
                         strcmp(claim->domain, c->claim.domain) == 0))
        c++;
    *j = (struct judgement){ .verdict = VERDICT_NOT_APPLICABLE, .margin = NAN };
    if (!c->model)
        return;
    const struct measured *m = measured(e, c);
    if (!m) {
        j->verdict = VERDICT_INCONCLUSIVE;
        judgement_say(j, "%s, \"%s\": more runs than are kept", c->model, claim->domain);
        return;
    }
    if (m->failure) {
        j->verdict = VERDICT_INCONCLUSIVE;
        judgement_say(j, "%s, \"%s\": no reference: %s", c->model, claim->domain, m->failure);
        return;
    }
    const double value = m->value[c->measure], uncertainty = m->uncertainty[c->measure];
    const double size = fmax(fabs(value), fabs(c->limit));
    const double above = isinf(value) ? 1 : (value - c->limit) / size;
    j->method = METHOD_AGREED;
    j->trials = 1;
    j->margin = c->at_least ? above : -above;
    if (!isinf(value) && fabs(value - c->limit) <= uncertainty)
        j->verdict = VERDICT_INCONCLUSIVE;
    else
        j->verdict = j->margin > 0 ? VERDICT_HOLDS : VERDICT_REFUTED;
    j->as_declared = j->verdict == verdict_declared(claim->declared);
    if (!j->as_declared)
        judgement_say(j, "%s, \"%s\": the reference gives %.9g, the limit is %.9g", c->model,
                      claim->domain, value, c->limit);
}
