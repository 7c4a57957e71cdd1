/* Where a law's function gives no number, or any number, nothing is confirmed and nothing is
 * rejected: of each function of each law and each property that asks for it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/model.h"
#include "properties/checker/liars_test.h"
#include "properties/checker/property.h"
#include "properties/checker/witness.h"
#include "properties/checker/witness_text.h"
#include "properties/rigorous/rigorous.h"

enum { BITS = 128, TEXT = 4096 };

static double default_of(const struct model *model, const char *name)
{
    return model->params[quantity_index(model->params, model->n_params, name)].value;
}

static struct witness witness_of(const struct arb_law *law, enum property property,
                                 const char *signal)
{
    char text[TEXT];
    const struct model *model = PREC(model_find)(law->name);
    struct witness w;
    struct file_error error;
    int n = snprintf(text, TEXT,
                     "{\"format\":\"witness-1\",\"model\":\"%s\",\"property\":\"%s\",\"params\":{",
                     law->name, property_info[property].name);
    for (int i = 0; law->params[i]; i++)
        n += snprintf(text + n, TEXT - (size_t)n, "%s\"%s\":\"%.17g\"", i ? "," : "",
                      law->params[i], default_of(model, law->params[i]));
    n += snprintf(text + n, TEXT - (size_t)n, "},\"x0\":[");
    for (int i = 0; i < arb_law_count(law->states); i++)
        n += snprintf(text + n, TEXT - (size_t)n, "%s\"0\"", i ? "," : "");
    n += snprintf(text + n, TEXT - (size_t)n, "]");
    for (int i = 0; property == IDENTIFIABILITY && i < law->n_regressors; i++)
        n += snprintf(text + n, TEXT - (size_t)n, "%s\"1\"%s", i ? "," : ",\"null\":[",
                      i + 1 == law->n_regressors ? "]" : "");
    snprintf(text + n, TEXT - (size_t)n, ",\"signal\":[%s]}", signal);
    cr_assert(witness_parse_by(law, text, strlen(text), &w, &error), "%s: %s", text, error.text);
    return w;
}

/* Velocities that are held, with a stop and a return: at a speed at which laws slide, and at one at
 * which they do not even begin to; and a ramp through zero. */
#define STEPS(v, back)                                                                             \
    "{\"kind\":\"hold\",\"v\":\"" v "\",\"t\":\"0.05\"},"                                          \
    "{\"kind\":\"hold\",\"v\":\"0\",\"t\":\"0.1\"},"                                               \
    "{\"kind\":\"hold\",\"v\":\"-" back "\",\"t\":\"0.03\"}"
static const char *const signals[] = {
    STEPS("0.01", "0.003"),
    STEPS("1e-5", "2e-5"),
    "{\"kind\":\"ramp\",\"v0\":\"2e-5\",\"v1\":\"-2e-5\",\"t\":\"0.005\"}",
};

/* Units of work, so that what cannot be decided is given up soon. */
static const double WORK = 10;

static struct verdict_on_witness judged(const struct arb_law *law, enum property property,
                                        const char *signal)
{
    struct witness w = witness_of(law, property, signal);
    struct work_limit limit = work_limit_from_now(WORK, 0);
    const struct verdict_on_witness verdict = witness_check(&w, BITS, &limit);
    witness_free(&w);
    return verdict;
}

/* Returns true when the function makes sharper what others give, or is asked for what need not
 * matter, so that an answer may stand without it: forces where nothing drifts; states where a
 * column that does not depend on them shows that a vector is not mapped to 0; and bounds, where the
 * property is not about them. */
static bool may_not_matter(enum member member, enum property property)
{
    switch (member) {
    case MEMBER_slack:
        return true;
    case MEMBER_force:
    case MEMBER_break_away:
    case MEMBER_steady_force:
        return property == NO_DRIFT;
    case MEMBER_flow:
        return property == IDENTIFIABILITY;
    case MEMBER_bound:
        return property != STATE_BOUND && property != STRIBECK_STATE_BOUND &&
               property != STRIBECK_HISTORY_BOUND && property != NO_DRIFT;
    default:
        return false;
    }
}

/* Returns false when both enclosures are numbers and exclude one another: any number is true of
 * what a function gives, so that what follows from it must not exclude the truth. */
static bool overlap(const struct verdict_on_witness *a, const struct verdict_on_witness *b)
{
    const double lo[] = { strtod(a->lo, NULL), strtod(b->lo, NULL) };
    const double hi[] = { strtod(a->hi, NULL), strtod(b->hi, NULL) };
    return !(lo[0] > hi[1]) && !(lo[1] > hi[0]);
}

/* Returns how many functions were asked. */
static unsigned judge_by_liars(const struct arb_law *law, enum property property,
                               const char *signal, enum lie lies)
{
    const struct verdict_on_witness true_verdict = judged(law, property, signal);
    const enum answer truth = true_verdict.confirmed;
    unsigned asked = 0;
    for (enum member i = 0; i < N_MEMBERS; i++)
        for (enum lie lie = 0; lie < lies; lie++) {
            struct arb_law liar_law = *law;
            liar.law = law;
            liar.lie = lie;
            liar.asked = false;
            if (i != MEMBER_slack) /* by which a bound may hold wherever the states are */
                liar_law.slack = NULL;
            if (!liar_corrupt(&liar_law, i))
                break;
            const struct verdict_on_witness verdict = judged(&liar_law, property, signal);
            const enum answer answer = verdict.confirmed;
            asked += liar.asked;
            cr_expect(lie == NOT_A_NUMBER || overlap(&verdict, &true_verdict),
                      "%s, %s, %s: [%s, %s] by %s of any number, [%s, %s] by the law", law->name,
                      property_info[property].name, signal, verdict.lo, verdict.hi, liar_members[i],
                      true_verdict.lo, true_verdict.hi);
            cr_expect(!liar.asked || answer == ANSWER_UNDECIDED ||
                          (may_not_matter(i, property) && answer == truth),
                      "%s, %s, %s: answer %d by %s, which is %s; the truth is %d", law->name,
                      property_info[property].name, signal, (int)answer, liar_members[i],
                      lie == NOT_A_NUMBER ? "no number" : "any number", (int)truth);
            if (!liar.asked) /* nor for another lie */
                break;
        }
    return asked;
}

/* Returns true when what a motion does decides the property along the signal. States without a
 * bound stay within it whatever they do, and what slides is no window in which nothing may drift.
 */
static bool depends_on_motion(const struct arb_law *law, enum property property, size_t signal)
{
    const struct model *model = PREC(model_find)(law->name);
    bool bounded = property != STATE_BOUND;
    arb_ptr p = _arb_vec_init(ARB_LAW_MAX), bound = _arb_vec_init(ARB_LAW_MAX);
    for (int i = 0; law->params[i]; i++)
        arb_set_d(p + i, default_of(model, law->params[i]));
    if (!bounded)
        law->bound(bound, p, BITS);
    for (int i = 0; i < arb_law_count(law->states); i++)
        bounded |= arb_is_finite(bound + i);
    _arb_vec_clear(bound, ARB_LAW_MAX);
    _arb_vec_clear(p, ARB_LAW_MAX);
    return bounded && (property != NO_DRIFT || signal == 1);
}

/* A law is judged without a function that the property does not need, as with it or not decided;
 * what it needs is missed before the law is judged. Without bounds no state is the travel itself,
 * of which drift says nothing: another property. */
Test(no_numbers, what_is_missing_is_not_asked)
{
    for (size_t i = 0; arb_laws[i]; i++)
        for (enum property property = 0; property < N_PROPERTIES; property++) {
            const bool is_rigorous = property != FINITE_FORCE && property != EXPERIMENT;
            cr_expect(is_rigorous || !rigorous_applicable(arb_laws[i], property), "%s",
                      property_info[property].name);
            if (!rigorous_applicable(arb_laws[i], property))
                continue;
            const enum answer truth = judged(arb_laws[i], property, signals[0]).confirmed;
            for (enum member k = 0; k < N_MEMBERS; k++) {
                struct arb_law law = *arb_laws[i];
                liar_drop(&law, k);
                if (k == MEMBER_force || (k == MEMBER_bound && property == NO_DRIFT) ||
                    !rigorous_applicable(&law, property))
                    continue;
                const enum answer answer = judged(&law, property, signals[0]).confirmed;
                cr_expect(answer == truth || answer == ANSWER_UNDECIDED,
                          "%s, %s: answer %d without %s, %d with it", law.name,
                          property_info[property].name, (int)answer, liar_members[k], (int)truth);
            }
        }
}

Test(no_numbers, decide_nothing)
{
    unsigned asked = 0;
    for (size_t i = 0; arb_laws[i]; i++)
        for (enum property property = 0; property < N_PROPERTIES; property++)
            for (size_t k = 0; k < sizeof signals / sizeof *signals; k++)
                if (rigorous_applicable(arb_laws[i], property) &&
                    depends_on_motion(arb_laws[i], property, k))
                    /* one lie along the ramp, which takes longest */
                    asked += judge_by_liars(arb_laws[i], property, signals[k], k == 2 ? 1 : LIES);
    cr_expect_gt(asked, 0);
}

/* What nobody knows is not claimed in a file. */
Test(no_numbers, are_not_written)
{
    for (int lies = 0; lies < 2; lies++) {
        struct arb_law law = *arb_law_find("lugre");
        liar.law = arb_law_find("lugre");
        liar.lie = NOT_A_NUMBER;
        cr_assert(!lies || liar_corrupt(&law, MEMBER_work));
        struct witness w = witness_of(&law, PASSIVITY, signals[0]);
        const struct witness_numbers numbers = witness_numbers_of(&w);
        char *text = witness_write(&numbers);
        cr_assert_not_null(text);
        cr_expect_eq(strstr(text, "claims") != NULL, !lies, "%s", text);
        free(text);
        witness_free(&w);
    }
}
