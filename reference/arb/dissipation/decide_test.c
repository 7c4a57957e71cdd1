/* Decisions about balls: right where they are finite, and none where they are not. */
#include <criterion/criterion.h>

#include "reference/arb/dissipation/parts.h"
#include "reference/arb/test_box.h"
#include "tools/base/decide.h"

/* Balls that Arb can hold and that decide nothing, whatever else is asked of them. */
enum { N_VAGUE = 6 };

static void set_vague(arb_t x, int i)
{
    arb_zero(x);
    switch (i) {
    case 0:
        arb_indeterminate(x);
        break;
    case 1:
        arf_nan(arb_midref(x));
        break;
    case 2:
        arb_zero_pm_inf(x);
        break;
    case 3:
        arb_pos_inf(x);
        mag_inf(arb_radref(x));
        break;
    case 4:
        arb_pos_inf(x);
        break;
    default:
        arb_neg_inf(x);
    }
}

Test(decide, nothing_about_what_is_not_finite)
{
    struct decision (*const about[])(const arb_t) = { ball_is_positive, ball_is_nonnegative,
                                                      ball_is_negative, ball_is_nonpositive,
                                                      ball_is_zero };
    arb_t x, one;
    arb_init(x);
    arb_init(one);
    arb_one(one);
    for (int i = 0; i < N_VAGUE; i++) {
        set_vague(x, i);
        for (size_t k = 0; k < sizeof about / sizeof *about; k++)
            cr_expect_eq(about[k](x).answer, ANSWER_UNDECIDED, "ball %d, question %zu", i, k);
        cr_expect_eq(ball_less(x, one).answer, ANSWER_UNDECIDED, "ball %d", i);
        cr_expect_eq(ball_less(one, x).answer, ANSWER_UNDECIDED, "ball %d", i);
        cr_expect_eq(ball_at_most(x, one).answer, ANSWER_UNDECIDED, "ball %d", i);
        cr_expect_eq(ball_at_most(one, x).answer, ANSWER_UNDECIDED, "ball %d", i);
        cr_expect_not(ball_same(x, x), "ball %d", i);
        cr_expect_not(ball_is_whole(x, -1, 1), "ball %d", i);
        cr_expect_not(ball_is_integer(x), "ball %d", i);
        for (slong n = -1; n <= 1; n++)
            cr_expect_not(ball_is_exactly(x, n), "ball %d", i);
        cr_expect_eq(ball_sign(x), 0, "ball %d", i);
    }
    arb_clear(one);
    arb_clear(x);
}

/* Intervals [a, b] of small whole numbers, whose answers are those of all their numbers. */
Test(decide, as_all_numbers_of_a_ball_do)
{
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    for (int a = -3; a <= 3; a++)
        for (int b = a; b <= 3; b++) {
            const enum answer positive = a > 0 ? ANSWER_YES : b <= 0 ? ANSWER_NO : ANSWER_UNDECIDED;
            const enum answer nonnegative = a >= 0  ? ANSWER_YES
                                            : b < 0 ? ANSWER_NO
                                                    : ANSWER_UNDECIDED;
            const enum answer zero = a == 0 && b == 0 ? ANSWER_YES
                                     : a > 0 || b < 0 ? ANSWER_NO
                                                      : ANSWER_UNDECIDED;
            arb_set_si(x, a + b); /* exactly, and the radius */
            mag_set_ui(arb_radref(x), (ulong)(b - a));
            arb_mul_2exp_si(x, x, -1);
            arb_neg(y, x);
            cr_expect_eq(ball_is_positive(x).answer, positive, "[%d, %d]", a, b);
            cr_expect_eq(ball_is_nonnegative(x).answer, nonnegative, "[%d, %d]", a, b);
            cr_expect_eq(ball_is_negative(y).answer, positive, "[%d, %d]", a, b);
            cr_expect_eq(ball_is_nonpositive(y).answer, nonnegative, "[%d, %d]", a, b);
            cr_expect_eq(ball_is_zero(x).answer, zero, "[%d, %d]", a, b);
            cr_expect_eq(ball_sign(x), (a > 0) - (b < 0), "[%d, %d]", a, b);
            arb_zero(y);
            cr_expect_eq(ball_less(y, x).answer, positive, "[%d, %d]", a, b);
            cr_expect_eq(ball_at_most(y, x).answer, nonnegative, "[%d, %d]", a, b);
            cr_expect_eq(ball_is_whole(x, -1, 2), a == b && a >= -1 && a <= 2);
            cr_expect_eq(ball_is_integer(x), a == b);
            for (slong n = -1; n <= 1; n++)
                cr_expect_eq(ball_is_exactly(x, n), a == b && a == n);
        }
    arb_clear(y);
    arb_clear(x);
}

/* A cut ball keeps all that is not negative and nothing else; what is not finite is not a number
 * known to be zero. */
Test(clip, keeps_what_is_known)
{
    arb_t x, was, zero;
    arb_init(x);
    arb_init(was);
    arb_init(zero);
    for (int i = 0; i < N_VAGUE; i++) {
        set_vague(x, i);
        dissipation_clip(x);
        cr_expect_not(arb_is_finite(x), "ball %d", i);
        cr_expect_eq(ball_is_nonnegative(x).answer, ANSWER_UNDECIDED, "ball %d", i);
    }
    static const char *const finite[][3] = { { "1 +/- 2", "0", "3" },
                                             { "-1 +/- 1.5", "0", "0.5" },
                                             { "2 +/- 1", "1", "3" },
                                             { "1e-300 +/- 2e-300", "0", "3e-300" } };
    for (size_t i = 0; i < sizeof finite / sizeof *finite; i++) {
        arb_set_str(x, finite[i][0], 64);
        dissipation_clip(x);
        cr_expect(certainly(ball_is_nonnegative(x)), "%s", finite[i][0]);
        for (int end = 1; end <= 2; end++) {
            arb_set_str(was, finite[i][end], 64);
            cr_expect(arb_overlaps(x, was), "%s keeps %s", finite[i][0], finite[i][end]);
        }
    }
    arb_set_str(x, "-2 +/- 1", 64);
    dissipation_clip(x);
    cr_expect(arb_is_zero(x), "what is known to be >= 0 and is not above 0");
    arb_clear(zero);
    arb_clear(was);
    arb_clear(x);
}

/* Sums, products and squares keep the sign that their operands show, however coarse the numbers;
 * so do parts of 1, and the curve and its complement, over intervals that may end at 0 or 1. */
Test(signs, that_operands_have_are_known_of_results)
{
    enum { DRAWS = 500, COARSE = 24 };
    unsigned long long random = test_seed();
    arb_t x, y, z, m, inside;
    arb_init(x);
    arb_init(y);
    arb_init(z);
    arb_init(m);
    arb_init(inside);
    for (int i = 0; i < DRAWS; i++) {
        const double a = i % 3 ? test_uniform(&random) : 0, b = i % 5 ? test_uniform(&random) : 1;
        const double low = fmin(a, b), high = fmax(a, b);
        test_box_coordinate(&random, x, inside, (low + high) / 2, (high - low) / 2);
        dissipation_clip(x);
        test_box_coordinate(&random, y, inside, a / 2, a / 2);
        dissipation_clip(y);
        for (int operation = 0; operation < 3; operation++) {
            arb_set(z, y);
            (operation == 0   ? dissipation_add
             : operation == 1 ? dissipation_mul
                              : dissipation_addmul)(z, x, y, COARSE);
            cr_expect(certainly(ball_is_nonnegative(z)), "draw %d, operation %d", i, operation);
        }
        arb_neg(x, x);
        dissipation_submul(y, x, y, COARSE);
        cr_expect(certainly(ball_is_nonnegative(y)), "draw %d", i);
        arb_sub_si(z, y, 1, COARSE);
        dissipation_sqr(z, z, COARSE);
        cr_expect(certainly(ball_is_nonnegative(z)), "draw %d", i);
        test_box_coordinate(&random, x, inside, (low + high) / 2, (high - low) / 2);
        arb_set_d(m, 0.5 + 1.5 * test_uniform(&random));
        dissipation_left(z, x, COARSE);
        dissipation_curve(y, x, x, m, COARSE);
        cr_expect(certainly(ball_is_nonnegative(x)) && certainly(ball_is_nonnegative(y)) &&
                      certainly(ball_is_nonnegative(z)),
                  "draw %d: theta from %g to %g", i, low, high);
    }
    arb_clear(inside);
    arb_clear(m);
    arb_clear(z);
    arb_clear(y);
    arb_clear(x);
}
