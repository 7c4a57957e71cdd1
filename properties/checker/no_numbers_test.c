/* Where a law's function gives no number, or any number, nothing is confirmed and nothing is
 * rejected: of each function of each law and each property that asks for it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/model.h"
#include "properties/checker/property.h"
#include "properties/checker/rigorous.h"
#include "properties/checker/witness.h"

enum { BITS = 128, TEXT = 4096 };

/* No number, and any number. */
enum lie { NOT_A_NUMBER, ANY_NUMBER, LIES };

/* What lies, how, and whether it was asked. */
static struct {
    enum lie lie;
    bool asked;
    const struct arb_law *law;
} liar;

static void lie_about(arb_ptr x, int n)
{
    liar.asked = true;
    for (int i = 0; i < n; i++)
        (liar.lie == NOT_A_NUMBER ? arb_indeterminate : arb_zero_pm_inf)(x + i);
}

/* The functions of a law, each with its results. */
static void lying_rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                       slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    lie_about(dx, arb_law_count(liar.law->states));
}

static void lying_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                        slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    lie_about(F, 1);
}

static void lying_flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                       slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)prec;
    lie_about(x, arb_law_count(liar.law->states));
}

static void lying_work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                       arb_srcptr x0, arb_srcptr x1, slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)x0, (void)x1, (void)prec;
    lie_about(part, liar.law->parts ? arb_law_count(liar.law->parts) : 1);
}

static void lying_band(arb_t band, arb_srcptr p)
{
    (void)p;
    lie_about(band, 1);
}

static void lying_steady(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    (void)p, (void)v, (void)s, (void)prec;
    lie_about(F, 1);
}

/* settling_rate, printed_force and stribeck */
static void lying_at_velocity(arb_t y, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p, (void)v, (void)prec;
    lie_about(y, 1);
}

static void lying_slack(arb_ptr slack, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p, (void)v, (void)prec;
    lie_about(slack, arb_law_count(liar.law->states));
}

static void lying_bound(arb_ptr bound, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    lie_about(bound, arb_law_count(liar.law->states));
}

static void lying_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    (void)p, (void)v, (void)travel, (void)prec;
    lie_about(scale, 1);
}

static void lying_storage(arb_t energy, arb_srcptr p, arb_srcptr x, slong prec)
{
    (void)p, (void)x, (void)prec;
    lie_about(energy, 1);
}

static void lying_loss(arb_t loss, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                       arb_srcptr x0, arb_srcptr x1, slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)x0, (void)x1, (void)prec;
    lie_about(loss, 1);
}

/* break_away and creep_resistance */
static void lying_constant(arb_t y, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    lie_about(y, 1);
}

static void lying_row(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    lie_about(u, liar.law->n_regressors);
}

static void lying_coefficients(arb_ptr coefficient, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    lie_about(coefficient, liar.law->n_regressors);
}

static void lying_printed_row(arb_t F, arb_srcptr p, const arb_t v0, const arb_t v, const arb_t s,
                              arb_srcptr x, slong prec)
{
    (void)p, (void)v0, (void)v, (void)s, (void)x, (void)prec;
    lie_about(F, 1);
}

static void lying_switches(arb_ptr g, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                           slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    lie_about(g, liar.law->n_switches);
}

static void lying_phase(arb_t F, arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s,
                        arb_srcptr x, const int side[], slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)side, (void)prec;
    lie_about(F, 1);
    lie_about(dx, arb_law_count(liar.law->states));
}

static void lying_transition(arb_ptr x, arb_srcptr p, int i, const arb_t v, const arb_t s,
                             slong prec)
{
    (void)p, (void)i, (void)v, (void)s, (void)prec;
    lie_about(x, arb_law_count(liar.law->states));
}

static void lying_turn(arb_ptr x, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    lie_about(x, arb_law_count(liar.law->states));
}

/* The law's functions that lie one at a time. `helps`: it makes sharper what others give, so that
 * an answer may stand without it, but must be the same. */
#define MEMBERS(X)                                                                                 \
    X(rate, lying_rate)                                                                            \
    X(force, lying_force)                                                                          \
    X(flow, lying_flow)                                                                            \
    X(work, lying_work)                                                                            \
    X(stick_band, lying_band)                                                                      \
    X(steady_force, lying_steady)                                                                  \
    X(settling_rate, lying_at_velocity)                                                            \
    X(bound, lying_bound)                                                                          \
    X(slack, lying_slack)                                                                          \
    X(force_scale, lying_scale)                                                                    \
    X(storage, lying_storage)                                                                      \
    X(loss, lying_loss)                                                                            \
    X(break_away, lying_constant)                                                                  \
    X(creep_resistance, lying_constant)                                                            \
    X(printed_force, lying_at_velocity)                                                            \
    X(regressor, lying_row)                                                                        \
    X(coefficients, lying_coefficients)                                                            \
    X(printed_regressor, lying_printed_row)                                                        \
    X(stribeck, lying_at_velocity)                                                                 \
    X(switches, lying_switches)                                                                    \
    X(phase, lying_phase)                                                                          \
    X(transition, lying_transition)                                                                \
    X(turn, lying_turn)

enum member {
#define X(member, function) MEMBER_##member,
    MEMBERS(X)
#undef X
        N_MEMBERS
};

static const char *const members[] = {
#define X(member, function) #member,
    MEMBERS(X)
#undef X
};

/* Makes that function lie. Returns false when the law has none. */
static bool corrupt(struct arb_law *law, enum member member)
{
    switch (member) {
#define X(member, function)                                                                        \
    case MEMBER_##member:                                                                          \
        if (!law->member)                                                                          \
            return false;                                                                          \
        law->member = function;                                                                    \
        return true;
        MEMBERS(X)
#undef X
    default:
        return false;
    }
}

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
    "{\"kind\":\"ramp\",\"v0\":\"1e-4\",\"v1\":\"-1e-4\",\"t\":\"0.02\"}",
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
            if (!corrupt(&liar_law, i))
                break;
            const struct verdict_on_witness verdict = judged(&liar_law, property, signal);
            const enum answer answer = verdict.confirmed;
            asked += liar.asked;
            cr_expect(lie == NOT_A_NUMBER || overlap(&verdict, &true_verdict),
                      "%s, %s, %s: [%s, %s] by %s of any number, [%s, %s] by the law", law->name,
                      property_info[property].name, signal, verdict.lo, verdict.hi, members[i],
                      true_verdict.lo, true_verdict.hi);
            cr_expect(!liar.asked || answer == ANSWER_UNDECIDED ||
                          (may_not_matter(i, property) && answer == truth),
                      "%s, %s, %s: answer %d by %s, which is %s; the truth is %d", law->name,
                      property_info[property].name, signal, (int)answer, members[i],
                      lie == NOT_A_NUMBER ? "no number" : "any number", (int)truth);
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

/* Takes that function away. */
static void drop(struct arb_law *law, enum member member)
{
    switch (member) {
#define X(member, function)                                                                        \
    case MEMBER_##member:                                                                          \
        law->member = NULL;                                                                        \
        break;
        MEMBERS(X)
#undef X
    default:
        break;
    }
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
                drop(&law, k);
                if (k == MEMBER_force || (k == MEMBER_bound && property == NO_DRIFT) ||
                    !rigorous_applicable(&law, property))
                    continue;
                const enum answer answer = judged(&law, property, signals[0]).confirmed;
                cr_expect(answer == truth || answer == ANSWER_UNDECIDED,
                          "%s, %s: answer %d without %s, %d with it", law.name,
                          property_info[property].name, (int)answer, members[k], (int)truth);
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
