/* Where a vector of columns has to cancel: along the excitation, and after each segment of a
 * signal, at the velocity at its end, whatever sign it may have. */
#include <criterion/criterion.h>

#include "properties/rigorous/excitation.h"
#include "properties/rigorous/ramps_test.h"
#include "properties/rigorous/rigorous.h"
#include "properties/rigorous/rigorous_regressor.h"

enum { BITS = 128, APART = 3 };

static const char *const no_params[] = { NULL };
static const long first[] = { 1, 0 };

static void no_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_zero(F);
}

/* The first column is 1 at |v| = APART, which no hold of the excitation has, and where s = 0, as at
 * rest; else 0. The other is always 1. */
static void apart(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)x, (void)prec;
    arb_t size;
    arb_init(size);
    arb_abs(size, v);
    arb_sqr(u, s, BITS);
    arb_sub_ui(u, u, 1, BITS);
    arb_neg(u, u);
    if (arb_equal_si(size, APART))
        arb_one(u);
    arb_one(u + 1);
    arb_clear(size);
}

static const struct arb_law law = {
    .name = "apart", .params = no_params, .force = no_force, .regressor = apart, .n_regressors = 2
};

static enum answer judge_null(struct rigorous_case c, const long null[])
{
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    c.null = null;
    const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
    arb_clear(margin);
    arb_clear(functional);
    return answer;
}

static enum answer judge(struct rigorous_case c) { return judge_null(c, first); }

Test(nulls, are_those_at_the_end_of_a_ramp)
{
    static const int speeds[] = { -APART, -1, 1, APART };
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            const struct ramp ramp = { speeds[i], speeds[k] };
            const bool is_null = ramp.to == 1 || ramp.to == -1;
            cr_expect_eq(judge(along_ramp(&law, IDENTIFIABILITY, &ramp)),
                         is_null ? ANSWER_YES : ANSWER_NO, "from %d to %d", ramp.from, ramp.to);
        }
}

/* A velocity that is known, zero, or between zero and that. */
enum velocity { KNOWN, ZERO, PERHAPS };

static void load_hold(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    const enum velocity is = *(const enum velocity *)numbers;
    (void)prec, (void)p, (void)x0;
    arb_set_si(v, is == KNOWN ? 1 : 0);
    if (is == PERHAPS)
        mag_one(arb_radref(v));
    arb_one(h);
}

Test(nulls, hold_for_every_sign_that_a_velocity_may_have)
{
    static const enum answer answers[] = { ANSWER_YES, ANSWER_NO, ANSWER_UNDECIDED };
    for (enum velocity is = KNOWN; is <= PERHAPS; is++)
        cr_expect_eq(judge((struct rigorous_case){ .law = &law,
                                                   .property = IDENTIFIABILITY,
                                                   .n_segments = 1,
                                                   .load = load_hold,
                                                   .numbers = &is }),
                     answers[is], "%d", (int)is);
}

/* Counts holds. */
static void count(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    (void)p, (void)v, (void)s, (void)h;
    arb_add_ui(x, x, 1, prec);
}

static int odd_hold; /* of the excitation, behind one of the signal; -1: none */

/* The first column is 1 after the odd hold alone, the other always. */
static void odd_once(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                     slong prec)
{
    (void)p, (void)v, (void)s, (void)prec;
    arb_set_si(u, odd_hold >= 0 && arb_equal_si(x, odd_hold + 2));
    arb_one(u + 1);
}

Test(nulls, are_looked_at_in_every_hold_of_the_excitation)
{
    static const char *const states[] = { "count", NULL };
    static const struct arb_law counting = { .name = "counting",
                                             .params = no_params,
                                             .states = states,
                                             .force = no_force,
                                             .flow = count,
                                             .regressor = odd_once,
                                             .n_regressors = 2 };
    enum velocity known = KNOWN;
    struct rigorous_case c = { .law = &counting,
                               .property = IDENTIFIABILITY,
                               .n_segments = 1,
                               .load = load_hold,
                               .numbers = &known };
    for (odd_hold = -1; odd_hold < EXCITATION_HOLDS; odd_hold++) {
        long null[RIGOROUS_MAX_COLUMNS] = { 0 };
        cr_expect_eq(rigorous_null_vector(&c, BITS, null), odd_hold < 0, "hold %d", odd_hold);
        cr_expect(odd_hold >= 0 || (null[0] == 1 && null[1] == 0));
    }
}

/* Two columns that are alike, but for less than is known, at |v| = APART. */
static void nearly_alike(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                         slong prec)
{
    (void)p, (void)s, (void)x, (void)prec;
    arb_one(u);
    if (arb_equal_si(v, APART))
        mag_set_ui_2exp_si(arb_radref(u), 1, -500);
    arb_one(u + 1);
}

static void load_apart(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    (void)numbers, (void)prec, (void)p, (void)x0;
    arb_set_si(v, APART);
    arb_one(h);
}

/* What nearly cancels need not. */
Test(nulls, are_exact_along_the_signal)
{
    static const long difference[] = { 1, -1 };
    struct arb_law alike = law;
    alike.regressor = nearly_alike;
    enum velocity known = KNOWN;
    struct rigorous_case c = { .law = &alike,
                               .property = IDENTIFIABILITY,
                               .n_segments = 1,
                               .load = load_hold,
                               .numbers = &known };
    cr_expect_eq(judge_null(c, difference), ANSWER_YES);
    c.load = load_apart;
    cr_expect_eq(judge_null(c, difference), ANSWER_UNDECIDED);
}
