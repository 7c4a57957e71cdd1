/* What polynomials of a dissipation inequality show over boxes: signs that powers, products and
 * cancelled terms have, and nothing where a value is not finite. */
#include <criterion/criterion.h>
#include <math.h>

#include "reference/derived/polynomial_test.h"
#include "tools/base/decide.h"

enum { FINE = 600 };

/* Adds a term of one or two variables with a number as its coefficient; VARIABLES: none. */
static void state_term(struct trial *t, double number, unsigned i, unsigned power, unsigned j)
{
    unsigned char *exponents = add_term(t, graph_real(&t->graph, number));
    if (i < VARIABLES)
        exponents[i] = (unsigned char)power;
    if (j < VARIABLES)
        exponents[j]++;
    t->law.nodes = t->graph.nodes;
    t->law.n = t->graph.n;
    t->law.numbers = t->graph.numbers;
}

/* y <- [a, b] */
static void interval(arb_t y, double a, double b)
{
    arf_t low, high;
    arf_init(low);
    arf_init(high);
    arf_set_d(low, a);
    arf_set_d(high, b);
    arb_set_interval_arf(y, low, high, FINE);
    arf_clear(high);
    arf_clear(low);
}

/* u + c0 u^2 - u^2/4, times (1 - theta) to what powers are left: with c0 = 1/4 that is theta, which
 * is positive up to where u is infinite; next to 1/4 theta (1 - theta) + (c0 - 1/4) theta^2. */
Test(balance_ball, terms_that_cancel_are_left_out)
{
    struct trial t;
    arb_ptr box = _arb_vec_init(COORDINATES);
    arb_t over;
    arb_init(over);
    open_trial(&t, VALUE);
    state_term(&t, 1, U, 1, VARIABLES);
    state_term(&t, 1, U, 2, C0);
    state_term(&t, -0.25, U, 2, VARIABLES);
    const struct balance_box b = box_at(box);
    interval(box + AT_THETA, 0.5, 1);
    arb_set_d(box + AT_C, 0.25);
    balance_ball(over, &t.law, &t.product, &b, 64);
    cr_expect(certainly(ball_is_positive(over)) && arb_contains_si(over, 1));
    for (int side = -1; side <= 1; side++) {
        arb_set_d(box + AT_C, 0.25 + ldexp(side, -20));
        mag_set_ui_2exp_si(arb_radref(box + AT_C), 1, -22);
        balance_ball(over, &t.law, &t.product, &b, 64);
        cr_expect_not(side <= 0 && certainly(ball_is_nonnegative(over)), "%d", side);
        cr_expect(side <= 0 || certainly(ball_is_positive(over)));
    }
    close_trial(&t);
    arb_clear(over);
    _arb_vec_clear(box, COORDINATES);
}

/* The first terms and the others as two polynomials. */
static void split(struct balance_polynomial part[2], const struct trial *t, unsigned first)
{
    part[0] = part[1] = t->P;
    part[0].n_terms = first;
    part[1].n_terms -= first;
    part[1].coefficients += first;
    part[1].exponents += (size_t)first * t->P.n_variables;
}

/* Even powers are not negative on either side of 0, nor are products of what is not; those of one
 * factor that is not positive are not positive. A decay ends at theta = 1. */
Test(balance_ball, signs_of_powers_and_products_are_known)
{
    struct balance_polynomial part[2];
    const struct balance_product product = { .of = part, .slow = part, .n = 2 };
    arb_ptr box = _arb_vec_init(COORDINATES);
    arb_t over;
    arb_init(over);
    for (int sign = -1; sign <= 1; sign += 2)
        for (int reaches = 0; reaches < 2; reaches++) {
            struct trial t;
            open_trial(&t, VALUE);
            state_term(&t, 1, W0, 2, VARIABLES);
            state_term(&t, 0.5, W1, 2, VARIABLES);
            state_term(&t, sign, DECAY, 1, P0);
            split(part, &t, 2);
            const struct balance_box b = box_at(box);
            interval(box + AT_P, 1, 2);
            interval(box + AT_THETA, 0.25, reaches ? 1 : 0.5);
            interval(box + AT_W, -0.25, 0.5);
            interval(box + AT_W + 1, -1, 0.75);
            balance_ball(over, &t.law, &product, &b, 53);
            cr_expect(sign < 0 || certainly(ball_is_nonnegative(over)));
            /* (w0^2 + w1^2/2) p0 exp(-p0 u) comes to 0.75 exp(-1/3) at w = (0.5, -1) */
            arb_set_d(box + AT_P, sign * 0.75 * exp(-1. / 3));
            cr_expect(arb_contains(over, box + AT_P));
            interval(box + AT_P, 1, 2);
            interval(box + AT_W + 1, -1, -0.25);
            interval(box + AT_W, 0.25, 0.5);
            balance_ball(over, &t.law, &product, &b, 53);
            cr_expect(certainly(sign > 0 ? ball_is_nonnegative(over) : ball_is_nonpositive(over)));
            arb_set_d(box + AT_P, sign * 0.75 * exp(-1. / 3));
            cr_expect(arb_contains(over, box + AT_P));
            close_trial(&t);
        }
    arb_clear(over);
    _arb_vec_clear(box, COORDINATES);
}

/* A product of none is 1, or 0. */
Test(balance_ball, products_of_none_are_numbers)
{
    struct trial t;
    arb_ptr box = _arb_vec_init(COORDINATES);
    arb_t over;
    arb_init(over);
    open_trial(&t, VALUE);
    const struct balance_box b = box_at(box);
    for (int is_zero = 0; is_zero < 2; is_zero++) {
        const struct balance_product none = { .of = &t.P, .slow = &t.P, .is_zero = is_zero };
        balance_ball(over, &t.law, &none, &b, 53);
        cr_expect(arb_equal_si(over, !is_zero));
    }
    close_trial(&t);
    arb_clear(over);
    _arb_vec_clear(box, COORDINATES);
}

/* Of the two forms of a product the one that shows a sign counts: p0 (u - exp(-u/(1 + u^2)))
 * changes its sign, and is not finite up to where u is infinite; p0 (1 - exp(-u^2)) does not. */
Test(balance_ball, the_form_that_shows_a_sign_counts)
{
    struct balance_polynomial form[2];
    const struct balance_product vague = { &form[0], &form[0], 1, false };
    struct trial t;
    arb_ptr box = _arb_vec_init(COORDINATES);
    arb_t over;
    arb_init(over);
    open_trial(&t, VARIABLES);
    state_term(&t, 1, P0, 1, U);
    state_term(&t, -1, P0, 1, BUMP);
    state_term(&t, 1, RISE, 1, P0);
    split(form, &t, 2);
    const struct balance_box b = box_at(box);
    interval(box + AT_P, 1, 2);
    interval(box + AT_THETA, 0, 0.5);
    balance_ball(over, &t.law, &vague, &b, 53);
    cr_expect(arb_is_finite(over) && ball_sign(over) == 0);
    for (int slow = 0; slow < 2; slow++) {
        const struct balance_product product = { &form[slow], &form[!slow], 1, false };
        balance_ball(over, &t.law, &product, &b, 53);
        cr_expect(certainly(ball_is_nonnegative(over)), "%d", slow);
    }
    close_trial(&t);
    arb_clear(over);
    _arb_vec_clear(box, COORDINATES);
}

/* Where theta may be 1, a value that is not finite there makes nothing certain. */
Test(balance_ball, what_is_not_finite_says_nothing)
{
    struct trial t;
    arb_ptr box = _arb_vec_init(COORDINATES);
    arb_t over;
    arb_init(over);
    for (unsigned n = VALUE; n <= VARIABLES; n++) {
        open_trial(&t, n);
        state_term(&t, 1, U, 1, P0);
        const struct balance_box b = box_at(box);
        interval(box + AT_P, 1, 2);
        interval(box + AT_THETA, 0.5, 1);
        balance_ball(over, &t.law, &t.product, &b, 53);
        cr_expect_eq(arb_is_finite(over) && certainly(ball_is_positive(over)), n == VALUE);
        close_trial(&t);
    }
    arb_clear(over);
    _arb_vec_clear(box, COORDINATES);
}
