/* Finds names and their elements, and runs through loops (scope.h). */
#include "models/language/scope.h"

#include <string.h>

#include "tools/base/memory.h"

struct declared_name *scope_find(const struct scope *scope, const char *name)
{
    for (size_t i = 0; i < scope->n_names; i++)
        if (strcmp(scope->names[i].declaration->text, name) == 0)
            return &scope->names[i];
    return NULL;
}

long scope_element(struct scope *scope, const struct syntax *name,
                   const struct declared_name *declared)
{
    const struct syntax *subscript = name->first;
    if (declared->size < 0 && subscript) {
        scope_fail(scope, name, "'%.60s' is no array", name->text);
        return -1;
    }
    if (declared->size < 0)
        return 0;
    if (!subscript || subscript->next) {
        scope_fail(scope, name, "'%.60s' is an array; expected one subscript", name->text);
        return -1;
    }
    const long i = scope_integer(scope, subscript);
    if (text_failed(scope->text))
        return -1;
    if (i >= 1 && i <= declared->size)
        return i - 1;
    scope_fail(scope, subscript, "'%.60s' has the elements 1 to %ld, not %ld", name->text,
               declared->size, i);
    return -1;
}

bool scope_is_literal(const struct syntax *syntax)
{
    if (syntax->kind == SYNTAX_OPERATOR && !syntax->first->next)
        return scope_is_literal(syntax->first);
    return syntax->kind == SYNTAX_NUMBER;
}

/* Computes an element of a definition, which must not need itself. */
static struct value definition(struct scope *scope, const struct syntax *at,
                               struct declared_name *declared, long i)
{
    struct definition *d = &declared->definitions[i];
    if (d->progress == DONE)
        return d->value;
    if (d->progress == UNDER_WAY)
        return scope_fail(scope, at, "'%.60s' depends on itself", declared->declaration->text);
    if (!d->syntax)
        return scope_fail(scope, declared->declaration, "'%.60s' has no value and no equation",
                          declared->declaration->text);
    struct binding *outer = scope->bindings;
    const bool in_when = scope->in_when, in_annotation = scope->in_annotation;
    d->progress = UNDER_WAY;
    scope->bindings = d->bindings;
    scope->in_when = scope->in_annotation = false;
    d->value = scope_value(scope, d->syntax);
    scope->bindings = outer;
    scope->in_when = in_when;
    scope->in_annotation = in_annotation;
    d->progress = DONE;
    if (declared->has_unit && !scope_is_literal(d->syntax))
        scope_same_unit(scope, d->syntax, "declared and computed unit", &declared->unit,
                        &d->value.unit);
    d->value.unit = declared->has_unit ? declared->unit : d->value.unit;
    return d->value;
}

struct value scope_element_value(struct scope *scope, const struct syntax *at,
                                 struct declared_name *declared, long i)
{
    struct graph *g = &scope->law->graph;
    const unsigned index = declared->first + (unsigned)i;
    struct value value = { .unit = declared->unit,
                           .is_condition = declared->declaration->type == TYPE_BOOLEAN };
    switch (declared->role) {
    case ROLE_DEFINITION:
        return definition(scope, at, declared, i);
    case ROLE_PARAMETER:
        value.e = graph_symbol(g, SYMBOL_PARAMETER, index);
        break;
    case ROLE_INPUT:
        value.e = graph_symbol(g, SYMBOL_INPUT, index);
        break;
    case ROLE_OUTPUT:
        value.e = scope->in_annotation ? scope->law->force : graph_symbol(g, SYMBOL_FORCE, 0);
        break;
    case ROLE_STATE:
        value.e = graph_symbol(g, SYMBOL_STATE, index);
        break;
    case ROLE_MEMORY:
        value.e = graph_symbol(g, SYMBOL_MEMORY, index);
        break;
    }
    return value;
}

/* The values of a list so far, and what a loop repeats. */
struct gathered {
    struct scope *scope;
    const struct syntax *body;
    struct value_list *list;
};

static void gather(struct gathered *all, struct value value, const struct syntax *at)
{
    struct value_list *list = all->list;
    if (list->n == EQUATIONS_ELEMENTS) {
        scope_fail(all->scope, at, "more than %d elements", EQUATIONS_ELEMENTS);
        return;
    }
    list->of = memory_grown(list->of, list->n, &list->room, sizeof *list->of);
    list->of[list->n++] = value;
}

static void gather_list(struct gathered *all, const struct syntax *syntax);

static void gather_body(void *context)
{
    struct gathered *all = context;
    gather_list(all, all->body);
}

static void gather_list(struct gathered *all, const struct syntax *syntax)
{
    struct scope *scope = all->scope;
    struct declared_name *declared =
        syntax->kind == SYNTAX_NAME && !syntax->first ? scope_find(scope, syntax->text) : NULL;
    if (text_failed(scope->text))
        return;
    if (syntax->kind == SYNTAX_LIST)
        for (const struct syntax *a = syntax->first; a; a = a->next)
            gather_list(all, a);
    else if (syntax->kind == SYNTAX_EACH) {
        const struct syntax *outer = all->body, *body = syntax->first;
        all->body = body;
        scope_loop(scope, syntax, syntax->text, body->next, body->next->next, gather_body, all);
        all->body = outer;
    } else if (declared && declared->size >= 0)
        for (long i = 0; i < declared->size && !text_failed(scope->text); i++) {
            gather(all, scope_element_value(scope, syntax, declared, i), syntax);
            if (++scope->values > EQUATIONS_VALUES)
                scope_fail(scope, syntax, "more than %d values", EQUATIONS_VALUES);
        }
    else
        gather(all, scope_value(scope, syntax), syntax);
}

void scope_list(struct scope *scope, const struct syntax *syntax, struct value_list *list)
{
    struct gathered all = { scope, NULL, list };
    gather_list(&all, syntax);
}

void scope_loop(struct scope *scope, const struct syntax *at, const char *variable,
                const struct syntax *from, const struct syntax *to, void (*body)(void *context),
                void *context)
{
    const long first = scope_integer(scope, from), last = scope_integer(scope, to);
    for (long i = first; i <= last && !text_failed(scope->text); i++) {
        if (++scope->iterations > EQUATIONS_ITERATIONS) {
            scope_fail(scope, at, "more than %d iterations of loops", EQUATIONS_ITERATIONS);
            return;
        }
        struct binding *binding = arena_new(&scope->law->arena, sizeof *binding);
        *binding = (struct binding){ variable,
                                     { graph_integer(&scope->law->graph, i), unit_one, false },
                                     scope->bindings };
        scope->bindings = binding;
        body(context);
        scope->bindings = binding->outer;
    }
}
