/* Intervals of random expressions hold what is true, and what floating point computes. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "models/algebra/interpret.h"
#include "properties/cover/reach.h"
#include "properties/structure/random_law_test.h"
#include "reference/graph/graph_ball.h"

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
        if (node->operation == GRAPH_SYMBOL)
            of[i] = boxes[node->symbol == SYMBOL_PARAMETER ? node->index
                          : node->symbol == SYMBOL_STATE   ? 2 + node->index
                          : node->symbol == SYMBOL_INPUT   ? 4
                                                           : 5];
        else
            of[i] = reach_node(law, i, of);
    }
}

/* The true force at a place, for symbols at[], lies within the bounds. */
static void expect_true_force(const struct law_graph *law, const double at[6], struct reach bounds)
{
    arb_ptr symbol = _arb_vec_init(6);
    arb_t F, lo, hi;
    arb_init(F);
    arb_init(lo);
    arb_init(hi);
    for (int k = 0; k < 6; k++)
        arb_set_d(symbol + k, at[k]);
    const struct ball_point place = {
        .p = symbol, .x = symbol + 2, .v = symbol + 4, .s = symbol + 5
    };
    graph_ball(F, law, &law->force, 1, &place, PREC);
    arb_set_d(lo, bounds.lo);
    arb_set_d(hi, bounds.hi);
    cr_assert(!arb_is_finite(F) || !(arb_lt(F, lo) || arb_gt(F, hi)),
              "the force is not in [%a, %a]", bounds.lo, bounds.hi);
    arb_clear(hi);
    arb_clear(lo);
    arb_clear(F);
    _arb_vec_clear(symbol, 6);
}

/* What is computed in double, and what is true, lies within the bounds, wherever there are any: its
 * parts may have no value where no choice takes them. */
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
            if (reach_is_finite(bounds[of.law.force]))
                expect_true_force(&of.law, at, bounds[of.law.force]);
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
