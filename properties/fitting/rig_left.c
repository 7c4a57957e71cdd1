/* Each nuisance by its own slopes; of cogging first the period that errors show (rig_left.h). */
#include "properties/fitting/rig_left.h"

#include <math.h>
#include <stdlib.h>

#include "properties/fitting/residuals.h"
#include "tools/base/memory.h"

/* What is left by chance: the square of a normal number is above 25 once in two million times, and
 * with some hundred periods above 50 as seldom. Less than a fiftieth of all squares is no news. */
static const double BY_CHANCE = 25, BY_CHANCE_OF_PERIODS = 50, LEAST_SHARE = 0.02;

/* Periods that are tried: parts of the travel, the shortest a four hundredth, by some thousand
 * samples. */
enum { PERIODS = 800, SAMPLES = 2000 };

static double travel(const struct measured *m, double *least)
{
    double lo = INFINITY, hi = -INFINITY;
    for (size_t j = 0; j < m->n_runs; j++)
        for (size_t i = 0; i < m->run[j].n; i++) {
            lo = fmin(lo, m->run[j].motion.x[i]);
            hi = fmax(hi, m->run[j].motion.x[i]);
        }
    *least = lo;
    return hi - lo;
}

/* The sum of squares, N^2, that a wave along the position takes away from errors, nearly. */
static double wave_takes(const struct measured *m, const double error[], double least,
                         double number)
{
    const size_t every = m->n / SAMPLES + 1;
    double sine = 0, cosine = 0, n = 0;
    for (size_t j = 0, k = 0; j < m->n_runs; k += m->run[j++].n)
        for (size_t i = 0; i < m->run[j].n; i += every) {
            const struct measured_run *run = &m->run[j];
            const double phase = number * (run->motion.x[i] - least);
            if (run->weight[i] == 0)
                continue;
            sine += error[k + i] * sin(phase);
            cosine += error[k + i] * cos(phase);
            n++;
        }
    return n > 0 ? 2 * (sine * sine + cosine * cosine) / n : 0;
}

/* The period of the wave that takes most away; 0: nothing moves. */
static double best_period(const struct measured *m, const double error[])
{
    double least, most = 0, best = 0;
    const double length = travel(m, &least);
    for (int k = 2; k <= PERIODS && length > 0; k++) {
        const double number = acos(-1) * k / length;
        const double takes = wave_takes(m, error, least, number);
        if (takes > most) {
            most = takes;
            best = 2 * length / k;
        }
    }
    return best;
}

/* Sets up a fit of which only what the rig adds is variable: first what is fitted already, *fitted
 * of them, then what may be added. The period of cogging is that of errors. */
static struct fit beside(const struct fit *fit, const struct measured *m, const double error[],
                         unsigned *fitted)
{
    struct fit only = *fit;
    const bool has_cogging = fit->nuisances.period > 0;
    only.n = 0;
    if (!has_cogging)
        only.nuisances.period = best_period(m, error);
    for (int i = 0; i < N_NUISANCES; i++)
        if (fit->nuisances.is_free[i] && i != DELAY)
            fit_add_nuisance(&only, i);
    *fitted = only.n;
    for (int i = 0; i < N_NUISANCES; i++) {
        const bool is_cogging = i == COGGING_SINE || i == COGGING_COSINE;
        const bool is_known = fit->nuisances.is_free[i] || fit->nuisances.value[i] != 0;
        if (i != DELAY && !is_known && !(is_cogging && (has_cogging || only.nuisances.period == 0)))
            fit_add_nuisance(&only, i);
    }
    return only;
}

static double product(size_t n, const double a[], const double b[])
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Takes away from column k what it has of the columns before it, of which `fitted` are orthogonal
 * to each other. */
static void make_orthogonal(size_t n, unsigned fitted, unsigned k, double columns[])
{
    double *own = columns + k * n;
    for (unsigned j = 0; j < fitted && j < k; j++) {
        const double *other = columns + j * n;
        const double squares = product(n, other, other);
        const double part = squares > 0 ? product(n, own, other) / squares : 0;
        for (size_t i = 0; i < n; i++)
            own[i] -= part * other[i];
    }
}

struct rig_left rig_left_by(const struct fit *fit, const struct fit_data *data,
                            const struct measured *m, const double error[])
{
    unsigned fitted;
    const struct fit only = beside(fit, m, error, &fitted);
    double share[N_NUISANCES] = { 0 }, n = 0;
    double *slopes = memory_array(only.n * data->n, sizeof *slopes);
    struct rig_left left = { .share = 0 };
    struct traced t;
    for (size_t j = 0; j < m->n_runs; j++)
        for (size_t i = 0; i < m->run[j].n; i++)
            n += m->run[j].weight[i] > 0;
    traced_begin(&only, data, &t);
    traced_slopes(&t, data, true, slopes);
    for (size_t i = 0; i < data->n; i++)
        t.residual[i] = fmax(-3, fmin(3, t.residual[i]));
    for (unsigned k = 0; k < only.n && t.is_finite; k++) {
        const double *slope = slopes + k * data->n;
        make_orthogonal(data->n, fitted, k, slopes);
        const double both = product(data->n, t.residual, slope);
        const double squares = product(data->n, slope, slope);
        if (k >= fitted && squares > 0)
            share[only.of[k]] = both * both / squares / product(data->n, t.residual, t.residual);
    }
    share[COGGING_SINE] += share[COGGING_COSINE];
    share[COGGING_COSINE] = 0;
    for (int i = 0; i < N_NUISANCES; i++) {
        const bool is_cogging = i == COGGING_SINE;
        const double chance = (is_cogging ? BY_CHANCE_OF_PERIODS : BY_CHANCE) / n;
        if (share[i] > fmax(LEAST_SHARE, chance) && share[i] > left.share)
            left = (struct rig_left){ i, share[i], is_cogging ? only.nuisances.period : 0 };
    }
    traced_end(data, &t);
    free(slopes);
    return left;
}
