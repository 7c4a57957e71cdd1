/* Runs the experiments that claims name: the scenarios of reference/experiments/scenarios/, at
 * their defaults: m = 1 kg, zero initial state, as in section IV of Martinez-Rosas et al. */
#include "properties/verdicts/experiments.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/solutions/reference_solution.h"
#include "tools/base/memory.h"

/* A number that a claim reads off a trajectory. */
enum measure {
    LARGEST_X,     /* m: the largest |x| */
    FIRST_RELEASE, /* s: when the mass first leaves v = 0, where it stuck; infinite if never */
    LATE_ERROR,    /* m: the largest |x - 1| after 50 s */
    ERROR_GROWTH,  /* 1: LATE_ERROR over the largest |x - 1| before 50 s */
    N_MEASURES,
};

struct measured {
    double value[N_MEASURES];
    double uncertainty[N_MEASURES]; /* absolute, from the error bounds of the reference */
    const char *failure;            /* NULL: there is a reference */
};

enum run { PRE_SLIDING, STICK_SLIP, PID, N_RUNS };

static const struct {
    const char *scenario;
    double t_end; /* s */
    size_t samples;
} runs[N_RUNS] = {
    [PRE_SLIDING] = { "pre_sliding", 65, 1301 },
    [STICK_SLIP] = { "stick_slip", 317, 318 },
    [PID] = { "pid", 100, 2001 },
};

static const struct experiment_claim {
    struct claim claim;
    enum run run;
    enum measure measure;
    bool at_least; /* the limit is a lower limit */
    double limit;
} claims[] = {
    { .claim = { .property = EXPERIMENT,
                 .declared = REFUTED,
                 .id = "pre_sliding_moves",
                 .domain = "pre_sliding: moves by 1 um in 65 s",
                 .source = "Fig. 2: pre-sliding displacement as LuGre's" },
      .run = PRE_SLIDING,
      .measure = LARGEST_X,
      .at_least = true,
      .limit = 1e-6 },
    { .claim = { .property = EXPERIMENT,
                 .declared = HOLDS,
                 .id = "pre_sliding_sticks",
                 .domain = "pre_sliding: sticks for 65 s",
                 .source = "the relay of +-alpha/sigma0 = 10 kN holds 1.425 N" },
      .run = PRE_SLIDING,
      .measure = FIRST_RELEASE,
      .at_least = true,
      .limit = 65 },
    { .claim = { .property = EXPERIMENT,
                 .declared = REFUTED,
                 .id = "stick_slip_slips",
                 .domain = "stick_slip: slips within 30 s",
                 .source = "Figs. 6, 7: stick-slip as LuGre's" },
      .run = STICK_SLIP,
      .measure = FIRST_RELEASE,
      .limit = 30 },
    { .claim = { .property = EXPERIMENT,
                 .declared = HOLDS,
                 .id = "stick_slip_sticks",
                 .domain = "stick_slip: sticks for 316 s",
                 .source = "while it sticks dy/dt = -(Fs-Fc) sigma0/alpha y + ..., a slow creep" },
      .run = STICK_SLIP,
      .measure = FIRST_RELEASE,
      .at_least = true,
      .limit = 316 },
    { .claim = { .property = EXPERIMENT,
                 .declared = REFUTED,
                 .id = "pid_error",
                 .domain = "pid: error < 22.4 mm after 50 s",
                 .source = "Fig. 10b: 65 % below that of LuGre, which is 64.0 mm" },
      .run = PID,
      .measure = LATE_ERROR,
      .limit = 0.35 * 0.0640 },
    { .claim = { .property = EXPERIMENT,
                 .declared = REFUTED,
                 .id = "pid_error_shrinks",
                 .domain = "pid: error shrinks after 50 s",
                 .source = "Fig. 10a: limit cycles that die out" },
      .run = PID,
      .measure = ERROR_GROWTH,
      .limit = 1 },
    { .claim = { .property = EXPERIMENT,
                 .declared = HOLDS,
                 .id = "pid_sticks",
                 .domain = "pid: sticks for 69 s",
                 .source = "the relay holds until y has crept to 0.97/sigma0" },
      .run = PID,
      .measure = FIRST_RELEASE,
      .at_least = true,
      .limit = 69 },
    { .claim = { .property = EXPERIMENT,
                 .declared = HOLDS,
                 .id = "pid_thrown",
                 .domain = "pid: thrown beyond 500 m by 100 s",
                 .source = "the relay then lets go within vs, and 10 kN drive the mass" },
      .run = PID,
      .measure = LARGEST_X,
      .at_least = true,
      .limit = 500 },
};

enum { N_CLAIMS = sizeof claims / sizeof *claims };

static const char model_name[] = "martinez_rosas";

const struct claim *experiments_claim(const char *model, size_t i)
{
    return strcmp(model, model_name) == 0 && i < N_CLAIMS ? &claims[i].claim : NULL;
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

static void compute(enum run which, struct measured *m)
{
    const struct model *model = PREC(model_find)(model_name);
    const struct scenario *scenario = scenario_find(runs[which].scenario);
    double p[MODEL_MAX_PARAMS], q[SCENARIO_MAX_PARAMS];
    char error[SIGNAL_TEXT];
    struct setup setup;
    struct trajectory r;
    struct uncertainty uncertainty;
    PREC(model_defaults)(model, p);
    scenario_defaults(scenario, q);
    m->failure = "the scenario cannot be set up";
    if (!scenario_set_up(scenario, q, &setup, error))
        return;
    trajectory_init(&r, runs[which].samples, model->n_states, runs[which].t_end);
    m->failure = reference_solution_run(model, p, &setup, &r, &uncertainty);
    if (!m->failure)
        measure(&r, &uncertainty, m);
    trajectory_free(&r);
    setup_free(&setup);
}

struct experiments {
    struct {
        pthread_mutex_t lock;
        bool done;
        struct measured measured;
    } runs[N_RUNS];
};

struct experiments *experiments_open(void)
{
    struct experiments *e = memory_array(1, sizeof *e);
    for (int i = 0; i < N_RUNS; i++)
        pthread_mutex_init(&e->runs[i].lock, NULL);
    return e;
}

void experiments_close(struct experiments *e)
{
    for (int i = 0; i < N_RUNS; i++)
        pthread_mutex_destroy(&e->runs[i].lock);
    free(e);
}

static const struct measured *measured(struct experiments *e, enum run which)
{
    pthread_mutex_lock(&e->runs[which].lock);
    if (!e->runs[which].done)
        compute(which, &e->runs[which].measured);
    e->runs[which].done = true;
    pthread_mutex_unlock(&e->runs[which].lock);
    return &e->runs[which].measured;
}

void experiments_judge(struct experiments *e, const struct claim *claim, struct judgement *j)
{
    size_t i = 0;
    while (i < N_CLAIMS && !claim_is(claim, EXPERIMENT, claims[i].claim.id))
        i++;
    *j = (struct judgement){ .verdict = VERDICT_NOT_APPLICABLE, .margin = NAN };
    if (i == N_CLAIMS)
        return;
    const struct experiment_claim *c = &claims[i];
    const struct measured *m = measured(e, c->run);
    if (m->failure) {
        j->verdict = VERDICT_INCONCLUSIVE;
        judgement_say(j, "%s, \"%s\": no reference: %s", model_name, claim->domain, m->failure);
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
        judgement_say(j, "%s, \"%s\": the reference gives %.9g, the limit is %.9g", model_name,
                      claim->domain, value, c->limit);
}
