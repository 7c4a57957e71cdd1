/* Follows laws along motions as they may have been (remainder.h). */
#include "properties/fitting/remainder.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "properties/tracing/trace.h"
#include "tools/base/memory.h"

/* Forces and the expected change, n each. */
struct work {
    double *x, *v, *off, *force, *here, *expected;
    struct path path;
};

/* Parts of the usual force that a jump is larger than. */
static const double JUMP = 0.05;

/* force[n] along the motion plus `side` times what the other one is off, `more` s later. */
static bool follow(const struct fit *fit, const struct fit_run *run, const struct again *other,
                   double side, double more, struct work *w)
{
    const struct motion *m = run->motion;
    for (size_t i = 0; i < m->n; i++) {
        w->x[i] = m->x[i] + side * (other->x[i] - m->x[i]);
        w->v[i] = m->v[i] + side * (other->v[i] - m->v[i]);
    }
    path_make(&w->path, m->n, m->t, w->x, w->v, 1, fit->nuisances.value[DELAY] + more);
    return trace_force(fit->model, fit->lanes, fit->p, fit_start(fit, run), &w->path, w->force);
}

/* Each sample has the largest of itself and its neighbours: where a jump lies between two samples
 * it may be at either. Where the remainder is more than the noise it is so for twice as long, up to
 * MOST samples to each side: the few motions that were followed do not go as far as the real one
 * may, nor as parameters that are still to move. */
static void widen(size_t n, double a[], double least)
{
    enum { MOST = 25 };
    double *old = memory_array(n, sizeof *old);
    for (size_t i = 0; i < n; i++)
        old[i] = a[i];
    for (size_t i = 0; i < n; i++)
        a[i] = fmax(old[i], fmax(i > 0 ? old[i - 1] : 0, i + 1 < n ? old[i + 1] : 0));
    for (size_t i = 0; i < n; i++)
        old[i] = a[i];
    for (size_t from = 0, to; from < n; from = to + 1) {
        for (to = from; to < n && old[to] > least;)
            to++;
        const size_t half = (to - from + 1) / 2, more = half < MOST ? half : MOST;
        for (size_t k = from; k < to; k++)
            for (size_t i = k > more ? k - more : 0; i < n && i <= k + more; i++)
                a[i] = fmax(a[i], old[k]);
    }
    free(old);
}

/* off[n]: what the force is off its linear change where it is `more` s later. */
static bool find_off(const struct fit *fit, const struct fit_run *run, double more,
                     const struct whitening *filter, struct work *w, double off[])
{
    const struct motion *m = run->motion;
    const struct again same = { m->x, m->v };
    for (size_t i = 0; i < m->n; i++)
        w->off[i] = -m->v[i] * more;
    whitening_respond(filter, w->off, w->expected);
    const bool is_finite = follow(fit, run, &same, 0, more, w);
    for (size_t i = 0; i < m->n; i++)
        off[i] = is_finite ? w->force[i] - w->here[i] - w->expected[i] : 0;
    return is_finite;
}

/* Raises the variance where forces jump within the jitter: within half of it as much, or nothing.
 * What a delay changes smoothly is less within half of it, by a factor of two to four, and the fit
 * itself sees it. Returns at how many samples they jump. */
static size_t find_jumps(const struct fit *fit, const struct fit_run *run, double jitter,
                         double noise, const struct whitening *filter, struct work *w,
                         double variance[])
{
    static const double SAME = 0.8, NOTHING = 0.1;
    const size_t n = run->motion->n;
    double *jump = memory_array(n, sizeof *jump), *whole = memory_array(n, sizeof *whole);
    double *half = memory_array(n, sizeof *half);
    double squares = 0;
    size_t jumps = 0;
    for (size_t i = 0; i < n; i++)
        squares += w->here[i] * w->here[i] / (double)n;
    const double least = fmax(noise * noise, JUMP * JUMP * squares);
    for (int side = -1; side <= 1; side += 2) {
        if (!find_off(fit, run, side * jitter, filter, w, whole) ||
            !find_off(fit, run, side * jitter / 2, filter, w, half))
            continue;
        for (size_t i = 0; i < n; i++) {
            const double share = fabs(half[i]) / fmax(fabs(whole[i]), DBL_MIN);
            if (whole[i] * whole[i] > least && (share > SAME || share < NOTHING))
                jump[i] = fmax(jump[i], whole[i] * whole[i]);
        }
    }
    for (size_t i = 0; i < n; i++)
        jumps += jump[i] > 0;
    widen(n, jump, least);
    for (size_t i = 0; i < n; i++)
        variance[i] = fmax(variance[i], jump[i]);
    free(jump);
    free(whole);
    free(half);
    return jumps;
}

size_t remainder_find(const struct fit *fit, const struct fit_run *run, const struct again again[],
                      size_t n_again, double jitter, double noise, const struct whitening *filter,
                      double bias[], double variance[])
{
    const struct motion *m = run->motion;
    const size_t n = m->n;
    struct work w = { .path = { .n = 0 } };
    w.x = memory_array(n, sizeof *w.x);
    w.v = memory_array(n, sizeof *w.v);
    w.off = memory_array(n, sizeof *w.off);
    w.force = memory_array(n, sizeof *w.force);
    w.here = memory_array(n, sizeof *w.here);
    w.expected = memory_array(n, sizeof *w.expected);
    const struct again same = { m->x, m->v };
    size_t followed = 0;
    for (size_t i = 0; i < n; i++)
        bias[i] = variance[i] = 0;
    bool is_finite = follow(fit, run, &same, 0, 0, &w);
    for (size_t i = 0; i < n; i++)
        w.here[i] = w.force[i];
    for (size_t k = 0; is_finite && k < n_again; k++) {
        for (size_t i = 0; i < n; i++)
            w.off[i] = again[k].x[i] - m->x[i];
        whitening_respond(filter, w.off, w.expected);
        for (int side = -1; side <= 1; side += 2) {
            if (!follow(fit, run, &again[k], side, 0, &w))
                continue;
            followed++;
            for (size_t i = 0; i < n; i++) {
                const double off = w.force[i] - w.here[i] - side * w.expected[i];
                bias[i] += off;
                variance[i] += off * off;
            }
        }
    }
    for (size_t i = 0; followed > 0 && i < n; i++) {
        bias[i] /= (double)followed;
        variance[i] /= (double)followed;
    }
    widen(n, variance, noise * noise);
    const bool is_off = is_finite && jitter > 0;
    const size_t jumps = is_off ? find_jumps(fit, run, jitter, noise, filter, &w, variance) : 0;
    path_free(&w.path);
    free(w.x);
    free(w.v);
    free(w.off);
    free(w.force);
    free(w.here);
    free(w.expected);
    return jumps;
}
