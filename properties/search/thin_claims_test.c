/* Claims that are nearly true: thresholds that are a little too low are refuted by the search as it
 * is run by default, soon and by short witnesses that the checker confirms; right ones are not. */
#include <criterion/criterion.h>
#include <string.h>

#include "properties/checker/witness.h"
#include "properties/judgement/judge.h"

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS };

/* LuGre is passive where sigma2 >= part sigma1 (Fs - Fc)/Fc with part = 1. */
static bool is_within(const real p[], real part)
{
    return p[SIGMA2] * p[FC] >= part * p[SIGMA1] * (p[FS] - p[FC]);
}
static bool half(const real p[]) { return is_within(p, C(0.5)); }
static bool less_5_per_cent(const real p[]) { return is_within(p, C(0.95)); }
static bool less_1_per_cent(const real p[]) { return is_within(p, C(0.99)); }
static bool less_a_thousandth(const real p[]) { return is_within(p, C(0.999)); }
static bool all(const real p[]) { return is_within(p, 1); }

static struct claim claim_of(enum property property, bool (*contains)(const real p[]))
{
    return (struct claim){ .property = property,
                           .domain = "sigma2 Fc >= part sigma1 (Fs - Fc)",
                           .contains = contains };
}

static struct judgement judged(const struct claim *claim, uint64_t seed)
{
    const struct search_budget budget = { .seed = seed,
                                          .trials = BUDGET_DEFAULT,
                                          .ignore_stored = true };
    struct judgement j;
    PREC(judge)(PREC(model_find)("lugre"), arb_law_find("lugre"), claim, &budget, &j);
    return j;
}

static void expect_confirmed(const char *text, unsigned most)
{
    struct witness w;
    struct file_error error;
    cr_assert(text);
    cr_assert(witness_parse(text, strlen(text), &w, &error), "%s: %s", error.text, text);
    cr_expect_eq(witness_check(&w, 4096, NULL).confirmed, ANSWER_YES, "%s", text);
    cr_expect_leq(w.n_segments, most, "%s", text);
    witness_free(&w);
}

static void expect_refuted(const struct claim *claim)
{
    enum { SEEDS = 4, FEW = 4 };
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct judgement j = judged(claim, seed);
        cr_assert_eq(j.verdict, VERDICT_REFUTED, "seed %u: %s", (unsigned)seed, judgement_note(&j));
        expect_confirmed(j.simplest, FEW);
        judgement_clear(&j);
    }
}

/* Passivity and dissipation, and passivity along signals that never reverse. */
static void expect_all_refuted(bool (*contains)(const real p[]))
{
    struct claim claim = claim_of(PASSIVITY, contains);
    expect_refuted(&claim);
    claim.signals = ONE_WAY_SIGNAL;
    expect_refuted(&claim);
    claim = claim_of(DISSIPATION, contains);
    expect_refuted(&claim);
}

Test(thin, half_the_threshold) { expect_all_refuted(half); }
Test(thin, five_per_cent_too_low) { expect_all_refuted(less_5_per_cent); }
Test(thin, one_per_cent_too_low) { expect_all_refuted(less_1_per_cent); }
Test(thin, a_thousandth_too_low) { expect_all_refuted(less_a_thousandth); }

Test(thin, the_threshold_itself_is_right)
{
    for (int i = 0; i < 2; i++) {
        const struct claim claim = claim_of(i == 0 ? PASSIVITY : DISSIPATION, all);
        struct judgement j = judged(&claim, 0);
        cr_expect_eq(j.verdict, VERDICT_HOLDS, "%s", judgement_note(&j));
        cr_expect_geq(j.trials, BUDGET_DEFAULT);
        judgement_clear(&j);
    }
}

Test(thin, same_seed_same_bytes)
{
    const struct claim claim = claim_of(PASSIVITY, less_1_per_cent);
    struct judgement a = judged(&claim, 5), b = judged(&claim, 5);
    cr_assert(a.simplest && b.simplest);
    cr_expect_str_eq(a.simplest, b.simplest);
    cr_expect_str_eq(a.deepest, b.deepest);
    cr_expect_str_eq(judgement_note(&a), judgement_note(&b));
    cr_expect_eq(a.trials, b.trials);
    judgement_clear(&a);
    judgement_clear(&b);
}
