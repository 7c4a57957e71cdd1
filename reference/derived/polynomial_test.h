/* Polynomials of a dissipation inequality made by hand, and boxes, for tests of what bounds them.
 */
#ifndef BRISTLE_REFERENCE_DERIVED_POLYNOMIAL_TEST_H
#define BRISTLE_REFERENCE_DERIVED_POLYNOMIAL_TEST_H

#include <string.h>

#include "models/algebra/graph.h"
#include "reference/derived/balance_ball.h"

enum { MOST_TERMS = 12, N_P = 2 };

/* One variable of each kind, and of those that follow the speed some that are not monotonic. */
enum { P0, P1, U, W0, W1, MU, C0, C1, DECAY, RISE, BUMP, VALUE, VARIABLES };

/* A polynomial of a law that has such variables. */
struct trial {
    struct graph graph;
    struct law_graph law;
    struct balance_variable variables[VARIABLES];
    expression coefficients[MOST_TERMS];
    unsigned char exponents[MOST_TERMS * VARIABLES];
    struct balance_polynomial P;
    struct balance_product product;
};

/* n: VARIABLES, or VALUE for those before it, which are finite up to theta = 1. DECAY is exp(-p0
 * u), RISE 1 - exp(-u^2), BUMP exp(-u/(1 + u^2)), and VALUE w0 + 1/(1 + u). */
static inline void open_trial(struct trial *t, unsigned n)
{
    *t = (struct trial){ .law = { .name = "test" } };
    struct graph *g = &t->graph;
    const expression u = graph_symbol(g, SYMBOL_INPUT, 0), p = graph_symbol(g, SYMBOL_PARAMETER, 0),
                     w = graph_symbol(g, SYMBOL_STATE, 0), one = graph_integer(g, 1),
                     square = graph_two(g, GRAPH_PRODUCT, u, u),
                     bump = graph_two(g, GRAPH_QUOTIENT, u, graph_two(g, GRAPH_SUM, one, square)),
                     fall = graph_two(g, GRAPH_QUOTIENT, one, graph_two(g, GRAPH_SUM, one, u));
    const struct balance_variable variables[VARIABLES] = {
        [P0] = { .kind = BALANCE_PARAMETER },
        [P1] = { .kind = BALANCE_PARAMETER, .index = 1 },
        [U] = { .kind = BALANCE_SPEED },
        [W0] = { .kind = BALANCE_STATE },
        [W1] = { .kind = BALANCE_STATE, .index = 1 },
        [MU] = { .kind = BALANCE_MU },
        [C0] = { .kind = BALANCE_STORED },
        [C1] = { .kind = BALANCE_STORED, .index = 1 },
        [DECAY] = { .kind = BALANCE_DECAY, .e = graph_two(g, GRAPH_PRODUCT, p, u), .rises = true },
        [RISE] = { .kind = BALANCE_RISE, .e = square, .rises = true },
        [BUMP] = { .kind = BALANCE_DECAY, .e = bump },
        [VALUE] = { .kind = BALANCE_VALUE, .e = graph_two(g, GRAPH_SUM, w, fall) },
    };
    memcpy(t->variables, variables, sizeof variables);
    t->P = (struct balance_polynomial){ .variables = t->variables,
                                        .n_variables = n,
                                        .coefficients = t->coefficients,
                                        .exponents = t->exponents };
    t->product = (struct balance_product){ .of = &t->P, .slow = &t->P, .n = 1 };
    t->law.balance.n_states = 2;
}

static inline void close_trial(struct trial *t) { graph_free(&t->graph); }

/* Adds a term with that coefficient; its exponents are all 0. Returns them. */
static inline unsigned char *add_term(struct trial *t, expression coefficient)
{
    unsigned char *exponents = t->exponents + (size_t)t->P.n_terms * t->P.n_variables;
    memset(exponents, 0, t->P.n_variables);
    t->coefficients[t->P.n_terms++] = coefficient;
    return exponents;
}

/* A box and a point of it: the parameters, theta, the states, c and mu, one after the other. */
enum {
    AT_P,
    AT_THETA = AT_P + N_P,
    AT_W = AT_THETA + 1,
    AT_C = AT_W + BALANCE_STATES,
    AT_MU = AT_C + BALANCE_STORAGE,
    COORDINATES
};

static inline struct balance_box box_at(arb_srcptr at)
{
    return (struct balance_box){ at + AT_P, at + AT_W, at + AT_C, at + AT_THETA, at + AT_MU };
}

#endif
