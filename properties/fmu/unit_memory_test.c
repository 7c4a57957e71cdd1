/* Units that remember: what they answer in each memory, whichever came before, and what is left of
 * a question of which a call fails. The unit is functions of this file in the place of a shared
 * object; all its numbers are small whole ones, so that none is rounded. */
#include "properties/fmu/unit.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fmu/fmu_law.h"
#include "properties/fmu/slots.h"
#include "properties/fmu/steps.h"

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

static bool is_good(void) { return left < 0 || left-- > 0; }

static void *open_unit(struct fmu_object *o, const char *token, const char *resources, bool steps)
{
    (void)o, (void)token, (void)resources, (void)steps;
    struct instance *i = calloc(1, sizeof *i);
    i->x[0] = FIRST;
    return i;
}
static void close_unit(const struct fmu_object *o, void *unit) { (void)o, free(unit); }

static bool reset(const struct fmu_object *o, void *unit)
{
    (void)o;
    *(struct instance *)unit = (struct instance){ .x = { FIRST } };
    return true;
}

static bool enter(const struct fmu_object *o, void *unit, double start)
{
    return (void)o, (void)unit, (void)start, is_good();
}
static bool good(const struct fmu_object *o, void *unit) { return (void)o, (void)unit, is_good(); }

static bool get(const struct fmu_object *o, void *unit, unsigned which, double *value)
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

static bool set(const struct fmu_object *o, void *unit, unsigned which, double value)
{
    struct instance *i = unit;
    (void)o;
    cr_expect(which == VELOCITY || which == FACTOR);
    *(which == VELOCITY ? &i->v : &i->factor) = value;
    return is_good();
}

static bool set_whole(const struct fmu_object *o, void *unit, unsigned which, int value)
{
    (void)o;
    cr_expect_eq(which, WHOLE);
    ((struct instance *)unit)->whole = value;
    return is_good();
}

/* The first state goes back from beyond the level, and counts that in the second. */
static bool settle(const struct fmu_object *o, void *unit, struct fmu_event *event)
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

static bool set_states(const struct fmu_object *o, void *unit, const double x[], size_t n)
{
    (void)o;
    memcpy(((struct instance *)unit)->x, x, n * sizeof *x);
    return is_good();
}

static bool get_states(const struct fmu_object *o, void *unit, double x[], size_t n)
{
    (void)o;
    memcpy(x, ((struct instance *)unit)->x, n * sizeof *x);
    return is_good();
}

static bool rates(const struct fmu_object *o, void *unit, double rate[], size_t n)
{
    const struct instance *i = unit;
    (void)o;
    for (size_t k = 0; k < n; k++)
        rate[k] = (double)(k + 1) * 128 + i->direction;
    return is_good();
}

/* Below 0 up to the level, and the sign of v. */
static bool indicators(const struct fmu_object *o, void *unit, double z[], size_t n)
{
    const struct instance *i = unit;
    const double value[2] = { i->x[0] - LEVEL, i->v };
    (void)o;
    memcpy(z, value, n * sizeof *z);
    return is_good();
}

static bool slope(const struct fmu_object *o, void *unit, unsigned unknown, unsigned known,
                  double *value)
{
    (void)o;
    *value = 100 * unknown + known + 10000 * ((struct instance *)unit)->direction;
    return is_good();
}

static bool save(const struct fmu_object *o, void *unit, void **state)
{
    (void)o;
    if (!*state)
        *state = calloc(1, sizeof(struct instance));
    memcpy(*state, unit, sizeof(struct instance));
    return is_good();
}

static bool restore(const struct fmu_object *o, void *unit, void *state)
{
    (void)o;
    memcpy(unit, state, sizeof(struct instance));
    return is_good();
}

static bool forget(const struct fmu_object *o, void *unit, void **state)
{
    (void)o, (void)unit;
    free(*state);
    *state = NULL;
    return true;
}

/* Both states go on: by what they are told of the time, and by the way. */
static bool step(const struct fmu_object *o, void *unit, double time, double h)
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

static struct unit unit_with(bool remembers, bool follows)
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

static struct unit_place place_of(const double p[], const struct memory *mem, double v,
                                  const double x[])
{
    return (struct unit_place){ p, mem, v, r_sign(v), x };
}

static double force_of(struct unit *u, const double p[], const struct memory *mem, double v,
                       const double x[])
{
    double value[VALUES];
    const struct unit_place at = place_of(p, mem, v, x);
    unit_respond(u, &at, value);
    return value[VALUES - 1];
}

/* Returns what the force is after that many events, with the direction of the last one. */
static double expected(double direction, int events, double v, const double x[])
{
    return P[0] * direction + 16 * x[0] + 64 * x[1] + 256 * events + v;
}

/* The memories of a unit that has begun, and of one that has had an event at v < 0. */
struct memories {
    struct memory first, second;
};

static const double AFTER[2] = { BACK, 6 };

static struct memories remember(struct unit *u)
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

/* A memory is the same after questions in another, or with v of another sign. Where the unit
 * follows the sign of v, the direction is that of v. It begins at rest, without a direction. */
Test(memory, is_that_of_its_last_event)
{
    static const double x[2] = { 3, 9 };
    for (int follows = 0; follows < 2; follows++) {
        struct unit u = unit_with(true, follows);
        const struct memories of = remember(&u);
        for (int i = 0; i < 3; i++) {
            cr_expect_eq(force_of(&u, P, &of.second, -2, x), expected(-1, 2, -2, x));
            cr_expect_eq(force_of(&u, P, &of.first, 0, x), expected(0, 1, 0, x));
            cr_expect_eq(force_of(&u, P, &of.second, 8, x),
                         follows ? expected(1, 3, 8, x) : expected(-1, 2, 8, x));
            cr_expect_eq(force_of(&u, P, &of.second, -8, AFTER), expected(-1, 2, -8, AFTER));
            cr_expect_eq(force_of(&u, P, &of.first, -8, x),
                         follows ? expected(-1, 2, -8, x) : expected(0, 1, -8, x));
        }
    }
}

/* Guards fall below 0 where an indicator changes its sign, from either; they are those of the
 * memory asked about. */
Test(memory, has_guards_of_either_sign)
{
    double guard[2], x[2] = { LEVEL - 3, 0 };
    struct unit u = unit_with(true, true);
    const struct memories of = remember(&u);
    for (int i = 0; i < 2; i++) {
        struct unit_place at = place_of(P, &of.second, -2, x);
        unit_guards(&u, &at, guard);
        cr_expect(guard[0] == 3 && guard[1] == 2, "%g, %g", guard[0], guard[1]);
        at = place_of(P, &of.first, -2, x);
        unit_guards(&u, &at, guard);
        cr_expect(guard[0] == 3 && guard[1] == -2, "at first v is not below 0: %g", guard[1]);
    }
    x[0] = LEVEL + 5;
    const struct unit_place at = place_of(P, &of.second, -2, x);
    unit_guards(&u, &at, guard);
    cr_expect_eq(guard[0], -5);
}

/* Rates by states and v, row by row, then the force; of the memory asked about. */
Test(memory, has_its_slopes)
{
    static const unsigned unknown[3] = { RATES, RATES + 1, FORCE },
                          known[3] = { STATES, STATES + 1, VELOCITY };
    double value[SLOPES];
    struct unit u = unit_with(true, true);
    const struct memories of = remember(&u);
    for (int sign = -1; sign <= 1; sign += 2) {
        const struct unit_place at = place_of(P, &of.second, sign, AFTER);
        unit_slopes(&u, &at, value);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                cr_expect_eq(value[3 * i + k], 100.0 * unknown[i] + known[k] + 10000 * sign);
    }
}

static void expect_unknown(struct unit *u, const struct unit_place *at)
{
    double value[VALUES], guard[2], x[2];
    struct memory mem = { .ints = { 0 } };
    unit_respond(u, at, value);
    unit_guards(u, at, guard);
    cr_expect(isnan(value[0]) && isnan(value[1]) && isnan(value[2]));
    cr_expect(isnan(guard[0]) && isnan(guard[1]));
    memcpy(x, at->x, sizeof x);
    cr_expect_not(unit_transition(u, at, x, &mem));
}

/* No memory, one that nobody has, and one of other parameters, the last of them, give nothing. */
Test(memory, is_of_its_parameters)
{
    static const double other[PARAMETERS] = { 7, 4 };
    struct unit u = unit_with(true, true);
    const struct memories of = remember(&u);
    const struct memory none = { .ints = { 0 } }, later = { .ints = { of.second.ints[0] + 1 } };
    const struct unit_place wrong[] = { place_of(P, NULL, -2, AFTER), place_of(P, &none, -2, AFTER),
                                        place_of(P, &later, -2, AFTER),
                                        place_of(other, &of.second, -2, AFTER) };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect_unknown(&u, &wrong[i]);
    cr_expect_eq(force_of(&u, P, &of.second, -2, AFTER), expected(-1, 2, -2, AFTER));
}

/* The latest memories are kept, as many as there are places, and none before them. */
Test(memory, is_kept_for_so_long)
{
    struct unit u = unit_with(true, true);
    struct memory mem[RECORDS + 1] = { { .ints = { 0 } } };
    for (int i = 0; i <= RECORDS; i++)
        unit_start(&u, P, &mem[i]);
    cr_expect(isnan(force_of(&u, P, &mem[0], 0, AFTER)));
    for (int i = 1; i <= RECORDS; i += RECORDS - 1)
        cr_expect_eq(force_of(&u, P, &mem[i], 0, AFTER), expected(0, 1, 0, AFTER), "%d", i);
}

/* What a unit is asked, which fails where one call does: then it says so of all numbers, and the
 * memory is the one before or none. */
static bool begins(struct unit *u, struct memory *mem)
{
    unit_start(u, P, mem);
    return mem->ints[0] != 0;
}

static bool all_or_none(const double value[], int n)
{
    int unknown = 0;
    for (int i = 0; i < n; i++)
        unknown += isnan(value[i]);
    cr_expect(unknown == 0 || unknown == n, "%d of %d are unknown", unknown, n);
    return unknown == 0;
}

static bool guards(struct unit *u, struct memory *mem)
{
    double guard[2];
    const struct unit_place at = place_of(P, mem, -2, AFTER);
    unit_guards(u, &at, guard);
    return all_or_none(guard, 2);
}

static bool responds(struct unit *u, struct memory *mem)
{
    double value[VALUES];
    const struct unit_place at = place_of(P, mem, -2, AFTER);
    unit_respond(u, &at, value);
    return all_or_none(value, VALUES);
}

static bool follows(struct unit *u, struct memory *mem)
{
    double value[VALUES];
    const struct unit_place at = place_of(P, mem, 2, AFTER);
    unit_respond(u, &at, value);
    return all_or_none(value, VALUES);
}

static bool has_slopes(struct unit *u, struct memory *mem)
{
    double value[SLOPES];
    const struct unit_place at = place_of(P, mem, -2, AFTER);
    unit_slopes(u, &at, value);
    return all_or_none(value, SLOPES);
}

static bool goes_on(struct unit *u, struct memory *mem)
{
    double x[2] = { LEVEL + 1, 5 };
    const struct unit_place at = place_of(P, mem, 2, x);
    const int64_t before = mem->ints[0];
    const bool is_made = unit_transition(u, &at, x, mem);
    cr_expect(is_made ? mem->ints[0] > before : mem->ints[0] == before || mem->ints[0] == 0);
    return is_made;
}

static bool has_states(struct unit *u, struct memory *mem)
{
    double x[2];
    (void)mem;
    unit_initial(u, P, x);
    return all_or_none(x, 2);
}

/* Has the call after the first n fail. Returns true when it is not needed. Memories of before are
 * as good as ever. */
static bool works_without(bool (*work)(struct unit *u, struct memory *mem), int n)
{
    struct unit u = unit_with(true, true);
    const struct memories of = remember(&u);
    struct memory mem = of.second;
    force_of(&u, P, &of.first, 0, AFTER); /* so that the memory has to be gone back to */
    left = n;
    const bool is_done = work(&u, &mem);
    cr_assert(!is_done || left == 0, "goes on after call %d fails", n);
    left = -1;
    cr_expect_eq(force_of(&u, P, &of.second, -2, AFTER), expected(-1, 2, -2, AFTER), "%d", n);
    cr_expect_eq(force_of(&u, P, &of.first, 0, AFTER), expected(0, 1, 0, AFTER), "%d", n);
    close_unit(NULL, u.instance);
    return is_done;
}

/* The least numbers of calls: to go back and to put velocity and states are three. */
Test(memory, outlives_any_failure)
{
    static const struct {
        bool (*work)(struct unit *u, struct memory *mem);
        int least;
    } works[] = { { begins, 9 },      { guards, 4 },  { responds, 5 },  { follows, 9 },
                  { has_slopes, 12 }, { goes_on, 8 }, { has_states, 8 } };
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        int n = 0;
        while (!works_without(works[i].work, n))
            cr_assert_lt(++n, 100);
        cr_expect_geq(n, works[i].least, "work %zu: %d calls", i, n);
    }
}

/* Whole parameters are whole, and int can have them. */
Test(parameters, are_whole_where_the_unit_says_so)
{
    static const struct {
        double value;
        bool is_right;
    } cases[] = { { 0, true },
                  { -3, true },
                  { 2.5, false },
                  { INT_MAX, true },
                  { INT_MAX + 1.0, false },
                  { -INT_MAX, true },
                  { INT_MIN - 1.0, false },
                  { NAN, false },
                  { INFINITY, false } };
    struct unit u = unit_with(false, false);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double whole[PARAMETERS] = { 0.5, cases[i].value };
        cr_expect_eq(unit_accepts(&u, whole), cases[i].is_right, "%g", cases[i].value);
        if (cases[i].is_right)
            cr_expect_eq(((const struct instance *)u.instance)->whole, (int)cases[i].value);
    }
}

/* A unit that does not remember has an event where v changes its sign, and none else; its states
 * are those asked about after it, too. */
Test(unit, has_an_event_for_each_change_of_sign)
{
    static const double x[2] = { 3, 9 }, beyond[2] = { LEVEL + 1, 9 };
    static const double other[PARAMETERS] = { 9, 3 };
    struct unit u = unit_with(false, false);
    cr_expect_eq(force_of(&u, P, NULL, 2, x), expected(0, 1, 2, x), "as it begins at rest");
    cr_expect_eq(force_of(&u, P, NULL, -2, x), expected(-1, 2, -2, x));
    cr_expect_eq(force_of(&u, P, NULL, -4, x), expected(-1, 2, -4, x));
    cr_expect_eq(force_of(&u, P, NULL, 4, x), expected(1, 3, 4, x));
    cr_expect_eq(force_of(&u, P, NULL, 4, beyond), expected(1, 4, 4, beyond));
    cr_expect_eq(force_of(&u, other, NULL, -4, x), expected(-1, 2, -4, x) - 2, "it begins anew");
    cr_expect_eq(force_of(&u, P, NULL, 2, x), expected(0, 1, 2, x));
}

/* On either side of rest the force is that of an event there; between them it is on a line,
 * whatever has been asked before. */
Test(unit, has_a_force_for_each_selection_at_rest)
{
    static const double x[2] = { 0, 0 };
    struct unit u = unit_with(true, true);
    struct memory mem = { .ints = { 0 } };
    u.nature.has_sides = true;
    unit_start(&u, P, &mem);
    for (int i = -8; i <= 8; i++) {
        double value[VALUES];
        const double s = i / 8.0;
        unit_respond(&u, &(struct unit_place){ P, &mem, 0, s, x }, value);
        /* on either side there has been one event more than at rest, which is not their middle */
        cr_expect_eq(value[2], P[0] * s + 512, "s = %g: %g", s, value[2]);
        cr_expect_eq(value[1], 256 + s);
    }
}

/* Steps begin with parameters and velocity, in an instance of their own each time. */
Test(unit, takes_steps)
{
    double force, x[2];
    struct unit u = unit_with(false, false);
    for (int i = 0; i < 2; i++) {
        cr_assert(steps_begin(&u, P, 5, &force, x));
        cr_expect(x[0] == FIRST && x[1] == 0, "%g, %g", x[0], x[1]);
        cr_expect_eq(force, expected(0, 0, 5, x));
        cr_expect_eq(((const struct instance *)u.instance)->factor, P[0]);
        cr_assert(steps_take(&u, 3, 0.5, -2, &force, x));
        cr_expect(x[0] == FIRST + 4 * 3 + 0.5 && x[1] == -1, "%g, %g", x[0], x[1]);
        cr_expect_eq(force, expected(0, 0, -2, x));
    }
}

/* Each slot has a unit of its own, until there are no more. */
Test(slots, are_of_one_unit_each)
{
    static struct unit units[FMU_LAWS + 1];
    const struct model *models[FMU_LAWS];
    for (int i = 0; i < FMU_LAWS; i++) {
        units[i] = unit_with(false, false);
        units[i].nominal[0] = i % 2 == 0 ? i + 2 : -i - 2;
        units[i].nominal[1] = NAN;
        models[i] = slot_open(&units[i]);
        cr_assert(models[i]);
    }
    cr_expect_null(slot_open(&units[FMU_LAWS]));
    for (int i = 0; i < FMU_LAWS; i++) {
        double scale[2];
        const double p[PARAMETERS] = { i, 3 };
        models[i]->scales(p, scale);
        cr_expect(scale[0] == i + 2 && scale[1] == 1, "%g, %g", scale[0], scale[1]);
        cr_expect_null(models[i]->validate(p));
        cr_expect_eq(((const struct instance *)units[i].instance)->factor, i);
    }
}

/* Slopes by states and by v are apart in a law, row by row. */
static void expect_jacobian(const struct model *m, const struct memory *mem)
{
    struct jacobian jac;
    m->jacobian(P, mem, -2, -1, AFTER, &jac);
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned k = 0; k < 2; k++)
            cr_expect_eq(jac.rate_x[2 * i + k], 100.0 * (RATES + i) + STATES + k - 10000);
        cr_expect_eq(jac.rate_v[i], 100.0 * (RATES + i) + VELOCITY - 10000);
        cr_expect_eq(jac.force_x[i], 100.0 * FORCE + STATES + i - 10000);
    }
    cr_expect_eq(jac.force_v, 100.0 * FORCE + VELOCITY - 10000);
}

/* What a law is asked its unit is asked. */
Test(slots, are_functions_of_a_law)
{
    struct unit u = unit_with(true, true);
    struct memory mem = { .ints = { 0 } };
    double x[2] = { LEVEL + 1, 5 }, rate[2], f[2], guard[2];
    const struct model *m = slot_open(&u);
    m->initial(P, rate);
    cr_expect(rate[0] == FIRST && rate[1] == 0);
    m->start(P, 0, &mem);
    cr_expect_eq(m->transition(P, 0, -2, x, &mem), STATUS_OK);
    cr_expect(x[0] == AFTER[0] && x[1] == AFTER[1]);
    m->guard(P, &mem, -3, x, guard);
    cr_expect(guard[0] == 3 && guard[1] == 3);
    cr_expect_eq(m->force(P, &mem, -2, -1, x), expected(-1, 2, -2, x));
    m->rate(P, &mem, -2, -1, x, rate);
    cr_expect(rate[0] == 127 && rate[1] == 255);
    rate[0] = rate[1] = 0;
    cr_expect_eq(m->rate_and_force(P, &mem, 2, 1, x, rate), expected(1, 3, 2, x));
    cr_expect(rate[0] == 129 && rate[1] == 257);
    expect_jacobian(m, &mem);
    u.nature.has_sides = true;
    m->stiction(P, &mem, x, f);
    cr_expect(f[0] == m->force(P, &mem, 0, -1, x) && f[1] == m->force(P, &mem, 0, 1, x));
    cr_expect_gt(f[1], f[0]);
    u.nominal[0] = u.nominal[1] = 1; /* either state moves the force by its factor */
    cr_expect_eq(m->force_scale(P, 2, 1), P[0] + 2 * 256 + 2 + 16 + 64);
    left = 0;
    cr_expect_eq(m->transition(P, 0, -2, x, &mem), STATUS_NONFINITE);
    left = 0;
    cr_expect_str_eq(m->validate(P), "what the unit accepts");
}
