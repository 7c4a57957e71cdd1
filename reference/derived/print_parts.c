/* Prints what ball models of texts have in common, and their dissipation inequalities
 * (print_parts.h). */
#include "reference/derived/print_parts.h"

#include "models/derived/print_c.h"

void print_expression(const struct printing *p, expression e)
{
    if (e == EXPRESSION_NONE)
        fputs("EXPRESSION_NONE", p->out);
    else
        fprintf(p->out, "%u", (unsigned)p->number[e]);
}

void print_text(const struct printing *p, const char *text)
{
    if (text)
        c_string(p->out, text);
    else
        fputs("NULL", p->out);
}

static void print_variables(const struct printing *p, const struct balance_polynomial *of)
{
    fputs("        .variables = (const struct balance_variable[]){\n", p->out);
    for (unsigned i = 0; i < of->n_variables; i++) {
        const struct balance_variable *v = &of->variables[i];
        fprintf(p->out, "            { %d, %u, %u, ", (int)v->kind, v->index, v->degree);
        print_expression(p, v->e);
        fprintf(p->out, ", %d },\n", v->rises);
    }
    fprintf(p->out, "            { 0 } },\n        .n_variables = %u,\n", of->n_variables);
}

static void print_polynomial(const struct printing *p, const struct balance_polynomial *of)
{
    fputs("      {\n", p->out);
    print_variables(p, of);
    fprintf(p->out, "        .n_terms = %u,\n        .coefficients = (const expression[]){ ",
            of->n_terms);
    for (unsigned t = 0; t < of->n_terms; t++) {
        print_expression(p, of->coefficients[t]);
        fputs(", ", p->out);
    }
    fputs("},\n        .exponents = (const unsigned char[]){ ", p->out);
    for (unsigned k = 0; k < of->n_terms * of->n_variables; k++)
        fprintf(p->out, "%u, ", of->exponents[k]);
    fputs("0 },\n      },\n", p->out);
}

static void print_factors(const struct printing *p, const struct balance_polynomial of[],
                          unsigned n)
{
    if (n == 0) {
        fputs("NULL, ", p->out);
        return;
    }
    fputs("(const struct balance_polynomial[]){\n", p->out);
    for (unsigned i = 0; i < n; i++)
        print_polynomial(p, &of[i]);
    fputs("    }, ", p->out);
}

static void print_product(const struct printing *p, const char *name,
                          const struct balance_product *product)
{
    fprintf(p->out, "    .balance.%s = { ", name);
    print_factors(p, product->of, product->n);
    print_factors(p, product->slow, product->n);
    fprintf(p->out, "%u, %d },\n", product->n, product->is_zero);
}

void print_balance(const struct printing *p)
{
    const struct law_balance *balance = &p->law->balance;
    fprintf(p->out, "    .balance.n_states = %u,\n    .balance.n_storage = %u,\n",
            balance->n_states, balance->n_storage);
    fputs("    .balance.speed = ", p->out);
    print_expression(p, balance->speed);
    fputs(",\n    .balance.value = ", p->out);
    print_expression(p, balance->value);
    fprintf(p->out, ",\n    .balance.has_excess = %d,\n    .balance.has_inflow = %d,\n",
            balance->has_excess, balance->has_inflow);
    if (balance->storage) {
        fputs("    .balance.storage = ", p->out);
        c_string(p->out, balance->storage);
        fputs(",\n", p->out);
    }
    if (balance->has_excess)
        print_product(p, "excess", &balance->excess);
    for (unsigned face = 0; balance->has_inflow && face < 2 * balance->n_states; face++) {
        char name[32];
        snprintf(name, sizeof name, "inflow[%u]", face);
        print_product(p, name, &balance->inflow[face]);
    }
}
