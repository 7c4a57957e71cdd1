/* Follows laws along motions as they may have been (remainder.h). */
#include "properties/fitting/remainder.h"

#include <math.h>
#include <stdlib.h>

#include "properties/fitting/trace.h"
#include "tools/base/memory.h"

/* Forces and the expected change, n each. */
struct work {
    double *x, *v, *off, *force, *here, *expected;
    struct path path;
};

/* Parts of the usual force that a jump is larger than. */
static const double JUMP = 0.05;

/* force[n] along the motion plus `side` times what the other one is off, `more` s later. */
static bool follow(const struct fit *fit, const struct motion *m, const struct again *other,
                   double side, double more, struct work *w)
{
    for (size_t i = 0; i < m->n; i++) {
        w->x[i] = m->x[i] + side * (other->x[i] - m->x[i]);
        w->v[i] = m->v[i] + side * (other->v[i] - m->v[i]);
    }
    path_make(&w->path, m->n, m->t, w->x, w->v, 1, fit->nuisances.value[DELAY] + more);
    return trace_force(fit->model, fit->p, fit->start, &w->path, w->force);
}

/* Each sample has the largest of itself and its neighbours: where a jump lies between two samples
 * it may be at either. Where the remainder is more than the noise it is so for twice as long: the
 * few motions that were followed do not go as far as the real one may, nor as parameters that are
 * still to move. */
static void widen(size_t n, double a[], double least)
{
    double *old = memory_array(n, sizeof *old);
    for (size_t i = 0; i < n; i++)
        old[i] = a[i];
    for (size_t i = 0; i < n; i++)
        a[i] = fmax(old[i], fmax(i > 0 ? old[i - 1] : 0, i + 1 < n ? old[i + 1] : 0));
    for (size_t i = 0; i < n; i++)
        old[i] = a[i];
    for (size_t from = 0; from < n; from++) {
        size_t to = from;
        double most = 0;
        for (; to < n && old[to] > least; to++)
            most = fmax(most, old[to]);
        const size_t more = (to - from + 1) / 2;
        for (size_t i = from > more ? from - more : 0; to > from && i < n && i < to + more; i++)
            a[i] = fmax(a[i], most);
        from = to;
    }
    free(old);
}

/* Raises the variance where forces jump within the jitter. What a delay changes smoothly the fit
 * itself sees. */
static void find_jumps(const struct fit *fit, const struct motion *m, double jitter, double noise,
                       const struct whitening *filter, struct work *w, double variance[])
{
    const size_t n = m->n;
    const struct again same = { m->x, m->v };
    double *jump = memory_array(n, sizeof *jump);
    double squares = 0;
    for (size_t i = 0; i < n; i++) {
        w->off[i] = -m->v[i] * jitter;
        squares += w->here[i] * w->here[i] / (double)n;
    }
    const double least = fmax(noise * noise, JUMP * JUMP * squares);
    whitening_respond(filter, w->off, w->expected);
    for (int side = -1; side <= 1; side += 2) {
        if (!follow(fit, m, &same, 0, side * jitter, w))
            continue;
        for (size_t i = 0; i < n; i++) {
            const double off = w->force[i] - w->here[i] - side * w->expected[i];
            jump[i] = fmax(jump[i], off * off > least ? off * off : 0);
        }
    }
    widen(n, jump, least);
    for (size_t i = 0; i < n; i++)
        variance[i] = fmax(variance[i], jump[i]);
    free(jump);
}

void remainder_find(const struct fit *fit, const struct fit_run *run, const struct again again[],
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
    bool is_finite = follow(fit, m, &same, 0, 0, &w);
    for (size_t i = 0; i < n; i++)
        w.here[i] = w.force[i];
    for (size_t k = 0; is_finite && k < n_again; k++) {
        for (size_t i = 0; i < n; i++)
            w.off[i] = again[k].x[i] - m->x[i];
        whitening_respond(filter, w.off, w.expected);
        for (int side = -1; side <= 1; side += 2) {
            if (!follow(fit, m, &again[k], side, 0, &w))
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
    if (is_finite && jitter > 0)
        find_jumps(fit, m, jitter, noise, filter, &w, variance);
    path_free(&w.path);
    free(w.x);
    free(w.v);
    free(w.off);
    free(w.force);
    free(w.here);
    free(w.expected);
}
