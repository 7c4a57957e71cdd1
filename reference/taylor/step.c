/* Expands the equations about the middle of a step and solves them there. */
#include "reference/taylor/step.h"
#include "tools/base/decide.h"

#include <math.h>

enum {
    N_SCALES = 2 * ARB_LINEAR_STATES + ARB_LINEAR_PARTS * (1 + ARB_LINEAR_STATES),
    GROWTH_BITS = 20, /* a function's bound on the disc, relative to its scale */
};

/* Largest reach k of a state that does not follow a polynomial: e^18 = 2^26 of growth. */
static const double MOST_GROWTH = 18;

void taylor_step_init(struct taylor_step *m, const struct arb_law *law, arb_srcptr p, slong prec)
{
    m->law = law;
    m->p = p;
    m->n_states = arb_law_count(law->states);
    m->n_parts = law->parts ? arb_law_count(law->parts) : 1;
    m->prec = prec + SMOOTH_LOST_BITS;
    m->len = (prec + SMOOTH_LOST_BITS) / 2;
    arb_init(m->from);
    arb_init(m->to);
    arb_init(m->centre);
    arb_init(m->reach);
    arb_init(m->s);
    arb_linear_init(&m->values);
    arb_linear_init(&m->discs);
    arb_linear_init(&m->series);
    taylor_series_init(&m->v);
    for (int i = 0; i < ARB_LINEAR_STATES; i++) {
        struct taylor_state *x = &m->states[i];
        taylor_series_init(&x->particular);
        taylor_series_init(&x->homogeneous);
        arb_init(x->weight);
        mag_init(x->error);
        mag_init(x->error_end);
        mag_init(x->error_sum);
    }
    for (int q = 0; q < ARB_LINEAR_PARTS; q++) {
        taylor_series_init(&m->parts[q].own);
        mag_init(m->parts[q].error);
        for (int i = 0; i < ARB_LINEAR_STATES; i++)
            taylor_series_init(&m->parts[q].by_state[i]);
    }
    m->scale = _mag_vec_init(N_SCALES + 1);
    taylor_step_begin(m);
}

void taylor_step_begin(struct taylor_step *m)
{
    for (int i = 0; i < ARB_LINEAR_STATES; i++) {
        m->relaxed[i] = 0;
        m->enough[i] = 0.7 * (double)(m->prec - SMOOTH_LOST_BITS); /* e^-0.7 = 2^-1 */
    }
}

void taylor_step_clear(struct taylor_step *m)
{
    _mag_vec_clear(m->scale, N_SCALES + 1);
    for (int q = 0; q < ARB_LINEAR_PARTS; q++) {
        for (int i = 0; i < ARB_LINEAR_STATES; i++)
            taylor_series_clear(&m->parts[q].by_state[i]);
        mag_clear(m->parts[q].error);
        taylor_series_clear(&m->parts[q].own);
    }
    for (int i = 0; i < ARB_LINEAR_STATES; i++) {
        struct taylor_state *x = &m->states[i];
        mag_clear(x->error_sum);
        mag_clear(x->error_end);
        mag_clear(x->error);
        arb_clear(x->weight);
        taylor_series_clear(&x->homogeneous);
        taylor_series_clear(&x->particular);
    }
    taylor_series_clear(&m->v);
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

static void evaluate(const struct taylor_step *m, struct arb_linear *e, const acb_poly_t v,
                     slong len, slong prec)
{
    arb_linear_zero(e);
    m->law->linear(e, m->p, v, m->s, len, prec);
}

/* Updates the scales of v and its functions, from their values and their ranges from standstill to
 * the largest speed so far: what is small beside these is small. */
static void update_scales(struct taylor_step *m, const arb_t velocity)
{
    acb_poly_t v;
    acb_t range;
    mag_t M, most;
    acb_poly_init(v);
    acb_init(range);
    mag_init(M);
    mag_init(most);
    arb_get_mag(M, velocity);
    for (int j = 0; j < N_SCALES; j++) {
        magnitude(most, function(&m->values, j));
        mag_max(m->scale + j, m->scale + j, most);
    }
    if (mag_cmp(M, m->scale + N_SCALES) > 0) {
        mag_set(m->scale + N_SCALES, M);
        arb_union(acb_realref(range), acb_realref(range), velocity, m->prec);
        acb_poly_set_acb(v, range);
        evaluate(m, &m->discs, v, 1, m->prec);
        for (int j = 0; j < N_SCALES; j++) {
            magnitude(most, function(&m->discs, j));
            if (mag_is_finite(most)) /* the range of a quotient need not be */
                mag_max(m->scale + j, m->scale + j, most);
        }
    }
    mag_clear(most);
    mag_clear(M);
    acb_clear(range);
    acb_poly_clear(v);
}

/* Returns true when the disc's bounds of v and its functions are near enough to their scales. */
static bool bounds_are_good(struct taylor_step *m)
{
    mag_t M, most;
    mag_init(M);
    mag_init(most);
    mag_mul_2exp_si(most, m->scale + N_SCALES, GROWTH_BITS);
    bool good = mag_is_finite(most) && mag_cmp(m->v.bound, most) <= 0;
    for (int j = 0; good && j < N_SCALES; j++) {
        mag_mul_2exp_si(most, m->scale + j, GROWTH_BITS);
        magnitude(M, function(&m->discs, j));
        good = mag_is_finite(most) && mag_cmp(M, most) <= 0;
    }
    mag_clear(most);
    mag_clear(M);
    return good;
}

/* Returns true when the first coefficient may be zero. */
static bool vanishes(const acb_poly_struct *f)
{
    return f->length == 0 || (possibly(ball_is_zero(acb_realref(f->coeffs))) &&
                              possibly(ball_is_zero(acb_imagref(f->coeffs))));
}

bool taylor_step_try(struct taylor_step *m, const struct arb_segment *segment, int sign,
                     const arb_t from, const arb_t to)
{
    const slong coarse = 64;
    acb_poly_t v;
    acb_t ball;
    acb_poly_init(v);
    acb_init(ball);
    arb_set(m->from, from);
    arb_set(m->to, to);
    arb_add(m->centre, from, to, ARF_PREC_EXACT);
    arb_mul_2exp_si(m->centre, m->centre, -1);
    arb_sub(m->reach, to, from, ARF_PREC_EXACT);
    arb_mul_2exp_si(m->reach, m->reach, 1);
    arb_set_si(m->s, sign);
    arb_segment_velocity(acb_realref(ball), segment, m->centre, m->prec);
    acb_poly_set_acb(v, ball);
    evaluate(m, &m->values, v, 1, coarse);
    update_scales(m, acb_realref(ball));
    arb_segment_disc(ball, segment, m->centre, m->reach, coarse);
    acb_get_mag(m->v.bound, ball);
    acb_poly_set_acb(v, ball);
    bool good = acb_is_finite(ball);
    if (good) {
        evaluate(m, &m->discs, v, 1, coarse);
        good = bounds_are_good(m);
    }
    mag_t growth, reach;
    mag_init(growth);
    mag_init(reach);
    arb_get_mag(reach, m->reach);
    for (int i = 0; good && i < m->n_states; i++) {
        struct taylor_state *x = &m->states[i];
        magnitude(growth, m->discs.k + i);
        mag_mul(growth, growth, reach);
        x->follows = mag_cmp_2exp_si(growth, 40) > 0 || mag_get_d(growth) > MOST_GROWTH;
        good = !x->follows || (m->relaxed[i] >= m->enough[i] && !vanishes(m->discs.k + i));
    }
    mag_clear(reach);
    mag_clear(growth);
    acb_clear(ball);
    acb_poly_clear(v);
    return good;
}

static void take_function(struct taylor_series *f, const struct taylor_step *m, int j)
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
static void solve_linear(struct taylor_series *x, slong first, const struct taylor_series *b,
                         const struct taylor_series *k, const struct taylor_step *m)
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

static void resolve(struct taylor_state *x, const struct taylor_series *b,
                    const struct taylor_series *k, const arb_t start, const struct taylor_step *m)
{
    arb_t left, h;
    arb_init(left);
    arb_init(h);
    solve_linear(&x->particular, 0, b, k, m);
    solve_linear(&x->homogeneous, 1, NULL, k, m);
    taylor_series_end(left, -1);
    taylor_series_at(x->weight, &x->particular, left, m->len, m->prec);
    arb_sub(x->weight, start, x->weight, m->prec);
    taylor_series_at(h, &x->homogeneous, left, m->len, m->prec);
    arb_div(x->weight, x->weight, h, m->prec);
    mag_zero(x->error);
    mag_zero(x->error_end);
    mag_zero(x->error_sum);
    arb_clear(h);
    arb_clear(left);
}

/* Integrates v (f + sum c x). */
static void sum_up(struct taylor_energy *part, int q, struct taylor_step *m)
{
    struct taylor_series f, c;
    mag_t sup;
    taylor_series_init(&f);
    taylor_series_init(&c);
    mag_init(sup);
    mag_zero(part->error);
    take_function(&f, m, 2 * ARB_LINEAR_STATES + q);
    taylor_series_mul(&part->own, &f, &m->v, m->len, m->prec);
    for (int i = 0; i < m->n_states; i++) {
        const struct taylor_state *x = &m->states[i];
        take_function(&c, m, 2 * ARB_LINEAR_STATES + ARB_LINEAR_PARTS + q * ARB_LINEAR_STATES + i);
        taylor_series_mul(&c, &c, &m->v, m->len, m->prec);
        taylor_series_sup(sup, &c, true, m->len);
        mag_addmul(part->error, sup, x->error_sum);
        taylor_series_mul(&f, &c, &x->particular, m->len, m->prec);
        taylor_series_add(&part->own, &f, m->prec);
        taylor_series_mul(&part->by_state[i], &c, &x->homogeneous, m->len, m->prec);
        taylor_series_integrate(&part->by_state[i], m->reach, m->len, m->prec);
    }
    taylor_series_integrate(&part->own, m->reach, m->len, m->prec);
    mag_clear(sup);
    taylor_series_clear(&c);
    taylor_series_clear(&f);
}

/* The real value of a function, roughly. */
static double middle(const acb_poly_struct *f)
{
    return f->length == 0 ? 0 : arf_get_d(arb_midref(acb_realref(f->coeffs)), ARF_RND_NEAR);
}

bool taylor_step_solve(struct taylor_step *m, const struct arb_segment *segment, arb_srcptr x)
{
    acb_poly_t v;
    struct taylor_series b, k;
    acb_poly_init(v);
    taylor_series_init(&b);
    taylor_series_init(&k);
    arb_segment_series(m->v.a, segment, m->centre, m->reach, m->len, m->prec);
    acb_poly_set_arb_poly(v, m->v.a);
    evaluate(m, &m->series, v, m->len, m->prec);
    bool ok = true;
    for (int i = 0; ok && i < m->n_states; i++) {
        struct taylor_state *state = &m->states[i];
        take_function(&b, m, i);
        take_function(&k, m, ARB_LINEAR_STATES + i);
        if (!state->follows)
            resolve(state, &b, &k, x + i, m);
        else if (!taylor_step_follow(state, &b, &k, x + i, m)) {
            ok = false;
            m->enough[i] = m->relaxed[i] + 10;
        }
    }
    for (int q = 0; ok && q < m->n_parts; q++)
        sum_up(&m->parts[q], q, m);
    for (int i = 0; ok && i < m->n_states; i++)
        m->relaxed[i] +=
            arf_get_d(arb_midref(m->reach), ARF_RND_NEAR) / 2 * middle(m->values.k + i);
    taylor_series_clear(&k);
    taylor_series_clear(&b);
    acb_poly_clear(v);
    return ok;
}
