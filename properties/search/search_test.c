/* Tests the search, and how soon, how readable and how certain its counterexamples are. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/model.h"
#include "properties/checker/property.h"
#include "properties/checker/witness.h"
#include "properties/judgement/judge.h"
#include "properties/search/shrink.h"
#include "properties/trials/draw.h"
#include "properties/trials/readable.h"
#include "properties/trials/signal_coverage.h"

enum { SEEDS = 20, MEDIAN = 100, SEGMENTS = 3 };

static const struct claim *claim_of(const char *model, enum property property, const char *id)
{
    const struct model *m = PREC(model_find)(model);
    cr_assert(m, "%s", model);
    for (unsigned i = 0; i < m->n_claims; i++)
        if (claim_is(&m->claims[i], property, id))
            return &m->claims[i];
    cr_assert_fail("%s has no claim %s of %s", model, id ? id : "(main)",
                   property_info[property].name);
    return NULL;
}

static struct judgement judged(const char *model, const struct claim *claim, uint64_t seed,
                               unsigned trials, enum strategy strategy)
{
    const struct search_budget effort = {
        .seed = seed, .trials = trials, .strategy = strategy, .ignore_stored = true
    };
    struct judgement j;
    PREC(judge)(PREC(model_find)(model), arb_law_find(model), claim, &effort, &j);
    return j;
}

/* Returns the checker's answer, from the text alone, and the number of segments. */
static enum answer checked(const char *text, unsigned *segments)
{
    struct witness w;
    struct file_error error;
    cr_assert(text);
    cr_assert(witness_parse(text, strlen(text), &w, &error), "%s: %s", error.text, text);
    *segments = w.n_segments;
    const enum answer answer = witness_check(&w, 4096, NULL).confirmed;
    witness_free(&w);
    return answer;
}

static int ascending(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

/* Without stored witnesses, every seed refutes the claim, soon, with a short, certified witness. */
static void expect_refuted(const char *model, enum property property, const char *id)
{
    const struct claim *claim = claim_of(model, property, id);
    unsigned simulations[SEEDS];
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        struct judgement j = judged(model, claim, seed, BUDGET_DEFAULT, SEARCH_GUIDED);
        unsigned segments;
        cr_expect_eq(j.verdict, VERDICT_REFUTED, "seed %u", seed);
        cr_expect_eq(checked(j.simplest, &segments), ANSWER_YES, "seed %u: %s", seed, j.simplest);
        cr_expect_leq(segments, SEGMENTS, "seed %u: %s", seed, j.simplest);
        cr_expect_eq(checked(j.deepest, &segments), ANSWER_YES, "seed %u: %s", seed, j.deepest);
        simulations[seed] = j.trials;
        judgement_clear(&j);
    }
    qsort(simulations, SEEDS, sizeof *simulations, ascending);
    cr_expect_leq(simulations[SEEDS / 2], (unsigned)MEDIAN);
}

Test(refuted, c3_stribeck_state_bound)
{
    expect_refuted("martinez_rosas", STRIBECK_STATE_BOUND, NULL);
}

Test(refuted, c4_passivity) { expect_refuted("martinez_rosas", PASSIVITY, NULL); }

Test(refuted, c5_i3) { expect_refuted("martinez_rosas", I3_NONNEGATIVE, NULL); }

Test(refuted, c5_i4) { expect_refuted("martinez_rosas", I4_NONNEGATIVE, NULL); }

Test(refuted, c7_passivity_of_lugre) { expect_refuted("lugre", PASSIVITY, NULL); }

Test(refuted, drift_of_lugre) { expect_refuted("lugre", NO_DRIFT, NULL); }

/* Passive up to alpha = 108926.079: a claim that goes two per cent farther is false, by a violation
 * in a corner of the signals. The random search hardly finds it; the guided search must. */
Test(refuted, claim_two_per_cent_too_wide)
{
    struct claim wide = *claim_of("martinez_rosas", PASSIVITY, "window");
    unsigned random = 0;
    wide.box[0].hi = 111100;
    wide.domain = "two per cent too wide";
    for (unsigned seed = 0; seed < 5; seed++) {
        unsigned segments;
        struct judgement j = judged("martinez_rosas", &wide, seed, BUDGET_DEFAULT, SEARCH_GUIDED);
        cr_expect_eq(j.verdict, VERDICT_REFUTED, "seed %u", seed);
        cr_expect_not(j.as_declared);
        cr_expect_eq(checked(j.simplest, &segments), ANSWER_YES, "%s", j.simplest);
        cr_expect_leq(segments, SEGMENTS, "%s", j.simplest);
        const unsigned guided = j.trials;
        judgement_clear(&j);
        j = judged("martinez_rosas", &wide, seed, guided, SEARCH_RANDOM);
        random += j.verdict == VERDICT_REFUTED;
        judgement_clear(&j);
    }
    cr_expect_leq(random, 2, "with as many simulations a random search did as well %u times in 5",
                  random);
}

/* Stored witnesses come first: they refute a false claim, declared to hold, before any search. */
Test(refuted, by_what_is_stored)
{
    struct claim claim = *claim_of("lugre", PASSIVITY, NULL);
    claim.declared = HOLDS;
    claim.witness = NULL;
    const struct search_budget effort = { .seed = 0 };
    struct judgement j;
    PREC(judge)(PREC(model_find)("lugre"), arb_law_find("lugre"), &claim, &effort, &j);
    cr_expect_eq(j.verdict, VERDICT_REFUTED);
    cr_expect_not(j.as_declared);
    cr_expect_leq(j.trials, 2);
    cr_expect(strstr(judgement_note(&j), "stored as properties/witnesses/lugre_passivity"), "%s",
              judgement_note(&j));
    judgement_clear(&j);
}

/* A true claim is not refuted with the same search budget. */
Test(refuted, window_is_not)
{
    const struct claim *claim = claim_of("martinez_rosas", PASSIVITY, "window");
    struct judgement j = judged("martinez_rosas", claim, 1, BUDGET_DEFAULT, SEARCH_GUIDED);
    cr_expect_eq(j.verdict, VERDICT_HOLDS, "%s", judgement_note(&j));
    judgement_clear(&j);
}

Test(search, same_seed_same_witness)
{
    const struct claim *claim = claim_of("lugre", PASSIVITY, NULL);
    struct judgement a = judged("lugre", claim, 3, 20000, SEARCH_GUIDED);
    struct judgement b = judged("lugre", claim, 3, 20000, SEARCH_GUIDED);
    struct judgement c = judged("lugre", claim, 4, 20000, SEARCH_GUIDED);
    cr_assert(a.simplest && b.simplest && c.simplest);
    cr_expect_str_eq(a.simplest, b.simplest);
    cr_expect_str_eq(a.deepest, b.deepest);
    cr_expect_eq(a.trials, b.trials);
    cr_expect(a.trials != c.trials || strcmp(a.deepest, c.deepest) != 0,
              "another seed looks elsewhere");
    judgement_clear(&a);
    judgement_clear(&b);
    judgement_clear(&c);
}

/* Counts the signals of the law's claims as a search with this generator draws them. */
static struct signal_coverage coverage_of(const struct model *model, const struct claim *claim,
                                          void (*spoil)(struct sample *))
{
    struct signal_coverage shares = { 0 };
    for (unsigned i = 0; i < 4000; i++) {
        struct rng rng = rng_keyed(0, model->name, i);
        struct candidate c;
        struct sample sample;
        cr_assert(PREC(draw_parameters)(model, claim, &rng, &c));
        PREC(draw_segments)(model, claim->signals, &rng, &c);
        cr_assert(PREC(candidate_sample)(model, claim, &c, &sample));
        if (spoil)
            spoil(&sample);
        PREC(coverage_add)(&shares, model, &sample);
    }
    return shares;
}

Test(shares, of_every_claim_are_there)
{
    for (const struct model *const *m = PREC(models); *m; m++)
        for (unsigned i = 0; i < (*m)->n_claims; i++) {
            const struct claim *claim = &(*m)->claims[i];
            if (claim->signals == CYCLE_SIGNAL)
                continue; /* below break-away by definition */
            const struct signal_coverage shares = coverage_of(*m, claim, NULL);
            const enum share missing = PREC(coverage_missing)(&shares, *m, claim->signals);
            cr_expect_eq(missing, N_COVERED, "%s, %s, \"%s\": %s in %u of %u", (*m)->name,
                         property_info[claim->property].name, claim->domain, share_names[missing],
                         shares.with[missing], shares.signals);
        }
}

static void without_reversal(struct sample *s)
{
    for (unsigned i = 0; i < s->n; i++)
        s->holds[i].v = fabs(s->holds[i].v);
}

static void slow_only(struct sample *s)
{
    for (unsigned i = 0; i < s->n; i++)
        s->holds[i].v *= 1e-6;
}

static void fast_only(struct sample *s)
{
    for (unsigned i = 0; i < s->n; i++)
        s->holds[i].v = copysign(1, s->holds[i].v);
}

static void short_only(struct sample *s)
{
    for (unsigned i = 0; i < s->n; i++)
        s->holds[i].h *= 1e-9;
}

static void one_hold(struct sample *s) { s->n = 1; }

/* Signals that miss something are noticed, each by what it misses. */
Test(shares, of_vacuous_inputs_are_missed)
{
    static const struct {
        void (*spoil)(struct sample *);
        enum share lacks;
    } spoilt[] = {
        { without_reversal, REVERSAL }, { slow_only, HIGH_SPEED }, { fast_only, CREEP },
        { short_only, SLIP },           { one_hold, REVERSAL },
    };
    static const struct claim anywhere = { .base = ALL_VALID };
    const struct model *lugre = PREC(model_find)("lugre");
    for (size_t i = 0; i < sizeof spoilt / sizeof *spoilt; i++) {
        const struct signal_coverage shares = coverage_of(lugre, &anywhere, spoilt[i].spoil);
        cr_expect_neq(PREC(coverage_missing)(&shares, lugre, ANY_SIGNAL), N_COVERED);
        cr_expect_lt(shares.with[spoilt[i].lacks], share_floors[spoilt[i].lacks] * shares.signals,
                     "%s", share_names[spoilt[i].lacks]);
    }
}

/* Shares are in units of the law: with a Stribeck speed, and speeds, a sixteenth as large, and
 * times so much longer, a signal has what it had. */
Test(shares, are_in_units_of_the_law)
{
    static const struct claim anywhere = { .base = ALL_VALID };
    const struct model *lugre = PREC(model_find)("lugre");
    const unsigned vs = quantity_index(lugre->params, lugre->n_params, "vs");
    struct signal_coverage fast = { 0 }, slow = { 0 };
    for (unsigned i = 0; i < 400; i++) {
        struct rng rng = rng_keyed(6, "units", i);
        struct candidate c;
        struct sample s;
        cr_assert(PREC(draw_parameters)(lugre, &anywhere, &rng, &c));
        PREC(draw_segments)(lugre, ANY_SIGNAL, &rng, &c);
        cr_assert(PREC(candidate_sample)(lugre, &anywhere, &c, &s));
        s.p[vs] = C(0x1p-7) * (real)(1 + i % 4) / 8; /* ten times that is less than 0.1 m/s */
        PREC(coverage_add)(&fast, lugre, &s);
        s.p[vs] /= 16;
        for (unsigned k = 0; k < s.n; k++) {
            s.holds[k].v /= 16;
            s.holds[k].h *= 16;
        }
        PREC(coverage_add)(&slow, lugre, &s);
    }
    for (unsigned k = 0; k < N_COVERED; k++)
        cr_expect(fast.with[k] == slow.with[k] && fast.with[k] > 0 && fast.with[k] < 400,
                  "%s: %u, slower %u", share_names[k], fast.with[k], slow.with[k]);
}

Test(search_variables, go_there_and_back)
{
    static const struct claim anywhere = { .base = ALL_VALID };
    for (const struct model *const *m = PREC(models); *m; m++)
        for (unsigned i = 0; i < 200; i++) {
            struct rng rng = rng_keyed(1, (*m)->name, i);
            struct candidate c;
            struct search_variable at[CANDIDATE_MAX_VARIABLES];
            cr_assert(PREC(draw_parameters)(*m, &anywhere, &rng, &c));
            PREC(draw_segments)(*m, ANY_SIGNAL, &rng, &c);
            const unsigned n = PREC(candidate_variables)(*m, &anywhere, &c, at);
            for (unsigned k = 0; k < n; k++) {
                const double value = *at[k].value, position = search_variable_get(&at[k]);
                cr_expect(position >= 0 && position <= 1);
                search_variable_set(&at[k], position);
                /* log and exp of a range of at most 24 decades (55 in the logarithm) */
                cr_expect(fabs(*at[k].value - value) <= 256 * 0x1p-52 * fabs(value) ||
                              (at[k].lo == 0 && fabs(value) <= 1e-9 * at[k].hi),
                          "%s: %a became %a", (*m)->name, value, *at[k].value);
                search_variable_set(&at[k], 0);
                cr_expect_eq(fabs(*at[k].value), fabs(at[k].lo));
                search_variable_set(&at[k], 1);
                cr_expect_eq(fabs(*at[k].value), fabs(at[k].hi));
            }
        }
}

/* A count, or an exponent that must be whole, has no steps within the domain: it is no variable. */
Test(search_variables, are_not_those_that_cannot_vary)
{
    static const struct claim anywhere = { .base = ALL_VALID };
    const struct model *leuven = PREC(model_find)("leuven");
    const unsigned N = quantity_index(leuven->params, leuven->n_params, "N");
    for (unsigned i = 0; i < 200; i++) {
        struct rng rng = rng_keyed(3, leuven->name, i);
        struct candidate c;
        struct search_variable at[CANDIDATE_MAX_VARIABLES];
        cr_assert(PREC(draw_parameters)(leuven, &anywhere, &rng, &c));
        PREC(draw_segments)(leuven, ANY_SIGNAL, &rng, &c);
        const unsigned n = PREC(candidate_variables)(leuven, &anywhere, &c, at);
        unsigned of_law = 0;
        for (unsigned k = 0; k < n; k++) {
            cr_expect_neq(at[k].value, &c.p[N]);
            of_law += at[k].value >= c.p && at[k].value < c.p + MODEL_MAX_PARAMS;
        }
        cr_expect_geq(of_law, leuven->n_params / 2);
    }
}

Test(decimals, are_counted)
{
    static const struct {
        double x;
        unsigned digits;
        int decade;
    } known[] = {
        { 1, 1, 0 },       { 1e-12, 1, -12 }, { 1e-7, 1, -7 },     { 0.35, 2, -1 },
        { -1234.5, 5, 3 }, { 1e5, 1, 5 },     { 1.0 / 3, 16, -1 },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        cr_expect_eq(round_trip_digits(known[i].x), known[i].digits, "%g", known[i].x);
        cr_expect_eq(readable_decade(known[i].x), known[i].decade, "%g", known[i].x);
    }
    cr_expect_eq(readable_cost(0), 0);
}

/* Digits count first, then how round the leading one is, then decades: in any decade, of either
 * sign. */
Test(decimals, are_as_hard_as_digits_roundness_and_decades)
{
    enum { FARTHEST = 30 };
    static const int rank[] = {
        [1] = 0, [2] = 1, [3] = 2, [4] = 2, [5] = 1, [6] = 2, [7] = 2, [8] = 2, [9] = 2
    };
    unsigned of_rank[3] = { 0 };
    for (int digit = 1; digit <= 9; digit++)
        for (int decade = -FARTHEST; decade <= FARTHEST; decade++) {
            char text[16];
            snprintf(text, sizeof text, "%de%d", digit, decade);
            const double x = strtod(text, NULL);
            const unsigned cost = readable_cost(x), far = (unsigned)abs(decade);
            cr_expect_eq(readable_cost(-x), cost, "-%s", text);
            cr_expect(cost >= far && cost < readable_cost(11), "%s: %u", text, cost);
            cr_expect(far == 0 || cost > readable_cost(digit), "%s: %u", text, cost);
            if (of_rank[rank[digit]] == 0)
                of_rank[rank[digit]] = cost - far;
            cr_expect_eq(cost - far, of_rank[rank[digit]], "%s: %u", text, cost);
        }
    cr_expect(of_rank[0] < of_rank[1] && of_rank[1] < of_rank[2]);
    cr_expect_lt(readable_cost(12), readable_cost(1.23));
}

/* Whatever the start, shrinking keeps the share of the violation asked for, stays in the domain,
 * and never makes a number harder to say. Shrinking once more changes nothing. */
Test(shrink, keeps_its_share)
{
    const struct model *m = PREC(model_find)("martinez_rosas");
    const struct claim *claim = claim_of("martinez_rosas", PASSIVITY, NULL);
    unsigned shrunk = 0;
    for (unsigned i = 0; i < 400; i++) {
        struct rng rng = rng_keyed(2, "shrink", i);
        struct candidate c;
        struct sample sample;
        cr_assert(PREC(draw_parameters)(m, claim, &rng, &c));
        PREC(draw_segments)(m, claim->signals, &rng, &c);
        cr_assert(PREC(candidate_sample)(m, claim, &c, &sample));
        for (unsigned k = 0; k < 3; k++) {
            static const double shares[] = { 1, 0.9, 0.1 };
            struct counterexample from, to, again;
            PREC(counterexample_set)(m, claim, &sample, &from);
            if (!(from.margin < 0))
                break;
            to = from;
            PREC(shrink)(m, claim, shares[k], NULL, &to);
            cr_expect_leq(to.margin, shares[k] * from.margin);
            cr_expect_eq(to.margin, PREC(counterexample_margin)(m, claim, &to));
            cr_expect_leq(to.n, from.n);
            again = to;
            PREC(shrink)(m, claim, 1, NULL, &again);
            cr_expect_eq(again.n, to.n);
            for (unsigned l = 0; l < m->n_params; l++)
                cr_expect_eq(again.p[l], to.p[l]);
            for (unsigned l = 0; l < to.n && again.n == to.n; l++)
                cr_expect(again.v[l] == to.v[l] && again.h[l] == to.h[l]);
            shrunk++;
        }
    }
    cr_expect_gt(shrunk, 50, "%u", shrunk);
}
