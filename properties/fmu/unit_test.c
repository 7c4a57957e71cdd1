/* A unit whose instance cannot be reset: states that it has saved end with it, and none of them
 * comes to the next instance. */
#include "properties/fmu/unit.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An instance, and a state that it has saved. */
struct instance {
    int number, saved;
};

static int opened, strangers;
static bool fails;

static void *open_unit(struct fmu_object *o, const char *token, const char *resources, bool steps)
{
    (void)o, (void)token, (void)resources, (void)steps;
    struct instance *i = calloc(1, sizeof *i);
    i->number = ++opened;
    return i;
}

static void close_unit(const struct fmu_object *o, void *unit)
{
    (void)o;
    cr_expect_eq(((struct instance *)unit)->saved, 0, "states are left behind");
    free(unit);
}

static bool reset(const struct fmu_object *o, void *unit) { return (void)o, (void)unit, false; }
static bool enter(const struct fmu_object *o, void *unit, double start)
{
    return (void)o, (void)unit, (void)start, true;
}
static bool leave(const struct fmu_object *o, void *unit) { return (void)o, (void)unit, true; }

static bool get(const struct fmu_object *o, void *unit, unsigned which, double *value)
{
    (void)o, (void)which;
    *value = ((struct instance *)unit)->number;
    return !fails;
}

static bool set(const struct fmu_object *o, void *unit, unsigned which, double value)
{
    return (void)o, (void)unit, (void)which, (void)value, true;
}

static bool save(const struct fmu_object *o, void *unit, void **state)
{
    struct instance *i = unit;
    (void)o;
    if (!*state) {
        *state = calloc(1, sizeof(int));
        i->saved++;
    } else
        strangers += **(int **)state != i->number;
    **(int **)state = i->number;
    return true;
}

static bool restore(const struct fmu_object *o, void *unit, void *state)
{
    (void)o;
    strangers += *(int *)state != ((struct instance *)unit)->number;
    return true;
}

static bool forget(const struct fmu_object *o, void *unit, void **state)
{
    (void)o;
    strangers += **(int **)state != ((struct instance *)unit)->number;
    ((struct instance *)unit)->saved--;
    free(*state);
    *state = NULL;
    return true;
}

static bool stop(const struct fmu_object *o, void *unit) { return (void)o, (void)unit, true; }

static unsigned slopes_left; /* that are given before one fails */

static bool slope(const struct fmu_object *o, void *unit, unsigned unknown, unsigned known,
                  double *value)
{
    (void)o, (void)unit, (void)unknown, (void)known;
    *value = 7;
    return slopes_left-- > 0;
}

static bool has_times;

static bool settle(const struct fmu_object *o, void *unit, struct fmu_event *event)
{
    (void)o, (void)unit;
    *event = (struct fmu_event){ .timed = has_times };
    return true;
}

static bool indicators(const struct fmu_object *o, void *unit, double z[], size_t n)
{
    (void)o, (void)unit;
    for (size_t i = 0; i < n; i++)
        z[i] = 1;
    return true;
}

static const struct fmu_calls calls = {
    .open = open_unit,
    .close = close_unit,
    .reset = reset,
    .enter = enter,
    .leave = leave,
    .get = get,
    .set = set,
    .save = save,
    .restore = restore,
    .forget = forget,
    .stop = stop,
    .settle = settle,
    .indicators = indicators,
    .slope = slope,
};

Test(unit, keeps_no_states_of_an_instance_that_is_closed)
{
    struct unit unit = { .object = { .call = &calls },
                         .n_indicators = 1,
                         .nature.remembers = true,
                         .lock = PTHREAD_MUTEX_INITIALIZER };
    struct memory mem[3] = { { .ints = { 0 } } };
    double force, p[1] = { 0 };
    for (int i = 0; i < 3; i++)
        unit_start(&unit, p, &mem[i]);
    /* Each start is a new instance, as this one cannot be reset. */
    cr_expect_eq(opened, 3);
    const struct unit_place last = { .p = p, .mem = &mem[2], .v = 1, .s = 1 },
                            first = { .p = p, .mem = &mem[0], .v = 1, .s = 1 };
    unit_respond(&unit, &last, &force);
    cr_expect_eq(force, 3);
    unit_respond(&unit, &first, &force);
    cr_expect(isnan(force), "%g", force);
    /* After a failure a new instance has no state to go back to. */
    fails = true;
    unit_respond(&unit, &last, &force);
    fails = false;
    unit_respond(&unit, &last, &force);
    cr_expect(isnan(force), "%g", force);
    unit_start(&unit, p, &mem[2]);
    unit_respond(&unit, &last, &force);
    cr_expect_eq(force, opened);
    cr_expect_eq(strangers, 0);
}

/* A unit that has events at times of its own is no friction law. */
Test(unit, has_no_events_at_given_times)
{
    char problem[FMU_PROBLEM] = "";
    double x[MODEL_MAX_STATES];
    const double p[1] = { 0 };
    const struct fmu_description d = { .version = 2 };
    for (int i = 0; i < 2; i++) {
        struct unit unit = { .object = { .call = &calls }, .lock = PTHREAD_MUTEX_INITIALIZER };
        has_times = i == 1;
        cr_expect_eq(unit_try(&unit, &d, p, 1, x, problem), i == 0, "%s", problem);
    }
    cr_expect(strstr(problem, "events at given times"), "%s", problem);
    has_times = false;
}

/* Slopes of which the unit does not give one are not known. */
Test(unit, has_all_slopes_or_none)
{
    struct unit unit = { .object = { .call = &calls }, .lock = PTHREAD_MUTEX_INITIALIZER };
    const double p[1] = { 0 };
    const struct unit_place at = { .p = p, .v = 1, .s = 1 };
    double value;
    slopes_left = 1;
    unit_slopes(&unit, &at, &value);
    cr_expect_eq(value, 7);
    slopes_left = 0;
    unit_slopes(&unit, &at, &value);
    cr_expect(isnan(value), "%g", value);
}
