/* The dissipation inequality of a law, by algebra.
 *
 * A law stores S(x) >= 0, S(0) = 0, and is dissipative if D = F - (dS/dt)/|v| >= 0 at every v > 0
 * and every state: laws are odd. With v = V u, V a speed of the law, and x_i = bound_i w_i, D is a
 * quotient of polynomials in u, w, parameters and functions of these (normal.h). Its denominator is
 * positive, and of its numerator the factors that are never negative are left out. What is left is
 * to be shown over boxes (reference/derived/balance_ball.h):
 *
 *     S = (sum over k of c_k w_0^(2k)/(k + 1)) S_1,   0 <= u, -1 <= w_i <= 1
 *     D - mu (u/(1 + u)) E w_0^2 >= 0,   E = 2 S_1(w_0 = 1, others 0)/bound_0
 *
 * S_1 is the storage that the law states, or else c x_0^2/(2 r) where F = c x_0 + ... and dx_0/dt =
 * r v at the origin. Of a law without states S = 0, and E w_0^2 is its force at V, or 1 N.
 *
 * D >= 0 at v != 0 says something of all motions only where nothing jumps (normal/regular.h): S has
 * bounded slopes over x; rates have them at the bounds, or a state could leave there; as v comes to
 * 0 the force and the rates are continuous, and rates are affine in the selection, so that those at
 * rest lie between those of creeping either way. Of a law that is not seen to be so there is no
 * inequality. */
#ifndef BRISTLE_MODELS_DERIVED_BALANCE_H
#define BRISTLE_MODELS_DERIVED_BALANCE_H

#include "models/derived/structure.h"
#include "models/language/statements.h"

enum { BALANCE_STATES = 2, BALANCE_STORAGE = 4 };

/* What a variable of a polynomial stands for. */
enum balance_variable_kind {
    BALANCE_PARAMETER, /* index: which */
    BALANCE_SPEED,     /* u */
    BALANCE_STATE,     /* w; index: which */
    BALANCE_MU,        /* mu */
    BALANCE_STORED,    /* c; index: which */
    BALANCE_DECAY,     /* exp(-e), e >= 0 an expression */
    BALANCE_RISE,      /* 1 - exp(-e), likewise */
    BALANCE_VALUE      /* e, an expression */
};

/* In an expression e the velocity stands for u, a state for w, and the selection for 1. */
struct balance_variable {
    enum balance_variable_kind kind;
    unsigned index, degree;
    expression e;
    bool rises; /* e is never less at a larger u */
};

/* A sum of terms: each an exact number, an expression, times powers of the variables. Terms that
 * differ in powers of mu and c only stand next to each other. */
struct balance_polynomial {
    const struct balance_variable *variables;
    unsigned n_variables, n_terms;
    const expression *coefficients;
    const unsigned char *exponents; /* of term t and variable i: t n_variables + i */
};

/* The storage's coefficients and mu stand for themselves in all places of a box. */
static inline bool balance_is_outer(const struct balance_variable *v)
{
    return v->kind == BALANCE_STORED || v->kind == BALANCE_MU;
}

/* Returns true when terms a and b differ in outer variables only. */
static inline bool balance_are_alike(const struct balance_polynomial *p, unsigned a, unsigned b)
{
    const unsigned char *x = p->exponents + (size_t)a * p->n_variables,
                        *y = p->exponents + (size_t)b * p->n_variables;
    for (unsigned i = 0; i < p->n_variables; i++)
        if (x[i] != y[i] && !balance_is_outer(&p->variables[i]))
            return false;
    return true;
}

/* A product of polynomials; n is 0: it is 1, or with is_zero 0. `slow` has the same ones with rises
 * in the place of decays: at low speeds, where these are near 1, terms cancel exactly there. */
struct balance_product {
    const struct balance_polynomial *of, *slow;
    unsigned n;
    bool is_zero;
};

/* Indices of SYMBOL_VARIABLE. */
enum balance_variables {
    BALANCE_OF_MU,
    BALANCE_OF_STORED,
    BALANCE_VARIABLES = 1 + BALANCE_STORAGE
};

struct law_balance {
    unsigned n_states, n_storage;                      /* of w; coefficients c */
    expression speed;                                  /* V, m/s */
    bool has_excess, has_inflow;                       /* what has been found */
    expression value;                                  /* D - mu (u/(1 + u)) E w_0^2, N, at u > 0 */
    struct balance_product excess;                     /* has the sign of that */
    struct balance_product inflow[2 * BALANCE_STATES]; /* of face w_i = -1, 1: of -+dw_i/dt */
    const char *storage;                               /* S as a text; NULL: 0 */
};

/* Finds what there is; what is not found is left out. Lives as long as the law; its graph grows. */
struct law_balance law_balance_of(struct equations *law, const struct statements *statements,
                                  const struct structure *structure);

#endif
