/* Evaluates a law's expressions along a motion (graph_tape.h). */
#include "reference/graph/graph_tape.h"

#include <stdlib.h>
#include <string.h>

#include "reference/graph/graph_direction.h"
#include "reference/graph/graph_kinks.h"
#include "reference/graph/graph_mark.h"
#include "reference/graph/graph_node_ball.h"
#include "reference/graph/graph_ratio.h"
#include "reference/graph/graph_slopes.h"
#include "reference/graph/graph_spread.h"
#include "reference/graph/graph_tape_facts.h"
#include "tools/base/decide.h"
#include "tools/base/memory.h"

static bool is_motion(const struct graph_node *node)
{
    return node->operation == GRAPH_SYMBOL && node->symbol != SYMBOL_PARAMETER &&
           node->symbol != SYMBOL_MEMORY;
}

static bool is_memory(const struct graph_node *node)
{
    return node->operation == GRAPH_SYMBOL && node->symbol == SYMBOL_MEMORY;
}

/* Lists the nodes that vary along a motion, those of them with a kink, and those that events alone
 * change. */
static void list(struct graph_tape *t)
{
    bool *remembers = memory_array(t->end + 1, sizeof *remembers);
    for (size_t i = 0; i < t->end; i++) {
        const struct graph_node *node = t->law->nodes + i;
        t->varies[i] = is_motion(node);
        remembers[i] = is_memory(node);
        for (unsigned k = 0; k < graph_arguments(node->operation); k++) {
            t->varies[i] = t->varies[i] || t->varies[node->argument[k]];
            remembers[i] = remembers[i] || remembers[node->argument[k]];
        }
        if (t->needed[i] && remembers[i] && !t->varies[i])
            t->kept[t->n_kept++] = (expression)i;
        if (!t->needed[i] || !t->varies[i])
            continue;
        t->nodes[t->n_nodes++] = (expression)i;
        if (node->operation == GRAPH_SYMBOL && node->symbol == SYMBOL_STATE)
            t->state[node->index] = (expression)i;
        if (graph_has_kink(node))
            t->kinks[t->n_kinks++] = (expression)i;
    }
    free(remembers);
}

/* Only where functions bend, not where they jump, does a state that stays at 0 count. */
static bool is_at_zero(const struct graph_tape *t, expression kink)
{
    const struct graph_node *node = t->law->nodes + kink;
    const bool bends = node->operation == GRAPH_ABS || node->operation == GRAPH_MIN ||
                       node->operation == GRAPH_MAX;
    const bool *zero = bends ? t->stays_zero : t->is_zero;
    return zero[node->argument[0]] &&
           (graph_arguments(node->operation) == 1 || zero[node->argument[1]]);
}

void graph_tape_remember(struct graph_tape *t, arb_srcptr memory, arb_srcptr x, slong prec)
{
    t->memory = memory;
    const struct ball_point at = { .p = t->p, .memory = memory };
    for (size_t i = 0; i < t->n_kept; i++)
        graph_node_ball(t->value, t->law, t->kept[i], &at, prec);
    tape_find_zeros(t);
    tape_find_rests(t, x);
    for (size_t k = 0; k < t->n_kinks; k++)
        t->by_speed[k] = (signed char)tape_gap_by_speed(t, t->kinks[k]);
    graph_tape_leave_sides(t);
}

void graph_tape_init(struct graph_tape *t, const struct law_graph *law, const expression of[],
                     unsigned n, unsigned n_must, arb_srcptr p, slong prec)
{
    *t = (struct graph_tape){ .law = law, .n = n, .p = p };
    memcpy(t->of, of, n * sizeof *of);
    t->needed = memory_array(4 * law->n, sizeof *t->needed);
    t->varies = t->needed + law->n;
    t->must = t->varies + law->n;
    t->guarded = t->must + law->n;
    graph_mark_all(law, of, n_must, t->must);
    graph_mark_all(law, of + n_must, n - n_must, t->guarded);
    t->end = graph_mark_all(law, of, n, t->needed);
    t->nodes = memory_array(3 * t->end + 1, sizeof *t->nodes);
    t->kept = t->nodes + t->end;
    t->kinks = t->kept + t->end;
    t->state = memory_array(law->rate.n + 1, sizeof *t->state);
    for (unsigned i = 0; i < law->rate.n; i++)
        t->state[i] = EXPRESSION_NONE;
    t->side = memory_array(5 * t->end + 1, sizeof *t->side);
    t->by_speed = t->side + t->end;
    t->known = t->by_speed + t->end;
    t->first = t->known + t->end;
    t->loose = t->first + t->end;
    t->is_zero = memory_array(3 * t->end + 1, sizeof *t->is_zero);
    t->has_ratio = t->is_zero + t->end;
    t->stays_zero = t->has_ratio + t->end;
    t->value = _arb_vec_init((slong)t->end);
    t->slope = _arb_vec_init((slong)t->end);
    t->ratio = _arb_vec_init((slong)t->end);
    list(t);
    for (size_t k = 0; k < t->n_kinks; k++) {
        const struct graph_node *node = law->nodes + t->kinks[k];
        graph_mark_all(law, node->argument, graph_arguments(node->operation), t->guarded);
    }
    const struct ball_point at = { .p = p };
    for (size_t i = 0; i < t->end; i++)
        if (t->needed[i] && !t->varies[i])
            graph_node_ball(t->value, law, i, &at, prec);
    graph_tape_remember(t, NULL, NULL, prec);
}

void graph_tape_clear(struct graph_tape *t)
{
    _arb_vec_clear(t->ratio, (slong)t->end);
    _arb_vec_clear(t->slope, (slong)t->end);
    _arb_vec_clear(t->value, (slong)t->end);
    free(t->is_zero);
    free(t->side);
    free(t->state);
    free(t->nodes);
    free(t->needed);
}

void graph_tape_at(struct graph_tape *t, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    const struct ball_point at = {
        .p = t->p, .v = v, .s = s, .x = x, .memory = t->memory, .side = t->side
    };
    memset(t->has_ratio, 0, t->end * sizeof *t->has_ratio);
    for (size_t i = 0; i < t->n_nodes; i++)
        graph_node_ball(t->value, t->law, t->nodes[i], &at, prec);
}

/* Takes the side of a kink whose gap is known, or vanishes only with v. */
static void take_known_side(struct graph_tape *t, expression kink, slong prec)
{
    const struct graph_node *node = t->law->nodes + kink;
    const expression a = node->argument[0], b = node->argument[1];
    const bool is_of_one = graph_arguments(node->operation) == 1;
    if (t->side[kink] == 0 && is_of_one)
        t->side[kink] = t->known[a];
    if (t->side[kink] != 0 || !t->has_ratio[a] || (!is_of_one && !t->has_ratio[b]))
        return;
    arb_t gap;
    arb_init(gap);
    if (is_of_one)
        arb_set(gap, t->ratio + a);
    else
        arb_sub(gap, t->ratio + b, t->ratio + a, prec);
    t->side[kink] = (signed char)ball_sign(gap);
    arb_clear(gap);
}

void graph_tape_over(struct graph_tape *t, const arb_t v, int sign, arb_srcptr x, slong prec)
{
    arb_t s;
    arb_init(s);
    arb_set_si(s, sign);
    graph_tape_leave_sides(t);
    const struct ball_point at = {
        .p = t->p, .v = v, .s = s, .x = x, .memory = t->memory, .side = t->side
    };
    const struct graph_ratio ratio = { t->law,       t->value, t->ratio, t->varies,
                                       t->has_ratio, t->side,  sign };
    for (size_t i = 0; i < t->end; i++) {
        if (!t->needed[i])
            continue;
        if (t->varies[i]) {
            if (graph_has_kink(t->law->nodes + i))
                take_known_side(t, (expression)i, prec);
            graph_node_ball(t->value, t->law, i, &at, prec);
        }
        graph_node_ratio(&ratio, i, prec);
    }
    arb_clear(s);
}

expression graph_tape_velocity(const struct graph_tape *t)
{
    for (size_t i = 0; i < t->n_nodes; i++) {
        const struct graph_node *node = t->law->nodes + t->nodes[i];
        if (node->operation == GRAPH_SYMBOL && node->symbol == SYMBOL_INPUT)
            return t->nodes[i];
    }
    return EXPRESSION_NONE;
}

void graph_tape_slopes(struct graph_tape *t, expression e, slong prec)
{
    _arb_vec_zero(t->slope, (slong)t->end);
    graph_slopes(t->slope, t->value, t->law, e, t->side, prec);
}

void graph_tape_slopes_of(struct graph_tape *t, const expression of[], arb_srcptr weight,
                          unsigned n, slong prec)
{
    _arb_vec_zero(t->slope, (slong)t->end);
    graph_slopes_of(t->slope, t->value, t->law, of, weight, n, t->side, prec);
}

void graph_tape_slopes_along(struct graph_tape *t, arb_srcptr direction, slong prec)
{
    _arb_vec_zero(t->slope, (slong)t->end);
    for (unsigned i = 0; i < t->law->rate.n; i++)
        if (t->state[i] != EXPRESSION_NONE)
            arb_set(t->slope + t->state[i], direction + i);
    for (size_t k = 0; k < t->n_nodes; k++)
        graph_node_along(t->slope, t->value, t->law, t->nodes[k], t->side, prec);
}

expression graph_tape_state(const struct graph_tape *t, unsigned state) { return t->state[state]; }

/* y <- the gap of kink k by values of the nodes, or anything linear in them. */
static void gap_of(arb_t y, const struct graph_tape *t, arb_srcptr of, size_t k, slong prec)
{
    const struct graph_node *node = t->law->nodes + t->kinks[k];
    if (graph_arguments(node->operation) == 1)
        arb_set(y, of + node->argument[0]);
    else
        arb_sub(y, of + node->argument[1], of + node->argument[0], prec);
}

void graph_tape_gap(arb_t gap, const struct graph_tape *t, size_t k, slong prec)
{
    gap_of(gap, t, t->value, k, prec);
}

void graph_tape_gap_slope(arb_t slope, const struct graph_tape *t, size_t k, slong prec)
{
    gap_of(slope, t, t->slope, k, prec);
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
        if (t->side[t->kinks[k]] == GRAPH_AT_ZERO)
            continue;
        const expression kink = t->kinks[k];
        graph_tape_gap(gap, t, k, prec);
        const int side = t->by_speed[k] != 0 ? sign * t->by_speed[k] : ball_sign(gap);
        const bool waits = !t->must[kink] && t->by_speed[k] == 0;
        t->side[kink] = (signed char)(waits ? 0 : side);
        t->first[kink] = (signed char)(waits ? side : 0);
        all = all && (side != 0 || waits || t->by_speed[k] != 0);
    }
    arb_clear(gap);
    return all;
}

bool graph_tape_take_sides_of(struct graph_tape *t, expression e)
{
    bool *has = memory_array(t->law->n, sizeof *has), all = true;
    graph_mark_all(t->law, &e, 1, has);
    for (size_t k = 0; k < t->n_kinks; k++) {
        const expression kink = t->kinks[k];
        if (!has[kink] || t->must[kink] || t->by_speed[k] != 0 || t->side[kink] != 0)
            continue;
        t->side[kink] = t->first[kink];
        all = all && t->side[kink] != 0;
    }
    free(has);
    return all;
}

int graph_tape_side(const struct graph_tape *t, size_t k)
{
    const signed char side = t->side[t->kinks[k]];
    return side == GRAPH_AT_ZERO ? 0 : (side > 0) - (side < 0);
}

void graph_tape_leave_sides(struct graph_tape *t)
{
    memset(t->side, 0, t->end);
    memset(t->loose, 0, t->end);
    for (size_t k = 0; k < t->n_kinks; k++)
        if (is_at_zero(t, t->kinks[k]))
            t->side[t->kinks[k]] = GRAPH_AT_ZERO;
}

bool graph_tape_is_open(const struct graph_tape *t, size_t k)
{
    return t->must[t->kinks[k]] && t->by_speed[k] == 0 && t->side[t->kinks[k]] == 0;
}

void graph_tape_take_side(struct graph_tape *t, size_t k, int side)
{
    t->side[t->kinks[k]] = (signed char)side;
}

bool graph_tape_loosen(struct graph_tape *t, size_t k)
{
    const expression kink = t->kinks[k];
    if (t->guarded[kink])
        return false;
    arb_t gap;
    arb_init(gap);
    graph_tape_gap(gap, t, k, 64);
    if (t->side[kink] == 0)
        t->side[kink] = arf_sgn(arb_midref(gap)) < 0 ? -1 : 1;
    t->loose[kink] = t->side[kink];
    arb_clear(gap);
    return true;
}

void graph_tape_fasten(struct graph_tape *t, size_t k) { t->loose[t->kinks[k]] = 0; }

bool graph_tape_is_loose(const struct graph_tape *t, size_t k)
{
    return t->loose[t->kinks[k]] != 0;
}

bool graph_tape_has_loose(const struct graph_tape *t)
{
    bool has = false;
    for (size_t k = 0; k < t->n_kinks; k++)
        has = has || graph_tape_is_loose(t, k);
    return has;
}

void graph_tape_let_go(struct graph_tape *t)
{
    for (size_t k = 0; k < t->n_kinks; k++)
        if (graph_tape_is_loose(t, k))
            t->side[t->kinks[k]] = GRAPH_EITHER;
}

void graph_tape_hold(struct graph_tape *t)
{
    for (size_t k = 0; k < t->n_kinks; k++)
        if (graph_tape_is_loose(t, k))
            t->side[t->kinks[k]] = t->loose[t->kinks[k]];
}

void graph_tape_spread(mag_ptr spread, struct graph_tape *t, unsigned n, slong prec)
{
    mag_ptr of_nodes = _mag_vec_init((slong)t->end);
    tape_find_spread(of_nodes, t, prec);
    for (unsigned k = 0; k < n; k++)
        mag_set(spread + k, of_nodes + t->of[k]);
    _mag_vec_clear(of_nodes, (slong)t->end);
}
