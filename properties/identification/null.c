/* Computes rank and null space of U by singular values, and null vectors as integers. */
#include <gsl/gsl_linalg.h>
#include <math.h>

#include "properties/identification/identify.h"

/* Rounding of one entry relative to its column, per hold, as in
 * properties/trials/evaluate_parts.h. */
static const double ROUNDING = 32 * DBL_EPSILON;

enum { MAX_DENOMINATOR = 64 };

/* A = U with columns divided by length[j], and its singular value decomposition. */
struct decomposition {
    double length[MODEL_MAX_REGRESSORS];
    gsl_matrix *A, *V;
    gsl_vector *S;
};

static void decomposition_free(struct decomposition *d)
{
    gsl_vector_free(d->S);
    gsl_matrix_free(d->V);
    gsl_matrix_free(d->A);
}

/* Decomposes by one-sided Jacobi, which finds small singular values to high relative accuracy. */
static bool decompose(const struct regression *r, struct decomposition *d)
{
    const unsigned n = r->n_columns;
    d->A = gsl_matrix_alloc(r->n, n);
    d->V = gsl_matrix_alloc(n, n);
    d->S = gsl_vector_alloc(n);
    for (unsigned j = 0; j < n; j++) {
        double sum = 0;
        for (unsigned i = 0; i < r->n; i++)
            sum += r->u[i][j] * r->u[i][j];
        d->length[j] = sum > 0 ? sqrt(sum) : 1;
        for (unsigned i = 0; i < r->n; i++)
            gsl_matrix_set(d->A, i, j, r->u[i][j] / d->length[j]);
    }
    if (gsl_linalg_SV_decomp_jacobi(d->A, d->V, d->S) == 0)
        return true;
    decomposition_free(d);
    return false;
}

/* Reduces the null vectors, rows of N, by Gauss-Jordan elimination, so that only one row has a
 * nonzero entry at its pivot: the largest entry, of equal ones the last. Returns the pivot of row
 * k. */
static unsigned reduce(double N[][MODEL_MAX_REGRESSORS], unsigned n_null, unsigned n, unsigned k)
{
    const double equal = 1 - 1e-9; /* entries of equal size differ by rounding only */
    unsigned pivot = 0;
    for (unsigned j = 1; j < n; j++)
        if (fabs(N[k][j]) >= equal * fabs(N[k][pivot]))
            pivot = j;
    const double value = N[k][pivot];
    for (unsigned j = 0; j < n; j++)
        N[k][j] /= value;
    for (unsigned i = 0; i < n_null; i++) {
        const double factor = N[i][pivot];
        for (unsigned j = 0; i != k && j < n; j++)
            N[i][j] -= factor * N[k][j];
    }
    return pivot;
}

/* Returns the smallest denominator that makes x an integer to within the uncertainty, or 0. */
static int denominator(double x, double uncertainty)
{
    for (int q = 1; q <= MAX_DENOMINATOR; q++)
        if (fabs(q * x - round(q * x)) <= q * uncertainty)
            return q;
    return 0;
}

static int common_multiple(int a, int b)
{
    int divisor = a, rest = b;
    while (rest != 0) {
        const int next = divisor % rest;
        divisor = rest;
        rest = next;
    }
    return a / divisor * b;
}

/* Makes entry[], with pivot 1, integer if it is a multiple of small integers. A perturbation of A
 * by the threshold turns its null space by at most threshold/gap. */
static void make_integer(struct null_vector *null, const double length[], unsigned n, double turn)
{
    int multiple = 1;
    null->integer = false;
    for (unsigned j = 0; j < n; j++) {
        const double uncertainty = 2 * turn * length[null->dropped] / length[j];
        const int q = denominator(null->entry[j], uncertainty);
        if (q == 0 || uncertainty > 0.5 / MAX_DENOMINATOR)
            return;
        multiple = common_multiple(multiple, q);
        if (multiple > MAX_DENOMINATOR)
            return;
    }
    for (unsigned j = 0; j < n; j++)
        null->entry[j] = round(multiple * null->entry[j]) + 0.0;
    null->integer = true;
}

bool regression_null_space(const struct regression *r, struct identification *id)
{
    const unsigned n = r->n_columns;
    double N[MODEL_MAX_REGRESSORS][MODEL_MAX_REGRESSORS] = { { 0 } };
    struct decomposition d;
    if (!decompose(r, &d))
        return false;
    id->threshold = ROUNDING * r->n * sqrt(n);
    id->rank = 0;
    for (unsigned j = 0; j < n; j++) {
        id->singular[j] = gsl_vector_get(d.S, j);
        if (id->singular[j] > id->threshold)
            id->rank++;
    }
    id->n_null = n - id->rank;
    for (unsigned k = 0; k < id->n_null; k++)
        for (unsigned j = 0; j < n; j++)
            N[k][j] = gsl_matrix_get(d.V, j, id->rank + k);
    for (unsigned k = 0; k < id->n_null; k++)
        id->null[k].dropped = reduce(N, id->n_null, n, k);
    const double turn = id->rank > 0 ? id->threshold / id->singular[id->rank - 1] : 0;
    for (unsigned k = 0; k < id->n_null; k++) {
        struct null_vector *null = &id->null[k];
        for (unsigned j = 0; j < n; j++)
            null->entry[j] = N[k][j] * d.length[null->dropped] / d.length[j];
        make_integer(null, d.length, n, turn);
    }
    decomposition_free(&d);
    return true;
}
