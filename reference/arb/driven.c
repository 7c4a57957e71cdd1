/* See the header. Time within a piece is exact where it is a sample or a piece's end, and a
 * ball where it is a zero of v. */
#include "reference/arb/driven.h"

#include <math.h>

/* One piece as a wave in balls. */
struct piece {
    arb_t mean, amplitude, omega, phase;
};

static void piece_init(struct piece *w)
{
    arb_init(w->mean);
    arb_init(w->amplitude);
    arb_init(w->omega);
    arb_init(w->phase);
}

static void piece_clear(struct piece *w)
{
    arb_clear(w->phase);
    arb_clear(w->omega);
    arb_clear(w->amplitude);
    arb_clear(w->mean);
}

/* False for kinds that are no wave. */
static bool piece_set(struct piece *w, const struct signal_piece *from, slong prec)
{
    if (from->kind != SIGNAL_HOLD && from->kind != SIGNAL_SINE && from->kind != SIGNAL_COSINE)
        return false;
    arb_set_d(w->mean, from->value[0]);
    arb_zero(w->amplitude);
    arb_zero(w->omega);
    arb_zero(w->phase);
    if (from->kind == SIGNAL_HOLD)
        return true;
    arb_set_d(w->amplitude, from->value[1]);
    arb_set_d(w->omega, from->value[2]);
    arb_set_d(w->phase, from->value[3]);
    if (from->kind == SIGNAL_COSINE) {
        arb_t quarter;
        arb_init(quarter);
        arb_const_pi(quarter, prec);
        arb_mul_2exp_si(quarter, quarter, -1);
        arb_add(w->phase, w->phase, quarter, prec);
        arb_clear(quarter);
    }
    return true;
}

static void wave_velocity(arb_t v, const struct piece *w, const arb_t tau, slong prec)
{
    arb_mul(v, w->omega, tau, prec);
    arb_add(v, v, w->phase, prec);
    arb_sin(v, v, prec);
    arb_mul(v, v, w->amplitude, prec);
    arb_add(v, v, w->mean, prec);
}

/* The zero of the wave near tau: theta = (-1)^k asin(-mean/amplitude) + k pi. */
static void enclose_zero(arb_t zero, const struct piece *w, const struct signal_piece *from,
                         double tau, slong prec)
{
    arb_t b, pi, best;
    arb_init(b);
    arb_init(pi);
    arb_init(best);
    arb_div(b, w->mean, w->amplitude, prec);
    arb_neg(b, b);
    arb_asin(b, b, prec);
    arb_const_pi(pi, prec);
    const double phase = from->value[3] + (from->kind == SIGNAL_COSINE ? M_PI / 2 : 0);
    const double theta = from->value[2] * tau + phase;
    const double base = asin(-from->value[0] / from->value[1]);
    double nearest = INFINITY;
    for (slong k = (slong)floor(theta / M_PI) - 1; k <= (slong)floor(theta / M_PI) + 2; k++) {
        const double at = (k % 2 ? -base : base) + (double)k * M_PI;
        if (fabs(at - theta) >= nearest)
            continue;
        nearest = fabs(at - theta);
        arb_mul_si(best, pi, k, prec);
        if (k % 2)
            arb_sub(best, best, b, prec);
        else
            arb_add(best, best, b, prec);
    }
    arb_sub(best, best, w->phase, prec);
    arb_div(zero, best, w->omega, prec);
    arb_clear(best);
    arb_clear(pi);
    arb_clear(b);
}

/* The exact difference of two doubles: the time t within the piece. */
static void local_time(arb_t tau, const struct signal_piece *piece, double t)
{
    arf_t start;
    arf_init(start);
    arf_set_d(start, piece->start);
    arb_set_d(tau, t);
    arb_sub_arf(tau, tau, start, ARF_PREC_EXACT);
    arf_clear(start);
}

/* An end of a stretch: an end of its piece, or else a zero of v. */
static void stretch_end(arb_t tau, const struct signal_piece *piece, const struct piece *w,
                        double t, slong prec)
{
    if (t == piece->start || t == piece->start + piece->duration)
        local_time(tau, piece, t);
    else
        enclose_zero(tau, w, piece, t - piece->start, prec);
}

/* What show() and the walk along the signal need all the time. */
struct walk {
    const struct arb_law *law;
    arb_srcptr p;
    const struct signal *signal;
    slong prec;
    arb_observer *observe;
    void *ctx;
    arb_ptr x, energy; /* now; energy by part */
};

static bool advance(const struct walk *k, const struct piece *w, const arb_t s, const arb_t t0,
                    const arb_t t1)
{
    if (arb_equal(t0, t1))
        return true;
    if (arb_is_zero(w->amplitude)) {
        arb_t h;
        arb_init(h);
        arb_sub(h, t1, t0, k->prec);
        arb_law_hold(k->law, k->p, w->mean, h, k->x, k->energy, k->prec);
        arb_clear(h);
        return true;
    }
    const struct arb_wave wave = { w->mean, w->amplitude, w->omega, w->phase };
    arb_indeterminate(k->energy);
    if (!k->law->states)
        return true;
    return k->law->drive && k->law->drive(k->x, k->p, &wave, s, t0, t1, k->prec);
}

/* Whether v may lie in the band in which the law sticks. */
static bool is_stuck(const struct walk *k, const arb_t v)
{
    arb_t speed, band;
    if (!k->law->stick_band)
        return false;
    arb_init(speed);
    arb_init(band);
    arb_abs(speed, v);
    k->law->stick_band(band, k->p);
    const bool stuck = !arb_ge(speed, band);
    arb_clear(band);
    arb_clear(speed);
    return stuck;
}

/* Shows sample i. Where v vanishes or is in the band F may be an interval: it is left
 * indeterminate. */
static void show(const struct walk *k, double t, size_t i)
{
    const int n_parts = k->law->parts ? arb_law_count(k->law->parts) : 1;
    arb_t F, v, s, tau, energy;
    struct piece w;
    arb_init(energy);
    arb_init(F);
    arb_init(v);
    arb_init(s);
    arb_init(tau);
    piece_init(&w);
    arb_indeterminate(F);
    const struct signal_piece *piece = signal_stretch(k->signal, t).piece;
    if (signal_velocity(k->signal, t) != 0 && piece_set(&w, piece, k->prec)) {
        local_time(tau, piece, t);
        wave_velocity(v, &w, tau, k->prec);
        arb_sgn(s, v);
        k->law->force(F, k->p, v, s, k->x, k->prec);
        if (is_stuck(k, v))
            arb_indeterminate(F);
    }
    for (int part = 0; part < n_parts; part++)
        arb_add(energy, energy, k->energy + part, k->prec);
    k->observe(k->ctx, i, k->x, F, energy);
    piece_clear(&w);
    arb_clear(energy);
    arb_clear(tau);
    arb_clear(s);
    arb_clear(v);
    arb_clear(F);
}

/* Along one stretch: shows the samples that lie in it and returns the index of the first
 * that does not, or 0 when the law has no solution here. */
static size_t walk_stretch(const struct walk *k, const struct stretch *now, const double times[],
                           size_t i, size_t n)
{
    arb_t from, to, end, s;
    struct piece w;
    arb_init(from);
    arb_init(to);
    arb_init(end);
    arb_init(s);
    piece_init(&w);
    arb_set_d(s, now->sign);
    bool ok = piece_set(&w, now->piece, k->prec);
    if (ok) {
        stretch_end(from, now->piece, &w, now->start, k->prec);
        stretch_end(end, now->piece, &w, now->end, k->prec);
    }
    for (; ok && i < n && times[i] < now->end; i++) {
        local_time(to, now->piece, times[i]);
        if (!arb_lt(to, end)) /* a sample at a zero of v, a little off in double */
            arb_set(to, end);
        ok = advance(k, &w, s, from, to);
        arb_set(from, to);
        if (ok)
            show(k, times[i], i);
    }
    ok = ok && advance(k, &w, s, from, end);
    piece_clear(&w);
    arb_clear(s);
    arb_clear(end);
    arb_clear(to);
    arb_clear(from);
    return ok ? i : 0;
}

bool arb_driven(const struct arb_law *law, arb_srcptr p, const struct signal *signal,
                const double times[], size_t n, slong prec, arb_observer *observe, void *ctx)
{
    const struct walk k = {
        .law = law,
        .p = p,
        .signal = signal,
        .prec = prec,
        .observe = observe,
        .ctx = ctx,
        .x = _arb_vec_init(ARB_LAW_MAX),
        .energy = _arb_vec_init(ARB_LAW_MAX),
    };
    size_t i = 1;
    double t = times[0];
    if (law->start)
        law->start(k.x + arb_law_count(law->states), p);
    show(&k, t, 0);
    while (i > 0 && i < n) {
        const struct stretch now = signal_stretch(signal, t);
        i = walk_stretch(&k, &now, times, i, n);
        t = now.end;
        /* Samples at the stretch's end belong to its successor; the last one has none. */
        for (; i > 0 && i < n && (times[i] == t || t >= signal->duration); i++)
            show(&k, times[i], i);
    }
    _arb_vec_clear(k.energy, ARB_LAW_MAX);
    _arb_vec_clear(k.x, ARB_LAW_MAX);
    return i > 0;
}
