/* Reads declarations: which names there are, what they stand for, and their attributes
 * (scope.h). */
#include "models/language/declare.h"

#include <math.h>
#include <string.h>

#include "tools/base/memory.h"

double declare_number(struct scope *scope, const struct syntax *syntax)
{
    const struct value value = scope_value(scope, syntax);
    const struct graph *g = &scope->law->graph;
    if (text_failed(scope->text))
        return 0;
    if (!graph_is_number(g, value.e)) {
        scope_fail(scope, syntax, "expected a number that is known");
        return 0;
    }
    const double number = graph_double(graph_value(g, value.e));
    if (!isfinite(number))
        scope_fail(scope, syntax, "a number beyond the range of double");
    return number;
}

const struct syntax *declare_modification(const struct syntax *of, const char *name)
{
    for (const struct syntax *m = of ? of->first : NULL; m; m = m->next)
        if (m->kind == SYNTAX_MODIFICATION && strcmp(m->text, name) == 0)
            return m;
    return NULL;
}

/* Returns true when the expression has der(name). */
static bool has_rate_of(const struct syntax *syntax, const char *name)
{
    for (; syntax; syntax = syntax->next)
        if ((syntax->kind == SYNTAX_CALL && strcmp(syntax->text, "der") == 0 && syntax->first &&
             strcmp(syntax->first->text, name) == 0) ||
            has_rate_of(syntax->first, name))
            return true;
    return false;
}

static enum role role_of(const struct scope *scope, const struct syntax *declaration)
{
    switch (declaration->variability) {
    case CONSTANT:
        return ROLE_DEFINITION;
    case PARAMETER:
        return declaration->is_protected ? ROLE_DEFINITION : ROLE_PARAMETER;
    case INPUT:
        return ROLE_INPUT;
    case OUTPUT:
        return ROLE_OUTPUT;
    case DISCRETE:
        return ROLE_MEMORY;
    default:
        break;
    }
    if (declaration->value)
        return ROLE_DEFINITION;
    if (declaration->type != TYPE_REAL)
        return ROLE_MEMORY;
    return has_rate_of(scope->law->syntax.equations, declaration->text) ? ROLE_STATE
                                                                        : ROLE_DEFINITION;
}

/* A whole parameter, also one that is declared later, by its place in the text. */
static int find_whole_parameter(void *context, const char *name, size_t n)
{
    const struct scope *scope = context;
    for (const struct syntax *d = scope->law->syntax.declarations; d; d = d->next)
        if (d->variability == PARAMETER && d->type == TYPE_INTEGER && !d->size &&
            strlen(d->text) == n && strncmp(d->text, name, n) == 0)
            return (int)d->at;
    return -1;
}

/* Returns the unit's text: the attribute, or the one that Bristle's annotation states in its
 * place. */
static const char *unit_text_of(const struct syntax *declaration, const struct syntax **at)
{
    const struct syntax *own =
        declare_modification(declare_modification(declaration->annotation, "__Bristle"), "unit");
    *at = own ? own : declare_modification(declaration, "unit");
    if (!*at || !(*at)->first || (*at)->first->kind != SYNTAX_STRING)
        return NULL;
    return (*at)->first->text;
}

static void read_unit(struct scope *scope, struct declared_name *d)
{
    const struct syntax *at;
    const char *text = unit_text_of(d->declaration, &at);
    d->unit = unit_one;
    d->has_unit = text || d->declaration->variability != VARIES || d->role != ROLE_DEFINITION;
    if (at && !text)
        scope_fail(scope, at, "expected unit=\"...\"");
    const char *wrong = text ? unit_read(text, find_whole_parameter, scope, &d->unit) : NULL;
    if (wrong)
        scope_fail(scope, at, "unit \"%.40s\": %s", text, wrong);
}

static void check_attributes(struct scope *scope, const struct syntax *declaration)
{
    static const char known[] = " unit min max start fixed quantity displayUnit nominal ";
    for (const struct syntax *m = declaration->first; m; m = m->next) {
        const char *name = arena_text(&scope->law->arena, " %s ", m->text);
        if (m->is_nested || !strstr(known, name))
            scope_fail(scope, m, "no attribute '%.40s'; known are unit, min, max, start and fixed",
                       m->text);
        if (declaration->size && !m->is_each && strcmp(m->text, "unit") != 0 &&
            m->first->kind != SYNTAX_LIST)
            scope_fail(scope, m, "of an array: expected 'each %s=...', or a list", m->text);
    }
}

/* Returns the syntax of element i of an attribute or value: one for each, or of a list. */
static const struct syntax *element_of(struct scope *scope, const struct syntax *syntax, long i)
{
    if (!syntax || syntax->kind != SYNTAX_LIST)
        return syntax;
    const struct syntax *element = syntax->first;
    for (long k = 0; k < i && element; k++)
        element = element->next;
    if (!element)
        scope_fail(scope, syntax, "too few elements");
    return element ? element : syntax;
}

static const struct syntax *attribute(struct scope *scope, const struct declared_name *d,
                                      const char *name, long i)
{
    const struct syntax *m = declare_modification(d->declaration, name);
    return m ? element_of(scope, m->first, i) : NULL;
}

static void check_name(struct scope *scope, const struct syntax *at, const char *name)
{
    const struct equations *law = scope->law;
    const struct quantity_list *const lists[] = { &law->parameters, &law->inputs, &law->states,
                                                  &law->memory };
    enum { LISTS = 4 };
    for (size_t k = 0; k < LISTS; k++)
        for (size_t i = 0; i < lists[k]->n; i++)
            if (strcmp(lists[k]->of[i].name, name) == 0)
                scope_fail(scope, at, "there is a '%.60s' already", name);
}

/* A state and a discrete variable begin at a start that is fixed. */
static expression start_of(struct scope *scope, const struct declared_name *d, long i)
{
    const struct syntax *fixed = attribute(scope, d, "fixed", i),
                        *start = attribute(scope, d, "start", i);
    if (!start || !fixed || fixed->kind != SYNTAX_LOGICAL || strcmp(fixed->text, "true") != 0) {
        scope_fail(scope, d->declaration, "'%.60s': expected start=... and fixed=true",
                   d->declaration->text);
        return graph_integer(&scope->law->graph, 0);
    }
    const struct value value = scope_value(scope, start);
    if (!scope_is_literal(start))
        scope_same_unit(scope, start, "unit of the start", &d->unit, &value.unit);
    return value.e;
}

static void add_quantity(struct scope *scope, struct declared_name *d, struct quantity_list *list,
                         long i)
{
    const struct syntax *declaration = d->declaration, *at;
    const struct syntax *lo = attribute(scope, d, "min", i), *hi = attribute(scope, d, "max", i);
    const char *unit = unit_text_of(declaration, &at);
    struct quantity_text q = {
        .name = d->size < 0 ? declaration->text
                            : arena_text(&scope->law->arena, "%s%ld", declaration->text, i + 1),
        .unit = unit ? unit : "1",
        .note = declaration->comment,
        .type = declaration->type,
        .dimension = d->unit,
        .lo = -INFINITY,
        .hi = INFINITY,
        .at = declaration->at,
    };
    check_name(scope, declaration, q.name);
    if (list->n == EQUATIONS_QUANTITIES)
        scope_fail(scope, declaration, "more than %d quantities of this kind",
                   EQUATIONS_QUANTITIES);
    if (lo)
        q.lo = declare_number(scope, lo);
    if (hi)
        q.hi = declare_number(scope, hi);
    if (d->role == ROLE_PARAMETER) {
        const struct syntax *value = element_of(scope, declaration->value, i);
        if (!value)
            scope_fail(scope, declaration, "the parameter '%.60s' has no value", q.name);
        else
            q.value = declare_number(scope, value);
        if (value && !(q.value >= q.lo && q.value <= q.hi))
            scope_fail(scope, value, "%g is not in the range [%g, %g]", q.value, q.lo, q.hi);
        if (value && q.type == TYPE_INTEGER && q.value != floor(q.value))
            scope_fail(scope, value, "expected a whole number");
    }
    list->of = memory_grown(list->of, list->n, &list->room, sizeof *list->of);
    list->of[list->n++] = q;
    if (d->role == ROLE_STATE || d->role == ROLE_MEMORY) { /* the list has its name by now */
        const expression start = start_of(scope, d, i);
        list->of[list->n - 1].start = start;
    }
}

/* {f(i) for i in a : b} as the value of an array: every element is f with its own i. */
static void set_each(struct scope *scope, struct declared_name *d)
{
    const struct syntax *each = d->declaration->value->first, *body = each->first;
    const long first = scope_integer(scope, body->next),
               last = scope_integer(scope, body->next->next);
    if (last - first + 1 != d->size)
        scope_fail(scope, each, "expected %ld elements", d->size);
    for (long i = 0; i < d->size && !text_failed(scope->text); i++) {
        struct binding *binding = arena_new(&scope->law->arena, sizeof *binding);
        *binding = (struct binding){
            each->text, { graph_integer(&scope->law->graph, first + i), unit_one, false }, NULL
        };
        d->definitions[i].syntax = body;
        d->definitions[i].bindings = binding;
    }
}

static void set_definitions(struct scope *scope, struct declared_name *d)
{
    const long n = d->size < 0 ? 1 : d->size;
    const struct syntax *value = d->declaration->value;
    d->definitions = arena_new(&scope->law->arena, (size_t)n * sizeof *d->definitions);
    if (value && d->size >= 0 && value->kind == SYNTAX_LIST && value->first &&
        value->first->kind == SYNTAX_EACH)
        set_each(scope, d);
    else
        for (long i = 0; i < n && value; i++)
            d->definitions[i].syntax = d->size < 0 ? value : element_of(scope, value, i);
}

void declare_name(struct scope *scope, const struct syntax *declaration)
{
    struct equations *law = scope->law;
    struct declared_name d = { .declaration = declaration, .size = -1 };
    if (scope_find(scope, declaration->text))
        scope_fail(scope, declaration, "'%.60s' is declared already", declaration->text);
    if (declaration->size)
        d.size = scope_integer(scope, declaration->size);
    if (d.size == 0 || d.size > EQUATIONS_ELEMENTS)
        scope_fail(scope, declaration->size, "expected 1 to %d elements", EQUATIONS_ELEMENTS);
    if (scope->n_names == EQUATIONS_NAMES)
        scope_fail(scope, declaration, "more than %d names", EQUATIONS_NAMES);
    if (text_failed(scope->text))
        return;
    d.role = role_of(scope, declaration);
    struct quantity_list *list = d.role == ROLE_PARAMETER ? &law->parameters
                                 : d.role == ROLE_INPUT   ? &law->inputs
                                 : d.role == ROLE_STATE   ? &law->states
                                 : d.role == ROLE_MEMORY  ? &law->memory
                                                          : NULL;
    check_attributes(scope, declaration);
    read_unit(scope, &d);
    d.first = list ? (unsigned)list->n : 0;
    if (d.role == ROLE_DEFINITION)
        set_definitions(scope, &d);
    for (long i = 0; list && i < (d.size < 0 ? 1 : d.size) && !text_failed(scope->text); i++)
        add_quantity(scope, &d, list, i);
    scope->names = /* from here on the name has a meaning */
        memory_grown(scope->names, scope->n_names, &scope->room_names, sizeof *scope->names);
    scope->names[scope->n_names++] = d;
}
