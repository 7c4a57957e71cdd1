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

/* Evaluates everything over part k of the tube, and the velocities there. */
static void go_to_part(struct general_step *g, const struct arb_segment *segment, int k)
{
    const slong row = g->table->degree + 1, n = g->n_states;
    arb_ptr x = _arb_vec_init(n);
    arb_t s, v;
    mag_t radius;
    arb_init(s);
    arb_init(v);
    mag_init(radius);
    set_part(s, radius, k);
    for (slong i = 0; i < n; i++) {
        chebyshev_range(x + i, g->c + i * row, row, s, radius, g->prec);
        arb_add_error_mag(x + i, g->radius + i);
    }
    arb_add_error_mag(s, radius);
    general_step_velocity(v, g, segment, s);
    graph_tape_at(&g->tape, v, g->s, x, g->prec);
    mag_clear(radius);
    arb_clear(v);
    arb_clear(s);
    _arb_vec_clear(x, n);
}

/* slopes[j] <- that by error j of the rate of error i, half of it. */
static void find_slopes(arb_ptr slopes, struct general_step *g, slong i, const arb_t half)
{
    const slong n = g->n_states;
    arb_ptr by_state = _arb_vec_init(n);
    graph_tape_slopes_of(&g->tape, g->law->rate.of, frame_weights(&g->frame, i), g->n_states, 64);
    for (slong l = 0; l < n; l++) {
        const expression state = graph_tape_state(&g->tape, (unsigned)l);
        if (state != EXPRESSION_NONE)
            arb_mul(by_state + l, g->tape.slope + state, half, 64);
    }
    frame_slopes(slopes, &g->frame, by_state, 64);
    _arb_vec_clear(by_state, n);
}

/* Bounds the slopes of the rates over part k of the tube. */
static void bound_slopes(struct bounds *b, struct general_step *g, int k)
{
    const slong n = g->n_states;
    arb_ptr slopes = _arb_vec_init(n);
    for (slong i = 0; i < n; i++) {
        find_slopes(slopes, g, i, b->half);
        for (slong j = 0; j < n; j++)
            arb_get_mag(b->coupling + (k * n + i) * n + j, slopes + j);
        arb_get_ubound_arf(arb_midref(b->growth + k * n + i), slopes + i, 64);
    }
    _arb_vec_clear(slopes, n);
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

/* source <- what bends error i in part k: the defect, and the other errors. */
static void bend(mag_t source, const struct bounds *b, slong n, int k, slong i)
{
    mag_set(source, b->bend + i);
    for (slong j = 0; j < n; j++)
        if (j != i)
            mag_addmul(source, b->coupling + (k * n + i) * n + j, b->radius + j);
}

/* Takes error i, which b->end has, through part k; bound: the most so far. */
static void take_through(struct bounds *b, slong n, mag_ptr bound, int k, slong i)
{
    mag_t decay, impulse, source, spent;
    mag_init(decay);
    mag_init(impulse);
    mag_init(source);
    mag_init(spent);
    mag_ptr error = b->end + i;
    bend(source, b, n, k, i);
    grow(decay, impulse, b->growth + k * n + i);
    mag_mul(source, source, impulse); /* what is added */
    mag_mul_2exp_si(spent, source, 1 - LOG_PARTS);
    mag_addmul(spent, error, impulse);
    mag_add(b->spent + i, b->spent + i, spent);
    mag_add(spent, error, source); /* within, where the error decays */
    if (mag_cmp_2exp_si(decay, 0) <= 0)
        mag_max(bound + i, bound + i, spent);
    mag_mul(error, error, decay);
    mag_add(error, error, source);
    mag_max(bound + i, bound + i, error);
    mag_clear(spent);
    mag_clear(source);
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
    for (slong i = 0; i < n; i++) {
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
        mag_mul_2exp_si(size, size, -g->bits);
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

bool tube_find(struct bounds *b, struct general_step *g, const struct arb_segment *segment)
{
    const slong n = g->n_states;
    mag_ptr bound = _mag_vec_init(n);
    bool found = false;
    frame_to_y(b->bend, &g->frame, b->defect);
    for (slong i = 0; i < n; i++) {
        mag_add(b->radius + i, b->start + i, b->bend + i);
        mag_mul_2exp_si(b->radius + i, b->radius + i, 1);
    }
    for (int tries = 0; !found && tries < MOST_TUBES; tries++) {
        frame_to_x(g->radius, &g->frame, b->radius);
        for (int k = 0; k < PARTS; k++) {
            go_to_part(g, segment, k);
            bound_slopes(b, g, k);
        }
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
    general_step_tube(g, segment);
    return defect_is_small(b, g);
}
