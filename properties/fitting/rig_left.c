/* Each nuisance by its own slopes; of cogging first the period that errors show (rig_left.h). */
#include "properties/fitting/rig_left.h"

#include <math.h>
#include <stdlib.h>

#include "properties/fitting/residuals.h"
#include "tools/base/memory.h"

/* What is left by chance: the square of a normal number is above 25 once in two million times, and
 * with some hundred periods above 50 as seldom. Less than a fiftieth of all squares is no news. */
static const double BY_CHANCE = 25, BY_CHANCE_OF_PERIODS = 50, LEAST_SHARE = 0.02;

/* Periods that are tried: parts of the travel, the shortest a four hundredth, by the mean errors in
 * as many places. Of those that take most away the likeliest few are fitted. */
enum { PERIODS = 800, PLACES = 2 * PERIODS, FITTED_PERIODS = 8 };

/* Errors along the position. Each place counts alike, for however long the motion was there. */
struct places {
    size_t n;
    double length;                    /* m, of the travel */
    double at[PLACES], error[PLACES]; /* m, from its lower end; N, less their mean */
};

static void find_travel(const struct measured *m, double *lo, double *hi)
{
    *lo = INFINITY;
    *hi = -INFINITY;
    for (size_t j = 0; j < m->n_runs; j++)
        for (size_t i = 0; i < m->run[j].n; i++) {
            *lo = fmin(*lo, m->run[j].motion.x[i]);
            *hi = fmax(*hi, m->run[j].motion.x[i]);
        }
}

static void find_places(const struct measured *m, const double error[], struct places *p)
{
    double lo, hi, count[PLACES] = { 0 }, mean = 0;
    *p = (struct places){ .n = 0 };
    find_travel(m, &lo, &hi);
    p->length = hi - lo;
    for (size_t j = 0, k = 0; j < m->n_runs && p->length > 0; k += m->run[j++].n)
        for (size_t i = 0; i < m->run[j].n; i++) {
            const double way = (m->run[j].motion.x[i] - lo) / p->length;
            const size_t place = (size_t)fmin(way * PLACES, PLACES - 1);
            if (m->run[j].weight[i] > 0) {
                p->error[place] += error[k + i];
                count[place]++;
            }
        }
    for (size_t place = 0; place < PLACES; place++)
        if (count[place] > 0) {
            p->at[p->n] = ((double)place + 0.5) / PLACES * p->length;
            p->error[p->n] = p->error[place] / count[place];
            mean += p->error[p->n++];
        }
    for (size_t i = 0; i < p->n; i++)
        p->error[i] -= mean / (double)p->n;
}

/* How much of the errors' squares, N^2, a wave with so many half periods in the travel takes away,
 * nearly. */
static double wave_takes(const struct places *p, double halves)
{
    double sine = 0, cosine = 0;
    for (size_t i = 0; i < p->n; i++) {
        const double phase = acos(-1) * halves / p->length * p->at[i];
        sine += p->error[i] * sin(phase);
        cosine += p->error[i] * cos(phase);
    }
    return sine * sine + cosine * cosine;
}

/* Returns the best number of half periods less than one from this one. */
static double refine(const struct places *p, int halves)
{
    enum { PARTS = 20 };
    double best = halves, most = 0;
    for (int k = -PARTS + 1; k < PARTS; k++) {
        const double here = halves + (double)k / PARTS, takes = wave_takes(p, here);
        if (takes > most) {
            most = takes;
            best = here;
        }
    }
    return best;
}

/* period[FITTED_PERIODS], m: of waves that take more away than their neighbours, the most first.
 * Returns how many there are. */
static unsigned likely_periods(const struct measured *m, const double error[], double period[])
{
    struct places *p = memory_array(1, sizeof *p);
    double takes[PERIODS + 2] = { 0 };
    unsigned n = 0;
    find_places(m, error, p);
    for (int k = 2; k <= PERIODS && p->n > 0; k++)
        takes[k] = wave_takes(p, k);
    for (; n < FITTED_PERIODS; n++) {
        int best = 0;
        for (int k = 2; k <= PERIODS; k++)
            if (takes[k] > takes[best] && takes[k] >= fabs(takes[k - 1]) &&
                takes[k] >= fabs(takes[k + 1]))
                best = k;
        if (best == 0)
            break;
        period[n] = 2 * p->length / refine(p, best);
        takes[best] *= -1;
    }
    free(p);
    return n;
}

/* Sets up a fit of which only what the rig adds is variable: first what is fitted already, *fitted
 * of them, then what may be added, with cogging of that period unless it is 0. A delay of a force
 * that was measured is fitted by default; one that is applied by a controller, and held until the
 * next sample, may be early. */
static struct fit beside(const struct fit *fit, bool has_mass, double period, unsigned *fitted)
{
    struct fit only = *fit;
    const bool has_cogging = fit->nuisances.period > 0;
    only.n = 0;
    if (!has_cogging)
        only.nuisances.period = period;
    for (int i = 0; i < N_NUISANCES; i++)
        if (fit->nuisances.is_free[i] && i != DELAY)
            fit_add_nuisance(&only, i);
    *fitted = only.n;
    for (int i = 0; i < N_NUISANCES; i++) {
        const bool is_cogging = i == COGGING_SINE || i == COGGING_COSINE;
        const bool is_known = fit->nuisances.is_free[i] || fit->nuisances.value[i] != 0;
        if ((i != DELAY || has_mass) && !is_known && !(is_cogging && (has_cogging || period == 0)))
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

/* Takes away from column k what it has of the columns before it that are fitted, or, of a wave's
 * second part, are the first one. */
static void make_orthogonal(size_t n, unsigned fitted, bool is_second, unsigned k, double columns[])
{
    double *own = columns + k * n;
    for (unsigned j = 0; j < k; j++) {
        const double *other = columns + j * n;
        if (j >= fitted && !(is_second && j + 1 == k))
            continue;
        const double squares = product(n, other, other);
        const double part = squares > 0 ? product(n, own, other) / squares : 0;
        for (size_t i = 0; i < n; i++)
            own[i] -= part * other[i];
    }
}

/* share[N_NUISANCES]: of the squares of innovations, what each would take away, cogging by both of
 * its parts. */
static void find_shares(const struct fit *fit, const struct fit_data *data, double period,
                        double share[])
{
    unsigned fitted;
    const struct fit only = beside(fit, data->run[0].mass > 0, period, &fitted);
    double *slopes = memory_array(only.n * data->n, sizeof *slopes);
    struct traced t;
    for (int i = 0; i < N_NUISANCES; i++)
        share[i] = 0;
    traced_begin(&only, data, &t);
    traced_slopes(&t, data, true, slopes);
    for (size_t i = 0; i < data->n; i++)
        t.residual[i] = fmax(-3, fmin(3, t.residual[i]));
    for (unsigned k = 0; k < only.n && t.is_finite; k++) {
        const double *slope = slopes + k * data->n;
        make_orthogonal(data->n, fitted, only.of[k] == COGGING_COSINE, k, slopes);
        const double both = product(data->n, t.residual, slope);
        const double squares = product(data->n, slope, slope);
        if (k >= fitted && squares > 0)
            share[only.of[k]] = both * both / squares / product(data->n, t.residual, t.residual);
    }
    share[COGGING_SINE] += share[COGGING_COSINE];
    share[COGGING_COSINE] = 0;
    traced_end(data, &t);
    free(slopes);
}

struct rig_left rig_left_by(const struct fit *fit, const struct fit_data *data,
                            const struct measured *m, const double error[])
{
    const bool has_cogging = fit->nuisances.period > 0;
    double share[N_NUISANCES], period[FITTED_PERIODS] = { 0 }, n = 0;
    struct rig_left left = { .share = 0 };
    unsigned periods = has_cogging ? 0 : likely_periods(m, error, period);
    for (size_t j = 0; j < m->n_runs; j++)
        for (size_t i = 0; i < m->run[j].n; i++)
            n += m->run[j].weight[i] > 0;
    periods = periods > 0 ? periods : 1;
    for (unsigned k = 0; k < periods; k++) {
        find_shares(fit, data, period[k], share);
        for (int i = 0; i < N_NUISANCES; i++) {
            const bool is_cogging = i == COGGING_SINE;
            const double chance = (is_cogging ? BY_CHANCE_OF_PERIODS : BY_CHANCE) / n;
            if (share[i] > fmax(LEAST_SHARE, chance) && share[i] > left.share)
                left = (struct rig_left){ i, share[i], is_cogging ? period[k] : 0 };
        }
    }
    return left;
}
