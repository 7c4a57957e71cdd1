/* What trying a unit tells of it, and the scale of its force, for units whose equations are known:
 * functions of this file in the place of a shared object. */
#include "properties/fmu/unit.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "properties/fmu/steps.h"

/* Value references. */
enum { VELOCITY = 1, FORCE = 2 };

/* The one instance, and its equation. */
static double v, state[2];
static double (*force_of)(void);

/* Calls that are good before one fails; below 0: all are. */
static int left = -1;

static bool is_good(void) { return left < 0 || left-- > 0; }

static void *open_unit(struct fmu_object *o, const char *token, const char *resources, bool steps)
{
    (void)o, (void)token, (void)resources, (void)steps;
    return state;
}
static void close_unit(const struct fmu_object *o, void *unit) { (void)o, (void)unit; }
static bool good(const struct fmu_object *o, void *unit) { return (void)o, (void)unit, is_good(); }
static bool reset(const struct fmu_object *o, void *unit) { return (void)o, (void)unit, true; }
static bool enter(const struct fmu_object *o, void *unit, double start)
{
    return (void)o, (void)unit, (void)start, is_good();
}

static bool get(const struct fmu_object *o, void *unit, unsigned which, double *value)
{
    (void)o, (void)unit;
    *value = which == FORCE ? force_of() : (double)NAN;
    return is_good();
}

static bool set(const struct fmu_object *o, void *unit, unsigned which, double value)
{
    (void)o, (void)unit;
    v = which == VELOCITY ? value : (double)NAN;
    return is_good();
}

static bool settle(const struct fmu_object *o, void *unit, struct fmu_event *event)
{
    (void)o, (void)unit;
    *event = (struct fmu_event){ .moved = false };
    return is_good();
}

static bool set_states(const struct fmu_object *o, void *unit, const double x[], size_t n)
{
    (void)o, (void)unit;
    for (size_t i = 0; i < n; i++)
        state[i] = x[i];
    return is_good();
}

static bool get_states(const struct fmu_object *o, void *unit, double x[], size_t n)
{
    (void)o, (void)unit;
    for (size_t i = 0; i < n; i++)
        x[i] = 0;
    return is_good();
}

static bool rates(const struct fmu_object *o, void *unit, double rate[], size_t n)
{
    return get_states(o, unit, rate, n);
}

static bool indicators(const struct fmu_object *o, void *unit, double z[], size_t n)
{
    return n == 0 || get_states(o, unit, z, n);
}

static bool step(const struct fmu_object *o, void *unit, double time, double h)
{
    return (void)o, (void)unit, (void)time, (void)h, is_good();
}

static const struct fmu_calls calls = {
    .open = open_unit,
    .close = close_unit,
    .reset = reset,
    .enter = enter,
    .leave = good,
    .get = get,
    .set = set,
    .stop = good,
    .settle = settle,
    .set_states = set_states,
    .get_states = get_states,
    .rates = rates,
    .indicators = indicators,
    .step = step,
};

static const double P[1] = { 0 };

static struct unit unit_with(unsigned n_states, double (*force)(void))
{
    force_of = force;
    return (struct unit){ .object = { .call = &calls },
                          .lock = PTHREAD_MUTEX_INITIALIZER,
                          .velocity = VELOCITY,
                          .force = FORCE,
                          .n_states = n_states };
}

/* The force on either side of rest. */
static double behind, ahead;

static double sided(void) { return v < 0 ? behind : ahead; }

static struct unit_nature nature_of(double below, double above)
{
    char problem[FMU_PROBLEM];
    double x[MODEL_MAX_STATES];
    const struct fmu_description d = { .version = 2 };
    struct unit unit = unit_with(0, sided);
    behind = below;
    ahead = above;
    cr_assert(unit_try(&unit, &d, P, 1, x, problem), "%s", problem);
    return unit.nature;
}

/* The sides are equal but for 64 roundings of the sum of their sizes, which near 1 is 128 roundings
 * of 1, and a force next to the smallest numbers. Either bound is met within a tenth. */
Test(unit_try, tells_a_jump_from_roundings)
{
    const double tiny = DBL_MIN / DBL_EPSILON;
    for (int sign = -1; sign <= 1; sign += 2) {
        cr_expect_not(nature_of(sign, sign * (1 + 115 * DBL_EPSILON)).sticks);
        cr_expect(nature_of(sign, sign * (1 + 141 * DBL_EPSILON)).sticks);
        cr_expect_not(nature_of(0, sign * 0.9 * tiny).sticks);
        cr_expect(nature_of(0, sign * 1.1 * tiny).sticks);
        cr_expect_not(nature_of(sign * 0.9 * tiny, 0).has_sides);
        cr_expect(nature_of(sign * 1.1 * tiny, 0).has_sides);
        cr_expect(nature_of(-sign, sign).sticks, "sizes do not cancel");
    }
}

/* Jumps at rest by any state that is not 0; where it is, the force is continuous. */
static double jump_of_a_state(void) { return v < 0 ? -state[0] : state[0]; }

static struct unit_nature nature_with(double nominal)
{
    char problem[FMU_PROBLEM];
    double x[MODEL_MAX_STATES];
    size_t place = 0;
    struct fmu_variable variable = { .nominal = nominal };
    const struct fmu_description d = {
        .version = 2, .variables = &variable, .n = 1, .states = &place, .n_states = 1
    };
    struct unit unit = unit_with(1, jump_of_a_state);
    cr_assert(unit_try(&unit, &d, P, 1, x, problem), "%s", problem);
    cr_expect_not(unit.nature.begins_elsewhere);
    return unit.nature;
}

/* Other states than those at the beginning are tried also where the nominal value is none: zero,
 * below it, infinite or not stated. */
Test(unit_try, tries_other_states_whatever_is_nominal)
{
    static const double nominals[] = { 1e-3, 0, -1, INFINITY, NAN };
    for (size_t i = 0; i < sizeof nominals / sizeof *nominals; i++)
        cr_expect(nature_with(nominals[i]).has_sides, "nominal %g", nominals[i]);
}

/* 2 N, and more by either state; the first counts more below where it begins, the second above. */
static double lopsided(void)
{
    return -2 + (state[0] < 0 ? 8 : 4) * state[0] + (state[1] < 0 ? 16 : 32) * state[1];
}

/* Each state counts by the direction in which it moves the force further; one without a nominal
 * value goes as far as the travel. All numbers are sums of powers of 2, so that none is rounded. */
Test(unit_scale, sums_what_each_state_moves_the_force)
{
    struct unit unit = unit_with(2, lopsided);
    unit.nominal[0] = unit.nominal[1] = 1;
    cr_expect_eq(unit_scale(&unit, P, 0.5, 64), 2 + 8 + 32);
    unit.nominal[0] = -0.25;
    cr_expect_eq(unit_scale(&unit, P, -0.5, 64), 2 + 8 * 0.25 + 32);
    unit.nominal[0] = NAN;
    cr_expect_eq(unit_scale(&unit, P, 0.5, 64), 2 + 8 * 64 + 32);
    unit.nominal[1] = NAN;
    cr_expect_eq(unit_scale(&unit, P, 0.5, 0.5), 2 + 8 * 0.5 + 32 * 0.5);
}

/* The scale is that at the speed asked about, with its sign. */
static double viscous(void) { return 3 * v + (v < 0 ? 1 : 0); }

Test(unit_scale, is_that_at_the_velocity)
{
    struct unit unit = unit_with(0, viscous);
    cr_expect_eq(unit_scale(&unit, P, 2, 1), 6);
    cr_expect_eq(unit_scale(&unit, P, -2, 1), 5);
}

/* What a unit is asked to do, which fails where one call does. */
static bool begins(struct unit *unit)
{
    double force, x[2];
    return steps_begin(unit, P, 1, &force, x);
}

static bool steps(struct unit *unit)
{
    double force, x[2];
    return steps_take(unit, 0, 1, 1, &force, x);
}

static bool responds(struct unit *unit)
{
    double value[3], x[2] = { 0 };
    unit_respond(unit, &(struct unit_place){ P, NULL, 1, 1, x }, value);
    cr_expect_eq(isnan(value[0]), isnan(value[2]), "rates and force are known together");
    return !isnan(value[2]);
}

static bool tells_its_states(struct unit *unit)
{
    double x[2];
    unit_initial(unit, P, x);
    return !isnan(x[0]) && !isnan(x[1]);
}

static bool accepts(struct unit *unit) { return unit_accepts(unit, P); }

/* No failure of a unit is passed over, whichever call it is that fails. */
Test(unit, fails_where_any_call_does)
{
    static const struct {
        bool (*work)(struct unit *unit);
        int least; /* calls that it needs: one for each state, parameter, input and result */
    } works[] = {
        { begins, 8 }, { steps, 5 }, { responds, 6 }, { tells_its_states, 6 }, { accepts, 6 }
    };
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        int n = 0;
        for (bool is_done = false; !is_done; n++) {
            struct unit unit = unit_with(2, lopsided);
            unit.n_parameters = unit.n_indicators = 1;
            unit.instance = state;
            left = n;
            is_done = works[i].work(&unit);
            cr_assert(!is_done || left == 0, "work %zu goes on after call %d fails", i, n);
            cr_assert_lt(n, 100);
        }
        left = -1;
        cr_expect_geq(n, works[i].least, "work %zu: %d calls", i, n);
    }
}
