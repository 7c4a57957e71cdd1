/* Polynomials in Chebyshev's basis: T_k(cos t) = cos(k t) in values, slopes, integrals and ranges;
 * and what interpolants miss of 1/(a - s) is within the bound, which is not idle. */
#include <acb.h>
#include <criterion/criterion.h>

#include "reference/arb/test_box.h"
#include "reference/taylor/chebyshev.h"

enum { BITS = 160, DEGREE = 12, SAMPLES = 24, TRIALS = 200 };

/* y <- cos(k acos s) */
static void cosine(arb_t y, slong k, const arb_t s)
{
    arb_acos(y, s, (slong)2 * BITS);
    arb_mul_si(y, y, k, (slong)2 * BITS);
    arb_cos(y, y, (slong)2 * BITS);
}

/* Draws a number in [-1, 1], an end one time in eight. */
static double place(unsigned long long *random)
{
    const double u = test_uniform(random);
    return u < 0.0625 ? -1 : u < 0.125 ? 1 : 2 * test_uniform(random) - 1;
}

/* Draws a polynomial with small whole coefficients. */
static void draw(arb_ptr c, slong n, unsigned long long *random)
{
    for (slong k = 0; k < n; k++)
        arb_set_si(c + k, (slong)(21 * test_uniform(random)) - 10);
}

/* y <- the sum of c_k cos(k acos s) */
static void sum_of_cosines(arb_t y, arb_srcptr c, slong n, const arb_t s)
{
    arb_t t;
    arb_init(t);
    arb_zero(y);
    for (slong k = 0; k < n; k++) {
        cosine(t, k, s);
        arb_addmul(y, t, c + k, (slong)2 * BITS);
    }
    arb_clear(t);
}

static void expect_near(const arb_t a, const arb_t b, int bits, const char *what)
{
    cr_expect(arb_overlaps(a, b), "%s", what);
    cr_expect(mag_cmp_2exp_si(arb_radref(a), -bits) < 0, "%s: radius %g", what,
              mag_get_d(arb_radref(a)));
}

Test(chebyshev, values_are_sums_of_cosines)
{
    unsigned long long random = test_seed();
    arb_ptr c = _arb_vec_init(SAMPLES);
    arb_t s, a, b;
    arb_init(s);
    arb_init(a);
    arb_init(b);
    for (int i = 0; i < TRIALS; i++) {
        const slong n = 1 + (slong)(test_uniform(&random) * SAMPLES);
        draw(c, n, &random);
        arb_set_d(s, place(&random));
        chebyshev_evaluate(a, c, n, s, BITS);
        sum_of_cosines(b, c, n, s);
        expect_near(a, b, BITS - 20, "value");
    }
    arb_clear(b);
    arb_clear(a);
    arb_clear(s);
    _arb_vec_clear(c, SAMPLES);
}

/* The integral's slope is the polynomial, the integral is 0 at -1, and the slope of a polynomial is
 * its difference quotient over a short way. */
Test(chebyshev, slopes_and_integrals_undo_one_another)
{
    unsigned long long random = test_seed();
    arb_ptr c = _arb_vec_init(SAMPLES), d = _arb_vec_init(SAMPLES + 1),
            e = _arb_vec_init(SAMPLES + 1);
    arb_t s, a, b;
    arb_init(s);
    arb_init(a);
    arb_init(b);
    for (int i = 0; i < TRIALS; i++) {
        const slong n = 1 + (slong)(test_uniform(&random) * SAMPLES);
        draw(c, n, &random);
        chebyshev_integral(d, c, n, BITS);
        chebyshev_slope(e, d, n + 1, BITS);
        for (slong k = 0; k < n; k++)
            expect_near(e + k, c + k, BITS - 20, "slope of the integral");
        chebyshev_integral(d, c, n, (slong)4 * BITS);
        arb_set_si(s, -1);
        chebyshev_evaluate(a, d, n + 1, s, BITS);
        cr_expect(arb_contains_zero(a));
        arb_set_d(s, place(&random) / 2);
        chebyshev_evaluate(a, d, n + 1, s, (slong)4 * BITS);
        arb_one(b);
        arb_mul_2exp_si(b, b, -BITS);
        arb_add(s, s, b, ARF_PREC_EXACT);
        chebyshev_evaluate(b, d, n + 1, s, (slong)4 * BITS);
        arb_sub(a, b, a, (slong)4 * BITS);
        arb_mul_2exp_si(a, a, BITS);
        chebyshev_evaluate(b, c, n, s, BITS);
        arb_sub(a, a, b, BITS);
        cr_expect(mag_cmp_2exp_si(arb_radref(a), -BITS / 2) < 0 &&
                      arf_cmpabs_2exp_si(arb_midref(a), -BITS / 2) < 0,
                  "difference quotient");
    }
    arb_clear(b);
    arb_clear(a);
    arb_clear(s);
    _arb_vec_clear(e, SAMPLES + 1);
    _arb_vec_clear(d, SAMPLES + 1);
    _arb_vec_clear(c, SAMPLES);
}

/* A range holds the values at both ends and within. */
Test(chebyshev, ranges_hold_the_values_in_them)
{
    unsigned long long random = test_seed();
    arb_ptr c = _arb_vec_init(SAMPLES);
    arb_t middle, s, y, value, wider;
    mag_t radius;
    arb_init(wider);
    arb_init(middle);
    arb_init(s);
    arb_init(y);
    arb_init(value);
    mag_init(radius);
    for (int i = 0; i < TRIALS; i++) {
        const slong n = 1 + (slong)(test_uniform(&random) * SAMPLES);
        draw(c, n, &random);
        const double from = place(&random), to = place(&random), half = fabs(to - from) / 4;
        mag_set_d(radius, half);
        arb_set_d(middle, (from + to) / 2);
        chebyshev_range(y, c, n, middle, radius, BITS);
        for (int k = -4; k <= 4; k++) {
            arb_set_d(s, (from + to) / 2 + half * k / 4);
            sum_of_cosines(value, c, n, s);
            /* A range of one place may be exact: what the sum does not know is none of it. */
            arb_set(wider, y);
            for (int twice = 0; twice < 2; twice++)
                arb_add_error_mag(wider, arb_radref(value));
            cr_expect(arb_contains(wider, value), "%g to %g", from, to);
        }
    }
    mag_clear(radius);
    arb_clear(wider);
    arb_clear(value);
    arb_clear(y);
    arb_clear(s);
    arb_clear(middle);
    _arb_vec_clear(c, SAMPLES);
}

/* 1/(a - s) is at most 1/(a - e) in the ellipse of r = 2^q, e = (r + 1/r)/2, for a > e. */
Test(chebyshev, interpolants_miss_no_more_than_their_bound)
{
    struct chebyshev t;
    unsigned long long random = test_seed();
    enum { LEVELS = 4, FINE = BITS + 16 * SAMPLES };
    double closest[LEVELS] = { 0 };
    arb_ptr c = _arb_vec_init(SAMPLES), values = _arb_vec_init(SAMPLES);
    arb_t s, a, y;
    mag_t error, missed;
    arb_init(s);
    arb_init(a);
    arb_init(y);
    mag_init(error);
    mag_init(missed);
    chebyshev_init(&t, DEGREE, SAMPLES, FINE);
    for (int i = 0; i < TRIALS; i++) {
        const int q = 1 << i % LEVELS;
        const double end = (ldexp(1, q) + ldexp(1, -q)) / 2;
        arb_set_d(a, end * (1.01 + test_uniform(&random) / 8));
        for (slong j = 0; j < SAMPLES; j++) {
            arb_sub(values + j, a, t.sample + j, FINE);
            arb_inv(values + j, values + j, FINE);
        }
        chebyshev_interpolant(c, values, &t);
        arb_set_d(y, end);
        arb_sub(y, a, y, FINE);
        arb_inv(y, y, FINE);
        arb_get_mag(error, y);
        chebyshev_error(error, error, q, &t);
        arb_set_d(s, place(&random));
        chebyshev_evaluate(y, c, SAMPLES, s, FINE);
        arb_sub(s, a, s, FINE);
        arb_inv(s, s, FINE);
        arb_sub(y, y, s, FINE);
        arb_get_mag(missed, y);
        cr_expect(mag_cmp(missed, error) <= 0, "misses %g, bound %g", mag_get_d(missed),
                  mag_get_d(error));
        closest[i % LEVELS] = fmax(closest[i % LEVELS], mag_get_d(missed) / mag_get_d(error));
    }
    for (int i = 0; i < LEVELS; i++)
        cr_expect_gt(closest[i], 1e-3, "%d: the bound is %g times what is missed", i,
                     1 / closest[i]);
    chebyshev_clear(&t);
    mag_clear(missed);
    mag_clear(error);
    arb_clear(y);
    arb_clear(a);
    arb_clear(s);
    _arb_vec_clear(values, SAMPLES);
    _arb_vec_clear(c, SAMPLES);
}

/* In the ellipse of r = 2^q, T_k is at most r^k: at its right end it is (r^k + r^-k)/2, at least
 * half of that. */
Test(chebyshev, sizes_bound_polynomials_in_the_ellipse)
{
    unsigned long long random = test_seed();
    arb_ptr c = _arb_vec_init(SAMPLES);
    acb_t z, y;
    mag_t size, value;
    acb_init(z);
    acb_init(y);
    mag_init(size);
    mag_init(value);
    for (int i = 0; i < TRIALS; i++) {
        const slong n = 1 + (slong)(test_uniform(&random) * SAMPLES), first = i % 3;
        draw(c, n, &random);
        const int q = 1 << i % 5;
        const double angle = 6.28 * test_uniform(&random);
        acb_zero(y);
        for (slong k = first; k < n; k++) { /* T_k = (w^k + w^-k)/2 at (w + 1/w)/2, w = r e^(i t) */
            arb_set_d(acb_realref(z), ldexp(cos((double)k * angle), q * (int)k) +
                                          ldexp(cos((double)k * angle), -q * (int)k));
            arb_set_d(acb_imagref(z), ldexp(sin((double)k * angle), q * (int)k) -
                                          ldexp(sin((double)k * angle), -q * (int)k));
            acb_mul_2exp_si(z, z, -1);
            acb_addmul_arb(y, z, c + k, BITS);
        }
        chebyshev_size(size, c, first, n, q);
        acb_get_mag_lower(value, y);
        cr_expect(mag_cmp(value, size) <= 0);
    }
    mag_clear(value);
    mag_clear(size);
    acb_clear(y);
    acb_clear(z);
    _arb_vec_clear(c, SAMPLES);
}

/* What values that are known to a radius leave of the interpolant, at places where most of it is.
 */
Test(chebyshev, middles_miss_as_much_as_values_are_off)
{
    unsigned long long random = test_seed();
    arb_ptr values = _arb_vec_init(SAMPLES), c = _arb_vec_init(SAMPLES),
            off = _arb_vec_init(SAMPLES);
    struct chebyshev t;
    double closest = 0;
    arb_t s, y, middle;
    mag_t rest, missed;
    arb_init(s);
    arb_init(y);
    arb_init(middle);
    mag_init(rest);
    mag_init(missed);
    chebyshev_init(&t, DEGREE, SAMPLES, BITS);
    for (int i = 0; i < TRIALS / 4; i++) {
        arb_set_d(s, place(&random));
        for (slong j = 0; j < SAMPLES; j++) { /* off by 1 as the polynomial that is 1 at j alone */
            _arb_vec_zero(values, SAMPLES);
            arb_one(values + j);
            chebyshev_interpolant(c, values, &t);
            chebyshev_evaluate(off + j, c, SAMPLES, s, BITS);
        }
        for (slong j = 0; j < SAMPLES; j++)
            arb_set_d(values + j, test_uniform(&random) + (arb_is_negative(off + j) ? -1 : 1));
        chebyshev_interpolant(c, values, &t);
        chebyshev_evaluate(y, c, SAMPLES, s, BITS);
        for (slong j = 0; j < SAMPLES; j++) {
            arb_sub_si(values + j, values + j, arb_is_negative(off + j) ? -1 : 1, BITS);
            arb_add_error_2exp_si(values + j, 0);
        }
        chebyshev_interpolant_of_middles(c, rest, values, &t);
        chebyshev_evaluate(middle, c, SAMPLES, s, BITS);
        arb_sub(y, y, middle, BITS);
        arb_get_mag_lower(missed, y);
        cr_expect(mag_cmp(missed, rest) <= 0, "off by %g, bound %g", mag_get_d(missed),
                  mag_get_d(rest));
        closest = fmax(closest, mag_get_d(missed) / mag_get_d(rest));
    }
    cr_expect_gt(closest, 0.8);
    chebyshev_clear(&t);
    mag_clear(missed);
    mag_clear(rest);
    arb_clear(middle);
    arb_clear(y);
    arb_clear(s);
    _arb_vec_clear(off, SAMPLES);
    _arb_vec_clear(c, SAMPLES);
    _arb_vec_clear(values, SAMPLES);
}
