/* Ranges by Bernstein coefficients: they hold the polynomial's values, are exact where it is affine
 * in each variable, and exactly 0 at a corner where it is. */
#include "reference/derived/bernstein.h"

#include <criterion/criterion.h>
#include <math.h>

#include "tools/testing/test_random.h"

enum { AXES = 3, TERMS = 8, TRIALS = 400, POINTS = 20, BITS = 128, MOST_DEGREE = 4 };

struct trial {
    double low[AXES], high[AXES], c[TERMS];
    unsigned degree[AXES];
    unsigned char exponents[TERMS][AXES];
    enum bernstein_kind kind[AXES];
    unsigned long long random;
};

static double uniform(struct trial *t) { return test_uniform(&t->random); }

static void draw(struct trial *t, unsigned most)
{
    for (int i = 0; i < AXES; i++) {
        t->kind[i] = (enum bernstein_kind)(3 * uniform(t));
        const bool is_unit = t->kind[i] != BERNSTEIN_ANY;
        const double a = is_unit ? uniform(t) : 4 * uniform(t) - 2,
                     b = is_unit ? uniform(t) : 4 * uniform(t) - 2;
        t->low[i] = uniform(t) < 0.2 && is_unit ? 0 : fmin(a, b);
        t->high[i] = uniform(t) < 0.2 && is_unit ? 1 : fmax(a, b);
        t->degree[i] = 1 + (unsigned)(most * uniform(t));
    }
    for (int k = 0; k < TERMS; k++) {
        t->c[k] = 2 * uniform(t) - 1;
        for (int i = 0; i < AXES; i++)
            t->exponents[k][i] = (unsigned char)((t->degree[i] + 1) * uniform(t));
    }
}

/* The value at a point, by definition. */
static double value_at(const struct trial *t, const double x[])
{
    double sum = 0;
    for (int k = 0; k < TERMS; k++) {
        double term = t->c[k];
        for (int i = 0; i < AXES; i++) {
            term *= pow(x[i], t->exponents[k][i]);
            if (t->kind[i] == BERNSTEIN_SHARE)
                term *= pow(1 - x[i], (double)t->degree[i] - t->exponents[k][i]);
        }
        sum += term;
    }
    return sum;
}

static void range(const struct trial *t, double ends[2])
{
    struct bernstein b;
    arb_t value;
    arf_t low, high;
    arb_init(value);
    arf_init(low);
    arf_init(high);
    bernstein_open(&b, AXES, BITS);
    for (int i = 0; i < AXES; i++) {
        arf_set_d(low, t->low[i]);
        arf_set_d(high, t->high[i]);
        arb_set_interval_arf(value, low, high, BITS);
        bernstein_axis(&b, value, t->degree[i], t->kind[i]);
    }
    cr_assert(bernstein_ready(&b));
    for (int k = 0; k < TERMS; k++) {
        arb_set_d(value, t->c[k]);
        bernstein_add(&b, value, t->exponents[k]);
    }
    bernstein_range(value, &b);
    bernstein_close(&b);
    arb_get_lbound_arf(low, value, BITS);
    arb_get_ubound_arf(high, value, BITS);
    ends[0] = arf_get_d(low, ARF_RND_NEAR);
    ends[1] = arf_get_d(high, ARF_RND_NEAR);
    arf_clear(high);
    arf_clear(low);
    arb_clear(value);
}

/* Rounding of a sum in double of values that are at most 2^(3 MOST_DEGREE). */
static const double rounding = 1e-9;

Test(bernstein, ranges_hold_values)
{
    for (unsigned i = 0; i < TRIALS; i++) {
        struct trial t = { .random = test_seed() + i };
        double ends[2];
        draw(&t, MOST_DEGREE);
        range(&t, ends);
        for (int k = 0; k < POINTS; k++) {
            double x[AXES];
            for (int j = 0; j < AXES; j++) {
                const double u = uniform(&t), part = u < 0.2 ? 0 : u > 0.8 ? 1 : u;
                x[j] = t.low[j] + part * (t.high[j] - t.low[j]);
            }
            const double value = value_at(&t, x);
            cr_expect(value >= ends[0] - rounding && value <= ends[1] + rounding,
                      "trial %u: %.17g in [%.17g, %.17g]", i, value, ends[0], ends[1]);
        }
    }
}

/* Least and largest value at the corners. The radius of a ball has 30 bits. */
Test(bernstein, ranges_of_what_is_affine_are_exact)
{
    for (unsigned i = 0; i < TRIALS; i++) {
        struct trial t = { .random = test_seed() + i };
        double ends[2], corners[2] = { HUGE_VAL, -HUGE_VAL };
        draw(&t, 0);
        range(&t, ends);
        for (int corner = 0; corner < 1 << AXES; corner++) {
            double x[AXES];
            for (int j = 0; j < AXES; j++)
                x[j] = corner >> j & 1 ? t.high[j] : t.low[j];
            corners[0] = fmin(corners[0], value_at(&t, x));
            corners[1] = fmax(corners[1], value_at(&t, x));
        }
        const double size = fmax(fabs(corners[0]), fabs(corners[1]));
        cr_expect(fabs(ends[0] - corners[0]) <= 1e-7 * size &&
                      fabs(ends[1] - corners[1]) <= 1e-7 * size,
                  "trial %u: [%.17g, %.17g], corners %.17g, %.17g", i, ends[0], ends[1], corners[0],
                  corners[1]);
    }
}

/* x - x^3 over [0, h], h <= 1, and (1 - x) x over [-h, 0] keep their signs. */
Test(bernstein, signs_are_kept_at_zeros)
{
    static const unsigned char exponents[][1] = { { 1 }, { 3 }, { 2 } };
    for (int side = 0; side < 2; side++) {
        struct bernstein b;
        arb_t x, c;
        arf_t low, high;
        arb_init(x);
        arb_init(c);
        arf_init(low);
        arf_init(high);
        arf_set_d(side == 0 ? high : low, side == 0 ? 0.3 : -0.3);
        arb_set_interval_arf(x, low, high, BITS);
        if (side == 1)
            arb_neg(x, x);
        arb_nonnegative_part(x, x);
        if (side == 1)
            arb_neg(x, x);
        bernstein_open(&b, 1, BITS);
        bernstein_axis(&b, x, side == 0 ? 3 : 2, BERNSTEIN_ANY);
        cr_assert(bernstein_ready(&b));
        arb_set_d(c, 1);
        bernstein_add(&b, c, exponents[0]);
        arb_set_d(c, -1);
        bernstein_add(&b, c, exponents[side == 0 ? 1 : 2]);
        bernstein_range(c, &b);
        cr_expect(side == 0 ? arb_is_nonnegative(c) : arb_is_nonpositive(c), "side %d", side);
        bernstein_close(&b);
        arf_clear(high);
        arf_clear(low);
        arb_clear(c);
        arb_clear(x);
    }
}
