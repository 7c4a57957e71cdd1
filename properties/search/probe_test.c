/* Signals made for a law: their speeds, times and shapes; and flaws that only probes find. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/search/charged_test.h"
#include "properties/search/probe.h"
#include "properties/search/search.h"

static const struct claim claim = { .property = PASSIVITY, .domain = "any" };

/* A probe at the law, and ways that it draws. */
static struct probe_finds finds;

static struct probe probe_of(struct rng *rng)
{
    return (struct probe){ &charged, NULL, 50, &finds, rng };
}

/* Speeds go up to the fastest, and down to the slowest; what was found comes often; 0 comes. */
Test(probe, draws_speeds_of_all_sizes)
{
    enum { DRAWN = 4000 };
    struct rng rng = rng_keyed(0, "speeds", 0);
    const struct probe probe = probe_of(&rng);
    unsigned rests = 0, fast = 0, fastest = 0, slow = 0, found = 0, back = 0;
    finds = (struct probe_finds){ .n_v = 1, .v = { -0.123 } };
    for (unsigned i = 0; i < DRAWN; i++) {
        const double v = PREC(probe_speed)(&probe), speed = fabs(v);
        cr_assert(v == 0 || (speed >= PROBE_SLOWEST && speed <= 50));
        rests += v == 0;
        fast += speed > 1;
        fastest += speed == 50;
        slow += v != 0 && speed < 1e-15;
        found += v == -0.123;
        back += v == 0.123;
    }
    cr_expect(rests > DRAWN / 16 && fast > DRAWN / 16 && fastest > DRAWN / 32 && slow > DRAWN / 64,
              "%u %u %u %u", rests, fast, fastest, slow);
    cr_expect(found > DRAWN / 4 && back > DRAWN / 16 && back < found, "%u, %u", found, back);
}

/* Half of the times are about those in which the state changes at that speed. */
Test(probe, draws_times_of_the_law)
{
    enum { DRAWN = 2000 };
    struct rng rng = rng_keyed(0, "times", 0);
    const struct probe probe = probe_of(&rng);
    struct exact_state at;
    exact_state_start(&at, &charged, NULL);
    for (unsigned kind = 0; kind < 2; kind++) {
        const double v = kind == 0 ? FIRST : 1, time = kind == 0 ? GROWS : LASTS;
        unsigned about = 0, short_ones = 0;
        for (unsigned i = 0; i < DRAWN; i++) {
            const double drawn = PREC(probe_time)(&probe, &at, v) / time;
            cr_assert(drawn > 0 && isfinite(drawn));
            about += drawn >= 0.0999 && drawn <= 30;
            short_ones += drawn < 1e-3;
        }
        cr_expect_geq(about, DRAWN / 2, "%u", about);
        cr_expect_gt(short_ones, DRAWN / 16, "%u", short_ones);
    }
}

static void begin(const real p[], uint64_t seed, struct memory *mem)
{
    (void)p, (void)seed, (void)mem;
}

static real length(const real p[])
{
    (void)p;
    return (real)0.25;
}

/* A law that remembers where it has been begins anew after some lengths: none goes farther. */
Test(probe, goes_no_farther_than_a_memory_lasts)
{
    struct rng rng = rng_keyed(0, "far", 0);
    struct model remembers = charged;
    remembers.start = begin;
    remembers.length = length;
    const struct probe probe = { &remembers, NULL, 50, &finds, &rng };
    struct exact_state at;
    unsigned far = 0;
    exact_state_start(&at, &remembers, NULL);
    for (unsigned i = 0; i < 1000; i++) {
        const double v = i % 2 ? 2.0 : -0.03, way = PREC(probe_time)(&probe, &at, v) * fabs(v);
        cr_expect_leq(way, 1 * (1 + 1e-15), "%g m", way);
        far += way >= 1 - 1e-15;
    }
    cr_expect_gt(far, 100);
}

static bool never(const real p[])
{
    (void)p;
    return false;
}

/* A way is gone only with parameters of the claim, and only where states stay numbers. */
Test(probe, goes_where_the_claim_is_made)
{
    struct rng rng = rng_keyed(0, "there", 0);
    const struct probe probe = probe_of(&rng);
    struct claim nowhere = claim;
    struct candidate way = { .n = 0 };
    struct exact_state at;
    nowhere.contains = never;
    cr_expect(PREC(probe_go)(&probe, &nowhere, &way, &at), "no way at all");
    PREC(probe_hold)(&way, FIRST, GROWS);
    cr_expect_not(PREC(probe_go)(&probe, &nowhere, &way, &at));
    cr_expect(PREC(probe_go)(&probe, &claim, &way, &at));
    /* what it loses meanwhile is GROWS/LASTS of it, at most */
    cr_expect_float_eq((double)at.x[0], -expm1(-1), GROWS / LASTS);
}

/* Ways leave room for a hold. Some are none, some rest first, some are loops that grow, or shrink,
 * or neither, some last until the state has settled; and what was found comes again. */
Test(probe, draws_ways_of_all_shapes)
{
    enum { DRAWN = 2000 };
    struct rng rng = rng_keyed(0, "ways", 0);
    const struct probe probe = probe_of(&rng);
    unsigned none = 0, rests = 0, grow = 0, shrink = 0, alike = 0, settled = 0, again = 0;
    finds = (struct probe_finds){ .n_ways = 1 };
    PREC(probe_hold)(&finds.way[0], 0.7654, 0.4567);
    for (unsigned i = 0; i < DRAWN; i++) {
        struct candidate way;
        struct exact_state at;
        memset(&way, 0, sizeof way);
        PREC(probe_way)(&probe, &way);
        cr_assert_lt(way.n, CANDIDATE_MAX_SEGMENTS);
        const struct segment *first = &way.segments[0], *last = &way.segments[way.n - 1];
        none += way.n == 0;
        if (way.n == 0)
            continue;
        rests += first->kind == SEGMENT_HOLD && first->level[0] == 0;
        again += first->level[0] == 0.7654 && first->time == 0.4567;
        settled += way.n == 1 && first->kind == SEGMENT_HOLD && first->time > 3 * LASTS;
        if (way.n > 1 && first->kind == SEGMENT_PULSES) {
            const double a = fabs(first->level[0] - first->level[1]),
                         b = fabs(last->level[0] - last->level[1]);
            grow += b > a;
            shrink += b < a;
            alike += b == a;
        }
        cr_expect(PREC(probe_go)(&probe, &claim, &way, &at));
    }
    cr_expect(none > DRAWN / 16 && rests > DRAWN / 32 && settled > DRAWN / 32 && again > DRAWN / 8,
              "%u %u %u %u", none, rests, settled, again);
    cr_expect(grow > DRAWN / 64 && shrink > DRAWN / 64 && alike > DRAWN / 64, "%u %u %u", grow,
              shrink, alike);
}

/* A vibration fills the signal, with whole cycles of its frequency about its mean. */
Test(probe, vibrates)
{
    for (unsigned i = 0; i < 40; i++) {
        struct rng rng = rng_keyed(i, "vibration", 0);
        const struct probe probe = probe_of(&rng);
        struct candidate way = { .n = 0 };
        struct sample s;
        double middle = 0, time = 0;
        PREC(probe_hold)(&way, 0.5, 1);
        PREC(probe_vibrate)(&probe, 2, 0.25, 10, &way);
        cr_assert_eq(way.n, CANDIDATE_MAX_SEGMENTS);
        cr_assert(PREC(candidate_sample)(&charged, &claim, &way, &s));
        for (unsigned k = 1; k < s.n; k++) {
            cr_expect(fabs(s.holds[k].v - 2) <= 0.25 + 1e-12);
            middle += s.holds[k].v * s.holds[k].h;
            time += s.holds[k].h;
        }
        const double cycles = time * 10 / 6.283185307179586;
        cr_expect(fabs(middle / time - 2) <= 1e-9, "%g", middle / time);
        cr_expect(fabs(cycles - round(cycles)) <= 1e-9 && cycles >= 7, "%g", cycles);
    }
}

/* Ends a search at a violation beyond rounding. */
static bool goes_on(void *context, const struct candidate *c, const struct sample *s,
                    struct margin m)
{
    (void)context, (void)c, (void)s;
    return m.value >= -m.rounding;
}

/* What a search is told besides, and how many simulations it made. */
static struct {
    bool without_probes;
    const struct candidate *first;
    unsigned n_first, made;
} told;

static enum search_end searched(const struct model *model, const struct claim *of,
                                enum strategy strategy, uint64_t seed, unsigned simulations)
{
    const struct search search = { .model = model,
                                   .without_probes = told.without_probes,
                                   .first = told.first,
                                   .n_first = told.n_first,
                                   .claim = of,
                                   .strategy = strategy,
                                   .seed = seed,
                                   .simulations = simulations,
                                   .examine = goes_on };
    return PREC(search)(&search, &told.made);
}

/* One speed in ten thousand, after another: a search finds both from what rates and forces look
 * like between, and random signals do not. Where the law does not push, nothing is found. */
Test(probe, finds_one_speed_after_another)
{
    enum { SEEDS = 5, SIMULATIONS = 10000 };
    strength = 3;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        cr_expect_eq(searched(&charged, &claim, SEARCH_GUIDED, seed, SIMULATIONS), SEARCH_ENDED,
                     "seed %u", (unsigned)seed);
        cr_expect_eq(searched(&charged, &claim, SEARCH_RANDOM, seed, SIMULATIONS), SEARCH_EXHAUSTED,
                     "seed %u", (unsigned)seed);
    }
    strength = 0.999;
    cr_expect_eq(searched(&charged, &claim, SEARCH_GUIDED, 0, SIMULATIONS), SEARCH_EXHAUSTED);
}

/* A search may be told to go without probes, and what to try first: that comes before all else, but
 * in a random search. */
Test(probe, is_left_out_and_suggestions_come_first)
{
    enum { SIMULATIONS = 10000 };
    struct candidate first[2] = { { .n = 0 }, { .n = 0 } };
    strength = 3;
    told.without_probes = true;
    cr_expect_eq(searched(&charged, &claim, SEARCH_GUIDED, 0, SIMULATIONS), SEARCH_EXHAUSTED);
    PREC(probe_hold)(&first[0], 1e-3, 1);
    told.first = first;
    told.n_first = 1;
    cr_expect_eq(searched(&charged, &claim, SEARCH_GUIDED, 0, SIMULATIONS), SEARCH_EXHAUSTED);
    PREC(probe_hold)(&first[1], FIRST, 1);
    PREC(probe_hold)(&first[1], SECOND, 1e-3);
    told.n_first = 2;
    cr_expect_eq(searched(&charged, &claim, SEARCH_GUIDED, 0, SIMULATIONS), SEARCH_ENDED);
    cr_expect_eq(told.made, 2U);
    cr_expect_eq(searched(&charged, &claim, SEARCH_RANDOM, 0, SIMULATIONS), SEARCH_EXHAUSTED);
}

/* A way to a mode that was not met before is kept, and found again among others; one to a known
 * mode is not. */
Test(probe, keeps_ways_to_new_modes)
{
    struct model modal = charged;
    struct rng rng = rng_keyed(4, "probe", 0);
    static struct probe_finds found;
    const struct probe probe = { &modal, NULL, 50, &found, &rng };
    const struct speed_scan nothing = { .n_special = 0 };
    struct memory memory = { .seed = 0 };
    const struct exact_state at = { .model = &modal, .mem = &memory };
    struct candidate way = { .n = 0 };
    probe_hold_f64(&way, 0.1, 1);
    probe_note_f64(&probe, &at, &way, &nothing, 1);
    cr_expect(found.n_ways == 0 && found.n_modes == 0, "a law without whole numbers has no mode");
    modal.n_ints = 2;
    for (int mode = 0; mode < 3; mode++) {
        memory.ints[1] = mode;
        way.segments[0].time = 1 + mode;
        for (int again = 0; again < 2; again++)
            probe_note_f64(&probe, &at, &way, &nothing, 1);
        cr_assert(found.n_ways == (unsigned)mode + 1 && found.n_modes == found.n_ways, "%u ways",
                  found.n_ways);
        cr_expect_eq(found.way[mode].segments[0].time, 1 + mode);
    }
}

/* The charge settles the state, which decays within 100 s; the burst is shorter than what it takes
 * to change, and mostly goes on in the same direction. */
Test(probe, charges_and_bursts)
{
    enum { DRAWS = 400 };
    struct rng rng = rng_keyed(5, "probe", 0);
    const struct probe probe = probe_of(&rng);
    unsigned same = 0, moving = 0, fast = 0;
    for (unsigned i = 0; i < DRAWS; i++) {
        struct candidate c = { .n = 0 };
        probe_charge_and_burst_f64(&probe, &c);
        cr_assert_eq(c.n, 2U);
        const double slow = c.segments[0].level[0], v = c.segments[1].level[0];
        const double rate = bump(v, FIRST) / GROWS + 1 / LASTS;
        cr_expect(fabs(slow) <= 1e-4 && c.segments[0].time >= LASTS && c.segments[0].time <= 4000,
                  "%g for %g", slow, c.segments[0].time);
        cr_expect(v != 0 && fabs(v) <= 50 && c.segments[1].time <= 1 / rate, "%g for %g", v,
                  c.segments[1].time);
        moving += slow != 0;
        same += slow != 0 && slow * v > 0;
        fast += fabs(v) >= 50;
    }
    cr_expect(moving > DRAWS / 2 && 2 * same > moving && same < moving, "%u of %u", same, moving);
    cr_expect(fast > DRAWS / 4 && fast < DRAWS, "%u", fast);
}
