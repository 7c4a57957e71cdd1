/* Where laws are compared: speeds, selections, times and states are distributed as is said beside
 * their draws, each number by its distribution function; steps go where rates lead. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "properties/self_check/deviation.h"
#include "properties/self_check/deviation_places.h"
#include "properties/trials/made_up_test.h"
#include "tools/testing/test_distribution.h"

enum { DRAWN = 20000 };

/* A law with one state that has a bound, one that has none, and one that is never negative. */
static const double VS = MADE_UP_SPEED, LENGTH = MADE_UP_LENGTH, BOUND = 0x1p-10, FASTEST = 64;

static const struct quantity params[] = { { "a", "N", 2, 1, 4, "" }, { "b", "N", 3, 1, 9, "" } },
                             states[] = { { "x", "m", 0, -INFINITY, INFINITY, "" },
                                          { "y", "m", 0, -INFINITY, INFINITY, "" },
                                          { "w", "m", 0, 0, INFINITY, "" } };

static void bound(const real p[], real x[])
{
    (void)p;
    x[0] = x[2] = (real)BOUND;
    x[1] = (real)INFINITY;
}

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)p, (void)mem, (void)s, (void)x;
    dx[0] = v / 16;
    dx[1] = v / 4096;
    dx[2] = -v / 16;
}

static void start(const real p[], uint64_t seed, struct memory *mem)
{
    (void)seed;
    mem->reals[0] = p[0];
}

/* Events of the state that has a bound: beyond it, to either side. */
static void guard(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    (void)p, (void)mem, (void)v;
    g[0] = (real)BOUND - x[0];
    g[1] = (real)BOUND + x[0];
}

static enum status transition(const real p[], unsigned number, real v, real x[], struct memory *mem)
{
    (void)p, (void)number, (void)v, (void)x, (void)mem;
    return STATUS_OK;
}

static const struct model law = { .name = "places",
                                  .params = params,
                                  .n_params = 2,
                                  .speed_max = 64,
                                  .states = states,
                                  .n_states = 3,
                                  .rate = rate,
                                  .n_reals = 1,
                                  .n_guards = 2,
                                  .start = start,
                                  .guard = guard,
                                  .transition = transition,
                                  .bound = bound,
                                  .stribeck_speed = made_up_speed,
                                  .length = made_up_length };

/* The implementation has all in another order. */
static const struct names names = { .param = { 1, 0 }, .state = { 1, 2, 0 }, .same = { 0, 1, 2 } };

static void expect_copied(const struct place *place)
{
    for (unsigned i = 0; i < 2; i++)
        cr_assert_eq(place->code.p[names.param[i]], place->text.p[i]);
    for (unsigned i = 0; i < 3; i++)
        cr_assert_eq(place->code.x[names.state[i]], place->text.x[i]);
    cr_assert(place->code.v == place->text.v && place->code.s == place->text.s &&
              place->code.h == place->text.h);
    cr_assert(place->text.memory.reals[0] == place->text.p[0] &&
              place->code.memory.reals[0] == place->code.p[0]);
}

static bool begin(unsigned number, struct rng *rng, struct place *place)
{
    *rng = rng_keyed(9, "places", number);
    return PREC(place_begin)(&law, &law, &names, number, rng, place);
}

/* Of speeds one in eight each is none and the largest, three within four octaves of the law's own,
 * one down to 1e-15 m/s, two to a millionth of the largest, or of 1 m/s. */
static double speed_share(double v)
{
    return (3 * log_share(v, VS / 16, VS * 16) + log_share(v, 1e-15, FASTEST) +
            2 * log_share(v, 1e-6, FASTEST)) /
           6;
}

/* Of times one in four is from 1/16 to 2^16 of the time for the length, the others to 16. */
static double time_share(double times)
{
    return (3 * log_share(times, 0x1p-4, 0x1p4) + log_share(times, 0x1p-4, 0x1p16)) / 4;
}

Test(places, are_drawn_as_said)
{
    struct histogram speeds = { .n = 0 }, times = { .n = 0 }, at_rest = { .n = 0 },
                     selections = { .n = 0 }, shares[3] = { { .n = 0 } };
    unsigned rests = 0, fastest = 0, forward = 0, moving = 0, ends[3] = { 0 }, sides[3][3] = { 0 };
    for (unsigned k = 0; k < DRAWN; k++) {
        struct rng rng;
        struct place place;
        cr_assert(begin(0, &rng, &place));
        rng = rng_keyed(1, "draws", k);
        PREC(place_draw)(&rng, &names, &place);
        expect_copied(&place);
        const struct law_at *at = &place.text;
        const double speed = fabs((double)at->v), s = (double)at->s;
        rests += speed == 0;
        fastest += speed == FASTEST;
        moving += speed > 0;
        forward += at->v > 0;
        if (speed > 0 && speed < FASTEST)
            histogram_add(&speeds, speed_share(speed));
        if (speed > 0) {
            cr_assert_eq(s, copysign(1, (double)at->v));
            histogram_add(&times, time_share((double)at->h * speed / LENGTH));
        } else {
            histogram_add(&at_rest, log_share((double)at->h, 1e-9, 10));
            for (int side = -1; side <= 1; side++)
                ends[side + 1] += s == side;
            if (s != -1 && s != 0 && s != 1)
                histogram_add(&selections, (s + 1) / 2);
        }
        const double sizes[] = { BOUND, LENGTH, BOUND };
        for (unsigned i = 0; i < 3; i++) {
            /* Ends are that little within, that roundings do not tell whether an event is due. */
            const double most = 1 - 2.0 * DEVIATION_ROUNDINGS * DEVIATION_ROUNDINGS * DBL_EPSILON;
            const double share = (double)at->x[i] / sizes[i] / most;
            const int side = fabs(share) > 1 - 4 * DBL_EPSILON ? (share > 0 ? 1 : -1) : 0;
            cr_assert(share >= (i == 2 ? 0 : -1) - 4 * DBL_EPSILON && share <= 1 + 4 * DBL_EPSILON,
                      "%g", share);
            if (side != 0 || share == 0)
                sides[i][side + 1]++;
            else
                histogram_add(&shares[i], i == 2 ? share : (share + 1) / 2);
        }
    }
    expect_share("at rest", rests, DRAWN, 1.0 / 8);
    expect_share("fastest", fastest, DRAWN, 1.0 / 8);
    expect_share("forward", forward, moving, 1.0 / 2);
    expect_uniform("speeds", &speeds);
    expect_uniform("times", &times);
    expect_uniform("times at rest", &at_rest);
    expect_uniform("selections", &selections);
    for (unsigned side = 0; side < 3; side++) {
        expect_share("selections", ends[side], rests, 1.0 / 12);
        for (unsigned i = 0; i < 3; i++)
            expect_share("shares", sides[i][side], DRAWN,
                         i < 2      ? 1.0 / 12
                         : side > 1 ? 2.0 / 12 /* of either sign */
                                    : side / 12.0);
    }
    for (unsigned i = 0; i < 3; i++)
        expect_uniform("states", &shares[i]);
}

/* The first 64 places have the default parameters; then draws have them now and then. */
Test(places, begin_at_the_defaults)
{
    unsigned defaults = 0, n = 0;
    for (unsigned number = 0; number < 400; number++) {
        struct rng rng;
        struct place place;
        cr_assert(begin(number, &rng, &place));
        expect_copied(&place);
        const bool same = place.text.p[0] == 2 && place.text.p[1] == 3;
        cr_expect(same || number >= 64, "place %u", number);
        defaults += same && number >= 64;
        n += number >= 64;
    }
    /* one draw in three, and chance: properties/trials/draw.h */
    expect_share("defaults", defaults, n, 1 / 3.0 + 2 / 3.0 / 16);
}

/* A state goes on by its rate, up to its size; beyond, by up to twice as much, only where that is
 * an event. One that is never negative stops at 0. */
Test(places, step_by_rates)
{
    unsigned beyond[3] = { 0 }, within[3] = { 0 }, at_end[3] = { 0 };
    const double sizes[] = { BOUND, LENGTH, BOUND };
    for (unsigned k = 0; k < DRAWN; k++) {
        struct rng rng;
        struct place place;
        cr_assert(begin(0, &rng, &place));
        rng = rng_keyed(2, "steps", k);
        PREC(place_draw)(&rng, &names, &place);
        const struct law_at before = place.text;
        real dx[3];
        PREC(place_step)(&rng, &names, &place);
        expect_copied(&place);
        const struct law_at *at = &place.text;
        rate(at->p, &at->memory, at->v, at->s, before.x, dx);
        for (unsigned i = 0; i < 3; i++) {
            const real to = before.x[i] + at->h * dx[i];
            const double least = i == 2 ? 0 : -sizes[i];
            const double x = (double)at->x[i], goal = fmin(fmax((double)to, least), sizes[i]);
            beyond[i] += x > sizes[i] || x < least;
            within[i] += x == (double)to;
            at_end[i] += goal != (double)to;
            if (i == 0 && r_abs(to) > (real)sizes[i])
                cr_assert(x * to > 0 && fabs(x) > sizes[i] && fabs(x) <= 2 * sizes[i], "%g of %g",
                          x, sizes[i]);
            else if (i == 0 || r_abs(at->x[0]) <= (real)BOUND)
                cr_assert_eq(x, goal, "state %u: %g, not %g", i, x, goal);
        }
    }
    cr_expect(beyond[0] > DRAWN / 50 && within[0] > DRAWN / 50 && at_end[0] > DRAWN / 50);
    cr_expect(within[1] > DRAWN / 50 && within[2] > DRAWN / 50 && at_end[2] > DRAWN / 50);
}

static void no_rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                    real dx[])
{
    rate(p, mem, v, s, x, dx);
    dx[1] = (real)NAN;
}

/* Where a rate is no number, the state stays where it is. */
Test(places, stay_where_rates_lead_nowhere)
{
    struct model lost = law;
    lost.rate = no_rate;
    for (unsigned k = 0; k < 100; k++) {
        struct rng rng = rng_keyed(3, "steps", k);
        struct place place;
        cr_assert(PREC(place_begin)(&lost, &lost, &names, k, &rng, &place));
        PREC(place_draw)(&rng, &names, &place);
        const real before = place.text.x[1];
        PREC(place_step)(&rng, &names, &place);
        cr_expect_eq(place.text.x[1], before, "place %u: from %g to %g", k, (double)before,
                     (double)place.text.x[1]);
    }
}
