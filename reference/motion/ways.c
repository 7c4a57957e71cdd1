/* Several ways that a motion may take, and where they lead (ways.h). */
#include "reference/motion/ways.h"

#include <string.h>

#include "tools/base/decide.h"

enum { VECTORS = 8 };

/* y <- x, of energies and powers only where they are wanted. */
static void copy(const struct events *e, arb_ptr x, arb_ptr energy, arb_ptr rate, arb_ptr power,
                 arb_srcptr from_x, arb_srcptr from_energy, arb_srcptr from_rate,
                 arb_srcptr from_power)
{
    _arb_vec_set(x, from_x, events_size(e));
    if (e->energy)
        _arb_vec_set(energy, from_energy, e->g->n_parts);
    _arb_vec_set(rate, from_rate, e->g->n_states);
    _arb_vec_set(power, from_power, e->g->n_parts);
}

void ways_begin(struct ways *w, const struct events *e)
{
    arb_ptr at = _arb_vec_init((slong)VECTORS * ARB_LAW_MAX);
    arb_ptr *const places[VECTORS] = { &w->x,   &w->energy,     &w->rate,     &w->power,
                                       &w->end, &w->energy_end, &w->rate_end, &w->power_end };
    *w = (struct ways){ .relation = e->relation };
    w->was_at_zero = e->was_at_zero;
    w->had_moved = e->has_moved;
    memcpy(w->was_set, e->was_set, sizeof w->was_set);
    for (int i = 0; i < VECTORS; i++)
        *places[i] = at + (slong)i * ARB_LAW_MAX;
    copy(e, w->x, w->energy, w->rate, w->power, e->x, e->energy, e->rate, e->power);
}

void ways_take(const struct ways *w, struct events *e)
{
    copy(e, e->x, e->energy, e->rate, e->power, w->x, w->energy, w->rate, w->power);
    e->relation = w->relation;
    e->was_at_zero = w->was_at_zero;
    e->has_moved = w->had_moved;
    memcpy(e->was_set, w->was_set, sizeof e->was_set);
    general_step_remember(e->g, e->x);
}

static void take_in(const struct ways *w, arb_ptr hull, arb_srcptr y, slong n, slong prec)
{
    for (slong i = 0; i < n; i++)
        if (w->n == 0)
            arb_set(hull + i, y + i);
        else
            arb_union(hull + i, hull + i, y + i, prec);
}

bool ways_taken(struct ways *w, const struct events *e, bool ok)
{
    const struct general_step *g = e->g;
    const slong n = g->n_states;
    for (slong i = n; i < events_size(e); i++) {
        const bool is_other = w->n > 0 && !ball_same(w->end + i, e->x + i);
        ok = ok && (!is_other || w->stays_open);
        if (is_other)
            arb_union(w->end + i, w->end + i, e->x + i, g->prec);
        else
            arb_set(w->end + i, e->x + i);
    }
    take_in(w, w->end, e->x, n, g->prec);
    if (e->energy)
        take_in(w, w->energy_end, e->energy, g->n_parts, g->prec);
    take_in(w, w->rate_end, e->rate, n, g->prec);
    take_in(w, w->power_end, e->power, g->n_parts, g->prec);
    for (slong i = 0; i < n; i++)
        w->is_set[i] = w->is_set[i] || e->was_set[i];
    w->has_moved = w->has_moved || e->has_moved;
    w->n++;
    return ok;
}

void ways_end(struct ways *w, struct events *e)
{
    copy(e, e->x, e->energy, e->rate, e->power, w->end, w->energy_end, w->rate_end, w->power_end);
    memcpy(e->was_set, w->is_set, sizeof e->was_set);
    e->has_moved = w->has_moved;
    general_step_remember(e->g, e->x); /* what is zero in one way need not be in all */
    ways_release(w);
}

void ways_release(struct ways *w) { _arb_vec_clear(w->x, (slong)VECTORS * ARB_LAW_MAX); }
