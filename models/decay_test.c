/* The float exponential of the laws: its promises (models/decay.h), over floats of every size. */
#define REAL_F32 /* whatever the rest is compiled in */

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "models/decay.h"

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The distance from one float to the next, at x. */
static double ulp(double x) { return ldexp(1, ilogb(x) - 23); }

/* Every so many floats from 0 to where the result is 0; a prime, so that the last bits vary. */
enum { STRIDE = 61 };
static const float vanishes = 87.69F;

Test(decay, is_that_of_a_rounded_argument)
{
    for (uint32_t bits = 0; float_of(bits) < vanishes; bits += STRIDE) {
        const float k = float_of(bits);
        const double exact = exp(-(double)k), error = fabs((double)r_decay(k) - exact);
        const double slope = ldexp(1.5, -24) * (double)k * exact;
        const double smallest = k > 87 ? ldexp(1, -126) : 0; /* 2^n may be 0 already */
        cr_assert(error <= 1.2 * ulp(exact) + slope + smallest, "exp(-%a): %a, not %a", (double)k,
                  (double)r_decay(k), exact);
    }
}

Test(decay, change_is_good_to_some_ulp)
{
    for (uint32_t bits = r_bits(FLT_TRUE_MIN); float_of(bits) <= 1; bits += STRIDE) {
        const float k = float_of(bits);
        const double exact = expm1(-(double)k), error = fabs((double)r_decay_m1(k) - exact);
        const double unit = fmax(ulp(exact), (double)FLT_TRUE_MIN);
        cr_assert(error <= 2.4 * unit, "exp(-%a) - 1: %a, not %a", (double)k, (double)r_decay_m1(k),
                  exact);
    }
}

Test(decay, ends_are_exact)
{
    const float large[] = { 87.7F, 88, 1e3F, 1e10F, FLT_MAX, INFINITY };
    cr_assert_eq(r_decay(0), 1);
    cr_assert_eq(r_decay_m1(0), 0);
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        cr_assert_eq(r_decay(large[i]), 0);
        cr_assert_eq(r_decay_m1(large[i]), -1);
    }
    cr_assert(isnan(r_decay(NAN)) && isnan(r_decay_m1(NAN)));
}

/* The numbers in the header are those that its comment derives. */
Test(decay, constants_are_derived)
{
    const double ln2 = log(2.0);
    double term = 1, Q[7];
    for (int j = 0; j < 7; j++) {
        term *= ln2 / (j + 1);
        Q[j] = term;
    }
    /* T6(2f)/2^11 = f^6 - (3/8) f^4 + (9/256) f^2 - 1/2048 */
    Q[4] += Q[6] * 3 / 8;
    Q[2] -= Q[6] * 9 / 256;
    Q[0] += Q[6] / 2048;
    for (int j = 0; j < 6; j++)
        cr_expect_eq(decay_constants.Q[j], (float)Q[j], "Q[%d]", j);
    cr_expect_eq(decay_constants.minus_log2e, (float)(-1 / ln2));
    cr_expect_eq(decay_constants.shift, ldexpf(1.5F, 23) + 127);
}
