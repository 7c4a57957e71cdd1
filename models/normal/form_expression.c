/* Forms as expressions again (forms.h). */
#include "models/normal/forms.h"

static expression of_variable(struct normal *n, struct graph *g, size_t i)
{
    const struct variable v = n->variables[i];
    expression argument[GRAPH_MOST_ARGUMENTS] = { 0 };
    if (v.operation == GRAPH_SYMBOL)
        return graph_symbol(g, v.symbol, v.index);
    for (unsigned k = 0; k < graph_arguments(v.operation); k++)
        argument[k] = form_expression(n, g, v.argument[k]);
    return graph_node(g, v.operation, argument);
}

static expression of_term(struct normal *n, struct graph *g, const fmpz_mpoly_t a, slong term)
{
    ulong exponents[VARIABLES];
    fmpq_t c;
    fmpq_init(c);
    fmpz_mpoly_get_term_coeff_fmpz(fmpq_numref(c), a, term, n->ring);
    fmpz_mpoly_get_term_exp_ui(exponents, a, term, n->ring);
    expression product = graph_number(g, c);
    fmpq_clear(c);
    for (size_t i = 0; i < n->n_variables; i++) {
        if (exponents[i] == 0)
            continue;
        const expression x = of_variable(n, g, i),
                         power = exponents[i] == 1
                                     ? x
                                     : graph_two(g, GRAPH_POWER, x,
                                                 graph_integer(g, (long)exponents[i]));
        product = graph_two(g, GRAPH_PRODUCT, product, power);
    }
    return product;
}

static expression of_polynomial(struct normal *n, struct graph *g, const fmpz_mpoly_t a)
{
    expression sum = graph_integer(g, 0);
    for (slong i = 0; i < fmpz_mpoly_length(a, n->ring); i++)
        sum = graph_two(g, GRAPH_SUM, sum, of_term(n, g, a, i));
    return sum;
}

expression form_expression(struct normal *n, struct graph *g, size_t form)
{
    const struct form *f = &n->forms[form];
    const expression num = of_polynomial(n, g, f->num), den = of_polynomial(n, g, f->den);
    return graph_two(g, GRAPH_QUOTIENT, num, den);
}
