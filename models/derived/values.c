/* Finds what follows from a law's equations in the long run (values.h). */
#include "models/derived/values.h"

#include "models/algebra/cancel.h"
#include "models/derived/force_scale.h"
#include "models/derived/relaxing.h"

/* The force at the states' steady values, where they are known; their rates are 0 there. */
expression law_steady_force(struct equations *law, const struct statements *statements,
                            const struct structure *structure)
{
    struct graph *g = &law->graph;
    const struct statement_values *stated = &statements->values[STATEMENT_STEADY];
    struct graph_swap swaps[2 * EQUATIONS_QUANTITIES];
    size_t n = 0;
    if (structure->is_hybrid)
        return EXPRESSION_NONE;
    for (unsigned i = 0; i < law->states.n; i++) {
        expression x = stated->n > i ? stated->e[i] : EXPRESSION_NONE;
        if (x == EXPRESSION_NONE && !structure_relaxes(structure))
            return EXPRESSION_NONE;
        if (x == EXPRESSION_NONE)
            x = law_relaxing(law, i).steady;
        swaps[n++] = (struct graph_swap){ SYMBOL_STATE, i, x };
        swaps[n++] = (struct graph_swap){ SYMBOL_RATE, i, graph_integer(g, 0) };
    }
    return graph_cancelled(g, graph_swapped(g, law->force_by_rates, swaps, n));
}

static expression settling_rate(struct equations *law, const struct structure *structure)
{
    if (!structure_relaxes(structure))
        return EXPRESSION_NONE;
    expression slowest = law_relaxing(law, 0).k;
    for (size_t i = 1; i < law->states.n; i++)
        slowest = graph_two(&law->graph, GRAPH_MIN, slowest, law_relaxing(law, i).k);
    return slowest;
}

static expression printed_regressor(struct equations *law, const struct statements *statements)
{
    struct graph *g = &law->graph;
    const struct statement_values *U = &statements->values[STATEMENT_PRINTED_REGRESSOR],
                                  *P = &statements->values[STATEMENT_COEFFICIENTS];
    expression F = graph_integer(g, 0);
    for (size_t i = 0; i < U->n && i < P->n; i++)
        F = graph_two(g, GRAPH_SUM, F, graph_two(g, GRAPH_PRODUCT, U->e[i], P->e[i]));
    return U->n > 0 ? F : EXPRESSION_NONE;
}

static expression stribeck(struct equations *law, const struct statements *statements)
{
    const struct statement_values *now = &statements->values[STATEMENT_STRIBECK],
                                  *bound = &statements->values[STATEMENT_BOUND];
    for (size_t i = 0; i < now->n && i < bound->n; i++)
        if (now->e[i] != EXPRESSION_NONE && bound->e[i] != EXPRESSION_NONE)
            return graph_cancelled(&law->graph,
                                   graph_two(&law->graph, GRAPH_QUOTIENT, now->e[i], bound->e[i]));
    return EXPRESSION_NONE;
}

static expression stated(const struct statements *statements, enum statement statement)
{
    const struct statement_values *values = &statements->values[statement];
    return values->n > 0 ? values->e[0] : EXPRESSION_NONE;
}

struct law_values law_values_find(struct equations *law, const struct statements *statements,
                                  const struct structure *structure)
{
    struct law_values is = {
        .steady_force = stated(statements, STATEMENT_STEADY_FORCE),
        .settling_rate = stated(statements, STATEMENT_SETTLING_RATE),
        .force_scale = stated(statements, STATEMENT_FORCE_SCALE),
        .stribeck = stribeck(law, statements),
        .printed_regressor = printed_regressor(law, statements),
    };
    if (is.steady_force == EXPRESSION_NONE)
        is.steady_force = law_steady_force(law, statements, structure);
    if (is.settling_rate == EXPRESSION_NONE)
        is.settling_rate = settling_rate(law, structure);
    if (is.force_scale == EXPRESSION_NONE)
        is.force_scale = force_scale(law, statements);
    if (is.force_scale != EXPRESSION_NONE)
        is.force_scale = graph_cancelled(&law->graph, is.force_scale);
    return is;
}
