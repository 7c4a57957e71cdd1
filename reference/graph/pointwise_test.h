/* Expressions at random, and their values at points by MPFR, for tests of what evaluates them. */
#ifndef BRISTLE_REFERENCE_GRAPH_POINTWISE_TEST_H
#define BRISTLE_REFERENCE_GRAPH_POINTWISE_TEST_H

#include <criterion/criterion.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>

#include "models/algebra/graph.h"
#include "reference/arb/test_box.h"

enum { SYMBOLS = 2, LOW_BITS = 700, HIGH_BITS = 1400 };

static inline void of_one(mpfr_t y, enum graph_operation operation, const mpfr_t x)
{
    switch (operation) {
    case GRAPH_NEGATED:
        mpfr_neg(y, x, MPFR_RNDN);
        return;
    case GRAPH_ABS:
        mpfr_abs(y, x, MPFR_RNDN);
        return;
    case GRAPH_SIGN:
        mpfr_set_si(y, mpfr_nan_p(x) ? 0 : mpfr_sgn(x), MPFR_RNDN);
        return;
    case GRAPH_SQRT:
        mpfr_sqrt(y, x, MPFR_RNDN);
        return;
    case GRAPH_EXP:
        mpfr_exp(y, x, MPFR_RNDN);
        return;
    case GRAPH_LOG:
        mpfr_log(y, x, MPFR_RNDN);
        return;
    case GRAPH_SIN:
        mpfr_sin(y, x, MPFR_RNDN);
        return;
    case GRAPH_COS:
        mpfr_cos(y, x, MPFR_RNDN);
        return;
    case GRAPH_TAN:
        mpfr_tan(y, x, MPFR_RNDN);
        return;
    case GRAPH_ASIN:
        mpfr_asin(y, x, MPFR_RNDN);
        return;
    case GRAPH_ACOS:
        mpfr_acos(y, x, MPFR_RNDN);
        return;
    case GRAPH_ATAN:
        mpfr_atan(y, x, MPFR_RNDN);
        return;
    case GRAPH_SINH:
        mpfr_sinh(y, x, MPFR_RNDN);
        return;
    case GRAPH_COSH:
        mpfr_cosh(y, x, MPFR_RNDN);
        return;
    case GRAPH_TANH:
        mpfr_tanh(y, x, MPFR_RNDN);
        return;
    default: /* GRAPH_NOT */
        mpfr_set_ui(y, mpfr_zero_p(x) != 0, MPFR_RNDN);
    }
}

static inline void of_two(mpfr_t z, enum graph_operation operation, const mpfr_t x, const mpfr_t y)
{
    switch (operation) {
    case GRAPH_SUM:
        mpfr_add(z, x, y, MPFR_RNDN);
        return;
    case GRAPH_DIFFERENCE:
        mpfr_sub(z, x, y, MPFR_RNDN);
        return;
    case GRAPH_PRODUCT:
        mpfr_mul(z, x, y, MPFR_RNDN);
        return;
    case GRAPH_QUOTIENT:
        mpfr_div(z, x, y, MPFR_RNDN);
        return;
    case GRAPH_POWER:
        mpfr_pow(z, x, y, MPFR_RNDN);
        return;
    case GRAPH_MIN:
        mpfr_min(z, x, y, MPFR_RNDN);
        return;
    case GRAPH_MAX:
        mpfr_max(z, x, y, MPFR_RNDN);
        return;
    case GRAPH_LESS:
        mpfr_set_ui(z, mpfr_less_p(x, y) != 0, MPFR_RNDN);
        return;
    case GRAPH_AT_MOST:
        mpfr_set_ui(z, mpfr_lessequal_p(x, y) != 0, MPFR_RNDN);
        return;
    case GRAPH_EQUAL:
        mpfr_set_ui(z, mpfr_equal_p(x, y) != 0, MPFR_RNDN);
        return;
    case GRAPH_AND:
        mpfr_set_ui(z, !mpfr_zero_p(x) && !mpfr_zero_p(y), MPFR_RNDN);
        return;
    default: /* GRAPH_OR */
        mpfr_set_ui(z, !mpfr_zero_p(x) || !mpfr_zero_p(y), MPFR_RNDN);
    }
}

/* Returns true where an operation that has a value is infinite, because the value is beyond all
 * exponents. */
static inline bool overflows(enum graph_operation operation, const mpfr_t x, const mpfr_t y)
{
    const bool is_steep = operation == GRAPH_EXP || operation == GRAPH_SINH ||
                          operation == GRAPH_COSH || (operation == GRAPH_POWER && !mpfr_zero_p(x));
    return mpfr_inf_p(y) && is_steep;
}

enum pointwise { HAS_VALUE, HAS_NONE, IS_HUGE };

/* Computes the expression at a point. What has no value anywhere in it has none, but for the side
 * of a choice that is not taken. Where something in it is beyond 2^24 it is called huge: digits and
 * powers of t are counted for smaller numbers. */
static inline enum pointwise compute(mpfr_t y, const struct graph *g, expression e, arb_srcptr at)
{
    const struct graph_node *node = &g->nodes[e];
    enum pointwise is = HAS_VALUE;
    if (node->operation == GRAPH_NUMBER) {
        mpq_t number;
        mpq_init(number);
        fmpq_get_mpq(number, g->numbers + node->index);
        mpfr_set_q(y, number, MPFR_RNDN);
        mpq_clear(number);
    } else if (node->operation == GRAPH_SYMBOL)
        arf_get_mpfr(y, arb_midref(at + node->index), MPFR_RNDN);
    else if (node->operation == GRAPH_SELECT) {
        is = compute(y, g, node->argument[0], at);
        if (is == HAS_VALUE)
            is = compute(y, g, node->argument[mpfr_zero_p(y) ? 2 : 1], at);
    } else {
        mpfr_t a, b;
        mpfr_inits2(mpfr_get_prec(y), a, b, (mpfr_ptr)0);
        is = compute(a, g, node->argument[0], at);
        if (is != IS_HUGE && graph_arguments(node->operation) == 2) {
            const enum pointwise other = compute(b, g, node->argument[1], at);
            is = is == HAS_VALUE ? other : other == IS_HUGE ? IS_HUGE : HAS_NONE;
        }
        if (is == HAS_VALUE && graph_arguments(node->operation) == 2)
            of_two(y, node->operation, a, b);
        else if (is == HAS_VALUE)
            of_one(y, node->operation, a);
        if (is == HAS_VALUE && overflows(node->operation, a, y))
            is = IS_HUGE;
        mpfr_clears(a, b, (mpfr_ptr)0);
    }
    if (is != HAS_VALUE)
        return is;
    if (!mpfr_number_p(y))
        return HAS_NONE;
    return mpfr_zero_p(y) || mpfr_get_exp(y) <= 24 ? HAS_VALUE : IS_HUGE;
}

/* The value at a point. Its error is far below the difference of two precisions, by as many bits as
 * one has more; the radius is 2^-500 of that difference. */
static inline enum pointwise value_at(arb_t value, const struct graph *g, expression e,
                                      arb_srcptr at)
{
    mpfr_t low, high;
    mpfr_init2(low, LOW_BITS);
    mpfr_init2(high, HIGH_BITS);
    enum pointwise is = compute(low, g, e, at);
    if (is == HAS_VALUE)
        is = compute(high, g, e, at);
    if (is == HAS_VALUE) {
        arf_t off;
        arf_init(off);
        arf_set_mpfr(arb_midref(value), high);
        mpfr_sub(low, low, high, MPFR_RNDN);
        arf_set_mpfr(off, low);
        arf_get_mag(arb_radref(value), off);
        mag_mul_2exp_si(arb_radref(value), arb_radref(value), -500);
        arf_clear(off);
    }
    mpfr_clear(high);
    mpfr_clear(low);
    return is;
}

static inline expression symbol(struct graph *g, unsigned i)
{
    return graph_symbol(g, SYMBOL_PARAMETER, i);
}

/* Returns a random expression of at most that depth: a number, or, if is_condition, a condition. */
static inline expression draw(struct graph *g, unsigned long long *random, int depth,
                              bool is_condition)
{
    const unsigned r = (unsigned)(test_uniform(random) * 1000);
    if (depth == 0 && !is_condition) {
        static const double numbers[] = { 2, -1, 0.5, 3, -0.25, 0 };
        return r % 3 < 2 ? symbol(g, r % 3) : graph_real(g, numbers[r / 3 % 6]);
    }
    if (is_condition) {
        static const enum graph_operation compare[] = { GRAPH_LESS, GRAPH_AT_MOST, GRAPH_EQUAL },
                                          join[] = { GRAPH_AND, GRAPH_OR };
        if (depth <= 1 || r < 500) {
            const expression a = draw(g, random, depth > 0 ? depth - 1 : 0, false);
            return graph_two(g, compare[r % 3], a, draw(g, random, 0, false));
        }
        const expression a = draw(g, random, depth - 1, true);
        if (r < 600)
            return graph_one(g, GRAPH_NOT, a);
        return graph_two(g, join[r % 2], a, draw(g, random, depth - 1, true));
    }
    if (r < 100) {
        const expression c = draw(g, random, depth - 1, true),
                         a = draw(g, random, depth - 1, false);
        return graph_select(g, c, a, draw(g, random, depth - 1, false));
    }
    const expression a = draw(g, random, depth - 1, false);
    if (r < 550)
        return graph_one(g, GRAPH_ABS + r % (GRAPH_TANH - GRAPH_ABS + 1), a);
    static const enum graph_operation two[] = { GRAPH_SUM,      GRAPH_DIFFERENCE, GRAPH_PRODUCT,
                                                GRAPH_QUOTIENT, GRAPH_POWER,      GRAPH_MIN,
                                                GRAPH_MAX };
    return graph_two(g, two[r % 7], a, draw(g, random, depth - 1, false));
}

/* Writes an expression as calls. */
static inline void show(FILE *out, const struct graph *g, expression e)
{
    static const char *const names[] = {
#define X(name, word, arguments) #name,
        GRAPH_OPERATIONS(X)
#undef X
    };
    const struct graph_node *node = &g->nodes[e];
    if (node->operation == GRAPH_NUMBER)
        fprintf(out, "%g", graph_double(g->numbers + node->index));
    else if (node->operation == GRAPH_SYMBOL)
        fprintf(out, "x%u", node->index);
    else {
        fprintf(out, "%s(", names[node->operation]);
        for (unsigned i = 0; i < graph_arguments(node->operation); i++) {
            fputs(i > 0 ? ", " : "", out);
            show(out, g, node->argument[i]);
        }
        fputs(")", out);
    }
}

static inline char *text_of(const struct graph *g, expression e)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    cr_assert(out);
    show(out, g, e);
    fclose(out);
    return text;
}

#endif
