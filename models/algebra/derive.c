/* Differentiates expressions node by node (derive.h). */
#include "models/algebra/derive.h"

#include <stdlib.h>

#include "tools/base/memory.h"

/* What is differentiated, by which symbol. A derivative is either without 1/v, or x/v of which x is
 * kept apart until a factor v or |v| cancels it. */
struct work {
    struct graph *g;
    expression symbol, v;
    expression *d;      /* by node: its derivative */
    unsigned looked_at; /* by one search for a factor: products of products may have many */
};

enum { MOST_LOOKED_AT = 1000 };

static expression one(struct work *w, enum graph_operation operation, expression a)
{
    return graph_one(w->g, operation, a);
}

static expression two(struct work *w, enum graph_operation operation, expression a, expression b)
{
    return graph_two(w->g, operation, a, b);
}

static expression integer(struct work *w, long value) { return graph_integer(w->g, value); }

static bool is_zero(struct work *w, expression e) { return graph_is_integer(w->g, e, 0); }

/* a b, where a factor 1/v of one and a factor |v| or v of the other cancel: |v|/v is s. */
static expression product(struct work *w, expression a, expression b);

/* Returns true when the expression is v times what does not depend on v. */
static bool is_linear_in_v(const struct work *w, expression e);

/* Returns true when e is x/v, and x. */
static bool over_v(const struct work *w, expression e, expression *x)
{
    const struct graph_node *node = &w->g->nodes[e];
    *x = node->argument[0];
    return node->operation == GRAPH_QUOTIENT && node->argument[1] == w->v;
}

/* Returns true when e has a factor v or |v| that can be taken out, and what it is over v: of |v|,
 * s. */
static bool has_factor(struct work *w, expression e, expression *rest)
{
    const struct graph_node node = w->g->nodes[e];
    expression part;
    if (++w->looked_at > MOST_LOOKED_AT)
        return false;
    if (e == w->v) {
        *rest = integer(w, 1);
        return true;
    }
    switch (node.operation) {
    case GRAPH_ABS:
        if (!is_linear_in_v(w, node.argument[0]) || !has_factor(w, node.argument[0], &part))
            return false;
        *rest =
            two(w, GRAPH_PRODUCT, one(w, GRAPH_ABS, part), graph_symbol(w->g, SYMBOL_SELECTION, 0));
        return true;
    case GRAPH_NEGATED:
        if (!has_factor(w, node.argument[0], &part))
            return false;
        *rest = one(w, GRAPH_NEGATED, part);
        return true;
    case GRAPH_PRODUCT:
        if (has_factor(w, node.argument[0], &part)) {
            *rest = two(w, GRAPH_PRODUCT, part, node.argument[1]);
            return true;
        }
        if (has_factor(w, node.argument[1], &part)) {
            *rest = two(w, GRAPH_PRODUCT, node.argument[0], part);
            return true;
        }
        return false;
    case GRAPH_QUOTIENT:
        if (!has_factor(w, node.argument[0], &part))
            return false;
        *rest = two(w, GRAPH_QUOTIENT, part, node.argument[1]);
        return true;
    default:
        return false;
    }
}

static expression product(struct work *w, expression a, expression b)
{
    expression x, rest;
    w->looked_at = 0;
    if (is_zero(w, a) || is_zero(w, b))
        return integer(w, 0);
    if (over_v(w, a, &x))
        return has_factor(w, b, &rest) ? two(w, GRAPH_PRODUCT, x, rest)
                                       : two(w, GRAPH_QUOTIENT, product(w, x, b), w->v);
    if (over_v(w, b, &x))
        return has_factor(w, a, &rest) ? two(w, GRAPH_PRODUCT, rest, x)
                                       : two(w, GRAPH_QUOTIENT, product(w, a, x), w->v);
    return two(w, GRAPH_PRODUCT, a, b);
}

static expression quotient(struct work *w, expression a, expression b)
{
    expression x;
    if (over_v(w, a, &x))
        return two(w, GRAPH_QUOTIENT, two(w, GRAPH_QUOTIENT, x, b), w->v);
    return two(w, GRAPH_QUOTIENT, a, b);
}

static expression minus(struct work *w, expression a)
{
    expression x;
    if (over_v(w, a, &x))
        return two(w, GRAPH_QUOTIENT, one(w, GRAPH_NEGATED, x), w->v);
    return one(w, GRAPH_NEGATED, a);
}

/* x/v + b is (x + v b)/v. */
static expression sum(struct work *w, enum graph_operation operation, expression a, expression b)
{
    expression x, y;
    const bool one_over = over_v(w, a, &x), other_over = over_v(w, b, &y);
    if (is_zero(w, a) || is_zero(w, b) || !(one_over || other_over))
        return operation == GRAPH_DIFFERENCE && is_zero(w, a) ? minus(w, b)
                                                              : two(w, operation, a, b);
    x = one_over ? x : two(w, GRAPH_PRODUCT, w->v, a);
    y = other_over ? y : two(w, GRAPH_PRODUCT, w->v, b);
    return two(w, GRAPH_QUOTIENT, two(w, operation, x, y), w->v);
}

static bool is_linear_in_v(const struct work *w, expression e)
{
    const struct graph_node *node = &w->g->nodes[e];
    if (e == w->v)
        return true;
    switch (node->operation) {
    case GRAPH_NEGATED:
        return is_linear_in_v(w, node->argument[0]);
    case GRAPH_PRODUCT:
    case GRAPH_QUOTIENT: {
        const bool left = graph_depends(w->g, node->argument[0], SYMBOL_INPUT, 0),
                   right = graph_depends(w->g, node->argument[1], SYMBOL_INPUT, 0);
        return (left && !right && is_linear_in_v(w, node->argument[0])) ||
               (node->operation == GRAPH_PRODUCT && right && !left &&
                is_linear_in_v(w, node->argument[1]));
    }
    default:
        return false;
    }
}

/* Returns true when e is |c v|, or that times or over what does not depend on v. */
static bool is_multiple_of_speed(const struct work *w, expression e)
{
    const struct graph_node *node = &w->g->nodes[e];
    const expression a = node->argument[0], b = node->argument[1];
    switch (node->operation) {
    case GRAPH_ABS:
        return is_linear_in_v(w, a);
    case GRAPH_PRODUCT:
        if (!graph_depends(w->g, a, SYMBOL_INPUT, 0))
            return is_multiple_of_speed(w, b);
        return !graph_depends(w->g, b, SYMBOL_INPUT, 0) && is_multiple_of_speed(w, a);
    case GRAPH_QUOTIENT:
        return !graph_depends(w->g, b, SYMBOL_INPUT, 0) && is_multiple_of_speed(w, a);
    default:
        return false;
    }
}

/* The derivative of a^b: b a^(b-1) a' for a known whole b; of (c |v|)^b, b (c |v|)^b/v; else by the
 * logarithm. */
static expression of_power(struct work *w, expression e, expression a, expression b)
{
    expression d = integer(w, 0);
    if (!is_zero(w, w->d[a])) {
        if (w->symbol == w->v && is_multiple_of_speed(w, a) && !graph_is_number(w->g, b))
            d = two(w, GRAPH_QUOTIENT, two(w, GRAPH_PRODUCT, b, e), w->v);
        else
            d = product(w,
                        two(w, GRAPH_PRODUCT, b,
                            two(w, GRAPH_POWER, a, two(w, GRAPH_DIFFERENCE, b, integer(w, 1)))),
                        w->d[a]);
    }
    if (!is_zero(w, w->d[b]))
        d = sum(w, GRAPH_SUM, d,
                product(w, two(w, GRAPH_PRODUCT, e, one(w, GRAPH_LOG, a)), w->d[b]));
    return d;
}

/* The derivative of a function at its argument a, e = f(a). */
static expression outer(struct work *w, enum graph_operation operation, expression e, expression a)
{
    const expression whole = integer(w, 1);
    switch (operation) {
    case GRAPH_ABS:
        return a == w->v ? graph_symbol(w->g, SYMBOL_SELECTION, 0) : one(w, GRAPH_SIGN, a);
    case GRAPH_SQRT:
        return two(w, GRAPH_QUOTIENT, whole, two(w, GRAPH_PRODUCT, integer(w, 2), e));
    case GRAPH_EXP:
        return e;
    case GRAPH_LOG:
        return two(w, GRAPH_QUOTIENT, whole, a);
    case GRAPH_SIN:
        return one(w, GRAPH_COS, a);
    case GRAPH_COS:
        return one(w, GRAPH_NEGATED, one(w, GRAPH_SIN, a));
    case GRAPH_TAN:
        return two(w, GRAPH_SUM, whole, two(w, GRAPH_PRODUCT, e, e));
    case GRAPH_ASIN:
    case GRAPH_ACOS: {
        const expression root =
            one(w, GRAPH_SQRT, two(w, GRAPH_DIFFERENCE, whole, two(w, GRAPH_PRODUCT, a, a)));
        return two(w, GRAPH_QUOTIENT, integer(w, operation == GRAPH_ASIN ? 1 : -1), root);
    }
    case GRAPH_ATAN:
        return two(w, GRAPH_QUOTIENT, whole, two(w, GRAPH_SUM, whole, two(w, GRAPH_PRODUCT, a, a)));
    case GRAPH_SINH:
        return one(w, GRAPH_COSH, a);
    case GRAPH_COSH:
        return one(w, GRAPH_SINH, a);
    case GRAPH_TANH: /* 1 - e^2 would cancel */
        return two(w, GRAPH_QUOTIENT, whole,
                   two(w, GRAPH_POWER, one(w, GRAPH_COSH, a), integer(w, 2)));
    default:
        return integer(w, 0);
    }
}

/* The derivative of a/b, b = a + c: (a' c - a c')/b^2, in which a a' does not cancel. */
static expression of_part(struct work *w, expression a, expression b)
{
    const struct graph_node sum_of = w->g->nodes[b];
    const expression c = sum_of.argument[sum_of.argument[0] == a];
    return quotient(w, sum(w, GRAPH_DIFFERENCE, product(w, w->d[a], c), product(w, a, w->d[c])),
                    two(w, GRAPH_PRODUCT, b, b));
}

/* f(b) b' - f(a) a', and the integral of f'. */
static expression of_integral(struct work *w, const struct graph_node *node)
{
    const expression f = node->argument[0];
    const unsigned variable = w->g->nodes[node->argument[1]].index;
    const struct graph_swap from = { SYMBOL_VARIABLE, variable, node->argument[2] },
                            to = { SYMBOL_VARIABLE, variable, node->argument[3] };
    const expression above = graph_swapped(w->g, f, &to, 1),
                     below = graph_swapped(w->g, f, &from, 1);
    const expression ends =
        sum(w, GRAPH_DIFFERENCE, product(w, above, w->d[to.by]), product(w, below, w->d[from.by]));
    if (is_zero(w, w->d[f]))
        return ends;
    const expression within = graph_node(
        w->g, GRAPH_INTEGRAL, (expression[]){ w->d[f], node->argument[1], from.by, to.by });
    return sum(w, GRAPH_SUM, ends, within);
}

static expression of_node(struct work *w, expression e)
{
    const struct graph_node node = w->g->nodes[e];
    const expression a = node.argument[0], b = node.argument[1], c = node.argument[2];
    switch (node.operation) {
    case GRAPH_SYMBOL:
        return integer(w, e == w->symbol);
    case GRAPH_NEGATED:
        return minus(w, w->d[a]);
    case GRAPH_SUM:
    case GRAPH_DIFFERENCE:
        return sum(w, node.operation, w->d[a], w->d[b]);
    case GRAPH_PRODUCT:
        return sum(w, GRAPH_SUM, product(w, w->d[a], b), product(w, a, w->d[b]));
    case GRAPH_QUOTIENT:
        if (w->g->nodes[b].operation == GRAPH_SUM &&
            (w->g->nodes[b].argument[0] == a || w->g->nodes[b].argument[1] == a))
            return of_part(w, a, b);
        /* (a' - e b')/b */
        return sum(w, GRAPH_DIFFERENCE, quotient(w, w->d[a], b),
                   quotient(w, product(w, e, w->d[b]), b));
    case GRAPH_POWER:
        return of_power(w, e, a, b);
    case GRAPH_MIN:
    case GRAPH_MAX:
        return graph_select(w->g, two(w, GRAPH_AT_MOST, a, b),
                            w->d[node.operation == GRAPH_MIN ? a : b],
                            w->d[node.operation == GRAPH_MIN ? b : a]);
    case GRAPH_SELECT:
        return graph_select(w->g, a, w->d[b], w->d[c]);
    case GRAPH_INTEGRAL:
        return of_integral(w, &node);
    default:
        return graph_arguments(node.operation) == 1 && !is_zero(w, w->d[a])
                   ? product(w, outer(w, node.operation, e, a), w->d[a])
                   : integer(w, 0);
    }
}

/* Returns x/v for an x that has a power (c |v|)^b as a factor: there the power is b - 1. */
static bool lower(struct work *w, expression x, expression *lowered)
{
    const struct graph_node node = w->g->nodes[x];
    expression part;
    if (++w->looked_at > MOST_LOOKED_AT)
        return false;
    if (has_factor(w, x, lowered))
        return true;
    switch (node.operation) {
    case GRAPH_POWER:
        if (!is_multiple_of_speed(w, node.argument[0]) || !has_factor(w, node.argument[0], &part))
            return false;
        *lowered = two(w, GRAPH_PRODUCT,
                       two(w, GRAPH_POWER, node.argument[0],
                           two(w, GRAPH_DIFFERENCE, node.argument[1], integer(w, 1))),
                       part);
        return true;
    case GRAPH_NEGATED:
        if (!lower(w, node.argument[0], &part))
            return false;
        *lowered = one(w, GRAPH_NEGATED, part);
        return true;
    case GRAPH_PRODUCT:
    case GRAPH_QUOTIENT:
        if (lower(w, node.argument[0], &part)) {
            *lowered = two(w, node.operation, part, node.argument[1]);
            return true;
        }
        if (node.operation == GRAPH_PRODUCT && lower(w, node.argument[1], &part)) {
            *lowered = two(w, GRAPH_PRODUCT, node.argument[0], part);
            return true;
        }
        return false;
    case GRAPH_SUM:
    case GRAPH_DIFFERENCE: {
        expression other;
        if (!lower(w, node.argument[0], &part) || !lower(w, node.argument[1], &other))
            return false;
        *lowered = two(w, node.operation, part, other);
        return true;
    }
    default:
        return false;
    }
}

static expression without_quotients(void *context, struct graph *g, expression e)
{
    struct work *w = context;
    expression x, lowered;
    (void)g;
    w->looked_at = 0;
    return over_v(w, e, &x) && lower(w, x, &lowered) ? lowered : e;
}

expression graph_derivative(struct graph *g, expression e, expression symbol)
{
    bool *seen = memory_array(e + 1, sizeof *seen);
    struct work w = { .g = g,
                      .symbol = symbol,
                      .v = graph_symbol(g, SYMBOL_INPUT, 0),
                      .d = memory_array(e + 1, sizeof *w.d) };
    graph_mark(g, e, seen);
    for (expression i = 0; i <= e; i++)
        if (seen[i])
            w.d[i] = of_node(&w, i);
    const expression derivative =
        symbol == w.v ? graph_replaced(g, w.d[e], without_quotients, &w) : w.d[e];
    free(w.d);
    free(seen);
    return derivative;
}
