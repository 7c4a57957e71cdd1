/* Finds what vanishes with the velocity (graph_ratio.h). */
#include "reference/graph/graph_ratio.h"

#include "reference/graph/graph_kinks.h"
#include "tools/base/decide.h"

static bool is_zero(const struct graph_ratio *r, size_t i)
{
    return !r->varies[i] && ball_is_exactly(r->value + i, 0);
}

/* A product vanishes with either factor. */
static bool set_product(const struct graph_ratio *r, arb_t y, expression a, expression b,
                        slong prec)
{
    if (r->has_ratio[a])
        arb_mul(y, r->ratio + a, r->value + b, prec);
    else if (r->has_ratio[b])
        arb_mul(y, r->value + a, r->ratio + b, prec);
    return r->has_ratio[a] || r->has_ratio[b];
}

static bool set_sum(const struct graph_ratio *r, arb_t y, const struct graph_node *node, slong prec)
{
    const expression a = node->argument[0], b = node->argument[1];
    if (!r->has_ratio[a] || !r->has_ratio[b])
        return false;
    if (node->operation == GRAPH_SUM)
        arb_add(y, r->ratio + a, r->ratio + b, prec);
    else
        arb_sub(y, r->ratio + a, r->ratio + b, prec);
    return true;
}

/* On a side a function is a number, which does not vanish, or one of its arguments. */
static bool set_on_side(const struct graph_ratio *r, arb_t y, const struct graph_node *node,
                        int side)
{
    const struct graph_side is = graph_side(node, side);
    if (is.same == EXPRESSION_NONE || !r->has_ratio[is.same])
        return false;
    arb_mul_si(y, r->ratio + is.same, is.factor, ARF_PREC_EXACT);
    return true;
}

static bool set_choice(const struct graph_ratio *r, arb_t y, const struct graph_node *node)
{
    const arb_struct *which = r->value + node->argument[0];
    if (!ball_is_exactly(which, 1) && !ball_is_exactly(which, 0))
        return false;
    const expression same = node->argument[ball_is_exactly(which, 1) ? 1 : 2];
    arb_set(y, r->ratio + same);
    return r->has_ratio[same];
}

static bool set_ratio(const struct graph_ratio *r, arb_t y, size_t i, slong prec)
{
    const struct graph_node *node = r->law->nodes + i;
    const expression a = node->argument[0];
    if (is_zero(r, i)) {
        arb_zero(y);
        return true;
    }
    if (!r->varies[i])
        return false;
    if (r->side[i] == 1 || r->side[i] == -1)
        return set_on_side(r, y, node, r->side[i]);
    switch (node->operation) {
    case GRAPH_SYMBOL:
        arb_set_si(y, r->sign);
        return node->symbol == SYMBOL_INPUT;
    case GRAPH_NEGATED:
        arb_neg(y, r->ratio + a);
        return r->has_ratio[a];
    case GRAPH_ABS:
        arb_abs(y, r->ratio + a);
        return r->has_ratio[a];
    case GRAPH_PRODUCT:
        return set_product(r, y, a, node->argument[1], prec);
    case GRAPH_QUOTIENT:
        arb_div(y, r->ratio + a, r->value + node->argument[1], prec);
        return r->has_ratio[a];
    case GRAPH_SUM:
    case GRAPH_DIFFERENCE:
        return set_sum(r, y, node, prec);
    case GRAPH_SELECT:
        return set_choice(r, y, node);
    default:
        return false;
    }
}

void graph_node_ratio(const struct graph_ratio *r, size_t i, slong prec)
{
    r->has_ratio[i] = set_ratio(r, r->ratio + i, i, prec);
}
