/* Polynomials of a dissipation inequality over boxes hold their values at points, found in FINE
 * bits, and are narrow where the box is a point. */
#include <criterion/criterion.h>
#include <math.h>

#include "reference/arb/test_box.h"
#include "reference/derived/polynomial_test.h"

enum { FINE = 600, BOXES = 400 };

static unsigned below(unsigned long long *random, unsigned n)
{
    return (unsigned)(test_uniform(random) * n);
}

/* Draws terms of low degree, with exact numbers and a root as coefficients; some differ from the
 * one before in their powers of mu and c only. Equal powers have equal signs: no sum is 0. */
static void draw_terms(struct trial *t, unsigned long long *random)
{
    struct graph *g = &t->graph;
    const unsigned n = 1 + below(random, MOST_TERMS);
    t->P.n_terms = 0;
    while (t->P.n_terms < n) {
        unsigned char *exponents = add_term(t, EXPRESSION_NONE);
        const bool alike = t->P.n_terms > 1 && below(random, 2);
        for (unsigned i = 0; i < t->P.n_variables; i++)
            if (alike && !balance_is_outer(&t->variables[i]))
                exponents[i] = (exponents - t->P.n_variables)[i];
            else if (below(random, 3) == 0)
                exponents[i] = (unsigned char)below(random, 3);
        const double size = (1 + below(random, 32)) / 8.0;
        t->coefficients[t->P.n_terms - 1] =
            below(random, 4) == 0
                ? graph_one(g, GRAPH_SQRT, graph_integer(g, 2))
                : graph_real(g, (exponents[P1] + exponents[MU]) % 2 ? -size : size);
    }
    t->law.nodes = g->nodes;
    t->law.n = g->n;
    t->law.numbers = g->numbers;
}

/* u = theta/(1 - theta) */
static void speed_at(arb_t u, arb_srcptr point)
{
    arb_sub_ui(u, point + AT_THETA, 1, FINE);
    arb_div(u, point + AT_THETA, u, FINE);
    arb_neg(u, u);
}

/* A variable at a point, by its definition. */
static void variable_at(arb_t y, unsigned i, arb_srcptr point)
{
    arb_t u, t;
    arb_init(u);
    arb_init(t);
    speed_at(u, point);
    arb_sqr(t, u, FINE);
    switch (i) {
    case P0:
    case P1:
        arb_set(y, point + AT_P + (i - P0));
        break;
    case U:
        arb_set(y, u);
        break;
    case W0:
    case W1:
        arb_set(y, point + AT_W + (i - W0));
        break;
    case MU:
        arb_set(y, point + AT_MU);
        break;
    case C0:
    case C1:
        arb_set(y, point + AT_C + (i - C0));
        break;
    case DECAY:
        arb_mul(y, point + AT_P, u, FINE);
        arb_neg(y, y);
        arb_exp(y, y, FINE);
        break;
    case RISE:
        arb_neg(t, t);
        arb_exp(y, t, FINE);
        arb_sub_ui(y, y, 1, FINE);
        arb_neg(y, y);
        break;
    case BUMP:
        arb_add_ui(t, t, 1, FINE);
        arb_div(y, u, t, FINE);
        arb_neg(y, y);
        arb_exp(y, y, FINE);
        break;
    default:
        arb_add_ui(t, u, 1, FINE);
        arb_inv(t, t, FINE);
        arb_add(y, point + AT_W, t, FINE);
    }
    arb_clear(t);
    arb_clear(u);
}

/* The polynomial at a point, times (1 - theta) to the highest power of u; scale: the sum of its
 * terms' magnitudes. */
static void value_at(arb_t value, arb_t scale, const struct trial *t, arb_srcptr point)
{
    unsigned degree = 0;
    arb_t term, y;
    arb_init(term);
    arb_init(y);
    arb_zero(value);
    arb_zero(scale);
    for (unsigned k = 0; k < t->P.n_terms; k++) {
        const struct graph_node *node = t->graph.nodes + t->coefficients[k];
        const unsigned char *exponents = t->exponents + (size_t)k * t->P.n_variables;
        if (node->operation == GRAPH_NUMBER)
            arb_set_fmpq(term, t->graph.numbers + node->index, FINE);
        else
            arb_sqrt_ui(term, 2, FINE);
        for (unsigned i = 0; i < t->P.n_variables; i++) {
            variable_at(y, i, point);
            arb_pow_ui(y, y, exponents[i], FINE);
            arb_mul(term, term, y, FINE);
        }
        degree = exponents[U] > degree ? exponents[U] : degree;
        arb_add(value, value, term, FINE);
        arb_abs(term, term);
        arb_add(scale, scale, term, FINE);
    }
    arb_sub_ui(y, point + AT_THETA, 1, FINE);
    arb_neg(y, y);
    arb_pow_ui(y, y, degree, FINE);
    arb_mul(value, value, y, FINE);
    arb_mul(scale, scale, y, FINE);
    arb_clear(y);
    arb_clear(term);
}

/* Draws a box, and a point in it: with one coordinate wide, some, or none. */
static void draw_box(arb_ptr box, arb_ptr point, unsigned long long *random, unsigned i)
{
    const unsigned wide = below(random, COORDINATES);
    for (unsigned k = 0; k < COORDINATES; k++) {
        const bool is_share = k == AT_THETA || k == AT_MU, is_positive = is_share || k < AT_THETA;
        const double m =
            is_positive ? 0.1 + 0.8 * test_uniform(random) : 2 * test_uniform(random) - 1;
        const double radius = i % 3 == 0   ? 0
                              : i % 3 == 1 ? (k == wide) * 0.1
                                           : test_box_radius(random) * 3;
        test_box_coordinate(random, box + k, point + k, m, radius);
    }
}

Test(balance_ball, boxes_hold_points_of_any_polynomial)
{
    static const slong precisions[] = { 24, 53, 96 };
    struct trial t;
    unsigned long long random = test_seed();
    arb_ptr box = _arb_vec_init(COORDINATES), point = _arb_vec_init(COORDINATES);
    arb_t over, is, scale;
    unsigned finite = 0;
    arb_init(over);
    arb_init(is);
    arb_init(scale);
    open_trial(&t, VARIABLES);
    for (unsigned i = 0; i < BOXES; i++) {
        const slong prec = precisions[i / 3 % 3];
        draw_terms(&t, &random);
        draw_box(box, point, &random, i);
        const struct balance_box b = box_at(box);
        balance_ball(over, &t.law, &t.product, &b, prec);
        value_at(is, scale, &t, point);
        finite += arb_is_finite(over) != 0;
        cr_expect(test_box_holds(over, is), "box %u: %.17g +- %g, at a point %.17g", i,
                  arf_get_d(arb_midref(over), ARF_RND_NEAR), mag_get_d(arb_radref(over)),
                  arf_get_d(arb_midref(is), ARF_RND_NEAR));
        /* Each term takes some ten roundings, and cancellation in u = theta/(1 - theta), in powers,
         * and in 1 - exp(-u^2) four bits each, at most. */
        if (i % 3 == 0)
            cr_expect_leq(mag_get_d(arb_radref(over)),
                          ldexp(arf_get_d(arb_midref(scale), ARF_RND_NEAR), 16 - (int)prec),
                          "box %u", i);
    }
    cr_expect_eq(finite, BOXES);
    close_trial(&t);
    arb_clear(scale);
    arb_clear(is);
    arb_clear(over);
    _arb_vec_clear(point, COORDINATES);
    _arb_vec_clear(box, COORDINATES);
}
