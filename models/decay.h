/* exp(-k) and exp(-k) - 1 for k >= 0: what friction laws spend their time in.
 *
 * In double the library's functions. In float a few additions and multiplications that inline:
 * less than half of what expf takes on a Cortex-M4F, and, since they round alike on every machine
 * with IEEE arithmetic, the same bits on all of them, which different libraries do not give.
 *
 * With u = -k/ln 2, n = round(u) and f = u - n, |f| <= 1/2,
 *
 *     exp(-k) = 2^n (1 + q),   q = 2^f - 1 = f Q(f)
 *
 * where Q is the series ln 2 + f ln^2 2/2! + ... + f^6 ln^7 2/7! less T6(2f) (ln^7 2/7!)/2^11:
 * the Chebyshev polynomial of that size takes the last term away and leaves an error of 1e-8 in
 * Q/ln 2. n is found by adding 1.5 2^23, next to which a float has no fraction; 127 more make its
 * last bits the exponent of 2^n. u is rounded once, so that the result is, within 1.2 ulp, that of
 * some k' with |k' - k| <= 1.5 2^-24 k: k is a rounded number anyway. exp(-k) - 1 is good to 2.4
 * ulp up to k = 1. Where 2^n would leave the normal numbers, from k = 87.69 on, its exponent is
 * that of zero, and so exp(-k) is 0.
 */
#ifndef BRISTLE_MODELS_DECAY_H
#define BRISTLE_MODELS_DECAY_H

#include <stdint.h>

#include "models/real.h"

#ifdef REAL_F32

struct decay_constants {
    real range;       /* R_DECAY_RANGE */
    real minus_log2e; /* -1/ln 2 */
    real shift;       /* 1.5 2^23 + 127 */
    real Q[6];        /* rising powers */
};

/* Weak, so that it counts as unknown to the compiler: it then loads each number once into a
 * register, however many exponentials a step has, in place of a constant for every use. */
#ifdef __GNUC__
__attribute__((weak))
#else
static
#endif
const struct decay_constants decay_constants = {
    .range = R_DECAY_RANGE,
    .minus_log2e = -C(1.44269502),
    .shift = C(12582912.0) + 127,
    .Q = { C(0.693147182), C(0.240226507), C(0.0555035733), C(0.00961812865), C(0.00133907562),
           C(0.000154035297) },
};

/* 2^n and q: exp(-k) = 2^n q + 2^n and exp(-k) - 1 = 2^n q + (2^n - 1), for k up to
 * R_DECAY_RANGE; beyond, and for NaN, some numbers or NaN. */
struct decay {
    real scale, change;
};

static inline struct decay decay_parts(real k)
{
    const struct decay_constants *c = &decay_constants;
    const real u = k * c->minus_log2e;
    union {
        real value;
        uint32_t bits;
    } shifted, scale;
    shifted.value = u + c->shift;
    scale.bits = shifted.bits << 23;
    const real f = u - (shifted.value - c->shift);
    real Q = c->Q[5];
    Q = Q * f + c->Q[4];
    Q = Q * f + c->Q[3];
    Q = Q * f + c->Q[2];
    Q = Q * f + c->Q[1];
    Q = Q * f + c->Q[0];
    return (struct decay){ scale.value, Q * f };
}

/* k, limited to R_DECAY_RANGE. */
static inline real decay_within(real k)
{
    const real range = decay_constants.range;
    return k > range ? range : k;
}

/* exp(-k), k >= 0. */
static inline real r_decay(real k)
{
    const struct decay d = decay_parts(decay_within(k));
    return d.scale * d.change + d.scale;
}

/* exp(-k) - 1, k >= 0. */
static inline real r_decay_m1(real k)
{
    const struct decay d = decay_parts(decay_within(k));
    return d.scale * d.change + (d.scale - 1);
}

#else

#ifdef REAL_LANES
/* Vector exponentials leave their fast path where one lane comes near to underflow: nothing is
 * smaller than exp(-690), 2e-300. The limit is defined where the loops over lanes are
 * (integrators/kernels/ensemble_level.c): a compiler that knew it would compute the exponential of
 * k in every lane, to choose afterwards. */
extern const real decay_limit;
static inline real r_decay(real k) { return r_exp(k < decay_limit ? -k : -decay_limit); }
#else
static inline real r_decay(real k) { return r_exp(-k); }
#endif
static inline real r_decay_m1(real k) { return r_expm1(-k); }

#endif

#endif
