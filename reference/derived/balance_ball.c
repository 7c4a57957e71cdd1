/* Evaluates dissipation inequalities over boxes (balance_ball.h). */
#include "reference/derived/balance_ball.h"

#include <stdlib.h>

#include "reference/derived/bernstein.h"
#include "reference/graph/graph_ball.h"
#include "tools/base/decide.h"
#include "tools/base/memory.h"

/* u = theta/(1 - theta); not finite where theta may be 1. */
static void speed_of(arb_t u, const arb_t theta, slong prec)
{
    arb_sub_ui(u, theta, 1, prec);
    arb_neg(u, u);
    if (certainly(ball_is_positive(u)))
        arb_div(u, theta, u, prec);
    else
        arb_indeterminate(u);
}

static void value_at(arb_t value, const struct law_graph *law, expression e,
                     const struct balance_box *box, const arb_t u, slong prec)
{
    arb_t one;
    arb_init(one);
    arb_one(one);
    const struct ball_point at = { .p = box->p, .v = u, .s = one, .x = box->w };
    graph_ball(value, law, &e, 1, &at, prec);
    arb_clear(one);
}

/* exp(-e), or the rest to 1. */
static void fall(arb_t value, bool is_rise, const arb_t e, slong prec)
{
    arb_neg(value, e);
    if (is_rise) {
        arb_expm1(value, value, prec);
        arb_neg(value, value);
    } else
        arb_exp(value, value, prec);
}

/* A decay, or rise, between its values at the ends of theta; at theta = 1 it may have come to an
 * end. */
static void falling(arb_t value, const struct law_graph *law, const struct balance_variable *v,
                    const struct balance_box *box, slong prec)
{
    arb_t theta, u, other;
    arb_init(theta);
    arb_init(u);
    arb_init(other);
    for (int end = 0; end < 2; end++) {
        if (end == 0)
            arb_get_lbound_arf(arb_midref(theta), box->theta, prec);
        else
            arb_get_ubound_arf(arb_midref(theta), box->theta, prec);
        if (arf_sgn(arb_midref(theta)) < 0)
            arb_zero(theta);
        speed_of(u, theta, prec);
        arb_set_ui(other, v->kind == BALANCE_RISE);
        if (arb_is_finite(u)) {
            value_at(other, law, v->e, box, u, prec);
            fall(other, v->kind == BALANCE_RISE, other, prec);
        } else if (end == 0) /* theta is 1 throughout */
            arb_unit_interval(other);
        if (end == 0)
            arb_set(value, other);
        else
            arb_union(value, value, other, prec);
    }
    arb_clear(other);
    arb_clear(u);
    arb_clear(theta);
}

static void decay(arb_t value, const struct law_graph *law, const struct balance_variable *v,
                  const struct balance_box *box, slong prec)
{
    arb_t u;
    arb_init(u);
    speed_of(u, box->theta, prec);
    if (v->rises)
        falling(value, law, v, box, prec);
    else if (arb_is_finite(u)) {
        value_at(value, law, v->e, box, u, prec);
        fall(value, v->kind == BALANCE_RISE, value, prec);
    } else
        arb_indeterminate(value);
    if (!arb_is_finite(value))
        arb_unit_interval(value);
    arb_clear(u);
}

static void set_variable(arb_t value, const struct law_graph *law, const struct balance_variable *v,
                         const struct balance_box *box, slong prec)
{
    arb_t u;
    switch (v->kind) {
    case BALANCE_PARAMETER:
        arb_set(value, box->p + v->index);
        return;
    case BALANCE_SPEED:
        arb_set(value, box->theta);
        return;
    case BALANCE_STATE:
        arb_set(value, box->w + v->index);
        return;
    case BALANCE_MU:
        arb_set(value, box->mu);
        return;
    case BALANCE_STORED:
        arb_set(value, box->c + v->index);
        return;
    case BALANCE_DECAY:
    case BALANCE_RISE:
        decay(value, law, v, box, prec);
        return;
    case BALANCE_VALUE:
        arb_init(u);
        speed_of(u, box->theta, prec);
        value_at(value, law, v->e, box, u, prec);
        arb_clear(u);
        return;
    }
    arb_indeterminate(value);
}

static void set_coefficient(arb_t value, const struct law_graph *law, expression e, slong prec)
{
    const struct ball_point nowhere = { .p = NULL };
    if (law->nodes[e].operation == GRAPH_NUMBER)
        arb_set_fmpq(value, law->numbers + law->nodes[e].index, prec);
    else
        graph_ball(value, law, &e, 1, &nowhere, prec);
}

/* A term's number: its coefficient times the outer variables, exactly where these are exact, so
 * that terms cancel that stand for the same. */
static void set_number(arb_t c, const struct law_graph *law, const struct balance_polynomial *P,
                       arb_srcptr at, unsigned term, slong prec)
{
    arb_t power;
    arb_init(power);
    set_coefficient(c, law, P->coefficients[term], prec);
    for (unsigned i = 0; i < P->n_variables; i++) {
        const unsigned exponent = P->exponents[(size_t)term * P->n_variables + i];
        if (exponent == 0 || !balance_is_outer(&P->variables[i]))
            continue;
        const slong digits = arb_is_exact(c) && arb_is_exact(at + i) ? ARF_PREC_EXACT : prec;
        arb_pow_ui(power, at + i, exponent, digits);
        arb_mul(c, c, power, digits);
    }
    arb_clear(power);
}

/* Terms that are alike, added up; those that come to 0 are left out. */
struct sums {
    const struct balance_polynomial *P;
    arb_ptr c;
    const unsigned char **exponents;
    unsigned n;
};

static void add_up(struct sums *sums, const struct law_graph *law, arb_srcptr at, slong prec)
{
    const struct balance_polynomial *P = sums->P;
    arb_t c;
    arb_init(c);
    for (unsigned t = 0, k; t < P->n_terms; t = k) {
        const unsigned char *exponents = P->exponents + (size_t)t * P->n_variables;
        arb_ptr all = sums->c + sums->n;
        arb_zero(all);
        for (k = t; k < P->n_terms && balance_are_alike(P, t, k); k++) {
            set_number(c, law, P, at, k, prec);
            arb_add(all, all, c, arb_is_exact(all) && arb_is_exact(c) ? ARF_PREC_EXACT : prec);
        }
        if (!ball_is_exactly(all, 0))
            sums->exponents[sums->n++] = exponents;
    }
    arb_clear(c);
}

/* The highest power of a variable that is left. */
static unsigned degree_left(const struct sums *sums, unsigned i)
{
    unsigned degree = 0;
    for (unsigned t = 0; t < sums->n; t++)
        degree = sums->exponents[t][i] > degree ? sums->exponents[t][i] : degree;
    return degree;
}

static enum bernstein_kind kind_of(const struct balance_variable *v)
{
    if (v->kind == BALANCE_SPEED)
        return BERNSTEIN_SHARE;
    return v->kind == BALANCE_DECAY || v->kind == BALANCE_RISE ? BERNSTEIN_UNIT : BERNSTEIN_ANY;
}

/* The axis of the speed has theta^j (1 - theta)^(degree - j) in the place of u^j; outer variables
 * are in the numbers already. */
static void range_of(arb_t value, const struct sums *sums, arb_srcptr at, slong prec)
{
    const struct balance_polynomial *P = sums->P;
    struct bernstein b;
    arb_t one;
    arb_init(one);
    arb_one(one);
    bernstein_open(&b, P->n_variables, prec);
    for (unsigned i = 0; i < P->n_variables; i++) {
        const struct balance_variable *v = &P->variables[i];
        bernstein_axis(&b, balance_is_outer(v) ? one : at + i, degree_left(sums, i), kind_of(v));
    }
    arb_indeterminate(value);
    if (bernstein_ready(&b)) {
        for (unsigned t = 0; t < sums->n; t++)
            bernstein_add(&b, sums->c + t, sums->exponents[t]);
        bernstein_range(value, &b);
    }
    bernstein_close(&b);
    arb_clear(one);
}

static void evaluate(arb_t value, const struct law_graph *law, const struct balance_polynomial *P,
                     const struct balance_box *box, slong prec)
{
    arb_ptr at = _arb_vec_init((slong)P->n_variables + 1);
    struct sums sums = { P, _arb_vec_init((slong)P->n_terms + 1),
                         memory_array(P->n_terms + 1, sizeof *sums.exponents), 0 };
    for (unsigned i = 0; i < P->n_variables; i++)
        set_variable(at + i, law, &P->variables[i], box, prec);
    add_up(&sums, law, at, prec);
    range_of(value, &sums, at, prec);
    free(sums.exponents);
    _arb_vec_clear(sums.c, (slong)P->n_terms + 1);
    _arb_vec_clear(at, (slong)P->n_variables + 1);
}

/* -1 or 1 for a ball on one side of 0, which it may touch; else 0. */
static int side_of(const arb_t x)
{
    return certainly(ball_is_nonnegative(x)) ? 1 : certainly(ball_is_nonpositive(x)) ? -1 : 0;
}

/* A product keeps the sign that its factors show: [0, a] [0, b] does not reach below 0. */
static void multiply(arb_t value, const arb_t factor, slong prec)
{
    const int side = side_of(value) * side_of(factor);
    arb_mul(value, value, factor, prec);
    if (side == 0 || !arb_is_finite(value))
        return;
    arb_mul_si(value, value, side, prec);
    arb_nonnegative_part(value, value);
    if (side < 0)
        arb_neg(value, value);
}

static void multiply_factors(arb_t value, const struct law_graph *law,
                             const struct balance_product *product, bool is_slow,
                             const struct balance_box *box, slong prec)
{
    arb_t factor;
    arb_init(factor);
    arb_set_ui(value, product->is_zero ? 0 : 1);
    for (unsigned i = 0; i < product->n; i++) {
        evaluate(factor, law, is_slow ? &product->slow[i] : &product->of[i], box, prec);
        if (i == 0)
            arb_swap(value, factor);
        else
            multiply(value, factor, prec);
    }
    arb_clear(factor);
}

/* Of two enclosures the one that shows a sign. They differ by positive factors. */
static void evaluate_all(arb_t value, const struct law_graph *law,
                         const struct balance_product *product, const struct balance_box *box,
                         slong prec)
{
    arb_t other;
    multiply_factors(value, law, product, false, box, prec);
    if (side_of(value) != 0)
        return;
    arb_init(other);
    multiply_factors(other, law, product, true, box, prec);
    if (side_of(other) != 0 || !arb_is_finite(value))
        arb_swap(value, other);
    arb_clear(other);
}

/* Even powers of a state show their sign on either side of 0: states are taken side by side. */
static void divide(arb_t value, const struct law_graph *law, const struct balance_product *product,
                   const struct balance_box *box, arb_ptr w, unsigned i, slong prec)
{
    if (i == law->balance.n_states) {
        const struct balance_box part = { box->p, w, box->c, box->theta, box->mu };
        evaluate_all(value, law, product, &part, prec);
        return;
    }
    arb_set(w + i, box->w + i);
    if (ball_sign(w + i) != 0 || arb_is_exact(w + i)) {
        divide(value, law, product, box, w, i + 1, prec);
        return;
    }
    arb_t other;
    arf_t low, high, zero;
    arb_init(other);
    arf_init(low);
    arf_init(high);
    arf_init(zero);
    arb_get_interval_arf(low, high, box->w + i, prec);
    arb_set_interval_arf(w + i, zero, high, prec);
    arb_nonnegative_part(w + i, w + i);
    divide(value, law, product, box, w, i + 1, prec);
    arb_set_interval_arf(w + i, low, zero, prec);
    arb_neg(w + i, w + i);
    arb_nonnegative_part(w + i, w + i);
    arb_neg(w + i, w + i);
    divide(other, law, product, box, w, i + 1, prec);
    const bool both =
        certainly(ball_is_nonnegative(value)) && certainly(ball_is_nonnegative(other));
    arb_union(value, value, other, prec);
    if (both)
        arb_nonnegative_part(value, value);
    arf_clear(zero);
    arf_clear(high);
    arf_clear(low);
    arb_clear(other);
}

void balance_ball(arb_t value, const struct law_graph *law, const struct balance_product *product,
                  const struct balance_box *box, slong prec)
{
    arb_ptr w = _arb_vec_init(BALANCE_STATES);
    divide(value, law, product, box, w, 0, prec);
    _arb_vec_clear(w, BALANCE_STATES);
}

void balance_row(arb_ptr row, const struct law_graph *law, const struct balance_box *point,
                 slong prec)
{
    const slong size = (slong)(1 + BALANCE_STORAGE) * BALANCE_VARIABLES;
    arb_ptr variables = _arb_vec_init(size);
    arb_srcptr variable[1 + BALANCE_STORAGE];
    const unsigned n = 1 + law->balance.n_storage;
    arb_t u, one;
    arb_init(u);
    arb_init(one);
    arb_one(one);
    speed_of(u, point->theta, prec);
    for (unsigned k = 0; k < n; k++) {
        arb_ptr of = variables + (size_t)k * BALANCE_VARIABLES;
        arb_set(of + BALANCE_OF_MU, point->mu);
        if (k > 0)
            arb_one(of + BALANCE_OF_STORED + k - 1);
        variable[k] = of;
    }
    const struct ball_point at = { .p = point->p, .v = u, .s = one, .x = point->w };
    graph_ball_varied(row, law, law->balance.value, &at, variable, n, prec);
    arb_sub(one, one, point->theta, prec);
    _arb_vec_scalar_mul(row, row, n, one, prec);
    for (unsigned k = 1; k < n; k++)
        arb_sub(row + k, row + k, row, prec);
    arb_clear(one);
    arb_clear(u);
    _arb_vec_clear(variables, size);
}

void balance_value(arb_t value, const struct law_graph *law, const struct balance_box *point,
                   slong prec)
{
    arb_ptr variable = _arb_vec_init(BALANCE_VARIABLES);
    arb_t u, one;
    arb_init(u);
    arb_init(one);
    arb_one(one);
    speed_of(u, point->theta, prec);
    arb_set(variable + BALANCE_OF_MU, point->mu);
    _arb_vec_set(variable + BALANCE_OF_STORED, point->c, BALANCE_STORAGE);
    const struct ball_point at = {
        .p = point->p, .v = u, .s = one, .x = point->w, .variable = variable
    };
    graph_ball(value, law, &law->balance.value, 1, &at, prec);
    arb_sub(one, one, point->theta, prec);
    arb_mul(value, value, one, prec);
    arb_clear(one);
    arb_clear(u);
    _arb_vec_clear(variable, BALANCE_VARIABLES);
}

void balance_speed(arb_t V, const struct law_graph *law, arb_srcptr p, slong prec)
{
    const struct ball_point at = { .p = p };
    graph_ball(V, law, &law->balance.speed, 1, &at, prec);
}
