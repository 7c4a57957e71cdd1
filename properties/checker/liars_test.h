/* Laws of which one function lies. For one test, which includes it once. */
#ifndef BRISTLE_PROPERTIES_CHECKER_LIARS_TEST_H
#define BRISTLE_PROPERTIES_CHECKER_LIARS_TEST_H

#include "reference/arb/law.h"

/* No number, and any number. */
enum lie { NOT_A_NUMBER, ANY_NUMBER, LIES };

/* What lies, how, and whether it was asked. */
static struct liar {
    enum lie lie;
    bool asked;
    const struct arb_law *law;
} liar;

/* The functions that lie, one at a time. */
#define LIAR_MEMBERS(X)                                                                            \
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
    LIAR_MEMBERS(X)
#undef X
        N_MEMBERS
};

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

/* Their names. */
static const char *const liar_members[] = {
#define X(member, function) #member,
    LIAR_MEMBERS(X)
#undef X
};

/* Makes that function lie. Returns false when the law has none. */
static bool liar_corrupt(struct arb_law *law, enum member member)
{
    switch (member) {
#define X(member, function)                                                                        \
    case MEMBER_##member:                                                                          \
        if (!law->member)                                                                          \
            return false;                                                                          \
        law->member = function;                                                                    \
        return true;
        LIAR_MEMBERS(X)
#undef X
    default:
        return false;
    }
}

/* Takes that function away. */
static void liar_drop(struct arb_law *law, enum member member)
{
    switch (member) {
#define X(member, function)                                                                        \
    case MEMBER_##member:                                                                          \
        law->member = NULL;                                                                        \
        break;
        LIAR_MEMBERS(X)
#undef X
    default:
        break;
    }
}

#endif
