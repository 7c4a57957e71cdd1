/* Each operation of expressions as a power series along a velocity, against MPFR at times close by:
 * what a series leaves is of its length's order. */
#include "reference/graph/graph_series.h"
#include "reference/graph/pointwise_test.h"

enum { LENGTH = 4, BITS = 1500, EARLY = 250 /* times are 2^-EARLY */ };

/* Symbol 0 is the velocity v0 + v1 t + v2 t^2, symbol 1 a parameter. */
struct motion {
    double v[3], p;
};

static expression place_symbols(void *context, struct graph *g, expression e)
{
    (void)context;
    return graph_is_symbol(g, e, SYMBOL_PARAMETER, 0) ? graph_symbol(g, SYMBOL_INPUT, 0) : e;
}

static void series_of(acb_poly_t y, const struct graph *g, expression e, const struct motion *m)
{
    const struct law_graph law = { .nodes = g->nodes, .n = g->n, .numbers = g->numbers };
    arb_ptr p = _arb_vec_init(SYMBOLS);
    arb_t s;
    acb_t c;
    acb_poly_t v;
    acb_poly_init(v);
    acb_init(c);
    arb_init(s);
    arb_set_d(p + 1, m->p);
    for (int k = 0; k < 3; k++) {
        acb_set_d(c, m->v[k]);
        acb_poly_set_coeff_acb(v, k, c);
    }
    arb_set_si(s, m->v[0] < 0 ? -1 : 1);
    graph_series(y, &law, &e, 1, p, v, s, LENGTH, BITS);
    arb_clear(s);
    acb_clear(c);
    acb_poly_clear(v);
    _arb_vec_clear(p, SYMBOLS);
}

/* The time, 2^-EARLY times a whole number, and v and the parameter then. */
static void go(const struct motion *m, int times, arb_t t, arb_ptr at)
{
    arb_set_si(t, times);
    arb_mul_2exp_si(t, t, -EARLY);
    arb_set_d(at, m->v[2]);
    for (int k = 1; k >= 0; k--) {
        arb_t c;
        arb_init(c);
        arb_set_d(c, m->v[k]);
        arb_mul(at, at, t, ARF_PREC_EXACT);
        arb_add(at, at, c, ARF_PREC_EXACT);
        arb_clear(c);
    }
    arb_set_d(at + 1, m->p);
}

/* Returns true when the series says what the expression is at three times, up to terms of t^LENGTH
 * whose coefficients are below 2^(EARLY/2) times the value, or 1. */
static bool is_series(const acb_poly_t y, const struct graph *g, expression e,
                      const struct motion *m)
{
    bool is = true;
    arb_ptr at = _arb_vec_init(SYMBOLS);
    arb_t t, value, off;
    acb_t sum;
    arb_init(t);
    arb_init(value);
    arb_init(off);
    acb_init(sum);
    for (int times = 0; times <= 2; times++) {
        go(m, times, t, at);
        acb_set_arb(sum, t);
        acb_poly_evaluate(sum, y, sum, BITS);
        const enum pointwise has = value_at(value, g, e, at);
        if (has == IS_HUGE)
            break;
        arb_sub(off, acb_realref(sum), value, BITS);
        arb_abs(value, value);
        arb_add_ui(value, value, 1, BITS);
        arb_div(off, off, value, BITS);
        is = is && has == HAS_VALUE &&
             arf_cmpabs_2exp_si(arb_midref(off), -EARLY * LENGTH + EARLY / 2) <= 0 &&
             arb_is_zero(acb_imagref(sum));
    }
    acb_clear(sum);
    arb_clear(off);
    arb_clear(value);
    arb_clear(t);
    _arb_vec_clear(at, SYMBOLS);
    return is;
}

/* A finite series is that of the expression. */
static bool holds(struct graph *g, expression e, const struct motion *m, unsigned *finite)
{
    bool is_finite = true;
    acb_poly_t y;
    acb_poly_init(y);
    series_of(y, g, graph_replaced(g, e, place_symbols, NULL), m);
    for (slong k = 0; k < acb_poly_length(y); k++)
        is_finite = is_finite && acb_is_finite(acb_poly_get_coeff_ptr(y, k));
    *finite += is_finite;
    const bool is = !is_finite || is_series(y, g, e, m);
    acb_poly_clear(y);
    return is;
}

static struct motion draw_motion(unsigned long long *random)
{
    struct motion m = { .p = 4 * test_uniform(random) - 2 };
    for (int k = 0; k < 3; k++)
        m.v[k] = 3 * test_uniform(random) - 1.5;
    return m;
}

Test(series, are_those_of_random_expressions)
{
    enum { EXPRESSIONS = 2000, DEPTH = 4 };
    unsigned long long random = test_seed();
    unsigned finite = 0;
    for (int n = 0; n < EXPRESSIONS; n++) {
        struct graph g = { 0 };
        const expression e = draw(&g, &random, 1 + n % DEPTH, false);
        const struct motion m = draw_motion(&random);
        const bool is = holds(&g, e, &m, &finite);
        char *text = is ? NULL : text_of(&g, e);
        cr_expect(is, "%s at %g, %g", text, m.v[0], m.p);
        free(text);
        graph_free(&g);
    }
    cr_expect_gt(finite, (unsigned)EXPRESSIONS / 3, "%u are finite", finite);
}

/* What has a series has one: each operation at places where it is smooth. */
Test(series, are_there_where_expressions_are_smooth)
{
    static const struct motion motions[] = { { { 0.25, 1, -2 }, 0.625 },
                                             { { 0.75, -0.5, 1 }, 1.5 } };
    for (enum graph_operation operation = GRAPH_NEGATED; operation <= GRAPH_AT_MOST; operation++)
        for (size_t k = 0; k < sizeof motions / sizeof *motions; k++) {
            struct graph g = { 0 };
            unsigned finite = 0;
            const expression x = symbol(&g, 0), y = symbol(&g, 1);
            const expression e = graph_arguments(operation) == 1 ? graph_one(&g, operation, x)
                                 : operation == GRAPH_SELECT
                                     ? graph_select(&g, graph_two(&g, GRAPH_LESS, x, y), x, y)
                                     : graph_two(&g, operation, x, y);
            const bool is = holds(&g, e, &motions[k], &finite);
            char *text = text_of(&g, e);
            cr_expect(is && finite == 1, "%s", text);
            free(text);
            graph_free(&g);
        }
}
