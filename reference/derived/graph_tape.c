/* Evaluates a law's expressions along a motion (graph_tape.h). */
#include "reference/derived/graph_tape.h"

#include <stdlib.h>
#include <string.h>

#include "reference/derived/graph_kinks.h"
#include "reference/derived/graph_mark.h"
#include "reference/derived/graph_node_ball.h"
#include "reference/derived/graph_ratio.h"
#include "reference/derived/graph_slopes.h"
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

/* Returns the branch that a choice certainly takes, EXPRESSION_NONE where that may change along a
 * motion. */
static expression chosen(const struct graph_tape *t, const struct graph_node *node)
{
    const expression which = node->argument[0];
    if (t->varies[which])
        return EXPRESSION_NONE;
    return arb_is_one(t->value + which)    ? node->argument[1]
           : arb_is_zero(t->value + which) ? node->argument[2]
                                           : EXPRESSION_NONE;
}

static bool is_nothing(const struct graph_tape *t, expression e)
{
    return !t->varies[e] && arb_is_zero(t->value + e);
}

int graph_tape_sign_by_speed(const struct graph_tape *t, expression e)
{
    const struct graph_node *node = t->law->nodes + e;
    const expression a = node->argument[0], b = node->argument[1];
    if (!t->varies[e])
        return 0;
    switch (node->operation) {
    case GRAPH_SYMBOL:
        return node->symbol == SYMBOL_INPUT;
    case GRAPH_NEGATED:
        return -graph_tape_sign_by_speed(t, a);
    case GRAPH_PRODUCT:
        return t->varies[a] && t->varies[b] ? 0
               : t->varies[a] ? graph_tape_sign_by_speed(t, a) * ball_sign(t->value + b)
                              : ball_sign(t->value + a) * graph_tape_sign_by_speed(t, b);
    case GRAPH_QUOTIENT:
        return t->varies[b] ? 0 : graph_tape_sign_by_speed(t, a) * ball_sign(t->value + b);
    case GRAPH_SUM:
        return is_nothing(t, b)   ? graph_tape_sign_by_speed(t, a)
               : is_nothing(t, a) ? graph_tape_sign_by_speed(t, b)
                                  : 0;
    case GRAPH_DIFFERENCE:
        return is_nothing(t, b)   ? graph_tape_sign_by_speed(t, a)
               : is_nothing(t, a) ? -graph_tape_sign_by_speed(t, b)
                                  : 0;
    case GRAPH_SELECT:
        return chosen(t, node) == EXPRESSION_NONE ? 0
                                                  : graph_tape_sign_by_speed(t, chosen(t, node));
    default:
        return 0;
    }
}

/* As graph_tape_sign_by_speed, of the gap of a kink. */
static int gap_by_speed(const struct graph_tape *t, expression kink)
{
    const struct graph_node *node = t->law->nodes + kink;
    const expression a = node->argument[0], b = node->argument[1];
    if (graph_arguments(node->operation) == 1)
        return graph_tape_sign_by_speed(t, a);
    return is_nothing(t, a)   ? graph_tape_sign_by_speed(t, b)
           : is_nothing(t, b) ? -graph_tape_sign_by_speed(t, a)
                              : 0;
}

/* Returns true when a node is 0 because what it is made of is, by `zero`. A state that is 0 makes
 * 0 only what is continuous in it: a sign or a condition may lead it away. */
static bool makes_zero(const struct graph_tape *t, const bool zero[], size_t i, bool by_states)
{
    const struct graph_node *node = t->law->nodes + i;
    const expression a = node->argument[0], b = node->argument[1];
    if (!t->varies[i])
        return arb_is_zero(t->value + i);
    switch (node->operation) {
    case GRAPH_NEGATED:
    case GRAPH_ABS:
    case GRAPH_QUOTIENT:
        return zero[a];
    case GRAPH_SIGN:
        return by_states ? t->is_zero[a] : zero[a];
    case GRAPH_PRODUCT:
        return zero[a] || zero[b];
    case GRAPH_SUM:
    case GRAPH_DIFFERENCE:
        return zero[a] && zero[b];
    case GRAPH_SELECT:
        return chosen(t, node) != EXPRESSION_NONE && zero[chosen(t, node)];
    default:
        return false;
    }
}

/* Finds out which nodes are 0 whatever the motion: those that have as a factor what is 0 until an
 * event. */
static void find_zeros(struct graph_tape *t)
{
    for (size_t i = 0; i < t->end; i++)
        t->is_zero[i] = t->needed[i] && makes_zero(t, t->is_zero, i, false);
}

/* Finds what is 0 where the states are that `zero` says. */
static void find_zeros_at(struct graph_tape *t)
{
    for (size_t i = 0; i < t->end; i++)
        if (t->needed[i] && t->law->nodes[i].symbol != SYMBOL_STATE)
            t->stays_zero[i] = makes_zero(t, t->stays_zero, i, true);
}

/* Takes the states that are exactly 0, and leaves out those whose rates are not, until all that are
 * left stay: x = 0 is then a motion, and the only one where rates are bounded by multiples of |x|.
 */
static void find_rests(struct graph_tape *t, arb_srcptr x)
{
    memcpy(t->stays_zero, t->is_zero, t->end * sizeof *t->is_zero);
    for (unsigned i = 0; x && i < t->law->rate.n; i++)
        if (t->state[i] != EXPRESSION_NONE)
            t->stays_zero[t->state[i]] = arb_is_zero(x + i);
    for (bool changed = x != NULL; changed;) {
        changed = false;
        find_zeros_at(t);
        for (unsigned i = 0; i < t->law->rate.n; i++) {
            const expression state = t->state[i], rate = t->law->rate.of[i];
            if (state == EXPRESSION_NONE || !t->stays_zero[state])
                continue;
            changed = changed || rate >= t->end || !t->needed[rate] || !t->stays_zero[rate];
            t->stays_zero[state] = rate < t->end && t->needed[rate] && t->stays_zero[rate];
        }
    }
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
    find_zeros(t);
    find_rests(t, x);
    for (size_t k = 0; k < t->n_kinks; k++)
        t->by_speed[k] = (signed char)gap_by_speed(t, t->kinks[k]);
    graph_tape_leave_sides(t);
}

void graph_tape_init(struct graph_tape *t, const struct law_graph *law, const expression of[],
                     unsigned n, unsigned n_must, arb_srcptr p, slong prec)
{
    *t = (struct graph_tape){ .law = law, .n = n, .p = p };
    memcpy(t->of, of, n * sizeof *of);
    t->needed = memory_array(3 * law->n, sizeof *t->needed);
    t->varies = t->needed + law->n;
    t->must = t->varies + law->n;
    graph_mark_all(law, of, n_must, t->must);
    t->end = graph_mark_all(law, of, n, t->needed);
    t->nodes = memory_array(3 * t->end + 1, sizeof *t->nodes);
    t->kept = t->nodes + t->end;
    t->kinks = t->kept + t->end;
    t->state = memory_array(law->rate.n + 1, sizeof *t->state);
    for (unsigned i = 0; i < law->rate.n; i++)
        t->state[i] = EXPRESSION_NONE;
    t->side = memory_array(4 * t->end + 1, sizeof *t->side);
    t->by_speed = t->side + t->end;
    t->known = t->by_speed + t->end;
    t->first = t->known + t->end;
    t->is_zero = memory_array(3 * t->end + 1, sizeof *t->is_zero);
    t->has_ratio = t->is_zero + t->end;
    t->stays_zero = t->has_ratio + t->end;
    t->value = _arb_vec_init((slong)t->end);
    t->slope = _arb_vec_init((slong)t->end);
    t->ratio = _arb_vec_init((slong)t->end);
    list(t);
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

expression graph_tape_chosen(const struct graph_tape *t, expression e)
{
    const struct graph_node *node = t->law->nodes + e;
    if (node->operation != GRAPH_SELECT || chosen(t, node) == EXPRESSION_NONE)
        return e;
    return graph_tape_chosen(t, chosen(t, node));
}

int graph_tape_sign(const struct graph_tape *t, expression e)
{
    const expression of = graph_tape_chosen(t, e);
    const int sign = ball_sign(t->value + of);
    if (sign != 0 || t->known[of] != 0)
        return sign != 0 ? sign : t->known[of];
    return t->has_ratio[of] ? ball_sign(t->ratio + of) : 0;
}

/* Learns the signs of two terms from that of their sum. */
static void know_terms(struct graph_tape *t, expression a, expression b, int sign)
{
    if (graph_tape_sign(t, b) * sign < 0 || t->is_zero[b])
        graph_tape_know(t, a, sign);
    if (graph_tape_sign(t, a) * sign < 0 || t->is_zero[a])
        graph_tape_know(t, b, sign);
}

/* As know_terms, of a - b; what is b - a has the other sign. */
static void know_difference(struct graph_tape *t, expression a, expression b, int sign)
{
    if (graph_tape_sign(t, b) * sign > 0 || t->is_zero[b])
        graph_tape_know(t, a, sign);
    if (graph_tape_sign(t, a) * sign < 0 || t->is_zero[a])
        graph_tape_know(t, b, -sign);
    for (size_t i = 0; i < t->n_nodes; i++) {
        const struct graph_node *node = t->law->nodes + t->nodes[i];
        if (node->operation == GRAPH_DIFFERENCE && node->argument[0] == b && node->argument[1] == a)
            t->known[t->nodes[i]] = (signed char)-sign;
    }
}

void graph_tape_know(struct graph_tape *t, expression e, int sign)
{
    const struct graph_node *node = t->law->nodes + e;
    const expression a = node->argument[0], b = node->argument[1];
    if (!t->varies[e])
        return;
    t->known[e] = (signed char)sign;
    switch (node->operation) {
    case GRAPH_NEGATED:
        graph_tape_know(t, a, -sign);
        return;
    case GRAPH_SUM:
        know_terms(t, a, b, sign);
        return;
    case GRAPH_DIFFERENCE:
        know_difference(t, a, b, sign);
        return;
    case GRAPH_PRODUCT:
        if (graph_tape_sign(t, a) != 0)
            graph_tape_know(t, b, sign * graph_tape_sign(t, a));
        else if (graph_tape_sign(t, b) != 0)
            graph_tape_know(t, a, sign * graph_tape_sign(t, b));
        return;
    case GRAPH_SELECT:
        if (chosen(t, node) != EXPRESSION_NONE)
            graph_tape_know(t, chosen(t, node), sign);
        return;
    default:
        return;
    }
}

void graph_tape_forget(struct graph_tape *t) { memset(t->known, 0, t->end); }

bool graph_tape_is_same(const struct graph_tape *t, expression a, expression b)
{
    a = graph_tape_chosen(t, a);
    b = graph_tape_chosen(t, b);
    const struct graph_node *x = t->law->nodes + a, *y = t->law->nodes + b;
    if (a == b)
        return true;
    if (!t->varies[a] || !t->varies[b])
        return !t->varies[a] && !t->varies[b] && arb_is_exact(t->value + a) &&
               arb_equal(t->value + a, t->value + b);
    bool same = x->operation == y->operation && x->operation != GRAPH_SYMBOL;
    for (unsigned k = 0; same && k < graph_arguments(x->operation); k++)
        same = graph_tape_is_same(t, x->argument[k], y->argument[k]);
    return same;
}

bool graph_tape_depends(const struct graph_tape *t, expression e, enum graph_symbol symbol,
                        unsigned index)
{
    const struct graph_node *node = t->law->nodes + e;
    if (node->operation == GRAPH_SYMBOL)
        return node->symbol == symbol && node->index == index;
    bool depends = false;
    for (unsigned k = 0; !depends && k < graph_arguments(node->operation); k++)
        depends = graph_tape_depends(t, node->argument[k], symbol, index);
    return depends;
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
    for (size_t k = 0; k < t->n_kinks; k++)
        if (is_at_zero(t, t->kinks[k]))
            t->side[t->kinks[k]] = GRAPH_AT_ZERO;
}
