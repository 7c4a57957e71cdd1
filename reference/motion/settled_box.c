/* Finds a box that a wave's periods begin in (settled_run.h). */
#include <stdlib.h>

#include "reference/graph/graph_mark.h"
#include "reference/motion/settled_run.h"
#include "tools/base/decide.h"
#include "tools/base/memory.h"

/* How often a box is tried, and the logarithm of what it is larger by than what it has to hold. */
enum { MOST_BOXES = 3, LOG_LARGER = 2 };

static const struct law_graph *equations(const struct settled *s)
{
    return s->is_tied ? &s->tied.graph : s->ties.law;
}

static bool is_made_of(const struct law_graph *law, const expression of[], unsigned n,
                       unsigned state)
{
    bool *needed = memory_array(law->n + 1, sizeof *needed), is = false;
    const size_t end = graph_mark_all(law, of, n, needed);
    for (size_t e = 0; e < end && !is; e++) {
        const struct graph_node *node = law->nodes + e;
        is = needed[e] && node->operation == GRAPH_SYMBOL && node->symbol == SYMBOL_STATE &&
             node->index == state;
    }
    free(needed);
    return is;
}

/* Returns true when an event sees a state, or sets it. */
static bool is_in_event(const struct law_graph *law, const struct law_event *event, unsigned state)
{
    bool is = is_made_of(law, &event->guard, 1, state);
    for (unsigned k = 0; k < event->n && !is; k++)
        is = (event->actions[k].what == SYMBOL_STATE && event->actions[k].index == state) ||
             is_made_of(law, &event->actions[k].value, 1, state);
    return is;
}

void settled_find_adding(struct settled *s)
{
    const struct law_graph *law = equations(s);
    for (unsigned i = 0; i < law->rate.n; i++) {
        s->adds[i] = !is_made_of(law, law->rate.of, law->rate.n, i);
        for (unsigned k = 0; k < law->n_events; k++)
            s->adds[i] = s->adds[i] && !is_in_event(law, law->events + k, i);
    }
}

static bool adds(const struct settled *s, int i) { return i < s->n_states && s->adds[i]; }

/* Returns true when the force depends on a state. */
static bool is_felt(const struct settled *s, unsigned i)
{
    const struct law_graph *law = equations(s);
    const struct law_list *parts = &law->stated[STATEMENT_PARTS];
    return is_made_of(law, &law->force, 1, i) || is_made_of(law, parts->of, parts->n, i);
}

static void keep_folded(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy)
{
    struct settled *s = ctx;
    s->seen++;
    const size_t sample = s->times.order[i].i;
    if (!settled_is_leading(s, sample))
        settled_keep(s, s->values + (slong)sample * s->n_values, x, energy);
}

/* Keeps only the energy. */
static void keep_energy(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy)
{
    struct settled *s = ctx;
    (void)x;
    s->seen++;
    const size_t sample = s->times.order[i].i;
    if (!settled_is_leading(s, sample))
        _arb_vec_set(s->values + (slong)sample * s->n_values + s->n_x, energy, s->n_parts);
}

bool settled_is_near(const struct settled *s, arb_srcptr before)
{
    bool near = true;
    arb_t apart, known;
    arb_init(apart);
    arb_init(known);
    for (int i = 0; near && i < s->n_x; i++) {
        if (adds(s, i))
            continue;
        arf_sub(arb_midref(apart), arb_midref(s->x + i), arb_midref(before + i), s->m->prec,
                ARF_RND_UP);
        arb_abs(apart, apart);
        arb_get_mid_arb(known, s->x + i);
        arb_abs(known, known);
        arb_mul_2exp_si(known, known, SPARE_BITS - s->m->prec);
        arb_add_error_mag(known, arb_radref(s->x + i));
        arb_get_ubound_arf(arb_midref(known), known, s->m->prec);
        mag_zero(arb_radref(known));
        near = certainly(ball_at_most(apart, known));
    }
    arb_clear(known);
    arb_clear(apart);
    return near;
}

/* box <- a box that holds x and `to` in its middle. */
static void grow(arb_ptr box, const struct settled *s, arb_srcptr to)
{
    mag_t least;
    mag_init(least);
    for (int i = 0; i < s->n_x; i++) {
        if (adds(s, i)) {
            arb_zero(box + i);
            continue;
        }
        if (i >= s->n_states && arb_is_exact(box + i) && ball_same(box + i, to + i))
            continue; /* a whole number, mostly */
        arb_union(box + i, box + i, to + i, s->m->prec + SPARE_BITS);
        arb_get_mag(least, box + i);
        mag_mul_2exp_si(least, least, -s->m->prec);
        arb_add_error_mag(box + i, least);
        mag_mul_2exp_si(arb_radref(box + i), arb_radref(box + i), LOG_LARGER);
    }
    mag_clear(least);
}

/* Follows a period from states x and no energy. How errors go together is known of the motion that
 * has led here, not of all in a box. */
static bool follow(struct settled *s, arb_ptr x, arb_ptr energy,
                   void (*sample)(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy))
{
    const slong n = (slong)s->times.n;
    arb_ptr from = _arb_vec_init(n), to = _arb_vec_init(n);
    folding_times(&s->times, from, to);
    _arb_vec_zero(energy, s->n_parts);
    s->run.frame = NULL;
    const bool ok = settled_follow_period(s, x, energy,
                                          &(struct taylor_samples){ from, to, s->times.n }, sample);
    s->run.frame = &s->frame;
    _arb_vec_clear(to, n);
    _arb_vec_clear(from, n);
    return ok;
}

/* Returns true when all periods together move a state that adds up by little beside what is not
 * known of it. */
static bool stays(const struct settled *s, int i)
{
    mag_t way, known, periods;
    mag_init(way);
    mag_init(known);
    mag_init(periods);
    arb_get_mag(way, s->gain + i);
    mag_set_fmpz(periods, s->times.count + s->times.n - 1);
    mag_mul(way, way, periods);
    arb_get_mag(known, s->x + i);
    mag_mul_2exp_si(known, known, -s->m->prec);
    mag_add(known, known, arb_radref(s->x + i));
    mag_mul_2exp_si(known, known, SPARE_BITS);
    const bool stay = mag_cmp(way, known) <= 0;
    mag_clear(periods);
    mag_clear(known);
    mag_clear(way);
    return stay;
}

/* The energy of a period, and at samples, for wherever states that add up are when a period begins,
 * which the force may depend on; box: the other states. */
static bool find_energy_anywhere(struct settled *s, arb_ptr energy, arb_srcptr box)
{
    arb_ptr x = _arb_vec_init(ARB_LAW_MAX), wide = _arb_vec_init(ARB_LAW_MAX);
    arb_t way, periods;
    arb_init(way);
    arb_init(periods);
    _arb_vec_set(x, box, s->n_x);
    arb_set_fmpz(periods, s->times.count + s->times.n - 1);
    for (int i = 0; i < s->n_states; i++) {
        if (!s->adds[i])
            continue;
        arb_mul(way, s->gain + i, periods, s->m->prec);
        arb_set(x + i, s->x + i);
        arb_add(way, way, s->x + i, s->m->prec);
        arb_union(x + i, x + i, way, s->m->prec);
    }
    const bool ok = follow(s, x, wide, keep_energy);
    _arb_vec_set(energy, wide, s->n_parts);
    arb_clear(periods);
    arb_clear(way);
    _arb_vec_clear(wide, ARB_LAW_MAX);
    _arb_vec_clear(x, ARB_LAW_MAX);
    return ok;
}

/* Finds the energy anew where the force depends on states that add up. Returns false where they do
 * not stay about where they are: each period has then another energy. */
static bool find_energy(struct settled *s, arb_ptr energy, arb_srcptr box)
{
    bool felt = false, stay = true;
    for (int i = 0; s->m->energy && i < s->n_states; i++)
        if (s->adds[i] && is_felt(s, (unsigned)i)) {
            felt = true;
            stay = stay && stays(s, i);
        }
    return !felt || (stay && find_energy_anywhere(s, energy, box));
}

bool settled_find_box(struct settled *s)
{
    arb_ptr box = _arb_vec_init(ARB_LAW_MAX), x = _arb_vec_init(ARB_LAW_MAX);
    arb_ptr energy = _arb_vec_init(ARB_LAW_MAX);
    bool within = false, ok = true;
    _arb_vec_set(box, s->x, s->n_x);
    _arb_vec_set(x, s->x, s->n_x);
    for (int tries = 0; ok && !within && tries < MOST_BOXES; tries++) {
        grow(box, s, x);
        _arb_vec_set(x, box, s->n_x);
        ok = follow(s, x, energy, keep_folded);
        within = ok;
        for (int i = 0; within && i < s->n_x; i++)
            within = adds(s, i) || ball_within(x + i, box + i);
    }
    _arb_vec_set(s->gain, x, s->n_states);
    within = within && find_energy(s, energy, box);
    if (within)
        settled_keep(s, s->whole, x, energy);
    _arb_vec_clear(energy, ARB_LAW_MAX);
    _arb_vec_clear(x, ARB_LAW_MAX);
    _arb_vec_clear(box, ARB_LAW_MAX);
    return within;
}
