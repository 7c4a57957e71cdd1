/* Looks, before a step is tried, whether the first kink or event is at hand (general.h). */
#include "reference/taylor/general.h"
#include "tools/base/decide.h"

/* A gap that is known to fewer bits is as near as a step can lead to it, and so is one that closes
 * within so many lengths that are short. Of a gap that only tends to zero, which may be a loose
 * kink's, it is not known how fast it closes (loose.c). */
enum { FEW_BITS = 3, LOG_FEW = 6, KNOWN_BITS = 8 };

/* The gap that closes first. */
struct first {
    arb_t in;        /* about what time, s */
    bool is_reached; /* no step leads nearer */
};

static void take(struct first *first, const arb_t gap, const arb_t slope, int side)
{
    arb_t t;
    arb_init(t);
    if (general_gap_closes(t, gap, slope, 64) && arb_rel_accuracy_bits(slope) >= KNOWN_BITS &&
        ball_sign(gap) == side && certainly(ball_less(t, first->in))) {
        arb_set(first->in, t);
        first->is_reached = arb_rel_accuracy_bits(gap) < FEW_BITS;
    }
    arb_clear(t);
}

/* Takes all gaps that may end a step. */
static void take_all(struct first *first, const struct general_step *g)
{
    const struct graph_tape *tape = &g->tape;
    arb_t gap, slope;
    arb_init(gap);
    arb_init(slope);
    for (size_t k = 0; k < tape->n_kinks; k++) {
        if (general_kink_stays(g, k))
            continue;
        graph_tape_gap(gap, tape, k, 64);
        graph_tape_gap_slope(slope, tape, k, 64);
        take(first, gap, slope, graph_tape_side(tape, k));
    }
    for (unsigned i = 0; i < g->law->n_events; i++) {
        const expression guard = g->law->events[i].guard;
        if (!general_guard_stays(g, i))
            take(first, tape->value + guard, tape->slope + guard, 1);
    }
    arb_clear(slope);
    arb_clear(gap);
}

bool general_step_is_at_hand(struct general_step *g)
{
    arb_ptr rate = _arb_vec_init(g->n_states);
    struct first first = { .is_reached = false };
    arb_t little;
    arb_init(little);
    arb_init(first.in);
    for (unsigned i = 0; i < g->n_states; i++)
        arb_set(rate + i, g->tape.value + g->law->rate.of[i]);
    graph_tape_slopes_along(&g->tape, rate, 64);
    arb_sub(first.in, g->to, g->from, 64);
    take_all(&first, g);
    arb_mul_2exp_si(little, g->least, LOG_FEW);
    const bool is = first.is_reached || certainly(ball_less(first.in, little));
    if (is)
        arb_set(g->near, first.in);
    arb_clear(first.in);
    arb_clear(little);
    _arb_vec_clear(rate, g->n_states);
    return is;
}
