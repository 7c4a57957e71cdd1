/* Evaluates a graph from its first node on (interpret.h). */
#include "models/language/interpret.h"

#include <math.h>
#include <stdlib.h>

#include "tools/base/memory.h"

static double symbol_of(const struct graph_node *node, const struct graph_point *at)
{
    switch (node->symbol) {
    case SYMBOL_PARAMETER:
        return at->parameters[node->index];
    case SYMBOL_INPUT:
        return at->inputs[node->index];
    case SYMBOL_STATE:
        return at->states[node->index];
    case SYMBOL_MEMORY:
        return at->memory[node->index];
    case SYMBOL_SELECTION:
        return at->selection;
    case SYMBOL_TRAVEL:
        return at->travel;
    case SYMBOL_REFERENCE:
        return at->reference;
    default:
        return NAN;
    }
}

static double apply(enum graph_operation operation, double a, double b, double c)
{
    switch (operation) {
    case GRAPH_NEGATED:
        return -a;
    case GRAPH_SUM:
        return a + b;
    case GRAPH_DIFFERENCE:
        return a - b;
    case GRAPH_PRODUCT:
        return a * b;
    case GRAPH_QUOTIENT:
        return a / b;
    case GRAPH_POWER:
        return b == 2 ? a * a : pow(a, b);
    case GRAPH_ABS:
        return fabs(a);
    case GRAPH_SIGN:
        return (a > 0) - (a < 0);
    case GRAPH_SQRT:
        return sqrt(a);
    case GRAPH_EXP:
        return exp(a);
    case GRAPH_LOG:
        return log(a);
    case GRAPH_SIN:
        return sin(a);
    case GRAPH_COS:
        return cos(a);
    case GRAPH_TAN:
        return tan(a);
    case GRAPH_ASIN:
        return asin(a);
    case GRAPH_ACOS:
        return acos(a);
    case GRAPH_ATAN:
        return atan(a);
    case GRAPH_SINH:
        return sinh(a);
    case GRAPH_COSH:
        return cosh(a);
    case GRAPH_TANH:
        return tanh(a);
    case GRAPH_MIN:
        return a < b ? a : b;
    case GRAPH_MAX:
        return a > b ? a : b;
    case GRAPH_SELECT:
        return a != 0 ? b : c;
    case GRAPH_LESS:
        return a < b;
    case GRAPH_AT_MOST:
        return a <= b;
    case GRAPH_EQUAL:
        return a == b;
    case GRAPH_AND:
        return a != 0 && b != 0;
    case GRAPH_OR:
        return a != 0 || b != 0;
    case GRAPH_NOT:
        return a == 0;
    default:
        return NAN;
    }
}

void graph_evaluate(const struct graph *g, const struct graph_point *point, const expression e[],
                    double value[], size_t n)
{
    bool *seen = memory_array(g->n, sizeof *seen);
    double *values = memory_array(g->n, sizeof *values);
    for (size_t i = 0; i < n; i++)
        graph_mark(g, e[i], seen);
    for (size_t i = 0; i < g->n; i++) {
        const struct graph_node *node = &g->nodes[i];
        if (!seen[i])
            continue;
        if (node->operation == GRAPH_NUMBER)
            values[i] = graph_double(g->numbers + node->index);
        else if (node->operation == GRAPH_SYMBOL)
            values[i] = symbol_of(node, point);
        else
            values[i] = apply(node->operation, values[node->argument[0]], values[node->argument[1]],
                              values[node->argument[2]]);
    }
    for (size_t i = 0; i < n; i++)
        value[i] = values[e[i]];
    free(values);
    free(seen);
}
