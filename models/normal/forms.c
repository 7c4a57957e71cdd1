/* Arithmetic of quotients of polynomials (forms.h). */
#include "models/normal/forms.h"

#include <stdlib.h>

#include "tools/base/memory.h"

/* Terms of a product of polynomials, bits of its coefficients, and its degree, at most. */
enum { TERMS = 4000, BITS = 10000, DEGREE = 1000 };

struct normal *normal_new(const struct equations *law)
{
    struct normal *n = memory_array(1, sizeof *n);
    n->law = law;
    fmpz_mpoly_ctx_init(n->ring, VARIABLES, ORD_LEX);
    n->variables[n->n_variables++] =
        (struct variable){ .operation = GRAPH_SYMBOL, .symbol = SYMBOL_SELECTION };
    return n;
}

void form_init(struct normal *n, struct form *f)
{
    fmpz_mpoly_init(f->num, n->ring);
    fmpz_mpoly_init(f->den, n->ring);
}

void form_clear(struct normal *n, struct form *f)
{
    fmpz_mpoly_clear(f->num, n->ring);
    fmpz_mpoly_clear(f->den, n->ring);
}

void normal_free(struct normal *n)
{
    for (size_t i = 0; i < n->n_forms; i++)
        form_clear(n, &n->forms[i]);
    free(n->forms);
    free(n->of);
    fmpz_mpoly_ctx_clear(n->ring);
    free(n);
}

/* Returns true for a variable that is 0 or 1. */
static bool is_condition(const struct normal *n, size_t i)
{
    const struct variable *v = &n->variables[i];
    if (v->operation == GRAPH_SYMBOL)
        return v->symbol == SYMBOL_MEMORY && n->law->memory.of[v->index].type == TYPE_BOOLEAN;
    return v->operation == GRAPH_LESS || v->operation == GRAPH_EQUAL;
}

/* s^2 = 1, and c^2 = c of a condition, in every term. */
static void reduce(struct normal *n, fmpz_mpoly_t a)
{
    ulong exponents[VARIABLES];
    bool changed = false;
    for (slong i = 0; i < fmpz_mpoly_length(a, n->ring); i++) {
        bool here = false;
        fmpz_mpoly_get_term_exp_ui(exponents, a, i, n->ring);
        for (size_t k = 0; k < n->n_variables; k++)
            if (exponents[k] > 1 && (k == SELECTION || is_condition(n, k))) {
                exponents[k] = k == SELECTION ? exponents[k] & 1 : 1;
                here = true;
            }
        if (here)
            fmpz_mpoly_set_term_exp_ui(a, i, exponents, n->ring);
        changed = changed || here;
    }
    if (changed) {
        fmpz_mpoly_sort_terms(a, n->ring);
        fmpz_mpoly_combine_like_terms(a, n->ring);
    }
}

/* Returns the product; false: it would be too large. */
static bool multiply(struct normal *n, fmpz_mpoly_t product, const fmpz_mpoly_t a,
                     const fmpz_mpoly_t b)
{
    if (fmpz_mpoly_length(a, n->ring) * fmpz_mpoly_length(b, n->ring) > TERMS ||
        labs(fmpz_mpoly_max_bits(a)) + labs(fmpz_mpoly_max_bits(b)) > BITS ||
        fmpz_mpoly_total_degree_si(a, n->ring) + fmpz_mpoly_total_degree_si(b, n->ring) > DEGREE)
        return false;
    fmpz_mpoly_mul(product, a, b, n->ring);
    reduce(n, product);
    return true;
}

/* Sets b of a + b x, and a. */
static void split(struct normal *n, const fmpz_mpoly_t from, size_t x, fmpz_mpoly_t a,
                  fmpz_mpoly_t b)
{
    ulong exponents[VARIABLES];
    fmpz_t c;
    fmpz_init(c);
    fmpz_mpoly_zero(a, n->ring);
    fmpz_mpoly_zero(b, n->ring);
    for (slong i = 0; i < fmpz_mpoly_length(from, n->ring); i++) {
        fmpz_mpoly_get_term_exp_ui(exponents, from, i, n->ring);
        fmpz_mpoly_get_term_coeff_fmpz(c, from, i, n->ring);
        const bool has = exponents[x] > 0;
        exponents[x] = 0;
        fmpz_mpoly_push_term_fmpz_ui(has ? b : a, c, exponents, n->ring);
    }
    fmpz_mpoly_sort_terms(a, n->ring);
    fmpz_mpoly_sort_terms(b, n->ring);
    fmpz_clear(c);
}

/* Makes the denominator free of x: (a + b s)(a - b s) = a^2 - b^2, and of a condition c
 * (a + b c)(a + b - b c) = a (a + b). */
static bool free_denominator(struct normal *n, struct form *f, size_t x)
{
    fmpz_mpoly_t a, b, conjugate;
    if (fmpz_mpoly_degree_si(f->den, (slong)x, n->ring) < 1)
        return true;
    fmpz_mpoly_init(a, n->ring);
    fmpz_mpoly_init(b, n->ring);
    fmpz_mpoly_init(conjugate, n->ring);
    split(n, f->den, x, a, b);
    fmpz_mpoly_gen(conjugate, (slong)x, n->ring);
    bool fits = multiply(n, conjugate, conjugate, b);
    fmpz_mpoly_sub(conjugate, a, conjugate, n->ring);
    if (x != SELECTION)
        fmpz_mpoly_add(conjugate, conjugate, b, n->ring);
    fits = fits && multiply(n, f->num, f->num, conjugate) && multiply(n, f->den, f->den, conjugate);
    fmpz_mpoly_clear(conjugate, n->ring);
    fmpz_mpoly_clear(b, n->ring);
    fmpz_mpoly_clear(a, n->ring);
    return fits;
}

/* Divides by common factors; the denominator's first coefficient is positive. */
static bool simplify(struct normal *n, struct form *f)
{
    fmpz_mpoly_t common;
    for (size_t i = 0; i < n->n_variables; i++)
        if ((i == SELECTION || is_condition(n, i)) && !free_denominator(n, f, i))
            return false;
    if (fmpz_mpoly_is_zero(f->den, n->ring))
        return false;
    fmpz_mpoly_init(common, n->ring);
    bool done = fmpz_mpoly_gcd(common, f->num, f->den, n->ring);
    if (done) {
        done = fmpz_mpoly_divides(f->num, f->num, common, n->ring) &&
               fmpz_mpoly_divides(f->den, f->den, common, n->ring);
        fmpz_t first;
        fmpz_init(first);
        fmpz_mpoly_get_term_coeff_fmpz(first, f->den, 0, n->ring);
        if (fmpz_sgn(first) < 0) {
            fmpz_mpoly_neg(f->num, f->num, n->ring);
            fmpz_mpoly_neg(f->den, f->den, n->ring);
        }
        fmpz_clear(first);
    }
    fmpz_mpoly_clear(common, n->ring);
    return done;
}

size_t form_file(struct normal *n, struct form *f)
{
    if (!simplify(n, f)) {
        form_clear(n, f);
        return NO_FORM;
    }
    for (size_t i = 0; i < n->n_forms; i++)
        if (fmpz_mpoly_equal(n->forms[i].num, f->num, n->ring) &&
            fmpz_mpoly_equal(n->forms[i].den, f->den, n->ring)) {
            form_clear(n, f);
            return i;
        }
    n->forms = memory_grown(n->forms, n->n_forms, &n->room_forms, sizeof *n->forms);
    n->forms[n->n_forms] = *f;
    return n->n_forms++;
}

size_t form_number(struct normal *n, const fmpq_t value)
{
    struct form f;
    form_init(n, &f);
    fmpz_mpoly_set_fmpz(f.num, fmpq_numref(value), n->ring);
    fmpz_mpoly_set_fmpz(f.den, fmpq_denref(value), n->ring);
    return form_file(n, &f);
}

size_t form_whole(struct normal *n, slong value)
{
    struct form f;
    form_init(n, &f);
    fmpz_mpoly_set_si(f.num, value, n->ring);
    fmpz_mpoly_set_si(f.den, 1, n->ring);
    return form_file(n, &f);
}

size_t form_variable(struct normal *n, size_t variable, slong exponent)
{
    struct form f;
    form_init(n, &f);
    fmpz_mpoly_gen(f.num, (slong)variable, n->ring);
    fmpz_mpoly_set_si(f.den, 1, n->ring);
    fmpz_mpoly_pow_ui(f.num, f.num, (ulong)labs(exponent), n->ring);
    reduce(n, f.num);
    if (exponent < 0)
        fmpz_mpoly_swap(f.num, f.den, n->ring);
    return form_file(n, &f);
}

static bool is_same(const struct variable *a, const struct variable *b)
{
    bool same = a->operation == b->operation && a->symbol == b->symbol && a->index == b->index;
    for (unsigned i = 0; i < GRAPH_MOST_ARGUMENTS; i++)
        same = same && a->argument[i] == b->argument[i];
    return same;
}

/* Returns the form of the variable, a new one if there is none like it. */
static size_t find(struct normal *n, const struct variable *wanted)
{
    size_t i = 0;
    while (i < n->n_variables && !is_same(&n->variables[i], wanted))
        i++;
    if (i == VARIABLES)
        return NO_FORM;
    if (i == n->n_variables)
        n->variables[n->n_variables++] = *wanted;
    return form_variable(n, i, 1);
}

size_t form_function(struct normal *n, enum graph_operation operation, const size_t argument[],
                     unsigned count)
{
    struct variable v = { .operation = operation };
    for (unsigned i = 0; i < count; i++) {
        if (argument[i] == NO_FORM)
            return NO_FORM;
        v.argument[i] = argument[i];
    }
    return find(n, &v);
}

size_t form_symbol(struct normal *n, enum graph_symbol symbol, uint32_t index)
{
    const struct variable wanted = { .operation = GRAPH_SYMBOL, .symbol = symbol, .index = index };
    const size_t itself = find(n, &wanted);
    const bool is_v = symbol == SYMBOL_INPUT && index == 0;
    return is_v ? form_product(n, form_variable(n, SELECTION, 1), itself, false) : itself;
}

size_t form_sum(struct normal *n, size_t a, size_t b, bool minus)
{
    if (a == NO_FORM || b == NO_FORM)
        return NO_FORM;
    const struct form *x = &n->forms[a], *y = &n->forms[b];
    struct form f;
    fmpz_mpoly_t other;
    form_init(n, &f);
    fmpz_mpoly_init(other, n->ring);
    const bool fits = multiply(n, f.num, x->num, y->den) && multiply(n, other, y->num, x->den) &&
                      multiply(n, f.den, x->den, y->den);
    (minus ? fmpz_mpoly_sub : fmpz_mpoly_add)(f.num, f.num, other, n->ring);
    fmpz_mpoly_clear(other, n->ring);
    if (fits)
        return form_file(n, &f);
    form_clear(n, &f);
    return NO_FORM;
}

size_t form_product(struct normal *n, size_t a, size_t b, bool quotient)
{
    if (a == NO_FORM || b == NO_FORM)
        return NO_FORM;
    const struct form *x = &n->forms[a], *y = &n->forms[b];
    struct form f;
    form_init(n, &f);
    const bool fits = multiply(n, f.num, x->num, quotient ? y->den : y->num) &&
                      multiply(n, f.den, x->den, quotient ? y->num : y->den);
    if (fits)
        return form_file(n, &f);
    form_clear(n, &f);
    return NO_FORM;
}

size_t form_negated(struct normal *n, size_t a)
{
    return form_product(n, a, form_whole(n, -1), false);
}

bool form_is_negative(struct normal *n, size_t a)
{
    const struct form *f = &n->forms[a];
    if (fmpz_mpoly_is_zero(f->num, n->ring))
        return false;
    fmpz_t first;
    fmpz_init(first);
    fmpz_mpoly_get_term_coeff_fmpz(first, f->num, 0, n->ring);
    const bool negative = fmpz_sgn(first) < 0;
    fmpz_clear(first);
    return negative;
}

size_t form_power(struct normal *n, size_t a, slong exponent)
{
    size_t result = a == NO_FORM ? NO_FORM : form_whole(n, 1);
    for (slong i = 0; i < labs(exponent); i++)
        result = form_product(n, result, a, exponent < 0);
    return result;
}
