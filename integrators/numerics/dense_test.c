/* Small dense systems, in both precisions: factors and inverses belong to their matrix, pivots are
 * as large as possible, and a matrix without an inverse is reported. */
#include <criterion/criterion.h>

#include "integrators/numerics/dense_pairs.h"
#include "integrators/numerics/matrices_test.h"

/* P A = L U with |l| <= 1. Each entry of the product is a sum of at most n products and has as many
 * roundings, each of terms up to n times the largest entry of U. */
Test(dense, factors_make_the_matrix_with_the_largest_pivots)
{
    uint32_t state = 1;
    for (unsigned trial = 0; trial < MATRICES; trial++)
        for (unsigned n = 1; n <= MOST; n++) {
            real a[MOST * MOST], lu[MOST * MOST];
            unsigned row[ODE_MAX_STATES];
            draw(&state, n, a);
            for (unsigned i = 0; i < n * n; i++)
                lu[i] = a[i];
            if (!dense_factorize(n, lu, row))
                continue;
            for (unsigned k = 0; k < n; k++)
                for (unsigned j = 0; j < n; j++) {
                    const real swap = a[k * n + j];
                    a[k * n + j] = a[row[k] * n + j];
                    a[row[k] * n + j] = swap;
                }
            real size = 0;
            for (unsigned i = 0; i < n; i++)
                for (unsigned j = i; j < n; j++)
                    size = r_max(size, r_abs(i == j ? 1 / lu[i * n + i] : lu[i * n + j]));
            for (unsigned i = 0; i < n; i++)
                for (unsigned j = 0; j < n; j++) {
                    real sum = 0;
                    for (unsigned k = 0; k <= i && k <= j; k++) {
                        const real u = k == j ? 1 / lu[j * n + j] : lu[k * n + j];
                        sum += (k == i ? 1 : lu[i * n + k]) * u;
                        /* a multiplier is a product by a rounded reciprocal */
                        cr_expect(k == i || r_abs(lu[i * n + k]) <= 1 + 2 * R_EPSILON);
                    }
                    cr_expect(r_abs(sum - a[i * n + j]) <=
                                  2 * R_EPSILON * (real)(n * n) * r_max(size, 1),
                              "%u states, (%u, %u): %a, not %a", n, i, j, (double)sum,
                              (double)a[i * n + j]);
                }
        }
}

/* Checks that the transpose of the transpose, times b, is a b, whatever the order of the sums. */
static void expect_product_of_columns(unsigned n, const real a[], const real b[])
{
    real turned[MOST * MOST], product[MOST];
    for (unsigned i = 0; i < n * n; i++)
        turned[i] = a[i];
    FOR_SIZE(n, dense_transpose_n, turned)
    FOR_SIZE(n, dense_multiply_transposed_n, turned, b, product)
    for (unsigned i = 0; i < n; i++) {
        real sum = 0, size = 0;
        for (unsigned j = 0; j < n; j++) {
            cr_expect(turned[j * n + i] == a[i * n + j]);
            sum += a[i * n + j] * b[j];
            size += r_abs(a[i * n + j] * b[j]);
        }
        cr_expect(r_abs(product[i] - sum) <= 2 * R_EPSILON * (real)n * size, "%u states, %u: %a", n,
                  i, (double)(product[i] - sum));
    }
}

/* Checks that A x is b for the solution x, and that A times its inverse is I: within n^2 roundings
 * of the terms of the products, times the growth of the elimination, at most 2^(n-1) and hardly
 * ever 8. */
Test(dense, solutions_and_inverses_are_such)
{
    uint32_t state = 2;
    unsigned tried = 0;
    for (unsigned trial = 0; trial < MATRICES; trial++)
        for (unsigned n = 1; n <= MOST; n++) {
            real a[MOST * MOST], lu[MOST * MOST], inverse[MOST * MOST], b[MOST], x[MOST];
            unsigned row[ODE_MAX_STATES];
            bool regular = false;
            draw(&state, n, a);
            for (unsigned i = 0; i < n * n; i++)
                inverse[i] = lu[i] = a[i];
            for (unsigned i = 0; i < n; i++)
                x[i] = b[i] = next(&state);
            FOR_SIZE(n, regular = dense_invert_n, inverse)
            if (!dense_factorize(n, lu, row) || !regular)
                continue;
            const real rounding = 8 * R_EPSILON * (real)(n * n);
            const real sizes = largest(n * n, a) * largest(n * n, inverse);
            if (!(rounding * sizes < 1)) /* singular but for rounding */
                continue;
            tried++;
            dense_solve(n, lu, row, x);
            for (unsigned i = 0; i < n; i++) {
                real sum = 0;
                for (unsigned j = 0; j < n; j++) {
                    real unit = 0;
                    sum += a[i * n + j] * x[j];
                    for (unsigned k = 0; k < n; k++)
                        unit += inverse[i * n + k] * a[k * n + j];
                    cr_expect(r_abs(unit - (i == j ? 1 : 0)) <= rounding * sizes,
                              "%u states, (%u, %u): %a", n, i, j, (double)unit);
                }
                cr_expect(r_abs(sum - b[i]) <= rounding * largest(n * n, a) * largest(n, x),
                          "%u states, %u: %a, not %a", n, i, (double)sum, (double)b[i]);
            }
            for (unsigned i = 0; i < n; i++)
                x[i] = b[i];
            FOR_SIZE(n, dense_multiply_n, inverse, x)
            for (unsigned i = 0; i < n; i++) {
                real sum = 0;
                for (unsigned j = 0; j < n; j++)
                    sum += inverse[i * n + j] * b[j];
                cr_expect(sum == x[i], "%a, by hand %a", (double)x[i], (double)sum);
            }
            expect_product_of_columns(n, inverse, b);
        }
    cr_expect(tried > MATRICES * MOST / 2);
}

/* The real form of a complex matrix, of twice the size, is [A, -B; B, A]; with it the inverse makes
 * the unit matrix within the rounding of the test above, a complex product being two of four. Both
 * matrices of a pair have the same entries but for their diagonals. */
Test(dense, pairs_of_complex_inverses_are_such)
{
    uint32_t state = 3;
    unsigned tried = 0;
    for (unsigned trial = 0; trial < MATRICES; trial++)
        for (unsigned n = 1; n <= MOST; n++) {
            real drawn[MOST * MOST];
            pair a[MOST * MOST], b[MOST * MOST], ia[MOST * MOST], ib[MOST * MOST], x[MOST], y[MOST];
            bool regular = false;
            draw(&state, n, drawn);
            for (unsigned i = 0; i < n * n; i++) {
                ia[i] = a[i] = pair_of(drawn[i]);
                ib[i] = b[i] = pair_of(0);
            }
            for (unsigned i = 0; i < n; i++) {
                const unsigned k = i * n + i;
                ia[k] = a[k] = a[k] + (pair){ next(&state), next(&state) };
                ib[k] = b[k] = (pair){ next(&state), next(&state) };
            }
            FOR_SIZE(n, regular = dense_invert_pairs_n, ia, ib)
            for (unsigned lane = 0; regular && lane < 2; lane++) {
                real size = 0, inverse = 0;
                for (unsigned i = 0; i < n * n; i++) {
                    size = r_max(size, r_max(r_abs(a[i][lane]), r_abs(b[i][lane])));
                    inverse = r_max(inverse, r_max(r_abs(ia[i][lane]), r_abs(ib[i][lane])));
                }
                const real allowed = 32 * R_EPSILON * (real)(n * n) * size * inverse;
                if (!(allowed < 1))
                    continue;
                tried++;
                for (unsigned j = 0; j < n; j++) {
                    for (unsigned i = 0; i < n; i++) {
                        x[i] = a[i * n + j];
                        y[i] = b[i * n + j];
                    }
                    FOR_SIZE(n, dense_multiply_pairs_n, ia, ib, x, y)
                    for (unsigned i = 0; i < n; i++)
                        cr_expect(r_abs(x[i][lane] - (i == j ? 1 : 0)) <= allowed &&
                                      r_abs(y[i][lane]) <= allowed,
                                  "%u states, (%u, %u): %a + i %a", n, i, j, (double)x[i][lane],
                                  (double)y[i][lane]);
                }
            }
        }
    cr_expect(tried > MATRICES * MOST);
}

/* Either matrix of a pair may have no inverse. */
Test(dense, a_pair_without_an_inverse_is_told)
{
    for (int lane = 0; lane < 2; lane++) {
        pair a[] = { { 1, 1 }, { 2, 2 }, { 2, 2 }, { 5, 5 } }, b[4] = { { 0 } };
        a[3][lane] = 4;
        cr_expect_not(dense_invert_pairs_n(2, a, b), "number %d", lane);
    }
    pair regular[] = { { 1, 1 }, { 2, 2 }, { 2, 2 }, { 5, 5 } }, real_only[4] = { { 0 } };
    cr_expect(dense_invert_pairs_n(2, regular, real_only));
}

/* A pivot of the size of a rounding would leave no digits. */
Test(dense, small_pivots_are_avoided)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        const real tiny = R_EPSILON * R_EPSILON, s = (real)sign;
        const real a[] = { tiny, 1, s, 1 };
        real lu[4], inverse[4], b[] = { 1, 1 + s };
        unsigned row[ODE_MAX_STATES];
        for (unsigned i = 0; i < 4; i++)
            inverse[i] = lu[i] = a[i];
        cr_assert(dense_factorize(2, lu, row) && dense_invert_n(2, inverse));
        dense_solve(2, lu, row, b);
        cr_expect(r_abs(b[0] - 1) <= 8 * R_EPSILON && r_abs(b[1] - 1) <= 8 * R_EPSILON);
        cr_expect(r_abs(inverse[0] + s) <= 8 * R_EPSILON);
        cr_expect(r_abs(inverse[1] - s) <= 8 * R_EPSILON);
        cr_expect(r_abs(inverse[2] - 1) <= 8 * R_EPSILON);
        cr_expect(r_abs(inverse[3]) <= 8 * R_EPSILON);
    }
}

/* Rows are exchanged for a larger pivot only, not for an equal one: Hadamard's matrix of four. */
Test(dense, rows_stay_where_pivots_are_equal)
{
    real a[] = { 1, 1, 1, 1, 1, -1, 1, -1, 1, 1, -1, -1, 1, -1, -1, 1 };
    unsigned row[ODE_MAX_STATES];
    cr_assert(dense_factorize(4, a, row));
    for (unsigned k = 0; k < 4; k++)
        cr_expect_eq(row[k], k, "%u with %u", k, row[k]);
}

Test(dense, what_has_no_inverse_is_told)
{
    real zero[9] = { 1, 2, 3, 2, 4, 6, 0, 0, 0 }, again[9];
    unsigned row[ODE_MAX_STATES];
    for (unsigned i = 0; i < 9; i++)
        again[i] = zero[i];
    cr_expect(!dense_factorize(3, zero, row));
    cr_expect(!dense_invert_n(3, again));
}
