/* Evaluates expressions in ball arithmetic (graph_ball.h). */
#include "reference/graph/graph_ball.h"

#include <stdlib.h>

#include "reference/graph/graph_mark.h"
#include "reference/graph/graph_node_ball.h"
#include "reference/graph/graph_slopes.h"
#include "tools/base/decide.h"
#include "tools/base/memory.h"

static void evaluate_all(arb_ptr value, const struct law_graph *law, size_t n, const bool needed[],
                         const struct ball_point *at, slong prec)
{
    for (size_t i = 0; i < n; i++)
        if (needed[i])
            graph_node_ball(value, law, i, at, prec);
}

/* Radii below are those of rounding: an expression's form, in which a symbol stands more than once,
 * widens others. */
static bool is_wide(const arb_t x, slong prec)
{
    return !arb_is_exact(x) && arb_rel_accuracy_bits(x) < prec - 12;
}

/* Returns true when a symbol's ball is wide. */
static bool has_wide(arb_srcptr value, const struct law_graph *law, size_t n, const bool needed[],
                     slong prec)
{
    for (size_t i = 0; i < n; i++)
        if (needed[i] && law->nodes[i].operation == GRAPH_SYMBOL && is_wide(value + i, prec))
            return true;
    return false;
}

/* Evaluates all at the midpoints of the symbols' balls. */
static void evaluate_middle(arb_ptr middle, arb_srcptr value, const struct law_graph *law, size_t n,
                            const bool needed[], slong prec)
{
    const struct ball_point none = { .p = NULL };
    for (size_t i = 0; i < n; i++)
        if (needed[i] && law->nodes[i].operation == GRAPH_SYMBOL)
            arb_get_mid_arb(middle + i, value + i);
    for (size_t i = 0; i < n; i++)
        if (needed[i] && law->nodes[i].operation != GRAPH_SYMBOL)
            graph_node_ball(middle, law, i, &none, prec);
}

/* Narrows a value by the mean value theorem: f(x) is in f(m) + sum of slopes times (x - m). */
static void narrow(arb_t y, arb_srcptr value, arb_srcptr middle, const struct law_graph *law,
                   expression e, slong prec)
{
    arb_ptr slope = _arb_vec_init((slong)e + 1);
    arb_t sum, step;
    arb_init(sum);
    arb_init(step);
    graph_slopes(slope, value, law, e, NULL, prec);
    arb_set(sum, middle + e);
    for (expression i = 0; i <= e; i++)
        if (law->nodes[i].operation == GRAPH_SYMBOL && !ball_is_exactly(slope + i, 0)) {
            arb_sub(step, value + i, middle + i, prec);
            arb_addmul(sum, slope + i, step, prec);
        }
    if (arb_is_finite(y) && arb_is_finite(sum) && arb_intersection(step, y, sum, prec))
        arb_swap(y, step);
    arb_clear(step);
    arb_clear(sum);
    _arb_vec_clear(slope, (slong)e + 1);
}

void graph_ball(arb_ptr value, const struct law_graph *law, const expression of[], unsigned n,
                const struct ball_point *at, slong prec)
{
    bool *needed = memory_array(law->n, sizeof *needed);
    const size_t end = graph_mark_all(law, of, n, needed);
    arb_ptr all = _arb_vec_init((slong)end), middle = NULL;
    evaluate_all(all, law, end, needed, at, prec);
    const bool wide = has_wide(all, law, end, needed, prec);
    if (wide) {
        middle = _arb_vec_init((slong)end);
        evaluate_middle(middle, all, law, end, needed, prec);
    }
    for (unsigned i = 0; i < n; i++) {
        if (of[i] == EXPRESSION_NONE) {
            arb_indeterminate(value + i);
            continue;
        }
        arb_set(value + i, all + of[i]);
        if (wide)
            narrow(value + i, all, middle, law, of[i], prec);
    }
    if (wide)
        _arb_vec_clear(middle, (slong)end);
    _arb_vec_clear(all, (slong)end);
    free(needed);
}

/* Marks what is made of variables. */
static void mark_varying(bool varies[], const struct law_graph *law, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct graph_node *node = law->nodes + i;
        varies[i] = node->operation == GRAPH_SYMBOL && node->symbol == SYMBOL_VARIABLE;
        for (unsigned k = 0; k < graph_arguments(node->operation); k++)
            varies[i] = varies[i] || varies[node->argument[k]];
    }
}

void graph_ball_varied(arb_ptr value, const struct law_graph *law, expression e,
                       const struct ball_point *at, const arb_srcptr variable[], unsigned n,
                       slong prec)
{
    bool *needed = memory_array(2 * law->n, sizeof *needed), *varies = needed + law->n;
    const size_t end = graph_mark_all(law, &e, 1, needed);
    arb_ptr all = _arb_vec_init((slong)end);
    bool wide = false;
    mark_varying(varies, law, end);
    for (unsigned k = 0; k < n; k++) {
        struct ball_point point = *at;
        point.variable = variable[k];
        evaluate_all(all, law, end, needed, &point, prec);
        wide = has_wide(all, law, end, needed, prec) || wide;
        if (wide)
            graph_ball(value + k, law, &e, 1, &point, prec);
        else
            arb_set(value + k, all + e);
        for (size_t i = 0; i < end && k == 0; i++)
            needed[i] = needed[i] && varies[i];
    }
    _arb_vec_clear(all, (slong)end);
    free(needed);
}
