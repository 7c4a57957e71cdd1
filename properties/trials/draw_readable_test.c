/* Parameters as people write them, and those that are counts. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/trials/draw.h"
#include "properties/trials/readable.h"

enum { DRAWN = 4000 };

static const struct quantity params[] = {
    { "a", "1", 0.7123, 0, 1, "" },        { "b", "1", 0.31234, 0, 1, "" },
    { "stiff", "N/m", 12345, 1, 1e9, "" }, { "n", "1", 3, 1, 50, "" },
    { "shift", "m", 0.1234, -1, 2, "" },
};
enum { A, B, STIFF, N, SHIFT, PARAMS };
static const char *whole_n(const real p[]) { return p[N] == floor(p[N]) ? NULL : "n whole"; }
static const struct model law = { .name = "readable",
                                  .params = params,
                                  .n_params = PARAMS,
                                  .whole_params = 1u << N,
                                  .validate = whole_n,
                                  .speed_max = 1 };
static bool below(const real p[]) { return p[A] + p[B] <= 1; }

/* Numbers of few digits, powers of ten, whole ones, parts of the range and ties each come in a fair
 * share, within the ranges; a count stays a count. */
Test(readable, has_few_digits)
{
    const struct claim claim = { .base = ALL_VALID };
    unsigned few = 0, tens = 0, ties = 0, large = 0, whole = 0, parts[8] = { 0 },
             counts[51] = { 0 };
    for (unsigned i = 0; i < DRAWN; i++) {
        struct rng rng = rng_keyed(i, "few", 0);
        struct candidate c = { .n = 0 };
        cr_assert(PREC(draw_readable)(&law, &claim, &rng, &c));
        for (unsigned k = 0; k < PARAMS; k++)
            cr_assert(c.p[k] >= params[k].lo && c.p[k] <= params[k].hi);
        few += c.p[A] > 0 && c.p[A] < 1 && round_trip_digits(c.p[A]) <= 3;
        tens += c.p[STIFF] > 1 && c.p[STIFF] < 1e9 && round_trip_digits(c.p[STIFF]) == 1 &&
                fmod(log10(c.p[STIFF]), 1) == 0;
        large += c.p[STIFF] > 1e5 && c.p[STIFF] < 1e9 && round_trip_digits(c.p[STIFF]) == 2;
        ties += c.p[A] == c.p[B] && c.p[A] > 0 && c.p[A] < 1;
        for (unsigned k = 1; k < 8; k++) /* other ways hardly lead to these */
            parts[k] += c.p[STIFF] == 1 + (1e9 - 1) * k / 8;
        whole += c.p[STIFF] == round(c.p[STIFF]) && round_trip_digits(c.p[STIFF]) > 5;
        cr_assert_eq(c.p[N], floor(c.p[N]));
        counts[(unsigned)c.p[N]]++;
    }
    cr_expect_gt(few, DRAWN / 10, "%u", few);
    cr_expect_gt(tens, DRAWN / 25, "%u", tens);
    cr_expect_gt(large, DRAWN / 100, "%u", large);
    cr_expect_gt(ties, DRAWN / 100, "%u", ties);
    cr_expect_gt(whole, DRAWN / 25, "%u", whole);
    for (unsigned k = 1; k < 8; k++)
        cr_expect_gt(parts[k], DRAWN / 400, "%u of 8: %u", k, parts[k]);
    for (unsigned k = 1; k <= 50; k++)
        cr_expect_gt(counts[k], 0, "n = %u never came", k);
}

/* A claim about one set of parameters keeps it, and a box keeps what is not in it. */
Test(readable, keeps_to_the_claim)
{
    const struct interval box = { .param = A, .lo = 0.25, .hi = 0.5 };
    const struct claim one = { .base = AT_DEFAULTS },
                       boxed = { .base = AT_DEFAULTS, .n_box = 1, .box = { box } };
    for (unsigned i = 0; i < 200; i++) {
        struct rng rng = rng_keyed(i, "one", 0);
        struct candidate c = { .n = 0 };
        cr_assert(PREC(draw_readable)(&law, &one, &rng, &c));
        for (unsigned k = 0; k < PARAMS; k++)
            cr_expect_eq(c.p[k], params[k].value);
        cr_assert(PREC(draw_readable)(&law, &boxed, &rng, &c));
        cr_expect(c.p[A] >= 0.25 && c.p[A] <= 0.5);
        for (unsigned k = 1; k < PARAMS; k++)
            cr_expect_eq(c.p[k], params[k].value);
    }
}

/* Counts come one after another, each once before one comes again, and the first few lie apart. */
Test(readable, goes_through_counts)
{
    const struct claim claim = { .base = ALL_VALID };
    unsigned seen[51] = { 0 };
    struct candidate c = { .p = { 0.5, 0.5, 100, 1, 0 } };
    double before = 0;
    for (unsigned i = 0; i < 100; i++) {
        cr_assert(PREC(draw_count)(&law, &claim, i, &c));
        cr_expect(c.p[N] >= 1 && c.p[N] <= 50 && c.p[N] == floor(c.p[N]));
        seen[(unsigned)c.p[N]]++;
        cr_expect(i == 0 || fabs(c.p[N] - before) >= 12);
        before = c.p[N];
    }
    for (unsigned k = 1; k <= 50; k++)
        cr_expect_eq(seen[k], 2, "%u came %u times", k, seen[k]);
    const struct claim one = { .base = AT_DEFAULTS };
    cr_expect_not(PREC(draw_count)(&law, &one, 0, &c));
}

/* Values that are tied stay so on the way to an edge, which is the last number inside. */
Test(readable, keeps_ties_at_an_edge)
{
    const struct claim claim = { .base = ALL_VALID, .contains = below };
    unsigned reached = 0;
    for (unsigned i = 0; i < 400; i++) {
        struct rng rng = rng_keyed(i, "tie", 0);
        struct candidate c = { .p = { 0.125, 0.125, 100, 3, 0 } };
        if (!PREC(draw_scaled_to_edge)(&law, &claim, &rng, &c) || c.p[N] != 3)
            continue;
        cr_expect(c.p[A] == c.p[B] && c.p[A] + c.p[B] <= 1);
        cr_expect_geq(c.p[A], 0.5 - 0x1p-50);
        reached++;
    }
    cr_expect_gt(reached, 0);
}

/* Values of one unit are multiplied by one factor on the way to an edge, and others stay. */
Test(readable, keeps_ratios_at_an_edge)
{
    const struct claim claim = { .base = ALL_VALID, .contains = below };
    static const double from[PARAMS] = { 0.03125, 0.25, 100, 3, 0.5 };
    unsigned reached = 0;
    for (unsigned i = 0; i < 400; i++) {
        struct rng rng = rng_keyed(i, "ratio", 0);
        struct candidate c = { .p = { 0.03125, 0.25, 100, 3, 0.5 } };
        const bool is = PREC(draw_scaled_to_edge)(&law, &claim, &rng, &c);
        cr_expect(c.p[STIFF] == from[STIFF] && c.p[N] == from[N] && c.p[SHIFT] == from[SHIFT]);
        cr_expect(fabs(c.p[A] / c.p[B] - 0.125) <= 0x1p-48, "%g and %g", c.p[A], c.p[B]);
        cr_expect(is ? c.p[A] + c.p[B] > 1 - 0x1p-48 && c.p[A] + c.p[B] <= 1
                     : c.p[A] == from[A] && c.p[B] == from[B]);
        reached += is;
    }
    cr_expect_gt(reached, 40, "%u", reached);
}

/* One parameter goes to the edge from either side, the others stay; where the condition does not
 * depend on it, it stays, too. */
Test(readable, moves_one_to_an_edge)
{
    const struct claim claim = { .base = ALL_VALID, .contains = below };
    for (unsigned i = 0; i < 200; i++) {
        struct rng rng = rng_keyed(i, "slack", 0);
        struct candidate c = { .p = { rng_uniform(&rng), rng_uniform(&rng), 100, 3, 0 } };
        const double b = c.p[B];
        cr_assert(PREC(move_to_edge)(&law, &claim, A, &c));
        cr_expect(c.p[B] == b && c.p[A] + b <= 1 && c.p[A] + b >= 1 - 0x1p-50, "%g + %g", c.p[A],
                  b);
        cr_expect_not(PREC(move_to_edge)(&law, &claim, STIFF, &c));
        cr_expect_eq(c.p[STIFF], 100);
    }
}
