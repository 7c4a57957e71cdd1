/* Where a regressor is compared with the force: as stated at every velocity, also at rest; as
 * printed where the law moves, and what may be rest decides nothing. */
#include <criterion/criterion.h>

#include "properties/checker/rigorous.h"

enum { BITS = 128 };

/* A force of 1 N; U P is 1 N, and wrong by 1 N at the velocities given. */
static struct {
    bool wrong;
    bool maybe_rest; /* v is any of [-1, 1] m/s, else 0 */
} given;

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_one(F);
}

static void row(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_set_si(u, given.wrong ? 2 : 1);
}

static void printed_row(arb_t F, arb_srcptr p, const arb_t v0, const arb_t v, const arb_t s,
                        arb_srcptr x, slong prec)
{
    (void)v0;
    row(F, p, v, s, x, prec);
}

static void one(arb_ptr coefficient, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_one(coefficient);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    (void)p, (void)v, (void)travel, (void)prec;
    arb_one(scale);
}

static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    (void)p, (void)v, (void)s, (void)x0, (void)x1, (void)prec;
    arb_set(part, h);
}

static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    (void)numbers, (void)prec, (void)p, (void)x0;
    arb_one(h);
    arb_zero(v);
    if (given.maybe_rest)
        mag_one(arb_radref(v));
}

static const char *const no_params[] = { NULL };
static const struct arb_law law = { .name = "row",
                                    .params = no_params,
                                    .force = force,
                                    .work = work,
                                    .force_scale = force_scale,
                                    .n_regressors = 1,
                                    .regressor = row,
                                    .coefficients = one,
                                    .printed_regressor = printed_row };

static enum answer judged(enum property property, bool wrong, bool maybe_rest)
{
    const struct rigorous_case c = {
        .law = &law, .property = property, .n_segments = 1, .load = load
    };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    given.wrong = wrong;
    given.maybe_rest = maybe_rest;
    const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
    arb_clear(margin);
    arb_clear(functional);
    return answer;
}

Test(regressors, are_compared_also_at_rest)
{
    for (int maybe_rest = 0; maybe_rest < 2; maybe_rest++) {
        cr_expect_eq(judged(REGRESSOR, true, maybe_rest), ANSWER_YES);
        cr_expect_eq(judged(REGRESSOR, false, maybe_rest), ANSWER_NO);
    }
}

Test(regressors, as_printed_are_compared_where_the_law_moves)
{
    cr_expect_eq(judged(REGRESSOR_AS_PRINTED, true, false), ANSWER_NO);
    cr_expect_eq(judged(REGRESSOR_AS_PRINTED, true, true), ANSWER_UNDECIDED);
    cr_expect_eq(judged(REGRESSOR_AS_PRINTED, false, true), ANSWER_NO);
}
