/* Signs of forms (normal.h). A polynomial in variables that are never negative, whose coefficients
 * are not either, is never negative. Variables are replaced by ones that make this show: an
 * exponential of what is never negative is 1 and more; of a demand a <= b, b is a and more. */
#include <stdlib.h>

#include "models/normal/forms.h"

enum { DEMANDS = 16 };

static bool is_symbol(const struct normal *n, const struct variable *v)
{
    if (v->symbol == SYMBOL_INPUT)
        return v->index == 0; /* |v| */
    return v->symbol == SYMBOL_PARAMETER && n->law->parameters.of[v->index].lo >= 0;
}

bool variable_never_negative(struct normal *n, size_t i)
{
    const struct variable v = n->variables[i];
    switch (v.operation) {
    case GRAPH_SYMBOL:
        return is_symbol(n, &v);
    case GRAPH_EXP:
    case GRAPH_ABS:
    case GRAPH_SQRT:
    case GRAPH_COSH:
    case GRAPH_LESS:
    case GRAPH_EQUAL:
        return true;
    case GRAPH_POWER:
    case GRAPH_SIGN:
    case GRAPH_ATAN:
    case GRAPH_SINH:
        return form_never_negative(n, v.argument[0]);
    case GRAPH_MIN:
        return form_never_negative(n, v.argument[0]) && form_never_negative(n, v.argument[1]);
    case GRAPH_MAX:
        return form_never_negative(n, v.argument[0]) || form_never_negative(n, v.argument[1]);
    default:
        return false;
    }
}

static bool is_monomial(struct normal *n, const ulong exponents[])
{
    for (size_t i = 0; i < n->n_variables; i++)
        if (exponents[i] % 2 != 0 && !variable_never_negative(n, i))
            return false;
    return true;
}

static bool is_polynomial(struct normal *n, const fmpz_mpoly_t a)
{
    ulong exponents[VARIABLES];
    bool is = true;
    fmpz_t c;
    fmpz_init(c);
    for (slong i = 0; i < fmpz_mpoly_length(a, n->ring) && is; i++) {
        fmpz_mpoly_get_term_exp_ui(exponents, a, i, n->ring);
        fmpz_mpoly_get_term_coeff_fmpz(c, a, i, n->ring);
        is = fmpz_sgn(c) > 0 && is_monomial(n, exponents);
    }
    fmpz_clear(c);
    return is;
}

bool polynomial_put(struct normal *n, fmpz_mpoly_t a, size_t variable, const fmpz_mpoly_t by)
{
    enum { DEGREE = 24 };
    if (fmpz_mpoly_degree_si(a, (slong)variable, n->ring) > DEGREE)
        return false;
    fmpz_mpoly_struct images[VARIABLES], *of[VARIABLES];
    for (size_t i = 0; i < VARIABLES; i++) {
        of[i] = &images[i];
        fmpz_mpoly_init(of[i], n->ring);
        fmpz_mpoly_gen(of[i], (slong)i, n->ring);
    }
    fmpz_mpoly_set(of[variable], by, n->ring);
    const bool done = fmpz_mpoly_compose_fmpz_mpoly(a, a, of, n->ring, n->ring);
    for (size_t i = 0; i < VARIABLES; i++)
        fmpz_mpoly_clear(of[i], n->ring);
    return done;
}

/* The exponentials that are at least 1. */
static bool put_exponentials(struct normal *n, fmpz_mpoly_t a)
{
    fmpz_mpoly_t more;
    bool done = true;
    fmpz_mpoly_init(more, n->ring);
    for (size_t i = 0; i < n->n_variables && done; i++) {
        if (n->variables[i].operation != GRAPH_EXP ||
            fmpz_mpoly_degree_si(a, (slong)i, n->ring) < 1 ||
            !form_never_negative(n, n->variables[i].argument[0]))
            continue;
        fmpz_mpoly_gen(more, (slong)i, n->ring);
        fmpz_mpoly_add_si(more, more, 1, n->ring);
        done = polynomial_put(n, a, i, more);
    }
    fmpz_mpoly_clear(more, n->ring);
    return done;
}

/* A demand 0 <= gap of the law, and the parameter in it that is replaced: gap = b - rest. */
struct demand {
    fmpz_mpoly_t gap;
    size_t variable; /* NO_VARIABLE: none, or used */
};
#define NO_VARIABLE SIZE_MAX

/* Returns a parameter that stands in the gap once, by itself, with the coefficient 1. */
static size_t variable_of(struct normal *n, const fmpz_mpoly_t gap)
{
    ulong exponents[VARIABLES];
    for (slong t = 0; t < fmpz_mpoly_length(gap, n->ring); t++) {
        size_t only = NO_VARIABLE, degree = 0;
        fmpz_mpoly_get_term_exp_ui(exponents, gap, t, n->ring);
        for (size_t i = 0; i < n->n_variables; i++) {
            degree += exponents[i];
            only = exponents[i] == 1 ? i : only;
        }
        if (degree == 1 && n->variables[only].operation == GRAPH_SYMBOL &&
            n->variables[only].symbol == SYMBOL_PARAMETER) {
            fmpz_mpoly_t rest;
            fmpz_mpoly_init(rest, n->ring);
            fmpz_mpoly_gen(rest, (slong)only, n->ring);
            fmpz_mpoly_sub(rest, gap, rest, n->ring);
            const bool is_once = fmpz_mpoly_degree_si(rest, (slong)only, n->ring) < 1;
            fmpz_mpoly_clear(rest, n->ring);
            if (is_once)
                return only;
        }
    }
    return NO_VARIABLE;
}

/* Returns true when the gap is affine in each of its variables, all parameters: if it is not
 * negative at the corners of a box, it is nowhere in it. Proofs look at corners only. */
static bool is_affine(struct normal *n, const fmpz_mpoly_t gap)
{
    for (size_t i = 0; i < n->n_variables; i++) {
        const slong degree = fmpz_mpoly_degree_si(gap, (slong)i, n->ring);
        const struct variable *v = &n->variables[i];
        if (degree > 1 ||
            (degree == 1 && (v->operation != GRAPH_SYMBOL || v->symbol != SYMBOL_PARAMETER)))
            return false;
    }
    return true;
}

static size_t find_demands(struct normal *n, struct demand of[DEMANDS])
{
    size_t count = 0;
    for (size_t i = 0; i < n->law->n_constraints && count < DEMANDS; i++) {
        const struct graph_node *node = &n->law->graph.nodes[n->law->constraints[i].condition];
        if (node->operation != GRAPH_AT_MOST && node->operation != GRAPH_LESS)
            continue;
        const size_t gap =
            form_sum(n, normal_form(n, node->argument[1]), normal_form(n, node->argument[0]), true);
        if (gap == NO_FORM || !fmpz_mpoly_is_fmpz(n->forms[gap].den, n->ring) ||
            !is_affine(n, n->forms[gap].num))
            continue;
        fmpz_mpoly_init(of[count].gap, n->ring);
        fmpz_mpoly_set(of[count].gap, n->forms[gap].num, n->ring);
        of[count].variable = variable_of(n, of[count].gap);
        count++;
    }
    return count;
}

/* Returns true when no other demand that is still to be used has the variable: replaced before, it
 * would come back. */
static bool is_next(struct normal *n, const struct demand of[], size_t count, size_t which)
{
    for (size_t i = 0; i < count; i++)
        if (i != which && of[i].variable != NO_VARIABLE &&
            fmpz_mpoly_degree_si(of[i].gap, (slong)of[which].variable, n->ring) > 0)
            return false;
    return true;
}

/* b = rest + more, where `more` takes the place of b. */
static bool put_demand(struct normal *n, fmpz_mpoly_t a, const struct demand *demand)
{
    fmpz_mpoly_t by;
    fmpz_mpoly_init(by, n->ring);
    fmpz_mpoly_gen(by, (slong)demand->variable, n->ring);
    fmpz_mpoly_scalar_mul_si(by, by, 2, n->ring);
    fmpz_mpoly_sub(by, by, demand->gap, n->ring);
    const bool done = polynomial_put(n, a, demand->variable, by);
    fmpz_mpoly_clear(by, n->ring);
    return done;
}

static bool put_demands(struct normal *n, fmpz_mpoly_t a)
{
    struct demand of[DEMANDS];
    const size_t count = find_demands(n, of);
    bool done = true;
    for (size_t i = 0; i < count && done; i++)
        if (of[i].variable != NO_VARIABLE && is_next(n, of, count, i)) {
            done = put_demand(n, a, &of[i]);
            of[i].variable = NO_VARIABLE;
            i = SIZE_MAX; /* others may be next now */
        }
    for (size_t i = 0; i < count; i++)
        fmpz_mpoly_clear(of[i].gap, n->ring);
    return done;
}

/* As it is, or with its variables replaced. */
bool polynomial_never_negative(struct normal *n, const fmpz_mpoly_t polynomial)
{
    fmpz_mpoly_t a;
    if (is_polynomial(n, polynomial))
        return true;
    fmpz_mpoly_init(a, n->ring);
    fmpz_mpoly_set(a, polynomial, n->ring);
    const bool is = put_exponentials(n, a) && put_demands(n, a) && is_polynomial(n, a);
    fmpz_mpoly_clear(a, n->ring);
    return is;
}

bool form_never_negative(struct normal *n, size_t form)
{
    fmpz_mpoly_t num, den;
    if (form == NO_FORM)
        return false;
    fmpz_mpoly_init(num, n->ring);
    fmpz_mpoly_init(den, n->ring);
    fmpz_mpoly_set(num, n->forms[form].num, n->ring);
    fmpz_mpoly_set(den, n->forms[form].den, n->ring);
    bool is = polynomial_never_negative(n, num) && polynomial_never_negative(n, den);
    if (!is) {
        fmpz_mpoly_neg(num, num, n->ring);
        fmpz_mpoly_neg(den, den, n->ring);
        is = polynomial_never_negative(n, num) && polynomial_never_negative(n, den);
    }
    fmpz_mpoly_clear(den, n->ring);
    fmpz_mpoly_clear(num, n->ring);
    return is;
}

static bool is_positive_variable(const struct normal *n, size_t i)
{
    const struct variable *v = &n->variables[i];
    return v->operation == GRAPH_EXP || v->operation == GRAPH_COSH ||
           (v->operation == GRAPH_SYMBOL && v->symbol == SYMBOL_PARAMETER &&
            n->law->parameters.of[v->index].lo > 0);
}

/* One term of what is never negative is positive. */
bool form_positive(struct normal *n, size_t form)
{
    ulong exponents[VARIABLES];
    if (form == NO_FORM || !form_never_negative(n, form))
        return false;
    const fmpz_mpoly_struct *num = n->forms[form].num;
    if (!is_polynomial(n, num))
        return false;
    for (slong t = 0; t < fmpz_mpoly_length(num, n->ring); t++) {
        bool is = true;
        fmpz_mpoly_get_term_exp_ui(exponents, num, t, n->ring);
        for (size_t i = 0; i < n->n_variables; i++)
            is = is && (exponents[i] == 0 || is_positive_variable(n, i));
        if (is)
            return true;
    }
    return false;
}

bool normal_never_negative(struct normal *n, expression e)
{
    return form_never_negative(n, normal_form(n, e));
}
