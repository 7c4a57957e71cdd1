/* Reads when-equations as guards and what they change (solve.h). */
#include <stdlib.h>
#include <string.h>

#include "models/language/solve.h"
#include "tools/base/memory.h"

/* Returns true when the expression changes without an event. */
static bool is_continuous(const struct graph *g, expression e)
{
    return graph_depends(g, e, SYMBOL_INPUT, ANY_INDEX) ||
           graph_depends(g, e, SYMBOL_STATE, ANY_INDEX) ||
           graph_depends(g, e, SYMBOL_RATE, ANY_INDEX);
}

/* A condition as one relation that changes with time and others that change with events. */
struct parts {
    expression relation, others;
    unsigned relations;
};

static void split(struct graph *g, expression e, struct parts *parts)
{
    const struct graph_node node = g->nodes[e];
    if (node.operation == GRAPH_AND) {
        split(g, node.argument[0], parts);
        split(g, node.argument[1], parts);
    } else if (is_continuous(g, e)) {
        parts->relations++;
        parts->relation = e;
    } else
        parts->others = graph_two(g, GRAPH_AND, parts->others, e);
}

/* A guard is positive, and falls to zero where the relation a <= b or a < b becomes true. */
static void set_guard(struct scope *scope, const struct syntax *condition, struct event_text *event)
{
    struct graph *g = &scope->law->graph;
    const struct value value = scope_condition(scope, condition);
    struct parts parts = { 0, graph_integer(g, 1), 0 };
    if (text_failed(scope->text))
        return;
    split(g, value.e, &parts);
    const struct graph_node node = g->nodes[parts.relation];
    if (parts.relations != 1 || (node.operation != GRAPH_LESS && node.operation != GRAPH_AT_MOST)) {
        scope_fail(scope, condition,
                   "expected one comparison of what moves, joined by 'and' with conditions on "
                   "discrete variables and parameters");
        return;
    }
    event->fires_at_zero = node.operation == GRAPH_AT_MOST;
    event->guard = graph_select(g, parts.others,
                                graph_two(g, GRAPH_DIFFERENCE, node.argument[0], node.argument[1]),
                                graph_integer(g, 1));
}

static void add_action(struct scope *scope, const struct syntax *at, struct event_text *event,
                       enum graph_symbol what, unsigned index, struct value value)
{
    for (size_t i = 0; i < event->n; i++)
        if (event->actions[i].what == what && event->actions[i].index == index)
            scope_fail(scope, at, "it changes twice here");
    event->actions = memory_grown(event->actions, event->n, &event->room, sizeof *event->actions);
    event->actions[event->n++] = (struct action){ what, index, value.e };
}

/* variable = value, or reinit(state, value). */
static void action(struct scope *scope, const struct syntax *equation, struct event_text *event)
{
    const bool is_reinit = equation->kind == SYNTAX_CALL && strcmp(equation->text, "reinit") == 0;
    const struct syntax *name = equation->first;
    if ((!is_reinit && equation->kind != SYNTAX_EQUATION) || !name || name->kind != SYNTAX_NAME ||
        !name->next) {
        scope_fail(scope, equation, "expected a discrete variable = ..., or reinit(state, ...)");
        return;
    }
    const struct declared_name *declared = scope_find(scope, name->text);
    if (!declared || declared->role != (is_reinit ? ROLE_STATE : ROLE_MEMORY)) {
        scope_fail(scope, name, "'%.60s' is no %s", name->text,
                   is_reinit ? "state" : "discrete variable");
        return;
    }
    const long i = scope_element(scope, name, declared);
    const struct value value = scope_value(scope, name->next);
    if (i < 0 || text_failed(scope->text))
        return;
    scope_same_unit(scope, equation, "units of the two sides", &declared->unit, &value.unit);
    if (value.is_condition != (declared->declaration->type == TYPE_BOOLEAN))
        scope_fail(scope, name->next, "a condition and a number");
    add_action(scope, equation, event, is_reinit ? SYMBOL_STATE : SYMBOL_MEMORY,
               declared->first + (unsigned)i, value);
}

static bool assigns(const struct event_text *event, unsigned index)
{
    for (size_t i = 0; i < event->n; i++)
        if (event->actions[i].what == SYMBOL_MEMORY && event->actions[i].index == index)
            return true;
    return false;
}

/* Modelica 3.6, 8.3.5.2: all branches set the same variables. */
static void check_same(struct scope *scope, const struct syntax *branch, const struct event_text *a,
                       const struct event_text *b)
{
    for (size_t i = 0; i < a->n; i++)
        if (a->actions[i].what == SYMBOL_MEMORY && !assigns(b, a->actions[i].index))
            scope_fail(scope, branch, "'%s' is set in one branch only; write %s = pre(%s)",
                       scope->law->memory.of[a->actions[i].index].name,
                       scope->law->memory.of[a->actions[i].index].name,
                       scope->law->memory.of[a->actions[i].index].name);
}

void solve_when(struct scope *scope, const struct syntax *when)
{
    struct equations *law = scope->law;
    const size_t first = law->n_events;
    scope->in_when = true;
    for (const struct syntax *branch = when->first; branch; branch = branch->next) {
        struct event_text event = { .guard = 0 };
        set_guard(scope, branch->first, &event);
        for (const struct syntax *e = branch->first->next; e; e = e->next)
            action(scope, e, &event);
        law->events =
            memory_grown(law->events, law->n_events, &law->room_events, sizeof *law->events);
        law->events[law->n_events++] = event;
        check_same(scope, branch, &law->events[first], &event);
        check_same(scope, branch, &event, &law->events[first]);
    }
    scope->in_when = false;
}
