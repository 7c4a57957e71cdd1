/* The sign of an expression as that of a product of polynomials (balance_product.h). */
#include "models/derived/balance_product.h"

#include <flint/fmpz_mpoly_factor.h>
#include <string.h>

/* A polynomial in the making. */
struct making {
    struct equations *law;
    struct normal *normal;
    size_t variable[VARIABLES]; /* of the ring, by variable of the polynomial */
};

/* Returns true when a form does not become less as u rises, and does not depend on more than that:
 * a sum, with coefficients that are not negative, of products of what rises or stays. */
static bool rises(struct normal *n, size_t form);

static bool depends_on_speed(struct normal *n, size_t form);

static bool variable_depends(struct normal *n, size_t i)
{
    const struct variable *v = &n->variables[i];
    if (v->operation == GRAPH_SYMBOL)
        return v->symbol == SYMBOL_INPUT;
    bool does = false;
    for (unsigned k = 0; k < graph_arguments(v->operation); k++)
        does = does || depends_on_speed(n, n->variables[i].argument[k]);
    return does;
}

static bool polynomial_depends(struct normal *n, const fmpz_mpoly_t a)
{
    for (size_t i = 0; i < n->n_variables; i++)
        if (fmpz_mpoly_degree_si(a, (slong)i, n->ring) > 0 && variable_depends(n, i))
            return true;
    return false;
}

static bool depends_on_speed(struct normal *n, size_t form)
{
    return polynomial_depends(n, n->forms[form].num) || polynomial_depends(n, n->forms[form].den);
}

static bool variable_rises(struct normal *n, size_t i)
{
    const struct variable *v = &n->variables[i];
    if (!variable_never_negative(n, i))
        return false;
    if (v->operation == GRAPH_POWER)
        return rises(n, v->argument[0]) && !depends_on_speed(n, v->argument[1]) &&
               form_never_negative(n, v->argument[1]);
    return v->operation == GRAPH_SYMBOL || !variable_depends(n, i);
}

static bool rises(struct normal *n, size_t form)
{
    const struct form *f = &n->forms[form];
    fmpz_t c;
    if (polynomial_depends(n, f->den) || !polynomial_never_negative(n, f->den))
        return false;
    fmpz_init(c);
    bool is = true;
    for (slong t = 0; t < fmpz_mpoly_length(f->num, n->ring); t++) {
        fmpz_mpoly_get_term_coeff_fmpz(c, f->num, t, n->ring);
        is = is && fmpz_sgn(c) > 0;
    }
    fmpz_clear(c);
    for (size_t i = 0; i < n->n_variables; i++)
        if (fmpz_mpoly_degree_si(n->forms[form].num, (slong)i, n->ring) > 0)
            is = is && variable_rises(n, i);
    return is;
}

/* Returns false for a symbol that a balance does not know. */
static bool know_symbol(const struct variable *v, struct balance_variable *is)
{
    is->index = v->index;
    switch (v->symbol) {
    case SYMBOL_PARAMETER:
        is->kind = BALANCE_PARAMETER;
        return true;
    case SYMBOL_INPUT:
        is->kind = BALANCE_SPEED;
        return v->index == 0;
    case SYMBOL_STATE:
        is->kind = BALANCE_STATE;
        return v->index < BALANCE_STATES;
    case SYMBOL_VARIABLE:
        is->kind = v->index == BALANCE_OF_MU ? BALANCE_MU : BALANCE_STORED;
        is->index = v->index == BALANCE_OF_MU ? 0 : v->index - BALANCE_OF_STORED;
        return true;
    default:
        return false;
    }
}

/* An exponential of what is never negative decays: exp(e) >= 1 stands for 1/exp(-e). */
static bool know(struct making *m, size_t i, struct balance_variable *is)
{
    const struct variable v = m->normal->variables[i];
    *is = (struct balance_variable){ .e = EXPRESSION_NONE };
    if (v.operation == GRAPH_SYMBOL)
        return know_symbol(&v, is);
    if (v.operation == GRAPH_EXP && form_never_negative(m->normal, v.argument[0])) {
        is->kind = BALANCE_DECAY;
        is->rises = rises(m->normal, v.argument[0]);
        is->e = form_expression(m->normal, &m->law->graph, v.argument[0]);
        return true;
    }
    is->kind = BALANCE_VALUE;
    is->e = form_expression(m->normal, &m->law->graph, form_variable(m->normal, i, 1));
    return true;
}

/* Lists the variables that a polynomial has; the selection is 1. is_slow: with rises for decays. */
static bool list_variables(struct making *m, const fmpz_mpoly_t a, bool is_slow,
                           struct balance_polynomial *p)
{
    struct balance_variable of[VARIABLES];
    enum { DEGREE = 20 };
    p->n_variables = 0;
    for (size_t i = SELECTION + 1; i < m->normal->n_variables; i++) {
        const slong degree = fmpz_mpoly_degree_si(a, (slong)i, m->normal->ring);
        if (degree < 1)
            continue;
        if (degree > DEGREE || !know(m, i, &of[p->n_variables]))
            return false;
        of[p->n_variables].degree = (unsigned)degree;
        if (is_slow && of[p->n_variables].kind == BALANCE_DECAY)
            of[p->n_variables].kind = BALANCE_RISE;
        m->variable[p->n_variables++] = i;
    }
    struct balance_variable *kept = arena_new(&m->law->arena, p->n_variables * sizeof *kept);
    for (unsigned i = 0; i < p->n_variables; i++)
        kept[i] = of[i];
    p->variables = kept;
    return true;
}

/* A polynomial in exp(e), divided by its highest power, is one in exp(-e). */
static unsigned char exponent_of(const struct balance_variable *v, ulong exponent)
{
    return (unsigned char)(v->kind == BALANCE_DECAY ? v->degree - exponent : exponent);
}

static void swap_terms(struct balance_polynomial *p, expression c[], unsigned char exponents[],
                       unsigned a, unsigned b)
{
    const expression other = c[a];
    c[a] = c[b];
    c[b] = other;
    for (unsigned i = 0; i < p->n_variables; i++) {
        unsigned char *x = exponents + (size_t)a * p->n_variables + i,
                      *y = exponents + (size_t)b * p->n_variables + i;
        const unsigned char kept = *x;
        *x = *y;
        *y = kept;
    }
}

/* Terms that are alike stand next to each other. */
static void group_terms(struct balance_polynomial *p, expression c[], unsigned char exponents[])
{
    for (unsigned t = 0, next; t < p->n_terms; t = next) {
        next = t + 1;
        for (unsigned k = next; k < p->n_terms; k++)
            if (balance_are_alike(p, t, k))
                swap_terms(p, c, exponents, next++, k);
    }
}

static bool list_terms(struct making *m, const fmpz_mpoly_t a, struct balance_polynomial *p)
{
    struct normal *n = m->normal;
    const slong length = fmpz_mpoly_length(a, n->ring);
    expression *coefficients = arena_new(&m->law->arena, (size_t)length * sizeof *coefficients);
    unsigned char *exponents = arena_new(&m->law->arena, (size_t)length * p->n_variables);
    fmpq_t c;
    fmpq_init(c);
    for (slong t = 0; t < length; t++) {
        ulong of[VARIABLES];
        fmpz_mpoly_get_term_coeff_fmpz(fmpq_numref(c), a, t, n->ring);
        fmpz_mpoly_get_term_exp_ui(of, a, t, n->ring);
        coefficients[t] = graph_number(&m->law->graph, c);
        for (unsigned i = 0; i < p->n_variables; i++)
            exponents[(size_t)t * p->n_variables + i] =
                exponent_of(&p->variables[i], of[m->variable[i]]);
    }
    fmpq_clear(c);
    p->coefficients = coefficients;
    p->exponents = exponents;
    p->n_terms = (unsigned)length;
    group_terms(p, coefficients, exponents);
    return true;
}

/* Powers of the selection are 1. */
static void select_forward(struct normal *n, fmpz_mpoly_t a)
{
    ulong exponents[VARIABLES];
    for (slong t = 0; t < fmpz_mpoly_length(a, n->ring); t++) {
        fmpz_mpoly_get_term_exp_ui(exponents, a, t, n->ring);
        exponents[SELECTION] = 0;
        fmpz_mpoly_set_term_exp_ui(a, t, exponents, n->ring);
    }
    fmpz_mpoly_sort_terms(a, n->ring);
    fmpz_mpoly_combine_like_terms(a, n->ring);
}

/* Turns powers of exp(e) into those of 1 - exp(-e), times the highest power of exp(-e). */
static bool slow_down(struct making *m, fmpz_mpoly_t a)
{
    struct normal *n = m->normal;
    fmpz_mpoly_t rest;
    bool done = true;
    fmpz_mpoly_init(rest, n->ring);
    for (size_t i = 0; i < n->n_variables && done; i++) {
        const slong degree = fmpz_mpoly_degree_si(a, (slong)i, n->ring);
        ulong exponents[VARIABLES];
        if (degree < 1 || n->variables[i].operation != GRAPH_EXP ||
            !form_never_negative(n, n->variables[i].argument[0]))
            continue;
        for (slong t = 0; t < fmpz_mpoly_length(a, n->ring); t++) {
            fmpz_mpoly_get_term_exp_ui(exponents, a, t, n->ring);
            exponents[i] = (ulong)degree - exponents[i];
            fmpz_mpoly_set_term_exp_ui(a, t, exponents, n->ring);
        }
        fmpz_mpoly_sort_terms(a, n->ring);
        fmpz_mpoly_gen(rest, (slong)i, n->ring);
        fmpz_mpoly_neg(rest, rest, n->ring);
        fmpz_mpoly_add_si(rest, rest, 1, n->ring);
        done = polynomial_put(n, a, i, rest);
    }
    fmpz_mpoly_clear(rest, n->ring);
    return done;
}

enum { FACTORS = 8 };

static const struct balance_polynomial *with(struct making *m, const struct balance_polynomial *of,
                                             unsigned n, const struct balance_polynomial *more)
{
    struct balance_polynomial *all = arena_new(&m->law->arena, FACTORS * sizeof *all);
    for (unsigned i = 0; i < n; i++)
        all[i] = of[i];
    all[n] = *more;
    return all;
}

/* Adds a factor that may have either sign. */
static bool add(struct making *m, const fmpz_mpoly_t a, struct balance_product *product)
{
    struct balance_polynomial fast, slow;
    fmpz_mpoly_t turned;
    if (product->n == FACTORS || !list_variables(m, a, false, &fast) || !list_terms(m, a, &fast))
        return false;
    fmpz_mpoly_init(turned, m->normal->ring);
    fmpz_mpoly_set(turned, a, m->normal->ring);
    const bool done = slow_down(m, turned) && list_variables(m, turned, true, &slow) &&
                      list_terms(m, turned, &slow);
    fmpz_mpoly_clear(turned, m->normal->ring);
    if (!done)
        return false;
    product->of = with(m, product->of, product->n, &fast);
    product->slow = with(m, product->slow, product->n, &slow);
    product->n++;
    return true;
}

/* Adds the factors of a polynomial whose sign is not known, each that stands an odd number of
 * times. */
static bool add_factors(struct making *m, const fmpz_mpoly_t a, struct balance_product *product)
{
    enum { TERMS = 1000, DEGREE = 60 };
    struct normal *n = m->normal;
    if (fmpz_mpoly_length(a, n->ring) > TERMS || fmpz_mpoly_total_degree_si(a, n->ring) > DEGREE)
        return false;
    fmpz_mpoly_factor_t factors;
    fmpz_mpoly_t base, opposite;
    fmpz_t constant;
    fmpz_init(constant);
    fmpz_mpoly_init(base, n->ring);
    fmpz_mpoly_init(opposite, n->ring);
    fmpz_mpoly_factor_init(factors, n->ring);
    bool done = fmpz_mpoly_factor(factors, a, n->ring);
    fmpz_mpoly_factor_get_constant_fmpz(constant, factors, n->ring);
    int sign = fmpz_sgn(constant);
    const slong count = done ? fmpz_mpoly_factor_length(factors, n->ring) : 0;
    for (slong i = 0; i < count && done; i++) {
        if (fmpz_mpoly_factor_get_exp_si(factors, i, n->ring) % 2 == 0)
            continue;
        fmpz_mpoly_factor_get_base(base, factors, i, n->ring);
        fmpz_mpoly_neg(opposite, base, n->ring);
        if (polynomial_never_negative(n, opposite))
            sign = -sign;
        else if (!polynomial_never_negative(n, base))
            done = add(m, base, product);
    }
    if (done && sign < 0) {
        fmpz_mpoly_set_si(base, -1, n->ring);
        done = add(m, base, product);
    }
    fmpz_mpoly_factor_clear(factors, n->ring);
    fmpz_mpoly_clear(opposite, n->ring);
    fmpz_mpoly_clear(base, n->ring);
    fmpz_clear(constant);
    return done;
}

bool balance_product_of(struct equations *law, struct normal *normal, expression e,
                        struct balance_product *product)
{
    struct making m = { .law = law, .normal = normal };
    fmpz_mpoly_t num, den;
    const size_t form = normal_form(normal, e);
    *product = (struct balance_product){ .n = 0 };
    if (form == NO_FORM)
        return false;
    fmpz_mpoly_init(num, normal->ring);
    fmpz_mpoly_init(den, normal->ring);
    fmpz_mpoly_set(num, normal->forms[form].num, normal->ring);
    fmpz_mpoly_set(den, normal->forms[form].den, normal->ring);
    select_forward(normal, num);
    select_forward(normal, den);
    if (!polynomial_never_negative(normal, den)) {
        fmpz_mpoly_neg(num, num, normal->ring);
        fmpz_mpoly_neg(den, den, normal->ring);
    }
    product->is_zero = fmpz_mpoly_is_zero(num, normal->ring);
    const bool done = polynomial_never_negative(normal, den) &&
                      (product->is_zero || add_factors(&m, num, product));
    fmpz_mpoly_clear(den, normal->ring);
    fmpz_mpoly_clear(num, normal->ring);
    return done;
}
