/* Ends a step before the law may come to the other side of a kink (general.h). */
#include "reference/taylor/general.h"
#include "tools/base/decide.h"

/* Intervals that are looked at; a step may end before. */
enum { MOST_INTERVALS = 40 };

/* A gap along a step: a polynomial, its slope, and the error of it. */
struct gap {
    arb_ptr c, slope;
    slong n;
    mag_t error;
    int side;
};

/* Encloses what the gap is apart from the polynomial: what the interpolant misses, and what the
 * errors of the states do. The tape has its values over the tube. */
static void set_error(struct gap *gap, struct general_step *g, const struct arb_segment *segment,
                      size_t k)
{
    const struct graph_node *node = g->law->nodes + g->tape.kinks[k];
    const unsigned arguments = graph_arguments(node->operation);
    mag_ptr bounds = _mag_vec_init(2);
    mag_t size, bound;
    mag_init(size);
    mag_init(bound);
    general_step_ellipse(bounds, size, g, segment, node->argument, arguments);
    for (unsigned a = 0; a < arguments; a++)
        mag_add(bound, bound, bounds + a);
    chebyshev_error(gap->error, bound, GENERAL_LOG_R, &g->table);
    for (unsigned a = 0; a < arguments; a++) {
        graph_tape_slopes(&g->tape, node->argument[a], 64);
        for (unsigned i = 0; i < g->n_states; i++) {
            const expression state = graph_tape_state(&g->tape, i);
            if (state == EXPRESSION_NONE)
                continue;
            arb_get_mag(size, g->tape.slope + state);
            if (!mag_is_zero(size))
                mag_addmul(gap->error, size, g->radius + i);
        }
    }
    mag_clear(bound);
    mag_clear(size);
    _mag_vec_clear(bounds, 2);
}

/* Interpolates the gap along p. */
static void interpolate(struct gap *gap, struct general_step *g, const struct arb_segment *segment,
                        size_t k)
{
    arb_ptr values = g->series + g->table.samples + 1;
    arb_t v;
    arb_init(v);
    for (slong j = 0; j < g->table.samples; j++) {
        general_step_sample(g, segment, j, v);
        graph_tape_gap(values + j, &g->tape, k, g->prec);
    }
    chebyshev_interpolant(gap->c, values, &g->table);
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

bool general_step_end_before_kinks(struct general_step *g, const struct arb_segment *segment)
{
    const slong samples = g->table.samples;
    struct gap gap = { .c = g->series, .slope = g->series + 2 * (samples + 1), .n = samples };
    bool is_over_tube = true; /* the tape's values are those over the tube */
    arf_t end, least;
    arb_t t;
    arf_init(end);
    arf_init(least);
    arb_init(t);
    mag_init(gap.error);
    arf_one(end);
    arb_mul_2exp_si(t, g->least, 3);
    arb_div(t, t, g->reach, 64);
    arb_get_lbound_arf(least, t, 64);
    for (size_t k = 0; k < g->tape.n_kinks; k++) {
        gap.side = graph_tape_side(&g->tape, k);
        if (gap.side == 0 || g->tape.by_speed[k] != 0)
            continue;
        if (!is_over_tube)
            general_step_tube(g, segment);
        graph_tape_gap(t, &g->tape, k, g->prec);
        is_over_tube = ball_sign(t) == gap.side;
        if (is_over_tube)
            continue;
        set_error(&gap, g, segment, k);
        interpolate(&gap, g, segment, k);
        find_end(end, &gap, least, g->prec);
    }
    const bool is_whole = arf_is_one(end);
    if (!is_whole)
        shorten(g, end);
    arb_sub(t, g->to, g->from, ARF_PREC_EXACT);
    const bool ok = is_whole || certainly(ball_less(g->least, t));
    mag_clear(gap.error);
    arb_clear(t);
    arf_clear(least);
    arf_clear(end);
    return ok;
}
