/* Laws of random expressions, for tests. */
#ifndef BRISTLE_PROPERTIES_STRUCTURE_RANDOM_LAW_TEST_H
#define BRISTLE_PROPERTIES_STRUCTURE_RANDOM_LAW_TEST_H

#include "models/derived/law_graph.h"
#include "tools/testing/test_random.h"

enum { PARAMETERS = 2, STATES = 2, PLACES = 12, PREC = 128 };

static inline unsigned pick(unsigned long long *random, unsigned n)
{
    return (unsigned)(test_uniform(random) * n) % n;
}

static inline expression draw(struct graph *g, unsigned long long *random, int depth);

static inline expression draw_symbol(struct graph *g, unsigned long long *random)
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

static inline expression draw_condition(struct graph *g, unsigned long long *random, int depth)
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
static inline expression draw(struct graph *g, unsigned long long *random, int depth)
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

static inline void random_law_take(struct random_law *of)
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

static inline void random_law_draw(struct random_law *of, unsigned long long *random)
{
    *of = (struct random_law){ .law = { .force = 0 } };
    of->law.force = draw(&of->graph, random, 1 + (int)pick(random, 4));
    for (unsigned i = 0; i < STATES; i++)
        of->rates[i] = draw(&of->graph, random, (int)pick(random, 3));
    random_law_take(of);
}

/* Quarters meet each other often. */
static inline double quarter(unsigned long long *random)
{
    return ((double)pick(random, 17) - 8) / 4;
}

#endif
