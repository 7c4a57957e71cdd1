/* Evaluates a graph from its first node on (interpret.h). */
#include "models/algebra/interpret.h"

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
    case SYMBOL_RATE:
        return at->rates[node->index];
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

struct graph_step {
    struct graph_node node; /* its arguments are steps */
    double number;
};

void graph_prepare(const struct graph *g, const expression e[], size_t n,
                   struct graph_program *program)
{
    bool *seen = memory_array(g->n, sizeof *seen);
    uint32_t *step_of = memory_array(g->n, sizeof *step_of);
    size_t steps = 0;
    for (size_t i = 0; i < n; i++)
        graph_mark(g, e[i], seen);
    for (size_t i = 0; i < g->n; i++)
        steps += seen[i];
    *program = (struct graph_program){
        .steps = memory_array(steps, sizeof *program->steps),
        .values = memory_array(steps, sizeof *program->values),
        .results = memory_array(n, sizeof *program->results),
        .n_results = n,
    };
    for (size_t i = 0; i < g->n; i++) {
        if (!seen[i])
            continue;
        struct graph_step step = { .node = g->nodes[i] };
        for (unsigned k = 0; k < GRAPH_MOST_ARGUMENTS; k++)
            step.node.argument[k] =
                k < graph_arguments(step.node.operation) ? step_of[step.node.argument[k]] : 0;
        if (step.node.operation == GRAPH_NUMBER)
            step.number = graph_double(g->numbers + step.node.index);
        step_of[i] = (uint32_t)program->n;
        program->steps[program->n++] = step;
    }
    for (size_t i = 0; i < n; i++)
        program->results[i] = step_of[e[i]];
    free(step_of);
    free(seen);
}

void graph_run_in(const struct graph_program *program, const struct graph_point *point,
                  double work[], double value[])
{
    for (size_t i = 0; i < program->n; i++) {
        const struct graph_node *node = &program->steps[i].node;
        if (node->operation == GRAPH_NUMBER)
            work[i] = program->steps[i].number;
        else if (node->operation == GRAPH_SYMBOL)
            work[i] = symbol_of(node, point);
        else
            work[i] = apply(node->operation, work[node->argument[0]], work[node->argument[1]],
                            work[node->argument[2]]);
    }
    for (size_t i = 0; i < program->n_results; i++)
        value[i] = work[program->results[i]];
}

void graph_run(struct graph_program *program, const struct graph_point *point, double value[])
{
    graph_run_in(program, point, program->values, value);
}

void graph_program_free(struct graph_program *program)
{
    free(program->steps);
    free(program->values);
    free(program->results);
    *program = (struct graph_program){ NULL, NULL, NULL, 0, 0 };
}

void graph_evaluate(const struct graph *g, const struct graph_point *point, const expression e[],
                    double value[], size_t n)
{
    struct graph_program program;
    graph_prepare(g, e, n, &program);
    graph_run(&program, point, value);
    graph_program_free(&program);
}
