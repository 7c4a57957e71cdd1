/* Looks for jumps and steep slopes by rules for each operation (regular.h). */
#include "models/normal/regular.h"

#include <stdlib.h>

#include "models/normal/forms.h"
#include "tools/base/memory.h"

struct search {
    struct normal *normal;
    struct equations *law;
    const struct regular_place *place;
};

/* What is known of a node. */
struct known {
    bool depends, is_regular;
};

/* Returns true when an expression is shown to be positive: by its form, or as a sum, product or
 * power of such. Sums may be nested so deep. */
static bool is_positive(const struct search *s, expression e, unsigned depth)
{
    const struct graph_node node = s->law->graph.nodes[e];
    const expression a = node.argument[0], b = node.argument[1];
    if (depth == 0)
        return false;
    switch (node.operation) {
    case GRAPH_EXP:
        return true;
    case GRAPH_SUM:
        if ((is_positive(s, a, depth - 1) && normal_never_negative(s->normal, b)) ||
            (is_positive(s, b, depth - 1) && normal_never_negative(s->normal, a)))
            return true;
        break;
    case GRAPH_PRODUCT:
    case GRAPH_QUOTIENT:
        if (is_positive(s, a, depth - 1) && is_positive(s, b, depth - 1))
            return true;
        break;
    case GRAPH_POWER:
    case GRAPH_SQRT:
        if (is_positive(s, a, depth - 1))
            return true;
        break;
    default:
        break;
    }
    return form_positive(s->normal, normal_form(s->normal, e));
}

/* Returns true when an expression is shown not to be 0 at the place. */
static bool is_not_zero(const struct search *s, expression e)
{
    enum { DEPTH = 8 };
    struct graph *g = &s->law->graph;
    const expression there = graph_swapped(g, e, s->place->at, s->place->n);
    return is_positive(s, there, DEPTH) ||
           is_positive(s, graph_one(g, GRAPH_NEGATED, there), DEPTH);
}

static bool differ(const struct search *s, expression a, expression b)
{
    return is_not_zero(s, graph_two(&s->law->graph, GRAPH_DIFFERENCE, a, b));
}

/* Returns true when x^e is regular at x = 0, too. The end of a parameter's range is no demand: laws
 * are judged beyond it. */
static bool is_tame_exponent(const struct search *s, expression e)
{
    struct graph *g = &s->law->graph;
    if (!s->place->is_lipschitz)
        return form_positive(s->normal, normal_form(s->normal, e));
    return normal_never_negative(s->normal, graph_two(g, GRAPH_DIFFERENCE, e, graph_integer(g, 1)));
}

/* Returns true when an operation makes what is regular of what is regular. */
static bool keeps(const struct search *s, const struct graph_node *node, const struct known known[])
{
    const expression a = node->argument[0], b = node->argument[1];
    switch (node->operation) {
    case GRAPH_SYMBOL:
    case GRAPH_NEGATED:
    case GRAPH_SUM:
    case GRAPH_DIFFERENCE:
    case GRAPH_PRODUCT:
    case GRAPH_ABS:
    case GRAPH_MIN:
    case GRAPH_MAX:
    case GRAPH_EXP:
    case GRAPH_SIN:
    case GRAPH_COS:
    case GRAPH_SINH:
    case GRAPH_COSH:
    case GRAPH_TANH:
    case GRAPH_ATAN:
    case GRAPH_AND: /* a condition that has no jump stays as it is */
    case GRAPH_OR:
    case GRAPH_NOT:
    case GRAPH_SELECT:
        return true;
    case GRAPH_QUOTIENT:
        return !known[b].depends || is_not_zero(s, b);
    case GRAPH_POWER:
        return !known[b].depends && (is_tame_exponent(s, b) || is_not_zero(s, a));
    case GRAPH_SQRT:
        return !s->place->is_lipschitz || is_not_zero(s, a);
    case GRAPH_LOG:
    case GRAPH_SIGN:
        return is_not_zero(s, a);
    case GRAPH_LESS:
    case GRAPH_AT_MOST:
    case GRAPH_EQUAL:
        return differ(s, a, b);
    default:
        return false;
    }
}

enum { FACTORS = 16 };

/* Lists the factors of a product, signs of numbers apart. Returns how many; FACTORS: too many. */
static size_t list_factors(const struct graph *g, expression e, expression of[FACTORS], size_t n)
{
    const struct graph_node *node = &g->nodes[e];
    if (node->operation == GRAPH_NEGATED)
        return list_factors(g, node->argument[0], of, n);
    if (node->operation == GRAPH_PRODUCT) {
        n = list_factors(g, node->argument[0], of, n);
        return n < FACTORS ? list_factors(g, node->argument[1], of, n) : n;
    }
    of[n] = e;
    return n + 1;
}

/* Returns true for |x|, and for powers of it. */
static bool is_magnitude(const struct graph *g, expression e, expression x)
{
    const struct graph_node *node = &g->nodes[e];
    if (node->operation == GRAPH_POWER)
        node = &g->nodes[node->argument[0]];
    return node->operation == GRAPH_ABS && node->argument[0] == x;
}

/* Returns true for a product in which each sign(x) stands beside a power of |x|: |x|^e sign(x) has
 * no jump. */
static bool is_signed_power(const struct search *s, expression e, const struct known known[])
{
    const struct graph *g = &s->law->graph;
    expression factor[FACTORS];
    const size_t n = list_factors(g, e, factor, 0);
    for (size_t i = 0; i < n; i++) {
        const struct graph_node *node = &g->nodes[factor[i]];
        bool is = known[factor[i]].is_regular;
        for (size_t k = 0; node->operation == GRAPH_SIGN && k < n && !is; k++)
            is = known[node->argument[0]].is_regular && known[factor[k]].is_regular &&
                 is_magnitude(g, factor[k], node->argument[0]);
        if (!is)
            return false;
    }
    return n < FACTORS;
}

/* What follows of a node from its arguments. The graph may grow. */
static struct known look(const struct search *s, expression e, const struct known known[])
{
    const struct graph_node node = s->law->graph.nodes[e];
    struct known is = { node.operation == GRAPH_SYMBOL && node.symbol == s->place->in, true };
    for (unsigned k = 0; k < graph_arguments(node.operation); k++) {
        is.depends = is.depends || known[node.argument[k]].depends;
        is.is_regular = is.is_regular && known[node.argument[k]].is_regular;
    }
    is.is_regular = (is.is_regular && (!is.depends || keeps(s, &node, known))) ||
                    (node.operation == GRAPH_PRODUCT && is_signed_power(s, e, known));
    return is;
}

bool normal_is_regular(struct normal *normal, struct equations *law, expression e,
                       const struct regular_place *place)
{
    const struct search s = { normal, law, place };
    bool *seen = memory_array(law->graph.n, sizeof *seen);
    struct known *known = memory_array((size_t)e + 1, sizeof *known);
    graph_mark(&law->graph, e, seen);
    for (expression i = 0; i <= e; i++)
        if (seen[i])
            known[i] = look(&s, i, known);
    const bool is = known[e].is_regular;
    free(known);
    free(seen);
    return is;
}

/* The degree in the selection; MANY: of a higher one, or none. */
enum { MANY = 2 };

static unsigned degree(const struct graph *g, const struct graph_node *node,
                       const unsigned char d[])
{
    const unsigned a = d[node->argument[0]], b = d[node->argument[1]];
    switch (node->operation) {
    case GRAPH_SYMBOL:
        return node->symbol == SYMBOL_SELECTION;
    case GRAPH_NEGATED:
        return a;
    case GRAPH_SUM:
    case GRAPH_DIFFERENCE:
        return a > b ? a : b;
    case GRAPH_PRODUCT:
        if (graph_is_integer(g, node->argument[0], 0) || graph_is_integer(g, node->argument[1], 0))
            return 0;
        return a + b < MANY ? a + b : MANY;
    case GRAPH_QUOTIENT:
        return b == 0 ? a : MANY;
    case GRAPH_SELECT: {
        const unsigned c = d[node->argument[2]];
        return a > 0 ? MANY : b > c ? b : c;
    }
    default:
        for (unsigned k = 0; k < graph_arguments(node->operation); k++)
            if (d[node->argument[k]] > 0)
                return MANY;
        return 0;
    }
}

bool graph_is_affine_in_selection(const struct graph *graph, expression e)
{
    bool *seen = memory_array(graph->n, sizeof *seen);
    unsigned char *d = memory_array((size_t)e + 1, sizeof *d);
    graph_mark(graph, e, seen);
    for (expression i = 0; i <= e; i++)
        if (seen[i])
            d[i] = (unsigned char)degree(graph, &graph->nodes[i], d);
    const bool is = d[e] < MANY;
    free(d);
    free(seen);
    return is;
}
