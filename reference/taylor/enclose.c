/* Encloses how far an approximation is from the motion over a step (general.h). */
#include <stdlib.h>

#include "reference/graph/graph_series.h"
#include "reference/taylor/tube.h"
#include "tools/base/decide.h"
#include "tools/base/memory.h"

enum { MOST_FUNCTIONS = GENERAL_STATES + GENERAL_PARTS };

static void bounds_init(struct bounds *b, slong n)
{
    b->ellipse = _mag_vec_init(MOST_FUNCTIONS);
    b->spread = _mag_vec_init(MOST_FUNCTIONS);
    b->defect = _mag_vec_init(n);
    b->avoidable = _mag_vec_init(n);
    b->bend = _mag_vec_init(n);
    b->start = _mag_vec_init(n);
    b->radius = _mag_vec_init(n);
    b->end = _mag_vec_init(n);
    b->spent = _mag_vec_init(n);
    b->coupling = _mag_vec_init(PARTS * n * n);
    b->part_spent = _mag_vec_init(PARTS * n);
    b->growth = _arb_vec_init(PARTS * n);
    arb_init(b->half);
}

static void bounds_clear(struct bounds *b, slong n)
{
    arb_clear(b->half);
    _arb_vec_clear(b->growth, PARTS * n);
    _mag_vec_clear(b->part_spent, PARTS * n);
    _mag_vec_clear(b->coupling, PARTS * n * n);
    _mag_vec_clear(b->spent, n);
    _mag_vec_clear(b->end, n);
    _mag_vec_clear(b->radius, n);
    _mag_vec_clear(b->start, n);
    _mag_vec_clear(b->bend, n);
    _mag_vec_clear(b->avoidable, n);
    _mag_vec_clear(b->defect, n);
    _mag_vec_clear(b->spread, MOST_FUNCTIONS);
    _mag_vec_clear(b->ellipse, MOST_FUNCTIONS);
}

void general_step_sample(struct general_step *g, const struct arb_segment *segment, slong j,
                         arb_t v)
{
    const slong row = g->table->degree + 1, samples = g->table->samples, n = g->n_states;
    arb_ptr x = _arb_vec_init(n);
    for (slong i = 0; i < n; i++)
        arb_dot(x + i, NULL, 0, g->c + i * row, 1, g->table->at_sample + j * samples, 1, row,
                g->prec);
    general_step_velocity(v, g, segment, g->table->sample + j);
    graph_tape_at(&g->tape, v, g->s, x, g->prec);
    _arb_vec_clear(x, n);
}

/* Evaluates rates and powers at all samples of p. */
static void sample(struct general_step *g, const struct arb_segment *segment)
{
    const slong samples = g->table->samples;
    arb_t v;
    arb_init(v);
    for (slong j = 0; j < samples; j++) {
        general_step_sample(g, segment, j, v);
        for (unsigned k = 0; k < g->n_states + g->n_parts; k++) {
            arb_ptr value = g->value + (slong)k * samples + j;
            arb_set(value, g->tape.value + g->tape.of[k]);
            if (k >= g->n_states)
                arb_mul(value, value, v, g->prec);
        }
    }
    arb_clear(v);
}

void general_step_ellipse(mag_ptr bound, mag_t speed, const struct general_step *g,
                          const struct arb_segment *segment, const expression of[], unsigned n)
{
    enum { COARSE = 64 };
    const slong row = g->table->degree + 1, n_states = g->n_states;
    acb_ptr x = _acb_vec_init(n_states), y = _acb_vec_init(n);
    acb_t v;
    arb_t reach;
    mag_t size;
    acb_init(v);
    arb_init(reach);
    mag_init(size);
    /* half a step times (r + 1/r)/2 */
    arb_mul_2exp_si(reach, g->reach, -2 * g->log_r);
    arb_add(reach, reach, g->reach, COARSE);
    arb_mul_2exp_si(reach, reach, g->log_r - 3);
    arb_segment_disc(v, segment, g->centre, reach, COARSE);
    for (slong i = 0; i < n_states; i++) {
        chebyshev_size(size, g->c + i * row, 1, row, g->log_r);
        acb_set_arb(x + i, g->c + i * row);
        arb_add_error_mag(acb_realref(x + i), size);
        arb_add_error_mag(acb_imagref(x + i), size);
    }
    const struct disc_point at = {
        .p = g->p, .memory = g->memory, .s = g->s, .v = v, .x = x, .side = g->tape.side
    };
    graph_disc(y, g->law, of, n, &at, COARSE);
    for (unsigned k = 0; k < n; k++)
        if (acb_is_finite(y + k))
            acb_get_mag(bound + k, y + k);
        else
            mag_inf(bound + k);
    acb_get_mag(speed, v);
    mag_clear(size);
    arb_clear(reach);
    acb_clear(v);
    _acb_vec_clear(y, n);
    _acb_vec_clear(x, n_states);
}

/* Bounds rates and powers in the ellipse. */
static void bound_in_ellipse(struct bounds *b, const struct general_step *g,
                             const struct arb_segment *segment)
{
    mag_t speed;
    mag_init(speed);
    const unsigned n = g->n_states + g->n_parts;
    general_step_ellipse(b->ellipse, speed, g, segment, g->tape.of, n);
    for (unsigned k = g->n_states; k < n; k++)
        if (!mag_is_zero(b->ellipse + k))
            mag_mul(b->ellipse + k, b->ellipse + k, speed);
    mag_clear(speed);
}

/* a <- the coefficients of the interpolant; rest <- what is not in them. That discrete variables
 * are not known well moves all of it, and is kept apart from the coefficients. */
static void interpolate(arb_ptr a, mag_t rest, const struct general_step *g, slong k)
{
    arb_srcptr values = g->value + k * g->table->samples;
    bool exact = true;
    for (unsigned i = 0; i < g->n_memory; i++)
        exact = exact && arb_is_exact(g->memory + i);
    mag_zero(rest);
    if (exact)
        chebyshev_interpolant(a, values, g->table);
    else
        chebyshev_interpolant_of_middles(a, rest, values, g->table);
}

/* defect_i <- what p_i' misses of half f_i(p, v), per unit of s. */
static void set_defect(struct bounds *b, struct general_step *g, slong i)
{
    const slong row = g->table->degree + 1, samples = g->table->samples;
    arb_ptr a = g->series, d = g->series + samples + 1;
    mag_t missed, half, rest;
    mag_init(missed);
    mag_init(half);
    mag_init(rest);
    interpolate(a, rest, g, i);
    _arb_vec_scalar_mul(a, a, samples, b->half, g->prec);
    chebyshev_slope(d, g->c + i * row, row, g->prec);
    _arb_vec_sub(a, a, d, row, g->prec);
    chebyshev_size(b->defect + i, a, 0, samples, 0);
    chebyshev_error(missed, b->ellipse + i, g->log_r, g->table);
    arb_get_mag(half, b->half);
    mag_mul(missed, missed, half);
    mag_add(b->defect + i, b->defect + i, missed);
    if (!mag_is_zero(rest))
        mag_addmul(b->defect + i, rest, half);
    for (slong k = 0; k < samples; k++)
        mag_zero(arb_radref(a + k));
    chebyshev_size(b->avoidable + i, a, 0, samples, 0);
    mag_add(b->avoidable + i, b->avoidable + i, missed);
    mag_clear(rest);
    mag_clear(half);
    mag_clear(missed);
}

/* slopes[i n + j] <- that of rate i by state j at the middle of the approximation, between those of
 * both sides of loose kinks. */
static void find_loose_slopes(double slopes[], struct general_step *g,
                              const struct arb_segment *segment)
{
    enum { AROUND_BITS = 20 }; /* far enough for the gaps of loose kinks to have either sign */
    const unsigned n = g->n_states, row = (unsigned)g->table->degree + 1;
    arb_ptr x = _arb_vec_init(n);
    arb_t v, middle;
    mag_t around;
    mag_init(around);
    arb_init(v);
    arb_init(middle);
    general_step_velocity(v, g, segment, middle);
    for (unsigned i = 0; i < n; i++) {
        chebyshev_evaluate(x + i, g->c + (slong)(i * row), row, middle, g->prec);
        arb_get_mag(around, x + i);
        mag_max(around, around, g->scale + i);
        mag_mul_2exp_si(around, around, -AROUND_BITS);
        arb_add_error_mag(x + i, around);
    }
    graph_tape_let_go(&g->tape);
    graph_tape_at(&g->tape, v, g->s, x, g->prec);
    for (unsigned i = 0; i < n; i++) {
        graph_tape_slopes(&g->tape, g->law->rate.of[i], 53);
        for (unsigned j = 0; j < n; j++) {
            const expression state = graph_tape_state(&g->tape, j);
            if (state != EXPRESSION_NONE && arb_is_finite(g->tape.slope + state))
                slopes[i * n + j] = arf_get_d(arb_midref(g->tape.slope + state), ARF_RND_NEAR);
        }
    }
    graph_tape_hold(&g->tape);
    mag_clear(around);
    arb_clear(middle);
    arb_clear(v);
    _arb_vec_clear(x, n);
}

/* Chooses the frame by the slopes at the middle of the approximation. Where either side of a kink
 * may be, the frame is one for both: what acts on another state on one side only is seen, too. */
static void choose_frame(struct general_step *g, const struct arb_segment *segment)
{
    const size_t n = g->n_states, row = (size_t)g->table->degree + 1;
    double *slopes = memory_array(n * n + 1, sizeof *slopes);
    for (size_t i = 0; n > 1 && i < n * n; i++)
        slopes[i] = g->slopes[i * row + row / 2];
    if (n > 1 && graph_tape_has_loose(&g->tape))
        find_loose_slopes(slopes, g, segment);
    frame_choose(&g->frame, slopes);
    free(slopes);
}

/* Bounds the errors where the approximation begins. */
static void set_start(struct bounds *b, const struct general_step *g, arb_srcptr x)
{
    const slong row = g->table->degree + 1, n = g->n_states;
    arb_ptr begin = _arb_vec_init(n);
    arb_t end;
    arb_init(end);
    arb_set_si(end, -1);
    for (slong i = 0; i < n; i++)
        chebyshev_evaluate(begin + i, g->c + i * row, row, end, 2 * g->prec);
    frame_start(b->start, &g->frame, x, begin, 2 * g->prec);
    arb_clear(end);
    _arb_vec_clear(begin, n);
}

/* Evaluates everything over the tube and all velocities of the step. */
void general_step_tube(struct general_step *g, const struct arb_segment *segment)
{
    const slong row = g->table->degree + 1, n = g->n_states;
    arb_ptr x = _arb_vec_init(n);
    arb_t v;
    mag_t size;
    arb_init(v);
    mag_init(size);
    arb_union(v, g->from, g->to, g->prec);
    arb_segment_velocity(v, segment, v, g->prec);
    for (slong i = 0; i < n; i++) {
        chebyshev_size(size, g->c + i * row, 1, row, 0);
        mag_add(size, size, g->radius + i);
        arb_set(x + i, g->c + i * row);
        arb_add_error_mag(x + i, size);
    }
    graph_tape_at(&g->tape, v, g->s, x, g->prec);
    mag_clear(size);
    arb_clear(v);
    _arb_vec_clear(x, n);
}

/* Sums up part q of the energy: the integral of the interpolant, what that misses, and what the
 * errors of the states do. The tape has its values over the tube. */
static bool sum_up(struct bounds *b, struct general_step *g, const struct arb_segment *segment,
                   unsigned q)
{
    const slong samples = g->table->samples, k = (slong)g->n_states + q;
    arb_ptr a = g->series;
    arb_t v;
    mag_t error, size, t, rest;
    arb_init(v);
    mag_init(rest);
    mag_init(error);
    mag_init(size);
    mag_init(t);
    interpolate(a, rest, g, k);
    chebyshev_size(size, a, 0, samples, 0);
    mag_max(size, size, g->scale_power + q);
    chebyshev_error(error, b->ellipse + k, g->log_r, g->table);
    mag_add(error, error, b->spread + k);
    mag_mul_2exp_si(t, size, -g->allowed_bits);
    const bool ok = mag_is_finite(size) && mag_cmp(error, t) <= 0;
    if (ok)
        mag_set(g->scale_power + q, size);
    mag_add(error, error, rest); /* by what discrete variables are known to */
    _arb_vec_scalar_mul(a, a, samples, b->half, g->prec);
    chebyshev_integral(g->energy + (slong)q * (samples + 1), a, samples, g->prec);
    arb_get_mag(t, b->half);
    mag_mul(error, error, t);
    mag_mul_2exp_si(error, error, 1);
    arb_union(v, g->from, g->to, g->prec);
    arb_segment_velocity(v, segment, v, g->prec);
    graph_tape_slopes(&g->tape, g->tape.of[k], 64);
    for (unsigned i = 0; i < g->n_states; i++) {
        const expression state = graph_tape_state(&g->tape, i);
        if (state == EXPRESSION_NONE)
            continue;
        arb_get_mag(t, g->tape.slope + state);
        mag_mul(t, t, g->spent + i);
        arb_get_mag(size, v);
        if (!mag_is_zero(t))
            mag_addmul(error, t, size);
    }
    mag_set(g->energy_error + q, error);
    mag_clear(t);
    mag_clear(size);
    mag_clear(error);
    mag_clear(rest);
    arb_clear(v);
    return ok;
}

static void take_scales(struct general_step *g)
{
    const slong row = g->table->degree + 1;
    mag_t size;
    mag_init(size);
    for (slong i = 0; i < g->n_states; i++) {
        chebyshev_size(size, g->c + i * row, 0, row, 0);
        mag_max(g->scale + i, g->scale + i, size);
    }
    mag_clear(size);
}

bool general_step_enclose(struct general_step *g, const struct arb_segment *segment, arb_srcptr x)
{
    struct bounds b;
    const slong n = g->n_states;
    bounds_init(&b, n);
    arb_mul_2exp_si(b.half, g->reach, -2);
    bound_in_ellipse(&b, g, segment);
    sample(g, segment);
    for (slong i = 0; i < n; i++)
        set_defect(&b, g, i);
    choose_frame(g, segment);
    set_start(&b, g, x);
    bool ok = tube_find(&b, g, segment);
    graph_tape_let_go(&g->tape);
    if (ok)
        general_step_tube(g, segment);
    for (unsigned q = 0; ok && q < g->n_parts; q++)
        ok = sum_up(&b, g, segment, q);
    if (ok)
        take_scales(g);
    graph_tape_hold(&g->tape);
    bounds_clear(&b, n);
    return ok;
}
