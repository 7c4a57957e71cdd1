/* The method and the tolerance that are chosen, for laws that are made up: each thing that the
 * choice depends on is there or not, alone. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "benchmarks/options/default_integrator.h"

enum { STATES = 3, GUARDS = 3 };

static const double LENGTH = 0.25; /* m */

/* What the law's functions say. */
static struct {
    unsigned unbounded; /* the state without a bound; STATES: none */
    unsigned state;     /* the state on which a guard depends; STATES: none */
    unsigned guard;     /* that guard */
    double sign;        /* it rises or falls */
} world;

static void start(const real p[], uint64_t seed, struct memory *memory)
{
    (void)p, (void)seed;
    memory->ints[0] = 7;
}

/* One guard changes with a state, and is the same again where the state has gone by the length. */
static void guard(const real p[], const struct memory *memory, real s, const real x[], real g[])
{
    (void)p;
    cr_expect(memory->ints[0] == 7 && s != 0, "the law has not started");
    for (unsigned k = 0; k < GUARDS; k++)
        g[k] = 1 + k;
    if (world.state < STATES)
        g[world.guard] += world.sign * (1 - cos(2 * acos(-1) * x[world.state] / LENGTH));
}

static void bound(const real p[], real limit[])
{
    (void)p;
    for (unsigned i = 0; i < STATES; i++)
        limit[i] = i == world.unbounded ? (real)INFINITY : 5;
}

static real length(const real p[])
{
    (void)p;
    return LENGTH;
}

static const struct model law = { .name = "made_up",
                                  .n_states = STATES,
                                  .n_guards = GUARDS,
                                  .start = start,
                                  .guard = guard,
                                  .bound = bound,
                                  .length = length };

static const double p[1] = { 0 };

static void expect_tolerance(const struct model *model, double travel, double expected)
{
    const double tolerance = fitting_relative_tolerance(model, p, travel);
    cr_expect_float_eq(tolerance, expected, 4e-16 * expected, "%g m: %g, not %g", travel, tolerance,
                       expected);
}

/* A millionth of the length over which the law changes, but no less than 1e-13 of the travel. */
Test(tolerance, is_a_part_of_the_length)
{
    static const double parts[][2] = { { 0.5, 1 },    { 1, 1 },        { 2, 0.5 },
                                       { 1e3, 1e-3 }, { 5e6, 2e-7 },   { 9e6, 1 / 9e6 },
                                       { 1e7, 1e-7 }, { 1.1e7, 1e-7 }, { 1e20, 1e-7 } };
    world.unbounded = world.state = 1;
    world.sign = 1;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        expect_tolerance(&law, parts[i][0] * LENGTH, 1e-6 * parts[i][1]);
    expect_tolerance(&law, 0, 1e-6);
}

/* Only where a guard, whichever, depends on a state without a bound, whichever, up or down. */
Test(tolerance, depends_on_travels_that_guards_count)
{
    for (world.unbounded = 0; world.unbounded <= STATES; world.unbounded++)
        for (world.state = 0; world.state <= STATES; world.state++)
            for (world.guard = 0; world.guard < GUARDS; world.guard++)
                for (world.sign = -1; world.sign <= 1; world.sign += 1) {
                    const bool counts =
                        world.state < STATES && world.state == world.unbounded && world.sign != 0;
                    expect_tolerance(&law, 10 * LENGTH, counts ? 1e-7 : 1e-6);
                }
}

/* A law that lacks one of these has no such events. */
Test(tolerance, is_the_default_of_laws_without_such_events)
{
    struct model lacking[5];
    world.unbounded = world.state = 0;
    world.sign = 1;
    for (size_t i = 0; i < 5; i++)
        lacking[i] = law;
    lacking[0].n_guards = 0;
    lacking[1].start = NULL;
    lacking[2].bound = NULL;
    lacking[3].length = NULL;
    for (size_t i = 0; i < 4; i++)
        expect_tolerance(&lacking[i], 10 * LENGTH, 1e-6);
    lacking[4].n_guards = 1; /* the first one */
    expect_tolerance(&lacking[4], 10 * LENGTH, 1e-7);
}

/* With a mass the travel is not known before; driven, it is the farthest sampled place. */
Test(tolerance, is_the_default_with_a_mass)
{
    struct setup setup = { .has_mass = false };
    char error[SIGNAL_TEXT];
    world.unbounded = world.state = 0;
    world.sign = 1;
    cr_assert(signal_parse("hold -2.5 1; hold 1 1", &setup.velocity, error), "%s", error);
    cr_expect_float_eq(default_relative_tolerance(&law, p, &setup), 1e-7, 1e-21);
    setup.has_mass = true;
    cr_expect_eq(default_relative_tolerance(&law, p, &setup), 1e-6);
    signal_free(&setup.velocity);
}

static void flow(const real q[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)q, (void)mem, (void)v, (void)s, (void)h, (void)x;
    abort();
}

static real work(const real q[], const struct memory *mem, real v, real s, real h, const real x[])
{
    (void)q, (void)mem, (void)v, (void)s, (void)h, (void)x;
    abort();
}

/* What a law does, at rest in one direction, to one of its states. */
static bool has_end;

static void relaxation(const real q[], real v, real s, real steady[], real rate[])
{
    (void)q, (void)v;
    steady[0] = 1;
    steady[1] = has_end || s > 0 ? 1 : -(double)INFINITY;
    rate[0] = rate[1] = 1;
}

/* Holds, with one segment that is none at the beginning, in the middle, at the end. */
static const struct {
    const char *signal;
    bool held;
} signals[] = {
    { "hold 1 1", true },
    { "hold 1 1; hold 0 1; hold -1 1", true },
    { "ramp 1 2 1", false },
    { "ramp 1 2 1; hold 0 1; hold -1 1", false },
    { "hold 1 1; sine 0 1 1 0 1; hold -1 1", false },
    { "hold 1 1; hold 0 1; ramp 0 1 1", false },
};

/* All combinations of what law and experiment have. */
Test(method, is_the_one_that_fits)
{
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        for (unsigned has = 0; has < 32; has++) {
            const struct model model = { .flow = has & 1 ? flow : NULL,
                                         .work = has & 2 ? work : NULL,
                                         .relaxation = has & 4 ? relaxation : NULL,
                                         .n_states = 2 };
            has_end = has & 16;
            struct setup setup = { .has_mass = (has & 8) != 0 };
            char error[SIGNAL_TEXT];
            cr_assert(signal_parse(signals[i].signal, &setup.velocity, error), "%s", error);
            const bool exact = !setup.has_mass && signals[i].held && model.flow && model.work;
            const bool relaxes = !setup.has_mass && model.relaxation && has_end;
            const char *expected = exact     ? "exponential"
                                   : relaxes ? "exponential_adaptive"
                                             : "rosenbrock";
            cr_expect_str_eq(default_integrator(&model, &setup), expected, "%s, %u",
                             signals[i].signal, has);
            signal_free(&setup.velocity);
        }
}
