/* Asks the functions of a law for their numbers (deviation_values.h). */
#include "properties/self_check/deviation_values.h"

#include <limits.h>
#include <stdio.h>

#define HAS(member)                                                                                \
    static bool has_##member(const struct model *m) { return m->member != NULL; }
HAS(rate_and_force)
HAS(jacobian)
HAS(stiction)
HAS(stick_band)
HAS(flow)
HAS(work)
HAS(relaxation)
HAS(steady_force)
HAS(settling_rate)
HAS(storage)
HAS(bound)
HAS(break_away)
HAS(creep_resistance)
HAS(stribeck)
HAS(printed_force)
HAS(printed_regressor)
HAS(work_parts)

static bool is_law(const struct model *m) { return m->force != NULL; }
static bool has_states(const struct model *m) { return m->n_states > 0; }
static bool has_events(const struct model *m) { return m->n_guards > 0 && m->transition; }
static bool has_regressor(const struct model *m) { return m->n_regressors > 0; }

/* Writes numbers of a law's states in the text's order. */
static unsigned in_order(const struct law_at *at, const real own[], real y[])
{
    for (unsigned i = 0; i < at->model->n_states; i++)
        y[i] = own[at->state[i]];
    return at->model->n_states;
}

static unsigned of_rate(const struct law_at *at, real y[])
{
    real dx[MODEL_MAX_STATES];
    at->model->rate(at->p, &at->memory, at->v, at->s, at->x, dx);
    return in_order(at, dx, y);
}

static unsigned of_initial(const struct law_at *at, real y[])
{
    real x[MODEL_MAX_STATES];
    PREC(model_initial)(at->model, at->p, x);
    return in_order(at, x, y);
}

static unsigned of_force(const struct law_at *at, real y[])
{
    y[0] = at->model->force(at->p, &at->memory, at->v, at->s, at->x);
    return 1;
}

static unsigned of_both(const struct law_at *at, real y[])
{
    real dx[MODEL_MAX_STATES];
    const real force = PREC(model_response)(at->model, at->p, &at->memory, at->v, at->s, at->x, dx);
    const unsigned n = in_order(at, dx, y);
    y[n] = force;
    return n + 1;
}

static unsigned of_jacobian(const struct law_at *at, real y[])
{
    const unsigned n = at->model->n_states;
    struct jacobian jac;
    at->model->jacobian(at->p, &at->memory, at->v, at->s, at->x, &jac);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < n; j++)
            y[i * (n + 1) + j] = jac.rate_x[at->state[i] * n + at->state[j]];
        y[i * (n + 1) + n] = jac.rate_v[at->state[i]];
    }
    for (unsigned j = 0; j < n; j++)
        y[n * (n + 1) + j] = jac.force_x[at->state[j]];
    y[n * (n + 1) + n] = jac.force_v;
    return (n + 1) * (n + 1);
}

static unsigned of_stiction(const struct law_at *at, real y[])
{
    at->model->stiction(at->p, &at->memory, at->x, y);
    return 2;
}

static unsigned of_flow(const struct law_at *at, real y[])
{
    struct law_at end = *at;
    at->model->flow(end.p, &end.memory, at->v, at->s, at->h, end.x);
    return in_order(at, end.x, y);
}

/* Returns the largest size of a state: its bound, or how far it has gone. */
static real size_of_state(const struct law_at *at, unsigned i)
{
    real bound[MODEL_MAX_STATES];
    if (at->model->bound)
        at->model->bound(at->p, bound);
    return at->model->bound && isfinite(bound[at->state[i]])
               ? bound[at->state[i]]
               : r_abs(at->x[at->state[i]]) + r_abs(at->v) * at->h;
}

static unsigned of_work(const struct law_at *at, real y[])
{
    y[0] = at->model->work(at->p, &at->memory, at->v, at->s, at->h, at->x);
    return 1;
}

static real size_of_work(const struct law_at *at, unsigned i)
{
    real travel = r_abs(at->v) * at->h;
    (void)i;
    for (unsigned k = 0; k < at->model->n_states; k++)
        travel += r_abs(at->x[k]);
    return at->model->force_scale ? at->h * at->model->force_scale(at->p, at->v, travel) : 0;
}

static unsigned of_work_parts(const struct law_at *at, real y[])
{
    at->model->work_parts(at->p, &at->memory, at->v, at->s, at->h, at->x, y);
    return at->model->n_parts;
}

static unsigned of_relaxation(const struct law_at *at, real y[])
{
    real steady[MODEL_MAX_STATES], rate[MODEL_MAX_STATES];
    at->model->relaxation(at->p, at->v, at->s, steady, rate);
    in_order(at, steady, y);
    return at->model->n_states + in_order(at, rate, y + at->model->n_states);
}

static unsigned of_storage(const struct law_at *at, real y[])
{
    y[0] = at->model->storage(at->p, &at->memory, at->x);
    return 1;
}

static unsigned of_bound(const struct law_at *at, real y[])
{
    real bound[MODEL_MAX_STATES];
    at->model->bound(at->p, bound);
    return in_order(at, bound, y);
}

static unsigned of_regressor(const struct law_at *at, real y[])
{
    at->model->regressor(at->p, &at->memory, at->v, at->s, at->x, y);
    return at->model->n_regressors;
}

static unsigned of_coefficients(const struct law_at *at, real y[])
{
    at->model->coefficients(at->p, y);
    return at->model->n_regressors;
}

/* The velocity at which the regressor is made right is any other one. */
static unsigned of_printed_regressor(const struct law_at *at, real y[])
{
    y[0] = at->model->printed_regressor(at->p, at->v / 2, at->v, at->s, at->x);
    return 1;
}

#define OF_PARAMETERS(member)                                                                      \
    static unsigned of_##member(const struct law_at *at, real y[])                                 \
    {                                                                                              \
        y[0] = at->model->member(at->p);                                                           \
        return 1;                                                                                  \
    }
OF_PARAMETERS(stick_band)
OF_PARAMETERS(break_away)
OF_PARAMETERS(creep_resistance)

#define OF_VELOCITY(member)                                                                        \
    static unsigned of_##member(const struct law_at *at, real y[])                                 \
    {                                                                                              \
        y[0] = at->model->member(at->p, at->v);                                                    \
        return 1;                                                                                  \
    }
OF_VELOCITY(steady_force)
OF_VELOCITY(settling_rate)
OF_VELOCITY(stribeck)
OF_VELOCITY(printed_force)

/* A guard at 0 is about to fire, or has just: it says nothing. */
static unsigned of_guards(const struct law_at *at, real y[])
{
    real g[MODEL_MAX_GUARDS];
    at->model->guard(at->p, &at->memory, at->v, at->x, g);
    for (unsigned i = 0; i < at->model->n_guards; i++)
        y[i] = g[i] != 0 ? r_sign(g[i]) : (real)NAN;
    return at->model->n_guards;
}

/* Whether any event is due shows also where two laws split events up in other ways. */
static unsigned of_least_guard(const struct law_at *at, real y[])
{
    real all[MODEL_MAX_GUARDS];
    of_guards(at, all);
    y[0] = 1;
    for (unsigned i = 0; i < at->model->n_guards && !(y[0] < 0); i++)
        if (!(all[i] > 0))
            y[0] = all[i]; /* -1, or NAN until one has fired */
    return 1;
}

unsigned PREC(function_settle)(struct law_at *at, uint64_t *order)
{
    enum { MOST = 1000 };
    const unsigned n = at->model->transition ? at->model->n_guards : 0;
    unsigned made = 0;
    *order = 0;
    for (unsigned i = 0; i < n && made < MOST;) {
        real g[MODEL_MAX_GUARDS];
        at->model->guard(at->p, &at->memory, at->v, at->x, g);
        for (i = 0; i < n && !(g[i] < 0); i++)
            continue;
        if (i == n)
            break;
        if (at->model->transition(at->p, i, at->v, at->x, &at->memory) != STATUS_OK)
            return UINT_MAX;
        *order = *order * (MODEL_MAX_GUARDS + 1) + i + 1;
        made++;
    }
    return made;
}

static unsigned of_events(const struct law_at *at, real y[])
{
    struct law_at after = *at;
    uint64_t order;
    y[0] = (real)PREC(function_settle)(&after, &order);
    return 1;
}

static unsigned of_transitions(const struct law_at *at, real y[])
{
    struct law_at after = *at;
    uint64_t order;
    if (PREC(function_settle)(&after, &order) == UINT_MAX)
        after.x[0] = (real)NAN;
    return in_order(at, after.x, y);
}

static unsigned of_memory(const struct law_at *at, real y[])
{
    struct law_at after = *at;
    uint64_t order;
    (void)PREC(function_settle)(&after, &order);
    for (unsigned i = 0; i < at->model->n_reals; i++)
        y[i] = after.memory.reals[i];
    return at->model->n_reals;
}

const struct function PREC(function_memory) = { .name = "memory", .values = of_memory };

/* clang-format off */
const struct function PREC(functions)[] = {
    { "rate", "/s", OF_STATES, has_states, of_rate, .at_rest = true, .in_motion = true },
    { "force", "N", OF_LAW, is_law, of_force, .at_rest = true, .in_motion = true },
    { "rate and force at once", "", OF_RESPONSE, has_rate_and_force, of_both, .at_rest = true, .in_motion = true },
    { "sign of guard", "1", OF_GUARDS, has_events, of_guards, .at_rest = true, .in_motion = true, .with_events = true },
    { "sign of least guard", "1", OF_EVENTS, has_events, of_least_guard, .at_rest = true, .in_motion = true, .with_events = true },
    { "number of events", "", OF_COUNT, has_events, of_events, .in_motion = true, .with_events = true },
    { "state after events", "", OF_STATES, has_events, of_transitions, .at_rest = true, .in_motion = true, .with_events = true },
    { "Jacobian", "", OF_JACOBIAN, has_jacobian, of_jacobian, .at_rest = true, .in_motion = true },
    { "force at rest", "N", OF_SELECTIONS, has_stiction, of_stiction, .at_rest = true },
    { "band of sticking", "m/s", OF_LAW, has_stick_band, of_stick_band, .at_rest = true },
    { "flow", "", OF_STATES, has_flow, of_flow, size_of_state, .at_rest = true, .in_motion = true },
    { "work", "N s", OF_LAW, has_work, of_work, size_of_work, .in_motion = true },
    { "relaxation", "", OF_RELAXATION, has_relaxation, of_relaxation, .at_rest = true, .in_motion = true },
    { "steady force", "N", OF_LAW, has_steady_force, of_steady_force, .in_motion = true },
    { "settling rate", "1/s", OF_LAW, has_settling_rate, of_settling_rate, .in_motion = true },
    { "storage", "J", OF_LAW, has_storage, of_storage, .at_rest = true, .in_motion = true },
    { "bound", "", OF_STATES, has_bound, of_bound, .at_rest = true },
    { "Stribeck decay", "1", OF_LAW, has_stribeck, of_stribeck, .in_motion = true },
    { "break-away", "N", OF_LAW, has_break_away, of_break_away, .at_rest = true },
    { "creep resistance", "N s/m", OF_LAW, has_creep_resistance, of_creep_resistance, .at_rest = true },
    { "printed force", "N", OF_LAW, has_printed_force, of_printed_force, .in_motion = true },
    { "regressor", "", OF_LIST, has_regressor, of_regressor, .at_rest = true, .in_motion = true },
    { "coefficient", "", OF_LIST, has_regressor, of_coefficients, .at_rest = true },
    { "part of work", "N s", OF_PARTS, has_work_parts, of_work_parts, size_of_work, .in_motion = true },
    { "printed regressor", "N", OF_LAW, has_printed_regressor, of_printed_regressor, .in_motion = true },
    { "beginning", "", OF_STATES, has_states, of_initial, .at_rest = true },
    { NULL },
};
/* clang-format on */

static const char *state(const struct model *text, unsigned i) { return text->states[i].name; }

static void name_entry(const struct model *text, unsigned i, char name[NAMED])
{
    const unsigned n = text->n_states, row = i / (n + 1), column = i % (n + 1);
    const char *by = column < n ? state(text, column) : "v";
    if (row < n)
        snprintf(name, NAMED, "Jacobian entry d(rate of %.60s)/d%.60s", state(text, row), by);
    else
        snprintf(name, NAMED, "Jacobian entry dF/d%.60s", by);
}

void PREC(function_name)(const struct function *f, const struct model *text, unsigned i,
                         char name[NAMED])
{
    const unsigned n = text->n_states;
    switch (f->kind) {
    case OF_LAW:
    case OF_EVENTS:
    case OF_COUNT:
        snprintf(name, NAMED, "%s", f->name);
        return;
    case OF_STATES:
        snprintf(name, NAMED, "%s of %.60s", f->name, state(text, i));
        return;
    case OF_RESPONSE:
        snprintf(name, NAMED, "%s: %s%.60s", f->name, i < n ? "rate of " : "force",
                 i < n ? state(text, i) : "");
        return;
    case OF_RELAXATION:
        snprintf(name, NAMED, "relaxation of %.60s: %s", state(text, i % n),
                 i < n ? "steady value" : "rate");
        return;
    case OF_JACOBIAN:
        name_entry(text, i, name);
        return;
    case OF_SELECTIONS:
        snprintf(name, NAMED, "%s at s = %d", f->name, i == 0 ? -1 : 1);
        return;
    case OF_PARTS:
        snprintf(name, NAMED, "%s, %.60s", f->name, text->part_names[i]);
        return;
    case OF_LIST:
    case OF_GUARDS:
        snprintf(name, NAMED, "%s %u", f->name, i);
        return;
    }
}
