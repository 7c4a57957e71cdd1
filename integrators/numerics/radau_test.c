/* The numbers of Radau IIA do what they are for: collocation at its nodes, split by T; an embedded
 * quadrature; and the polynomial between the stages. */
#include <criterion/criterion.h>

#include "integrators/numerics/radau.h"

enum { S = RADAU_STAGES };

/* Sums of five terms, each with some roundings and no larger than 150 in all that follows. */
static const double ROUNDING = 2048 * (double)R_EPSILON;

static double power(double x, int k)
{
    double p = 1;
    for (; k > 0; k--)
        p *= x;
    return p;
}

/* Number k of five in pairs. */
static double number(const pair of[RADAU_PAIRS], int k)
{
    real both[2];
    pair_put(of[k / 2], both);
    return (double)both[k % 2];
}

/* y: the rows of the matrix times x, summed up. */
static void apply(const pair matrix[S][RADAU_PAIRS], const double x[S], double y[S])
{
    for (int i = 0; i < S; i++) {
        y[i] = 0;
        for (int k = 0; k < S; k++)
            y[i] += number(matrix[k], i) * x[k];
    }
}

/* y = A^-1 x, by its parts: real parts, imaginary ones, and the real one. */
static void apply_inverse(const double x[S], double y[S])
{
    enum { BOTH = 2, ONE = 2 * BOTH };
    double w[S], v[S];
    apply(radau_from_stages, x, w);
    v[ONE] = (double)radau_real * w[ONE];
    for (int p = 0; p < BOTH; p++) {
        const double a = (double)radau_alpha[p], b = (double)radau_beta[p];
        v[p] = a * w[p] - b * w[BOTH + p];
        v[BOTH + p] = b * w[p] + a * w[BOTH + p];
    }
    apply(radau_to_stages, v, y);
}

/* What belongs to no stage is 0. */
Test(radau, the_sixth_number_is_zero)
{
    for (int k = 0; k < S; k++) {
        cr_expect_eq(number(radau_to_stages[k], S), 0);
        cr_expect_eq(number(radau_from_stages[k], S), 0);
        cr_expect_eq(number(radau_path[k], S), 0);
        cr_expect_eq(number(radau_rates[k], S), 0);
    }
    cr_expect_eq(number(radau_error, S), 0);
}

Test(radau, the_two_transformations_are_inverse)
{
    for (int k = 0; k < S; k++) {
        double unit[S] = { 0 }, w[S], back[S];
        unit[k] = 1;
        apply(radau_from_stages, unit, w);
        apply(radau_to_stages, w, back);
        for (int i = 0; i < S; i++)
            cr_expect_float_eq(back[i], unit[i], ROUNDING, "%d, %d: %.17g", k, i, back[i]);
    }
}

/* z = c^d has the rates d c^(d-1), for polynomials of degree 1 to 5 through 0. */
Test(radau, stages_are_collocation)
{
    for (int d = 1; d <= S; d++) {
        double z[S], f[S];
        for (int i = 0; i < S; i++)
            z[i] = power(number(radau_node, i), d);
        apply_inverse(z, f);
        for (int i = 0; i < S; i++)
            cr_expect_float_eq(f[i], d * power(number(radau_node, i), d - 1), ROUNDING,
                               "degree %d, stage %d: %.17g", d, i, f[i]);
    }
}

/* So are the sums of rates. */
Test(radau, rates_make_the_stages)
{
    for (int d = 1; d <= S; d++) {
        double f[S], z[S];
        for (int i = 0; i < S; i++)
            f[i] = d * power(number(radau_node, i), d - 1);
        apply(radau_rates, f, z);
        for (int i = 0; i < S; i++)
            cr_expect_float_eq(z[i], power(number(radau_node, i), d), ROUNDING,
                               "degree %d, stage %d: %.17g", d, i, z[i]);
    }
}

/* With its last node at 1, only Radau's nodes make the quadrature exact up to degree 8. Its weights
 * are the last row of A: the integral of a Lagrange polynomial, from the polynomials z = c^d. */
Test(radau, nodes_are_those_of_the_highest_order)
{
    cr_expect_eq(number(radau_node, S - 1), 1);
    for (int d = S; d <= 2 * S - 2; d++) {
        /* The polynomial of degree 4 through the values of c^d at the nodes has the integral of c^d
         * if the quadrature is exact for it: solve for its coefficients by divided differences. */
        double value[S], integral = 0, product[S + 1] = { 1 };
        for (int i = 0; i < S; i++)
            value[i] = power(number(radau_node, i), d);
        for (int k = 1; k < S; k++)
            for (int i = S - 1; i >= k; i--)
                value[i] =
                    (value[i] - value[i - 1]) / (number(radau_node, i) - number(radau_node, i - k));
        for (int k = 0; k < S; k++) {
            for (int j = 0; j <= k; j++)
                integral += value[k] * product[j] / (j + 1);
            for (int j = k + 1; j > 0; j--)
                product[j] = product[j - 1] - number(radau_node, k) * product[j];
            product[0] *= -number(radau_node, k);
        }
        cr_expect_float_eq(integral, 1.0 / (d + 1), ROUNDING, "degree %d: %.17g", d, integral);
    }
}

/* The estimate of a polynomial's step is 0 up to the degree of the embedded quadrature, and is not
 * for the next one. h f is that of the beginning: 1 for degree 1, otherwise 0. */
Test(radau, the_estimate_sees_the_sixth_order)
{
    for (int d = 1; d <= S + 1; d++) {
        double sum = d == 1 ? 1 : 0;
        for (int i = 0; i < S; i++)
            sum += number(radau_error, i) * power(number(radau_node, i), d);
        if (d <= S)
            cr_expect_float_eq(sum, 0, ROUNDING, "degree %d: %.3g", d, sum);
        else
            cr_expect_gt(fabs(sum), 1e-3, "degree %d: %.3g", d, sum);
    }
}

Test(radau, the_polynomial_is_right_between_the_stages)
{
    for (int d = 1; d <= S; d++) {
        double z[S], p[S];
        for (int i = 0; i < S; i++)
            z[i] = power(number(radau_node, i), d);
        apply(radau_path, z, p);
        for (int place = 0; place <= 16; place++) {
            const double q = place / 16.0;
            double sum = 0;
            for (int k = S - 1; k >= 0; k--)
                sum = p[k] + (2 * q - 1) * sum;
            cr_expect_float_eq(q * sum, power(q, d), ROUNDING, "degree %d at %g: %.17g", d, q,
                               q * sum);
        }
    }
}
