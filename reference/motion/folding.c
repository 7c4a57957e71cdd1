/* Folds times into a period (folding.h). */
#include "reference/motion/folding.h"

#include <stdlib.h>

void folding_init(struct folding *f, size_t n)
{
    f->n = n + 1;
    f->order = flint_malloc(f->n * sizeof *f->order);
    f->count = _fmpz_vec_init((slong)f->n);
    for (size_t i = 0; i < f->n; i++) {
        arf_init(f->order[i].from);
        arf_init(f->order[i].to);
    }
    arb_init(f->period);
}

void folding_clear(struct folding *f)
{
    arb_clear(f->period);
    for (size_t i = 0; i < f->n; i++) {
        arf_clear(f->order[i].to);
        arf_clear(f->order[i].from);
    }
    _fmpz_vec_clear(f->count, (slong)f->n);
    flint_free(f->order);
}

static int by_time(const void *a, const void *b)
{
    return arf_cmp(((const struct folded *)a)->from, ((const struct folded *)b)->from);
}

/* Splits the time of sample i into whole periods and the rest. Returns false where it may lie on
 * both sides of a period's end. */
static bool fold(struct folding *f, size_t i, const arb_t tau, slong prec)
{
    struct folded *place = f->order + i;
    arb_t whole, rest;
    arf_t last;
    arb_init(whole);
    arb_init(rest);
    arf_init(last);
    place->i = i;
    arb_div(whole, tau, f->period, prec);
    arb_floor(whole, whole, prec);
    bool ok = arb_get_unique_fmpz(f->count + i, whole);
    if (ok) {
        arb_mul_fmpz(rest, f->period, f->count + i, prec);
        arb_sub(rest, tau, rest, fmpz_is_zero(f->count + i) ? ARF_PREC_EXACT : prec);
        arb_get_lbound_arf(place->from, rest, prec);
        arb_get_ubound_arf(place->to, rest, prec);
        arb_get_lbound_arf(last, f->period, prec);
        ok = arf_sgn(place->from) >= 0 && arf_cmp(place->from, last) < 0;
    }
    arf_clear(last);
    arb_clear(rest);
    arb_clear(whole);
    return ok;
}

bool folding_find(struct folding *f, const struct arb_segment *segment, const arb_t end,
                  arb_srcptr times, slong prec)
{
    bool ok = arb_segment_period(f->period, segment, prec);
    for (size_t i = 0; ok && i < f->n; i++)
        ok = fold(f, i, i + 1 < f->n ? times + i : end, prec);
    if (ok)
        qsort(f->order, f->n, sizeof *f->order, by_time);
    return ok && fmpz_cmp_si(f->count + f->n - 1, LEAST_PERIODS) >= 0;
}

void folding_times(const struct folding *f, arb_ptr from, arb_ptr to)
{
    for (size_t k = 0; k < f->n; k++) {
        arb_set_arf(from + k, f->order[k].from);
        arb_set_arf(to + k, f->order[k].to);
    }
}

void folding_start(arb_t start, const struct arb_segment *segment, slong prec)
{
    enum { LOG_PLACES = 3, BITS = 16 };
    arb_t period, t, v, most;
    arb_init(period);
    arb_init(t);
    arb_init(v);
    arb_init(most);
    arb_zero(start);
    const bool has = arb_segment_period(period, segment, prec);
    arf_set_round(arb_midref(period), arb_midref(period), BITS, ARF_RND_DOWN);
    mag_zero(arb_radref(period));
    for (slong k = 1; has && k < 1 << LOG_PLACES; k++) {
        arb_mul_si(t, period, k, ARF_PREC_EXACT);
        arb_mul_2exp_si(t, t, -LOG_PLACES);
        arb_segment_velocity(v, segment, t, prec);
        arb_abs(v, v);
        if (arf_cmp(arb_midref(v), arb_midref(most)) <= 0)
            continue;
        arb_set(most, v);
        arb_set(start, t);
    }
    arb_clear(most);
    arb_clear(v);
    arb_clear(t);
    arb_clear(period);
}

void folding_shift(struct arb_segment *segment, const struct arb_segment *of, const arb_t start,
                   slong prec)
{
    segment->is_wave = of->is_wave;
    arb_set(segment->mean, of->mean);
    arb_set(segment->amplitude, of->amplitude);
    arb_set(segment->last, of->last);
    arb_sub(segment->duration, of->duration, start, prec);
    for (int i = 0; i < 3; i++)
        arb_set(segment->q + i, of->q + i);
    arb_addmul(segment->q, segment->q + 1, start, prec);
}
