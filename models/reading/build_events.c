/* Identities of events: what has happened is over, and nothing else becomes due by it
 * (identities.h). */
#include "models/reading/build.h"

/* Returns the guard after the event. */
static expression after(struct building *b, const struct event_text *event, expression guard)
{
    struct graph_swap swaps[2 * EQUATIONS_QUANTITIES];
    size_t n = 0;
    for (size_t a = 0; a < event->n && n < sizeof swaps / sizeof *swaps; a++)
        swaps[n++] = (struct graph_swap){ event->actions[a].what, event->actions[a].index,
                                          event->actions[a].value };
    return graph_swapped(b->g, guard, swaps, n);
}

void build_events(struct building *b)
{
    struct graph *g = b->g;
    const expression zero = graph_integer(g, 0);
    const struct event_text *events = b->law->events;
    for (size_t k = 0; k < b->law->n_events; k++)
        for (size_t j = k > 0 ? k - 1 : 0; j < b->law->n_events && j <= k + 1; j++) {
            const expression due = graph_two(g, GRAPH_AT_MOST, events[k].guard, zero),
                             rests = graph_two(g, GRAPH_LESS, zero, events[j].guard);
            struct identity *i = build_at_most(b, "event", "no event is due at once after an event",
                                               zero, after(b, &events[k], events[j].guard));
            i->where = j == k ? due : graph_two(g, GRAPH_AND, due, rests);
            i->set = SET_DUE;
        }
}
