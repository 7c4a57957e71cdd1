/* Builds canonical values, operation by operation (canonical.h). */
#include "properties/structure/canonical.h"

/* Takes the sign off an expression: of a negative number, and of a negated node. Zero has none. */
static struct canonical plain(struct graph *g, expression e)
{
    if (g->nodes[e].operation == GRAPH_NEGATED)
        return (struct canonical){ g->nodes[e].argument[0], true };
    if (!graph_is_number(g, e) || fmpq_sgn(graph_value(g, e)) >= 0)
        return (struct canonical){ e, false };
    return (struct canonical){ graph_one(g, GRAPH_NEGATED, e), true };
}

static struct canonical turned(const struct graph *g, struct canonical a, bool turn)
{
    a.is_negative = a.is_negative != turn && !graph_is_integer(g, a.e, 0);
    return a;
}

/* Returns the value as an expression. */
static expression whole(struct graph *g, struct canonical a)
{
    return a.is_negative ? graph_one(g, GRAPH_NEGATED, a.e) : a.e;
}

static void sort(struct canonical *a, struct canonical *b)
{
    const struct canonical first = *a;
    if (a->e <= b->e)
        return;
    *a = *b;
    *b = first;
}

/* +-(a + b) or +-(a - b), a being the one that stands first in the graph. */
static struct canonical sum(struct graph *g, struct canonical a, struct canonical b)
{
    sort(&a, &b);
    const bool is_sum = a.is_negative == b.is_negative;
    const expression e = graph_two(g, is_sum ? GRAPH_SUM : GRAPH_DIFFERENCE, a.e, b.e);
    return turned(g, plain(g, e), a.is_negative);
}

static struct canonical product(struct graph *g, enum graph_operation operation, struct canonical a,
                                struct canonical b)
{
    if (operation == GRAPH_PRODUCT)
        sort(&a, &b);
    return turned(g, plain(g, graph_two(g, operation, a.e, b.e)), a.is_negative != b.is_negative);
}

/* The sign comes out of a base whose exponent is a whole number. */
static struct canonical power(struct graph *g, struct canonical a, struct canonical b)
{
    const fmpq *q = graph_is_number(g, b.e) ? graph_value(g, b.e) : NULL;
    if (!q || !fmpz_is_one(fmpq_denref(q)))
        return plain(g, graph_two(g, GRAPH_POWER, whole(g, a), whole(g, b)));
    const bool turn = a.is_negative && fmpz_is_odd(fmpq_numref(q));
    return turned(g, plain(g, graph_two(g, GRAPH_POWER, a.e, whole(g, b))), turn);
}

static bool is_never_negative(const struct graph *g, const struct law_graph *law, expression e)
{
    const struct graph_node *node = &g->nodes[e];
    return (graph_is_number(g, e) && fmpq_sgn(graph_value(g, e)) >= 0) ||
           (node->operation == GRAPH_SYMBOL && node->symbol == SYMBOL_PARAMETER &&
            law->signs[node->index].text);
}

/* Returns true when low <= high: two numbers, or values of either sign that are their own bounds.
 */
static bool are_in_order(const struct graph *g, const struct law_graph *law, struct canonical low,
                         struct canonical high)
{
    if (!is_never_negative(g, law, low.e) || !is_never_negative(g, law, high.e))
        return false;
    if (low.is_negative && !high.is_negative)
        return true;
    if (!graph_is_number(g, low.e) || !graph_is_number(g, high.e) ||
        low.is_negative != high.is_negative)
        return false;
    const int order = fmpq_cmp(graph_value(g, low.e), graph_value(g, high.e));
    return low.is_negative ? order >= 0 : order <= 0;
}

/* Returns x limited to [low, high], low <= high; of -x it is the negative of x limited to [-high,
 * -low]. */
static struct canonical limited(struct graph *g, struct canonical low, struct canonical high,
                                struct canonical x)
{
    const bool turn = x.is_negative;
    const struct canonical from = turned(g, turn ? high : low, turn),
                           to = turned(g, turn ? low : high, turn);
    const expression above = graph_two(g, GRAPH_MAX, whole(g, from), x.e);
    return turned(g, plain(g, graph_two(g, GRAPH_MIN, whole(g, to), above)), turn);
}

/* max(low, min(high, x)) and min(high, max(low, x)) are x limited, if low <= high. Returns true,
 * with that value, when the operation on a limit and an inner value is one of them. */
static bool is_limited(struct graph *g, const struct law_graph *law, enum graph_operation operation,
                       struct canonical limit, struct canonical inner, struct canonical *is)
{
    const struct graph_node node = g->nodes[inner.e];
    const bool is_low = operation == GRAPH_MAX;
    if (node.operation != (is_low != inner.is_negative ? GRAPH_MIN : GRAPH_MAX))
        return false;
    for (int k = 0; k < 2; k++) {
        const struct canonical other = turned(g, plain(g, node.argument[k]), inner.is_negative),
                               x = turned(g, plain(g, node.argument[1 - k]), inner.is_negative),
                               low = is_low ? limit : other, high = is_low ? other : limit;
        if (!are_in_order(g, law, low, high))
            continue;
        *is = limited(g, low, high, x);
        return true;
    }
    return false;
}

/* min(-a, -b) is -max(a, b): the first has no sign. */
static struct canonical extreme(struct graph *g, const struct law_graph *law,
                                enum graph_operation operation, struct canonical a,
                                struct canonical b)
{
    struct canonical is;
    if (is_limited(g, law, operation, a, b, &is) || is_limited(g, law, operation, b, a, &is))
        return is;
    sort(&a, &b);
    const bool turn = a.is_negative;
    if (turn)
        operation = operation == GRAPH_MIN ? GRAPH_MAX : GRAPH_MIN;
    b = turned(g, b, turn);
    return turned(g, plain(g, graph_two(g, operation, a.e, whole(g, b))), turn);
}

/* a < b is -b < -a. */
static struct canonical comparison(struct graph *g, enum graph_operation operation,
                                   struct canonical a, struct canonical b)
{
    if (operation == GRAPH_EQUAL) {
        sort(&a, &b);
        const bool turn = graph_is_integer(g, a.e, 0) ? b.is_negative : a.is_negative;
        a = turned(g, a, turn);
        b = turned(g, b, turn);
    } else if (a.e > b.e) {
        const struct canonical first = a;
        a = turned(g, b, true);
        b = turned(g, first, true);
    }
    return (struct canonical){ graph_two(g, operation, whole(g, a), whole(g, b)), false };
}

/* not a < b is b <= a. */
static struct canonical complement(struct graph *g, expression c)
{
    const struct graph_node node = g->nodes[c];
    if (node.operation == GRAPH_LESS || node.operation == GRAPH_AT_MOST)
        return comparison(g, node.operation == GRAPH_LESS ? GRAPH_AT_MOST : GRAPH_LESS,
                          plain(g, node.argument[1]), plain(g, node.argument[0]));
    return (struct canonical){ graph_one(g, GRAPH_NOT, c), false };
}

/* Returns true when p < q and q < s are not true together: s <= p. */
static bool is_empty(const struct graph *g, const struct law_graph *law, struct canonical p,
                     struct canonical q, struct canonical r, struct canonical s)
{
    return canonical_same(g, q, r) && (canonical_same(g, s, p) || are_in_order(g, law, s, p));
}

/* Returns true when two conditions are comparisons that are not true together. */
static bool exclude(struct graph *g, const struct law_graph *law, expression c, expression d)
{
    const struct graph_node one = g->nodes[c], other = g->nodes[d];
    if (one.operation != GRAPH_LESS || other.operation != GRAPH_LESS)
        return false;
    const struct canonical p = plain(g, one.argument[0]), q = plain(g, one.argument[1]);
    for (int k = 0; k < 2; k++) { /* r < s is -s < -r */
        const struct canonical r = turned(g, plain(g, other.argument[k]), k == 1),
                               s = turned(g, plain(g, other.argument[1 - k]), k == 1);
        if (is_empty(g, law, p, q, r, s) || is_empty(g, law, r, s, p, q))
            return true;
    }
    return false;
}

static expression choose(struct graph *g, expression c, struct canonical a, struct canonical b)
{
    return graph_select(g, c, whole(g, a), whole(g, b));
}

/* Of a condition and its opposite the choice is written with one. Two choices, one in the other,
 * whose conditions are not true together stand in one order. */
static struct canonical choice(struct graph *g, const struct law_graph *law, expression c,
                               struct canonical a, struct canonical b)
{
    const enum graph_operation by = g->nodes[c].operation;
    if (by == GRAPH_NOT || by == GRAPH_AT_MOST)
        return choice(g, law, complement(g, c).e, b, a);
    const struct graph_node inner = g->nodes[b.e];
    if (inner.operation == GRAPH_SELECT && inner.argument[0] < c &&
        exclude(g, law, c, inner.argument[0])) {
        const struct canonical x = turned(g, plain(g, inner.argument[1]), b.is_negative),
                               y = turned(g, plain(g, inner.argument[2]), b.is_negative);
        return choice(g, law, inner.argument[0], x, choice(g, law, c, a, y));
    }
    const bool turn = graph_is_integer(g, a.e, 0) ? b.is_negative : a.is_negative;
    return turned(g, plain(g, choose(g, c, turned(g, a, turn), turned(g, b, turn))), turn);
}

/* A function of its arguments as they are. */
static struct canonical function(struct graph *g, enum graph_operation operation,
                                 const struct canonical of[])
{
    expression argument[GRAPH_MOST_ARGUMENTS] = { 0 };
    for (unsigned i = 0; i < graph_arguments(operation); i++)
        argument[i] = whole(g, of[i]);
    return plain(g, graph_node(g, operation, argument));
}

struct canonical canonical_number(struct graph *g, const fmpq_t value)
{
    return plain(g, graph_number(g, value));
}

struct canonical canonical_symbol(struct graph *g, enum graph_symbol symbol, unsigned index)
{
    return (struct canonical){ graph_symbol(g, symbol, index), false };
}

struct canonical canonical_node(struct graph *g, const struct law_graph *law,
                                enum graph_operation operation, const struct canonical of[])
{
    switch (operation) {
    case GRAPH_NEGATED:
        return turned(g, of[0], true);
    case GRAPH_SUM:
        return sum(g, of[0], of[1]);
    case GRAPH_DIFFERENCE:
        return sum(g, of[0], turned(g, of[1], true));
    case GRAPH_PRODUCT:
    case GRAPH_QUOTIENT:
        return product(g, operation, of[0], of[1]);
    case GRAPH_POWER:
        return power(g, of[0], of[1]);
    case GRAPH_ABS:
    case GRAPH_COS:
    case GRAPH_COSH:
        return plain(g, graph_one(g, operation, of[0].e));
    case GRAPH_SIGN:
    case GRAPH_SIN:
    case GRAPH_TAN:
    case GRAPH_ASIN:
    case GRAPH_ATAN:
    case GRAPH_SINH:
    case GRAPH_TANH:
        return turned(g, plain(g, graph_one(g, operation, of[0].e)), of[0].is_negative);
    case GRAPH_MIN:
    case GRAPH_MAX:
        return extreme(g, law, operation, of[0], of[1]);
    case GRAPH_LESS:
    case GRAPH_AT_MOST:
    case GRAPH_EQUAL:
        return comparison(g, operation, of[0], of[1]);
    case GRAPH_NOT: /* a condition has no sign: -1 is as true as 1 */
        return complement(g, of[0].e);
    case GRAPH_AND:
    case GRAPH_OR: {
        struct canonical a = { of[0].e, false }, b = { of[1].e, false };
        sort(&a, &b);
        return (struct canonical){ graph_two(g, operation, a.e, b.e), false };
    }
    case GRAPH_SELECT:
        return choice(g, law, of[0].e, of[1], of[2]);
    default:
        return function(g, operation, of);
    }
}

bool canonical_same(const struct graph *g, struct canonical a, struct canonical b)
{
    return a.e == b.e && (a.is_negative == b.is_negative || graph_is_integer(g, a.e, 0));
}

bool canonical_opposite(const struct graph *g, struct canonical a, struct canonical b)
{
    return a.e == b.e && (a.is_negative != b.is_negative || graph_is_integer(g, a.e, 0));
}
