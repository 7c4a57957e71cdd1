/* The signal that extracts most: its share is the one that the law's ball model gives, no signal at
 * random extracts more, and a law that stores energy gives it back where the motion turns. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/prover/available_storage.h"
#include "reference/arb/law.h"
#include "tools/base/rng.h"

/* Energies of motions far shorter than the law's length are differences: more than half of their
 * digits may be lost. */
static const double ROUNDING = 1e-6;

enum { STARTS = 6, RANDOM = 400, BITS = 512 };

/* Returns I(0,T) over what is exchanged, in balls. */
static double share_of(const struct model *model, const double p[],
                       const struct available_storage *s)
{
    const struct arb_law *law = arb_law_find(model->name);
    arb_ptr numbers = _arb_vec_init(ARB_LAW_MAX), x = _arb_vec_init(ARB_LAW_MAX),
            energy = _arb_vec_init(ARB_LAW_MAX);
    arb_t v, h;
    double sum = 0, through = 0;
    arb_init(v);
    arb_init(h);
    for (int i = 0; law->params[i]; i++)
        arb_set_d(numbers + i, p[quantity_index(model->params, model->n_params, law->params[i])]);
    if (law->start)
        law->start(x + arb_law_count(law->states), numbers);
    for (unsigned i = 0; i < s->n; i++) {
        double hold = 0;
        arb_set_d(v, s->v[i]);
        arb_set_d(h, s->h[i]);
        _arb_vec_zero(energy, ARB_LAW_MAX);
        arb_law_hold(law, numbers, v, h, x, energy, BITS);
        for (int k = 0; k < ARB_LAW_MAX; k++)
            hold += arf_get_d(arb_midref(energy + k), ARF_RND_NEAR);
        sum += hold;
        through += fabs(hold);
    }
    arb_clear(h);
    arb_clear(v);
    _arb_vec_clear(energy, ARB_LAW_MAX);
    _arb_vec_clear(x, ARB_LAW_MAX);
    _arb_vec_clear(numbers, ARB_LAW_MAX);
    return sum / through;
}

/* Returns the least share of many signals at random, about the law's length. */
static double least_at_random(const struct model *model, const double p[])
{
    struct rng rng = rng_keyed(3, model->name, 0);
    const double length = model->length ? model->length(p) : 1e-5;
    double least = 1;
    for (int i = 0; i < RANDOM; i++) {
        struct available_storage s = { .n = 1 + rng_below(&rng, EXTRACTION_HOLDS) };
        for (unsigned k = 0; k < s.n; k++) {
            const double v = rng_log_uniform(&rng, 1e-6, 10);
            s.v[k] = rng_below(&rng, 2) ? v : -v;
            s.h[k] = length * rng_log_uniform(&rng, 1e-2, 1e2) / v;
        }
        least = fmin(least, share_of(model, p, &s));
    }
    return least;
}

Test(extraction, is_the_most_and_as_said)
{
    static const struct {
        const char *law;
        double least, most; /* of the share */
    } cases[] = {
        { "coulomb", 1, 1 },    { "dahl", 0, 0.01 },
        { "bouc_wen", 0, 0.1 }, { "martinez_rosas", -1, -0.9 },
        { "lugre", -1, -0.01 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct model *model = PREC(model_find)(cases[i].law);
        double p[MODEL_MAX_PARAMS];
        PREC(model_defaults)(model, p);
        struct available_storage best = { 0 }, again = { 0 };
        find_available_storage(model, p, STARTS, 1, &best);
        find_available_storage(model, p, STARTS, 1, &again);
        cr_expect(best.n >= 1 && best.n <= EXTRACTION_HOLDS, "%s: %u holds", cases[i].law, best.n);
        cr_expect(best.share >= cases[i].least - ROUNDING && best.share <= cases[i].most, "%s: %g",
                  cases[i].law, best.share);
        cr_expect_eq(best.share, again.share, "%s: the seed decides", cases[i].law);
        const double exact = share_of(model, p, &best);
        cr_expect(fabs(exact - best.share) <= ROUNDING, "%s: %g, by balls %g", cases[i].law,
                  best.share, exact);
        const double random = least_at_random(model, p);
        cr_expect_leq(best.share, random + 1e-9, "%s: %g, at random %g", cases[i].law, best.share,
                      random);
        const double before = best.share;
        find_available_storage(model, p, 1, 2, &best);
        cr_expect_leq(best.share, before, "%s: %g, before %g", cases[i].law, best.share, before);
    }
}

/* What dahl's spring stores comes back when the motion turns, and only then. */
Test(extraction, turns_where_energy_is_stored)
{
    const struct model *model = PREC(model_find)("dahl");
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    for (uint64_t seed = 0; seed < 4; seed++) {
        struct available_storage best = { 0 };
        bool forth = false, back = false;
        find_available_storage(model, p, 2, seed, &best);
        for (unsigned i = 0; i < best.n; i++) {
            forth |= best.v[i] > 0;
            back |= best.v[i] < 0;
        }
        cr_expect(forth && back && best.share < 0.1, "seed %u: share %g", (unsigned)seed,
                  best.share);
    }
}

/* A made-up law whose first hold takes 1 J; the next gives nine tenths of a score of speed and time
 * back, those of the first hold or its own, and then no other gives anything. */
static double (*score)(double v, double h);
static unsigned scored_hold; /* 0 or 1 */

static double place_of(double x, double lo, double hi) { return log(x / lo) / log(hi / lo); }

static double of_time(double v, double h)
{
    (void)v;
    return place_of(h, 1e-20, 1e3);
}

static double of_haste(double v, double h)
{
    (void)v;
    return 1 - place_of(h, 1e-20, 1e3);
}

static double of_speed(double v, double h)
{
    (void)h;
    return place_of(fabs(v), 1e-18, 1e9);
}

static double of_creep(double v, double h)
{
    (void)h;
    return 1 - place_of(fabs(v), 1e-18, 1e9);
}

static real scored_work(const real p[], const struct memory *mem, real v, real s, real h,
                        const real x[])
{
    (void)p, (void)mem, (void)s;
    const real back = scored_hold == 0 ? x[0] - 1 : (real)score((double)v, (double)h);
    const real energy = x[0] < 1 ? 1 : x[0] < 3 ? C(-0.9) * back : C(1e-3);
    return energy / v;
}

static void scored_flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)s;
    const real first = scored_hold == 0 ? (real)score((double)v, (double)h) : 0;
    x[0] = x[0] < 1 ? 1 + first : 4;
}

/* The search reaches the ends of its ranges with every hold, and does not go beyond. */
Test(extraction, goes_to_the_ends_of_its_ranges)
{
    static const struct {
        double (*score)(double v, double h);
        double v, h; /* of the scored hold; 0: any */
    } cases[] = {
        { of_time, 0, 1e3 }, { of_haste, 0, 1e-20 }, { of_speed, 1e9, 0 }, { of_creep, 1e-18, 0 }
    };
    enum { CASES = sizeof cases / sizeof *cases };
    const struct quantity state = { .name = "x", .unit = "1" };
    const struct model law = {
        .name = "scored", .states = &state, .n_states = 1, .flow = scored_flow, .work = scored_work
    };
    for (unsigned i = 0; i < 2 * CASES; i++) {
        struct available_storage best = { .n = 0 };
        const double v = cases[i % CASES].v, h = cases[i % CASES].h;
        score = cases[i % CASES].score;
        scored_hold = i / CASES;
        find_available_storage(&law, NULL, 4, 1, &best);
        cr_assert_geq(best.n, 2);
        /* 1 J goes in, 0.9 J come back, and 1 mJ where there is a third hold */
        cr_expect(best.share >= 0.1 / 1.9 - 1e-12 && best.share <= 0.1 / 1.9 + 1e-3, "case %u: %g",
                  i, best.share);
        cr_expect_gt(best.v[0], 0, "the first motion goes forward");
        /* numbers are logarithms, of up to 46 */
        const double rounding = 1e-12;
        const double speed = fabs(best.v[scored_hold]), time = best.h[scored_hold];
        if (v > 0)
            cr_expect_float_eq(speed, v, rounding * v, "%g m/s", speed);
        else
            cr_expect_float_eq(time, h, rounding * h, "%g s", time);
        for (unsigned k = 0; k < best.n; k++)
            cr_expect(fabs(best.v[k]) >= 1e-18 * (1 - rounding) &&
                          fabs(best.v[k]) <= 1e9 * (1 + rounding) &&
                          best.h[k] >= 1e-20 * (1 - rounding) && best.h[k] <= 1e3 * (1 + rounding),
                      "hold %u: %g m/s for %g s", k, best.v[k], best.h[k]);
    }
}

/* A signal to begin with is taken for what it is, whatever share it is said to have. */
Test(extraction, begins_with_the_signal_itself)
{
    const struct model *model = PREC(model_find)("dahl");
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    for (int sign = -1; sign <= 1; sign += 2) {
        struct available_storage best = { 2, { sign * 1e-3, -sign * 1e-3 }, { 1e-3, 1e-4 }, -5 };
        const double before = share_of(model, p, &best);
        find_available_storage(model, p, 0, 1, &best);
        cr_expect(best.share <= before + ROUNDING && best.share >= -ROUNDING, "%g, before %g",
                  best.share, before);
        cr_expect_float_eq(share_of(model, p, &best), best.share, ROUNDING);
        cr_expect(best.n == 2 && best.v[0] * sign > 0 && best.v[1] * sign < 0);
    }
}
