/* Calls of functions in expressions (scope.h). */
#include <stdlib.h>
#include <string.h>

#include "models/language/scope.h"
#include "tools/base/memory.h"

/* Returns true when the node is a parameter that is never negative or zero. */
static bool is_positive(const struct scope *scope, expression e)
{
    const struct graph_node *node = &scope->law->graph.nodes[e];
    return node->operation == GRAPH_SYMBOL && node->symbol == SYMBOL_PARAMETER &&
           scope->law->parameters.of[node->index].lo > 0;
}

/* The signs of nodes that are found already; EXPRESSION_NONE: not yet. */
static expression sign_in(struct scope *scope, expression e, expression *found)
{
    struct graph *g = scope_graph(scope);
    const struct graph_node node = g->nodes[e];
    if (found[e] != EXPRESSION_NONE)
        return found[e];
    expression sign;
    if (!scope->in_when && graph_is_symbol(g, e, SYMBOL_INPUT, 0))
        sign = graph_symbol(g, SYMBOL_SELECTION, 0);
    else if (is_positive(scope, e))
        sign = graph_integer(g, 1);
    else if (node.operation == GRAPH_NEGATED)
        sign = graph_one(g, GRAPH_NEGATED, sign_in(scope, node.argument[0], found));
    else if (node.operation == GRAPH_PRODUCT || node.operation == GRAPH_QUOTIENT) {
        const expression first = sign_in(scope, node.argument[0], found);
        sign = graph_two(g, GRAPH_PRODUCT, first, sign_in(scope, node.argument[1], found));
    } else
        sign = graph_one(g, GRAPH_SIGN, e);
    return found[e] = sign;
}

/* sign of an expression: that of v is the selection, also where v has a factor. */
static expression sign_of(struct scope *scope, expression e)
{
    expression *found = memory_array(e + 1, sizeof *found);
    for (expression i = 0; i <= e; i++)
        found[i] = EXPRESSION_NONE;
    const expression sign = sign_in(scope, e, found);
    free(found);
    return sign;
}

/* Folds values by an operation, from the left. */
static struct value folded(struct scope *scope, const struct syntax *call,
                           enum graph_operation operation, const struct value_list *list)
{
    if (list->n == 0) {
        struct value zero = scope_plain(graph_integer(scope_graph(scope), 0));
        zero.unit.is_any = true;
        return operation == GRAPH_SUM && !text_failed(scope->text)
                   ? zero
                   : scope_fail(scope, call, "%s of nothing", call->text);
    }
    struct value sum = list->of[0];
    for (size_t i = 0; i < list->n; i++) {
        const struct value *value = &list->of[i];
        scope_same_unit(scope, call, "units differ", &sum.unit, &value->unit);
        sum.unit = sum.unit.is_any ? value->unit : sum.unit;
        if (value->is_condition)
            return scope_fail(scope, call, "%s of a condition", call->text);
        if (i > 0)
            sum.e = graph_two(scope_graph(scope), operation, sum.e, value->e);
    }
    return sum;
}

static struct value fold(struct scope *scope, const struct syntax *call,
                         enum graph_operation operation)
{
    struct value_list list = { NULL, 0, 0 };
    for (const struct syntax *a = call->first; a; a = a->next)
        scope_list(scope, a, &list);
    const struct value value = folded(scope, call, operation, &list);
    free(list.of);
    return value;
}

enum { MOST_ARGUMENTS = 4 };

/* Returns the number of arguments of a call; a[] receives the first ones. */
static unsigned arguments_of(const struct syntax *call, const struct syntax *a[MOST_ARGUMENTS])
{
    unsigned n = 0;
    for (const struct syntax *next = call->first; next; next = next->next, n++)
        if (n < MOST_ARGUMENTS)
            a[n] = next;
    return n;
}

/* der(x): where the equations are solved, the rate. */
static struct value derivative(struct scope *scope, const struct syntax *name)
{
    const struct declared_name *of =
        name->kind == SYNTAX_NAME ? scope_find(scope, name->text) : NULL;
    if (!of || of->role != ROLE_STATE)
        return scope_fail(scope, name, "expected a state: a Real with an equation for its rate");
    const long i = scope_element(scope, name, of);
    if (i < 0)
        return scope_plain(graph_integer(scope_graph(scope), 0));
    const unsigned index = of->first + (unsigned)i;
    struct unit second = unit_one, unit;
    second.whole[2] = UNIT_PARTS; /* s */
    if (!unit_quotient(&scope->law->states.of[index].dimension, &second, &unit))
        return scope_fail(scope, name, "a unit with too large exponents");
    if (scope->in_annotation)
        return (struct value){ scope->law->rate[index], unit, false };
    return (struct value){ graph_symbol(scope_graph(scope), SYMBOL_RATE, index), unit, false };
}

/* integral(f, u, a, b): of f over u from a to b. */
static struct value integral(struct scope *scope, const struct syntax *call,
                             const struct syntax *const arguments[MOST_ARGUMENTS])
{
    struct graph *g = scope_graph(scope);
    const struct syntax *f = arguments[0], *u = arguments[1], *a = arguments[2], *b = arguments[3];
    if (u->kind != SYNTAX_NAME)
        return scope_fail(scope, u, "expected integral(f, u, a, b) with a variable u");
    const struct value from = scope_number(scope, a), to = scope_number(scope, b);
    scope_same_unit(scope, b, "units differ", &from.unit, &to.unit);
    const struct value variable = { graph_symbol(g, SYMBOL_VARIABLE, scope->variables++),
                                    from.unit.is_any ? to.unit : from.unit, false };
    struct binding binding = { u->text, variable, scope->bindings };
    scope->bindings = &binding;
    struct value value = scope_number(scope, f);
    scope->bindings = binding.outer;
    if (!unit_product(&value.unit, &variable.unit, &value.unit))
        return scope_fail(scope, call, "a unit with too large exponents");
    value.e = graph_node(g, GRAPH_INTEGRAL, (expression[]){ value.e, variable.e, from.e, to.e });
    return value;
}

/* A function of one number, without unit but for a few. */
static struct value function(struct scope *scope, const struct syntax *argument,
                             enum graph_operation operation)
{
    struct value value = scope_number(scope, argument);
    switch (operation) {
    case GRAPH_ABS:
        break;
    case GRAPH_SIGN:
        return scope_plain(sign_of(scope, value.e));
    case GRAPH_SQRT:
        if (!unit_power(&value.unit, 1, 2, &value.unit))
            return scope_fail(scope, argument, "the root of this unit has no whole exponents");
        break;
    default:
        scope_same_unit(scope, argument, "expected a number without unit", &value.unit, &unit_one);
    }
    value.e = graph_one(scope_graph(scope), operation, value.e);
    return value;
}

/* Says which functions there are. */
static struct value no_function(struct scope *scope, const struct syntax *call, unsigned n)
{
    char names[256] = "der, pre, sum, min, max";
    size_t used = strlen(names);
    for (enum graph_operation i = 0; i < GRAPH_N_OPERATIONS; i++)
        if (graph_arguments(i) == 1 && *graph_word(i) && used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, ", %s", graph_word(i));
    return scope_fail(scope, call, "no function '%.40s' with %u argument%s; there are %s",
                      call->text, n, n == 1 ? "" : "s", names);
}

struct value scope_call(struct scope *scope, const struct syntax *call)
{
    static const struct {
        const char *name;
        enum graph_operation operation;
    } folds[] = { { "sum", GRAPH_SUM }, { "min", GRAPH_MIN }, { "max", GRAPH_MAX } };
    const struct syntax *a[MOST_ARGUMENTS] = { call, call, call, call };
    const unsigned n = arguments_of(call, a);
    const char *name = call->text;
    for (unsigned i = 0; i < n && i < MOST_ARGUMENTS; i++)
        if (a[i]->kind == SYNTAX_ARGUMENT)
            return scope_fail(scope, a[i], "functions have no named arguments");
    for (size_t i = 0; i < sizeof folds / sizeof *folds; i++)
        if (strcmp(name, folds[i].name) == 0)
            return fold(scope, call, folds[i].operation);
    if (n == 1 && strcmp(name, "der") == 0)
        return derivative(scope, a[0]);
    if (n == 1 && strcmp(name, "pre") == 0 && !scope->in_when)
        return scope_fail(scope, call, "pre() has a meaning in when-equations only");
    if (n == 1 &&
        (strcmp(name, "noEvent") == 0 || strcmp(name, "integer") == 0 || strcmp(name, "pre") == 0))
        return scope_value(scope, a[0]);
    if (n == 2 && strcmp(name, "smooth") == 0)
        return scope_value(scope, a[1]);
    if (n == 4 && strcmp(name, "integral") == 0)
        return integral(scope, call, a);
    if (n == 2 && strcmp(name, "draw") == 0)
        return scope_plain(graph_two(scope_graph(scope), GRAPH_DRAW,
                                     scope_plain_number(scope, a[0]).e,
                                     scope_plain_number(scope, a[1]).e));
    for (enum graph_operation i = 0; i < GRAPH_N_OPERATIONS; i++)
        if (n == 1 && graph_arguments(i) == 1 && *graph_word(i) && strcmp(name, graph_word(i)) == 0)
            return function(scope, a[0], i);
    return no_function(scope, call, n);
}
