/* Truncated series of 1/(a - u), few terms of it, against its values: what is left out is within
 * the remainder, which is Cauchy's, and bounds for |u| <= 1 are no idle multiples. */
#include <criterion/criterion.h>

#include "reference/taylor/series.h"

enum { BITS = 128, FINE = 1000, MOST_TERMS = 9 };

/* Where the pole lies, in sixteenths: just outside of the disc, and farther away. */
static const slong poles[] = { 17, 32, 80 };
enum { N_POLES = sizeof poles / sizeof *poles };

/* Places within 1/4, in sixteenths. */
static const slong places[] = { -4, -1, 0, 2, 4 };
enum { N_PLACES = sizeof places / sizeof *places };

static void sixteenths(arb_t y, slong n)
{
    arb_set_si(y, n);
    arb_mul_2exp_si(y, y, -4);
}

/* y <- 1/(a - u) */
static void value(arb_t y, slong pole, const arb_t u)
{
    arb_t a;
    arb_init(a);
    sixteenths(a, pole);
    arb_sub(a, a, u, FINE);
    arb_inv(y, a, FINE);
    arb_clear(a);
}

/* f <- the first terms of 1/(a - u), and its largest value in the disc, at u = 1. */
static void open_series(struct taylor_series *f, slong pole, slong len)
{
    arb_t power, a;
    arb_init(power);
    arb_init(a);
    taylor_series_init(f);
    sixteenths(a, pole);
    arb_one(power);
    for (slong k = 0; k < len; k++) {
        arb_div(power, power, a, FINE);
        arb_poly_set_coeff_arb(f->a, k, power);
    }
    arb_one(power);
    value(power, pole, power);
    arb_get_mag(f->bound, power);
    arb_clear(a);
    arb_clear(power);
}

/* Checks that a bound is at least y, and more by no more than the rounding of bounds. */
static void expect_bound(const mag_t bound, const arb_t y, const char *what)
{
    arb_t b, rest;
    arb_init(b);
    arb_init(rest);
    arf_set_mag(arb_midref(b), bound);
    arb_sub(rest, b, y, FINE);
    arb_add_error_2exp_si(rest, -FINE / 2); /* that of y itself */
    cr_expect(!arb_is_negative(rest), "%s: bound %g, is %g", what, mag_get_d(bound),
              arf_get_d(arb_midref(y), ARF_RND_NEAR));
    arb_mul_2exp_si(b, b, -20); /* bounds have 30 bits, and are the results of a few operations */
    cr_expect(arb_le(rest, b), "%s: bound %g, is %g", what, mag_get_d(bound),
              arf_get_d(arb_midref(y), ARF_RND_NEAR));
    arb_clear(rest);
    arb_clear(b);
}

/* Checks that a value holds what is true, and that its radius is Cauchy's remainder of 4/3 of the
 * bound by 4^-len, or `times` that, and at most half as much again. */
static void expect_held(const arb_t y, const arb_t is, const mag_t bound, slong len, double times,
                        const char *what)
{
    const double radius = mag_get_d(arb_radref(y)),
                 remainder = ldexp(times * mag_get_d(bound), (int)(-2 * len)) * 4 / 3;
    cr_expect(arb_contains(y, is), "%s: %.17g +- %g, is %.17g", what,
              arf_get_d(arb_midref(y), ARF_RND_NEAR), radius,
              arf_get_d(arb_midref(is), ARF_RND_NEAR));
    cr_expect(radius >= remainder && radius <= 1.5001 * remainder, "%s: radius %g, remainder %g",
              what, radius, remainder);
}

Test(series, values_are_within_the_remainder)
{
    struct taylor_series f;
    arb_t u, y, is;
    arb_init(u);
    arb_init(y);
    arb_init(is);
    for (int i = 0; i < N_POLES; i++)
        for (slong len = 1; len <= MOST_TERMS; len++) {
            open_series(&f, poles[i], len);
            for (int k = 0; k < N_PLACES; k++) {
                sixteenths(u, places[k]);
                value(is, poles[i], u);
                taylor_series_at(y, &f, u, len, BITS);
                expect_held(y, is, f.bound, len, 1, "value");
            }
            taylor_series_clear(&f);
        }
    arb_clear(is);
    arb_clear(y);
    arb_clear(u);
}

/* The remainder at both places counts, although f is the same. */
Test(series, rises_since_the_start_are_differences)
{
    struct taylor_series f;
    arb_t u, y, is, start;
    arb_init(u);
    arb_init(y);
    arb_init(is);
    arb_init(start);
    for (slong len = 1; len <= MOST_TERMS; len++) {
        open_series(&f, 17, len);
        taylor_series_end(start, -1);
        value(start, 17, start);
        for (int k = 0; k < N_PLACES; k++) {
            sixteenths(u, places[k]);
            value(is, 17, u);
            arb_sub(is, is, start, FINE);
            taylor_series_since_start(y, &f, u, len, BITS);
            expect_held(y, is, f.bound, len, 2, "rise");
        }
        taylor_series_clear(&f);
    }
    arb_clear(start);
    arb_clear(is);
    arb_clear(y);
    arb_clear(u);
}

Test(series, ends_are_a_quarter_away)
{
    arb_t u;
    arb_init(u);
    for (int side = -1; side <= 1; side += 2) {
        taylor_series_end(u, side);
        cr_expect(arb_is_exact(u) && arf_get_d(arb_midref(u), ARF_RND_NEAR) == 0.25 * side);
    }
    arb_clear(u);
}

/* Products and sums of series are series of products and sums, and so are their largest values. */
Test(series, products_and_sums_are_those_of_values)
{
    struct taylor_series f, g, y;
    arb_t u, a, b, is;
    arb_init(u);
    arb_init(a);
    arb_init(b);
    arb_init(is);
    for (slong len = 1; len <= MOST_TERMS; len++)
        for (int sum = 0; sum < 2; sum++) {
            open_series(&f, 20, len);
            open_series(&g, 32, len);
            taylor_series_init(&y);
            if (sum) {
                taylor_series_add(&y, &f, BITS);
                taylor_series_add(&y, &g, BITS);
            } else
                taylor_series_mul(&y, &f, &g, len, BITS);
            cr_expect(arb_poly_length(y.a) <= len);
            for (int k = 0; k <= N_PLACES; k++) {
                sixteenths(u, k < N_PLACES ? places[k] : 16);
                value(a, 20, u);
                value(b, 32, u);
                (sum ? arb_add : arb_mul)(is, a, b, FINE);
                if (k == N_PLACES) {
                    expect_bound(y.bound, is, sum ? "sum" : "product");
                    continue;
                }
                taylor_series_at(a, &y, u, len, BITS);
                expect_held(a, is, y.bound, len, 1, sum ? "sum" : "product");
            }
            taylor_series_clear(&y);
            taylor_series_clear(&g);
            taylor_series_clear(&f);
        }
    arb_clear(is);
    arb_clear(b);
    arb_clear(a);
    arb_clear(u);
}

/* The integral of 1/(a - u) from 0 is log(a/(a - u)), and at most the largest value in the disc. */
Test(series, integrals_are_logarithms)
{
    struct taylor_series f;
    arb_t u, y, is, reach;
    arb_init(u);
    arb_init(y);
    arb_init(is);
    arb_init(reach);
    sixteenths(reach, 48);
    for (int i = 0; i < N_POLES; i++)
        for (slong len = 2; len <= MOST_TERMS; len++) {
            open_series(&f, poles[i], len);
            arb_set_si(y, 48); /* reach f(1) */
            arb_div_si(is, y, poles[i] - 16, FINE);
            taylor_series_integrate(&f, reach, len, BITS);
            expect_bound(f.bound, is, "integral");
            cr_expect(arb_poly_length(f.a) <= len);
            for (int k = 0; k < N_PLACES; k++) {
                sixteenths(u, places[k]);
                value(is, poles[i], u);
                sixteenths(y, poles[i]);
                arb_mul(is, is, y, FINE);
                arb_log(is, is, FINE);
                arb_mul(is, is, reach, FINE);
                taylor_series_at(y, &f, u, len, BITS);
                expect_held(y, is, f.bound, len, 1, "integral");
            }
            taylor_series_clear(&f);
        }
    arb_clear(reach);
    arb_clear(is);
    arb_clear(y);
    arb_clear(u);
}

/* 3 - 2 u + 5 u^3 */
Test(series, norms_add_up_magnitudes)
{
    static const struct {
        slong first, log_radius;
        double sum;
    } norms[] = { { 0, 0, 10 }, { 1, 0, 7 },         { 3, 0, 5 },
                  { 4, 0, 0 },  { 0, -2, 3.578125 }, { 2, 1, 40 } };
    arb_poly_t a;
    mag_t sum;
    arb_poly_init(a);
    mag_init(sum);
    arb_poly_set_coeff_si(a, 0, 3);
    arb_poly_set_coeff_si(a, 1, -2);
    arb_poly_set_coeff_si(a, 3, 5);
    for (size_t i = 0; i < sizeof norms / sizeof *norms; i++) {
        taylor_series_norm(sum, a, norms[i].first, norms[i].log_radius);
        cr_expect(mag_get_d(sum) >= norms[i].sum && mag_get_d(sum) <= norms[i].sum * (1 + 1e-8),
                  "%zu: %g", i, mag_get_d(sum));
    }
    mag_clear(sum);
    arb_poly_clear(a);
}

/* All coefficients are positive: |f| is largest at u = 1/4, by less than the remainder twice. */
Test(series, suprema_are_values_at_the_end)
{
    struct taylor_series f;
    arb_t u, is, zero;
    mag_t sup;
    arb_init(u);
    arb_init(is);
    arb_init(zero);
    mag_init(sup);
    taylor_series_end(u, 1);
    for (slong len = 1; len <= MOST_TERMS; len++)
        for (int constant_too = 0; constant_too < 2; constant_too++) {
            open_series(&f, 17, len);
            value(is, 17, u);
            arb_zero(zero);
            value(zero, 17, zero);
            if (!constant_too)
                arb_sub(is, is, zero, FINE);
            taylor_series_sup(sup, &f, constant_too, len);
            const double end = arf_get_d(arb_midref(is), ARF_RND_NEAR),
                         remainder = ldexp(mag_get_d(f.bound), (int)(-2 * len)) * 4 / 3;
            cr_expect(mag_get_d(sup) >= end && mag_get_d(sup) <= end + 1.5001 * remainder,
                      "%ld terms: sup %g, is %g", (long)len, mag_get_d(sup), end);
            taylor_series_clear(&f);
        }
    mag_clear(sup);
    arb_clear(zero);
    arb_clear(is);
    arb_clear(u);
}
