/* Closed forms of u and of its integrals. With a = beta + gamma and b = beta - gamma: du/dxi = A -
 * a u^n for u >= 0, and w = -u > 0 obeys dw/dxi = -(A + b w^n). Integrals of u follow from the
 * equations: for n = 1 by integrating them, for n = 2 from d ln(A + b w^2)/dxi = -2 b w. What
 * happens below zero is monotone in b, so that a ball b is handled by its two ends (b = 0 has its
 * own formulas). For b < 0 w may grow: exponentially for n = 1, and for n = 2 to infinity within a
 * finite path, from where there is no answer.
 */
#include "reference/arb/bouc_wen_path.h"
#include "tools/base/decide.h"

/* u1 and int u dxi over the path by du/dxi = A - a u^n, from u >= 0. */
static void risen(arb_t u1, arb_t integral, const struct bouc_wen_path *q, const arb_t u,
                  const arb_t xi, slong prec)
{
    arb_t a, kappa, r, t, e;
    arb_init(a);
    arb_init(kappa);
    arb_init(r);
    arb_init(t);
    arb_init(e);
    arb_add(a, q->beta, q->gamma, prec);
    if (!q->square) {
        arb_div(r, q->A, a, prec);
        arb_mul(t, a, xi, prec);
        arb_neg(t, t);
        arb_exp(t, t, prec);
        arb_sub(e, u, r, prec);
        arb_mul(e, e, t, prec);
        arb_add(e, e, r, prec);
        arb_sub(t, u, e, prec);
        arb_addmul(t, q->A, xi, prec);
        arb_div(integral, t, a, prec);
        arb_swap(u1, e);
    } else {
        arb_mul(kappa, q->A, a, prec);
        arb_sqrt(kappa, kappa, prec);
        arb_div(r, kappa, q->A, prec);
        arb_mul(r, r, u, prec);
        arb_mul(kappa, kappa, xi, prec);
        /* int = [k + ln((1+r)/2 + (1-r)/2 exp(-2k))]/a */
        arb_mul_2exp_si(e, kappa, 1);
        arb_neg(e, e);
        arb_exp(e, e, prec);
        arb_sub_ui(t, r, 1, prec);
        arb_mul(t, t, e, prec);
        arb_neg(t, t);
        arb_add(t, t, r, prec);
        arb_add_ui(t, t, 1, prec);
        arb_mul_2exp_si(t, t, -1);
        arb_log(t, t, prec);
        arb_add(t, t, kappa, prec);
        arb_div(integral, t, a, prec);
        /* u1 = sqrt(A/a) (r + tanh k)/(1 + r tanh k) */
        arb_tanh(t, kappa, prec);
        arb_mul(e, r, t, prec);
        arb_add_ui(e, e, 1, prec);
        arb_add(t, t, r, prec);
        arb_div(t, t, e, prec);
        arb_div(e, q->A, a, prec);
        arb_sqrt(e, e, prec);
        arb_mul(u1, t, e, prec);
    }
    arb_clear(e);
    arb_clear(t);
    arb_clear(r);
    arb_clear(kappa);
    arb_clear(a);
}

/* The path to zero from w by dw/dxi = -(A + b w^n); indeterminate where it may not get there. */
static void crossing(arb_t xi, const struct bouc_wen_path *q, const arb_t b, const arb_t w,
                     slong prec)
{
    arb_t kappa, t;
    arb_init(kappa);
    arb_init(t);
    if (certainly(ball_is_zero(b)))
        arb_div(xi, w, q->A, prec);
    else if (!q->square) {
        arb_mul(t, b, w, prec);
        arb_div(t, t, q->A, prec);
        arb_log1p(t, t, prec);
        arb_div(xi, t, b, prec);
    } else {
        arb_mul(kappa, q->A, b, prec);
        arb_abs(kappa, kappa);
        arb_sqrt(kappa, kappa, prec);
        arb_div(t, kappa, q->A, prec);
        arb_mul(t, t, w, prec);
        if (certainly(ball_is_positive(b)))
            arb_atan(t, t, prec);
        else
            arb_atanh(t, t, prec);
        arb_div(xi, t, kappa, prec);
    }
    arb_clear(t);
    arb_clear(kappa);
}

/* fallen() for n = 1 and b != 0. */
static void fallen_linear(arb_t w1, arb_t integral, const struct bouc_wen_path *q, const arb_t b,
                          const arb_t w, const arb_t xi, slong prec)
{
    arb_t r, t, e;
    arb_init(r);
    arb_init(t);
    arb_init(e);
    arb_div(r, q->A, b, prec);
    arb_mul(t, b, xi, prec);
    arb_neg(t, t);
    arb_exp(t, t, prec);
    arb_add(e, w, r, prec);
    arb_mul(e, e, t, prec);
    arb_sub(e, e, r, prec);
    arb_sub(t, w, e, prec);
    arb_submul(t, q->A, xi, prec);
    arb_div(integral, t, b, prec);
    arb_swap(w1, e);
    arb_clear(e);
    arb_clear(t);
    arb_clear(r);
}

/* fallen() for n = 2 and b != 0, with r = w kappa/A, kappa = sqrt(A |b|), k = kappa xi: for b > 0
 * w1 = (A/kappa) (r - tan k)/(1 + r tan k), int w dxi = ln[(A + b w^2)/(A + b w1^2)]/(2b); for
 * b < 0 w1 = (A/kappa) (r - tanh k)/(1 - r tanh k), int w dxi = ln[cosh k (1 - r tanh k)]/b. */
static void fallen_quadratic(arb_t w1, arb_t integral, const struct bouc_wen_path *q, const arb_t b,
                             const arb_t w, const arb_t xi, slong prec)
{
    const bool slowing = certainly(ball_is_negative(b));
    arb_t kappa, r, t, e;
    arb_init(kappa);
    arb_init(r);
    arb_init(t);
    arb_init(e);
    arb_mul(kappa, q->A, b, prec);
    arb_abs(kappa, kappa);
    arb_sqrt(kappa, kappa, prec);
    arb_div(r, kappa, q->A, prec);
    arb_mul(r, r, w, prec);
    arb_mul(integral, kappa, xi, prec);
    if (slowing)
        arb_tanh(t, integral, prec);
    else
        arb_tan(t, integral, prec);
    arb_mul(e, r, t, prec);
    if (slowing)
        arb_neg(e, e);
    arb_add_ui(e, e, 1, prec);
    arb_sub(r, r, t, prec);
    if (slowing) {
        if (!certainly(ball_is_positive(e)))
            arb_indeterminate(e); /* it may have been at infinity */
        arb_cosh(t, integral, prec);
        arb_mul(t, t, e, prec);
    }
    arb_div(r, r, e, prec);
    arb_div(e, q->A, kappa, prec);
    arb_mul(e, e, r, prec); /* w1 */
    if (!slowing) {
        arb_sqr(r, e, prec);
        arb_mul(r, r, b, prec);
        arb_add(r, r, q->A, prec);
        arb_sqr(t, w, prec);
        arb_mul(t, t, b, prec);
        arb_add(t, t, q->A, prec);
        arb_div(t, t, r, prec);
    }
    arb_log(t, t, prec);
    arb_div(integral, t, b, prec);
    if (!slowing)
        arb_mul_2exp_si(integral, integral, -1);
    arb_swap(w1, e);
    arb_clear(e);
    arb_clear(t);
    arb_clear(r);
    arb_clear(kappa);
}

/* w1 and int w dxi over the path xi by dw/dxi = -(A + b w^n). */
static void fallen(arb_t w1, arb_t integral, const struct bouc_wen_path *q, const arb_t b,
                   const arb_t w, const arb_t xi, slong prec)
{
    if (!certainly(ball_is_zero(b))) {
        (q->square ? fallen_quadratic : fallen_linear)(w1, integral, q, b, w, xi, prec);
        return;
    }
    arb_t r, t;
    arb_init(r);
    arb_init(t);
    arb_mul(t, q->A, xi, prec);
    arb_sub(r, w, t, prec);
    arb_mul_2exp_si(t, t, -1);
    arb_sub(t, w, t, prec);
    arb_mul(integral, t, xi, prec);
    arb_swap(w1, r);
    arb_clear(t);
    arb_clear(r);
}

/* Returns 1 when the path xi ends before w reaches zero, -1 when it ends beyond, 0 when either may
 * be. *to_zero receives the path to zero, unless w does not reach it. For b < 0 the solution goes
 * on through zero, and the sign at its end decides. */
static int side_of_zero(arb_t to_zero, const struct bouc_wen_path *q, const arb_t b, const arb_t w,
                        const arb_t xi, slong prec)
{
    int side = 0;
    crossing(to_zero, q, b, w, prec);
    if (!certainly(ball_is_negative(b)))
        return certainly(ball_less(xi, to_zero)) - certainly(ball_less(to_zero, xi));
    arb_t end, integral;
    arb_init(end);
    arb_init(integral);
    fallen(end, integral, q, b, w, xi, prec);
    side = ball_sign(end);
    if (side <= 0 && !arb_is_finite(to_zero)) { /* then within xi, if at all */
        arb_zero(to_zero);
        arb_union(to_zero, to_zero, xi, prec);
    }
    arb_clear(integral);
    arb_clear(end);
    return side;
}

/* u1 and int u dxi over the path xi from u < 0, with an exact b. */
static void through_zero(arb_t u1, arb_t integral, const struct bouc_wen_path *q, const arb_t b,
                         const arb_t u, const arb_t xi, slong prec)
{
    arb_t w, to_zero, rest, after, end, below;
    arb_init(w);
    arb_init(to_zero);
    arb_init(rest);
    arb_init(after);
    arb_init(end);
    arb_init(below);
    arb_neg(w, u);
    const int side = side_of_zero(to_zero, q, b, w, xi, prec);
    if (side >= 0) {
        fallen(end, below, q, b, w, xi, prec);
        arb_neg(u1, end);
        arb_neg(integral, below);
    }
    if (side <= 0) {
        arb_t zero;
        arb_init(zero);
        fallen(end, below, q, b, w, to_zero, prec);
        arb_sub(rest, xi, to_zero, prec);
        risen(end, after, q, zero, rest, prec);
        arb_sub(after, after, below, prec);
        if (side < 0) {
            arb_set(u1, end);
            arb_set(integral, after);
        } else {
            arb_union(u1, u1, end, prec);
            arb_union(integral, integral, after, prec);
        }
        arb_clear(zero);
    }
    arb_clear(below);
    arb_clear(end);
    arb_clear(after);
    arb_clear(rest);
    arb_clear(to_zero);
    arb_clear(w);
}

/* An end of the ball beta - gamma as an exact number. */
static void end_of_b(arb_t b, const struct bouc_wen_path *q, bool upper, slong prec)
{
    arb_t difference;
    arb_init(difference);
    arb_sub(difference, q->beta, q->gamma, prec);
    if (upper)
        arb_get_ubound_arf(arb_midref(b), difference, prec);
    else
        arb_get_lbound_arf(arb_midref(b), difference, prec);
    mag_zero(arb_radref(b));
    arb_clear(difference);
}

void arb_bouc_wen_path(arb_t u1, arb_t integral, const struct bouc_wen_path *q, const arb_t u,
                       const arb_t xi, slong prec)
{
    if (certainly(ball_is_nonnegative(u))) {
        risen(u1, integral, q, u, xi, prec);
        return;
    }
    arb_t b, end, sum;
    arb_init(b);
    arb_init(end);
    arb_init(sum);
    end_of_b(b, q, false, prec);
    through_zero(end, sum, q, b, u, xi, prec);
    end_of_b(b, q, true, prec);
    arb_t other, other_sum;
    arb_init(other);
    arb_init(other_sum);
    through_zero(other, other_sum, q, b, u, xi, prec);
    arb_union(end, end, other, prec);
    arb_union(sum, sum, other_sum, prec);
    if (!certainly(ball_is_negative(u))) {
        risen(other, other_sum, q, u, xi, prec);
        arb_union(end, end, other, prec);
        arb_union(sum, sum, other_sum, prec);
    }
    arb_swap(u1, end);
    arb_swap(integral, sum);
    arb_clear(other_sum);
    arb_clear(other);
    arb_clear(sum);
    arb_clear(end);
    arb_clear(b);
}
