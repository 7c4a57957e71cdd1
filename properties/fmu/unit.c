/* Puts a unit's one instance where it is asked about, and asks (unit.h).
 *
 * While time goes on a unit may keep the branches of its equations that the last event has chosen,
 * such as the sign of v. Its answers are those of its equations when an event follows each change
 * of sign of its event indicators. A unit that does not remember gets these events before it is
 * asked. For one that remembers they are events of the law, which only unit_transition makes; but
 * the sign of v follows the velocity that is asked about.
 *
 * The force at v = 0 with the selection s of a unit that jumps there: its values on both sides of
 * v = 0 are those at s = -1 and s = 1, and it is affine in s between (models/model.h). */
#include "properties/fmu/unit.h"

#include <float.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/memory.h"

/* m/s: next to v = 0. Products of it are 0, and its sign is that of a velocity. */
static const double NEXT_TO_REST = 0x1p-1000;

/* Roundings that values on both sides of v = 0, and there, may be apart. */
static const double ROUNDINGS = 8 * DBL_EPSILON;

/* A place of the instance that no record has. */
static const int64_t CHANGED = -1;

enum { MOST_VALUES = (MODEL_MAX_STATES + 1) * (MODEL_MAX_STATES + 1) };

void unit_of(struct unit *u, const struct fmu_object *object, const struct fmu_description *d,
             const struct fmu_mapping *m, const char *folder)
{
    *u = (struct unit){
        .object = *object,
        .token = memory_text("%s", d->token),
        .resources = d->version == 2 ? memory_text("file://%s/resources", folder)
                                     : memory_text("%s/resources/", folder),
        .velocity = d->variables[m->velocity].reference,
        .force = d->variables[m->force].reference,
        .n_parameters = m->n_parameters,
        .n_states = (unsigned)d->n_states,
        .n_indicators = (unsigned)d->n_indicators,
        .lock = PTHREAD_MUTEX_INITIALIZER,
    };
    for (unsigned i = 0; i < u->n_parameters; i++) {
        u->parameters[i] = d->variables[m->parameters[i]].reference;
        if (d->variables[m->parameters[i]].type == FMU_WHOLE)
            u->whole |= UINT64_C(1) << i;
    }
    for (unsigned i = 0; i < u->n_states; i++) {
        u->states[i] = d->variables[d->states[i]].reference;
        u->rates[i] = d->variables[d->rates[i]].reference;
        u->nominal[i] = d->variables[d->states[i]].nominal;
    }
}

/* A call of the unit's object. */
#define CALL(function, ...) u->object.call->function(&u->object, u->instance, __VA_ARGS__)

/* Closes the instance. What is recorded are states of its own, which no other one may have. */
static void close_instance(struct unit *u)
{
    for (int i = 0; u->records.at && i < RECORDS; i++) {
        struct record *record = &u->records.at[i];
        if (record->state)
            CALL(forget, &record->state);
        *record = (struct record){ .number = 0 };
    }
    u->object.call->close(&u->object, u->instance);
}

/* Brings the instance to where it can be initialized. */
static bool renew(struct unit *u)
{
    u->current = 0;
    if (u->instance && u->object.call->reset(&u->object, u->instance))
        return true;
    if (u->instance)
        close_instance(u);
    u->instance = u->object.call->open(&u->object, u->token, u->resources, false);
    return u->instance != NULL;
}

static bool set_parameter(struct unit *u, unsigned i, double value)
{
    if (!(u->whole >> i & 1))
        return CALL(set, u->parameters[i], value);
    return trunc(value) == value && fabs(value) <= INT_MAX &&
           CALL(set_whole, u->parameters[i], (int)value);
}

bool unit_set_parameters(struct unit *u)
{
    for (unsigned i = 0; i < u->n_parameters; i++)
        if (!set_parameter(u, i, u->p[i]))
            return false;
    return true;
}

/* Notes on which side of 0 each event indicator is. At an event none should be 0; one that is, has
 * its event when it falls. */
static bool note_sides(struct unit *u, signed char side[])
{
    double z[UNIT_INDICATORS];
    if (!CALL(indicators, z, u->n_indicators))
        return false;
    for (unsigned i = 0; i < u->n_indicators; i++)
        side[i] = z[i] < 0 ? -1 : 1;
    return true;
}

/* Initializes the instance with parameters, at rest. */
static bool prepare(struct unit *u, const double p[])
{
    struct fmu_event event;
    if (memcmp(u->p, p, u->n_parameters * sizeof *p) == 0 && u->is_ready && u->current == 0)
        return true;
    memcpy(u->p, p, u->n_parameters * sizeof *p);
    u->is_ready = renew(u) && CALL(enter, 0) && unit_set_parameters(u) &&
                  CALL(set, u->velocity, 0) && u->object.call->leave(&u->object, u->instance) &&
                  CALL(settle, &event) && !event.ends && note_sides(u, u->side);
    u->is_timed |= u->is_ready && event.timed;
    return u->is_ready;
}

static bool put(struct unit *u, double v, const double x[])
{
    return CALL(set, u->velocity, v) && (u->n_states == 0 || CALL(set_states, x, u->n_states));
}

/* Makes the events that are due. Returns false when the unit fails. */
static bool settle(struct unit *u)
{
    struct fmu_event event;
    return u->object.call->stop(&u->object, u->instance) && CALL(settle, &event) && !event.ends;
}

/* Puts the instance to a place, of a unit that does not remember. */
static bool place(struct unit *u, const struct unit_place *at)
{
    signed char side[UNIT_INDICATORS];
    if (!prepare(u, at->p) || !put(u, at->v, at->x) || !note_sides(u, side))
        return false;
    if (memcmp(side, u->side, u->n_indicators) == 0)
        return true;
    memcpy(u->side, side, u->n_indicators);
    return settle(u) && put(u, at->v, at->x);
}

/* Returns the record of the memory at these parameters, with the instance in it, or NULL. */
static struct record *recall(struct unit *u, const struct unit_place *at)
{
    struct record *record = at->mem ? records_find(&u->records, at->mem->ints[0]) : NULL;
    if (!record || memcmp(record->p, at->p, u->n_parameters * sizeof *at->p) != 0)
        return NULL;
    if (!u->is_ready && !renew(u))
        return NULL;
    if (u->current != record->number && !CALL(restore, record->state))
        return NULL;
    u->is_ready = true;
    u->current = record->number;
    return put(u, at->v, at->x) ? record : NULL;
}

/* Puts the instance to a place, of a unit that remembers: where v has another sign than at the last
 * event of the record, after an event that the record does not know of. */
static bool place_recalled(struct unit *u, const struct unit_place *at)
{
    const struct record *record = recall(u, at);
    if (!record || !u->nature.follows || record->direction == r_sign(at->v))
        return record != NULL;
    u->current = CHANGED;
    return settle(u) && put(u, at->v, at->x);
}

static bool put_anywhere(struct unit *u, const struct unit_place *at)
{
    return u->nature.remembers ? place_recalled(u, at) : place(u, at);
}

static void fill(double value[], unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        value[i] = NAN;
}

static bool ask_response(struct unit *u, double value[])
{
    return (u->n_states == 0 || CALL(rates, value, u->n_states)) &&
           CALL(get, u->force, &value[u->n_states]);
}

static bool ask_slopes(struct unit *u, double value[])
{
    const unsigned n = u->n_states;
    for (unsigned i = 0; i <= n; i++)
        for (unsigned j = 0; j <= n; j++)
            if (!CALL(slope, i < n ? u->rates[i] : u->force, j < n ? u->states[j] : u->velocity,
                      &value[i * (n + 1) + j]))
                return false;
    return true;
}

typedef bool question(struct unit *u, double value[]);

/* Asks at a velocity. What fails leaves a unit that is initialized anew. */
static void ask(struct unit *u, const struct unit_place *at, double v, question *what, unsigned n,
                double value[])
{
    struct unit_place place = *at;
    place.v = v;
    if (put_anywhere(u, &place) && what(u, value))
        return;
    u->is_ready = false;
    fill(value, n);
}

/* Returns the value at a selection: a is that at rest, b and c are those on both sides. The value
 * at rest counts as the middle where it is that but for roundings. */
static double selected(double a, double b, double c, double s)
{
    const double middle = b / 2 + c / 2, half = c / 2 - b / 2;
    const bool is_middle = fabs(a - middle) <= ROUNDINGS * (fabs(b) + fabs(c));
    return (is_middle ? a : middle) + half * s;
}

static void answer(struct unit *u, const struct unit_place *at, question *what, unsigned n,
                   double value[])
{
    double below[MOST_VALUES], above[MOST_VALUES];
    const bool has_sides = u->nature.has_sides && at->v == 0, is_end = fabs(at->s) == 1;
    pthread_mutex_lock(&u->lock);
    ask(u, at, has_sides && is_end ? at->s * NEXT_TO_REST : at->v, what, n, value);
    if (has_sides && !is_end) {
        ask(u, at, -NEXT_TO_REST, what, n, below);
        ask(u, at, NEXT_TO_REST, what, n, above);
        for (unsigned i = 0; i < n; i++)
            value[i] = selected(value[i], below[i], above[i], at->s);
    }
    pthread_mutex_unlock(&u->lock);
}

void unit_respond(struct unit *u, const struct unit_place *at, double value[])
{
    answer(u, at, ask_response, u->n_states + 1, value);
}

void unit_slopes(struct unit *u, const struct unit_place *at, double value[])
{
    answer(u, at, ask_slopes, (u->n_states + 1) * (u->n_states + 1), value);
}

bool unit_accepts(struct unit *u, const double p[])
{
    pthread_mutex_lock(&u->lock);
    const bool accepts = prepare(u, p);
    pthread_mutex_unlock(&u->lock);
    return accepts;
}

void unit_initial(struct unit *u, const double p[], double x[])
{
    pthread_mutex_lock(&u->lock);
    u->is_ready = false; /* its states may have been set */
    if (u->n_states > 0 && !(prepare(u, p) && CALL(get_states, x, u->n_states)))
        fill(x, u->n_states);
    pthread_mutex_unlock(&u->lock);
}

/* Saves the instance, which time goes on in, after an event at that velocity. */
static bool save(struct unit *u, const double p[], double v, struct memory *mem)
{
    struct record *record = records_add(&u->records);
    memcpy(record->p, p, u->n_parameters * sizeof *p);
    record->direction = r_sign(v);
    const bool is_saved = note_sides(u, record->side) && CALL(save, &record->state);
    mem->ints[0] = is_saved ? record->number : 0;
    u->current = is_saved ? record->number : CHANGED;
    return is_saved;
}

void unit_start(struct unit *u, const double p[], struct memory *mem)
{
    pthread_mutex_lock(&u->lock);
    u->is_ready = false;
    if (!prepare(u, p) || !save(u, p, 0, mem)) {
        u->is_ready = false;
        mem->ints[0] = 0;
    }
    pthread_mutex_unlock(&u->lock);
}

void unit_guards(struct unit *u, const struct unit_place *at, double guard[])
{
    pthread_mutex_lock(&u->lock);
    const struct record *record = recall(u, at);
    if (!record || !CALL(indicators, guard, u->n_indicators)) {
        u->is_ready = false;
        fill(guard, u->n_indicators);
    } else
        for (unsigned i = 0; i < u->n_indicators; i++)
            guard[i] *= record->side[i];
    pthread_mutex_unlock(&u->lock);
}

bool unit_transition(struct unit *u, const struct unit_place *at, double x[], struct memory *mem)
{
    pthread_mutex_lock(&u->lock);
    const bool is_made = recall(u, at) && settle(u) &&
                         (u->n_states == 0 || CALL(get_states, x, u->n_states)) &&
                         save(u, at->p, at->v, mem);
    u->is_ready = u->is_ready && is_made;
    pthread_mutex_unlock(&u->lock);
    return is_made;
}

static double force_at(struct unit *u, const struct unit_place *at)
{
    double value[MODEL_MAX_STATES + 1];
    unit_respond(u, at, value);
    return value[u->n_states];
}

double unit_scale(struct unit *u, const double p[], double v, double travel)
{
    struct memory mem = { 0 };
    double x[MODEL_MAX_STATES] = { 0 };
    const struct unit_place at = { p, &mem, v, v < 0 ? -1 : 1, x };
    if (u->nature.begins_elsewhere)
        unit_initial(u, p, x);
    if (u->nature.remembers)
        unit_start(u, p, &mem);
    const double force = force_at(u, &at);
    double sum = fabs(force);
    for (unsigned i = 0; i < u->n_states; i++) {
        const double x0 = x[i], reach = isnan(u->nominal[i]) ? travel : fabs(u->nominal[i]);
        x[i] = x0 - reach;
        const double below = fabs(force_at(u, &at) - force);
        x[i] = x0 + reach;
        sum += fmax(below, fabs(force_at(u, &at) - force));
        x[i] = x0;
    }
    return sum;
}
