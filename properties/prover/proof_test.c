/* Proofs: the prover finds them for true claims, and not for false ones; the checker refuses a
 * proof that no longer covers its space. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/prover/prove.h"
#include "tools/base/memory.h"

/* Returns the parameter's value in Table I. */
static const char *published(const char *name)
{
    static const char *const values[][2] = {
        { "sigma0", "100000" }, { "sigma1", "316.22776601683796" },
        { "sigma2", "0.4" },    { "Fc", "1" },
        { "Fs", "1.5" },        { "vs", "0.001" },
        { "m", "2" },           { "alpha", "50000" },
        { "k", "100000" },      { "p0", "0.00001" },
        { "a0", "0.5" },        { "b", "300" },
        { "z_ba", "0.000007" }, { "z_max", "0.000009" },
        { "c", "0.25" },        { "A", "1" },
        { "beta", "20000" },    { "gamma", "80000" },
        { "n", "1" },
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strcmp(values[i][0], name) == 0)
            return values[i][1];
    cr_assert_fail("no value for %s", name);
    return NULL;
}

/* A proof with one parameter in [low, high] and the others as published, or NULL. */
static char *prove_in(const char *model, enum property property, const char *parameter,
                      const char *low, const char *high, unsigned long *boxes)
{
    const struct arb_law *law = arb_law_find(model);
    const char *lows[ARB_LAW_MAX], *highs[ARB_LAW_MAX];
    cr_assert_not_null(law, "%s", model);
    for (int i = 0; law->params[i]; i++) {
        const bool it = parameter && strcmp(law->params[i], parameter) == 0;
        lows[i] = it ? low : published(law->params[i]);
        highs[i] = it ? high : published(law->params[i]);
    }
    return prove_claim(law, NULL, property, lows, highs, 200000, boxes);
}

static const char *checked(const char *text, unsigned long *boxes)
{
    struct proof proof;
    struct file_error error;
    if (!proof_parse(text, strlen(text), &proof, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return "not read";
    }
    const struct verdict_on_proof verdict = proof_check(&proof, NULL);
    proof_free(&proof);
    *boxes = verdict.boxes;
    return verdict.problem;
}

static void expect_proof(const char *model, enum property property, const char *parameter,
                         const char *low, const char *high)
{
    unsigned long found = 0, boxes = 0;
    char *text = prove_in(model, property, parameter, low, high, &found);
    cr_expect_not_null(text, "%s, property %d: %lu boxes", model, property, found);
    if (!text)
        return;
    const char *problem = checked(text, &boxes);
    cr_expect(!problem, "%s, property %d: %s", model, property, problem);
    cr_expect_eq(found, boxes, "%s: %lu boxes found, %lu checked", model, found, boxes);
    free(text);
}

Test(proof, what_holds_is_proved)
{
    expect_proof("coulomb", PASSIVITY, "Fc", "0.000001", "1000000");
    expect_proof("viscous", PASSIVITY, "sigma2", "0.00001", "10000");
    expect_proof("coulomb_viscous", PASSIVITY, "sigma2", "0", "10000");
    expect_proof("stribeck", PASSIVITY, "Fs", "1", "1000");
    expect_proof("exponential", PASSIVITY, "m", "0.5", "2");
    expect_proof("dahl", PASSIVITY, "Fc", "0.000001", "1000000");
    expect_proof("dahl", DISSIPATION, NULL, NULL, NULL);
    expect_proof("reset_integrator", PASSIVITY, "b", "0.00001", "1000");
    expect_proof("reset_integrator", DISSIPATION, "b", "0", "1000");
    expect_proof("reset_integrator", STATE_BOUND, "b", "0", "1000");
    expect_proof("lugre", STATE_BOUND, "m", "0.5", "2");
    expect_proof("lugre", PASSIVITY, "sigma2", "159", "10000");
    expect_proof("lugre", DISSIPATION, "sigma2", "159", "10000");
    expect_proof("elastoplastic", PASSIVITY, "sigma2", "159", "10000");
    expect_proof("elastoplastic", DISSIPATION, "sigma2", "159", "10000");
    expect_proof("elastoplastic", STATE_BOUND, NULL, NULL, NULL);
    expect_proof("martinez_rosas", STATE_BOUND, "m", "0.5", "2");
    expect_proof("martinez_rosas", PASSIVITY, NULL, NULL, NULL);
    expect_proof("martinez_rosas", PASSIVITY, "alpha", "26500", "103000");
    expect_proof("bouc_wen", PASSIVITY, "beta", "100", "10000000000");
    expect_proof("bouc_wen", PASSIVITY, "n", "1", "2");
    expect_proof("bouc_wen", DISSIPATION, "gamma", "-15000", "10000000000");
    expect_proof("bouc_wen", STATE_BOUND, "beta", "0", "10000000000");
}

/* False by 0.2 % and less: the source's window is 25000 to 108926.08, LuGre's begins at 158.114,
 * and at beta = 0 Bouc and Wen's law is a spring, for which motion costs nothing. */
Test(proof, what_is_false_is_not_proved)
{
    static const char *const cases[][3] = {
        { "martinez_rosas", "alpha", "24950" },  { "martinez_rosas", "alpha", "24999.9" },
        { "martinez_rosas", "alpha", "109140" }, { "martinez_rosas", "alpha", "1000000000" },
        { "lugre", "sigma2", "157.8" },          { "lugre", "sigma2", "158.11" },
        { "elastoplastic", "sigma2", "157.8" },  { "bouc_wen", "beta", "0" },
        { "bouc_wen", "beta", "-0.1" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned long boxes = 0;
        char *text =
            prove_in(cases[i][0], PASSIVITY, cases[i][1], cases[i][2], cases[i][2], &boxes);
        cr_expect_null(text, "%s at %s", cases[i][0], cases[i][2]);
        free(text);
    }
    unsigned long boxes = 0;
    cr_expect_null(prove_in("reset_integrator", PASSIVITY, "b", "0", "1000", &boxes));
    cr_expect_null(prove_in("viscous", PASSIVITY, "sigma2", "0", "1", &boxes));
    cr_expect_null(prove_in("lugre", DISSIPATION, "sigma2", "150", "10000", &boxes));
    cr_expect_null(prove_in("bouc_wen", STATE_BOUND, "beta", "-0.1", "0", &boxes));
    cr_expect_null(prove_in("bouc_wen", DISSIPATION, "beta", "-0.1", "20000", &boxes));
    cr_expect_null(prove_in("bouc_wen", DISSIPATION, "n", "1", "1.5", &boxes));
}

/* The text with the first occurrence of `from` replaced, to be freed. */
static char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    cr_assert(at, "%s", from);
    return memory_text("%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

/* What no storage is about is not proved by one, whatever is true of it. */
Test(proof, is_of_properties_that_have_one)
{
    static const enum property none[] = { CREEPING, ODD_SYMMETRY, NO_DRIFT, STEADY_STATE };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        unsigned long boxes = 1;
        char *text = prove_in("lugre", none[i], "sigma2", "200", "300", &boxes);
        cr_expect(!text && boxes == 0, "%zu: %lu boxes", i, boxes);
        free(text);
    }
}

Test(proof, changed_so_that_it_no_longer_covers_it_is_rejected)
{
    static const char *const changes[][2] = {
        { "103000", "120000" },
        { "26500", "20000" },
        { "\"Fs\":\t[\"1.5\", \"1.5\"]", "\"Fs\":\t[\"1.5\", \"4\"]" },
        { "\"1e-6\"", "\"0\"" },
        { "\"1e-6\"", "\"9\"" },
        { "passivity", "dissipation" },
        { "passivity", "i3_nonnegative" },
        { "martinez_rosas", "lugre" },
        { "proof-2", "proof-1" },
        { "proof-2", "proof-3" },
        { "\"theta\"", "\"w\"" },
        { "\"y\"", "\"z\"" },
        { "26500", "103000" },
        { "\"sigma1\":\t[\"316", "\"sigma1\":\t[\"-316" },
    };
    unsigned long boxes = 0;
    char *text = prove_in("martinez_rosas", PASSIVITY, "alpha", "26500", "103000", &boxes);
    cr_assert_not_null(text);
    cr_assert_null(checked(text, &boxes));
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char *changed = replaced(text, changes[i][0], changes[i][1]);
        cr_expect_not_null(checked(changed, &boxes), "%s for %s", changes[i][1], changes[i][0]);
        free(changed);
    }
    free(text);
}

/* LuGre with Table I's sigma2 = 0.4 is not passive, but it is at |v| <= 0.0142 m/s: with w =
 * sigma0 z/G up to Fs/Fc = 1.5 there is G w^2 + |v| (sigma1 (1 - w) + sigma2) >= 0, least where G
 * is Fc = 1 N, sigma1 = 316.2 N s/m. A proof up to 0.01 m/s says so, in its file; it is none up to
 * 0.02 m/s, nor at all velocities, nor where V = vs is smaller and theta so much nearer to 1. */
Test(proof, may_hold_up_to_a_speed)
{
    static const char *const changes[][2] = {
        { "\"speed\":\t\"0.01\"", "\"speed\":\t\"0.02\"" },
        { "\"speed\":\t\"0.01\",", "" },
        { "proof-3", "proof-2" },
        { "\"sigma1\":\t[\"316", "\"sigma1\":\t[\"916" },
    };
    const struct arb_law *law = arb_law_find("lugre");
    const char *at[ARB_LAW_MAX];
    unsigned long boxes = 0;
    for (int i = 0; law->params[i]; i++)
        at[i] = published(law->params[i]);
    cr_expect_null(prove_claim(law, NULL, PASSIVITY, at, at, 1000, &boxes));
    cr_expect_null(prove_claim_up_to("1", law, NULL, PASSIVITY, at, at, 1000, &boxes));
    char *text = prove_claim_up_to("0.01", law, NULL, PASSIVITY, at, at, 1000, &boxes);
    cr_assert_not_null(text);
    cr_expect_null(checked(text, &boxes));
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char *changed = replaced(text, changes[i][0], changes[i][1]);
        cr_expect_not_null(checked(changed, &boxes), "%s for %s", changes[i][1], changes[i][0]);
        free(changed);
    }
    free(text);
}

/* Over a range of V the theta of a speed is that of the least V. */
Test(proof, up_to_a_speed_counts_from_the_least_one_of_the_law)
{
    static const char *const low[] = { "1e-6", "1e-3" }, *const high[] = { "1e-3", "1" };
    const struct arb_law *law = arb_law_find("lugre");
    const int vs = arb_law_index(law->params, "vs");
    for (int k = 0; k < 2; k++) {
        struct proof_claim claim = { .law = law,
                                     .balance = dissipation_find("lugre"),
                                     .speed = "0.001" };
        arf_t theta;
        arf_init(theta);
        for (int i = 0; law->params[i]; i++)
            claim.low[i] = claim.high[i] = published(law->params[i]);
        claim.low[vs] = low[k];
        claim.high[vs] = high[k];
        proof_fastest(theta, &claim);
        /* the radius of a ball has 30 bits, and is rounded up to eight times */
        const double least = strtod(low[k], NULL), slack = 0x1p-26 * strtod(high[k], NULL),
                     is = arf_get_d(theta, ARF_RND_NEAR);
        cr_expect(is >= 1e-3 / (1e-3 + least) * (1 - 0x1p-50) &&
                      is <= 1e-3 / (1e-3 + least - slack) * (1 + 0x1p-50),
                  "%.17g", is);
        claim.speed = NULL;
        proof_fastest(theta, &claim);
        cr_expect(arf_is_one(theta));
        arf_clear(theta);
    }
}

/* Another storage is rejected: one of the wrong sign, or one that does not suffice. */
Test(proof, another_storage_is_rejected)
{
    unsigned long boxes = 0;
    char *text = prove_in("lugre", PASSIVITY, "sigma2", "159", "10000", &boxes);
    cr_assert_not_null(text);
    static const char *const storages[] = { "\"-1\", \"0\", \"0\"", "\"0.5\", \"0\", \"0\"",
                                            "\"1\", \"0\", \"9\"", "\"1.001\", \"0\", \"0\"" };
    for (size_t i = 0; i < sizeof storages / sizeof *storages; i++) {
        char *changed = replaced(text, "\"1\", \"0\", \"0\"", storages[i]);
        cr_expect_not_null(checked(changed, &boxes), "%s", storages[i]);
        free(changed);
    }
    free(text);
}

/* A tree without one of its characters, or with a character changed, covers less or more than the
 * space. */
Test(proof, trees_with_one_character_less_or_changed_are_rejected)
{
    unsigned long boxes = 0;
    char *text = prove_in("martinez_rosas", PASSIVITY, NULL, NULL, NULL, &boxes);
    cr_assert_not_null(text);
    char *tree = strstr(text, "[[\"") + 3, *end = strchr(tree, '"');
    for (char *at = tree; at < end; at++) {
        char *shorter = memory_text("%.*s%s", (int)(at - text), text, at + 1);
        cr_expect_not_null(checked(shorter, &boxes), "without character %d", (int)(at - tree));
        free(shorter);
        const char was = *at;
        *at = was == '.' ? '0' : '.';
        cr_expect_not_null(checked(text, &boxes), "character %d changed", (int)(at - tree));
        *at = was;
    }
    free(text);
}
