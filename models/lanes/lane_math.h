/* exp, log and pow without branches and tables, for loops over lanes that a compiler turns into
 * vector instructions.
 *
 * Only additions, multiplications, divisions and shifts of bits, each rounded as IEEE 754 says, and
 * nothing contracted: the bits of a result are the same for every width of vectors, and on every
 * machine. exp and log are within 1 unit of the last place, expm1 2, tanh 3, x^y within 1 + |log
 * x^y|/20; subnormal results are rounded once more. In a power -infinity counts as a negative
 * number, and the sign of 0 does not count.
 *
 * A number is rounded to a whole one by adding 1.5 2^52, next to which a double has no fraction;
 * its last bits then are those of the whole number. */
#ifndef BRISTLE_MODELS_LANES_LANE_MATH_H
#define BRISTLE_MODELS_LANES_LANE_MATH_H

#include <math.h>
#include <stdint.h>

union lane_bits {
    double value;
    uint64_t bits;
};

static inline double lane_of_bits(uint64_t bits)
{
    const union lane_bits u = { .bits = bits };
    return u.value;
}

static inline uint64_t lane_to_bits(double x)
{
    const union lane_bits u = { .value = x };
    return u.bits;
}

#define LANE_SHIFT 0x1.8p52

/* Returns 2^n of a whole number n, -1022 <= n <= 1023. */
static inline double lane_power_of_two(double n)
{
    return lane_of_bits(lane_to_bits(n + (LANE_SHIFT + 1023)) << 52);
}

/* exp(x + less) = 2^n (1 + q) of |less| <= 2^-40 |x| + 2^-40: n, 0 beyond the range of numbers, and
 * q. */
struct lane_decay {
    double n, q;
};

static inline struct lane_decay lane_decay(double x, double less)
{
    /* ln 2 = high + low; high has 42 bits, so that n high is exact. */
    const double high = 0x1.62e42fefa3800p-1, low = 0x1.ef35793c76730p-45;
    const double n = (x * 0x1.71547652b82fep+0 + LANE_SHIFT) - LANE_SHIFT;
    const double near = x - n * high, r = near - (n * low - less);
    const double lost = (near - r) - (n * low - less);
    /* The series up to r^13: the first term left out is 2e-17 of the sum. */
    double P = 1.0 / 6227020800;
    P = P * r + 1.0 / 479001600;
    P = P * r + 1.0 / 39916800;
    P = P * r + 1.0 / 3628800;
    P = P * r + 1.0 / 362880;
    P = P * r + 1.0 / 40320;
    P = P * r + 1.0 / 5040;
    P = P * r + 1.0 / 720;
    P = P * r + 1.0 / 120;
    P = P * r + 1.0 / 24;
    P = P * r + 1.0 / 6;
    P = P * r + 0.5;
    return (struct lane_decay){ n, r + (r * r * P + lost) };
}

/* Limits x to where exp(x) is neither 0 nor infinite already; NaN stays. */
static inline double lane_exp_range(double x)
{
    x = x < -750 ? -750 : x;
    return x > 710 ? 710 : x;
}

/* 2^n (1 + q), in two steps, since 2^n may lie beyond the numbers. */
static inline double lane_scaled(struct lane_decay d)
{
    const double half = (d.n * 0.5 + LANE_SHIFT) - LANE_SHIFT, rest = d.n - half;
    return (1 + d.q) * lane_power_of_two(half) * lane_power_of_two(rest);
}

static inline double lane_exp(double x) { return lane_scaled(lane_decay(lane_exp_range(x), 0)); }

/* exp(x) - 1, as accurate near 0. Beyond 2^1022, 2^n (1 + q) itself, in two steps. */
static inline double lane_expm1(double x)
{
    double within = x < -40 ? -40 : x;
    within = within > 710 ? 710 : within;
    const struct lane_decay d = lane_decay(within, 0);
    const double scale = lane_power_of_two(d.n < 1023 ? d.n : 1023);
    const double near = scale * d.q + (scale - 1);
    return within > 700 ? lane_scaled(d) : d.n == 0 ? d.q : near;
}

/* A number as the sum of two, the second below the rounding of the first. */
struct lane_pair {
    double high, low;
};

/* a + b of |a| >= |b|, and what its rounding lost. */
static inline struct lane_pair lane_sum(double a, double b)
{
    const double sum = a + b;
    return (struct lane_pair){ sum, b - (sum - a) };
}

/* a b and what its rounding lost, by halves of 26 bits (T. J. Dekker, "A floating-point technique
 * for extending the available precision", Numer. Math. 18, 1971); |a|, |b| < 2^996. */
static inline struct lane_pair lane_product(double a, double b)
{
    const double split = 0x1p27 + 1;
    const double a_high = a * split - (a * split - a), a_low = a - a_high;
    const double b_high = b * split - (b * split - b), b_low = b - b_high;
    const double product = a * b;
    return (struct lane_pair){
        product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    };
}

/* The logarithm of a positive number, to 5e-18 of itself: the curved part, at most a hundredth of
 * it, is rounded as a double. Of x = 2^e m, m between sqrt(1/2) and sqrt(2), it is e ln 2 + 2
 * atanh(s), s = (m - 1)/(m + 1), |s| <= 0.1716. */
static inline struct lane_pair lane_log_pair(double x)
{
    const double high = 0x1.62e42fefa3800p-1, low = 0x1.ef35793c76730p-45;
    const double tiny = x < 0x1p-1022 ? 0x1p54 : 1;
    const uint64_t root = UINT64_C(0x3fe6a09e667f3bcd); /* of sqrt(1/2) */
    /* The exponent, with 1023 added so that it is not negative, next to 2^52. */
    const uint64_t bits = lane_to_bits(x * tiny) - root + (UINT64_C(1023) << 52);
    const double exponent = lane_of_bits((bits >> 52) | UINT64_C(0x4330000000000000)) - 0x1p52;
    const double e = exponent - 1023 - (tiny > 1 ? 54 : 0);
    const double m = lane_of_bits((bits & UINT64_C(0x000fffffffffffff)) + root);
    const double above = m - 1;
    const struct lane_pair below = lane_sum(1, m); /* the exponent of 1 is not less */
    const double s = above / (m + 1);
    const struct lane_pair back = lane_product(s, below.high);
    const double s_low = ((above - back.high) - back.low - s * below.low) / below.high;
    const double square = s * s;
    /* atanh(s) - s: the series up to s^21; the first term left out is 1e-18 of the logarithm. */
    double P = 2.0 / 21;
    P = P * square + 2.0 / 19;
    P = P * square + 2.0 / 17;
    P = P * square + 2.0 / 15;
    P = P * square + 2.0 / 13;
    P = P * square + 2.0 / 11;
    P = P * square + 2.0 / 9;
    P = P * square + 2.0 / 7;
    P = P * square + 2.0 / 5;
    P = P * square + 2.0 / 3;
    const double curved = P * square * s;
    /* The slope of 2 atanh is 2/(1 - s^2). */
    const double tail = 2 * s_low * (1 + square * (1 + square));
    const struct lane_pair first = lane_sum(e * high, 2 * s); /* |e high| >= 0.69, or it is 0 */
    return lane_sum(first.high, first.low + (tail + (e * low + curved)));
}

/* log(x); -infinity at 0, NaN below. */
static inline double lane_log(double x)
{
    const struct lane_pair l = lane_log_pair(x);
    const double value = x == 0 ? -(double)INFINITY : x < 0 ? (double)NAN : l.high;
    return x < (double)INFINITY ? value : x;
}

/* x^y as the library's pow gives it, of negative x for whole y only. */
static inline double lane_pow(double x, double y)
{
    const double size = fabs(x), whole = (y + LANE_SHIFT) - LANE_SHIFT, half = y * 0.5;
    const struct lane_pair l = lane_log_pair(size);
    /* Where y or the power is far beyond, only its side counts. */
    double times = y > 0x1p64 ? 0x1p64 : y;
    times = times < -0x1p64 ? -0x1p64 : times;
    const struct lane_pair p = lane_product(l.high, times);
    const double power = p.high, within = lane_exp_range(power);
    const double less = within == power ? p.low + l.low * times : 0;
    double value = lane_scaled(lane_decay(within, less));
    const double at_zero = y > 0 ? 0 : (double)INFINITY;
    value = size == 0 ? at_zero : value;
    const double at_infinity = y > 0 ? (double)INFINITY : 0;
    value = size == (double)INFINITY ? at_infinity : value;
    const int is_whole = fabs(y) >= 0x1p51 || whole == y;
    const int is_even = fabs(y) >= 0x1p51 || (half + LANE_SHIFT) - LANE_SHIFT == half;
    const double of_negative = is_whole ? (is_even ? value : -value) : (double)NAN;
    value = x < 0 ? of_negative : value;
    value = x != x || y != y ? x + y : value;
    return y == 0 || x == 1 ? 1 : value;
}

/* tanh(x), by expm1. */
static inline double lane_tanh(double x)
{
    const double change = lane_expm1(-2 * fabs(x));
    return copysign(-change / (2 + change), x);
}

#endif
