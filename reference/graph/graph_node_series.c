/* The operations of expressions as power series (graph_node_series.h). */
#include "reference/graph/graph_node_series.h"

#include "reference/graph/graph_kinks.h"
#include "tools/base/decide.h"

void series_set_nowhere(acb_poly_t y)
{
    acb_t value;
    acb_init(value);
    acb_indeterminate(value);
    acb_poly_set_acb(y, value);
    acb_clear(value);
}

void series_set_number(acb_poly_t y, const arb_t x)
{
    acb_t value;
    acb_init(value);
    acb_set_arb(value, x);
    acb_poly_set_acb(y, value);
    acb_clear(value);
}

/* Returns the sign that the series certainly begins with: 1, -1, or 0 where none is certain. Over a
 * disc it is the sign of all real parts, so that the real points in it have that sign. */
static int sign_of(const acb_poly_t x)
{
    acb_t first;
    acb_init(first);
    acb_poly_get_coeff_acb(first, x, 0);
    const int sign = ball_sign(acb_realref(first));
    acb_clear(first);
    return sign;
}

static bool is_finite(const acb_poly_t x)
{
    for (slong k = 0; k < acb_poly_length(x); k++)
        if (!acb_is_finite(acb_poly_get_coeff_ptr(x, k)))
            return false;
    return true;
}

static void scale(acb_poly_t y, const acb_poly_t x, const arb_t a, slong prec)
{
    acb_t factor;
    acb_init(factor);
    acb_set_arb(factor, a);
    acb_poly_scalar_mul(y, x, factor, prec);
    acb_clear(factor);
}

/* z <- x y or x/y: 0 times what is nowhere is nowhere. */
static void set_product(acb_poly_t z, enum graph_operation operation, const acb_poly_t x,
                        const acb_poly_t y, slong len, slong prec)
{
    if (!is_finite(x) || !is_finite(y))
        series_set_nowhere(z);
    else if (operation == GRAPH_PRODUCT)
        acb_poly_mullow(z, x, y, len, prec);
    else
        acb_poly_div_series(z, x, y, len, prec);
}

/* |v| is s v, also where v begins or ends at 0. */
static void set_abs(struct node_series *e, acb_poly_t y, expression a)
{
    const struct graph_node *node = &e->law->nodes[a];
    const acb_poly_struct *x = e->y + a;
    const int sign = sign_of(x);
    if (acb_poly_is_zero(x))
        acb_poly_zero(y);
    else if (node->operation == GRAPH_SYMBOL && node->symbol == SYMBOL_INPUT)
        scale(y, x, e->s, e->prec);
    else if (sign > 0)
        acb_poly_set(y, x);
    else if (sign < 0)
        acb_poly_neg(y, x);
    else if ((node->operation == GRAPH_PRODUCT || node->operation == GRAPH_QUOTIENT)) {
        acb_poly_t other;
        acb_poly_init(other);
        set_abs(e, other, node->argument[0]);
        set_abs(e, y, node->argument[1]);
        set_product(y, node->operation, other, y, e->len, e->prec);
        acb_poly_clear(other);
    } else
        series_set_nowhere(y);
}

/* tanh(x) as s (1 - w)/(1 + w) with w = exp(-2 s x), for the s = 1 or -1 with which w is small. */
static void set_tanh(acb_poly_t y, const acb_poly_t x, slong len, slong prec)
{
    const int s = sign_of(x) < 0 ? -1 : 1;
    acb_poly_t w, one;
    acb_poly_init(w);
    acb_poly_init(one);
    acb_poly_one(one);
    acb_poly_scalar_mul_2exp_si(w, x, 1);
    if (s > 0)
        acb_poly_neg(w, w);
    acb_poly_exp_series(w, w, len, prec);
    acb_poly_sub(y, one, w, prec);
    acb_poly_add(w, one, w, prec);
    acb_poly_div_series(y, y, w, len, prec);
    if (s < 0)
        acb_poly_neg(y, y);
    acb_poly_clear(one);
    acb_poly_clear(w);
}

/* Functions with a branch point at 0 need a positive argument. */
static void set_branched(acb_poly_t y, enum graph_operation operation, const acb_poly_t x,
                         slong len, slong prec)
{
    if (sign_of(x) <= 0)
        series_set_nowhere(y);
    else if (operation == GRAPH_SQRT)
        acb_poly_sqrt_series(y, x, len, prec);
    else
        acb_poly_log_series(y, x, len, prec);
}

/* asin, acos and atan by their slopes, 1/sqrt(1 - x^2), its negative and 1/(1 + x^2): analytic in
 * the unit disc. */
static void set_inverse(acb_poly_t y, enum graph_operation operation, const acb_poly_t x, slong len,
                        slong prec)
{
    acb_poly_t slope, one;
    acb_t first;
    arb_t size;
    acb_poly_init(slope);
    acb_poly_init(one);
    acb_init(first);
    arb_init(size);
    acb_poly_get_coeff_acb(first, x, 0);
    acb_abs(size, first, prec);
    arb_sub_ui(size, size, 1, prec);
    acb_poly_one(one);
    acb_poly_mullow(slope, x, x, len, prec);
    if (operation == GRAPH_ATAN) {
        acb_atan(first, first, prec);
        acb_poly_add(slope, one, slope, prec);
        acb_poly_inv_series(slope, slope, len, prec);
    } else {
        (operation == GRAPH_ASIN ? acb_asin : acb_acos)(first, first, prec);
        acb_poly_sub(slope, one, slope, prec);
        acb_poly_rsqrt_series(slope, slope, len, prec);
    }
    acb_poly_derivative(y, x, prec);
    acb_poly_mullow(y, y, slope, len - 1, prec);
    if (operation == GRAPH_ACOS)
        acb_poly_neg(y, y);
    acb_poly_integral(y, y, prec);
    acb_poly_set_coeff_acb(y, 0, first);
    if (!certainly(ball_is_negative(size)))
        series_set_nowhere(y);
    arb_clear(size);
    acb_clear(first);
    acb_poly_clear(one);
    acb_poly_clear(slope);
}

/* A condition that is decided, as 1 or 0, or -1. */
static int truth_of(const acb_poly_t x)
{
    return acb_poly_is_one(x) ? 1 : acb_poly_is_zero(x) ? 0 : -1;
}

static void set_function(struct node_series *e, acb_poly_t y, enum graph_operation operation,
                         expression a)
{
    const acb_poly_struct *x = e->y + a;
    const slong len = e->len, prec = e->prec;
    switch (operation) {
    case GRAPH_NEGATED:
        acb_poly_neg(y, x);
        return;
    case GRAPH_ABS:
        set_abs(e, y, a);
        return;
    case GRAPH_SQRT:
    case GRAPH_LOG:
        set_branched(y, operation, x, len, prec);
        return;
    case GRAPH_EXP:
        acb_poly_exp_series(y, x, len, prec);
        return;
    case GRAPH_SIN:
        acb_poly_sin_series(y, x, len, prec);
        return;
    case GRAPH_COS:
        acb_poly_cos_series(y, x, len, prec);
        return;
    case GRAPH_TAN:
        acb_poly_tan_series(y, x, len, prec);
        return;
    case GRAPH_ASIN:
    case GRAPH_ACOS:
    case GRAPH_ATAN:
        set_inverse(y, operation, x, len, prec);
        return;
    case GRAPH_SINH:
        acb_poly_sinh_series(y, x, len, prec);
        return;
    case GRAPH_COSH:
        acb_poly_cosh_series(y, x, len, prec);
        return;
    case GRAPH_TANH:
        set_tanh(y, x, len, prec);
        return;
    case GRAPH_NOT:
        if (truth_of(x) >= 0)
            acb_poly_set_si(y, !truth_of(x));
        else
            series_set_nowhere(y);
        return;
    default:
        series_set_nowhere(y);
    }
    if (operation == GRAPH_SIGN && (acb_poly_is_zero(x) || sign_of(x) != 0)) {
        arb_t sign;
        arb_init(sign);
        arb_set_si(sign, sign_of(x));
        series_set_number(y, sign);
        arb_clear(sign);
    }
}

/* x^y for an exponent that is one number; of others, that are no whole numbers, x is positive. The
 * 0th power of what is nowhere is nowhere. */
static void set_power(acb_poly_t z, const acb_poly_t x, const acb_poly_t y, slong len, slong prec)
{
    acb_t exponent;
    acb_init(exponent);
    acb_poly_get_coeff_acb(exponent, y, 0);
    const bool is_number = acb_poly_length(y) <= 1 && acb_is_real(exponent);
    if (is_number && is_finite(x) && ball_is_whole(acb_realref(exponent), 0, 64))
        acb_poly_pow_ui_trunc_binexp(
            z, x, (ulong)arf_get_si(arb_midref(acb_realref(exponent)), ARF_RND_NEAR), len, prec);
    else if (is_number && sign_of(x) > 0)
        acb_poly_pow_acb_series(z, x, exponent, len, prec);
    else
        series_set_nowhere(z);
    acb_clear(exponent);
}

/* Conditions that are decided, both of them, and numbers that are the same. */
static void set_logical(acb_poly_t z, enum graph_operation operation, const acb_poly_t x,
                        const acb_poly_t y, slong prec)
{
    const int a = truth_of(x), b = truth_of(y);
    acb_poly_t gap;
    acb_poly_init(gap);
    acb_poly_sub(gap, x, y, prec);
    if (operation == GRAPH_EQUAL && (acb_poly_is_zero(gap) || sign_of(gap) != 0))
        acb_poly_set_si(z, acb_poly_is_zero(gap));
    else if (operation != GRAPH_EQUAL && a >= 0 && b >= 0)
        acb_poly_set_si(z, operation == GRAPH_AND ? a && b : a || b);
    else
        series_set_nowhere(z);
    acb_poly_clear(gap);
}

static void set_of_two(struct node_series *e, acb_poly_t z, enum graph_operation operation,
                       const acb_poly_t x, const acb_poly_t y)
{
    const slong len = e->len, prec = e->prec;
    acb_poly_t gap;
    switch (operation) {
    case GRAPH_SUM:
        acb_poly_add_series(z, x, y, len, prec);
        return;
    case GRAPH_DIFFERENCE:
        acb_poly_sub_series(z, x, y, len, prec);
        return;
    case GRAPH_PRODUCT:
    case GRAPH_QUOTIENT:
        set_product(z, operation, x, y, len, prec);
        return;
    case GRAPH_POWER:
        set_power(z, x, y, len, prec);
        return;
    case GRAPH_EQUAL:
    case GRAPH_AND:
    case GRAPH_OR:
        set_logical(z, operation, x, y, prec);
        return;
    default:
        break;
    }
    acb_poly_init(gap);
    acb_poly_sub_series(gap, x, y, len, prec);
    const int sign = sign_of(gap);
    const bool is_same = acb_poly_is_zero(gap);
    acb_poly_clear(gap);
    arb_t truth;
    arb_init(truth);
    arb_set_si(truth, sign < 0 || (is_same && operation == GRAPH_AT_MOST));
    if (sign == 0 && !is_same)
        series_set_nowhere(z);
    else if (operation == GRAPH_MIN || operation == GRAPH_MAX)
        acb_poly_set(z, (operation == GRAPH_MIN) == (sign < 0) ? x : y);
    else
        series_set_number(z, truth);
    arb_clear(truth);
}

static void set_symbol(struct node_series *e, acb_poly_t y, const struct graph_node *node)
{
    if (node->symbol == SYMBOL_PARAMETER)
        series_set_number(y, e->p + node->index);
    else if (node->symbol == SYMBOL_SELECTION)
        series_set_number(y, e->s);
    else if (node->symbol == SYMBOL_INPUT && node->index == 0)
        acb_poly_set_trunc(y, e->v, e->len);
    else if (node->symbol == SYMBOL_STATE && e->x)
        acb_poly_set_acb(y, e->x + node->index);
    else if (node->symbol == SYMBOL_MEMORY && e->memory)
        series_set_number(y, e->memory + node->index);
    else
        series_set_nowhere(y);
}

static void set_select(acb_poly_t y, const acb_poly_t which, const acb_poly_t a, const acb_poly_t b)
{
    if (acb_poly_is_one(which))
        acb_poly_set(y, a);
    else if (acb_poly_is_zero(which))
        acb_poly_set(y, b);
    else
        series_set_nowhere(y);
}

/* A function on one side of its kink is one without. */
static void set_on_side(struct node_series *e, acb_poly_t y, const struct graph_node *node,
                        int side)
{
    const struct graph_side is = graph_side(node, side);
    if (is.same == EXPRESSION_NONE)
        acb_poly_set_si(y, is.factor);
    else if (is.factor < 0)
        acb_poly_neg(y, e->y + is.same);
    else
        acb_poly_set(y, e->y + is.same);
}

void graph_node_series(struct node_series *e, size_t i)
{
    const struct graph_node *node = &e->law->nodes[i];
    acb_poly_struct *y = e->y + i;
    const unsigned n = graph_arguments(node->operation);
    if (node->operation == GRAPH_NUMBER) {
        arb_t number;
        arb_init(number);
        arb_set_fmpq(number, e->law->numbers + node->index, e->prec);
        series_set_number(y, number);
        arb_clear(number);
    } else if (e->side && graph_is_side(e->side[i]))
        set_on_side(e, y, node, e->side[i]);
    else if (node->operation == GRAPH_SYMBOL)
        set_symbol(e, y, node);
    else if (node->operation == GRAPH_SELECT)
        set_select(y, e->y + node->argument[0], e->y + node->argument[1], e->y + node->argument[2]);
    else if (n == 1)
        set_function(e, y, node->operation, node->argument[0]);
    else if (n == 2)
        set_of_two(e, y, node->operation, e->y + node->argument[0], e->y + node->argument[1]);
    else
        series_set_nowhere(y);
}
