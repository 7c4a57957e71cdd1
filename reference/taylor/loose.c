/* Lets kinks be on either side where that makes no difference to a step (general.h).
 *
 * At each instant the true sides of all kinks have some values, and f_t be the equations with those
 * sides at all states; f_s is that on the sides taken. The error e of p then fulfils
 *
 *     e' = [f_t(p + e) - f_t(p)] + [f_t(p) - f_s(p)] + [f_s(p) - p'].
 *
 * The first bracket has slopes that lie between those of the sides, or jump nowhere, as one side
 * goes on beyond its kink (GRAPH_EITHER); the second is what the sides make of the rates along p
 * alone (graph_tape_spread), and one more part of the defect. No sign of any gap is asked for. Here
 * the kinks are chosen for which that is tried: the second bracket is small where the step begins.
 * Whether it is so all along p, the tube tells.
 */
#include <stdlib.h>

#include "reference/taylor/general.h"
#include "tools/base/decide.h"
#include "tools/base/memory.h"

/* size <- that of state i so far. */
static void take_size(mag_t size, const struct general_step *g, arb_srcptr x, unsigned i)
{
    arb_get_mag(size, x + i);
    mag_max(size, size, g->scale + i);
}

/* Sets what a step may add to errors: as much as counts in the bits asked for or, with loose kinks,
 * a small part of the largest error that there is already. Less would ask for shorter and shorter
 * steps until what is known has become as little as what is not. */
static void set_allowed(struct general_step *g, arb_srcptr x)
{
    enum { SMALL_PART_BITS = 6 };
    mag_t size, share;
    mag_init(size);
    mag_init(share);
    g->allowed_bits = g->bits;
    const bool is_loose = graph_tape_has_loose(&g->tape);
    for (unsigned i = 0; is_loose && i < g->n_states; i++) {
        take_size(size, g, x, i);
        if (mag_is_zero(size) || mag_is_zero(arb_radref(x + i)))
            continue;
        mag_div(share, arb_radref(x + i), size);
        if (mag_is_finite(share) && mag_cmp_2exp_si(share, 0) < 0)
            g->allowed_bits =
                FLINT_MIN(g->allowed_bits, SMALL_PART_BITS + 1 - fmpz_get_si(MAG_EXPREF(share)));
    }
    mag_clear(share);
    mag_clear(size);
}

/* Returns true when loose kinks, over a time h, make as little as is allowed of the rates at the
 * middles of x, where an approximation begins, and velocity v. longest <- the time, s, over which
 * they do; infinite where they make nothing. */
static bool make_little(mag_t longest, struct general_step *g, const arb_t v, arb_srcptr x,
                        const arb_t h)
{
    mag_ptr spread = _mag_vec_init(g->n_states + g->n_parts);
    arb_ptr at = _arb_vec_init(g->n_states);
    mag_t time;
    mag_init(time);
    mag_inf(longest);
    set_allowed(g, x);
    if (graph_tape_has_loose(&g->tape)) {
        for (unsigned i = 0; i < g->n_states; i++)
            arb_get_mid_arb(at + i, x + i);
        graph_tape_at(&g->tape, v, g->s, at, g->prec);
        graph_tape_spread(spread, &g->tape, g->n_states + g->n_parts, g->prec);
    }
    for (unsigned i = 0; i < g->n_states; i++) {
        take_size(time, g, x, i);
        mag_mul_2exp_si(time, time, -g->allowed_bits);
        mag_div(time, time, spread + i);
        mag_min(longest, longest, time);
    }
    arb_get_mag(time, h);
    const bool is = mag_cmp(time, longest) <= 0;
    mag_clear(time);
    _arb_vec_clear(at, g->n_states);
    _mag_vec_clear(spread, g->n_states + g->n_parts);
    return is;
}

/* Adds what moving along a direction as far as `most` makes of the gap of kink k, over the balls of
 * the last evaluation. */
static void add_along(mag_t error, struct general_step *g, size_t k, arb_srcptr direction,
                      const mag_t most)
{
    arb_t slope;
    mag_t size;
    arb_init(slope);
    mag_init(size);
    graph_tape_slopes_along(&g->tape, direction, 64);
    graph_tape_gap_slope(slope, &g->tape, k, 64);
    arb_get_mag(size, slope);
    if (!mag_is_zero(size) && !mag_is_zero(most))
        mag_addmul(error, size, most);
    mag_clear(size);
    arb_clear(slope);
}

/* error <- what the errors of the state that was handed on make of the gap of kink k. */
static void add_errors(mag_t error, struct general_step *g, size_t k)
{
    const slong n = g->n_states;
    arb_ptr direction = _arb_vec_init(n);
    for (slong j = 0; j < n; j++) {
        frame_old_direction(direction, &g->frame, j);
        add_along(error, g, k, direction, g->frame.y + j);
    }
    for (slong i = 0; i < n; i++) {
        _arb_vec_zero(direction, n);
        arb_one(direction + i);
        add_along(error, g, k, direction, g->frame.rest + i);
    }
    _arb_vec_clear(direction, n);
}

/* Takes the sides of the kinks that need one, have none, and whose gaps are known better by how the
 * errors of the states at x go together. The tape has been evaluated at x. */
static void take_by_frame(struct general_step *g, const arb_t v, arb_srcptr x)
{
    if (!frame_is_kept(&g->frame, x))
        return;
    struct graph_tape *tape = &g->tape;
    mag_ptr error = _mag_vec_init((slong)tape->n_kinks);
    arb_ptr at = _arb_vec_init(g->n_states);
    arb_t gap;
    arb_init(gap);
    for (size_t k = 0; k < tape->n_kinks; k++)
        if (graph_tape_is_open(tape, k))
            add_errors(error + k, g, k);
    for (unsigned i = 0; i < g->n_states; i++)
        arb_get_mid_arb(at + i, x + i);
    graph_tape_at(tape, v, g->s, at, g->prec);
    for (size_t k = 0; k < tape->n_kinks; k++)
        if (graph_tape_is_open(tape, k)) {
            graph_tape_gap(gap, tape, k, g->prec);
            arb_add_error_mag(gap, error + k);
            graph_tape_take_side(tape, k, ball_sign(gap));
        }
    arb_clear(gap);
    _arb_vec_clear(at, g->n_states);
    _mag_vec_clear(error, (slong)tape->n_kinks);
}

/* rate <- how fast the gap of kink k changes where the tape has been evaluated and the velocity
 * changes by `slope`. */
static void find_rate(arb_t rate, struct general_step *g, size_t k, const arb_t slope)
{
    struct graph_tape *tape = &g->tape;
    const struct graph_node *node = g->law->nodes + tape->kinks[k];
    const bool is_of_one = graph_arguments(node->operation) == 1;
    const expression of[] = { node->argument[is_of_one ? 0 : 1], node->argument[0] },
                     velocity = graph_tape_velocity(tape);
    arb_ptr weight = _arb_vec_init(2);
    arb_one(weight);
    arb_set_si(weight + 1, -1);
    graph_tape_slopes_of(tape, of, weight, is_of_one ? 1 : 2, g->prec);
    arb_zero(rate);
    if (velocity != EXPRESSION_NONE)
        arb_mul(rate, tape->slope + velocity, slope, g->prec);
    for (unsigned i = 0; i < g->n_states; i++)
        if (graph_tape_state(tape, i) != EXPRESSION_NONE)
            arb_addmul(rate, tape->slope + graph_tape_state(tape, i),
                       tape->value + g->law->rate.of[i], g->prec);
    _arb_vec_clear(weight, 2);
}

/* Returns true when a gap, known to so many bits over the balls of all states, is next to nothing
 * and only tends to zero: how fast is then known no better than how large it is, as the one is a
 * multiple of the other. A gap that the motion crosses changes by much that is well known. */
static bool is_slow(struct general_step *g, size_t k, slong gap_bits, const arb_t slope)
{
    enum { FEW_BITS = 8, SPARE_BITS = 3 };
    arb_t rate;
    arb_init(rate);
    find_rate(rate, g, k, slope);
    const bool is = gap_bits <= FEW_BITS && arb_is_finite(rate) &&
                    arb_rel_accuracy_bits(rate) <= FLINT_MAX(gap_bits, 0) + SPARE_BITS;
    arb_clear(rate);
    return is;
}

/* The loose kinks of an attempt, of those that had no side, and of others. */
struct choice {
    bool *was_open, *was_wary;
    slong *bits; /* to which their gaps are known */
};

/* Loosens the kinks that need a side and have none. Returns false where one has to have a side. */
static bool loosen_open(struct graph_tape *tape, struct choice *choice)
{
    bool ok = true;
    for (size_t k = 0; ok && k < tape->n_kinks; k++) {
        choice->was_open[k] = graph_tape_is_open(tape, k);
        ok = !choice->was_open[k] || graph_tape_loosen(tape, k);
    }
    return ok;
}

/* Loosens the kinks that have a side, but may not have it for long. */
static void loosen_wary(struct general_step *g, struct choice *choice)
{
    for (size_t k = 0; k < g->tape.n_kinks; k++)
        choice->was_wary[k] = g->wary[k] && graph_tape_side(&g->tape, k) != 0 &&
                              !choice->was_open[k] && graph_tape_loosen(&g->tape, k);
}

static void fasten(struct general_step *g, const struct choice *choice)
{
    for (size_t k = 0; k < g->tape.n_kinks; k++)
        if (choice->was_wary[k])
            graph_tape_fasten(&g->tape, k);
}

/* Fastens the kinks with a side that the motion crosses. Returns false where it crosses one of the
 * others. The tape has been evaluated at x. */
static bool all_are_slow(struct general_step *g, const struct arb_segment *segment,
                         struct choice *choice)
{
    bool all = true;
    arb_t slope;
    arb_init(slope);
    arb_segment_slope(slope, segment, g->from, g->prec);
    for (size_t k = 0; all && k < g->tape.n_kinks; k++) {
        if (!choice->was_open[k] && !choice->was_wary[k])
            continue;
        const bool slow = is_slow(g, k, choice->bits[k], slope);
        all = slow || choice->was_wary[k];
        if (!slow && choice->was_wary[k])
            graph_tape_fasten(&g->tape, k);
        choice->was_wary[k] = choice->was_wary[k] && slow;
    }
    arb_clear(slope);
    return all;
}

static void take_bits(const struct graph_tape *tape, struct choice *choice, slong prec)
{
    arb_t gap;
    arb_init(gap);
    for (size_t k = 0; k < tape->n_kinks; k++) {
        graph_tape_gap(gap, tape, k, prec);
        choice->bits[k] = arb_rel_accuracy_bits(gap);
    }
    arb_clear(gap);
}

static enum general_end choose(struct general_step *g, const struct arb_segment *segment,
                               const arb_t v, arb_srcptr x, struct choice *choice, const arb_t h,
                               mag_t longest)
{
    take_bits(&g->tape, choice, g->prec);
    take_by_frame(g, v, x);
    if (!loosen_open(&g->tape, choice))
        return GENERAL_AT_KINK;
    loosen_wary(g, choice);
    if (!graph_tape_has_loose(&g->tape))
        return GENERAL_DONE;
    graph_tape_at(&g->tape, v, g->s, x, g->prec);
    if (!all_are_slow(g, segment, choice))
        return GENERAL_AT_KINK;
    if (make_little(longest, g, v, x, h))
        return GENERAL_DONE;
    fasten(g, choice);
    return make_little(longest, g, v, x, h) ? GENERAL_DONE : GENERAL_TOO_LONG;
}

enum general_end general_step_loosen(struct general_step *g, const struct arb_segment *segment,
                                     const arb_t v, arb_srcptr x)
{
    const size_t n = g->tape.n_kinks;
    bool *was = memory_array(2 * n + 1, sizeof *was);
    slong *bits = memory_array(n + 1, sizeof *bits);
    struct choice choice = { was, was + n, bits };
    arb_t h;
    mag_t longest, least;
    arb_init(h);
    arb_sub(h, g->to, g->from, ARF_PREC_EXACT);
    mag_init(longest);
    mag_init(least);
    enum general_end end = choose(g, segment, v, x, &choice, h, longest);
    set_allowed(g, x);
    arb_get_mag(least, g->least);
    if (end == GENERAL_TOO_LONG && mag_cmp(longest, least) < 0)
        end = GENERAL_AT_KINK;
    else if (end == GENERAL_TOO_LONG)
        arf_set_mag(arb_midref(g->near), longest);
    mag_clear(least);
    mag_clear(longest);
    arb_clear(h);
    free(bits);
    free(was);
    return end;
}
