/* See the header. */
#include "reference/arb/smooth_step.h"

#include <math.h>

enum {
    N_SCALES = 2 * ARB_LINEAR_STATES + ARB_LINEAR_PARTS * (1 + ARB_LINEAR_STATES),
    GROWTH_BITS = 20, /* a function's bound on the disc, relative to its scale */
    LOST_BITS = 40,   /* from one to the other where the solutions grow, too */
    MAX_CORRECTIONS = 60
};

/* Largest reach k of a state that is not followed: its solutions grow to e^18 = 2^26. */
static const double MOST_GROWTH = 18;

static void series_init(struct smooth_series *f)
{
    arb_poly_init(f->a);
    mag_init(f->bound);
}

static void series_clear(struct smooth_series *f)
{
    mag_clear(f->bound);
    arb_poly_clear(f->a);
}

void smooth_step_init(struct smooth_step *m, const struct arb_law *law, arb_srcptr p, slong prec)
{
    m->law = law;
    m->p = p;
    m->n_states = arb_law_count(law->states);
    m->n_parts = law->parts ? arb_law_count(law->parts) : 1;
    m->prec = prec + LOST_BITS;
    m->len = (prec + LOST_BITS) / 2;
    arb_init(m->from);
    arb_init(m->to);
    arb_init(m->centre);
    arb_init(m->reach);
    arb_init(m->s);
    arb_linear_init(&m->values);
    arb_linear_init(&m->discs);
    arb_linear_init(&m->series);
    series_init(&m->v);
    for (int i = 0; i < ARB_LINEAR_STATES; i++) {
        struct smooth_state *x = &m->states[i];
        series_init(&x->particular);
        series_init(&x->homogeneous);
        arb_init(x->weight);
        mag_init(x->error);
        mag_init(x->error_end);
        mag_init(x->error_sum);
    }
    for (int q = 0; q < ARB_LINEAR_PARTS; q++) {
        series_init(&m->parts[q].own);
        mag_init(m->parts[q].error);
        for (int i = 0; i < ARB_LINEAR_STATES; i++)
            series_init(&m->parts[q].by_state[i]);
    }
    m->scale = _mag_vec_init(N_SCALES + 1);
    smooth_step_begin(m);
}

void smooth_step_begin(struct smooth_step *m)
{
    for (int i = 0; i < ARB_LINEAR_STATES; i++) {
        m->relaxed[i] = 0;
        m->enough[i] = 0.7 * (double)(m->prec - LOST_BITS); /* e^-0.7 = 2^-1 */
    }
}

void smooth_step_clear(struct smooth_step *m)
{
    _mag_vec_clear(m->scale, N_SCALES + 1);
    for (int q = 0; q < ARB_LINEAR_PARTS; q++) {
        for (int i = 0; i < ARB_LINEAR_STATES; i++)
            series_clear(&m->parts[q].by_state[i]);
        mag_clear(m->parts[q].error);
        series_clear(&m->parts[q].own);
    }
    for (int i = 0; i < ARB_LINEAR_STATES; i++) {
        struct smooth_state *x = &m->states[i];
        mag_clear(x->error_sum);
        mag_clear(x->error_end);
        mag_clear(x->error);
        arb_clear(x->weight);
        series_clear(&x->homogeneous);
        series_clear(&x->particular);
    }
    series_clear(&m->v);
    arb_linear_clear(&m->series);
    arb_linear_clear(&m->discs);
    arb_linear_clear(&m->values);
    arb_clear(m->s);
    arb_clear(m->reach);
    arb_clear(m->centre);
    arb_clear(m->to);
    arb_clear(m->from);
}

/* An upper bound of the first coefficient's magnitude. */
static void magnitude(mag_t y, const acb_poly_struct *f)
{
    mag_zero(y);
    if (f->length > 0)
        acb_get_mag(y, f->coeffs);
}

/* Function number j of the law's. */
static const acb_poly_struct *function(const struct arb_linear *e, int j)
{
    if (j < ARB_LINEAR_STATES)
        return e->b + j;
    j -= ARB_LINEAR_STATES;
    if (j < ARB_LINEAR_STATES)
        return e->k + j;
    j -= ARB_LINEAR_STATES;
    if (j < ARB_LINEAR_PARTS)
        return e->f + j;
    j -= ARB_LINEAR_PARTS;
    return &e->c[j / ARB_LINEAR_STATES][j % ARB_LINEAR_STATES];
}

static void evaluate(const struct smooth_step *m, struct arb_linear *e, const acb_poly_t v,
                     slong len, slong prec)
{
    arb_linear_zero(e);
    m->law->linear(e, m->p, v, m->s, len, prec);
}

/* Whether v and every function of it are bounded on the disc by not much more than their scales. */
static bool bounds_are_good(struct smooth_step *m, const acb_t v)
{
    mag_t M, most;
    mag_init(M);
    mag_init(most);
    acb_get_mag(M, v);
    mag_max(m->scale + N_SCALES, m->scale + N_SCALES, M);
    mag_mul_2exp_si(most, m->scale + N_SCALES, GROWTH_BITS);
    bool good = mag_cmp(m->v.bound, most) <= 0;
    for (int j = 0; good && j < N_SCALES; j++) {
        magnitude(M, function(&m->values, j));
        mag_max(m->scale + j, m->scale + j, M);
        mag_mul_2exp_si(most, m->scale + j, GROWTH_BITS);
        magnitude(M, function(&m->discs, j));
        good = mag_cmp(M, most) <= 0;
    }
    mag_clear(most);
    mag_clear(M);
    return good;
}

/* Whether the first coefficient may be zero. */
static bool vanishes(const acb_poly_struct *f)
{
    return f->length == 0 || acb_contains_zero(f->coeffs);
}

bool smooth_step_try(struct smooth_step *m, const struct arb_piece *piece, int sign,
                     const arb_t from, const arb_t to)
{
    const slong coarse = 64;
    acb_poly_t v;
    acb_t ball, centre;
    acb_poly_init(v);
    acb_init(ball);
    acb_init(centre);
    arb_set(m->from, from);
    arb_set(m->to, to);
    arb_add(m->centre, from, to, ARF_PREC_EXACT);
    arb_mul_2exp_si(m->centre, m->centre, -1);
    arb_sub(m->reach, to, from, ARF_PREC_EXACT);
    arb_mul_2exp_si(m->reach, m->reach, 1);
    arb_set_si(m->s, sign);
    arb_piece_velocity(acb_realref(ball), piece, m->centre, m->prec);
    acb_poly_set_acb(v, ball);
    evaluate(m, &m->values, v, 1, coarse);
    acb_set(centre, ball);
    arb_piece_disc(ball, piece, m->centre, m->reach, coarse);
    acb_get_mag(m->v.bound, ball);
    acb_poly_set_acb(v, ball);
    bool good = acb_is_finite(ball);
    if (good) {
        evaluate(m, &m->discs, v, 1, coarse);
        good = bounds_are_good(m, centre);
    }
    mag_t growth, reach;
    mag_init(growth);
    mag_init(reach);
    arb_get_mag(reach, m->reach);
    for (int i = 0; good && i < m->n_states; i++) {
        struct smooth_state *x = &m->states[i];
        magnitude(growth, m->discs.k + i);
        mag_mul(growth, growth, reach);
        x->follows = mag_cmp_2exp_si(growth, 40) > 0 || mag_get_d(growth) > MOST_GROWTH;
        good = !x->follows || (m->relaxed[i] >= m->enough[i] && !vanishes(m->discs.k + i));
    }
    mag_clear(reach);
    mag_clear(growth);
    acb_clear(centre);
    acb_clear(ball);
    acb_poly_clear(v);
    return good;
}

/* What the coefficients beyond len can add for |u| <= 1/4: bound 4^-len 4/3. */
static void remainder_of(mag_t r, const mag_t bound, slong len)
{
    mag_mul_2exp_si(r, bound, 1 - 2 * len);
}

static void series_at(arb_t y, const struct smooth_series *f, const arb_t u, slong len, slong prec)
{
    mag_t r;
    mag_init(r);
    arb_poly_evaluate(y, f->a, u, prec);
    remainder_of(r, f->bound, len);
    arb_add_error_mag(y, r);
    mag_clear(r);
}

/* The ends of the step: u = -1/4 and 1/4. */
static void set_end(arb_t u, int side)
{
    arb_set_si(u, side);
    arb_mul_2exp_si(u, u, -2);
}

/* y <- f(u) - f(-1/4) */
static void series_since_start(arb_t y, const struct smooth_series *f, const arb_t u, slong len,
                               slong prec)
{
    arb_t start;
    arb_init(start);
    set_end(start, -1);
    series_at(start, f, start, len, prec);
    series_at(y, f, u, len, prec);
    arb_sub(y, y, start, prec);
    arb_clear(start);
}

static void series_mul(struct smooth_series *y, const struct smooth_series *f,
                       const struct smooth_series *g, slong len, slong prec)
{
    arb_poly_mullow_classical(y->a, f->a, g->a, len, prec);
    mag_mul(y->bound, f->bound, g->bound);
}

static void series_add(struct smooth_series *y, const struct smooth_series *f, slong prec)
{
    arb_poly_add(y->a, y->a, f->a, prec);
    mag_add(y->bound, y->bound, f->bound);
}

/* f <- reach int_0^u f */
static void series_integrate(struct smooth_series *f, const struct smooth_step *m)
{
    mag_t r;
    mag_init(r);
    arb_poly_integral(f->a, f->a, m->prec);
    arb_poly_truncate(f->a, m->len);
    arb_poly_scalar_mul(f->a, f->a, m->reach, m->prec);
    arb_get_mag(r, m->reach);
    mag_mul(f->bound, f->bound, r);
    mag_clear(r);
}

/* sum <- sum |a_k| radius^k from k = first on, with radius = 2^log_radius. */
static void sum_magnitudes(mag_t sum, const arb_poly_t a, slong first, slong log_radius)
{
    mag_t term;
    mag_init(term);
    mag_zero(sum);
    for (slong k = first; k < a->length; k++) {
        arb_get_mag(term, a->coeffs + k);
        mag_mul_2exp_si(term, term, k * log_radius);
        mag_add(sum, sum, term);
    }
    mag_clear(term);
}

/* The largest |f| on the step, or |f - f(0)|. */
static void series_sup(mag_t sup, const struct smooth_series *f, bool constant_too, slong len)
{
    mag_t rest;
    mag_init(rest);
    sum_magnitudes(sup, f->a, constant_too ? 0 : 1, -2);
    remainder_of(rest, f->bound, len);
    mag_add(sup, sup, rest);
    mag_clear(rest);
}

static void take_function(struct smooth_series *f, const struct smooth_step *m, int j)
{
    const acb_poly_struct *from = function(&m->series, j);
    arb_poly_fit_length(f->a, from->length);
    for (slong k = 0; k < from->length; k++)
        arb_set(f->a->coeffs + k, acb_realref(from->coeffs + k));
    _arb_poly_set_length(f->a, from->length);
    _arb_poly_normalise(f->a);
    magnitude(f->bound, function(&m->discs, j));
}

/* x' = reach (b - k x) in u with x(0) given: (n+1) x_{n+1} = reach (b_n - sum_j k_j x_{n-j}). The
 * bound of x: (|x(0)| + reach |b|) exp(reach |k|). b may be NULL. */
static void solve_linear(struct smooth_series *x, slong first, const struct smooth_series *b,
                         const struct smooth_series *k, const struct smooth_step *m)
{
    const slong len = m->len;
    arb_ptr y = _arb_vec_init(len);
    arb_t sum;
    mag_t r;
    arb_init(sum);
    mag_init(r);
    arb_set_si(y, first);
    for (slong n = 0; n + 1 < len; n++) {
        arb_zero(sum);
        if (b && n < b->a->length)
            arb_set(sum, b->a->coeffs + n);
        const slong most = FLINT_MIN(n + 1, k->a->length);
        arb_dot(sum, sum, 1, k->a->coeffs, 1, y + n, -1, most, m->prec);
        arb_mul(sum, sum, m->reach, m->prec);
        arb_div_si(y + n + 1, sum, n + 1, m->prec);
    }
    arb_poly_fit_length(x->a, len);
    _arb_vec_swap(x->a->coeffs, y, len);
    _arb_poly_set_length(x->a, len);
    _arb_poly_normalise(x->a);
    arb_get_mag(r, m->reach);
    mag_set_ui(x->bound, (ulong)first);
    if (b)
        mag_addmul(x->bound, r, b->bound);
    mag_mul(r, r, k->bound);
    mag_exp(r, r);
    mag_mul(x->bound, x->bound, r);
    mag_clear(r);
    arb_clear(sum);
    _arb_vec_clear(y, len);
}

static void resolve(struct smooth_state *x, const struct smooth_series *b,
                    const struct smooth_series *k, const arb_t start, const struct smooth_step *m)
{
    arb_t left, h;
    arb_init(left);
    arb_init(h);
    solve_linear(&x->particular, 0, b, k, m);
    solve_linear(&x->homogeneous, 1, NULL, k, m);
    set_end(left, -1);
    series_at(x->weight, &x->particular, left, m->len, m->prec);
    arb_sub(x->weight, start, x->weight, m->prec);
    series_at(h, &x->homogeneous, left, m->len, m->prec);
    arb_div(x->weight, x->weight, h, m->prec);
    mag_zero(x->error);
    mag_zero(x->error_end);
    mag_zero(x->error_sum);
    arb_clear(h);
    arb_clear(left);
}

static void drop_radii(arb_poly_t a)
{
    for (slong k = 0; k < a->length; k++)
        mag_zero(arb_radref(a->coeffs + k));
}

/* w <- (b - w'/reach)/k until the changes stop shrinking. */
static void iterate(arb_poly_t w, const struct smooth_series *b, const struct smooth_series *k,
                    const struct smooth_step *m)
{
    arb_poly_t inverse, next, change;
    mag_t last, size;
    arb_poly_init(inverse);
    arb_poly_init(next);
    arb_poly_init(change);
    mag_init(last);
    mag_init(size);
    mag_inf(last);
    arb_poly_inv_series(inverse, k->a, m->len, m->prec);
    drop_radii(inverse);
    arb_poly_mullow_classical(w, b->a, inverse, m->len, m->prec);
    drop_radii(w);
    for (int i = 0; i < MAX_CORRECTIONS; i++) {
        arb_poly_derivative(next, w, m->prec);
        arb_poly_scalar_div(next, next, m->reach, m->prec);
        arb_poly_sub(next, b->a, next, m->prec);
        arb_poly_mullow_classical(next, next, inverse, m->len, m->prec);
        drop_radii(next);
        arb_poly_sub(change, next, w, m->prec);
        sum_magnitudes(size, change, 0, -2);
        if (mag_cmp(size, last) >= 0)
            break;
        mag_set(last, size);
        arb_poly_swap(w, next);
    }
    mag_clear(size);
    mag_clear(last);
    arb_poly_clear(change);
    arb_poly_clear(next);
    arb_poly_clear(inverse);
}

/* The largest |w'/reach - b + k w|. */
static void residual(mag_t sup, const struct smooth_series *w, const struct smooth_series *b,
                     const struct smooth_series *k, const struct smooth_step *m)
{
    struct smooth_series r, t;
    series_init(&r);
    series_init(&t);
    mag_t slope;
    mag_init(slope);
    series_mul(&r, k, w, m->len, m->prec);
    arb_poly_sub(r.a, r.a, b->a, m->prec);
    mag_add(r.bound, r.bound, b->bound);
    arb_poly_derivative(t.a, w->a, m->prec);
    arb_poly_scalar_div(t.a, t.a, m->reach, m->prec);
    arb_poly_add(r.a, r.a, t.a, m->prec);
    sum_magnitudes(slope, t.a, 0, 0);
    mag_add(r.bound, r.bound, slope);
    series_sup(sup, &r, true, m->len);
    mag_clear(slope);
    series_clear(&t);
    series_clear(&r);
}

/* False where the error would exceed 2^-prec of the state. */
static bool follow(struct smooth_state *x, const struct smooth_series *b,
                   const struct smooth_series *k, const arb_t start, const struct smooth_step *m)
{
    arb_t low, off, t;
    mag_t sup, size, power, decay;
    arb_init(low);
    arb_init(off);
    arb_init(t);
    mag_init(sup);
    mag_init(size);
    mag_init(power);
    mag_init(decay);
    struct smooth_series *w = &x->particular;
    iterate(w->a, b, k, m);
    sum_magnitudes(w->bound, w->a, 0, 0);
    arb_poly_get_coeff_arb(low, k->a, 0); /* min k */
    series_sup(sup, k, false, m->len);
    arb_add_error_mag(low, sup);
    bool ok = arb_is_positive(low);
    residual(sup, w, b, k, m);
    arb_get_mag_lower(power, low);
    if (ok)
        mag_div(sup, sup, power);
    else
        mag_inf(sup);
    set_end(t, -1); /* the polynomial is exact: no remainder */
    arb_poly_evaluate(off, w->a, t, m->prec);
    arb_get_mag(size, off);
    arb_sub(off, start, off, m->prec);
    arb_get_mag(x->error, off);
    mag_mul_2exp_si(size, size, -(m->prec - LOST_BITS));
    ok = ok && mag_cmp(sup, size) <= 0;
    /* int |e| dt <= |e0|/min k + (to - from) sup */
    mag_div(x->error_sum, x->error, power);
    arb_get_mag(decay, m->reach);
    mag_mul_2exp_si(decay, decay, -1);
    mag_addmul(x->error_sum, decay, sup);
    arb_mul(t, low, m->reach, m->prec);
    arb_mul_2exp_si(t, t, -1);
    arb_neg(t, t);
    arb_exp(t, t, 64);
    arb_get_mag(decay, t);
    mag_mul(x->error_end, x->error, decay);
    mag_add(x->error_end, x->error_end, sup);
    mag_add(x->error, x->error, sup);
    mag_mul_2exp_si(size, size, 8);
    ok = ok && mag_cmp(x->error, size) <= 0; /* not yet forgotten its beginning? */
    arb_poly_zero(x->homogeneous.a);
    mag_zero(x->homogeneous.bound);
    arb_zero(x->weight);
    mag_clear(decay);
    mag_clear(power);
    mag_clear(size);
    mag_clear(sup);
    arb_clear(t);
    arb_clear(off);
    arb_clear(low);
    return ok;
}

/* v (f + sum c x), integrated. */
static void sum_up(struct smooth_energy *part, int q, struct smooth_step *m)
{
    struct smooth_series f, c;
    mag_t sup;
    series_init(&f);
    series_init(&c);
    mag_init(sup);
    mag_zero(part->error);
    take_function(&f, m, 2 * ARB_LINEAR_STATES + q);
    series_mul(&part->own, &f, &m->v, m->len, m->prec);
    for (int i = 0; i < m->n_states; i++) {
        const struct smooth_state *x = &m->states[i];
        take_function(&c, m, 2 * ARB_LINEAR_STATES + ARB_LINEAR_PARTS + q * ARB_LINEAR_STATES + i);
        series_mul(&c, &c, &m->v, m->len, m->prec);
        series_sup(sup, &c, true, m->len);
        mag_addmul(part->error, sup, x->error_sum);
        series_mul(&f, &c, &x->particular, m->len, m->prec);
        series_add(&part->own, &f, m->prec);
        series_mul(&part->by_state[i], &c, &x->homogeneous, m->len, m->prec);
        series_integrate(&part->by_state[i], m);
    }
    series_integrate(&part->own, m);
    mag_clear(sup);
    series_clear(&c);
    series_clear(&f);
}

/* The real value of a function, roughly. */
static double middle(const acb_poly_struct *f)
{
    return f->length == 0 ? 0 : arf_get_d(arb_midref(acb_realref(f->coeffs)), ARF_RND_NEAR);
}

bool smooth_step_solve(struct smooth_step *m, const struct arb_piece *piece, arb_srcptr x)
{
    acb_poly_t v;
    struct smooth_series b, k;
    acb_poly_init(v);
    series_init(&b);
    series_init(&k);
    arb_piece_series(m->v.a, piece, m->centre, m->reach, m->len, m->prec);
    acb_poly_set_arb_poly(v, m->v.a);
    evaluate(m, &m->series, v, m->len, m->prec);
    bool ok = true;
    for (int i = 0; ok && i < m->n_states; i++) {
        struct smooth_state *state = &m->states[i];
        take_function(&b, m, i);
        take_function(&k, m, ARB_LINEAR_STATES + i);
        if (!state->follows)
            resolve(state, &b, &k, x + i, m);
        else if (!follow(state, &b, &k, x + i, m)) {
            ok = false;
            m->enough[i] = m->relaxed[i] + 10;
        }
    }
    for (int q = 0; ok && q < m->n_parts; q++)
        sum_up(&m->parts[q], q, m);
    for (int i = 0; ok && i < m->n_states; i++)
        m->relaxed[i] +=
            arf_get_d(arb_midref(m->reach), ARF_RND_NEAR) / 2 * middle(m->values.k + i);
    series_clear(&k);
    series_clear(&b);
    acb_poly_clear(v);
    return ok;
}

void smooth_step_at(const struct smooth_step *m, const arb_t u, arb_ptr x, arb_srcptr energy0,
                    arb_ptr energy)
{
    arb_t t;
    arb_init(t);
    set_end(t, 1);
    const bool at_end = arb_equal(u, t);
    for (int i = 0; i < m->n_states; i++) {
        const struct smooth_state *state = &m->states[i];
        if (state->follows) {
            arb_poly_evaluate(x + i, state->particular.a, u, m->prec);
            arb_add_error_mag(x + i, at_end ? state->error_end : state->error);
            continue;
        }
        series_at(t, &state->homogeneous, u, m->len, m->prec);
        arb_mul(t, t, state->weight, m->prec);
        series_at(x + i, &state->particular, u, m->len, m->prec);
        arb_add(x + i, x + i, t, m->prec);
    }
    for (int q = 0; energy && q < m->n_parts; q++) {
        arb_t sum;
        arb_init(sum);
        series_since_start(sum, &m->parts[q].own, u, m->len, m->prec);
        for (int i = 0; i < m->n_states; i++) {
            series_since_start(t, &m->parts[q].by_state[i], u, m->len, m->prec);
            arb_addmul(sum, t, m->states[i].weight, m->prec);
        }
        arb_add_error_mag(sum, m->parts[q].error);
        arb_add(energy + q, energy0 + q, sum, m->prec);
        arb_clear(sum);
    }
    arb_clear(t);
}
