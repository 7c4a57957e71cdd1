/* Slopes of expressions over boxes, by the chain rule from the result to the symbols
 * (graph_slopes.h). */
#include "reference/graph/graph_slopes.h"

#include "reference/graph/graph_kinks.h"
#include "reference/graph/graph_node_ball.h"
#include "tools/base/decide.h"

/* Over a kink a slope covers both sides. */
static void between(arb_t y, slong a, slong b)
{
    arb_t other;
    arb_init(other);
    arb_set_si(y, a);
    arb_set_si(other, b);
    arb_union(y, y, other, 30);
    arb_clear(other);
}

/* The slope of f(x), y = f(x). */
static void slope_of_function(arb_t d, enum graph_operation operation, const arb_t x, const arb_t y,
                              slong prec)
{
    const int sign = ball_sign(x);
    switch (operation) {
    case GRAPH_NEGATED:
        arb_set_si(d, -1);
        return;
    case GRAPH_ABS:
        if (sign == 0)
            between(d, -1, 1);
        else
            arb_set_si(d, sign);
        return;
    case GRAPH_SIGN:
        if (sign == 0)
            arb_indeterminate(d);
        else
            arb_zero(d);
        return;
    case GRAPH_SQRT:
        arb_mul_2exp_si(d, y, 1);
        arb_inv(d, d, prec);
        return;
    case GRAPH_EXP:
        arb_set(d, y);
        return;
    case GRAPH_LOG:
        arb_inv(d, x, prec);
        return;
    case GRAPH_SIN:
        arb_cos(d, x, prec);
        return;
    case GRAPH_COS:
        arb_sin(d, x, prec);
        arb_neg(d, d);
        return;
    case GRAPH_TAN: /* 1 + tan^2 */
        arb_sqr(d, y, prec);
        arb_add_ui(d, d, 1, prec);
        return;
    case GRAPH_ASIN:
    case GRAPH_ACOS: /* +-1/sqrt(1 - x^2) */
        arb_sqr(d, x, prec);
        arb_sub_ui(d, d, 1, prec);
        arb_neg(d, d);
        arb_rsqrt(d, d, prec);
        if (operation == GRAPH_ACOS)
            arb_neg(d, d);
        return;
    case GRAPH_ATAN:
        arb_sqr(d, x, prec);
        arb_add_ui(d, d, 1, prec);
        arb_inv(d, d, prec);
        return;
    case GRAPH_SINH:
        arb_cosh(d, x, prec);
        return;
    case GRAPH_COSH:
        arb_sinh(d, x, prec);
        return;
    case GRAPH_TANH: /* 1/cosh^2 */
        arb_sech(d, x, prec);
        arb_sqr(d, d, prec);
        return;
    default:
        arb_indeterminate(d);
    }
}

/* The slopes of x^y = z, y x^(y-1) and z log x. */
static void slopes_of_power(arb_t by_x, arb_t by_y, const arb_t x, const arb_t y, const arb_t z,
                            slong prec)
{
    arb_sub_ui(by_y, y, 1, prec);
    ball_power(by_x, x, by_y, prec);
    arb_mul(by_x, by_x, y, prec);
    arb_zero(by_y);
    if (!arb_is_exact(y)) {
        arb_log(by_y, x, prec);
        arb_mul(by_y, by_y, z, prec);
    }
}

/* The slopes of min(x, y) by x, and by y what is left of 1; of max likewise. */
static void slopes_of_choice(arb_t by_x, arb_t by_y, struct decision x_is_chosen)
{
    if (certainly(x_is_chosen))
        arb_one(by_x);
    else if (!possibly(x_is_chosen))
        arb_zero(by_x);
    else
        between(by_x, 0, 1);
    arb_sub_ui(by_y, by_x, 1, 30);
    arb_neg(by_y, by_y);
}

static void slopes_of_two(arb_t by_x, arb_t by_y, enum graph_operation operation, const arb_t x,
                          const arb_t y, const arb_t z, slong prec)
{
    switch (operation) {
    case GRAPH_SUM:
    case GRAPH_DIFFERENCE:
        arb_one(by_x);
        arb_set_si(by_y, operation == GRAPH_SUM ? 1 : -1);
        return;
    case GRAPH_PRODUCT:
        arb_set(by_x, y);
        arb_set(by_y, x);
        return;
    case GRAPH_QUOTIENT:
        arb_inv(by_x, y, prec);
        arb_mul(by_y, by_x, z, prec);
        arb_neg(by_y, by_y);
        return;
    case GRAPH_POWER:
        slopes_of_power(by_x, by_y, x, y, z, prec);
        return;
    case GRAPH_MIN:
        slopes_of_choice(by_x, by_y, ball_at_most(x, y));
        return;
    case GRAPH_MAX:
        slopes_of_choice(by_x, by_y, ball_at_most(y, x));
        return;
    default:
        arb_indeterminate(by_x);
        arb_indeterminate(by_y);
    }
}

static void add(arb_ptr slope, expression e, const arb_t above, const arb_t own, slong prec)
{
    arb_addmul(slope + e, above, own, prec);
}

/* Only the side that is chosen counts. Where that is not known each may, and there may be a jump,
 * which is one of all that the condition depends on, also between two numbers. */
static void pass_select(arb_ptr slope, arb_srcptr value, const struct graph_node *node,
                        const arb_t above, slong prec)
{
    const arb_struct *which = value + node->argument[0];
    arb_t own;
    arb_init(own);
    arb_one(own);
    if (ball_is_exactly(which, 0) || ball_is_exactly(which, 1))
        add(slope, node->argument[ball_is_exactly(which, 0) ? 2 : 1], above, own, prec);
    else {
        between(own, 0, 1);
        add(slope, node->argument[1], above, own, prec);
        add(slope, node->argument[2], above, own, prec);
        arb_indeterminate(slope + node->argument[0]);
    }
    arb_clear(own);
}

void graph_node_slopes(arb_ptr slope, arb_srcptr value, const struct graph_node *node, size_t i,
                       slong prec)
{
    const expression a = node->argument[0], b = node->argument[1];
    if (graph_arguments(node->operation) == 1)
        slope_of_function(slope, node->operation, value + a, value + i, prec);
    else if (graph_arguments(node->operation) == 2)
        slopes_of_two(slope, slope + 1, node->operation, value + a, value + b, value + i, prec);
    else
        _arb_vec_indeterminate(slope, graph_arguments(node->operation));
}

/* Passes the slope by a node on to its arguments. */
static void pass(arb_ptr slope, arb_srcptr value, const struct law_graph *law, size_t i, slong prec)
{
    const struct graph_node *node = law->nodes + i;
    if (node->operation == GRAPH_SELECT) {
        pass_select(slope, value, node, slope + i, prec);
        return;
    }
    arb_struct own[GRAPH_MOST_ARGUMENTS];
    for (int k = 0; k < GRAPH_MOST_ARGUMENTS; k++)
        arb_init(own + k);
    graph_node_slopes(own, value, node, i, prec);
    for (unsigned k = 0; k < graph_arguments(node->operation); k++)
        add(slope, node->argument[k], slope + i, own + k, prec);
    for (int k = 0; k < GRAPH_MOST_ARGUMENTS; k++)
        arb_clear(own + k);
}

/* On one side of a kink, on each by itself, or where there is no motion across it. */
static void pass_on_side(arb_ptr slope, const struct graph_node *node, size_t i, int side,
                         slong prec)
{
    if (side == GRAPH_AT_ZERO || side == GRAPH_EITHER)
        return;
    const struct graph_side is = graph_side(node, side);
    if (is.same == EXPRESSION_NONE)
        return;
    if (is.factor < 0)
        arb_sub(slope + is.same, slope + is.same, slope + i, prec);
    else
        arb_add(slope + is.same, slope + is.same, slope + i, prec);
}

void graph_slopes_of(arb_ptr slope, arb_srcptr value, const struct law_graph *law,
                     const expression of[], arb_srcptr weight, unsigned n, const signed char *side,
                     slong prec)
{
    size_t end = 0;
    for (unsigned k = 0; k < n; k++)
        end = of[k] >= end ? (size_t)of[k] + 1 : end;
    _arb_vec_zero(slope, (slong)end);
    for (unsigned k = 0; k < n; k++)
        arb_add(slope + of[k], slope + of[k], weight + k, prec);
    for (size_t i = end; i-- > 0;)
        if (!ball_is_exactly(slope + i, 0) && side && side[i] != 0 &&
            (side[i] != GRAPH_EITHER || graph_jumps(law->nodes + i)))
            pass_on_side(slope, law->nodes + i, i, side[i], prec);
        else if (!ball_is_exactly(slope + i, 0) && law->nodes[i].operation != GRAPH_NUMBER &&
                 law->nodes[i].operation != GRAPH_SYMBOL)
            pass(slope, value, law, i, prec);
}

void graph_slopes(arb_ptr slope, arb_srcptr value, const struct law_graph *law, expression e,
                  const signed char *side, slong prec)
{
    arb_t one;
    arb_init(one);
    arb_one(one);
    graph_slopes_of(slope, value, law, &e, one, 1, side, prec);
    arb_clear(one);
}
