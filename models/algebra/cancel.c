/* Takes factors out of products that stand above and below (cancel.h). */
#include "models/algebra/cancel.h"

/* More factors than that are left as they are. */
enum { MOST_FACTORS = 32 };

/* The factors of a product, each above or below the line. */
struct factors {
    expression of[MOST_FACTORS];
    bool is_below[MOST_FACTORS];
    size_t n;
    bool is_negative, is_full;
};

static void collect(const struct graph *g, expression e, bool below, struct factors *f)
{
    const struct graph_node *node = &g->nodes[e];
    switch (node->operation) {
    case GRAPH_PRODUCT:
        collect(g, node->argument[0], below, f);
        collect(g, node->argument[1], below, f);
        return;
    case GRAPH_QUOTIENT:
        collect(g, node->argument[0], below, f);
        collect(g, node->argument[1], !below, f);
        return;
    case GRAPH_NEGATED:
        f->is_negative = !f->is_negative;
        collect(g, node->argument[0], below, f);
        return;
    default:
        break;
    }
    f->is_full = f->is_full || f->n == MOST_FACTORS;
    if (f->is_full || graph_is_integer(g, e, 1))
        return;
    f->of[f->n] = e;
    f->is_below[f->n++] = below;
}

static void drop(struct factors *f, size_t i)
{
    f->n--;
    for (size_t k = i; k < f->n; k++) {
        f->of[k] = f->of[k + 1];
        f->is_below[k] = f->is_below[k + 1];
    }
}

static expression multiplied(struct graph *g, const struct factors *f, bool below)
{
    expression product = EXPRESSION_NONE;
    for (size_t i = 0; i < f->n; i++)
        if (f->is_below[i] == below)
            product = product == EXPRESSION_NONE ? f->of[i]
                                                 : graph_two(g, GRAPH_PRODUCT, product, f->of[i]);
    return product;
}

static expression rebuilt(struct graph *g, const struct factors *f)
{
    expression above = multiplied(g, f, false);
    const expression below = multiplied(g, f, true);
    if (above == EXPRESSION_NONE)
        above = graph_integer(g, 1);
    if (below != EXPRESSION_NONE)
        above = graph_two(g, GRAPH_QUOTIENT, above, below);
    return f->is_negative ? graph_one(g, GRAPH_NEGATED, above) : above;
}

/* Returns e times a, where a divides e or a term of it: in a sum each term is multiplied;
 * EXPRESSION_NONE where it divides none. */
static expression without_divisor(struct graph *g, expression e, expression a)
{
    const struct graph_node node = g->nodes[e];
    if (node.operation == GRAPH_SUM || node.operation == GRAPH_DIFFERENCE) {
        expression left = without_divisor(g, node.argument[0], a),
                   right = without_divisor(g, node.argument[1], a);
        if (left == EXPRESSION_NONE && right == EXPRESSION_NONE)
            return EXPRESSION_NONE;
        if (left == EXPRESSION_NONE)
            left = graph_two(g, GRAPH_PRODUCT, a, node.argument[0]);
        if (right == EXPRESSION_NONE)
            right = graph_two(g, GRAPH_PRODUCT, a, node.argument[1]);
        return graph_two(g, node.operation, left, right);
    }
    struct factors f = { .n = 0 };
    collect(g, e, false, &f);
    for (size_t i = 0; !f.is_full && i < f.n; i++)
        if (f.is_below[i] && f.of[i] == a) {
            drop(&f, i);
            return rebuilt(g, &f);
        }
    return EXPRESSION_NONE;
}

/* Cancels factor i against another. Returns false when there is none. */
static bool cancel(struct graph *g, struct factors *f, size_t i)
{
    for (size_t k = 0; k < f->n; k++) {
        if (f->is_below[k] != f->is_below[i] && f->of[k] == f->of[i]) {
            drop(f, i > k ? i : k);
            drop(f, i > k ? k : i);
            return true;
        }
        if (k == i || f->is_below[k] != f->is_below[i])
            continue;
        const enum graph_operation operation = g->nodes[f->of[k]].operation;
        if (operation != GRAPH_SUM && operation != GRAPH_DIFFERENCE)
            continue;
        const expression sum = without_divisor(g, f->of[k], f->of[i]);
        if (sum != EXPRESSION_NONE) {
            f->of[k] = sum;
            drop(f, i);
            return true;
        }
    }
    return false;
}

static expression replace(void *context, struct graph *g, expression e)
{
    const enum graph_operation operation = g->nodes[e].operation;
    struct factors f = { .n = 0 };
    bool changed = false;
    (void)context;
    if (operation != GRAPH_PRODUCT && operation != GRAPH_QUOTIENT)
        return e;
    collect(g, e, false, &f);
    for (size_t i = 0; !f.is_full && i < f.n;) {
        const bool found = cancel(g, &f, i);
        changed = changed || found;
        i = found ? 0 : i + 1;
    }
    return changed ? rebuilt(g, &f) : e;
}

expression graph_cancelled(struct graph *graph, expression e)
{
    return graph_replaced(graph, e, replace, NULL);
}
