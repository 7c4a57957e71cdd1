/* Ends a step before the law may come to the other side of a kink (general.h). */
#include <stdlib.h>

#include "reference/taylor/general.h"
#include "tools/base/decide.h"
#include "tools/base/memory.h"

/* Intervals that are looked at; a step may end before. */
enum { MOST_INTERVALS = 40 };

/* A gap along a step: what is less, if anything, from what is more; as a polynomial, its slope, and
 * the error of it. */
struct gap {
    expression of[2]; /* more, less */
    unsigned n_of;
    arb_ptr c, slope;
    slong n;
    mag_t error;
    int side;
    bool may_be_zero; /* zero throughout serves, too */
};

static void evaluate(arb_t y, const struct gap *gap, const struct graph_tape *tape, slong prec)
{
    arb_set(y, tape->value + gap->of[0]);
    if (gap->n_of == 2)
        arb_sub(y, y, tape->value + gap->of[1], prec);
}

/* Encloses what the gap is apart from the polynomial: what the interpolant misses, and what the
 * errors of the states do. The tape has its values over the tube. */
static void set_error(struct gap *gap, struct general_step *g, const struct arb_segment *segment)
{
    mag_ptr bounds = _mag_vec_init(2);
    mag_t size, bound;
    mag_init(size);
    mag_init(bound);
    general_step_ellipse(bounds, size, g, segment, gap->of, gap->n_of);
    for (unsigned a = 0; a < gap->n_of; a++)
        mag_add(bound, bound, bounds + a);
    chebyshev_error(gap->error, bound, g->log_r, g->table);
    general_step_add_error(gap->error, g, gap->of, gap->n_of);
    mag_clear(bound);
    mag_clear(size);
    _mag_vec_clear(bounds, 2);
}

/* Interpolates the gap along p. */
static void interpolate(struct gap *gap, struct general_step *g, const struct arb_segment *segment)
{
    arb_ptr values = g->series + g->table->samples + 1;
    arb_t v;
    arb_init(v);
    for (slong j = 0; j < g->table->samples; j++) {
        general_step_sample(g, segment, j, v);
        evaluate(values + j, gap, &g->tape, g->prec);
    }
    chebyshev_interpolant(gap->c, values, g->table);
    chebyshev_slope(gap->slope, gap->c, gap->n, g->prec);
    arb_clear(v);
}

/* Returns the sign that a polynomial but for an error certainly has from s = a to a + width, 0
 * where none is certain. */
static int sign_over(arb_srcptr c, slong n, const mag_t error, const arf_t a, const arf_t width,
                     slong prec)
{
    arb_t middle, y;
    mag_t radius;
    arb_init(middle);
    arb_init(y);
    mag_init(radius);
    arf_mul_2exp_si(arb_midref(middle), width, -1);
    arf_get_mag(radius, arb_midref(middle));
    arf_add(arb_midref(middle), arb_midref(middle), a, ARF_PREC_EXACT, ARF_RND_DOWN);
    chebyshev_range(y, c, n, middle, radius, prec);
    arb_add_error_mag(y, error);
    const int sign = ball_sign(y);
    mag_clear(radius);
    arb_clear(y);
    arb_clear(middle);
    return sign;
}

static bool is_certain(const struct gap *gap, const arf_t a, const arf_t width, slong prec)
{
    return sign_over(gap->c, gap->n, gap->error, a, width, prec) == gap->side;
}

/* Returns 1 when the polynomial certainly opens all the way, -1 when it closes, else 0. */
static int trend(const struct gap *gap, const arf_t a, const arf_t width, slong prec)
{
    mag_t none;
    mag_init(none);
    const int sign = sign_over(gap->slope, gap->n, none, a, width, prec);
    mag_clear(none);
    return sign * gap->side;
}

/* Returns true when the gap certainly has its sign at a + width. */
static bool is_certain_at(const struct gap *gap, const arf_t a, const arf_t width, slong prec)
{
    arb_t at, y;
    arb_init(at);
    arb_init(y);
    arf_add(arb_midref(at), a, width, ARF_PREC_EXACT, ARF_RND_DOWN);
    chebyshev_evaluate(y, gap->c, gap->n, at, prec);
    arb_add_error_mag(y, gap->error);
    const bool certain = ball_sign(y) == gap->side;
    arb_clear(y);
    arb_clear(at);
    return certain;
}

/* Advances a to within `least` of where a gap that closes, and certainly has its sign at a, loses
 * it before a + width: what it has at one place it has at all before. */
static void approach(arf_t a, const struct gap *gap, const arf_t width, const arf_t least,
                     slong prec)
{
    arf_t step;
    arf_init(step);
    arf_mul_2exp_si(step, width, -1);
    for (; arf_cmp(step, least) > 0; arf_mul_2exp_si(step, step, -1))
        if (is_certain_at(gap, a, step, prec))
            arf_add(a, a, step, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_clear(step);
}

/* Returns true when a gap that certainly has its sign at a certainly keeps it until a + width. */
static bool keeps(const struct gap *gap, const arf_t a, const arf_t width, int trend, slong prec)
{
    return trend > 0 ||
           (trend < 0 ? is_certain_at(gap, a, width, prec) : is_certain(gap, a, width, prec));
}

/* end <- the s in [-1, end], from -1 on, until which the gap certainly keeps its sign, to within
 * `least`; it may have no step at all: by intervals twice as long after one in which it does, half
 * as long after another, until it closes. */
static void find_end(arf_t end, const struct gap *gap, const arf_t least, slong prec)
{
    arf_t a, width, left;
    arf_init(a);
    arf_init(width);
    arf_init(left);
    arf_set_si(a, -1);
    if (!is_certain_at(gap, a, width, prec))
        arf_set(end, a);
    arf_set_ui(width, 2);
    for (int k = 0; k < MOST_INTERVALS; k++) {
        arf_sub(left, end, a, ARF_PREC_EXACT, ARF_RND_DOWN);
        if (arf_sgn(left) <= 0)
            break;
        if (arf_cmp(width, left) > 0)
            arf_set(width, left);
        const int way = trend(gap, a, width, prec);
        if (keeps(gap, a, width, way, prec)) {
            arf_add(a, a, width, ARF_PREC_EXACT, ARF_RND_DOWN);
            arf_mul_2exp_si(width, width, 1);
        } else if (way < 0) {
            approach(a, gap, width, least, prec);
            break;
        } else if (arf_cmp(width, least) > 0)
            arf_mul_2exp_si(width, width, -1);
        else
            break;
    }
    arf_set(end, a);
    arf_clear(left);
    arf_clear(width);
    arf_clear(a);
}

/* Ends the step at s = end. */
static void shorten(struct general_step *g, const arf_t end)
{
    arb_t to;
    arb_init(to);
    arb_set_arf(to, end);
    arb_mul(to, to, g->reach, ARF_PREC_EXACT);
    arb_mul_2exp_si(to, to, -2);
    arb_add(g->to, to, g->centre, ARF_PREC_EXACT);
    arb_clear(to);
}

/* What is looked at along a step for its end. */
struct ending {
    struct general_step *g;
    const struct arb_segment *segment;
    struct gap gap;
    arf_t end, least;
    bool is_over_tube; /* the tape's values are those over the tube */
};

/* The gap where the step begins: not by the interpolant, whose error may hide it. */
static void evaluate_at_start(arb_t y, const struct gap *gap, struct general_step *g,
                              const struct arb_segment *segment)
{
    const slong row = g->table->degree + 1;
    arb_ptr x = _arb_vec_init(g->n_states);
    arb_t start, v;
    arb_init(start);
    arb_init(v);
    arb_set_si(start, -1);
    for (slong i = 0; i < g->n_states; i++)
        chebyshev_evaluate(x + i, g->c + i * row, row, start, g->prec);
    general_step_velocity(v, g, segment, start);
    graph_tape_at(&g->tape, v, g->s, x, g->prec);
    evaluate(y, gap, &g->tape, g->prec);
    arb_clear(v);
    arb_clear(start);
    _arb_vec_clear(x, g->n_states);
}

bool general_gap_closes(arb_t in, const arb_t gap, const arb_t slope, slong prec)
{
    arb_div(in, gap, slope, prec);
    arb_neg(in, in);
    mag_zero(arb_radref(in));
    return certainly(ball_is_positive(in));
}

bool general_kink_stays(const struct general_step *g, size_t k)
{
    return graph_tape_side(&g->tape, k) == 0 || g->tape.by_speed[k] != 0 ||
           graph_tape_is_loose(&g->tape, k);
}

/* Finds about how long it is from the beginning until the gap closes, for a shorter step, over
 * which the gap is known better. */
static void look_ahead(struct general_step *g, const struct arb_segment *segment,
                       const struct gap *gap)
{
    arb_t start, y, slope;
    arb_init(start);
    arb_init(y);
    arb_init(slope);
    arb_set_si(start, -1);
    evaluate_at_start(y, gap, g, segment);
    chebyshev_evaluate(slope, gap->slope, gap->n, start, g->prec);
    if (general_gap_closes(y, y, slope, g->prec)) {
        arb_mul(y, y, g->reach, g->prec);
        arb_mul_2exp_si(g->near, y, -2);
        mag_zero(arb_radref(g->near));
    }
    arb_clear(slope);
    arb_clear(y);
    arb_clear(start);
}

/* Returns true when next to nothing of the step is left. */
static bool is_at_beginning(const arf_t end)
{
    enum { LOG_LITTLE = -16 };
    arf_t left;
    arf_init(left);
    arf_add_ui(left, end, 1, ARF_PREC_EXACT, ARF_RND_DOWN);
    const bool is = arf_cmpabs_2exp_si(left, LOG_LITTLE) < 0;
    arf_clear(left);
    return is;
}

/* Ends the step where the gap may lose its sign, which it has over the tube for certain, or from
 * place to place. Of a step of which next to nothing is left, which is not taken, no more is asked.
 */
static void end_at(struct ending *e)
{
    struct general_step *g = e->g;
    if (is_at_beginning(e->end))
        return;
    arb_t y;
    arb_init(y);
    if (!e->is_over_tube)
        general_step_tube(g, e->segment);
    evaluate(y, &e->gap, &g->tape, g->prec);
    e->is_over_tube =
        ball_sign(y) == e->gap.side || (e->gap.may_be_zero && certainly(ball_is_zero(y)));
    if (!e->is_over_tube) {
        set_error(&e->gap, g, e->segment);
        interpolate(&e->gap, g, e->segment);
        find_end(e->end, &e->gap, e->least, g->prec);
        if (is_at_beginning(e->end))
            look_ahead(g, e->segment, &e->gap);
    }
    arb_clear(y);
}

/* Ends the step at kink k, if it has a side that may be lost. */
static void end_at_kink(struct ending *e, size_t k)
{
    const struct graph_tape *tape = &e->g->tape;
    const struct graph_node *node = e->g->law->nodes + tape->kinks[k];
    const bool is_of_one = graph_arguments(node->operation) == 1;
    e->gap.side = graph_tape_side(tape, k);
    e->gap.of[0] = node->argument[is_of_one ? 0 : 1];
    e->gap.of[1] = node->argument[0];
    e->gap.n_of = is_of_one ? 1 : 2;
    e->gap.may_be_zero = false;
    if (!general_kink_stays(e->g, k))
        end_at(e);
}

/* Returns true when a guard is positive over the tube, whatever the sides of kinks that it alone
 * has, or zero for good. */
static bool is_open_over_tube(struct ending *e, unsigned i)
{
    const struct law_event *event = &e->g->law->events[i];
    const arb_struct *guard = e->g->tape.value + event->guard;
    if (!e->is_over_tube)
        general_step_tube(e->g, e->segment);
    e->is_over_tube = true;
    return certainly(ball_is_positive(guard)) ||
           (!event->fires_at_zero && certainly(ball_is_zero(guard)));
}

/* Ends the step where event i may happen: where its guard may come to zero or, before, to another
 * side of a kink. */
static void end_at_event(struct ending *e, unsigned i)
{
    struct graph_tape *tape = &e->g->tape;
    bool *had = memory_array(tape->n_kinks + 1, sizeof *had);
    for (size_t k = 0; k < tape->n_kinks; k++)
        had[k] = tape->side[tape->kinks[k]] != 0;
    if (!graph_tape_take_sides_of(tape, e->g->law->events[i].guard))
        arf_set_si(e->end, -1);
    e->is_over_tube = false;
    for (size_t k = 0; k < tape->n_kinks; k++)
        if (!had[k])
            end_at_kink(e, k);
    e->gap.of[0] = e->g->law->events[i].guard;
    e->gap.n_of = 1;
    e->gap.side = 1;
    e->gap.may_be_zero = !e->g->law->events[i].fires_at_zero;
    end_at(e);
    free(had);
}

/* Ends the step before the first kink, and the first event. */
static void end_before_all(struct ending *e)
{
    arf_t end;
    arf_init(end);
    for (size_t k = 0; k < e->g->tape.n_kinks; k++) {
        arf_set(end, e->end);
        end_at_kink(e, k);
        e->g->wary[k] = graph_tape_is_loose(&e->g->tape, k) || arf_cmp(e->end, end) < 0;
    }
    arf_clear(end);
    for (unsigned i = 0; i < e->g->law->n_events; i++)
        if (!general_guard_stays(e->g, i) && !is_open_over_tube(e, i))
            end_at_event(e, i);
}

bool general_step_end_before_kinks(struct general_step *g, const struct arb_segment *segment)
{
    const slong samples = g->table->samples;
    struct ending e = {
        .g = g,
        .segment = segment,
        .gap = { .c = g->series, .slope = g->series + 2 * (samples + 1), .n = samples },
        .is_over_tube = true,
    };
    arb_t t;
    arf_init(e.end);
    arf_init(e.least);
    arb_init(t);
    mag_init(e.gap.error);
    arf_one(e.end);
    arb_mul_2exp_si(t, g->least, 3);
    arb_div(t, t, g->reach, 64);
    arb_get_lbound_arf(e.least, t, 64);
    end_before_all(&e);
    const bool is_whole = arf_is_one(e.end);
    if (!is_whole)
        shorten(g, e.end);
    arb_sub(t, g->to, g->from, ARF_PREC_EXACT);
    const bool ok = is_whole || (!is_at_beginning(e.end) && certainly(ball_less(g->least, t)));
    mag_clear(e.gap.error);
    arb_clear(t);
    arf_clear(e.least);
    arf_clear(e.end);
    return ok;
}
