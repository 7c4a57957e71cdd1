/* The guided search on a law whose violation is a known function of the signal: it climbs to the
 * top, to the digits that its finest steps have, with the simulations it was given. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/search/maximize_violation.h"
#include "properties/search/search.h"

static bool has_hole;       /* in which the law gives no number */
static unsigned long flows; /* how often the law has moved */

static const struct quantity state = { "x", "m", 0, -INFINITY, INFINITY, "" };

/* The top is at V m/s for H s, and half as high again as the bound. Widths are in the logarithm. */
static const double V = 2e-4, H = 0.03, TOP = 1.5, WIDTH = 3;

static double hill(double v, double h)
{
    const double a = log(fabs(v) / V) / WIDTH, b = log(h / H) / WIDTH;
    return TOP * exp(-a * a - b * b);
}

/* A hold sets the state to the height of the hill. Next to the top there may be a hole. */
static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)s;
    flows++;
    x[0] = v == 0 ? 0 : (real)hill((double)v, (double)h);
    if (has_hole && h > 4 * H)
        x[0] = (real)NAN;
}

static void bound(const real p[], real x[])
{
    (void)p;
    x[0] = 1;
}

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)x;
    dx[0] = 0;
}

static real no_force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)x;
    return 0;
}

static const struct model law = { .name = "hill",
                                  .speed_max = 1,
                                  .states = &state,
                                  .n_states = 1,
                                  .rate = rate,
                                  .force = no_force,
                                  .flow = flow,
                                  .bound = bound };
static const struct claim claim = { .property = STATE_BOUND, .domain = "any" };

/* The best trial so far. */
struct best {
    double margin;
    struct sample sample;
    unsigned trials;
};

static bool examine(void *context, const struct candidate *candidate, const struct sample *s,
                    struct margin m)
{
    struct best *best = context;
    (void)candidate;
    best->trials++;
    cr_expect(has_hole || !isnan(m.value));
    if ((double)m.value < best->margin) {
        best->margin = (double)m.value;
        best->sample = *s;
    }
    return true;
}

static struct best searched(enum strategy strategy, uint64_t seed, unsigned simulations)
{
    struct best best = { .margin = 1 };
    const struct search search = { .model = &law,
                                   .claim = &claim,
                                   .strategy = strategy,
                                   .seed = seed,
                                   .simulations = simulations,
                                   .examine = examine,
                                   .context = &best };
    unsigned made;
    cr_expect_eq(PREC(search)(&search, &made), SEARCH_EXHAUSTED);
    cr_expect_eq(made, best.trials);
    return best;
}

/* The finest steps end at 0.003/8 of a range of 15 decades, or 9, hence at 0.013 in the logarithm:
 * four times that off in both numbers, the hill is lower by this. */
static double below_top(void)
{
    const double off = 4 * 0.003 / 8 * 15 * log(10) / WIDTH;
    return TOP * 2 * off * off;
}

/* From places around the top, however far. */
Test(guided, climbs_to_the_top)
{
    enum { MOST = 400 };
    const struct search search = { .model = &law, .claim = &claim };
    for (int i = -2; i <= 2; i++)
        for (int k = -2; k <= 2; k++) {
            struct candidate c = { .n = 1 };
            const double v = (k % 2 ? -1 : 1) * V * exp(1.7 * i), h = H * exp(1.3 * k);
            c.segments[0] = (struct segment){ SEGMENT_HOLD, { v, 0 }, h, 1, 0, 0 };
            flows = 0;
            PREC(search_maximize)(&search, &c, MOST);
            const double height = hill(c.segments[0].level[0], c.segments[0].time);
            cr_expect(TOP - height <= below_top(), "from %d, %d: %g below the top", i, k,
                      TOP - height);
            /* the last run may end a little later */
            cr_expect(flows <= MOST + 8, "%lu simulations", flows);
            cr_expect(c.n == 1 && c.segments[0].level[0] * v > 0);
        }
}

/* With few simulations it makes few, and is never worse than where it began. */
Test(guided, makes_as_many_simulations_as_given)
{
    const struct search search = { .model = &law, .claim = &claim };
    for (unsigned most = 1; most <= 64; most *= 2) {
        struct candidate c = { .n = 1 };
        c.segments[0] = (struct segment){ SEGMENT_HOLD, { V / 9, 0 }, 9 * H, 1, 0, 0 };
        const double before = hill(V / 9, 9 * H);
        flows = 0;
        PREC(search_maximize)(&search, &c, most);
        cr_expect(flows >= most && flows <= most + 2, "%lu simulations, not %u", flows, most);
        cr_expect_geq(hill(c.segments[0].level[0], c.segments[0].time), before);
    }
}

/* Guided searches reach the top with few simulations, of which two fifths are probes that do not
 * climb, beside a hole as well; as many random ones do not come as near. */
static void expect_better_than_random(void)
{
    enum { SEEDS = 10, SIMULATIONS = 1000 };
    unsigned better = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        const double guided = searched(SEARCH_GUIDED, seed, SIMULATIONS).margin;
        const double random = searched(SEARCH_RANDOM, seed, SIMULATIONS).margin;
        cr_expect(guided >= 1 - TOP - 1e-12 && guided <= 1 - TOP + 10 * below_top(),
                  "seed %u: %g below the top", (unsigned)seed, guided - (1 - TOP));
        better += guided < random;
    }
    cr_expect_geq(better, SEEDS - 1, "%u of %u", better, (unsigned)SEEDS);
}

Test(guided, is_better_than_random)
{
    has_hole = false;
    expect_better_than_random();
    has_hole = true;
    expect_better_than_random();
}

/* What was found is enlarged to the top, and both counterexamples are that: all of it is far beyond
 * single precision's rounding. The signal becomes one hold. */
Test(guided, enlarges_a_violation)
{
    for (int i = 0; i < 4; i++) {
        const struct search search = { .model = &law, .claim = &claim };
        struct candidate c = { .n = 3 };
        struct sample s;
        struct counterexample deepest, firmest;
        for (unsigned k = 0; k < 3; k++)
            c.segments[k] = (struct segment){ SEGMENT_HOLD, { 1e-9, 0 }, 10, 1, 0, 0 };
        c.segments[i % 3].level[0] = V * (i % 2 ? 2 : 0.5);
        c.segments[i % 3].time = H * 1.5;
        cr_assert(PREC(candidate_sample)(&law, &claim, &c, &s));
        PREC(maximize_violation)(&search, &c, &s, &deepest, &firmest);
        cr_expect(deepest.margin - (1 - TOP) <= below_top() / 16, "%g", deepest.margin - (1 - TOP));
        cr_expect_eq(firmest.margin, deepest.margin);
        cr_expect_leq(deepest.n, 3);
        cr_expect_eq(deepest.margin, PREC(counterexample_margin)(&law, &claim, &deepest));
    }
}

/* A law made up whose first hold takes 1 J, and the next gives the more back the faster it is; but
 * fast motion exchanges so much on the way that single precision sees nothing of it. */
static const double FAST = 1e-2;

static void turn(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)h;
    x[0] += 1;
}

static real give_back(const real p[], const struct memory *mem, real v, real s, real h,
                      const real x[])
{
    (void)p, (void)mem, (void)s, (void)h;
    const double speed = log(fabs((double)v) / 1e-15) / log(1e15);
    return (real)((x[0] < 1 ? 1 : x[0] < 2 ? -1 - speed : 0) / (double)v);
}

static real exchanged(const real p[], real v, real travel)
{
    (void)p;
    return fabs((double)v) > FAST ? C(1e7) / travel : C(1e-6) / travel;
}

static const struct model fast_and_slow = { .name = "fast_and_slow",
                                            .speed_max = 1,
                                            .states = &state,
                                            .n_states = 1,
                                            .rate = rate,
                                            .flow = turn,
                                            .work = give_back,
                                            .force_scale = exchanged };

/* The deepest violation is one that single precision does not see; the firmest is one that it
 * sees, no less deep than what was found. */
Test(guided, keeps_a_violation_beyond_single_precision)
{
    static const struct claim passive = { .property = PASSIVITY, .domain = "any" };
    const struct search search = { .model = &fast_and_slow, .claim = &passive };
    for (int i = 0; i < 4; i++) {
        struct candidate c = { .n = 2 };
        struct sample s;
        struct counterexample deepest, firmest, found;
        c.segments[0] = (struct segment){ SEGMENT_HOLD, { 1e-3, 0 }, 1, 1, 0, 0 };
        c.segments[1] = (struct segment){ SEGMENT_HOLD, { -1e-3 * exp2(-i), 0 }, 1, 1, 0, 0 };
        cr_assert(PREC(candidate_sample)(&fast_and_slow, &passive, &c, &s));
        PREC(counterexample_set)(&fast_and_slow, &passive, &s, &found);
        cr_assert(PREC(counterexample_robust)(&fast_and_slow, &passive, &found));
        PREC(maximize_violation)(&search, &c, &s, &deepest, &firmest);
        cr_expect(fabs(deepest.v[1]) > FAST && deepest.margin < firmest.margin, "%g and %g",
                  deepest.margin, firmest.margin);
        cr_expect_not(PREC(counterexample_robust)(&fast_and_slow, &passive, &deepest));
        cr_expect(PREC(counterexample_robust)(&fast_and_slow, &passive, &firmest));
        cr_expect(fabs(firmest.v[1]) <= FAST && firmest.margin <= found.margin, "%g, found %g",
                  firmest.margin, found.margin);
    }
}
