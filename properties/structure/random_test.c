/* What is said of random expressions is so at random places: in balls, and in floating point. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "models/algebra/interpret.h"
#include "properties/structure/canonical.h"
#include "properties/structure/finite.h"
#include "properties/structure/law_test.h"
#include "properties/structure/odd.h"
#include "properties/structure/path.h"
#include "reference/derived/graph_ball.h"
#include "tools/testing/test_random.h"

enum { PARAMETERS = 2, STATES = 2, PLACES = 12, PREC = 128 };

static unsigned pick(unsigned long long *random, unsigned n)
{
    return (unsigned)(test_uniform(random) * n) % n;
}

static expression draw(struct graph *g, unsigned long long *random, int depth);

static expression draw_symbol(struct graph *g, unsigned long long *random)
{
    static const double numbers[] = { 0, 1, -1, 2, 0.5, -3 };
    switch (pick(random, 8)) {
    case 0:
    case 1:
        return graph_symbol(g, SYMBOL_INPUT, 0);
    case 2:
        return graph_symbol(g, SYMBOL_SELECTION, 0);
    case 3:
    case 4:
        return graph_symbol(g, SYMBOL_STATE, pick(random, STATES));
    case 5:
    case 6:
        return graph_symbol(g, SYMBOL_PARAMETER, pick(random, PARAMETERS));
    default:
        return graph_real(g, numbers[pick(random, 6)]);
    }
}

static expression draw_condition(struct graph *g, unsigned long long *random, int depth)
{
    static const enum graph_operation compare[] = { GRAPH_LESS, GRAPH_AT_MOST, GRAPH_EQUAL },
                                      join[] = { GRAPH_AND, GRAPH_OR };
    const unsigned kind = depth > 0 ? pick(random, 8) : 0;
    if (kind == 7)
        return graph_one(g, GRAPH_NOT, draw_condition(g, random, depth - 1));
    if (kind == 6) {
        const expression a = draw_condition(g, random, depth - 1);
        return graph_two(g, join[pick(random, 2)], a, draw_condition(g, random, depth - 1));
    }
    const expression a = draw(g, random, depth - 1);
    return graph_two(g, compare[pick(random, 3)], a, draw(g, random, depth - 1));
}

/* Sums, products, limits and choices are likelier than other functions. */
static expression draw(struct graph *g, unsigned long long *random, int depth)
{
    static const enum graph_operation two[] = { GRAPH_SUM, GRAPH_DIFFERENCE, GRAPH_PRODUCT,
                                                GRAPH_SUM, GRAPH_DIFFERENCE, GRAPH_PRODUCT,
                                                GRAPH_MIN, GRAPH_MAX,        GRAPH_MIN,
                                                GRAPH_MAX, GRAPH_QUOTIENT };
    if (depth <= 0)
        return draw_symbol(g, random);
    const unsigned kind = pick(random, 20);
    if (kind < 4)
        return graph_one(g, GRAPH_ABS + pick(random, GRAPH_TANH - GRAPH_ABS + 1),
                         draw(g, random, depth - 1));
    if (kind < 6)
        return graph_one(g, GRAPH_NEGATED, draw(g, random, depth - 1));
    if (kind < 7)
        return graph_two(g, GRAPH_POWER, draw(g, random, depth - 1),
                         graph_integer(g, 1 + (long)pick(random, 3)));
    if (kind < 10) {
        const expression c = draw_condition(g, random, depth - 1), a = draw(g, random, depth - 1);
        return graph_select(g, c, a, draw(g, random, depth - 1));
    }
    const expression a = draw(g, random, depth - 1);
    return graph_two(g, two[pick(random, 11)], a, draw(g, random, depth - 1));
}

/* A law of random expressions. The first parameter is never negative, the second of either sign. */
struct random_law {
    struct graph graph;
    struct law_graph law;
    expression rates[STATES];
    struct law_sign signs[PARAMETERS];
    unsigned declaration[STATES];
};

static void random_law_take(struct random_law *of)
{
    static const char *const parameters[] = { "p0", "p1", NULL }, *const states[] = { "x0", "x1",
                                                                                      NULL };
    of->signs[0] = (struct law_sign){ false, "p0 >= 0" };
    of->declaration[1] = 1;
    of->law.name = "random";
    of->law.nodes = of->graph.nodes;
    of->law.n = of->graph.n;
    of->law.numbers = of->graph.numbers;
    of->law.parameters = parameters;
    of->law.states = states;
    of->law.signs = of->signs;
    of->law.rate = (struct law_list){ of->rates, STATES };
    of->law.declaration = of->declaration;
}

static void random_law_draw(struct random_law *of, unsigned long long *random)
{
    *of = (struct random_law){ .law = { .force = 0 } };
    of->law.force = draw(&of->graph, random, 1 + (int)pick(random, 4));
    for (unsigned i = 0; i < STATES; i++)
        of->rates[i] = draw(&of->graph, random, (int)pick(random, 3));
    random_law_take(of);
}

/* A place: symbols in quarters, which meet each other often. */
struct place {
    double p[PARAMETERS], x[STATES], v, s;
};

static double quarter(unsigned long long *random) { return ((double)pick(random, 17) - 8) / 4; }

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

/* A box about a place, and a place in it. */
static struct reach about(double middle, double radius)
{
    return (struct reach){ middle - radius, middle + radius };
}

static double within(struct reach box, unsigned long long *random)
{
    const unsigned kind = pick(random, 4);
    return kind == 0 ? box.lo
           : kind == 1
               ? box.hi
               : fmin(fmax(box.lo + test_uniform(random) * (box.hi - box.lo), box.lo), box.hi);
}

/* Bounds of all nodes, with symbols in the boxes: p0, p1, x0, x1, v, s. */
static void bound_all(const struct law_graph *law, const struct reach boxes[6], struct reach of[])
{
    for (size_t i = 0; i < law->n; i++) {
        const struct graph_node *node = &law->nodes[i];
        struct reach argument[GRAPH_MOST_ARGUMENTS] = { { 0 } };
        for (unsigned k = 0; k < graph_arguments(node->operation); k++)
            argument[k] = of[node->argument[k]];
        if (node->operation == GRAPH_NUMBER)
            of[i] = reach_number(graph_double(law->numbers + node->index));
        else if (node->operation == GRAPH_SYMBOL)
            of[i] = boxes[node->symbol == SYMBOL_PARAMETER ? node->index
                          : node->symbol == SYMBOL_STATE   ? 2 + node->index
                          : node->symbol == SYMBOL_INPUT   ? 4
                                                           : 5];
        else
            of[i] = reach_of(node->operation, argument);
    }
}

/* What is computed in double lies within the bounds, wherever there are any: its parts may have no
 * value where no choice takes them. */
Test(reach, holds_what_is_computed)
{
    unsigned long long random = test_seed();
    unsigned bounded = 0;
    for (int i = 0; i < 3000; i++) {
        struct random_law of;
        random_law_draw(&of, &random);
        const size_t n = of.law.n;
        struct reach *bounds = calloc(n, sizeof *bounds), boxes[6];
        expression *all = calloc(n, sizeof *all);
        double *value = calloc(n, sizeof *value);
        for (size_t k = 0; k < n; k++)
            all[k] = (expression)k;
        for (unsigned k = 0; k < 6; k++)
            boxes[k] =
                about(quarter(&random), ldexp(test_uniform(&random), -(int)pick(&random, 40)));
        bound_all(&of.law, boxes, bounds);
        for (int place = 0; place < PLACES; place++) {
            double at[6];
            for (unsigned k = 0; k < 6; k++)
                at[k] = within(boxes[k], &random);
            const struct graph_point point = {
                .parameters = at, .states = at + 2, .inputs = at + 4, .selection = at[5]
            };
            graph_evaluate(&of.graph, &point, all, value, n);
            for (size_t k = 0; k < n; k++) {
                const bool is = reach_is_finite(bounds[k]);
                cr_assert(!is || (value[k] >= bounds[k].lo && value[k] <= bounds[k].hi),
                          "%d: node %zu, operation %d: %a not in [%a, %a]", i, k,
                          (int)of.law.nodes[k].operation, value[k], bounds[k].lo, bounds[k].hi);
                bounded += is;
            }
        }
        free(value);
        free(all);
        free(bounds);
        graph_free(&of.graph);
    }
    cr_expect(bounded > 100000, "%u", bounded);
}
