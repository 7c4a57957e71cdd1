/* A unit that is functions in the place of a shared object, for tests: it remembers the direction
 * of its last event and counts events. All its numbers are small whole ones, so that none is
 * rounded.
 */
#ifndef BRISTLE_PROPERTIES_FMU_COUNTING_UNIT_TEST_H
#define BRISTLE_PROPERTIES_FMU_COUNTING_UNIT_TEST_H

#include <criterion/criterion.h>
#include <stdlib.h>

#include "properties/fmu/unit.h"

/* Value references. */
enum { VELOCITY = 1, FORCE = 2, FACTOR = 3, WHOLE = 4, STATES = 10, RATES = 20 };

/* Where the first state has its event, and where it goes to; where it begins. */
enum { LEVEL = 4, BACK = 1, FIRST = 2 };

/* An instance: the direction of its last event, and how many there have been. */
struct instance {
    double v, x[2], factor, direction;
    int whole, events;
};

/* Calls that are good before one fails; below 0: all are. */
static int left = -1;

static inline bool is_good(void) { return left < 0 || left-- > 0; }

static inline void *open_unit(struct fmu_object *o, const char *token, const char *resources,
                              bool steps)
{
    (void)o, (void)token, (void)resources, (void)steps;
    struct instance *i = calloc(1, sizeof *i);
    i->x[0] = FIRST;
    return i;
}
static inline void close_unit(const struct fmu_object *o, void *unit) { (void)o, free(unit); }

static inline bool reset(const struct fmu_object *o, void *unit)
{
    (void)o;
    *(struct instance *)unit = (struct instance){ .x = { FIRST } };
    return true;
}

static inline bool enter(const struct fmu_object *o, void *unit, double start)
{
    return (void)o, (void)unit, (void)start, is_good();
}
static inline bool good(const struct fmu_object *o, void *unit)
{
    return (void)o, (void)unit, is_good();
}

static inline bool get(const struct fmu_object *o, void *unit, unsigned which, double *value)
{
    const struct instance *i = unit;
    (void)o;
    if (which >= STATES) {
        *value = i->x[which - STATES];
        return is_good();
    }
    cr_expect_eq(which, FORCE);
    *value = i->factor * i->direction + 16 * i->x[0] + 64 * i->x[1] + 256 * i->events + i->v;
    return is_good();
}

static inline bool set(const struct fmu_object *o, void *unit, unsigned which, double value)
{
    struct instance *i = unit;
    (void)o;
    cr_expect(which == VELOCITY || which == FACTOR);
    *(which == VELOCITY ? &i->v : &i->factor) = value;
    return is_good();
}

static inline bool set_whole(const struct fmu_object *o, void *unit, unsigned which, int value)
{
    (void)o;
    cr_expect_eq(which, WHOLE);
    ((struct instance *)unit)->whole = value;
    return is_good();
}

/* The first state goes back from beyond the level, and counts that in the second. */
static inline bool settle(const struct fmu_object *o, void *unit, struct fmu_event *event)
{
    struct instance *i = unit;
    (void)o;
    *event = (struct fmu_event){ .moved = i->x[0] > LEVEL };
    i->events++;
    i->direction = r_sign(i->v);
    if (event->moved) {
        i->x[0] = BACK;
        i->x[1]++;
    }
    return is_good();
}

static inline bool set_states(const struct fmu_object *o, void *unit, const double x[], size_t n)
{
    (void)o;
    memcpy(((struct instance *)unit)->x, x, n * sizeof *x);
    return is_good();
}

static inline bool get_states(const struct fmu_object *o, void *unit, double x[], size_t n)
{
    (void)o;
    memcpy(x, ((struct instance *)unit)->x, n * sizeof *x);
    return is_good();
}

static inline bool rates(const struct fmu_object *o, void *unit, double rate[], size_t n)
{
    const struct instance *i = unit;
    (void)o;
    for (size_t k = 0; k < n; k++)
        rate[k] = (double)(k + 1) * 128 + i->direction;
    return is_good();
}

/* Below 0 up to the level, and the sign of v. */
static inline bool indicators(const struct fmu_object *o, void *unit, double z[], size_t n)
{
    const struct instance *i = unit;
    const double value[2] = { i->x[0] - LEVEL, i->v };
    (void)o;
    memcpy(z, value, n * sizeof *z);
    return is_good();
}

static inline bool slope(const struct fmu_object *o, void *unit, unsigned unknown, unsigned known,
                         double *value)
{
    (void)o;
    *value = 100 * unknown + known + 10000 * ((struct instance *)unit)->direction;
    return is_good();
}

static inline bool save(const struct fmu_object *o, void *unit, void **state)
{
    (void)o;
    if (!*state)
        *state = calloc(1, sizeof(struct instance));
    memcpy(*state, unit, sizeof(struct instance));
    return is_good();
}

static inline bool restore(const struct fmu_object *o, void *unit, void *state)
{
    (void)o;
    memcpy(unit, state, sizeof(struct instance));
    return is_good();
}

static inline bool forget(const struct fmu_object *o, void *unit, void **state)
{
    (void)o, (void)unit;
    free(*state);
    *state = NULL;
    return true;
}

/* Both states go on: by what they are told of the time, and by the way. */
static inline bool step(const struct fmu_object *o, void *unit, double time, double h)
{
    struct instance *i = unit;
    (void)o;
    i->x[0] += 4 * time + h;
    i->x[1] += i->v * h;
    return is_good();
}

static const struct fmu_calls calls = {
    .open = open_unit,
    .close = close_unit,
    .reset = reset,
    .enter = enter,
    .leave = good,
    .get = get,
    .set = set,
    .set_whole = set_whole,
    .save = save,
    .restore = restore,
    .forget = forget,
    .slope = slope,
    .stop = good,
    .settle = settle,
    .set_states = set_states,
    .get_states = get_states,
    .rates = rates,
    .indicators = indicators,
    .step = step,
};

enum { PARAMETERS = 2, VALUES = 3, SLOPES = 9 };

static const double P[PARAMETERS] = { 7, 3 };

static inline struct unit unit_with(bool remembers, bool follows)
{
    return (struct unit){ .object = { .call = &calls },
                          .lock = PTHREAD_MUTEX_INITIALIZER,
                          .velocity = VELOCITY,
                          .force = FORCE,
                          .parameters = { FACTOR, WHOLE },
                          .whole = 2,
                          .states = { STATES, STATES + 1 },
                          .rates = { RATES, RATES + 1 },
                          .n_parameters = PARAMETERS,
                          .n_states = 2,
                          .n_indicators = 2,
                          .nature = { .remembers = remembers, .follows = follows } };
}

static inline struct unit_place place_of(const double p[], const struct memory *mem, double v,
                                         const double x[])
{
    return (struct unit_place){ p, mem, v, r_sign(v), x };
}

static inline double force_of(struct unit *u, const double p[], const struct memory *mem, double v,
                              const double x[])
{
    double value[VALUES];
    const struct unit_place at = place_of(p, mem, v, x);
    unit_respond(u, &at, value);
    return value[VALUES - 1];
}

/* Returns what the force is after that many events, with the direction of the last one. */
static inline double expected(double direction, int events, double v, const double x[])
{
    return P[0] * direction + 16 * x[0] + 64 * x[1] + 256 * events + v;
}

/* The memories of a unit that has begun, and of one that has had an event at v < 0. */
struct memories {
    struct memory first, second;
};

static const double AFTER[2] = { BACK, 6 };

static inline struct memories remember(struct unit *u)
{
    struct memories of = { .first = { .ints = { 0 } } };
    double x[2] = { LEVEL + 1, 5 };
    unit_start(u, P, &of.first);
    of.second = of.first;
    const struct unit_place at = place_of(P, &of.first, -2, x);
    cr_assert(unit_transition(u, &at, x, &of.second));
    cr_expect(x[0] == AFTER[0] && x[1] == AFTER[1], "%g, %g", x[0], x[1]);
    cr_expect(of.first.ints[0] > 0 && of.second.ints[0] > of.first.ints[0]);
    return of;
}

#endif
