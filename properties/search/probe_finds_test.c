/* What probes draw stays within what a claim and a law allow, and what they find is kept once,
 * until there is no room, and then in place of something else. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/search/probe.h"

enum { STATES = 3 };

/* Three states that rise, each at a rate of its own, and one that may end nowhere. */
static const double rates[STATES] = { 1e-3, 1, 1e3 };
static unsigned lost; /* the state that is no number after a hold; STATES: none */
static double stribeck_of_law;

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)v, (void)s;
    for (unsigned i = 0; i < STATES; i++)
        x[i] = i == lost ? (real)INFINITY : x[i] + h;
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    (void)p, (void)mem, (void)s, (void)x;
    return v * h;
}

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)x;
    for (unsigned i = 0; i < STATES; i++)
        dx[i] = 1;
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)s, (void)x;
    return v;
}

static void relaxation(const real p[], real v, real s, real steady[], real rate_of[])
{
    (void)p, (void)v, (void)s;
    for (unsigned i = 0; i < STATES; i++) {
        steady[i] = 0;
        rate_of[i] = (real)rates[i];
    }
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    (void)p, (void)mem, (void)v, (void)s, (void)x;
    *jac = (struct jacobian){ .force_v = 1 };
    for (unsigned i = 0; i < STATES; i++)
        jac->rate_x[i * STATES + i] = -(real)rates[i];
}

static real stribeck_speed(const real p[])
{
    (void)p;
    return (real)stribeck_of_law;
}

static const struct quantity states[STATES] = { { "x", "1", 0, 0, 1, "" },
                                                { "y", "1", 0, 0, 1, "" },
                                                { "z", "1", 0, 0, 1, "" } };
static const struct model law = { .name = "found",
                                  .speed_max = 50,
                                  .states = states,
                                  .n_states = STATES,
                                  .rate = rate,
                                  .force = force,
                                  .flow = flow,
                                  .work = work,
                                  .relaxation = relaxation,
                                  .stribeck_speed = stribeck_speed };
static const struct claim claim = { .property = PASSIVITY, .domain = "any" };

static struct probe_finds finds;

static struct probe probe_of(const struct model *model, struct rng *rng)
{
    finds = (struct probe_finds){ .n_v = 0 };
    return (struct probe){ model, NULL, 50, &finds, rng };
}

/* Speeds, and lines of speeds, stay within the limits, wherever the law's own speed is; about that
 * speed there are many. */
Test(probe, draws_within_its_limits)
{
    enum { DRAWN = 2000 };
    static const double own[] = { 1e-26, 1e-23, 1e-3, 20, 1e6 };
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        struct rng rng = rng_keyed(i, "limits", 0);
        const struct probe probe = probe_of(&law, &rng);
        unsigned about = 0, lines = 0;
        stribeck_of_law = own[i];
        for (unsigned k = 0; k < DRAWN; k++) {
            const double speed = fabs(PREC(probe_speed)(&probe));
            const struct speed_line line = PREC(probe_line)(&probe);
            cr_expect(speed == 0 || (speed >= PROBE_SLOWEST && speed <= 50), "%g", speed);
            cr_expect(line.lo > 0 && line.lo <= line.hi / 2 && line.hi <= 50, "%g to %g", line.lo,
                      line.hi);
            cr_expect_eq(fabs(line.direction), 1);
            about += speed >= own[i] / 1000 && speed <= own[i] * 1000;
            lines += line.lo < own[i] && line.hi > own[i] && line.hi < 200 * own[i];
        }
        if (own[i] == 1e-3)
            cr_expect(about > DRAWN / 4 && lines > DRAWN / 20, "%u, %u", about, lines);
    }
}

/* A way leads somewhere only where every state is a number. */
Test(probe, goes_where_all_states_are_numbers)
{
    struct rng rng = rng_keyed(0, "numbers", 0);
    const struct probe probe = probe_of(&law, &rng);
    struct candidate way = { .n = 0 };
    struct exact_state at;
    PREC(probe_hold)(&way, 1, 0.25);
    for (lost = 0; lost <= STATES; lost++)
        cr_expect_eq(PREC(probe_go)(&probe, &claim, &way, &at), lost == STATES, "state %u", lost);
}

/* Times are those of each state in turn, by its relaxation or by its own derivative, the slowest
 * decides how long to charge, and the fastest how short a burst is. */
Test(probe, asks_all_states_for_their_times)
{
    enum { DRAWN = 3000 };
    lost = STATES;
    stribeck_of_law = 1e-3;
    for (int by_jacobian = 0; by_jacobian < 2; by_jacobian++) {
        struct model model = law;
        struct rng rng = rng_keyed(1, "times", 0);
        struct exact_state at;
        unsigned of[STATES] = { 0 };
        model.relaxation = by_jacobian ? NULL : relaxation;
        model.jacobian = by_jacobian ? jacobian : NULL;
        const struct probe probe = probe_of(&model, &rng);
        exact_state_start(&at, &model, NULL);
        for (unsigned k = 0; k < DRAWN; k++) {
            const double time = PREC(probe_time)(&probe, &at, 1);
            for (unsigned i = 0; i < STATES; i++)
                of[i] += time >= 0.1 / rates[i] && time <= 30 / rates[i];
        }
        for (unsigned i = 0; i < STATES; i++)
            cr_expect_gt(of[i], DRAWN / 7, "state %u: %u", i, of[i]);
        for (unsigned k = 0; k < 200; k++) {
            struct candidate c = { .n = 0 };
            PREC(probe_charge_and_burst)(&probe, &c);
            cr_expect(c.n == 2 && c.segments[0].time >= 1 / rates[0] &&
                          c.segments[0].time <= 40 / rates[0] * (1 + 1e-12) &&
                          c.segments[1].time <= 1 / rates[STATES - 1] &&
                          c.segments[1].time >= 1e-6 / rates[STATES - 1] * (1 - 1e-12),
                      "%g s, %g s", c.segments[0].time, c.segments[1].time);
        }
    }
}

/* Notes velocities behind a way of so many holds; returns how many there are then. */
static unsigned noted(const struct probe *probe, const double v[], unsigned n, unsigned holds)
{
    struct exact_state at;
    struct candidate way = { .n = 0 };
    struct speed_scan scan = { .n_special = n };
    exact_state_start(&at, probe->model, probe->p);
    memcpy(scan.special, v, n * sizeof *v);
    for (unsigned i = 0; i < holds; i++)
        PREC(probe_hold)(&way, 0.5, 1);
    PREC(probe_note)(probe, &at, &way, &scan, 1);
    return probe->finds->n_v;
}

/* Velocities a thousandth apart are the same, at any speed, and those of the other sign are not. */
Test(probe, keeps_a_velocity_once)
{
    static const double speeds[] = { 1e-20, 1e-9, 1e-3, 1, 40 };
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        struct rng rng = rng_keyed(2, "once", 0);
        const struct probe probe = probe_of(&law, &rng);
        const double v = speeds[i], near = v * 1.0004, apart = v * 1.003, back = -v;
        cr_expect_eq(noted(&probe, &v, 1, 1), 1U);
        cr_expect_eq(noted(&probe, &near, 1, 1), 1U, "%g", v);
        cr_expect_eq(finds.n_ways, 1U);
        cr_expect_eq(noted(&probe, &apart, 1, 1), 2U, "%g", v);
        cr_expect_eq(noted(&probe, &back, 1, 1), 3U, "%g", v);
        cr_expect_eq(noted(&probe, &v, 1, 1), 3U, "%g", v);
        cr_expect(finds.v[0] == v && finds.v[1] == apart && finds.v[2] == back);
        cr_expect_eq(finds.n_ways, 3U);
        for (unsigned k = 0; k < finds.n_ways; k++) /* on from the end of the way */
            cr_expect(finds.way[k].n == 2 && finds.way[k].segments[0].level[0] == 0.5 &&
                      finds.way[k].segments[1].level[0] == finds.v[k] &&
                      finds.way[k].segments[1].time > 0);
    }
}

/* Where there is no room left a find takes the place of another one, at random which; a way that
 * leaves no room for a hold is not kept. */
Test(probe, forgets_at_random)
{
    struct rng rng = rng_keyed(3, "room", 0);
    const struct probe probe = probe_of(&law, &rng);
    bool replaced[PROBE_SPEEDS] = { false }, way_replaced[PROBE_WAYS] = { false };
    double v = 1e-6;
    for (unsigned i = 1; i <= 20 * PROBE_SPEEDS; i++) {
        double before[PROBE_SPEEDS];
        struct candidate ways[PROBE_WAYS];
        memcpy(before, finds.v, sizeof before);
        memcpy(ways, finds.way, sizeof ways);
        v *= 1.02;
        const unsigned n = noted(&probe, &v, 1, 1);
        cr_assert_eq(n, i < PROBE_SPEEDS ? i : PROBE_SPEEDS);
        cr_assert_eq(finds.n_ways, i < PROBE_WAYS ? i : PROBE_WAYS);
        unsigned changed = 0, ways_changed = 0;
        for (unsigned k = 0; k < n; k++)
            if (i > PROBE_SPEEDS && finds.v[k] != before[k]) {
                cr_expect_eq(finds.v[k], v);
                replaced[k] = true;
                changed++;
            }
        for (unsigned k = 0; k < finds.n_ways; k++)
            if (i > PROBE_WAYS &&
                finds.way[k].segments[1].level[0] != ways[k].segments[1].level[0]) {
                cr_expect_eq(finds.way[k].segments[1].level[0], v);
                way_replaced[k] = true;
                ways_changed++;
            }
        cr_expect_eq(changed, i > PROBE_SPEEDS);
        cr_expect_eq(ways_changed, i > PROBE_WAYS);
    }
    for (unsigned k = 0; k < PROBE_SPEEDS; k++)
        cr_expect(replaced[k], "speed %u", k);
    for (unsigned k = 0; k < PROBE_WAYS; k++)
        cr_expect(way_replaced[k], "way %u", k);
    for (unsigned holds = CANDIDATE_MAX_SEGMENTS - 4; holds < CANDIDATE_MAX_SEGMENTS; holds++) {
        const struct probe anew = probe_of(&law, &rng);
        const double speed = 0.25;
        cr_expect_eq(noted(&anew, &speed, 1, holds), 1U);
        cr_expect_eq(finds.n_ways, holds + 2 <= CANDIDATE_MAX_SEGMENTS - 1, "%u holds", holds);
    }
}
