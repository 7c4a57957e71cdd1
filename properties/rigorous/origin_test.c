/* A regressor as printed has a constant that the first velocity of motion fixes. Here its force is
 * that velocity, and the true force is 0. Velocities are known, zero, or perhaps zero: what is said
 * of balls is compared with all signals that they allow. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/rigorous/rigorous.h"

enum { BITS = 128, HOLDS = 3, SIGNALS = 27 };
enum kind { ZERO, KNOWN, PERHAPS };

/* The residuals of earlier holds would hide those of later ones if velocities fell. */
static double most_at(unsigned i) { return ldexp(1, (int)i); }

static enum kind kind_at(unsigned signal, unsigned i)
{
    static const unsigned powers[] = { 1, 3, 9 };
    return (enum kind)(signal / powers[i] % 3);
}

static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    (void)prec, (void)p, (void)x0;
    for (unsigned i = 0; i < HOLDS; i++) {
        const enum kind kind = kind_at(*(const unsigned *)numbers, i);
        arb_one(h + i);
        arb_set_d(v + i, kind == ZERO ? 0 : kind == KNOWN ? most_at(i) : most_at(i) / 2);
        if (kind == PERHAPS)
            mag_set_d(arb_radref(v + i), most_at(i) / 2);
    }
}

static void no_flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                    slong prec)
{
    (void)x, (void)p, (void)v, (void)s, (void)h, (void)prec;
}

static void no_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_zero(F);
}

static void one(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    (void)p, (void)v, (void)travel, (void)prec;
    arb_one(scale);
}

static void origin(arb_t F, arb_srcptr p, const arb_t v0, const arb_t v, const arb_t s,
                   arb_srcptr x, slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_set(F, v0);
}

/* Returns the first velocity of motion where those that are perhaps zero are, if their bit is set;
 * 0: nothing moves. */
static double first_of(unsigned signal, unsigned zeros)
{
    for (unsigned i = 0; i < HOLDS; i++) {
        const enum kind kind = kind_at(signal, i);
        if (kind == KNOWN || (kind == PERHAPS && !(zeros >> i & 1)))
            return most_at(i);
    }
    return 0;
}

Test(origins, are_the_first_velocities_of_motion)
{
    static const char *const none[] = { NULL };
    static const struct arb_law law = {
        .name = "origin",
        .params = none,
        .flow = no_flow,
        .force = no_force,
        .force_scale = one,
        .printed_regressor = origin,
    };
    arb_t functional, margin, value;
    arb_init(functional);
    arb_init(margin);
    arb_init(value);
    for (unsigned signal = 0; signal < SIGNALS; signal++) {
        const struct rigorous_case c = { .law = &law,
                                         .property = REGRESSOR_AS_PRINTED,
                                         .n_segments = HOLDS,
                                         .load = load,
                                         .numbers = &signal };
        const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
        double most = 0, least = HUGE_VAL;
        for (unsigned zeros = 0; zeros < 1U << HOLDS; zeros++) {
            const double first = first_of(signal, zeros);
            most = fmax(most, first);
            least = fmin(least, first);
            arb_set_d(value, first);
            cr_expect(arb_contains(functional, value), "signal %u: not %g", signal, first);
            arb_neg(value, value);
            cr_expect(arb_contains(margin, value), "signal %u: margin not %g", signal, -first);
        }
        arb_get_ubound_arf(arb_midref(value), functional, BITS);
        cr_expect(arf_cmp_d(arb_midref(value), most * (1 + 0x1p-20)) <= 0, "signal %u: beyond %g",
                  signal, most);
        if (least == most)
            cr_expect_eq(answer, most > 0 ? ANSWER_YES : ANSWER_NO, "signal %u: %d", signal,
                         (int)answer);
        else
            cr_expect_neq(answer, least > 0 ? ANSWER_NO : ANSWER_YES, "signal %u: %d", signal,
                          (int)answer);
    }
    arb_clear(value);
    arb_clear(margin);
    arb_clear(functional);
}

/* No force, which U P misses by 1 N if it is wrong. */
static struct {
    bool wrong;
    bool maybe_rest; /* v is any of [-1, 1] m/s, else 0 */
} given;

static void row(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_set_si(u, given.wrong);
}

static void printed_row(arb_t F, arb_srcptr p, const arb_t v0, const arb_t v, const arb_t s,
                        arb_srcptr x, slong prec)
{
    (void)v0;
    row(F, p, v, s, x, prec);
}

static void one_coefficient(arb_ptr coefficient, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_one(coefficient);
}

static void load_rest(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    (void)numbers, (void)prec, (void)p, (void)x0;
    arb_one(h);
    arb_zero(v);
    if (given.maybe_rest)
        mag_one(arb_radref(v));
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    (void)p, (void)v, (void)s, (void)prec;
    arb_set_si(F, given.wrong);
}

static const char *const no_params[] = { NULL };
static const struct arb_law rows = { .name = "row",
                                     .params = no_params,
                                     .force = no_force,
                                     .flow = no_flow,
                                     .force_scale = one,
                                     .n_regressors = 1,
                                     .regressor = row,
                                     .coefficients = one_coefficient,
                                     .steady_force = steady_force,
                                     .printed_regressor = printed_row };

static enum answer judged(enum property property, bool wrong, bool maybe_rest)
{
    const struct rigorous_case c = {
        .law = &rows, .property = property, .n_segments = 1, .load = load_rest
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

/* Steady sliding has no force, or 1 N if it is wrong. What rests does not slide, and nothing is
 * said of it; of what may rest or slide nothing is known. */
Test(steady_state, is_said_of_what_slides)
{
    for (int wrong = 0; wrong < 2; wrong++) {
        cr_expect_eq(judged(STEADY_STATE, wrong, false), ANSWER_NO);
        cr_expect_eq(judged(STEADY_STATE, wrong, true), ANSWER_UNDECIDED);
    }
}

Test(regressors, as_printed_are_compared_where_the_law_moves)
{
    cr_expect_eq(judged(REGRESSOR_AS_PRINTED, true, false), ANSWER_NO);
    cr_expect_eq(judged(REGRESSOR_AS_PRINTED, true, true), ANSWER_UNDECIDED);
    cr_expect_eq(judged(REGRESSOR_AS_PRINTED, false, true), ANSWER_NO);
}

/* A force of 1 N where steady sliding has none: what settles at 1/s is allowed 2 exp(-h/s) N. */
static double seconds;

static void load_seconds(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v,
                         arb_ptr h)
{
    (void)numbers, (void)prec, (void)p, (void)x0;
    arb_one(v);
    arb_set_d(h, seconds);
}

static void one_newton(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                       slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_one(F);
}

static void no_steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    (void)p, (void)v, (void)s, (void)prec;
    arb_zero(F);
}

static void one_per_second(arb_t rate, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p, (void)v, (void)prec;
    arb_one(rate);
}

Test(steady_state, is_approached_at_the_settling_rate)
{
    static const struct arb_law law = { .name = "settling",
                                        .params = no_params,
                                        .force = one_newton,
                                        .force_scale = one,
                                        .flow = no_flow,
                                        .steady_force = no_steady_force,
                                        .settling_rate = one_per_second };
    const struct rigorous_case c = {
        .law = &law, .property = STEADY_STATE, .n_segments = 1, .load = load_seconds
    };
    arb_t functional, margin, value;
    arb_init(functional);
    arb_init(margin);
    arb_init(value);
    for (int k = 1; k <= 32; k++) {
        seconds = k / 8.0;
        const double allowed = 2 * exp(-seconds);
        const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
        cr_expect_eq(answer, allowed < 1 ? ANSWER_YES : ANSWER_NO, "%g s: %d", seconds,
                     (int)answer);
        cr_expect(arb_is_one(functional));
        arb_set_d(value, allowed - 1);
        mag_set_d(arb_radref(value), 0x1p-50); /* two roundings of doubles */
        cr_expect(arb_overlaps(margin, value) && mag_get_d(arb_radref(margin)) < 0x1p-60, "%g s",
                  seconds);
    }
    arb_clear(value);
    arb_clear(margin);
    arb_clear(functional);
}
