/* What is said of random expressions is so at random places. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "models/algebra/interpret.h"
#include "properties/structure/canonical.h"
#include "properties/structure/law_test.h"
#include "properties/structure/odd.h"
#include "properties/structure/path.h"
#include "properties/structure/random_law_test.h"
#include "properties/workbench/workbench.h"
#include "reference/graph/graph_ball.h"

/* A place: symbols in quarters, which meet each other often. */
struct place {
    double p[PARAMETERS], x[STATES], v, s;
};

static struct place place_draw(unsigned long long *random)
{
    struct place at = { .v = quarter(random) };
    at.p[0] = fabs(quarter(random));
    at.p[1] = quarter(random);
    for (unsigned i = 0; i < STATES; i++)
        at.x[i] = quarter(random);
    at.s = at.v > 0 ? 1 : at.v < 0 ? -1 : ((double)pick(random, 5) - 2) / 2;
    return at;
}

static void value_at(arb_t value, const struct law_graph *law, expression e, const struct place *at)
{
    arb_struct p[PARAMETERS], x[STATES], v, s;
    const struct ball_point point = { .p = p, .x = x, .v = &v, .s = &s };
    arb_init(&v);
    arb_init(&s);
    arb_set_d(&v, at->v);
    arb_set_d(&s, at->s);
    for (unsigned i = 0; i < 2; i++) {
        arb_init(p + i);
        arb_init(x + i);
        arb_set_d(p + i, at->p[i]);
        arb_set_d(x + i, at->x[i]);
    }
    graph_ball(value, law, &e, 1, &point, PREC);
    for (unsigned i = 0; i < 2; i++) {
        arb_clear(p + i);
        arb_clear(x + i);
    }
    arb_clear(&v);
    arb_clear(&s);
}

/* Returns false when factor times the one value is certainly not the other. */
static bool may_be(const struct law_graph *a, expression e, const struct place *at_e, long factor,
                   const struct law_graph *b, expression f, const struct place *at_f)
{
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    value_at(x, a, e, at_e);
    value_at(y, b, f, at_f);
    arb_mul_si(x, x, factor, PREC);
    const bool may = !arb_is_finite(x) || !arb_is_finite(y) || arb_overlaps(x, y);
    arb_clear(y);
    arb_clear(x);
    return may;
}

Test(canonical, has_the_value_of_the_expression)
{
    unsigned long long random = test_seed();
    for (int i = 0; i < 3000; i++) {
        struct random_law of;
        random_law_draw(&of, &random);
        struct graph g = { .nodes = NULL };
        const struct canonical is = test_canonical(&g, &of.law);
        const struct law_graph form = {
            .nodes = g.nodes, .n = g.n, .numbers = g.numbers, .parameters = of.law.parameters
        };
        for (int k = 0; k < PLACES; k++) {
            const struct place at = place_draw(&random);
            cr_assert(may_be(&form, is.e, &at, is.is_negative ? -1 : 1, &of.law, of.law.force, &at),
                      "%d", i);
        }
        graph_free(&g);
        graph_free(&of.graph);
    }
}

static expression mirrored(struct graph *g, expression e, unsigned even)
{
    struct graph_swap swaps[2 + STATES] = { { SYMBOL_INPUT, 0, 0 }, { SYMBOL_SELECTION, 0, 0 } };
    size_t n = 2;
    for (unsigned i = 0; i < STATES; i++)
        if (!(even >> i & 1))
            swaps[n++] = (struct graph_swap){ SYMBOL_STATE, i, 0 };
    for (size_t i = 0; i < n; i++)
        swaps[i].by = graph_one(g, GRAPH_NEGATED, graph_symbol(g, swaps[i].symbol, swaps[i].index));
    return graph_swapped(g, e, swaps, n);
}

/* Makes the law odd, but for a hair now and then. */
static void make_odd(struct random_law *of, unsigned even, unsigned long long *random)
{
    struct graph *g = &of->graph;
    of->law.force = graph_two(g, GRAPH_DIFFERENCE, of->law.force, mirrored(g, of->law.force, even));
    for (unsigned i = 0; i < STATES; i++)
        of->rates[i] = graph_two(g, even >> i & 1 ? GRAPH_SUM : GRAPH_DIFFERENCE, of->rates[i],
                                 mirrored(g, of->rates[i], even));
    if (pick(random, 2) == 0)
        of->law.force =
            graph_two(g, GRAPH_SUM, of->law.force,
                      graph_two(g, GRAPH_PRODUCT, graph_real(g, 0x1p-40), draw(g, random, 2)));
    random_law_take(of);
}

static bool may_be_odd(const struct random_law *of, unsigned even, const struct place *at)
{
    struct place there = *at;
    there.v = -at->v;
    there.s = -at->s;
    for (unsigned i = 0; i < STATES; i++)
        there.x[i] = even >> i & 1 ? at->x[i] : -at->x[i];
    bool may = may_be(&of->law, of->law.force, at, -1, &of->law, of->law.force, &there);
    for (unsigned i = 0; i < STATES; i++)
        may = may && may_be(&of->law, of->rates[i], at, even >> i & 1 ? 1 : -1, &of->law,
                            of->rates[i], &there);
    return may;
}

Test(odd, is_so_at_all_places)
{
    unsigned long long random = test_seed();
    unsigned proved = 0;
    for (int i = 0; i < 2000; i++) {
        struct random_law of;
        random_law_draw(&of, &random);
        if (pick(&random, 4) > 0)
            make_odd(&of, pick(&random, 1 << STATES), &random);
        unsigned possible = odd_prove(&of.law) == ANSWER_YES ? (1U << (1U << STATES)) - 1 : 0;
        const bool is_odd = possible > 0;
        proved += is_odd;
        for (int k = 0; is_odd && k < PLACES; k++) {
            const struct place at = place_draw(&random);
            for (unsigned even = 0; even < 1U << STATES; even++)
                if (!may_be_odd(&of, even, &at))
                    possible &= ~(1U << even);
        }
        cr_assert(!is_odd || possible > 0, "%d", i);
        graph_free(&of.graph);
    }
    cr_expect(proved > 200, "%u", proved);
}

Test(path, is_so_at_all_places)
{
    unsigned long long random = test_seed();
    const struct fixed none = { .n = 0 };
    unsigned proved = 0;
    for (int i = 0; i < 6000; i++) {
        struct random_law of;
        random_law_draw(&of, &random);
        if (pick(&random, 2) == 0) /* rates as they often are */
            for (unsigned k = 0; k < STATES; k++) {
                const expression v = graph_symbol(&of.graph, SYMBOL_INPUT, 0);
                of.rates[k] = graph_one(&of.graph, k ? GRAPH_ABS : GRAPH_NEGATED, v);
            }
        random_law_take(&of);
        const bool is_by_path = path_prove(&of.law, &none) == ANSWER_YES;
        proved += is_by_path;
        for (int k = 0; is_by_path && k < PLACES; k++) {
            const struct place at = place_draw(&random);
            struct place fast = at;
            fast.v = 4 * at.v;
            cr_assert(may_be(&of.law, of.law.force, &at, 1, &of.law, of.law.force, &fast), "%d", i);
            for (unsigned n = 0; n < STATES; n++)
                cr_assert(may_be(&of.law, of.rates[n], &at, 4, &of.law, of.rates[n], &fast), "%d",
                          i);
        }
        graph_free(&of.graph);
    }
    cr_expect(proved > 200, "%u", proved);
}

/* A sum, square or exponential of anything, so that signs are often known. */
static expression raised(struct graph *g, expression e, unsigned long long *random)
{
    const expression p0 = graph_symbol(g, SYMBOL_PARAMETER, 0);
    switch (pick(random, 5)) {
    case 0:
        return graph_one(g, GRAPH_EXP, e);
    case 1:
        return graph_two(g, GRAPH_SUM, graph_two(g, GRAPH_POWER, e, graph_integer(g, 2)),
                         graph_real(g, pick(random, 2) ? 1 : 0));
    case 2:
        return graph_two(g, GRAPH_SUM, graph_one(g, GRAPH_ABS, e), p0);
    case 3:
        return graph_two(g, GRAPH_MAX, e, graph_real(g, pick(random, 2) ? 0.5 : 0));
    default:
        return e;
    }
}

/* Returns true when a part of the expression is so large that its exponential leaves the range of
 * balls. */
static bool is_huge(const struct law_graph *law, expression e, const struct place *at)
{
    static const double LARGE = 1e6;
    const struct graph_node *node = law->nodes + e;
    arb_t value;
    arb_init(value);
    value_at(value, law, e, at);
    bool is = arb_is_finite(value) && fabs(arf_get_d(arb_midref(value), ARF_RND_NEAR)) > LARGE;
    arb_clear(value);
    for (unsigned i = 0; i < graph_arguments(node->operation) && !is; i++)
        is = is_huge(law, node->argument[i], at);
    return is;
}

/* What is shown to be positive is so at all places, and what is shown to have a value has one. */
Test(workbench, knows_signs_and_values_at_all_places)
{
    unsigned long long random = test_seed();
    unsigned positive = 0, defined = 0;
    for (int i = 0; i < 1500; i++) {
        struct random_law of = { .law = { .force = 0 } };
        struct graph *g = &of.graph;
        static const enum graph_operation join[] = { GRAPH_SUM, GRAPH_PRODUCT, GRAPH_QUOTIENT,
                                                     GRAPH_MIN, GRAPH_POWER,   GRAPH_DIFFERENCE };
        expression a = raised(g, draw(g, &random, 2), &random);
        const expression b = raised(g, draw(g, &random, 1), &random);
        a = graph_two(g, join[pick(&random, 6)], a, b);
        of.law.force = pick(&random, 3) > 0
                           ? a
                           : graph_one(g, GRAPH_ABS + pick(&random, GRAPH_TANH - GRAPH_ABS + 1), a);
        for (unsigned k = 0; k < STATES; k++)
            of.rates[k] = of.law.force;
        random_law_take(&of);
        struct workbench w;
        workbench_open(&w, &of.law);
        const bool is_positive = workbench_is_positive(&w, w.of[of.law.force]),
                   is_defined = workbench_is_defined(&w, w.of[of.law.force]);
        for (int k = 0; k < PLACES && (is_positive || is_defined); k++) {
            const struct place at = place_draw(&random);
            arb_t value;
            arb_init(value);
            value_at(value, &of.law, of.law.force, &at);
            cr_assert(!is_positive || !arb_is_nonpositive(value), "%d: %g", i,
                      arf_get_d(arb_midref(value), ARF_RND_NEAR));
            cr_assert(!is_defined || arb_is_finite(value) || is_huge(&of.law, of.law.force, &at),
                      "%d", i);
            arb_clear(value);
        }
        positive += is_positive && is_defined;
        defined += is_defined;
        workbench_close(&w);
        graph_free(&of.graph);
    }
    cr_expect(positive > 100 && defined > 500, "%u positive, %u defined", positive, defined);
}
