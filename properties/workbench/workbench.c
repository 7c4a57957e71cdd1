/* Copies equations, and shows where they have values (workbench.h). */
#include "properties/workbench/workbench.h"

#include <stdlib.h>

#include "models/normal/forms.h"
#include "tools/base/memory.h"

/* Variables of the copy that stand for the velocity and the selection; those of integrals and of
 * solutions are fewer. */
enum { VELOCITY = 1 << 16, SELECTED };

/* Operations within one another of which a sign is looked for. */
enum { DEPTH = 12 };

static expression symbol_of(struct workbench *w, const struct graph_node *node)
{
    struct graph *g = &w->equations.graph;
    if (node->symbol == SYMBOL_INPUT && node->index == 0)
        return graph_symbol(g, SYMBOL_VARIABLE, VELOCITY);
    if (node->symbol == SYMBOL_SELECTION)
        return graph_symbol(g, SYMBOL_VARIABLE, SELECTED);
    return graph_symbol(g, node->symbol, node->index);
}

/* Returns true for numbers and exponentials, of which there are roots. */
static bool has_root(const struct graph *g, expression e)
{
    return g->nodes[e].operation == GRAPH_EXP ||
           (graph_is_number(g, e) && fmpq_sgn(graph_value(g, e)) >= 0);
}

/* The root of a product is that of one factor times that of the other. */
static expression root_of(struct graph *g, expression e)
{
    const struct graph_node node = g->nodes[e];
    const expression a = node.argument[0], b = node.argument[1];
    if (node.operation != GRAPH_PRODUCT || !has_root(g, a) || !has_root(g, b))
        return graph_one(g, GRAPH_SQRT, e);
    return graph_two(g, GRAPH_PRODUCT, graph_one(g, GRAPH_SQRT, a), graph_one(g, GRAPH_SQRT, b));
}

static expression copy_of(struct workbench *w, const struct graph_node *node)
{
    struct graph *g = &w->equations.graph;
    expression argument[GRAPH_MOST_ARGUMENTS] = { 0 };
    if (node->operation == GRAPH_NUMBER)
        return graph_number(g, w->law->numbers + node->index);
    if (node->operation == GRAPH_SYMBOL)
        return symbol_of(w, node);
    for (unsigned i = 0; i < graph_arguments(node->operation); i++)
        argument[i] = w->of[node->argument[i]];
    if (node->operation == GRAPH_SQRT)
        return root_of(g, argument[0]);
    return graph_node(g, node->operation, argument);
}

static void demand(struct equations *to, expression condition, bool is_open)
{
    to->constraints = memory_grown(to->constraints, to->n_constraints, &to->room_constraints,
                                   sizeof *to->constraints);
    to->constraints[to->n_constraints++] =
        (struct constraint_text){ condition, NULL, .has_any_form = true, .is_open = is_open };
}

/* Of parameters only the signs are known, of discrete variables nothing. The last parameters are
 * the numbers of its own. */
static void know(struct workbench *w)
{
    const struct law_graph *law = w->law;
    struct equations *to = &w->equations;
    while (law->parameters[to->parameters.n])
        to->parameters.n++;
    to->parameters.of =
        memory_array(to->parameters.n + WORKBENCH_POSITIVES, sizeof *to->parameters.of);
    for (size_t i = 0; i < to->parameters.n; i++)
        to->parameters.of[i].lo = law->signs[i].is_positive ? 1 : law->signs[i].text ? 0 : -1;
    for (unsigned k = 0; k < WORKBENCH_POSITIVES; k++)
        to->parameters.of[to->parameters.n++].lo = 1;
    to->memory.n = law->start.n;
    to->memory.of = memory_array(law->start.n + 1, sizeof *to->memory.of);
    for (size_t i = 0; i < to->memory.n; i++)
        to->memory.of[i].type = TYPE_REAL;
    for (size_t i = 0; i < law->n_constraints; i++)
        demand(to, w->of[law->constraints[i].condition], false);
}

void workbench_open(struct workbench *w, const struct law_graph *law)
{
    *w = (struct workbench){ .law = law, .of = memory_array(law->n, sizeof *w->of) };
    for (size_t i = 0; i < law->n; i++)
        w->of[i] = copy_of(w, &law->nodes[i]);
    know(w);
    w->normal = normal_new(&w->equations);
}

void workbench_close(struct workbench *w)
{
    normal_free(w->normal);
    free(w->equations.constraints);
    free(w->equations.memory.of);
    free(w->equations.parameters.of);
    graph_free(&w->equations.graph);
    free(w->of);
}

expression workbench_velocity(struct workbench *w)
{
    return graph_symbol(&w->equations.graph, SYMBOL_VARIABLE, VELOCITY);
}

expression workbench_selection(struct workbench *w)
{
    return graph_symbol(&w->equations.graph, SYMBOL_VARIABLE, SELECTED);
}

expression workbench_positive(struct workbench *w, unsigned k)
{
    const unsigned first = (unsigned)w->equations.parameters.n - WORKBENCH_POSITIVES;
    return graph_symbol(&w->equations.graph, SYMBOL_PARAMETER, first + k);
}

expression workbench_speed(struct workbench *w) { return workbench_positive(w, 0); }

static void demand_all(struct workbench *w, expression condition)
{
    const struct graph_node node = w->equations.graph.nodes[condition];
    if (node.operation != GRAPH_AND) {
        demand(&w->equations, condition, false);
        return;
    }
    demand_all(w, node.argument[0]);
    demand_all(w, node.argument[1]);
}

void workbench_demand(struct workbench *w, expression condition)
{
    demand_all(w, w->of[condition]);
}

void workbench_demand_positive(struct workbench *w, expression e)
{
    struct graph *g = &w->equations.graph;
    demand(&w->equations, graph_two(g, GRAPH_LESS, graph_integer(g, 0), e), true);
}

/* Returns true when e is more than what the law demands to be never negative. */
static bool is_more_than_demanded(struct workbench *w, expression e)
{
    struct graph *g = &w->equations.graph;
    for (size_t i = 0; i < w->equations.n_constraints; i++) {
        const struct graph_node node = g->nodes[w->equations.constraints[i].condition];
        if (node.operation != GRAPH_AT_MOST && node.operation != GRAPH_LESS)
            continue;
        const expression gap = graph_two(g, GRAPH_DIFFERENCE, node.argument[1], node.argument[0]),
                         rest = graph_two(g, GRAPH_DIFFERENCE, e, gap);
        if (form_positive(w->normal, normal_form(w->normal, rest)))
            return true;
    }
    return false;
}

static bool is_positive(struct workbench *w, expression e, unsigned depth)
{
    const struct graph_node node = w->equations.graph.nodes[e];
    const expression a = node.argument[0], b = node.argument[1], c = node.argument[2];
    if (depth == 0)
        return false;
    switch (node.operation) {
    case GRAPH_EXP:
    case GRAPH_COSH:
        return true;
    case GRAPH_SUM:
        if ((is_positive(w, a, depth - 1) && normal_never_negative(w->normal, b)) ||
            (is_positive(w, b, depth - 1) && normal_never_negative(w->normal, a)))
            return true;
        break;
    case GRAPH_PRODUCT:
    case GRAPH_QUOTIENT:
    case GRAPH_MIN:
        if (is_positive(w, a, depth - 1) && is_positive(w, b, depth - 1))
            return true;
        break;
    case GRAPH_POWER:
    case GRAPH_SQRT:
    case GRAPH_SINH:
    case GRAPH_ATAN:
    case GRAPH_TANH:
        if (is_positive(w, a, depth - 1))
            return true;
        break;
    case GRAPH_SELECT:
        return is_positive(w, b, depth - 1) && is_positive(w, c, depth - 1);
    default:
        break;
    }
    return form_positive(w->normal, normal_form(w->normal, e)) || is_more_than_demanded(w, e);
}

bool workbench_is_positive(struct workbench *w, expression e) { return is_positive(w, e, DEPTH); }

static bool is_not_zero(struct workbench *w, expression e)
{
    return workbench_is_positive(w, e) ||
           workbench_is_positive(w, graph_one(&w->equations.graph, GRAPH_NEGATED, e));
}

/* x^n of a whole number n >= 0; x^y where x > 0, or x >= 0 and y > 0. */
static bool has_power(struct workbench *w, expression a, expression b)
{
    const struct graph *g = &w->equations.graph;
    const fmpq *q = graph_is_number(g, b) ? graph_value(g, b) : NULL;
    if (q && fmpz_is_one(fmpq_denref(q)))
        return fmpq_sgn(q) >= 0 || is_not_zero(w, a);
    return workbench_is_positive(w, a) ||
           (normal_never_negative(w->normal, a) && workbench_is_positive(w, b));
}

/* Returns true when the operation has a value wherever its arguments have. */
static bool has_value(struct workbench *w, const struct graph_node *node)
{
    const expression a = node->argument[0], b = node->argument[1];
    switch (node->operation) {
    case GRAPH_QUOTIENT:
        return is_not_zero(w, b);
    case GRAPH_POWER:
        return has_power(w, a, b);
    case GRAPH_SQRT:
        return normal_never_negative(w->normal, a);
    case GRAPH_LOG:
        return workbench_is_positive(w, a);
    case GRAPH_TAN:
    case GRAPH_ASIN:
    case GRAPH_ACOS:
    case GRAPH_INTEGRAL:
        return false;
    default:
        return true;
    }
}

bool workbench_is_defined(struct workbench *w, expression e)
{
    bool *seen = memory_array(e + 1, sizeof *seen), is = true;
    graph_mark(&w->equations.graph, e, seen);
    for (expression i = 0; i <= e && is; i++) {
        const struct graph_node node = w->equations.graph.nodes[i];
        is = !seen[i] || has_value(w, &node);
    }
    free(seen);
    return is;
}
