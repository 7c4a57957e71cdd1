/* Finds a tube about an approximation (tube.h): by bounds of the slopes in each part of a step. */
#include "reference/taylor/tube.h"
#include "tools/base/decide.h"

/* Attempts to find a tube. */
enum { MOST_TUBES = 8 };

/* Bits by which a defect is less than what radii of parameters and velocities make of it. */
enum { GOOD_BITS = 10 };

/* s <- the middle of part k of [-1, 1], radius <- half its length. */
static void set_part(arb_t s, mag_t radius, int k)
{
    arb_set_si(s, 2 * k + 1 - PARTS);
    arb_mul_2exp_si(s, s, -LOG_PARTS);
    mag_set_ui_2exp_si(radius, 1, -LOG_PARTS);
}

/* Evaluates everything over part k of the tube, or of the approximation alone, and the velocities v
 * there. */
static void go_to_part(arb_t v, struct general_step *g, const struct arb_segment *segment, int k,
                       bool is_tube)
{
    const slong row = g->table->degree + 1, n = g->n_states;
    arb_ptr x = _arb_vec_init(n);
    arb_t s;
    mag_t radius;
    arb_init(s);
    mag_init(radius);
    set_part(s, radius, k);
    for (slong i = 0; i < n; i++) {
        chebyshev_range(x + i, g->c + i * row, row, s, radius, g->prec);
        if (is_tube)
            arb_add_error_mag(x + i, g->radius + i);
    }
    arb_add_error_mag(s, radius);
    general_step_velocity(v, g, segment, s);
    graph_tape_at(&g->tape, v, g->s, x, g->prec);
    mag_clear(radius);
    arb_clear(s);
    _arb_vec_clear(x, n);
}

/* Takes in what loose kinks make of rates and powers along the approximation in part k. */
static void take_spread(struct bounds *b, struct general_step *g, const struct arb_segment *segment,
                        int k)
{
    const unsigned n = g->n_states + g->n_parts;
    mag_ptr spread = _mag_vec_init(n);
    arb_t v;
    mag_t speed;
    arb_init(v);
    mag_init(speed);
    go_to_part(v, g, segment, k, false);
    arb_get_mag(speed, v);
    graph_tape_spread(spread, &g->tape, n, g->prec);
    for (unsigned j = 0; j < n; j++) {
        if (j >= g->n_states)
            mag_mul(spread + j, spread + j, speed);
        mag_max(b->spread + j, b->spread + j, spread + j);
    }
    mag_clear(speed);
    arb_clear(v);
    _mag_vec_clear(spread, n);
}

/* slopes[i n + j] <- half of the slope by error j of the rate of error i, of errors that are those
 * of the states. */
static void find_slopes(arb_ptr slopes, struct general_step *g)
{
    const slong n = g->n_states;
    for (slong i = 0; i < n; i++) {
        graph_tape_slopes(&g->tape, g->law->rate.of[i], 64);
        for (slong j = 0; j < n; j++) {
            const expression state = graph_tape_state(&g->tape, (unsigned)j);
            if (state != EXPRESSION_NONE)
                arb_set(slopes + i * n + j, g->tape.slope + state);
        }
    }
}

/* The same of errors in a frame: along their directions, as what one of them leaves alone is then
 * seen to be. */
static void find_slopes_in_frame(arb_ptr slopes, struct general_step *g)
{
    const slong n = g->n_states;
    arb_ptr direction = _arb_vec_init(n);
    for (slong j = 0; j < n; j++) {
        frame_direction(direction, &g->frame, j);
        graph_tape_slopes_along(&g->tape, direction, 64);
        for (slong i = 0; i < n; i++)
            for (slong l = 0; l < n; l++)
                arb_addmul(slopes + i * n + j, frame_weights(&g->frame, i) + l,
                           g->tape.slope + g->law->rate.of[l], 64);
    }
    _arb_vec_clear(direction, n);
}

/* Bounds the slopes of the rates over part k of the tube. */
static void bound_slopes(struct bounds *b, struct general_step *g, int k)
{
    const slong n = g->n_states;
    arb_ptr slopes = _arb_vec_init(n * n);
    if (g->frame.is_unit)
        find_slopes(slopes, g);
    else
        find_slopes_in_frame(slopes, g);
    _arb_vec_scalar_mul(slopes, slopes, n * n, b->half, 64);
    for (slong i = 0; i < n; i++) {
        for (slong j = 0; j < n; j++)
            arb_get_mag(b->coupling + (k * n + i) * n + j, slopes + i * n + j);
        arb_get_ubound_arf(arb_midref(b->growth + k * n + i), slopes + i * n + i, 64);
    }
    _arb_vec_clear(slopes, n * n);
}

/* decay <- exp(mu h), impulse <- (exp(mu h) - 1)/mu: what is left of an error after a part, of
 * length h in s, and what a constant defect has come to. */
static void grow(mag_t decay, mag_t impulse, const arb_t mu)
{
    arb_t e, m;
    arb_init(e);
    arb_init(m);
    arb_mul_2exp_si(e, mu, 1 - LOG_PARTS);
    arb_exp(m, e, 64);
    arb_get_mag(decay, m);
    arb_expm1(m, e, 64);
    arb_div(m, m, mu, 64);
    if (arb_is_finite(m) && mag_cmp_2exp_si(arb_radref(m), -LOG_PARTS) < 0)
        arb_get_mag(impulse, m);
    else { /* mu near 0: at most h max(1, exp(mu h)) */
        mag_one(impulse);
        mag_max(impulse, impulse, decay);
        mag_mul_2exp_si(impulse, impulse, 1 - LOG_PARTS);
    }
    arb_clear(m);
    arb_clear(e);
}

/* source <- what bends error i in part k: the defect, and the errors before it. */
static void bend(mag_t source, const struct bounds *b, slong n, int k, slong i)
{
    mag_set(source, b->bend + i);
    for (slong j = 0; j < i; j++)
        mag_addmul(source, b->coupling + (k * n + i) * n + j, b->radius + j);
}

/* Adds what the errors behind error i make of it in part k. They have been taken through: what they
 * add up to counts where they decay at once, else how large they are. */
static void add_later(mag_t added, const struct bounds *b, slong n, int k, slong i,
                      const mag_t decay, const mag_t impulse)
{
    mag_t by_size, by_sum;
    mag_init(by_size);
    mag_init(by_sum);
    for (slong j = i + 1; j < n; j++) {
        const mag_struct *slope = b->coupling + (k * n + i) * n + j;
        if (mag_is_zero(slope))
            continue;
        mag_mul(by_size, b->radius + j, impulse);
        mag_one(by_sum);
        mag_max(by_sum, by_sum, decay);
        mag_mul(by_sum, by_sum, b->part_spent + k * n + j);
        mag_min(by_sum, by_sum, by_size);
        mag_addmul(added, slope, by_sum);
    }
    mag_clear(by_sum);
    mag_clear(by_size);
}

/* Takes error i, which b->end has, through part k; bound: the most so far. */
static void take_through(struct bounds *b, slong n, mag_ptr bound, int k, slong i)
{
    mag_t decay, impulse, added, most;
    mag_init(decay);
    mag_init(impulse);
    mag_init(added);
    mag_init(most);
    mag_ptr error = b->end + i, spent = b->part_spent + k * n + i;
    grow(decay, impulse, b->growth + k * n + i);
    bend(added, b, n, k, i);
    mag_mul(added, added, impulse);
    add_later(added, b, n, k, i, decay, impulse);
    mag_mul_2exp_si(spent, added, 1 - LOG_PARTS);
    mag_addmul(spent, error, impulse);
    mag_add(b->spent + i, b->spent + i, spent);
    mag_add(most, error, added); /* within, where the error decays */
    if (mag_cmp_2exp_si(decay, 0) <= 0)
        mag_max(bound + i, bound + i, most);
    mag_mul(error, error, decay);
    mag_add(error, error, added);
    mag_max(bound + i, bound + i, error);
    mag_clear(most);
    mag_clear(added);
    mag_clear(impulse);
    mag_clear(decay);
}

/* Finds what the errors are at most if they stay within the radii. Returns true when they do. */
static bool stays(struct bounds *b, slong n, mag_ptr bound)
{
    bool all = true;
    mag_t half;
    mag_init(half);
    arb_get_mag(half, b->half);
    for (slong i = n; i-- > 0;) {
        mag_set(b->end + i, b->start + i);
        mag_set(bound + i, b->start + i);
        mag_zero(b->spent + i);
        for (int k = 0; k < PARTS; k++)
            take_through(b, n, bound, k, i);
        mag_mul(b->spent + i, b->spent + i, half);
        all = all && mag_is_finite(bound + i) && mag_cmp(bound + i, b->radius + i) <= 0;
    }
    mag_clear(half);
    return all;
}

/* impulse <- what a constant defect i has come to after all parts. */
static void add_up(mag_t impulse, const struct bounds *b, slong n, slong i)
{
    mag_t decay, own;
    mag_init(decay);
    mag_init(own);
    mag_zero(impulse);
    for (int k = 0; k < PARTS; k++) {
        grow(decay, own, b->growth + k * n + i);
        mag_mul(impulse, impulse, decay);
        mag_add(impulse, impulse, own);
    }
    mag_clear(own);
    mag_clear(decay);
}

/* Returns true when what a shorter step would avoid of the defect is small: what it adds beside the
 * states, or itself beside the rest of the defect. */
static bool defect_is_small(const struct bounds *b, const struct general_step *g)
{
    const slong row = g->table->degree + 1, n = g->n_states;
    bool all = true;
    mag_ptr added = _mag_vec_init(n), effect = _mag_vec_init(n);
    mag_t impulse, size, little;
    mag_init(impulse);
    mag_init(size);
    mag_init(little);
    frame_to_y(effect, &g->frame, b->avoidable);
    for (slong i = 0; i < n; i++) {
        add_up(impulse, b, n, i);
        mag_mul(effect + i, effect + i, impulse);
    }
    frame_to_x(added, &g->frame, effect);
    for (slong i = 0; i < n; i++) {
        chebyshev_size(size, g->c + i * row, 0, row, 0);
        mag_max(size, size, g->scale + i);
        mag_mul_2exp_si(size, size, -g->allowed_bits);
        mag_mul_2exp_si(little, b->defect + i, -GOOD_BITS);
        all = all && (mag_cmp(added + i, size) <= 0 || mag_cmp(b->avoidable + i, little) <= 0);
    }
    mag_clear(little);
    mag_clear(size);
    mag_clear(impulse);
    _mag_vec_clear(effect, n);
    _mag_vec_clear(added, n);
    return all;
}

/* Writes what has been found in the frame as errors of the states. */
static void take_states(const struct bounds *b, struct general_step *g)
{
    frame_to_x(g->radius_end, &g->frame, b->end);
    frame_to_x(g->spent, &g->frame, b->spent);
    for (slong i = 0; i < g->n_states; i++) {
        mag_set(g->frame_radius + i, b->radius + i);
        mag_set(g->frame_end + i, b->end + i);
    }
}

/* Adds what loose kinks make of the rates to the defect. */
static void add_spread(struct bounds *b, struct general_step *g, const struct arb_segment *segment)
{
    mag_t half;
    mag_init(half);
    arb_get_mag(half, g->reach);
    mag_mul_2exp_si(half, half, -2);
    for (int k = 0; k < PARTS; k++)
        take_spread(b, g, segment, k);
    for (unsigned i = 0; i < g->n_states; i++) {
        mag_addmul(b->defect + i, b->spread + i, half);
        mag_addmul(b->avoidable + i, b->spread + i, half);
    }
    mag_clear(half);
}

/* Bounds slopes over the tube of the present radii. */
static void bound_parts(struct bounds *b, struct general_step *g, const struct arb_segment *segment)
{
    arb_t v;
    arb_init(v);
    graph_tape_let_go(&g->tape);
    for (int k = 0; k < PARTS; k++) {
        go_to_part(v, g, segment, k, true);
        bound_slopes(b, g, k);
    }
    graph_tape_hold(&g->tape);
    arb_clear(v);
}

/* Adds what error j, within `most`, of the direction in which the slopes have been found, or of
 * state j, makes of an expression. */
static void add_error(mag_t error, const arb_t slope, const mag_t most)
{
    mag_t size;
    mag_init(size);
    arb_get_mag(size, slope);
    if (!mag_is_zero(size))
        mag_addmul(error, size, most);
    mag_clear(size);
}

void general_step_add_error(mag_t error, struct general_step *g, const expression of[],
                            unsigned n_of)
{
    const slong n = g->n_states;
    arb_ptr direction = _arb_vec_init(n + 1);
    for (unsigned a = 0; g->frame.is_unit && a < n_of; a++) {
        graph_tape_slopes(&g->tape, of[a], 64);
        for (unsigned i = 0; i < g->n_states; i++)
            if (graph_tape_state(&g->tape, i) != EXPRESSION_NONE)
                add_error(error, g->tape.slope + graph_tape_state(&g->tape, i), g->radius + i);
    }
    for (slong j = 0; !g->frame.is_unit && j < n; j++) {
        frame_direction(direction, &g->frame, j);
        graph_tape_slopes_along(&g->tape, direction, 64);
        arb_set(direction + n, g->tape.slope + of[0]);
        if (n_of == 2)
            arb_sub(direction + n, direction + n, g->tape.slope + of[1], 64);
        add_error(error, direction + n, g->frame_radius + j);
    }
    _arb_vec_clear(direction, n + 1);
}

bool tube_find(struct bounds *b, struct general_step *g, const struct arb_segment *segment)
{
    const slong n = g->n_states;
    mag_ptr bound = _mag_vec_init(n);
    bool found = false;
    if (graph_tape_has_loose(&g->tape))
        add_spread(b, g, segment);
    frame_to_y(b->bend, &g->frame, b->defect);
    for (slong i = 0; i < n; i++) {
        mag_add(b->radius + i, b->start + i, b->bend + i);
        mag_mul_2exp_si(b->radius + i, b->radius + i, 1);
    }
    for (int tries = 0; !found && tries < MOST_TUBES; tries++) {
        frame_to_x(g->radius, &g->frame, b->radius);
        bound_parts(b, g, segment);
        found = stays(b, n, bound);
        for (slong i = 0; !found && i < n; i++) {
            mag_mul_2exp_si(bound + i, bound + i, 1);
            mag_max(b->radius + i, b->radius + i, bound + i);
        }
    }
    for (slong i = 0; found && i < n; i++)
        mag_swap(b->radius + i, bound + i);
    _mag_vec_clear(bound, n);
    if (!found)
        return false;
    frame_to_x(g->radius, &g->frame, b->radius);
    take_states(b, g);
    return defect_is_small(b, g);
}
