/* Guards and events of a law's text at numbers, for solvers that find the instants themselves
 * (graph_law.h). */
#include <stdlib.h>

#include "reference/derived/graph_law.h"
#include "tools/base/memory.h"

/* Most events at one instant. */
enum { MOST_AT_ONCE = 64 };

void graph_law_guards(const struct law_graph *law, arb_ptr guard, arb_srcptr p, const arb_t v,
                      const arb_t s, arb_srcptr x, slong prec)
{
    expression *of = memory_array(law->n_events, sizeof *of);
    for (unsigned i = 0; i < law->n_events; i++)
        of[i] = law->events[i].guard;
    graph_law_values(law, of, law->n_events, guard, p, v, s, x, prec);
    free(of);
}

/* Sets what event i sets, by the values before it. */
static void act(const struct law_graph *law, unsigned i, arb_ptr x, arb_srcptr p, const arb_t v,
                const arb_t s, slong prec)
{
    const struct law_event *event = &law->events[i];
    expression *of = memory_array(event->n, sizeof *of);
    arb_ptr value = _arb_vec_init(event->n);
    for (unsigned k = 0; k < event->n; k++)
        of[k] = event->actions[k].value;
    graph_law_values(law, of, event->n, value, p, v, s, x, prec);
    for (unsigned k = 0; k < event->n; k++) {
        const struct law_action *action = &event->actions[k];
        if (action->what == SYMBOL_STATE)
            arb_swap(x + action->index, value + k);
        else if (action->what == SYMBOL_MEMORY)
            arb_swap(x + law->rate.n + action->index, value + k);
    }
    _arb_vec_clear(value, event->n);
    free(of);
}

/* Returns the first event whose guard is negative, or zero where that is enough; n_events: none. A
 * guard that has no value lets nothing happen: what follows from its states has none, either. */
static unsigned due(const struct law_graph *law, arb_srcptr guard)
{
    unsigned i = 0;
    for (; i < law->n_events; i++) {
        const int sign = arf_sgn(arb_midref(guard + i));
        if (arb_is_finite(guard + i) && (sign < 0 || (sign == 0 && law->events[i].fires_at_zero)))
            break;
    }
    return i;
}

void graph_law_happen(const struct law_graph *law, arb_ptr x, arb_srcptr p, int i, const arb_t v,
                      const arb_t s, slong prec)
{
    arb_ptr guard = _arb_vec_init(law->n_events);
    if (i >= 0)
        act(law, (unsigned)i, x, p, v, s, prec);
    for (int k = 0; k < MOST_AT_ONCE; k++) {
        graph_law_guards(law, guard, p, v, s, x, prec);
        const unsigned next = due(law, guard);
        if (next == law->n_events)
            break;
        act(law, next, x, p, v, s, prec);
    }
    _arb_vec_clear(guard, law->n_events);
}
