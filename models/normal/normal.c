/* Brings expressions into normal form (normal.h): what is known of functions. */
#include "models/normal/forms.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

/* Factors of an exponential, and whole powers, at most. */
enum { EXPONENTIALS = 12, POWER = 32 };

/* Returns the magnitude, or the sign, of a variable to a power. */
static size_t part_of_variable(struct normal *n, enum graph_operation operation, size_t i,
                               slong exponent)
{
    const struct variable *v = &n->variables[i];
    const bool is_abs = operation == GRAPH_ABS, is_symbol = v->operation == GRAPH_SYMBOL;
    const bool is_odd = exponent % 2 != 0;
    const size_t itself = form_variable(n, i, exponent), one = form_whole(n, 1);
    if (is_symbol && v->symbol == SYMBOL_SELECTION)
        return is_abs ? one : itself;
    if (!is_odd && is_abs)
        return itself;
    const bool is_positive =
        v->operation == GRAPH_EXP || v->operation == GRAPH_COSH ||
        (is_symbol && v->symbol == SYMBOL_INPUT && v->index == 0) ||
        (is_symbol && v->symbol == SYMBOL_PARAMETER && n->law->parameters.of[v->index].lo > 0);
    if (is_positive)
        return is_abs ? itself : one;
    const size_t argument[] = { form_variable(n, i, 1) };
    const size_t part = form_function(n, operation, argument, 1);
    /* sign(x)^2 is 0 at x = 0 */
    return form_power(n, part, is_abs ? exponent : is_odd ? 1 : 2);
}

/* Returns the magnitude of a value whose sign at v != 0 is shown, or NO_FORM. */
static size_t shown_magnitude(struct normal *n, size_t a)
{
    for (int i = 0; i < 4; i++) {
        const size_t sign = form_product(n, form_whole(n, i % 2 == 0 ? 1 : -1),
                                         form_variable(n, SELECTION, i / 2), false);
        const size_t turned = form_product(n, a, sign, false);
        if (form_never_negative(n, turned))
            return turned;
    }
    return NO_FORM;
}

/* The magnitude, or the sign, of a product is the product of those of its factors; of a sum it is a
 * function of the sum. */
static size_t magnitude_or_sign(struct normal *n, enum graph_operation operation, size_t a)
{
    const struct form *f = &n->forms[a];
    if (fmpz_mpoly_is_zero(f->num, n->ring))
        return a;
    if (fmpz_mpoly_length(f->num, n->ring) != 1 || fmpz_mpoly_length(f->den, n->ring) != 1) {
        const size_t shown = operation == GRAPH_ABS ? shown_magnitude(n, a) : NO_FORM;
        if (shown != NO_FORM)
            return shown;
        const bool negative = form_is_negative(n, a);
        const size_t argument[] = { negative ? form_negated(n, a) : a };
        const size_t part = form_function(n, operation, argument, 1);
        return negative && operation == GRAPH_SIGN ? form_negated(n, part) : part;
    }
    ulong up[VARIABLES], down[VARIABLES];
    fmpz_mpoly_get_term_exp_ui(up, f->num, 0, n->ring);
    fmpz_mpoly_get_term_exp_ui(down, f->den, 0, n->ring);
    fmpq_t c;
    fmpq_init(c);
    fmpz_mpoly_get_term_coeff_fmpz(fmpq_numref(c), f->num, 0, n->ring);
    fmpz_mpoly_get_term_coeff_fmpz(fmpq_denref(c), f->den, 0, n->ring);
    if (operation == GRAPH_ABS)
        fmpq_abs(c, c);
    else
        fmpq_set_si(c, fmpq_sgn(c), 1);
    size_t result = form_number(n, c);
    fmpq_clear(c);
    for (size_t i = 0; i < VARIABLES && result != NO_FORM; i++)
        if (up[i] != down[i])
            result = form_product(
                n, result, part_of_variable(n, operation, i, (slong)up[i] - (slong)down[i]), false);
    return result;
}

/* exp of a sum as a product, of each term its own; a whole coefficient is a power, or its sign. */
static size_t exponential(struct normal *n, size_t a)
{
    size_t result = form_whole(n, 1);
    const slong length = fmpz_mpoly_length(n->forms[a].num, n->ring);
    if (length > EXPONENTIALS)
        return form_function(n, GRAPH_EXP, &a, 1);
    for (slong i = 0; i < length && result != NO_FORM; i++) {
        struct form term;
        fmpz_t c;
        fmpz_init(c);
        form_init(n, &term);
        fmpz_mpoly_get_term(term.num, n->forms[a].num, i, n->ring);
        fmpz_mpoly_set(term.den, n->forms[a].den, n->ring);
        fmpz_mpoly_get_term_coeff_fmpz(c, term.num, 0, n->ring);
        const bool is_power = fmpz_cmpabs(c, (const fmpz[]){ POWER }) <= 0;
        const slong exponent = is_power ? fmpz_get_si(c) : fmpz_sgn(c);
        if (is_power)
            fmpz_one(c);
        fmpz_abs(c, c);
        fmpz_mpoly_set_term_coeff_fmpz(term.num, 0, c, n->ring);
        fmpz_clear(c);
        const size_t argument = form_file(n, &term);
        const size_t one = form_function(n, GRAPH_EXP, &argument, 1);
        result = form_product(n, result, form_power(n, one, exponent), false);
    }
    return result;
}

/* a^b: of a whole b a product, else a function of both; 1 of a = 1. */
static size_t power(struct normal *n, const struct graph_node *node, size_t a, size_t b)
{
    const struct graph *g = &n->law->graph;
    const fmpq *q =
        graph_is_number(g, node->argument[1]) ? graph_value(g, node->argument[1]) : NULL;
    if (q && fmpz_is_one(fmpq_denref(q)) &&
        fmpz_cmpabs(fmpq_numref(q), (const fmpz[]){ POWER }) <= 0)
        return form_power(n, a, fmpz_get_si(fmpq_numref(q)));
    return a == form_whole(n, 1) ? a : form_function(n, GRAPH_POWER, (const size_t[]){ a, b }, 2);
}

/* tanh a = (exp(2 a) - 1)/(exp(2 a) + 1) */
static size_t hyperbolic_tangent(struct normal *n, size_t a)
{
    const size_t twice = form_product(n, a, form_whole(n, 2), false),
                 e = twice == NO_FORM ? NO_FORM : exponential(n, twice), one = form_whole(n, 1);
    return form_product(n, form_sum(n, e, one, true), form_sum(n, e, one, false), true);
}

/* A function that is odd or even, of -a by that of a. */
static size_t function(struct normal *n, enum graph_operation operation, size_t a)
{
    if (operation == GRAPH_TANH)
        return hyperbolic_tangent(n, a);
    const bool is_even = operation == GRAPH_COS || operation == GRAPH_COSH;
    const bool has_parity = is_even || operation == GRAPH_SIN || operation == GRAPH_TAN ||
                            operation == GRAPH_ASIN || operation == GRAPH_ATAN ||
                            operation == GRAPH_SINH;
    if (!has_parity || !form_is_negative(n, a))
        return form_function(n, operation, &a, 1);
    const size_t turned = form_negated(n, a);
    const size_t f = form_function(n, operation, &turned, 1);
    return is_even ? f : form_negated(n, f);
}

/* a < b as a condition on a - b, without the factor that its coefficients have in common; a = b
 * also on b - a. */
static size_t condition(struct normal *n, enum graph_operation operation, size_t a, size_t b)
{
    size_t difference = form_sum(n, a, b, true);
    if (difference == NO_FORM)
        return NO_FORM;
    if (operation == GRAPH_EQUAL && form_is_negative(n, difference))
        difference = form_negated(n, difference);
    if (difference == NO_FORM)
        return NO_FORM;
    struct form f;
    fmpz_t content;
    fmpz_init(content);
    form_init(n, &f);
    fmpz_mpoly_set(f.num, n->forms[difference].num, n->ring);
    fmpz_mpoly_set(f.den, n->forms[difference].den, n->ring);
    for (slong i = 0; i < fmpz_mpoly_length(f.num, n->ring); i++) {
        fmpz_t c;
        fmpz_init(c);
        fmpz_mpoly_get_term_coeff_fmpz(c, f.num, i, n->ring);
        fmpz_gcd(content, content, c);
        fmpz_clear(c);
    }
    if (!fmpz_is_zero(content))
        fmpz_mpoly_scalar_divexact_fmpz(f.num, f.num, content, n->ring);
    fmpz_clear(content);
    const size_t argument = form_file(n, &f);
    return form_function(n, operation, &argument, 1);
}

static size_t complement(struct normal *n, size_t a)
{
    return form_sum(n, form_whole(n, 1), a, true);
}

/* b + c (a - b) */
static size_t choice(struct normal *n, size_t c, size_t a, size_t b)
{
    const size_t difference = form_sum(n, a, b, true);
    const size_t change = form_product(n, c, difference, false);
    return form_sum(n, b, change, false);
}

static size_t of_node(struct normal *n, const struct graph_node *node)
{
    size_t a[GRAPH_MOST_ARGUMENTS] = { 0 };
    const unsigned count = graph_arguments(node->operation);
    for (unsigned i = 0; i < count; i++) {
        a[i] = n->of[node->argument[i]];
        if (a[i] == NO_FORM)
            return NO_FORM;
    }
    switch (node->operation) {
    case GRAPH_NUMBER:
        return form_number(n, n->law->graph.numbers + node->index);
    case GRAPH_SYMBOL:
        return form_symbol(n, node->symbol, node->index);
    case GRAPH_NEGATED:
        return form_negated(n, a[0]);
    case GRAPH_SUM:
    case GRAPH_DIFFERENCE:
        return form_sum(n, a[0], a[1], node->operation == GRAPH_DIFFERENCE);
    case GRAPH_PRODUCT:
    case GRAPH_QUOTIENT:
        return form_product(n, a[0], a[1], node->operation == GRAPH_QUOTIENT);
    case GRAPH_POWER:
        return power(n, node, a[0], a[1]);
    case GRAPH_ABS:
    case GRAPH_SIGN:
        return magnitude_or_sign(n, node->operation, a[0]);
    case GRAPH_EXP:
        return exponential(n, a[0]);
    case GRAPH_MIN:
    case GRAPH_MAX:
        if (a[0] > a[1]) {
            const size_t first = a[0];
            a[0] = a[1];
            a[1] = first;
        }
        return form_function(n, node->operation, a, 2);
    case GRAPH_SELECT:
        return choice(n, a[0], a[1], a[2]);
    case GRAPH_LESS:
    case GRAPH_EQUAL:
        return condition(n, node->operation, a[0], a[1]);
    case GRAPH_AT_MOST:
        return complement(n, condition(n, GRAPH_LESS, a[1], a[0]));
    case GRAPH_NOT:
        return complement(n, a[0]);
    case GRAPH_AND:
        return form_product(n, a[0], a[1], false);
    case GRAPH_OR:
        return choice(n, a[0], form_whole(n, 1), a[1]);
    default:
        return count == 1 ? function(n, node->operation, a[0])
                          : form_function(n, node->operation, a, count);
    }
}

size_t normal_form(struct normal *n, expression e)
{
    const struct graph *g = &n->law->graph;
    bool *seen = memory_array(e + 1, sizeof *seen);
    if (n->known <= e) {
        n->of = memory_resized(n->of, e + 1, sizeof *n->of);
        for (; n->known <= e; n->known++)
            n->of[n->known] = NOT_YET;
    }
    graph_mark(g, e, seen);
    for (expression i = 0; i <= e; i++)
        if (seen[i] && n->of[i] == NOT_YET)
            n->of[i] = of_node(n, &g->nodes[i]);
    free(seen);
    return n->of[e];
}

bool normal_same(struct normal *n, expression a, expression b)
{
    const size_t x = normal_form(n, a), y = normal_form(n, b);
    return x != NO_FORM && x == y;
}
