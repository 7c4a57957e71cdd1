/* Solves equations for the rates of the states and for the force (solve.h). */
#include "models/language/solve.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

/* Runs through equations, loops written out. */
struct walk {
    struct scope *scope;
    void (*each)(struct scope *scope, const struct syntax *equation);
    const struct syntax *body;
};

static void walk(void *context)
{
    struct walk *w = context;
    const struct syntax *body = w->body;
    for (const struct syntax *e = body; e && !text_failed(w->scope->text); e = e->next)
        if (e->kind == SYNTAX_FOR) {
            w->body = e->first->next->next;
            scope_loop(w->scope, e, e->text, e->first, e->first->next, walk, w);
        } else
            w->each(w->scope, e);
    w->body = body;
}

static void walk_all(struct scope *scope,
                     void (*each)(struct scope *scope, const struct syntax *equation))
{
    struct walk w = { scope, each, scope->law->syntax.equations };
    walk(&w);
}

/* Returns the variable that an equation defines, or NULL: a name alone on the left that has no
 * other role. */
static struct declared_name *defined_by(struct scope *scope, const struct syntax *equation)
{
    if (equation->kind != SYNTAX_EQUATION || equation->first->kind != SYNTAX_NAME)
        return NULL;
    struct declared_name *declared = scope_find(scope, equation->first->text);
    return declared && declared->role == ROLE_DEFINITION ? declared : NULL;
}

static void define(struct scope *scope, const struct syntax *equation)
{
    struct declared_name *declared = defined_by(scope, equation);
    if (!declared)
        return;
    const long i = scope_element(scope, equation->first, declared);
    if (i < 0)
        return;
    if (declared->definitions[i].syntax)
        scope_fail(scope, equation, "'%.60s' has a value already", declared->declaration->text);
    declared->definitions[i].syntax = equation->first->next;
    declared->definitions[i].bindings = scope->bindings;
}

void solve_definitions(struct scope *scope) { walk_all(scope, define); }

/* Returns the rate or force on which e depends, as a node, or e's graph's size. */
static expression unknown_in(const struct graph *g, expression e)
{
    bool *seen = memory_array(e + 1, sizeof *seen);
    expression found = (expression)g->n;
    graph_mark(g, e, seen);
    for (expression i = 0; i <= e && found == g->n; i++)
        if (seen[i] && g->nodes[i].operation == GRAPH_SYMBOL &&
            (g->nodes[i].symbol == SYMBOL_RATE || g->nodes[i].symbol == SYMBOL_FORCE))
            found = i;
    free(seen);
    return found;
}

static bool has(const struct graph *g, expression e, expression unknown)
{
    const struct graph_node *node = &g->nodes[unknown];
    return graph_depends(g, e, node->symbol, (int)node->index);
}

/* Solves left = right for a node that stands once in `left`. Returns false where it does not. */
static bool isolate(struct graph *g, expression left, expression *right, expression unknown)
{
    while (left != unknown) {
        const struct graph_node node = g->nodes[left];
        const expression a = node.argument[0], b = node.argument[1];
        const bool in_a = has(g, a, unknown);
        if (graph_arguments(node.operation) == 2 && in_a == has(g, b, unknown))
            return false;
        switch (node.operation) {
        case GRAPH_NEGATED:
            *right = graph_one(g, GRAPH_NEGATED, *right);
            break;
        case GRAPH_SUM:
            *right = graph_two(g, GRAPH_DIFFERENCE, *right, in_a ? b : a);
            break;
        case GRAPH_DIFFERENCE:
            *right = in_a ? graph_two(g, GRAPH_SUM, *right, b)
                          : graph_two(g, GRAPH_DIFFERENCE, a, *right);
            break;
        case GRAPH_PRODUCT:
            *right = graph_two(g, GRAPH_QUOTIENT, *right, in_a ? b : a);
            break;
        case GRAPH_QUOTIENT:
            *right = in_a ? graph_two(g, GRAPH_PRODUCT, *right, b)
                          : graph_two(g, GRAPH_QUOTIENT, a, *right);
            break;
        default:
            return false;
        }
        left = graph_arguments(node.operation) == 1 || in_a ? a : b;
    }
    return true;
}

static void solve(struct scope *scope, const struct syntax *equation)
{
    struct equations *law = scope->law;
    struct graph *g = &law->graph;
    const struct value left = scope_value(scope, equation->first),
                       right = scope_value(scope, equation->first->next);
    if (text_failed(scope->text))
        return;
    scope_same_unit(scope, equation, "units of the two sides", &left.unit, &right.unit);
    expression unknown = unknown_in(g, left.e), from = left.e, to = right.e;
    if (unknown == g->n) {
        unknown = unknown_in(g, right.e);
        from = right.e;
        to = left.e;
    }
    if (unknown == g->n) {
        scope_fail(scope, equation, "this equation has no der(...) and no output to solve for");
        return;
    }
    const struct graph_node node = g->nodes[unknown];
    const bool is_force = node.symbol == SYMBOL_FORCE;
    expression *solution = is_force ? &law->force : &law->rate[node.index];
    const char *name = is_force ? "the output" : law->states.of[node.index].name;
    if (*solution != EXPRESSION_NONE)
        scope_fail(scope, equation, "there is an equation for %s%s already",
                   is_force ? "" : "the rate of ", name);
    else if (has(g, to, unknown) || !isolate(g, from, &to, unknown))
        scope_fail(scope, equation, "%s%s must stand once, where it can be solved for",
                   is_force ? "" : "der of ", name);
    *solution = to;
}

/* assert(condition, "text"), about parameters. */
static void assertion(struct scope *scope, const struct syntax *call)
{
    struct equations *law = scope->law;
    const struct syntax *condition = call->first, *says = condition ? condition->next : NULL;
    if (!says || says->next || says->kind != SYNTAX_STRING) {
        scope_fail(scope, call, "expected assert(condition, \"text\")");
        return;
    }
    const struct value value = scope_condition(scope, condition);
    static const enum graph_symbol others[] = { SYMBOL_INPUT,     SYMBOL_STATE,  SYMBOL_RATE,
                                                SYMBOL_SELECTION, SYMBOL_MEMORY, SYMBOL_FORCE };
    for (size_t i = 0; i < sizeof others / sizeof *others && !text_failed(scope->text); i++)
        if (graph_depends(&law->graph, value.e, others[i], ANY_INDEX))
            scope_fail(scope, condition, "an assertion is about parameters and constants");
    law->constraints = memory_grown(law->constraints, law->n_constraints, &law->room_constraints,
                                    sizeof *law->constraints);
    law->constraints[law->n_constraints++] =
        (struct constraint_text){ .condition = value.e, .text = says->text };
}

static void take(struct scope *scope, const struct syntax *equation)
{
    if (equation->kind == SYNTAX_WHEN)
        solve_when(scope, equation);
    else if (equation->kind == SYNTAX_CALL && strcmp(equation->text, "assert") == 0)
        assertion(scope, equation);
    else if (equation->kind == SYNTAX_CALL)
        scope_fail(scope, equation, "'%.40s(...)' is no equation here", equation->text);
    else if (!defined_by(scope, equation))
        solve(scope, equation);
}

/* Replaces rates and the force, which are solved. */
static expression known_rate(void *context, struct graph *g, expression e)
{
    const struct equations *law = context;
    const struct graph_node *node = &g->nodes[e];
    if (node->operation == GRAPH_SYMBOL && node->symbol == SYMBOL_FORCE)
        return law->force;
    return node->operation == GRAPH_SYMBOL && node->symbol == SYMBOL_RATE ? law->rate[node->index]
                                                                          : e;
}

expression solve_rates_in(struct scope *scope, expression e)
{
    struct equations *law = scope->law;
    for (size_t i = 0; graph_depends(&law->graph, e, SYMBOL_RATE, ANY_INDEX) ||
                       graph_depends(&law->graph, e, SYMBOL_FORCE, ANY_INDEX);
         i++) {
        if (i > law->states.n + 1) {
            scope_fail(scope, scope->law->syntax.equations,
                       "rates and the output depend on one another");
            return e;
        }
        e = graph_replaced(&law->graph, e, known_rate, law);
        if (graph_depth(&law->graph, e) > EQUATIONS_DEPTH) {
            scope_fail(scope, scope->law->syntax.equations,
                       "rates and the output have more than %d operations within one another",
                       EQUATIONS_DEPTH);
            return e;
        }
    }
    return e;
}

/* Also definitions that a `when` uses have the plain sign there. */
static expression plain_sign(struct scope *scope, expression e)
{
    struct graph *g = scope_graph(scope);
    const expression sign = graph_one(g, GRAPH_SIGN, graph_symbol(g, SYMBOL_INPUT, 0));
    return graph_swapped(g, e, &(struct graph_swap){ SYMBOL_SELECTION, 0, sign }, 1);
}

void solve_equations(struct scope *scope)
{
    struct equations *law = scope->law;
    law->rate = arena_new(&law->arena, (law->states.n + 1) * sizeof *law->rate);
    for (size_t i = 0; i < law->states.n; i++)
        law->rate[i] = EXPRESSION_NONE;
    law->force = EXPRESSION_NONE;
    walk_all(scope, take);
    for (size_t i = 0; i < law->states.n && !text_failed(scope->text); i++)
        if (law->rate[i] == EXPRESSION_NONE)
            text_fail(scope->text, law->states.of[i].at, "there is no equation for der(%s)",
                      law->states.of[i].name);
    if (law->force == EXPRESSION_NONE)
        text_fail(scope->text, scope->text->n, "there is no equation for the output");
    if (text_failed(scope->text))
        return;
    for (size_t i = 0; i < law->states.n; i++)
        law->rate[i] = solve_rates_in(scope, law->rate[i]);
    law->force_by_rates = law->force;
    law->force = solve_rates_in(scope, law->force);
    for (size_t i = 0; i < law->n_events; i++) {
        struct event_text *event = &law->events[i];
        event->guard = plain_sign(scope, solve_rates_in(scope, event->guard));
        for (size_t k = 0; k < event->n; k++)
            event->actions[k].value =
                plain_sign(scope, solve_rates_in(scope, event->actions[k].value));
    }
}
