/* Finds the summed magnitudes of the terms of a force (values.h). */
#include <stdlib.h>

#include "models/derived/force_scale.h"
#include "models/normal/nonnegative.h"
#include "tools/base/memory.h"

/* By node: a bound of its magnitude, that of its terms where it is a sum, and what its magnitude is
 * at least. What depends neither on the states nor on the selection, of magnitude 1, is known, so
 * that it counts as it is. EXPRESSION_NONE: not known; of the least, 0. */
struct magnitudes {
    struct graph *g;
    expression *whole, *terms, *least;
    const bool *nonnegative;
};

static expression one(struct magnitudes *m, enum graph_operation operation, expression a)
{
    return a != EXPRESSION_NONE ? graph_one(m->g, operation, a) : EXPRESSION_NONE;
}

static expression two(struct magnitudes *m, enum graph_operation operation, expression a,
                      expression b)
{
    const bool known = a != EXPRESSION_NONE && b != EXPRESSION_NONE;
    return known ? graph_two(m->g, operation, a, b) : EXPRESSION_NONE;
}

static expression state(struct equations *law, const struct statements *statements, unsigned index)
{
    const struct statement_values *bound = &statements->values[STATEMENT_BOUND];
    if (index < bound->n && bound->e[index] != EXPRESSION_NONE)
        return bound->e[index];
    struct unit metre = unit_one;
    metre.whole[1] = UNIT_PARTS;
    return unit_equal(&law->states.of[index].dimension, &metre)
               ? graph_symbol(&law->graph, SYMBOL_TRAVEL, 0)
               : EXPRESSION_NONE;
}

static expression magnitude(struct equations *law, const struct statements *statements,
                            struct magnitudes *m, const struct graph_node *node)
{
    const expression a = node->argument[0], b = node->argument[1], c = node->argument[2];
    switch (node->operation) {
    case GRAPH_SYMBOL:
        return node->symbol == SYMBOL_STATE ? state(law, statements, node->index)
                                            : graph_integer(m->g, 1);
    case GRAPH_NEGATED:
    case GRAPH_ABS:
        return m->whole[a];
    case GRAPH_SUM:
    case GRAPH_DIFFERENCE:
        return two(m, GRAPH_SUM, m->terms[a], m->terms[b]);
    case GRAPH_PRODUCT:
        return two(m, GRAPH_PRODUCT, m->whole[a], m->whole[b]);
    case GRAPH_QUOTIENT: /* of what only the selection changes the magnitude serves */
        return two(m, GRAPH_QUOTIENT, m->whole[a],
                   graph_depends(m->g, b, SYMBOL_STATE, ANY_INDEX) ? m->least[b] : m->whole[b]);
    case GRAPH_POWER: /* whose exponent is not negative; of its base it needs only the magnitude */
        return graph_depends(m->g, b, SYMBOL_STATE, ANY_INDEX) || !m->nonnegative[b]
                   ? EXPRESSION_NONE
                   : two(m, GRAPH_POWER, m->whole[a], b);
    case GRAPH_SQRT:
    case GRAPH_EXP:
    case GRAPH_COSH:
        return one(m, node->operation, m->whole[a]);
    case GRAPH_SINH:
        return one(m, GRAPH_COSH, m->whole[a]);
    case GRAPH_SIGN:
    case GRAPH_SIN:
    case GRAPH_COS:
    case GRAPH_TANH:
        return graph_integer(m->g, 1);
    case GRAPH_ATAN: /* at most pi/2 */
        return graph_integer(m->g, 2);
    case GRAPH_MIN:
    case GRAPH_MAX:
        return two(m, GRAPH_MAX, m->whole[a], m->whole[b]);
    case GRAPH_SELECT:
        return two(m, GRAPH_MAX, m->whole[b], m->whole[c]);
    default:
        return EXPRESSION_NONE;
    }
}

/* Returns the sum of what two have at least, or the greater, or the one that is known: what has no
 * sign may cancel. */
static expression least_of_both(struct magnitudes *m, enum graph_operation operation, expression a,
                                expression b)
{
    if (!m->nonnegative[a] || !m->nonnegative[b])
        return EXPRESSION_NONE;
    return m->least[a] == EXPRESSION_NONE   ? m->least[b]
           : m->least[b] == EXPRESSION_NONE ? m->least[a]
                                            : graph_two(m->g, operation, m->least[a], m->least[b]);
}

static expression least(struct magnitudes *m, const struct graph_node *node)
{
    const expression a = node->argument[0], b = node->argument[1], c = node->argument[2];
    switch (node->operation) {
    case GRAPH_NEGATED:
    case GRAPH_ABS:
        return m->least[a];
    case GRAPH_SUM:
    case GRAPH_MAX:
        return least_of_both(m, node->operation, a, b);
    case GRAPH_PRODUCT:
        return two(m, GRAPH_PRODUCT, m->least[a], m->least[b]);
    case GRAPH_QUOTIENT:
        return two(m, GRAPH_QUOTIENT, m->least[a], m->whole[b]);
    case GRAPH_POWER:
        return graph_depends(m->g, b, SYMBOL_STATE, ANY_INDEX) || !m->nonnegative[b]
                   ? EXPRESSION_NONE
                   : two(m, GRAPH_POWER, m->least[a], b);
    case GRAPH_SQRT:
        return one(m, GRAPH_SQRT, m->least[a]);
    case GRAPH_EXP:
        return one(m, GRAPH_EXP, one(m, GRAPH_NEGATED, m->whole[a]));
    case GRAPH_COSH:
        return graph_integer(m->g, 1);
    case GRAPH_MIN:
        return two(m, GRAPH_MIN, m->least[a], m->least[b]);
    case GRAPH_SELECT:
        return two(m, GRAPH_MIN, m->least[b], m->least[c]);
    default:
        return EXPRESSION_NONE;
    }
}

expression force_scale(struct equations *law, const struct statements *statements)
{
    struct graph *g = &law->graph;
    const expression F = law->force;
    bool *seen = memory_array(F + 1, sizeof *seen);
    bool *nonnegative = memory_array(g->n, sizeof *nonnegative);
    struct magnitudes m = { g, memory_array(F + 1, sizeof *m.whole),
                            memory_array(F + 1, sizeof *m.terms),
                            memory_array(F + 1, sizeof *m.least), nonnegative };
    graph_mark(g, F, seen);
    law_mark_nonnegative_within(law, nonnegative);
    for (expression i = 0; i <= F; i++) {
        const struct graph_node node = g->nodes[i];
        if (!seen[i])
            continue;
        const bool moves = graph_depends(g, i, SYMBOL_STATE, ANY_INDEX) ||
                           graph_depends(g, i, SYMBOL_SELECTION, 0);
        m.whole[i] = moves            ? magnitude(law, statements, &m, &node)
                     : nonnegative[i] ? i
                                      : graph_one(g, GRAPH_ABS, i);
        m.terms[i] = m.whole[i];
        m.least[i] = moves ? least(&m, &node) : m.whole[i];
        if (node.operation == GRAPH_SUM || node.operation == GRAPH_DIFFERENCE)
            m.terms[i] = two(&m, GRAPH_SUM, m.terms[node.argument[0]], m.terms[node.argument[1]]);
        if (node.operation == GRAPH_NEGATED)
            m.terms[i] = m.terms[node.argument[0]];
    }
    const expression scale = m.terms[F];
    free(m.whole);
    free(m.terms);
    free(m.least);
    free(seen);
    free(nonnegative);
    return scale;
}
