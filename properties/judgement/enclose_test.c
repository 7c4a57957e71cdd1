/* Enclosures are certain: a false claim is never enclosed, however nearly it is true. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/judgement/certify.h"
#include "properties/judgement/enclose.h"
#include "properties/judgement/judge.h"
#include "properties/trials/readable.h"

enum { SIGNALS = 64 };

static struct enclosure enclose_along(const struct arb_law *law, const char *name,
                                      enum property property, unsigned signals)
{
    const struct claim claim = { .property = property, .declared = HOLDS, .domain = "test" };
    const struct model *model = PREC(model_find)(name);
    cr_assert(model && law && rigorous_applicable(law, property), "%s", name);
    return PREC(enclose)(model, law, &claim, 0, signals);
}

static struct enclosure enclose_as(const struct arb_law *law, const char *name,
                                   enum property property)
{
    return enclose_along(law, name, property, SIGNALS);
}

static struct arb_law law_of(const char *name)
{
    const struct arb_law *law = arb_law_find(name);
    cr_assert(law, "%s", name);
    return *law;
}

/* x <- x (1 + sign 10^-12) */
static void nearly(arb_t x, int sign, slong prec)
{
    arb_t t;
    arb_init(t);
    arb_set_d(t, sign * 1e-12);
    arb_add_ui(t, t, 1, prec);
    arb_mul(x, x, t, prec);
    arb_clear(t);
}

static void bound_too_small(arb_ptr bound, arb_srcptr p, slong prec)
{
    arb_law_find("dahl")->bound(bound, p, prec);
    nearly(bound, -1, prec);
}

static void storage_too_large(arb_t energy, arb_srcptr p, arb_srcptr x, slong prec)
{
    arb_law_find("reset_integrator")->storage(energy, p, x, prec);
    nearly(energy, 1, prec);
}

static void steady_force_too_large(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    arb_law_find("lugre")->steady_force(F, p, v, s, prec);
    nearly(F, 1, prec);
}

static void coefficients_too_large(arb_ptr coefficient, arb_srcptr p, slong prec)
{
    arb_law_find("lugre")->coefficients(coefficient, p, prec);
    nearly(coefficient, 1, prec);
}

static void creep_resistance_too_small(arb_t R, arb_srcptr p, slong prec)
{
    arb_law_find("brown_mcphee")->creep_resistance(R, p, prec);
    nearly(R, -1, prec);
}

/* The force of coulomb, and 2^exponent of it more, whatever the direction. */
static void skew(arb_t F, arb_srcptr p, const arb_t s, slong exponent, slong prec)
{
    arb_t more;
    arb_init(more);
    arb_mul_2exp_si(more, p, exponent);
    arb_addmul(more, p, s, prec);
    arb_set(F, more);
    arb_clear(more);
}

static void force_skewed(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                         slong prec)
{
    (void)v, (void)x;
    skew(F, p, s, -60, prec); /* both runs: 2^-59 */
}

static void force_skewed_less(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                              slong prec)
{
    (void)v, (void)x;
    skew(F, p, s, -62, prec);
}

/* Energy that comes back: 10^-12 of the work, once the work is done. */
static void work_returned(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                          arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_law_find("coulomb")->work(part, p, v, s, h, x0, x1, prec);
    arb_mul_2exp_si(part, part, -40);
    arb_neg(part, part);
}

static void flow_blown_up(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                          slong prec)
{
    arb_law_find("lugre")->flow(x, p, v, s, h, prec);
    arb_zero_pm_one(x);
    arb_mul_ui(x, x, 1000000000, prec);
}

Test(planted, is_not_enclosed)
{
    struct arb_law dahl = law_of("dahl"), reset = law_of("reset_integrator");
    struct arb_law lugre = law_of("lugre"), lugre_steady = lugre;
    struct arb_law brown = law_of("brown_mcphee"), coulomb = law_of("coulomb");
    struct arb_law coulomb_work = coulomb;
    dahl.bound = bound_too_small;
    reset.storage = storage_too_large;
    lugre.coefficients = coefficients_too_large;
    lugre_steady.steady_force = steady_force_too_large;
    brown.creep_resistance = creep_resistance_too_small;
    coulomb.force = force_skewed;
    coulomb_work.work = work_returned;
    const struct {
        const struct arb_law *law;
        enum property property;
    } cases[] = {
        { &dahl, STATE_BOUND },       { &reset, DISSIPATION },         { &lugre, REGRESSOR },
        { &brown, CREEPING },         { &lugre_steady, STEADY_STATE }, { &coulomb, ODD_SYMMETRY },
        { &coulomb_work, PASSIVITY },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct enclosure e = enclose_as(cases[i].law, cases[i].law->name, cases[i].property);
        cr_expect(e.violated, "%s %s: kept %u, undecided %u", cases[i].law->name,
                  property_info[cases[i].property].name, e.kept, e.undecided);
    }
}

/* The same laws without the fault are enclosed; a deviation below the stated tolerance is no
 * fault. */
Test(true_claims, are_enclosed)
{
    struct arb_law coulomb = law_of("coulomb");
    coulomb.force = force_skewed_less;
    const struct arb_law dahl = law_of("dahl"), reset = law_of("reset_integrator");
    const struct arb_law lugre = law_of("lugre"), brown = law_of("brown_mcphee");
    const struct {
        const struct arb_law *law;
        enum property property;
    } cases[] = {
        { &dahl, STATE_BOUND },  { &reset, DISSIPATION },  { &lugre, REGRESSOR },
        { &brown, CREEPING },    { &lugre, STEADY_STATE }, { &coulomb, ODD_SYMMETRY },
        { &coulomb, PASSIVITY },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct enclosure e = enclose_as(cases[i].law, cases[i].law->name, cases[i].property);
        cr_expect(e.kept == SIGNALS && e.undecided == 0 && !e.violated,
                  "%s %s: kept %u, undecided %u", cases[i].law->name,
                  property_info[cases[i].property].name, e.kept, e.undecided);
    }
}

/* Where balls are too wide to tell, nothing is enclosed. */
Test(blown_up_enclosures, are_undecided)
{
    struct arb_law law = law_of("lugre");
    law.flow = flow_blown_up;
    law.slack = NULL;
    static const enum property properties[] = { PASSIVITY, STATE_BOUND, REGRESSOR, ODD_SYMMETRY };
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
        const struct enclosure e = enclose_along(&law, "lugre", properties[i], SIGNALS / 4);
        cr_expect(e.undecided > 0 && !e.violated, "%s: kept %u, undecided %u",
                  property_info[properties[i]].name, e.kept, e.undecided);
    }
}

/* Claims that are false for many signals fall to a few of them. */
Test(false_claims, are_not_enclosed)
{
    static const struct {
        const char *model;
        enum property property;
    } cases[] = {
        { "alvarez_icaza", PASSIVITY },        { "martinez_rosas", PASSIVITY },
        { "martinez_rosas", I3_NONNEGATIVE },  { "martinez_rosas", STRIBECK_STATE_BOUND },
        { "stribeck", PASSIVITY_AS_PRINTED },  { "viscous", PASSIVITY_AS_PRINTED },
        { "martinez_rosas", IDENTIFIABILITY }, { "martinez_rosas", REGRESSOR_AS_PRINTED },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct enclosure e =
            enclose_as(arb_law_find(cases[i].model), cases[i].model, cases[i].property);
        cr_expect(e.violated, "%s %s: kept %u, undecided %u", cases[i].model,
                  property_info[cases[i].property].name, e.kept, e.undecided);
    }
}

/* The method follows from the enclosure. A signal along which a claim is violated is a witness
 * against it; without signals a claim is only tested. */
Test(judgement, rests_on_the_enclosure)
{
    const struct model *dahl = PREC(model_find)("dahl");
    const struct claim claim = { .property = DISSIPATION, .declared = HOLDS, .domain = "test" };
    struct search_budget budget = { .trials = 64, .signals = 16 };
    struct judgement j;
    PREC(judge)(dahl, arb_law_find("dahl"), &claim, &budget, &j);
    cr_expect(j.method == METHOD_ENCLOSED && j.verdict == VERDICT_HOLDS && j.as_declared);
    cr_expect(j.enclosed == 16 && j.undecided == 0 && j.trials >= 64);
    judgement_clear(&j);
    budget.signals = 0;
    PREC(judge)(dahl, arb_law_find("dahl"), &claim, &budget, &j);
    cr_expect(j.method == METHOD_TESTED && j.verdict == VERDICT_HOLDS && j.enclosed == 0);
    judgement_clear(&j);
    PREC(judge)(dahl, NULL, &claim, &budget, &j);
    cr_expect_eq(j.method, METHOD_TESTED, "a law without a ball model");
    judgement_clear(&j);
    /* One simulation seldom finds what 64 signals show. */
    const struct model *model = PREC(model_find)("martinez_rosas");
    const struct claim wrong = { .property = STRIBECK_STATE_BOUND,
                                 .declared = HOLDS,
                                 .domain = "any signal" };
    const struct search_budget little = { .trials = 1, .signals = SIGNALS, .ignore_stored = true };
    PREC(judge)(model, arb_law_find("martinez_rosas"), &wrong, &little, &j);
    cr_expect(j.verdict == VERDICT_REFUTED && j.method == METHOD_WITNESS && !j.as_declared);
    cr_expect(j.margin < 0 && j.simplest && strstr(judgement_note(&j), "violated"), "%g %s",
              j.margin, judgement_note(&j));
    judgement_clear(&j);
}

/* The same seed draws the same signals, in whatever order and number. */
Test(set, depends_on_the_seed_only)
{
    const struct model *model = PREC(model_find)("bouc_wen");
    const struct arb_law *law = arb_law_find("bouc_wen");
    const struct claim *claim = model->claims;
    while (claim->property != DISSIPATION)
        claim++;
    const struct enclosure a = PREC(enclose)(model, law, claim, 7, 32);
    const struct enclosure b = PREC(enclose)(model, law, claim, 7, 32);
    const struct enclosure c = PREC(enclose)(model, law, claim, 7, 64);
    cr_expect(a.kept == b.kept && a.undecided == b.undecided);
    cr_expect(c.kept >= a.kept && c.undecided >= a.undecided);
    cr_expect_eq(c.kept + c.undecided, 64);
}

/* What the ball model of dahl is asked for: parameters and holds, in the order of the signals. */
static struct {
    unsigned signals, defaults, others, holds;
    double last_p, last_v;
} asked;

/* Returns the double of a number, which must be a decimal of three digits or the default. */
static double of_three_digits(const arb_t x, const char *what)
{
    const double value = arf_get_d(arb_midref(x), ARF_RND_NEAR);
    cr_expect_eq(value, readable_rounded(value, 3), "%s = %.17g in signal %u", what, value,
                 asked.signals);
    return value;
}

static void recording_bound(arb_ptr bound, arb_srcptr p, slong prec)
{
    const struct model *dahl = PREC(model_find)("dahl");
    const struct arb_law *law = arb_law_find("dahl");
    bool all = true;
    for (int i = 0; law->params[i]; i++) {
        const unsigned k = quantity_index(dahl->params, dahl->n_params, law->params[i]);
        const double value = of_three_digits(p + i, law->params[i]);
        all = all && value == dahl->params[k].value;
        cr_expect(value >= dahl->params[k].lo && value <= dahl->params[k].hi);
        if (i == 0)
            asked.last_p = value;
    }
    cr_expect(asked.signals > 0 || all, "the first signal has other parameters");
    asked.signals++;
    asked.defaults += all;
    law->bound(bound, p, prec);
}

static void recording_flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                           slong prec)
{
    const double speed = of_three_digits(v, "v"), time = of_three_digits(h, "h");
    cr_expect(time > 0 && fabs(speed) <= PREC(model_find)("dahl")->speed_max);
    asked.others += asked.holds > 0 && speed != asked.last_v;
    asked.last_v = speed;
    asked.holds++;
    arb_law_find("dahl")->flow(x, p, v, s, h, prec);
}

/* The set: the defaults first, then others, in numbers of three digits, one evaluation each. */
Test(set, is_as_stated)
{
    struct arb_law law = law_of("dahl");
    law.bound = recording_bound;
    law.flow = recording_flow;
    memset(&asked, 0, sizeof asked);
    const struct enclosure e = enclose_as(&law, "dahl", STATE_BOUND);
    cr_expect_eq(e.kept, SIGNALS);
    cr_expect_eq(asked.signals, SIGNALS, "%u evaluations", asked.signals);
    cr_expect(asked.defaults >= 1 && asked.defaults < SIGNALS / 2, "%u at defaults",
              asked.defaults);
    cr_expect(asked.holds > SIGNALS && asked.others > SIGNALS, "%u holds, %u others", asked.holds,
              asked.others);
}

/* The signal against a claim is one along which the checker finds it violated, too. */
Test(false_claims, fall_to_the_signal_that_is_shown)
{
    static const enum property properties[] = { STRIBECK_STATE_BOUND, I3_NONNEGATIVE, PASSIVITY,
                                                IDENTIFIABILITY, REGRESSOR_AS_PRINTED };
    const struct model *model = PREC(model_find)("martinez_rosas");
    const struct arb_law *law = arb_law_find("martinez_rosas");
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            const struct claim claim = { .property = properties[i], .domain = "test" };
            struct counterexample c;
            bool confirmed = false;
            struct enclosure e = PREC(enclose)(model, law, &claim, seed, SIGNALS);
            if (!e.violated)
                continue;
            e.against.n = PREC(evaluate_worst_prefix)(model, e.against.p, properties[i],
                                                      e.against.holds, e.against.n);
            PREC(counterexample_set)(model, &claim, &e.against, &c);
            char *text = PREC(witness_of)(model, law, properties[i], &c, &confirmed);
            cr_expect(confirmed, "%s, seed %u: %s", property_info[properties[i]].name,
                      (unsigned)seed, text ? text : "no witness");
            free(text);
        }
}

static bool nowhere(const real p[])
{
    (void)p;
    return false;
}

/* A claim that is made for no parameters is enclosed along no signal. */
Test(claims, of_nothing_are_not_enclosed)
{
    const struct claim claim = {
        .property = PASSIVITY, .declared = HOLDS, .domain = "nowhere", .contains = nowhere
    };
    const struct enclosure e =
        PREC(enclose)(PREC(model_find)("coulomb"), arb_law_find("coulomb"), &claim, 0, SIGNALS / 8);
    cr_expect(e.kept == 0 && e.undecided == SIGNALS / 8 && !e.violated, "%u kept, %u undecided",
              e.kept, e.undecided);
}

/* A law in balls with a parameter that the code does not have has no witness. */
Test(witness, needs_all_parameters)
{
    const struct model *model = PREC(model_find)("coulomb");
    const struct arb_law *law = arb_law_find("coulomb");
    const struct counterexample c = { .p = { 1 }, .v = { 1 }, .h = { 1 }, .n = 1 };
    for (int lacks = 0; lacks < 2; lacks++) {
        struct model code = *model;
        bool confirmed = true;
        code.n_params -= (unsigned)lacks;
        char *text = PREC(witness_of)(&code, law, PASSIVITY, &c, &confirmed);
        cr_expect_eq(text == NULL, lacks);
        cr_expect_not(confirmed, "friction takes energy");
        free(text);
    }
}

/* Parameters of a signal's decimals: those that the claim leaves at the default keep all digits,
 * the others have three. */
Test(enclosure, has_parameters_of_few_digits_or_the_default)
{
    const struct model *lugre = PREC(model_find)("lugre");
    const unsigned sigma2 = quantity_index(lugre->params, lugre->n_params, "sigma2");
    const struct claim claim = { .property = PASSIVITY,
                                 .declared = HOLDS,
                                 .base = AT_DEFAULTS,
                                 .domain = "test",
                                 .box = { { sigma2, 300, 500 } },
                                 .n_box = 1 };
    for (uint64_t seed = 0; seed < 4; seed++) {
        const struct enclosure e = PREC(enclose)(lugre, arb_law_find("lugre"), &claim, seed, 2);
        cr_assert_eq(e.kept, 2);
        for (unsigned i = 0; i < lugre->n_params; i++)
            cr_expect(i == sigma2 ? e.against.p[i] == readable_rounded(e.against.p[i], 3)
                                  : e.against.p[i] == lugre->params[i].value,
                      "%s = %.17g", lugre->params[i].name, e.against.p[i]);
    }
}
