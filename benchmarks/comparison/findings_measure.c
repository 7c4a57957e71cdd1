/* Measures swings, lags, releases and loops on trajectories. */
#include "benchmarks/comparison/findings_measure.h"

#include <math.h>

/* Returns the first sample with t[i] >= t, or n. */
static size_t first_from(const struct trajectory *r, double t)
{
    size_t lo = 0, hi = r->n;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (r->t[middle] < t)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

double measure_at(const struct trajectory *r, const double *column, size_t stride, double t)
{
    const size_t i = first_from(r, t);
    if (i == r->n || isnan(t))
        return NAN;
    if (i == 0)
        return r->t[0] > t ? (double)NAN : column[0];
    const double part = (t - r->t[i - 1]) / (r->t[i] - r->t[i - 1]);
    const double before = column[(i - 1) * stride], after = column[i * stride];
    return before + part * (after - before);
}

double measure_swing(const struct trajectory *r, const double *column, size_t stride, double from)
{
    double lo = INFINITY, hi = -INFINITY;
    for (size_t i = first_from(r, from); i < r->n; i++) {
        lo = fmin(lo, column[i * stride]);
        hi = fmax(hi, column[i * stride]);
    }
    return hi >= lo ? hi - lo : (double)NAN;
}

/* int F dv from one sample to the next: trapezoidal, but F may jump at v = 0; up to there it is
 * constant on either side. */
static double area_between(const struct trajectory *r, size_t i, size_t next)
{
    const double v = r->v[i], w = r->v[next], F = r->F[i], G = r->F[next];
    return v * w < 0 ? G * w - F * v : 0.5 * (F + G) * (w - v);
}

double measure_lag(const struct trajectory *r, double from)
{
    const size_t first = first_from(r, from);
    const double swing = measure_swing(r, r->v, 1, from);
    double area = 0;
    for (size_t i = first; i < r->n; i++) {
        const size_t next = i + 1 < r->n ? i + 1 : first;
        area += area_between(r, i, next);
    }
    return area / swing; /* without a swing there is no area: 0/0 */
}

double measure_release(const struct trajectory *r)
{
    for (size_t i = 0; i < r->n_events; i++)
        if (r->events[i].kind == PLANT_RELEASE)
            return r->events[i].t;
    return NAN;
}

struct excursion measure_excursion(const struct trajectory *r)
{
    const double release = measure_release(r);
    struct excursion e = { NAN, NAN, NAN };
    if (isnan(release))
        return e;
    for (size_t i = 0; i < r->n_events && isnan(e.stop); i++) {
        const struct event *at = &r->events[i];
        if (at->t > release && (at->kind == PLANT_CAPTURE || at->kind == PLANT_REVERSAL))
            e.stop = at->t;
    }
    const double start = measure_at(r, r->x, 1, release);
    double farthest = -1;
    for (size_t i = first_from(r, release); i < r->n && !(r->t[i] > e.stop); i++) {
        e.speed = fmax(e.speed, fabs(r->v[i])); /* fmax ignores NANs */
        if (fabs(r->x[i] - start) > farthest) {
            farthest = fabs(r->x[i] - start);
            e.place = r->x[i];
        }
    }
    return e;
}

struct slips measure_slips(const struct trajectory *r)
{
    struct slips s = { .first = NAN, .period = NAN, .length = NAN, .peak = NAN };
    double last = NAN;
    for (size_t i = 0; i < r->n; i++)
        s.peak = fmax(s.peak, r->v[i]);
    for (size_t i = 0; i < r->n_events; i++) {
        const double t = r->events[i].t;
        if (r->events[i].kind != PLANT_FASTER)
            continue;
        if (measure_at(r, r->v, 1, t) < 0) {
            s.backward++;
            continue;
        }
        s.forward++;
        if (isnan(s.first))
            s.first = t;
        s.period = t - last;
        s.length = measure_at(r, r->x, 1, t) - measure_at(r, r->x, 1, last);
        last = t;
    }
    return s;
}

struct deviation measure_deviation(const struct trajectory *r, double place, double from, double to)
{
    struct deviation d = { NAN, NAN };
    double integral = 0, start = NAN, end = NAN, before = NAN;
    for (size_t i = first_from(r, from); i < r->n && r->t[i] <= to; i++) {
        const double e = fabs(r->x[i] - place);
        d.largest = fmax(d.largest, e);
        if (isnan(start))
            start = r->t[i];
        else
            integral += 0.5 * (e * e + before * before) * (r->t[i] - end);
        before = e;
        end = r->t[i];
    }
    if (end > start)
        d.rms = sqrt(integral / (end - start));
    return d;
}
