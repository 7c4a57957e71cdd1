/* Normal equations of a fit, scaled to columns of length one (estimate.h). */
#include "properties/fitting/estimate.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fitting/residuals.h"
#include "tools/base/memory.h"

/* A variable that is a logarithm, or a part of its size, is not known where its deviation is more
 * than this: 95 % are then within a factor of 5 either way. */
static const double KNOWN_DEVIATION = 0.8;
/* What a rig adds is not known where its deviation is more than this many of its units: of a delay,
 * samples; of forces, their root mean square. Slopes at one place say nothing of places so far. */
static const double KNOWN_UNITS = 10;
/* Singular values below this, of columns of length one, may be those of differences: closed forms
 * that cancel are known to 1e-8, and steps of variables are 1e-4. */
static const double SMALL = 5e-4;

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

/* Columns that have an effect, divided by their lengths; `of` gives the variable of each. Variables
 * at an edge are among them: taken as known there they would make others known that are so only
 * together with them. */
struct columns_of {
    unsigned n, of[FIT_MOST];
    double length[FIT_MOST];
    gsl_matrix *normal, *inverse; /* of the scaled columns */
    gsl_matrix *pseudo;           /* the inverse without what lies in directions of small values */
};

/* product = what columns have in common over those rows. */
static void find_products(const struct columns_of *c, size_t rows, const double slopes[],
                          size_t from, size_t end, gsl_matrix *product)
{
    for (unsigned a = 0; a < c->n; a++)
        for (unsigned b = a; b < c->n; b++) {
            const double *x = slopes + c->of[a] * rows, *y = slopes + c->of[b] * rows;
            double sum = 0;
            for (size_t i = from; i < end; i++)
                sum += x[i] * y[i];
            sum /= c->length[a] * c->length[b];
            gsl_matrix_set(product, a, b, sum);
            gsl_matrix_set(product, b, a, sum);
        }
}

static void gather(struct columns_of *c, const struct estimate *e, size_t rows,
                   const double slopes[])
{
    *c = (struct columns_of){ .n = 0 };
    for (unsigned k = 0; k < e->fit.n; k++) {
        const double *column = slopes + k * rows;
        double squares = 0;
        if (e->knowledge[k] == NO_EFFECT)
            continue;
        for (size_t i = 0; i < rows; i++)
            squares += column[i] * column[i];
        c->length[c->n] = sqrt(squares);
        c->of[c->n] = k;
        c->n += squares > 0;
    }
    c->normal = gsl_matrix_calloc(c->n, c->n);
    c->inverse = gsl_matrix_calloc(c->n, c->n);
    c->pseudo = gsl_matrix_calloc(c->n, c->n);
    find_products(c, rows, slopes, 0, rows, c->normal);
}

static void release(struct columns_of *c)
{
    gsl_matrix_free(c->normal);
    gsl_matrix_free(c->inverse);
    gsl_matrix_free(c->pseudo);
}

/* Inverts, and returns the dimension of the space of singular values that are not small. Small ones
 * count as large as they may be. */
static unsigned invert(struct columns_of *c)
{
    unsigned rank = 0;
    gsl_matrix *copy = gsl_matrix_alloc(c->n, c->n), *vectors = gsl_matrix_alloc(c->n, c->n);
    gsl_vector *values = gsl_vector_alloc(c->n);
    gsl_eigen_symmv_workspace *work = gsl_eigen_symmv_alloc(c->n);
    gsl_matrix_memcpy(copy, c->normal);
    gsl_eigen_symmv(copy, values, vectors, work);
    for (unsigned j = 0; j < c->n; j++) {
        const double value = gsl_vector_get(values, j);
        const bool is_small = value < SMALL * SMALL;
        rank += !is_small;
        for (unsigned a = 0; a < c->n; a++)
            for (unsigned b = 0; b < c->n; b++) {
                const double both = gsl_matrix_get(vectors, a, j) * gsl_matrix_get(vectors, b, j);
                *gsl_matrix_ptr(c->inverse, a, b) += both / fmax(value, SMALL * SMALL);
                *gsl_matrix_ptr(c->pseudo, a, b) += is_small ? 0 : both / value;
            }
    }
    /* What lies mainly in the other space is not known at all. */
    for (unsigned j = 0; j < c->n; j++)
        for (unsigned a = 0; a < c->n && gsl_vector_get(values, j) < SMALL * SMALL; a++)
            if (fabs(gsl_matrix_get(vectors, a, j)) > 0.05)
                *gsl_matrix_ptr(c->inverse, a, a) = INFINITY;
    gsl_eigen_symmv_free(work);
    gsl_vector_free(values);
    gsl_matrix_free(vectors);
    gsl_matrix_free(copy);
    return rank;
}

/* meat[a, b] = sums of scores over windows of `block` samples, averaged over where windows begin.
 */
static void sum_scores(const struct columns_of *c, size_t rows, const double slopes[],
                       const double r[], size_t block, gsl_matrix *meat)
{
    double sum[FIT_MOST] = { 0 };
    /* Windows that begin before the first row or end behind the last one are cut off. */
    for (size_t end = 1; end < rows + block; end++) {
        for (unsigned a = 0; a < c->n; a++) {
            const double *column = slopes + c->of[a] * rows;
            if (end <= rows)
                sum[a] += column[end - 1] * r[end - 1] / c->length[a];
            if (end > block)
                sum[a] -= column[end - block - 1] * r[end - block - 1] / c->length[a];
        }
        for (unsigned a = 0; a < c->n; a++)
            for (unsigned b = 0; b < c->n; b++)
                *gsl_matrix_ptr(meat, a, b) += sum[a] * sum[b] / (double)block;
    }
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

/* Variables of which a change by the whole is a change that no force shows. */
static void find_effects(size_t rows, const double slopes[], struct estimate *e)
{
    for (unsigned k = 0; k < e->fit.n; k++) {
        double squares = 0;
        for (size_t i = 0; i < rows; i++)
            squares += slopes[k * rows + i] * slopes[k * rows + i];
        if (sqrt(squares / (double)rows) < 1e-9 * e->fit.rms)
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

/* Residuals beyond three deviations count as three; without their slopes 0.9707 of the squares of
 * normal numbers are left. */
static const double CUT_OFF = FIT_CUT_SQUARE / 0.9707;

/* The sandwich: inverse, meat, which is released, inverse. Where the inverse is infinite nothing is
 * known. */
static gsl_matrix *sandwich(const struct columns_of *c, gsl_matrix *meat)
{
    gsl_matrix *half = gsl_matrix_calloc(c->n, c->n), *covariance = gsl_matrix_calloc(c->n, c->n);
    gsl_matrix *finite = gsl_matrix_alloc(c->n, c->n);
    gsl_matrix_memcpy(finite, c->inverse);
    for (unsigned a = 0; a < c->n; a++)
        if (isinf(gsl_matrix_get(finite, a, a)))
            gsl_matrix_set(finite, a, a, 0);
    gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, finite, meat, 0, half);
    gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, half, finite, 0, covariance);
    gsl_matrix_free(finite);
    gsl_matrix_free(half);
    gsl_matrix_free(meat);
    return covariance;
}

/* By scores over windows of `block`, with as many fewer rows as there are variables. */
static gsl_matrix *by_windows(const struct columns_of *c, unsigned rank, size_t rows,
                              const double slopes[], const double r[], size_t block)
{
    gsl_matrix *meat = gsl_matrix_calloc(c->n, c->n);
    sum_scores(c, rows, slopes, r, block, meat);
    gsl_matrix_scale(meat, CUT_OFF * (double)rows / (double)(rows - rank));
    return sandwich(c, meat);
}

/* What windows tell of a variable. */
struct told {
    double share; /* the part of it that one has, where all have as much; of as many as count */
    double left;  /* the part of the squares of scores that the fit leaves: it follows a window that
                   * tells much (R. M. Bell and D. F. McCaffrey, Survey Methodology 28 (2002)) */
};

/* told[n] of columns, by windows of `block` rows, with residuals of mean square one. */
static void find_told(const struct columns_of *c, size_t rows, const double slopes[], size_t block,
                      struct told told[])
{
    gsl_matrix *part = gsl_matrix_calloc(c->n, c->n), *by = gsl_matrix_calloc(c->n, c->n);
    double sum[FIT_MOST] = { 0 }, squares[FIT_MOST] = { 0 }, taken[FIT_MOST] = { 0 };
    gsl_matrix *both = gsl_matrix_calloc(c->n, c->n);
    for (size_t from = 0; from < rows; from += block) {
        find_products(c, rows, slopes, from, from + block < rows ? from + block : rows, part);
        gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, c->pseudo, part, 0, by);
        gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, by, c->pseudo, 0, both);
        for (unsigned a = 0; a < c->n; a++) {
            const double own = gsl_matrix_get(both, a, a);
            sum[a] += own;
            squares[a] += own * own;
            for (unsigned b = 0; b < c->n; b++)
                taken[a] += gsl_matrix_get(by, a, b) * gsl_matrix_get(both, b, a);
        }
    }
    for (unsigned a = 0; a < c->n; a++)
        told[a] = sum[a] > 0
                      ? (struct told){ squares[a] / (sum[a] * sum[a]), 1 - taken[a] / sum[a] }
                      : (struct told){ 1, 1 };
    gsl_matrix_free(both);
    gsl_matrix_free(by);
    gsl_matrix_free(part);
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
static void find_unsettled(const struct columns_of *c, const double score[], struct estimate *e)
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
static void find_covariance(struct columns_of *c, const struct fit_data *data,
                            const double slopes[], const double r[], struct estimate *e)
{
    const size_t rows = data->n;
    const unsigned rank = invert(c);
    gsl_matrix *windows = by_windows(c, rank, rows, slopes, r, (size_t)e->block);
    double *expected = as_expected(data, r);
    gsl_matrix *singles = by_windows(c, rank, rows, slopes, expected, 1);
    free(expected);
    struct told told[FIT_MOST];
    find_told(c, rows, slopes, (size_t)e->block, told);
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
    struct columns_of c;
    struct traced t;
    *e = (struct estimate){ .fit = *fit };
    find_edges(e);
    traced_begin(fit, data, &t);
    traced_slopes(&t, data, true, slopes);
    const double *r = t.residual;
    double score[FIT_MOST] = { 0 };
    find_scores(fit, rows, slopes, r, score);
    cut_far(fit, rows, r, slopes);
    find_effects(rows, slopes, e);
    /* A law may remember an error of the motion for long, too small a one for correlations to show.
     * Fifty windows tell a variance to sqrt(2/50), a deviation to a tenth. */
    e->block = fmin(fmax(ceil(4 * correlated(rows, r)), (double)rows / 50), (double)rows / 20);
    gather(&c, e, rows, slopes);
    if (c.n > 0) {
        find_covariance(&c, data, slopes, r, e);
        find_unsettled(&c, score, e);
    }
    release(&c);
    free(slopes);
    traced_end(data, &t);
}
