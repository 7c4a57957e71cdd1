/* What is known of a law's expressions along a motion, until an event: zeros, signs, and which are
 * the same (graph_tape.h). */
#include <stdlib.h>
#include <string.h>

#include "reference/graph/graph_mark.h"
#include "reference/graph/graph_tape.h"
#include "reference/graph/graph_tape_facts.h"
#include "tools/base/decide.h"
#include "tools/base/memory.h"

/* Returns the branch that a choice certainly takes, EXPRESSION_NONE where that may change along a
 * motion. */
static expression chosen(const struct graph_tape *t, const struct graph_node *node)
{
    const expression which = node->argument[0];
    if (t->varies[which])
        return EXPRESSION_NONE;
    return ball_is_exactly(t->value + which, 1)   ? node->argument[1]
           : ball_is_exactly(t->value + which, 0) ? node->argument[2]
                                                  : EXPRESSION_NONE;
}

static bool is_nothing(const struct graph_tape *t, expression e)
{
    return !t->varies[e] && ball_is_exactly(t->value + e, 0);
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

int tape_gap_by_speed(const struct graph_tape *t, expression kink)
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
        return ball_is_exactly(t->value + i, 0);
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

void tape_find_zeros(struct graph_tape *t)
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

void tape_find_rests(struct graph_tape *t, arb_srcptr x)
{
    memcpy(t->stays_zero, t->is_zero, t->end * sizeof *t->is_zero);
    for (unsigned i = 0; x && i < t->law->rate.n; i++)
        if (t->state[i] != EXPRESSION_NONE)
            t->stays_zero[t->state[i]] = ball_is_exactly(x + i, 0);
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
               ball_same(t->value + a, t->value + b);
    bool same = x->operation == y->operation && x->operation != GRAPH_SYMBOL;
    for (unsigned k = 0; same && k < graph_arguments(x->operation); k++)
        same = graph_tape_is_same(t, x->argument[k], y->argument[k]);
    return same;
}

bool graph_tape_depends(const struct graph_tape *t, expression e, enum graph_symbol symbol,
                        unsigned index)
{
    bool *has = memory_array(t->law->n, sizeof *has), depends = false;
    const size_t end = graph_mark_all(t->law, &e, 1, has);
    for (size_t i = 0; i < end && !depends; i++) {
        const struct graph_node *node = t->law->nodes + i;
        depends = has[i] && node->operation == GRAPH_SYMBOL && node->symbol == symbol &&
                  node->index == index;
    }
    free(has);
    return depends;
}
