/* One source, two precisions: a file compiled with -DREAL_F32 works in float,
 * without it in double. Names that leave a file are wrapped in PREC(), so that
 * both can live in one program; constants are written C(0.5). (<tgmath.h> would do
 * the same but does not compile against newlib.)
 *
 * With -DREAL_LANES the code around it works on many values at once, in vector
 * instructions (integrators/kernels/ensemble.h): a choice then costs both of its sides.
 */
#ifndef BRISTLE_MODELS_REAL_H
#define BRISTLE_MODELS_REAL_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef REAL_F32
typedef float real;
#define PREC(name)       name##_f32
#define C(x)             x##f
#define R_EPSILON        FLT_EPSILON
#define R_MAX            FLT_MAX
#define R_MIN            FLT_MIN
#define R_TRUE_MIN       FLT_TRUE_MIN
#define R_DECAY_RANGE    88.0f /* exp(-x) is 0 from here on (decay.h) */
#define R_NAME           "f32"
#define R_FUNCTION(name) name##f
#else
typedef double real;
#define PREC(name)       name##_f64
#define C(x)             x
#define R_EPSILON        DBL_EPSILON
#define R_MAX            DBL_MAX
#define R_MIN            DBL_MIN
#define R_TRUE_MIN       DBL_TRUE_MIN
#define R_DECAY_RANGE    746.0
#define R_NAME           "f64"
#define R_FUNCTION(name) name
#endif

/* For the layout of branches. */
#ifdef __GNUC__
#define R_LIKELY(condition) __builtin_expect((condition) != 0, 1)
#else
#define R_LIKELY(condition) ((condition) != 0)
#endif

/* PREC() for a name that is itself a macro. */
#define PREC_OF(name) PREC(name)

static inline real r_exp(real x) { return R_FUNCTION(exp)(x); }
static inline real r_exp2(real x) { return R_FUNCTION(exp2)(x); }
static inline real r_expm1(real x) { return R_FUNCTION(expm1)(x); }
static inline real r_log(real x) { return R_FUNCTION(log)(x); }
static inline real r_log1p(real x) { return R_FUNCTION(log1p)(x); }
static inline real r_sqrt(real x) { return R_FUNCTION(sqrt)(x); }
static inline real r_sinh(real x) { return R_FUNCTION(sinh)(x); }
static inline real r_tanh(real x) { return R_FUNCTION(tanh)(x); }
static inline real r_tan(real x) { return R_FUNCTION(tan)(x); }
static inline real r_atan(real x) { return R_FUNCTION(atan)(x); }
static inline real r_pow(real x, real y) { return R_FUNCTION(pow)(x, y); }
static inline real r_abs(real x) { return R_FUNCTION(fabs)(x); }
static inline real r_copysign(real x, real y) { return R_FUNCTION(copysign)(x, y); }
static inline real r_sin(real x) { return R_FUNCTION(sin)(x); }
static inline real r_cos(real x) { return R_FUNCTION(cos)(x); }
static inline real r_next_up(real x) { return R_FUNCTION(nextafter)(x, R_MAX); }
static inline real r_ceil(real x) { return R_FUNCTION(ceil)(x); }
static inline real r_max(real x, real y) { return x > y ? x : y; }
static inline real r_min(real x, real y) { return x < y ? x : y; }

/* sgn(v), with sgn(0) = 0: the odd-symmetric selection of the set-valued sign. In float by the
 * bits, which are at hand where comparisons are calls. */
#ifdef REAL_LANES
static inline real r_sign(real v)
{
    const real up = v > 0 ? C(1.0) : C(0.0);
    return v < 0 ? -C(1.0) : up;
}
#elif defined REAL_F32
static inline uint32_t r_bits(real x)
{
    const union {
        real value;
        uint32_t bits;
    } u = { .value = x };
    return u.bits;
}

/* 1 with the sign of x. */
static inline real r_signed_one(real x)
{
    const union {
        uint32_t bits;
        real value;
    } one = { .bits = (r_bits(x) & 0x80000000u) | r_bits(1) };
    return one.value;
}

static inline real r_sign(real v) { return R_LIKELY(r_bits(v) << 1) ? r_signed_one(v) : 0; }
#else
static inline real r_sign(real v) { return (real)((v > 0) - (v < 0)); }
#endif

/* sgn(v), or sgn(w) where v = 0. */
#ifdef REAL_F32
static inline real r_sign_or(real v, real w)
{
    if (R_LIKELY(r_bits(v) << 1))
        return r_signed_one(v);
    return R_LIKELY(r_bits(w) << 1 == 0) ? 0 : r_signed_one(w);
}
#else
static inline real r_sign_or(real v, real w) { return r_sign(v != 0 ? v : w); }
#endif

/* Returns true when x is 2, the usual exponent. */
#ifdef REAL_F32
static inline bool r_is_two(real x) { return r_bits(x) == r_bits(2); }
#else
static inline bool r_is_two(real x) { return x == 2; }
#endif

#endif
