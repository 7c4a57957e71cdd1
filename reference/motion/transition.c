/* Tells which events are due, and makes their transitions (events.h). */
#include <stdlib.h>

#include "reference/motion/events.h"
#include "tools/base/decide.h"
#include "tools/base/memory.h"

void events_extend(struct events *e, arb_srcptr x)
{
    const struct general_step *g = e->g;
    for (unsigned i = 0; i < g->n_states; i++)
        arb_union(e->hull + i, e->hull + i, x + i, g->prec);
    for (unsigned i = g->n_states; i < g->n_states + g->n_memory; i++)
        if (!ball_same(e->hull + i, e->x + i))
            arb_union(e->hull + i, e->hull + i, e->x + i, g->prec);
    for (unsigned q = 0; e->energy && q < g->n_parts; q++)
        arb_union(e->energy_hull + q, e->energy_hull + q, e->energy + q, g->prec);
}

void events_evaluate(struct events *e, const arb_t v, int sign, arb_srcptr x)
{
    struct general_step *g = e->g;
    arb_set_si(g->s, sign);
    if (sign != 0)
        graph_tape_over(&g->tape, v, sign, x, g->prec);
    else {
        graph_tape_leave_sides(&g->tape);
        graph_tape_at(&g->tape, v, g->s, x, g->prec);
    }
}

/* Returns true when guard i is positive only because that of the event before is negative, which
 * fired at zero: at that instant guard i may be zero. */
static bool is_only_known(const struct events *e, unsigned i)
{
    const struct graph_tape *tape = &e->g->tape;
    const expression of = graph_tape_chosen(tape, e->g->law->events[i].guard);
    return e->was_at_zero && tape->known[of] > 0 && ball_sign(tape->value + of) == 0;
}

enum event_due events_due(const struct events *e, unsigned i)
{
    const struct law_event *event = &e->g->law->events[i];
    const struct graph_tape *tape = &e->g->tape;
    const arb_struct *guard = tape->value + event->guard;
    const int sign = graph_tape_sign(tape, event->guard);
    if (!arb_is_finite(guard) || (is_only_known(e, i) && event->fires_at_zero))
        return DUE_UNKNOWN;
    if (certainly(ball_is_zero(guard)) || sign != 0)
        return sign < 0 || (sign == 0 && event->fires_at_zero) ? DUE : DUE_NOT;
    if (event->fires_at_zero ? certainly(ball_is_nonpositive(guard))
                             : certainly(ball_is_nonnegative(guard)))
        return event->fires_at_zero ? DUE : DUE_NOT;
    return DUE_UNKNOWN;
}

/* Makes the transition of event i by the values of the last evaluation, whose states were x. */
static void act(struct events *e, unsigned i, arb_srcptr x)
{
    const struct general_step *g = e->g;
    const struct law_event *event = &g->law->events[i];
    _arb_vec_set(e->x, x, g->n_states);
    for (unsigned k = 0; k < event->n; k++) {
        const struct law_action *action = &event->actions[k];
        if (g->ties && action->what != SYMBOL_MEMORY)
            ties_break(g->ties, action->index);
        if (action->what == SYMBOL_RATE) /* of a state that the law is stated without */
            continue;
        const unsigned place = action->what == SYMBOL_MEMORY ? g->n_states : 0;
        arb_set(e->x + place + action->index, g->tape.value + action->value);
        if (action->what == SYMBOL_STATE)
            e->was_set[action->index] = true;
    }
    general_step_remember(e->g, e->x);
}

/* Makes the first transition that is due where the law has been evaluated, at the states now.
 * Returns whether there is one: one that may be, before all that is for certain, is unknown. */
static enum event_due settle_one(struct events *e)
{
    for (unsigned i = 0; i < e->g->law->n_events; i++) {
        const enum event_due is = events_due(e, i);
        if (is == DUE) {
            act(e, i, e->x);
            e->relation = EXPRESSION_NONE;
        }
        if (is != DUE_NOT)
            return is;
    }
    return DUE_NOT;
}

enum event_due events_settle_at(struct events *e, const arb_t v, int sign)
{
    enum event_due is = DUE;
    for (int k = 0; is == DUE && k < EVENTS_MOST; k++) {
        events_evaluate(e, v, sign, e->x);
        is = settle_one(e);
    }
    return is;
}

bool events_settle(struct events *e, const arb_t v, int sign)
{
    general_step_remember(e->g, e->x);
    const enum event_due is = events_settle_at(e, v, sign);
    events_extend(e, e->x);
    return is != DUE;
}

/* Returns true when what event i changes is nothing that guard k is made of. */
static bool leaves_guard(const struct events *e, unsigned i, unsigned k)
{
    const struct law_event *event = &e->g->law->events[i];
    for (unsigned j = 0; j < event->n; j++)
        if (graph_tape_depends(&e->g->tape, e->g->law->events[k].guard, event->actions[j].what,
                               event->actions[j].index))
            return false;
    return true;
}

/* Returns true when event k can only happen at the same instant as event i, and then does. */
static bool goes_with(const struct events *e, unsigned k, unsigned i)
{
    return graph_tape_is_same(&e->g->tape, e->g->law->events[k].guard,
                              e->g->law->events[i].guard) &&
           leaves_guard(e, i, k);
}

int events_may_happen(const struct events *e, unsigned which[EVENTS_MOST_WAYS])
{
    int n = 0;
    for (unsigned i = 0; i < e->g->law->n_events; i++) {
        if (events_due(e, i) == DUE_NOT)
            continue;
        bool goes = false;
        for (int k = 0; k < n && !goes; k++)
            goes = goes_with(e, i, which[k]);
        if (goes)
            continue;
        if (n == EVENTS_MOST_WAYS)
            return EVENTS_MOST_WAYS + 1;
        which[n++] = i;
    }
    return n;
}

void events_happen(struct events *e, unsigned i)
{
    const struct law_graph *law = e->g->law;
    bool *same = memory_array(law->n_events, sizeof *same);
    for (unsigned k = i + 1; k < law->n_events; k++)
        same[k] = graph_tape_is_same(&e->g->tape, law->events[k].guard, law->events[i].guard) &&
                  events_due(e, k) != DUE_NOT;
    e->relation = graph_tape_chosen(&e->g->tape, law->events[i].guard);
    e->was_at_zero = law->events[i].fires_at_zero;
    act(e, i, e->range.box);
    for (unsigned k = i + 1; k < law->n_events; k++)
        if (same[k])
            act(e, k, e->x);
    free(same);
}
