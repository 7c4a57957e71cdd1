/* Encloses how far an approximation is from the motion over a step (general.h). */
#include "reference/derived/graph_series.h"
#include "reference/taylor/general.h"
#include "tools/base/decide.h"

/* Attempts to find a tube. */
enum { MOST_TUBES = 8 };

/* Bits by which a defect is less than what radii of parameters and velocities make of it. */
enum { GOOD_BITS = 10 };

enum { MOST_FUNCTIONS = GENERAL_STATES + GENERAL_PARTS };

/* The work of an enclosure: bounds by function, the rates first, per unit of s. */
struct bounds {
    mag_ptr ellipse;   /* in the ellipse: of rates and of powers v F */
    mag_ptr defect;    /* by state */
    mag_ptr avoidable; /* the part of it that is not due to radii of parameters and velocities */
    mag_ptr start;     /* by state: the error at the beginning */
    mag_ptr coupling;  /* [i * n + j]: of half |df_i/dx_j| */
    arb_ptr growth;    /* by state: of half df_i/dx_i */
    arb_t half;
};

static void bounds_init(struct bounds *b, slong n)
{
    b->ellipse = _mag_vec_init(MOST_FUNCTIONS);
    b->defect = _mag_vec_init(n);
    b->avoidable = _mag_vec_init(n);
    b->start = _mag_vec_init(n);
    b->coupling = _mag_vec_init(n * n);
    b->growth = _arb_vec_init(n);
    arb_init(b->half);
}

static void bounds_clear(struct bounds *b, slong n)
{
    arb_clear(b->half);
    _arb_vec_clear(b->growth, n);
    _mag_vec_clear(b->coupling, n * n);
    _mag_vec_clear(b->start, n);
    _mag_vec_clear(b->avoidable, n);
    _mag_vec_clear(b->defect, n);
    _mag_vec_clear(b->ellipse, MOST_FUNCTIONS);
}

void general_step_sample(struct general_step *g, const struct arb_segment *segment, slong j,
                         arb_t v)
{
    const slong row = g->table.degree + 1, samples = g->table.samples, n = g->n_states;
    arb_ptr x = _arb_vec_init(n);
    for (slong i = 0; i < n; i++)
        arb_dot(x + i, NULL, 0, g->c + i * row, 1, g->table.at_sample + j * samples, 1, row,
                g->prec);
    general_step_velocity(v, g, segment, g->table.sample + j);
    graph_tape_at(&g->tape, v, g->s, x, g->prec);
    _arb_vec_clear(x, n);
}

/* Evaluates rates and powers at all samples of p. */
static void sample(struct general_step *g, const struct arb_segment *segment)
{
    const slong samples = g->table.samples;
    arb_t v;
    arb_init(v);
    for (slong j = 0; j < samples; j++) {
        general_step_sample(g, segment, j, v);
        for (unsigned k = 0; k < g->tape.n; k++) {
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
    const slong row = g->table.degree + 1, n_states = g->n_states;
    acb_ptr x = _acb_vec_init(n_states), y = _acb_vec_init(n);
    acb_t v;
    arb_t reach;
    mag_t size;
    acb_init(v);
    arb_init(reach);
    mag_init(size);
    arb_mul_ui(reach, g->reach, 17, COARSE); /* half times 17/8 */
    arb_mul_2exp_si(reach, reach, -5);
    arb_segment_disc(v, segment, g->centre, reach, COARSE);
    for (slong i = 0; i < n_states; i++) {
        chebyshev_size(size, g->c + i * row, 1, row, GENERAL_LOG_R);
        acb_set_arb(x + i, g->c + i * row);
        arb_add_error_mag(acb_realref(x + i), size);
        arb_add_error_mag(acb_imagref(x + i), size);
    }
    const struct disc_point at = { .p = g->p, .s = g->s, .v = v, .x = x, .side = g->tape.side };
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
    general_step_ellipse(b->ellipse, speed, g, segment, g->tape.of, g->tape.n);
    for (unsigned k = g->n_states; k < g->tape.n; k++)
        if (!mag_is_zero(b->ellipse + k))
            mag_mul(b->ellipse + k, b->ellipse + k, speed);
    mag_clear(speed);
}

/* defect_i <- what p_i' misses of half f_i(p, v), per unit of s. */
static void set_defect(struct bounds *b, struct general_step *g, slong i)
{
    const slong row = g->table.degree + 1, samples = g->table.samples;
    arb_ptr a = g->series, d = g->series + samples + 1;
    mag_t missed, half;
    mag_init(missed);
    mag_init(half);
    chebyshev_interpolant(a, g->value + i * samples, &g->table);
    _arb_vec_scalar_mul(a, a, samples, b->half, g->prec);
    chebyshev_slope(d, g->c + i * row, row, g->prec);
    _arb_vec_sub(a, a, d, row, g->prec);
    chebyshev_size(b->defect + i, a, 0, samples, 0);
    chebyshev_error(missed, b->ellipse + i, GENERAL_LOG_R, &g->table);
    arb_get_mag(half, b->half);
    mag_mul(missed, missed, half);
    mag_add(b->defect + i, b->defect + i, missed);
    for (slong k = 0; k < samples; k++)
        mag_zero(arb_radref(a + k));
    chebyshev_size(b->avoidable + i, a, 0, samples, 0);
    mag_add(b->avoidable + i, b->avoidable + i, missed);
    mag_clear(half);
    mag_clear(missed);
}

static void set_start(struct bounds *b, const struct general_step *g, slong i, const arb_t x)
{
    const slong row = g->table.degree + 1;
    arb_t y, end;
    arb_init(y);
    arb_init(end);
    arb_set_si(end, -1);
    chebyshev_evaluate(y, g->c + i * row, row, end, 2 * g->prec);
    arb_sub(y, x, y, 2 * g->prec);
    arb_get_mag(b->start + i, y);
    arb_clear(end);
    arb_clear(y);
}

/* Evaluates everything over the tube and all velocities of the step. */
void general_step_tube(struct general_step *g, const struct arb_segment *segment)
{
    const slong row = g->table.degree + 1, n = g->n_states;
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

/* Bounds the slopes of the rates over the tube. */
static void bound_slopes(struct bounds *b, struct general_step *g)
{
    const unsigned n = g->n_states;
    arb_t slope;
    arb_init(slope);
    for (unsigned i = 0; i < n; i++) {
        graph_tape_slopes(&g->tape, g->law->rate.of[i], 64);
        for (unsigned j = 0; j < n; j++) {
            const expression state = graph_tape_state(&g->tape, j);
            arb_zero(slope);
            if (state != EXPRESSION_NONE)
                arb_mul(slope, g->tape.slope + state, b->half, 64);
            arb_get_mag(b->coupling + (size_t)i * n + j, slope);
            if (i == j)
                arb_get_ubound_arf(arb_midref(b->growth + i), slope, 64);
        }
    }
    arb_clear(slope);
}

/* decay <- exp(2 mu), impulse <- (exp(2 mu) - 1)/mu: what is left at the end of an error at the
 * beginning, and of a constant defect. */
static void grow(mag_t decay, mag_t impulse, const arb_t mu)
{
    arb_t e, m;
    arb_init(e);
    arb_init(m);
    arb_mul_2exp_si(e, mu, 1);
    arb_exp(m, e, 64);
    arb_get_mag(decay, m);
    arb_expm1(m, e, 64);
    arb_div(m, m, mu, 64);
    if (arb_is_finite(m) && mag_cmp_2exp_si(arb_radref(m), 0) < 0)
        arb_get_mag(impulse, m);
    else { /* mu near 0: at most 2 max(1, exp(2 mu)) */
        mag_one(impulse);
        mag_max(impulse, impulse, decay);
        mag_mul_2exp_si(impulse, impulse, 1);
    }
    arb_clear(m);
    arb_clear(e);
}

/* Finds what the errors are at most if they stay within the radii. Returns true when they do. */
static bool stays(const struct bounds *b, struct general_step *g, mag_ptr bound)
{
    const slong n = g->n_states;
    bool all = true;
    mag_t decay, impulse, source, half;
    mag_init(decay);
    mag_init(impulse);
    mag_init(source);
    mag_init(half);
    arb_get_mag(half, b->half);
    for (slong i = 0; i < n; i++) {
        mag_set(source, b->defect + i);
        for (slong j = 0; j < n; j++)
            if (j != i)
                mag_addmul(source, b->coupling + i * n + j, g->radius + j);
        grow(decay, impulse, b->growth + i);
        mag_mul(g->radius_end + i, b->start + i, decay);
        mag_addmul(g->radius_end + i, source, impulse);
        mag_max(bound + i, b->start + i, g->radius_end + i);
        if (mag_cmp_2exp_si(decay, 0) <= 0) { /* within: the start, and what has been added */
            mag_set(bound + i, b->start + i);
            mag_addmul(bound + i, source, impulse);
        }
        mag_mul(g->spent + i, source, impulse);
        mag_mul_2exp_si(g->spent + i, g->spent + i, 1);
        mag_addmul(g->spent + i, b->start + i, impulse);
        mag_mul(g->spent + i, g->spent + i, half);
        all = all && mag_is_finite(bound + i) && mag_cmp(bound + i, g->radius + i) <= 0;
    }
    mag_clear(half);
    mag_clear(source);
    mag_clear(impulse);
    mag_clear(decay);
    return all;
}

/* Returns true when what a shorter step would avoid of the defect is small: what it adds beside the
 * states, or itself beside the rest of the defect. */
static bool defect_is_small(const struct bounds *b, const struct general_step *g)
{
    const slong row = g->table.degree + 1;
    bool all = true;
    mag_t decay, impulse, size;
    mag_init(decay);
    mag_init(impulse);
    mag_init(size);
    for (slong i = 0; i < g->n_states; i++) {
        grow(decay, impulse, b->growth + i);
        mag_mul(impulse, impulse, b->avoidable + i);
        chebyshev_size(size, g->c + i * row, 0, row, 0);
        mag_max(size, size, g->scale + i);
        mag_mul_2exp_si(size, size, -g->bits);
        mag_mul_2exp_si(decay, b->defect + i, -GOOD_BITS);
        all = all && (mag_cmp(impulse, size) <= 0 || mag_cmp(b->avoidable + i, decay) <= 0);
    }
    mag_clear(size);
    mag_clear(impulse);
    mag_clear(decay);
    return all;
}

/* Finds a tube that the motion does not leave. */
static bool find_tube(struct bounds *b, struct general_step *g, const struct arb_segment *segment)
{
    const slong n = g->n_states;
    mag_ptr bound = _mag_vec_init(n);
    bool found = false;
    for (slong i = 0; i < n; i++) {
        mag_add(g->radius + i, b->start + i, b->defect + i);
        mag_mul_2exp_si(g->radius + i, g->radius + i, 1);
    }
    for (int tries = 0; !found && tries < MOST_TUBES; tries++) {
        general_step_tube(g, segment);
        bound_slopes(b, g);
        found = stays(b, g, bound);
        for (slong i = 0; !found && i < n; i++) {
            mag_mul_2exp_si(bound + i, bound + i, 1);
            mag_max(g->radius + i, g->radius + i, bound + i);
        }
    }
    for (slong i = 0; found && i < n; i++)
        mag_swap(g->radius + i, bound + i);
    _mag_vec_clear(bound, n);
    return found && defect_is_small(b, g);
}

/* Sums up part q of the energy: the integral of the interpolant, what that misses, and what the
 * errors of the states do. The tape still has its values over the tube. */
static bool sum_up(struct bounds *b, struct general_step *g, const struct arb_segment *segment,
                   unsigned q)
{
    const slong samples = g->table.samples, k = (slong)g->n_states + q;
    arb_ptr a = g->series;
    arb_t v;
    mag_t error, size, t;
    arb_init(v);
    mag_init(error);
    mag_init(size);
    mag_init(t);
    chebyshev_interpolant(a, g->value + k * samples, &g->table);
    chebyshev_size(size, a, 0, samples, 0);
    mag_max(size, size, g->scale_power + q);
    chebyshev_error(error, b->ellipse + k, GENERAL_LOG_R, &g->table);
    mag_mul_2exp_si(t, size, -g->bits);
    const bool ok = mag_is_finite(size) && mag_cmp(error, t) <= 0;
    if (ok)
        mag_set(g->scale_power + q, size);
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
    arb_clear(v);
    return ok;
}

static void take_scales(struct general_step *g)
{
    const slong row = g->table.degree + 1;
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
    for (slong i = 0; i < n; i++) {
        set_defect(&b, g, i);
        set_start(&b, g, i, x + i);
    }
    bool ok = find_tube(&b, g, segment);
    for (unsigned q = 0; ok && q < g->n_parts; q++)
        ok = sum_up(&b, g, segment, q);
    if (ok)
        take_scales(g);
    bounds_clear(&b, n);
    return ok;
}
