/* Sums of squares of columns, whole and by windows (normal.h). */
#include "properties/fitting/normal.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_eigen.h>
#include <math.h>

/* Singular values below this, of columns of length one, may be those of differences: closed forms
 * that cancel are known to 1e-8, and steps of variables are 1e-4. */
static const double SMALL = 5e-4;

/* product = what columns have in common over those rows. */
static void find_products(const struct normal *c, size_t rows, const double slopes[], size_t from,
                          size_t end, gsl_matrix *product)
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

/* Inverts the products, which are changed. Small singular values count as large as they may be. */
static void invert(struct normal *c, gsl_matrix *products)
{
    c->rank = 0;
    gsl_matrix *vectors = gsl_matrix_alloc(c->n, c->n);
    gsl_vector *values = gsl_vector_alloc(c->n);
    gsl_eigen_symmv_workspace *work = gsl_eigen_symmv_alloc(c->n);
    gsl_eigen_symmv(products, values, vectors, work);
    for (unsigned j = 0; j < c->n; j++) {
        const double value = gsl_vector_get(values, j);
        const bool is_small = value < SMALL * SMALL;
        c->rank += !is_small;
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
}

void normal_begin(struct normal *c, unsigned n, const bool have_effect[], size_t rows,
                  const double slopes[])
{
    *c = (struct normal){ .n = 0 };
    for (unsigned k = 0; k < n; k++) {
        const double *column = slopes + k * rows;
        double squares = 0;
        if (!have_effect[k])
            continue;
        for (size_t i = 0; i < rows; i++)
            squares += column[i] * column[i];
        c->length[c->n] = sqrt(squares);
        c->of[c->n] = k;
        c->n += squares > 0;
    }
    c->inverse = gsl_matrix_calloc(c->n, c->n);
    c->pseudo = gsl_matrix_calloc(c->n, c->n);
    gsl_matrix *products = gsl_matrix_calloc(c->n, c->n);
    find_products(c, rows, slopes, 0, rows, products);
    if (c->n > 0)
        invert(c, products);
    gsl_matrix_free(products);
}

void normal_end(struct normal *c)
{
    gsl_matrix_free(c->inverse);
    gsl_matrix_free(c->pseudo);
}

/* meat[a, b] = sums of scores over windows of `block` samples, averaged over where windows begin.
 */
static void sum_scores(const struct normal *c, size_t rows, const double slopes[], const double r[],
                       size_t block, gsl_matrix *meat)
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

/* Residuals beyond three deviations count as three; without their slopes 0.9707 of the squares of
 * normal numbers are left. */
static const double CUT_OFF = FIT_CUT_SQUARE / 0.9707;

/* The sandwich: inverse, meat, which is released, inverse. Where the inverse is infinite nothing is
 * known. */
static gsl_matrix *sandwich(const struct normal *c, gsl_matrix *meat)
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

gsl_matrix *normal_by_windows(const struct normal *c, size_t rows, const double slopes[],
                              const double r[], size_t block)
{
    gsl_matrix *meat = gsl_matrix_calloc(c->n, c->n);
    sum_scores(c, rows, slopes, r, block, meat);
    gsl_matrix_scale(meat, CUT_OFF * (double)rows / (double)(rows - c->rank));
    return sandwich(c, meat);
}

void normal_told(const struct normal *c, size_t rows, const double slopes[], size_t block,
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
