/* Signs of forms (normal.h). A polynomial in variables that are never negative, whose coefficients
 * are not either, is never negative. Variables are replaced by ones that make this show: an
 * exponential of what is never negative is 1 and more; of a demand a <= c b, c > 0, b is a/c and
 * more. */
#include <stdlib.h>

#include "models/normal/forms.h"

enum { DEMANDS = 16, MOST_DEGREE = 24 };

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
    if (fmpz_mpoly_degree_si(a, (slong)variable, n->ring) > MOST_DEGREE)
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

/* What variables of a polynomial have come to stand for: replaced[i], the rest that makes an
 * exponential more than 1, or a side of a demand more than the other, where it may be 0. */
struct replacing {
    fmpz_mpoly_t a;
    bool replaced[VARIABLES];
};

static void replacing_init(struct normal *n, struct replacing *r, const fmpz_mpoly_t a)
{
    *r = (struct replacing){ .replaced = { false } };
    fmpz_mpoly_init(r->a, n->ring);
    fmpz_mpoly_set(r->a, a, n->ring);
}

/* The exponentials that are at least 1. */
static bool put_exponentials(struct normal *n, struct replacing *r)
{
    fmpz_mpoly_t more;
    bool done = true;
    fmpz_mpoly_init(more, n->ring);
    for (size_t i = 0; i < n->n_variables && done; i++) {
        if (n->variables[i].operation != GRAPH_EXP ||
            fmpz_mpoly_degree_si(r->a, (slong)i, n->ring) < 1 ||
            !form_never_negative(n, n->variables[i].argument[0]))
            continue;
        fmpz_mpoly_gen(more, (slong)i, n->ring);
        fmpz_mpoly_add_si(more, more, 1, n->ring);
        r->replaced[i] = true;
        done = polynomial_put(n, r->a, i, more);
    }
    fmpz_mpoly_clear(more, n->ring);
    return done;
}

static bool is_positive_variable(const struct normal *n, size_t i)
{
    const struct variable *v = &n->variables[i];
    return v->operation == GRAPH_EXP || v->operation == GRAPH_COSH ||
           (v->operation == GRAPH_SYMBOL && v->symbol == SYMBOL_PARAMETER &&
            n->law->parameters.of[v->index].lo > 0);
}

/* Returns true when a term of a polynomial, of those that is_polynomial is true of, is positive. */
static bool has_positive_term(struct normal *n, const fmpz_mpoly_t a, const bool replaced[])
{
    ulong exponents[VARIABLES];
    for (slong t = 0; t < fmpz_mpoly_length(a, n->ring); t++) {
        bool is = true;
        fmpz_mpoly_get_term_exp_ui(exponents, a, t, n->ring);
        for (size_t i = 0; i < n->n_variables; i++)
            is = is &&
                 (exponents[i] == 0 || (is_positive_variable(n, i) && !(replaced && replaced[i])));
        if (is)
            return true;
    }
    return false;
}

/* A demand 0 <= gap of the law, and the parameter in it that is replaced. With a factor that is
 * positive, the gap is the factor times the parameter, less a rest; or with is_upper a rest that is
 * never negative, less that. */
struct demand {
    fmpz_mpoly_t gap, factor, rest;
    size_t variable; /* NO_VARIABLE: none, or used */
    bool is_upper, is_open;
};
#define NO_VARIABLE SIZE_MAX

static bool is_positive_polynomial(struct normal *n, const fmpz_mpoly_t a)
{
    return is_polynomial(n, a) && has_positive_term(n, a, NULL);
}

/* Returns true when the parameter can be replaced, with its factor and the rest filled in. */
static bool can_replace(struct normal *n, struct demand *demand, size_t i, bool is_upper)
{
    const struct variable *v = &n->variables[i];
    if (v->operation != GRAPH_SYMBOL || v->symbol != SYMBOL_PARAMETER ||
        fmpz_mpoly_degree_si(demand->gap, (slong)i, n->ring) != 1)
        return false;
    fmpz_mpoly_derivative(demand->factor, demand->gap, (slong)i, n->ring);
    fmpz_mpoly_gen(demand->rest, (slong)i, n->ring);
    fmpz_mpoly_mul(demand->rest, demand->rest, demand->factor, n->ring);
    fmpz_mpoly_sub(demand->rest, demand->rest, demand->gap, n->ring);
    if (is_upper) {
        fmpz_mpoly_neg(demand->factor, demand->factor, n->ring);
        fmpz_mpoly_neg(demand->rest, demand->rest, n->ring);
    }
    return is_positive_polynomial(n, demand->factor) &&
           (!is_upper || (variable_never_negative(n, i) && is_polynomial(n, demand->rest)));
}

/* Returns how many other demands have the variable; 0 where its factor is a number. */
static size_t entanglement(struct normal *n, const struct demand of[], size_t count, size_t which,
                           size_t variable)
{
    size_t others = 0;
    for (size_t i = 0; i < count; i++)
        others += i != which && fmpz_mpoly_degree_si(of[i].gap, (slong)variable, n->ring) > 0;
    return fmpz_mpoly_is_fmpz(of[which].factor, n->ring) ? 0 : 1 + others;
}

/* Chooses the parameter that is replaced: one that is more than something before one that is less,
 * and of these the least entangled. What is less may be equal, and then is not what takes its
 * place, a quotient that tends to it: for what is positive such a demand says nothing, unless it is
 * open. */
static void choose_variable(struct normal *n, bool is_positive, struct demand of[], size_t count,
                            size_t which)
{
    struct demand *demand = &of[which];
    const int sides = !is_positive || demand->is_open ? 2 : 1;
    size_t best = NO_VARIABLE, least = SIZE_MAX;
    bool is_upper = false;
    for (int side = 0; side < sides && best == NO_VARIABLE; side++)
        for (size_t i = 0; i < n->n_variables; i++) {
            if (!can_replace(n, demand, i, side == 1))
                continue;
            const size_t entangled = entanglement(n, of, count, which, i);
            if (entangled >= least)
                continue;
            least = entangled;
            best = i;
            is_upper = side == 1;
        }
    demand->variable = best;
    demand->is_upper = is_upper;
    if (best != NO_VARIABLE)
        can_replace(n, demand, best, is_upper);
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

static size_t find_demands(struct normal *n, bool is_positive, struct demand of[DEMANDS])
{
    size_t count = 0;
    for (size_t i = 0; i < n->law->n_constraints && count < DEMANDS; i++) {
        const struct constraint_text *constraint = &n->law->constraints[i];
        const struct graph_node *node = &n->law->graph.nodes[constraint->condition];
        if (node->operation != GRAPH_AT_MOST && node->operation != GRAPH_LESS)
            continue;
        const size_t gap =
            form_sum(n, normal_form(n, node->argument[1]), normal_form(n, node->argument[0]), true);
        if (gap == NO_FORM || !is_polynomial(n, n->forms[gap].den) ||
            (!constraint->has_any_form &&
             !(fmpz_mpoly_is_fmpz(n->forms[gap].den, n->ring) && is_affine(n, n->forms[gap].num))))
            continue;
        fmpz_mpoly_init(of[count].gap, n->ring);
        fmpz_mpoly_init(of[count].factor, n->ring);
        fmpz_mpoly_init(of[count].rest, n->ring);
        fmpz_mpoly_set(of[count].gap, n->forms[gap].num, n->ring);
        of[count++].is_open = constraint->is_open;
    }
    for (size_t i = 0; i < count; i++)
        choose_variable(n, is_positive, of, count, i);
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

/* Puts top/bottom in the place of a variable, times as many bottoms as it has powers. */
static bool put_quotient(struct normal *n, fmpz_mpoly_t a, size_t variable, const fmpz_mpoly_t top,
                         const fmpz_mpoly_t bottom)
{
    fmpz_mpoly_t power, part;
    fmpz_mpoly_univar_t powers;
    if (fmpz_mpoly_degree_si(a, (slong)variable, n->ring) > MOST_DEGREE)
        return false;
    fmpz_mpoly_init(power, n->ring);
    fmpz_mpoly_init(part, n->ring);
    fmpz_mpoly_univar_init(powers, n->ring);
    fmpz_mpoly_to_univar(powers, a, (slong)variable, n->ring);
    const slong length = fmpz_mpoly_univar_length(powers, n->ring);
    const slong degree = length > 0 ? fmpz_mpoly_univar_get_term_exp_si(powers, 0, n->ring) : 0;
    bool done = true;
    fmpz_mpoly_zero(a, n->ring);
    for (slong i = 0; i < length && done; i++) {
        const slong k = fmpz_mpoly_univar_get_term_exp_si(powers, i, n->ring);
        fmpz_mpoly_univar_get_term_coeff(part, powers, i, n->ring);
        done = fmpz_mpoly_pow_ui(power, top, (ulong)k, n->ring);
        fmpz_mpoly_mul(part, part, power, n->ring);
        done = done && fmpz_mpoly_pow_ui(power, bottom, (ulong)(degree - k), n->ring);
        fmpz_mpoly_mul(part, part, power, n->ring);
        fmpz_mpoly_add(a, a, part, n->ring);
    }
    fmpz_mpoly_univar_clear(powers, n->ring);
    fmpz_mpoly_clear(part, n->ring);
    fmpz_mpoly_clear(power, n->ring);
    return done;
}

/* Puts (rest + t)/factor in the place of the parameter, t any number that is not negative; or, of
 * an upper demand, rest t/(1 + t)/factor. t takes its name. */
static bool put_demand(struct normal *n, fmpz_mpoly_t a, const struct demand *demand)
{
    fmpz_mpoly_t top, bottom, t;
    fmpz_mpoly_init(top, n->ring);
    fmpz_mpoly_init(bottom, n->ring);
    fmpz_mpoly_init(t, n->ring);
    fmpz_mpoly_gen(t, (slong)demand->variable, n->ring);
    if (demand->is_upper) {
        fmpz_mpoly_mul(top, demand->rest, t, n->ring);
        fmpz_mpoly_add_si(bottom, t, 1, n->ring);
        fmpz_mpoly_mul(bottom, bottom, demand->factor, n->ring);
    } else {
        fmpz_mpoly_add(top, demand->rest, t, n->ring);
        fmpz_mpoly_set(bottom, demand->factor, n->ring);
    }
    const bool done = put_quotient(n, a, demand->variable, top, bottom);
    fmpz_mpoly_clear(t, n->ring);
    fmpz_mpoly_clear(bottom, n->ring);
    fmpz_mpoly_clear(top, n->ring);
    return done;
}

static bool put_demands(struct normal *n, bool is_positive, struct replacing *r)
{
    struct demand of[DEMANDS];
    const size_t count = find_demands(n, is_positive, of);
    bool done = true;
    for (size_t i = 0; i < count && done; i++)
        if (of[i].variable != NO_VARIABLE && is_next(n, of, count, i)) {
            done = put_demand(n, r->a, &of[i]);
            r->replaced[of[i].variable] = !of[i].is_open;
            of[i].variable = NO_VARIABLE;
            i = SIZE_MAX; /* others may be next now */
        }
    for (size_t i = 0; i < count; i++) {
        fmpz_mpoly_clear(of[i].rest, n->ring);
        fmpz_mpoly_clear(of[i].factor, n->ring);
        fmpz_mpoly_clear(of[i].gap, n->ring);
    }
    return done;
}

/* Returns true when the polynomial is shown to be never negative, as it is or with its variables
 * replaced; and, if that is asked for, positive. */
static bool is_shown(struct normal *n, const fmpz_mpoly_t polynomial, bool is_positive)
{
    struct replacing r;
    if (is_polynomial(n, polynomial) && (!is_positive || has_positive_term(n, polynomial, NULL)))
        return true;
    replacing_init(n, &r, polynomial);
    const bool is = put_exponentials(n, &r) && put_demands(n, is_positive, &r) &&
                    is_polynomial(n, r.a) &&
                    (!is_positive || has_positive_term(n, r.a, r.replaced));
    fmpz_mpoly_clear(r.a, n->ring);
    return is;
}

bool polynomial_never_negative(struct normal *n, const fmpz_mpoly_t polynomial)
{
    return is_shown(n, polynomial, false);
}

/* A quotient of two that have one sign. */
static bool is_quotient(struct normal *n, size_t form, bool is_positive)
{
    fmpz_mpoly_t num, den;
    if (form == NO_FORM)
        return false;
    fmpz_mpoly_init(num, n->ring);
    fmpz_mpoly_init(den, n->ring);
    fmpz_mpoly_set(num, n->forms[form].num, n->ring);
    fmpz_mpoly_set(den, n->forms[form].den, n->ring);
    bool is = is_shown(n, den, false) && is_shown(n, num, is_positive);
    if (!is) {
        fmpz_mpoly_neg(num, num, n->ring);
        fmpz_mpoly_neg(den, den, n->ring);
        is = is_shown(n, den, false) && is_shown(n, num, is_positive);
    }
    fmpz_mpoly_clear(den, n->ring);
    fmpz_mpoly_clear(num, n->ring);
    return is;
}

bool form_never_negative(struct normal *n, size_t form) { return is_quotient(n, form, false); }
bool form_positive(struct normal *n, size_t form) { return is_quotient(n, form, true); }

bool form_is_sum_of_positive(struct normal *n, size_t form)
{
    return form_never_negative(n, form) && is_positive_polynomial(n, n->forms[form].num);
}

bool normal_never_negative(struct normal *n, expression e)
{
    return form_never_negative(n, normal_form(n, e));
}
