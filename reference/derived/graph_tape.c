/* Evaluates a law's expressions along a motion (graph_tape.h). */
#include "reference/derived/graph_tape.h"

#include <stdlib.h>
#include <string.h>

#include "reference/derived/graph_kinks.h"
#include "reference/derived/graph_mark.h"
#include "reference/derived/graph_node_ball.h"
#include "reference/derived/graph_slopes.h"
#include "tools/base/decide.h"
#include "tools/base/memory.h"

static bool is_motion(const struct graph_node *node)
{
    return node->operation == GRAPH_SYMBOL && node->symbol != SYMBOL_PARAMETER;
}

/* Lists the nodes that vary along a motion, and those of them with a kink. */
static void list(struct graph_tape *t)
{
    for (size_t i = 0; i < t->end; i++) {
        const struct graph_node *node = t->law->nodes + i;
        t->varies[i] = is_motion(node);
        for (unsigned k = 0; k < graph_arguments(node->operation); k++)
            t->varies[i] = t->varies[i] || t->varies[node->argument[k]];
        if (!t->needed[i] || !t->varies[i])
            continue;
        t->nodes[t->n_nodes++] = (expression)i;
        if (node->operation == GRAPH_SYMBOL && node->symbol == SYMBOL_STATE)
            t->state[node->index] = (expression)i;
        if (graph_has_kink(node))
            t->kinks[t->n_kinks++] = (expression)i;
    }
}

/* Returns the sign of a node where v is positive, for v times or over what does not vary; 0 for any
 * other. */
static int sign_by_speed(const struct graph_tape *t, expression e)
{
    const struct graph_node *node = t->law->nodes + e;
    const expression a = node->argument[0], b = node->argument[1];
    if (!t->varies[e])
        return ball_sign(t->value + e);
    switch (node->operation) {
    case GRAPH_SYMBOL:
        return node->symbol == SYMBOL_INPUT;
    case GRAPH_NEGATED:
        return -sign_by_speed(t, a);
    case GRAPH_PRODUCT:
        return t->varies[a] && t->varies[b] ? 0 : sign_by_speed(t, a) * sign_by_speed(t, b);
    case GRAPH_QUOTIENT:
        return t->varies[b] ? 0 : sign_by_speed(t, a) * sign_by_speed(t, b);
    default:
        return 0;
    }
}

/* As sign_by_speed, of the gap of a kink. */
static int gap_by_speed(const struct graph_tape *t, expression kink)
{
    const struct graph_node *node = t->law->nodes + kink;
    return node->operation == GRAPH_ABS || node->operation == GRAPH_SIGN
               ? sign_by_speed(t, node->argument[0])
               : 0;
}

void graph_tape_init(struct graph_tape *t, const struct law_graph *law, const expression of[],
                     unsigned n, arb_srcptr p, slong prec)
{
    *t = (struct graph_tape){ .law = law, .n = n, .p = p };
    memcpy(t->of, of, n * sizeof *of);
    t->needed = memory_array(2 * law->n, sizeof *t->needed);
    t->varies = t->needed + law->n;
    t->end = graph_mark_all(law, of, n, t->needed);
    t->nodes = memory_array(2 * t->end + 1, sizeof *t->nodes);
    t->kinks = t->nodes + t->end;
    t->state = memory_array(law->rate.n + 1, sizeof *t->state);
    for (unsigned i = 0; i < law->rate.n; i++)
        t->state[i] = EXPRESSION_NONE;
    t->side = memory_array(2 * t->end + 1, sizeof *t->side);
    t->by_speed = t->side + t->end;
    t->value = _arb_vec_init((slong)t->end);
    t->slope = _arb_vec_init((slong)t->end);
    list(t);
    const struct ball_point at = { .p = p };
    for (size_t i = 0; i < t->end; i++)
        if (t->needed[i] && !t->varies[i])
            graph_node_ball(t->value, law, i, &at, prec);
    for (size_t k = 0; k < t->n_kinks; k++)
        t->by_speed[k] = (signed char)gap_by_speed(t, t->kinks[k]);
}

void graph_tape_clear(struct graph_tape *t)
{
    _arb_vec_clear(t->slope, (slong)t->end);
    _arb_vec_clear(t->value, (slong)t->end);
    free(t->side);
    free(t->state);
    free(t->nodes);
    free(t->needed);
}

void graph_tape_at(struct graph_tape *t, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    const struct ball_point at = { .p = t->p, .v = v, .s = s, .x = x, .side = t->side };
    for (size_t i = 0; i < t->n_nodes; i++)
        graph_node_ball(t->value, t->law, t->nodes[i], &at, prec);
}

void graph_tape_slopes(struct graph_tape *t, expression e, slong prec)
{
    _arb_vec_zero(t->slope, (slong)t->end);
    graph_slopes(t->slope, t->value, t->law, e, t->side, prec);
}

expression graph_tape_state(const struct graph_tape *t, unsigned state) { return t->state[state]; }

void graph_tape_gap(arb_t gap, const struct graph_tape *t, size_t k, slong prec)
{
    const struct graph_node *node = t->law->nodes + t->kinks[k];
    if (graph_arguments(node->operation) == 1)
        arb_set(gap, t->value + node->argument[0]);
    else
        arb_sub(gap, t->value + node->argument[1], t->value + node->argument[0], prec);
}

bool graph_tape_take_sides(struct graph_tape *t, const arb_t v, const arb_t s, arb_srcptr x,
                           int sign, slong prec)
{
    arb_t gap;
    bool all = true;
    arb_init(gap);
    graph_tape_leave_sides(t);
    graph_tape_at(t, v, s, x, prec);
    for (size_t k = 0; k < t->n_kinks; k++) {
        graph_tape_gap(gap, t, k, prec);
        const int side = t->by_speed[k] != 0 ? sign * t->by_speed[k] : ball_sign(gap);
        t->side[t->kinks[k]] = (signed char)side;
        all = all && (side != 0 || t->by_speed[k] != 0);
    }
    arb_clear(gap);
    return all;
}

int graph_tape_side(const struct graph_tape *t, size_t k)
{
    const signed char side = t->side[t->kinks[k]];
    return (side > 0) - (side < 0);
}

void graph_tape_leave_sides(struct graph_tape *t) { memset(t->side, 0, t->end); }
