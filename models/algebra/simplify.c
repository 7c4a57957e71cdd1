/* Operations that need no node of their own (simplify.h). */
#include "models/algebra/simplify.h"

/* Bits of a number that is computed, at most. */
enum { MOST_BITS = 1 << 14 };

static bool is_short(const fmpq_t q, ulong times)
{
    return times <= MOST_BITS && fmpz_bits(fmpq_numref(q)) * times <= MOST_BITS &&
           fmpz_bits(fmpq_denref(q)) * times <= MOST_BITS;
}

/* Computes an operation on two numbers. Returns false when it is not exact, or not short. */
static bool compute(fmpq_t y, enum graph_operation operation, const fmpq_t a, const fmpq_t b)
{
    switch (operation) {
    case GRAPH_SUM:
        fmpq_add(y, a, b);
        return true;
    case GRAPH_DIFFERENCE:
        fmpq_sub(y, a, b);
        return true;
    case GRAPH_PRODUCT:
        fmpq_mul(y, a, b);
        return true;
    case GRAPH_QUOTIENT:
        if (fmpq_is_zero(b))
            return false;
        fmpq_div(y, a, b);
        return true;
    case GRAPH_POWER:
        if (!fmpz_is_one(fmpq_denref(b)) || !fmpz_abs_fits_ui(fmpq_numref(b)) ||
            !is_short(a, fmpz_get_ui(fmpq_numref(b))) || (fmpq_is_zero(a) && fmpq_sgn(b) < 0))
            return false;
        fmpq_pow_si(y, a, fmpz_get_si(fmpq_numref(b)));
        return true;
    case GRAPH_MIN:
        fmpq_set(y, fmpq_cmp(a, b) <= 0 ? a : b);
        return true;
    case GRAPH_MAX:
        fmpq_set(y, fmpq_cmp(a, b) >= 0 ? a : b);
        return true;
    case GRAPH_LESS:
        fmpq_set_si(y, fmpq_cmp(a, b) < 0, 1);
        return true;
    case GRAPH_AT_MOST:
        fmpq_set_si(y, fmpq_cmp(a, b) <= 0, 1);
        return true;
    case GRAPH_EQUAL:
        fmpq_set_si(y, fmpq_equal(a, b), 1);
        return true;
    case GRAPH_NEGATED:
        fmpq_neg(y, a);
        return true;
    case GRAPH_ABS:
        fmpq_abs(y, a);
        return true;
    case GRAPH_SIGN:
        fmpq_set_si(y, fmpq_sgn(a), 1);
        return true;
    case GRAPH_NOT:
        fmpq_set_si(y, fmpq_is_zero(a), 1);
        return true;
    default:
        return false;
    }
}

/* Returns true, with the number, when the operation is on numbers only and its result is exact. */
static bool folded(struct graph *g, const struct graph_node *node, expression *e)
{
    const unsigned n = graph_arguments(node->operation);
    if (n < 1 || n > 2 || !graph_is_number(g, node->argument[0]) ||
        !graph_is_number(g, node->argument[n - 1]))
        return false;
    fmpq_t y;
    fmpq_init(y);
    const bool done = compute(y, node->operation, graph_value(g, node->argument[0]),
                              graph_value(g, node->argument[n - 1])) &&
                      is_short(y, 1);
    if (done)
        *e = graph_number(g, y);
    fmpq_clear(y);
    return done;
}

/* Returns true, with one of the arguments, when the operation leaves it as it is, or when it is the
 * number that the operation always gives. */
static bool left_out(struct graph *g, const struct graph_node *node, expression *e)
{
    const expression a = node->argument[0], b = node->argument[1];
    bool is = false;
    *e = a;
    switch (node->operation) {
    case GRAPH_DIFFERENCE:
    case GRAPH_SUM:
        is = graph_is_integer(g, b, 0);
        if (!is && node->operation == GRAPH_SUM && graph_is_integer(g, a, 0))
            is = true, *e = b;
        break;
    case GRAPH_PRODUCT:
        is = graph_is_integer(g, a, 0) || graph_is_integer(g, b, 1);
        if (!is && (graph_is_integer(g, b, 0) || graph_is_integer(g, a, 1)))
            is = true, *e = b;
        break;
    case GRAPH_QUOTIENT:
        is = graph_is_integer(g, a, 0) || graph_is_integer(g, b, 1);
        break;
    case GRAPH_POWER:
        is = graph_is_integer(g, b, 1);
        if (graph_is_integer(g, b, 0))
            is = true, *e = graph_integer(g, 1);
        break;
    case GRAPH_SELECT:
        is = b == node->argument[2] || graph_is_number(g, a);
        *e = graph_is_integer(g, a, 0) ? node->argument[2] : b;
        break;
    case GRAPH_AND:
        is = graph_is_integer(g, a, 0) || graph_is_integer(g, b, 1) || a == b;
        if (!is && (graph_is_integer(g, b, 0) || graph_is_integer(g, a, 1)))
            is = true, *e = b;
        break;
    case GRAPH_OR:
        is = graph_is_integer(g, a, 1) || graph_is_integer(g, b, 0) || a == b;
        if (!is && (graph_is_integer(g, b, 1) || graph_is_integer(g, a, 0)))
            is = true, *e = b;
        break;
    case GRAPH_MIN:
    case GRAPH_MAX:
        is = a == b;
        break;
    case GRAPH_NEGATED:
    case GRAPH_NOT:
        is = g->nodes[a].operation == node->operation;
        *e = g->nodes[a].argument[0];
        break;
    default:
        break;
    }
    return is;
}

/* Returns true when e has a sign in front that its negative has not. */
static bool is_negative(const struct graph *g, expression e)
{
    return g->nodes[e].operation == GRAPH_NEGATED ||
           (graph_is_number(g, e) && fmpq_sgn(graph_value(g, e)) < 0);
}

/* Returns -(-a b) as a b, and -(-a/b) as a/b; EXPRESSION_NONE where there is no such sign. */
static expression two_signs(struct graph *g, enum graph_operation operation, expression e)
{
    const struct graph_node inner = g->nodes[e];
    if (operation != GRAPH_NEGATED ||
        (inner.operation != GRAPH_PRODUCT && inner.operation != GRAPH_QUOTIENT) ||
        !is_negative(g, inner.argument[0]))
        return EXPRESSION_NONE;
    return graph_two(g, inner.operation, graph_one(g, GRAPH_NEGATED, inner.argument[0]),
                     inner.argument[1]);
}

expression graph_simplified(struct graph *g, const struct graph_node *node)
{
    expression e;
    if (folded(g, node, &e) || left_out(g, node, &e))
        return e;
    if (node->operation == GRAPH_DIFFERENCE && graph_is_integer(g, node->argument[0], 0))
        return graph_one(g, GRAPH_NEGATED, node->argument[1]);
    return two_signs(g, node->operation, node->argument[0]);
}
