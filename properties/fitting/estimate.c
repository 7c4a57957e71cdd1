/* What is known, by normal equations of slopes (estimate.h). */
#include "properties/fitting/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fitting/normal.h"
#include "properties/fitting/residuals.h"
#include "tools/base/memory.h"

/* A variable that is a logarithm, or a part of its size, is not known where its deviation is more
 * than this: 95 % are then within a factor of 5 either way. */
static const double KNOWN_DEVIATION = 0.8;
/* What a rig adds is not known where its deviation is more than this many of its units: of a delay,
 * samples; of forces, their root mean square. Slopes at one place say nothing of places so far. */
static const double KNOWN_UNITS = 10;
/* Returns the samples over which residuals are correlated: the sum of the correlation of lags as
 * long as it is above its own noise, both ways. */
static double correlated(size_t n, const double r[])
{
    double at_zero = 0, sum = 1;
    for (size_t i = 0; i < n; i++)
        at_zero += r[i] * r[i];
    for (size_t lag = 1; lag < n / 8; lag++) {
        double at_lag = 0;
        for (size_t i = 0; i + lag < n; i++)
            at_lag += r[i] * r[i + lag];
        if (at_lag < 2 / sqrt((double)n) * at_zero)
            break;
        sum += 2 * at_lag / at_zero;
    }
    return sum;
}

/* Variables at the end of their ranges, or at a joint constraint: a step outwards does not move
 * them. */
static void find_edges(struct estimate *e)
{
    double step[FIT_MOST] = { 0 };
    for (unsigned k = 0; k < e->fit.n; k++) {
        e->knowledge[k] = KNOWN;
        if (!fit_is_parameter(&e->fit, k))
            continue;
        for (int side = -1; side <= 1; side += 2) {
            step[k] = 1e-3 * side;
            const struct fit moved = fit_moved(&e->fit, step);
            const double was = e->fit.p[e->fit.of[k]], is = moved.p[e->fit.of[k]];
            const double expected =
                e->fit.kind[k] == FIT_LOG ? was * expm1(step[k]) : step[k] * e->fit.size[k];
            if (fabs(is - was) < 0.01 * fabs(expected))
                e->knowledge[k] = AT_EDGE;
        }
        step[k] = 0;
    }
}

bool estimate_tells(const struct fit *fit, unsigned k, double deviation)
{
    if (fit->kind[k] == FIT_NUISANCE)
        return deviation < KNOWN_UNITS;
    if (fit->kind[k] != FIT_LINEAR)
        return deviation < KNOWN_DEVIATION;
    const double value = fabs(fit->p[fit->of[k]]) / fit->size[k];
    return deviation < KNOWN_DEVIATION * fmax(value, 1);
}

/* Takes residuals that are far out, which hold no slopes, out of them. */
static void cut_far(const struct fit *fit, size_t rows, const double r[], double slopes[])
{
    const double most = 3 * fit->usual;
    for (size_t i = 0; i < rows; i++)
        for (unsigned k = 0; fabs(r[i]) > most && k < fit->n; k++)
            slopes[k * rows + i] = 0;
}

/* Variables of which a change by the whole is a change that no force shows have none. */
static void find_effects(size_t rows, const double slopes[], struct estimate *e, bool have_effect[])
{
    for (unsigned k = 0; k < e->fit.n; k++) {
        double squares = 0;
        for (size_t i = 0; i < rows; i++)
            squares += slopes[k * rows + i] * slopes[k * rows + i];
        have_effect[k] = !(sqrt(squares / (double)rows) < 1e-9 * e->fit.rms);
        if (!have_effect[k])
            e->knowledge[k] = NO_EFFECT;
    }
}

/* Returns by how much 1.96 deviations are too few where these are told by windows of which each has
 * `share` of what is told: as with few samples, what one is off by comes with too small a
 * deviation. Quantile 97.5 % of t statistics with Bartlett's kernel: N. M. Kiefer and T. J.
 * Vogelsang, Econometric Theory 21 (2005), table 1. */
static double few_windows(double share)
{
    return (1.96 + share * (2.9694 + share * (0.416 - share * 0.5324))) / 1.96;
}

/* score[]: by each variable, of all residuals; those that are far count as on the edge. */
static void find_scores(const struct fit *fit, size_t rows, const double slopes[], const double r[],
                        double score[])
{
    const double most = 3 * fit->usual;
    for (unsigned k = 0; k < fit->n; k++) {
        score[k] = 0;
        for (size_t i = 0; i < rows; i++)
            score[k] += slopes[k * rows + i] * fmax(-most, fmin(most, r[i]));
    }
}

/* Sets by how much the fit has not settled: the step that scores ask for, in deviations. */
static void find_unsettled(const struct normal *c, const double score[], struct estimate *e)
{
    for (unsigned a = 0; a < c->n; a++) {
        double step = 0;
        for (unsigned b = 0; b < c->n; b++)
            step += gsl_matrix_get(c->inverse, a, b) * score[c->of[b]] / c->length[b];
        e->unsettled[c->of[a]] = step / c->length[a] / e->deviation[c->of[a]];
    }
}

/* Scores that add up to less than this part of what they are one by one do so by chance, not for a
 * reason; and where windows have taken nearly all of their own away they tell no more of them. */
static const double SINGLE = 0.5, LEFT = 0.1;

/* Returns residuals, to be freed, of which those of forces that are no linear function of what the
 * motion is off count as one at least: they have a variance that is seldom reached, and one error
 * for many of them, so that their scores are few. */
static double *as_expected(const struct fit_data *data, const double r[])
{
    double *least = memory_array(data->n, sizeof *least);
    memcpy(least, r, data->n * sizeof *least);
    size_t from = 0;
    for (size_t j = 0; j < data->n_runs && data->run[j].white; j++) {
        const struct whitening *w = data->run[j].white;
        for (size_t i = 0; i < w->n; i++)
            if (!w->counts[i])
                least[from + 2 * i] = fmax(1 / sqrt(SINGLE), fabs(r[from + 2 * i]));
        from += 2 * w->n;
    }
    return least;
}

/* Sets deviations and correlations from the sandwich of windows, or of residuals one by one, as
 * wide as few windows ask for. */
static void find_covariance(const struct normal *c, const struct fit_data *data,
                            const double slopes[], const double r[], struct estimate *e)
{
    const size_t rows = data->n;
    gsl_matrix *windows = normal_by_windows(c, rows, slopes, r, (size_t)e->block);
    double *expected = as_expected(data, r);
    gsl_matrix *singles = normal_by_windows(c, rows, slopes, expected, 1);
    free(expected);
    struct told told[FIT_MOST];
    normal_told(c, rows, slopes, (size_t)e->block, told);
    for (unsigned a = 0; a < c->n; a++) {
        const unsigned k = c->of[a];
        const double alone = gsl_matrix_get(c->inverse, a, a);
        const double variance = gsl_matrix_get(windows, a, a), wide = few_windows(told[a].share);
        const double least = SINGLE * gsl_matrix_get(singles, a, a);
        const double most = wide * wide * fmax(variance / fmax(told[a].left, LEFT), least);
        e->inflation[k] = isinf(alone) ? 1 : most / alone;
        e->deviation[k] = sqrt(e->inflation[k] * alone) / c->length[a];
        if (e->knowledge[k] == KNOWN && e->fit.kind[k] != FIT_START &&
            !estimate_tells(&e->fit, k, e->deviation[k]))
            e->knowledge[k] = NOT_KNOWN;
        for (unsigned b = 0; b < c->n; b++)
            e->correlation[k * FIT_MOST + c->of[b]] =
                gsl_matrix_get(windows, a, b) / sqrt(variance * gsl_matrix_get(windows, b, b));
    }
    gsl_matrix_free(windows);
    gsl_matrix_free(singles);
}

void estimate_from(const struct fit *fit, const struct fit_data *data, struct estimate *e)
{
    const size_t rows = data->n;
    double *slopes = memory_array(rows * fit->n, sizeof *slopes);
    bool have_effect[FIT_MOST];
    struct normal c;
    struct traced t;
    *e = (struct estimate){ .fit = *fit };
    find_edges(e);
    traced_begin(fit, data, &t);
    traced_slopes(&t, data, true, slopes);
    const double *r = t.residual;
    double score[FIT_MOST] = { 0 };
    find_scores(fit, rows, slopes, r, score);
    cut_far(fit, rows, r, slopes);
    find_effects(rows, slopes, e, have_effect);
    /* A law may remember an error of the motion for long, too small a one for correlations to show.
     * Fifty windows tell a variance to sqrt(2/50), a deviation to a tenth. */
    e->block = fmin(fmax(ceil(4 * correlated(rows, r)), (double)rows / 50), (double)rows / 20);
    normal_begin(&c, fit->n, have_effect, rows, slopes);
    if (c.n > 0) {
        find_covariance(&c, data, slopes, r, e);
        find_unsettled(&c, score, e);
    }
    normal_end(&c);
    free(slopes);
    traced_end(data, &t);
}
