/* What figures of a fit show (fit_curves.h). */
#include "properties/identification/fit_curves.h"

#include <math.h>
#include <string.h>

#include "tools/base/memory.h"

struct fit_run_of_law fit_follow(const struct ranked *law, const struct measured *m, size_t j)
{
    struct fit_run_of_law f = { &m->run[j], law->fit.error, NULL };
    for (size_t k = 0; k < j; k++)
        f.error += m->run[k].n;
    f.law = memory_array(f.run->n, sizeof *f.law);
    for (size_t i = 0; i < f.run->n; i++)
        f.law[i] = f.run->force[i] - f.error[i];
    return f;
}

struct fit_loop fit_smallest_loop(const struct fit_run_of_law *f)
{
    const struct measured_run *run = f->run;
    struct fit_loop loop = { .n = 0 };
    const size_t length = run->n / 20;
    double least = INFINITY;
    for (size_t a = 0; a + length <= run->n; a += length / 2 + 1) {
        double lo = INFINITY, hi = -INFINITY;
        int turns = 0;
        for (size_t i = a; i < a + length; i++) {
            lo = fmin(lo, run->motion.x[i]);
            hi = fmax(hi, run->motion.x[i]);
            turns += i > a && run->motion.v[i] * run->motion.v[i - 1] < 0;
        }
        if (turns >= 2 && hi - lo < least) {
            least = hi - lo;
            loop = (struct fit_loop){ run->motion.x + a, run->force + a, f->law + a, length };
        }
    }
    return loop;
}

double fit_steady(const struct estimate *e, double v, double *deviation)
{
    const struct fit *fit = &e->fit;
    double slope[FIT_MOST] = { 0 }, step[FIT_MOST] = { 0 }, variance = 0;
    for (unsigned k = 0; k < fit->n; k++) {
        if (!fit_is_parameter(fit, k) || !isfinite(e->deviation[k]))
            continue;
        step[k] = 1e-4;
        const struct fit moved = fit_moved(fit, step);
        step[k] = 0;
        slope[k] = (fit->model->steady_force(moved.p, v) - fit->model->steady_force(fit->p, v)) /
                   1e-4 * e->deviation[k];
    }
    for (unsigned a = 0; a < fit->n; a++)
        for (unsigned b = 0; b < fit->n; b++) {
            const double r = a == b ? 1 : e->correlation[a * FIT_MOST + b];
            variance += isfinite(r) ? slope[a] * slope[b] * r : 0;
        }
    *deviation = sqrt(fmax(0, variance));
    return fit->model->steady_force(fit->p, v);
}

struct fit_bins fit_bins_of(const struct ranked *law, const struct measured *m)
{
    double sum[FIT_BINS] = { 0 }, speed[FIT_BINS] = { 0 };
    size_t count[FIT_BINS] = { 0 };
    struct fit_bins bins = { .n = 0 };
    const double decades = log(m->speed[1] / m->speed[0]);
    for (size_t j = 0; j < m->n_runs; j++)
        for (size_t i = 0; i < m->run[j].n; i++) {
            const double v = m->run[j].motion.v[i];
            const double at = FIT_BINS * log(fabs(v) / m->speed[0]) / decades;
            if (!(at >= 0 && at < FIT_BINS) || !measured_moves(&m->run[j], i))
                continue;
            sum[(int)at] += copysign(1, v) *
                            (m->run[j].force[i] - law->fit.estimate.fit.nuisances.value[OFFSET]);
            speed[(int)at] += fabs(v);
            count[(int)at]++;
        }
    for (int k = 0; k < FIT_BINS; k++)
        if (count[k] > 10) {
            bins.v[bins.n] = speed[k] / (double)count[k];
            bins.force[bins.n++] = sum[k] / (double)count[k];
        }
    return bins;
}
