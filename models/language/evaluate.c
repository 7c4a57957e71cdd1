/* Evaluates expressions to nodes of the graph, with their units (scope.h). */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/language/scope.h"

struct value scope_fail(struct scope *scope, const struct syntax *at, const char *format, ...)
{
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    text_fail(scope->text, at->at, "%s", message);
    struct unit any = unit_one;
    any.is_any = true;
    return (struct value){ graph_integer(&scope->law->graph, 0), any, false };
}

static const char *unit_text(const struct scope *scope, const struct unit *unit,
                             char text[UNIT_TEXT])
{
    const char *parameter = "";
    for (const struct syntax *d = scope->law->syntax.declarations; d; d = d->next)
        if (unit->parameter >= 0 && d->at == (size_t)unit->parameter)
            parameter = d->text;
    unit_write(unit, parameter, text);
    return text;
}

void scope_same_unit(struct scope *scope, const struct syntax *at, const char *what,
                     const struct unit *a, const struct unit *b)
{
    char one[UNIT_TEXT], other[UNIT_TEXT];
    if (!unit_equal(a, b))
        scope_fail(scope, at, "%s: %s and %s", what, unit_text(scope, a, one),
                   unit_text(scope, b, other));
}

struct value scope_number(struct scope *scope, const struct syntax *syntax)
{
    const struct value value = scope_value(scope, syntax);
    if (value.is_condition)
        return scope_fail(scope, syntax, "a condition; expected a number");
    return value;
}

struct value scope_condition(struct scope *scope, const struct syntax *syntax)
{
    const struct value value = scope_value(scope, syntax);
    if (!value.is_condition)
        return scope_fail(scope, syntax, "a number; expected a condition");
    return value;
}

struct value scope_plain_number(struct scope *scope, const struct syntax *syntax)
{
    const struct value value = scope_number(scope, syntax);
    scope_same_unit(scope, syntax, "expected a number without unit", &value.unit, &unit_one);
    return value;
}

/* Returns the magnitude of the numerator, or LONG_MAX. */
static long labs_of(const fmpq *q)
{
    return fmpz_fits_si(fmpq_numref(q)) ? labs(fmpz_get_si(fmpq_numref(q))) : LONG_MAX;
}

long scope_integer(struct scope *scope, const struct syntax *syntax)
{
    const struct value value = scope_number(scope, syntax);
    const struct graph *g = scope_graph(scope);
    if (!graph_is_number(g, value.e) || !fmpz_is_one(fmpq_denref(graph_value(g, value.e))) ||
        labs_of(graph_value(g, value.e)) > EQUATIONS_ITERATIONS) {
        scope_fail(scope, syntax, "expected a whole number that is known, at most %d",
                   EQUATIONS_ITERATIONS);
        return 0;
    }
    return fmpz_get_si(fmpq_numref(graph_value(g, value.e)));
}

/* The number that a decimal says, exactly. */
static struct value decimal(struct scope *scope, const struct syntax *syntax)
{
    enum { MOST_DIGITS = 400, MOST_EXPONENT = 400 };
    char digits[MOST_DIGITS + 1];
    size_t n = 0;
    long exponent = 0;
    bool behind = false;
    const char *c = syntax->text;
    for (; *c && *c != 'e' && *c != 'E'; c++) {
        if (*c == '.')
            behind = true;
        else if (n < MOST_DIGITS) {
            digits[n++] = *c;
            exponent -= behind;
        }
    }
    digits[n] = '\0';
    if (*c)
        exponent += strtol(c + 1, NULL, 10);
    if (n == MOST_DIGITS || labs(exponent) > MOST_EXPONENT || strlen(c) > 8)
        return scope_fail(scope, syntax, "too large, too small or too long a number");
    fmpq_t q;
    fmpz_t power;
    fmpq_init(q);
    fmpz_init(power);
    fmpz_set_str(fmpq_numref(q), digits, 10);
    fmpz_set_ui(power, 10);
    fmpz_pow_ui(power, power, (ulong)labs(exponent));
    if (exponent < 0)
        fmpq_div_fmpz(q, q, power);
    else
        fmpq_mul_fmpz(q, q, power);
    struct value value = scope_plain(graph_number(scope_graph(scope), q));
    value.unit.is_any = fmpq_is_zero(q);
    fmpz_clear(power);
    fmpq_clear(q);
    return value;
}

/* The unit of a power: of a number, or, of a unit, a whole parameter or one over it. */
static struct value power(struct scope *scope, const struct syntax *at, struct value base,
                          struct value exponent)
{
    struct graph *g = scope_graph(scope);
    const struct graph_node node = g->nodes[exponent.e];
    struct unit unit = unit_one;
    bool right = unit_equal(&base.unit, &unit_one);
    if (!right && graph_is_number(g, exponent.e)) {
        const fmpq *q = graph_value(g, exponent.e);
        right =
            fmpz_fits_si(fmpq_numref(q)) && fmpz_fits_si(fmpq_denref(q)) &&
            unit_power(&base.unit, fmpz_get_si(fmpq_numref(q)), fmpz_get_si(fmpq_denref(q)), &unit);
    } else if (!right) {
        const bool is_root =
            node.operation == GRAPH_QUOTIENT && graph_is_integer(g, node.argument[0], 1);
        const struct graph_node *symbol = is_root ? &g->nodes[node.argument[1]] : &node;
        if (symbol->operation == GRAPH_SYMBOL && symbol->symbol == SYMBOL_PARAMETER &&
            scope->law->parameters.of[symbol->index].type == TYPE_INTEGER)
            right = (is_root ? unit_root_of : unit_power_of)(
                &base.unit, (int)scope->law->parameters.of[symbol->index].at, &unit);
    }
    if (!right)
        return scope_fail(scope, at, "this power of a quantity with a unit has no unit");
    return (struct value){ graph_two(g, GRAPH_POWER, base.e, exponent.e), unit, false };
}

static struct value arithmetic(struct scope *scope, const struct syntax *syntax, char operator)
{
    static const char signs[] = "+-*/";
    static const enum graph_operation operations[] = { GRAPH_SUM, GRAPH_DIFFERENCE, GRAPH_PRODUCT,
                                                       GRAPH_QUOTIENT };
    struct value a = scope_number(scope, syntax->first);
    if (!syntax->first->next) { /* a sign */
        if (operator== '-')
            a.e = graph_one(scope_graph(scope), GRAPH_NEGATED, a.e);
        return a;
    }
    const struct value b = scope_number(scope, syntax->first->next);
    if (operator== '^') {
        scope_same_unit(scope, syntax->first->next, "an exponent has no unit", &b.unit, &unit_one);
        return power(scope, syntax, a, b);
    }
    struct value c = a;
    bool right = true;
    if (operator== '*')
        right = unit_product(&a.unit, &b.unit, &c.unit);
    else if (operator== '/')
        right = unit_quotient(&a.unit, &b.unit, &c.unit);
    else {
        scope_same_unit(scope, syntax, operator== '+' ? "a sum of" : "a difference of", &a.unit,
                        &b.unit);
        c.unit = a.unit.is_any ? b.unit : a.unit;
    }
    if (!right)
        return scope_fail(scope, syntax, "a unit with too large exponents");
    c.e = graph_two(scope_graph(scope), operations[strchr(signs, operator) - signs], a.e, b.e);
    return c;
}

static struct value relation(struct scope *scope, const struct syntax *syntax)
{
    struct graph *g = scope_graph(scope);
    const char *is = syntax->text;
    const struct value a = scope_number(scope, syntax->first),
                       b = scope_number(scope, syntax->first->next);
    scope_same_unit(scope, syntax, "a comparison of", &a.unit, &b.unit);
    expression e;
    if (is[0] == '<' && is[1] != '>')
        e = graph_two(g, is[1] ? GRAPH_AT_MOST : GRAPH_LESS, a.e, b.e);
    else if (is[0] == '>')
        e = graph_two(g, is[1] ? GRAPH_AT_MOST : GRAPH_LESS, b.e, a.e);
    else
        e = graph_two(g, GRAPH_EQUAL, a.e, b.e);
    if (strcmp(is, "<>") == 0)
        e = graph_one(g, GRAPH_NOT, e);
    return (struct value){ e, unit_one, true };
}

static struct value operation(struct scope *scope, const struct syntax *syntax)
{
    struct graph *g = scope_graph(scope);
    const char *operator= syntax->text;
    if (strchr("+-*/^", *operator) && !operator[1])
        return arithmetic(scope, syntax, *operator);
    if (strchr("<>=", *operator))
        return relation(scope, syntax);
    struct value a = scope_condition(scope, syntax->first);
    if (strcmp(operator, "not") == 0)
        a.e = graph_one(g, GRAPH_NOT, a.e);
    else
        a.e = graph_two(g, *operator== 'a' ? GRAPH_AND : GRAPH_OR, a.e,
                        scope_condition(scope, syntax->first->next).e);
    return a;
}

/* Of a condition that is known, only the value that counts is looked at. */
static struct value conditional(struct scope *scope, const struct syntax *condition)
{
    struct graph *g = scope_graph(scope);
    const struct syntax *then = condition->next, *rest = then->next;
    const struct value c = scope_condition(scope, condition);
    if (graph_is_integer(g, c.e, 1))
        return scope_value(scope, then);
    struct value otherwise = rest->next ? conditional(scope, rest) : scope_value(scope, rest);
    if (graph_is_integer(g, c.e, 0))
        return otherwise;
    const struct value value = scope_value(scope, then);
    scope_same_unit(scope, then, "values of different units", &value.unit, &otherwise.unit);
    if (value.is_condition != otherwise.is_condition)
        return scope_fail(scope, then, "one value is a condition, the other a number");
    otherwise.unit = otherwise.unit.is_any ? value.unit : otherwise.unit;
    otherwise.e = graph_select(g, c.e, value.e, otherwise.e);
    return otherwise;
}

static struct value name_value(struct scope *scope, const struct syntax *name)
{
    for (const struct binding *b = scope->bindings; b; b = b->outer)
        if (strcmp(b->name, name->text) == 0 && !name->first)
            return b->value;
    if (scope->in_annotation && !name->first && strcmp(name->text, "travel") == 0) {
        struct unit metre = unit_one;
        metre.whole[1] = UNIT_PARTS;
        return (struct value){ graph_symbol(scope_graph(scope), SYMBOL_TRAVEL, 0), metre, false };
    }
    struct declared_name *declared = scope_find(scope, name->text);
    if (!declared && scope->in_annotation && strcmp(name->text, "v0") == 0)
        return (struct value){ graph_symbol(scope_graph(scope), SYMBOL_REFERENCE, 0),
                               scope->law->inputs.of[0].dimension, false };
    if (!declared)
        return scope_fail(scope, name, "'%.60s' is not declared", name->text);
    const long i = scope_element(scope, name, declared);
    return i < 0 ? scope_plain(graph_integer(scope_graph(scope), 0))
                 : scope_element_value(scope, name, declared, i);
}

static struct value value_of(struct scope *scope, const struct syntax *syntax)
{
    switch (syntax->kind) {
    case SYNTAX_NUMBER:
        return decimal(scope, syntax);
    case SYNTAX_LOGICAL:
        return (struct value){ graph_integer(scope_graph(scope), strcmp(syntax->text, "true") == 0),
                               unit_one, true };
    case SYNTAX_NAME:
        return name_value(scope, syntax);
    case SYNTAX_CALL:
        return scope_call(scope, syntax);
    case SYNTAX_OPERATOR:
        return operation(scope, syntax);
    case SYNTAX_IF:
        return conditional(scope, syntax->first);
    default:
        return scope_fail(scope, syntax, "expected one value");
    }
}

static struct value too_deep(struct scope *scope, const struct syntax *syntax)
{
    return scope_fail(scope, syntax, "more than %d operations within one another", EQUATIONS_DEPTH);
}

struct value scope_value(struct scope *scope, const struct syntax *syntax)
{
    if (text_failed(scope->text))
        return scope_plain(graph_integer(scope_graph(scope), 0));
    if (++scope->values > EQUATIONS_VALUES)
        return scope_fail(scope, syntax, "more than %d values", EQUATIONS_VALUES);
    if (scope->depth == EQUATIONS_DEPTH)
        return too_deep(scope, syntax);
    scope->depth++;
    const struct value value = value_of(scope, syntax);
    scope->depth--;
    return graph_depth(scope_graph(scope), value.e) > EQUATIONS_DEPTH ? too_deep(scope, syntax)
                                                                      : value;
}
