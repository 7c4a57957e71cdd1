/* What the Martinez-Rosas model and its predecessor share.
 *
 *     F     = sigma0 Fc z + sigma1 dz/dt + sigma2 v
 *             + sigma0 (Fs-Fc) y + alpha dy/dt                         (1)
 *     dz/dt = v - sigma0 |v| z                                         (2)
 *     dy/dt = -y + (1/sigma0) sgn(v) g(v),  g(v) = exp(-|v/vs|^m)      (3)
 *
 * Each law translates its own parameters into these.
 */
#ifndef BRISTLE_MODELS_MARTINEZ_ROSAS_FAMILY_H
#define BRISTLE_MODELS_MARTINEZ_ROSAS_FAMILY_H

#include "models/model.h"
#include "models/relaxation.h"
#include "models/stribeck_curve.h"

enum { Z, Y, N_STATES };
enum { I1, I2, I3, I4, N_PARTS }; /* (11a)-(11d) */
/* The columns y and -y of U tell only the difference of their two coefficients. */
enum { N_REGRESSORS = 6, N_IDENTIFIABLE = 5 };

/* The parameters of (1)-(3). */
struct martinez_rosas {
    real sigma0;         /* 1/m */
    real sigma1, sigma2; /* N s/m */
    real Fc, Fs;         /* N */
    real vs;             /* m/s */
    real m;              /* exponent of g */
    real alpha;          /* N s/m */
};

/* g(v). */
static inline real mr_curve(const struct martinez_rosas *q, real v)
{
    return stribeck_curve(v, q->vs, q->m);
}

/* Writes dz/dt and dy/dt to dx[], with g = g(v) known. */
static inline void mr_rate_at(const struct martinez_rosas *q, real v, real s, const real x[],
                              real g, real dx[])
{
    dx[Z] = v - q->sigma0 * r_abs(v) * x[Z];
    dx[Y] = s * g / q->sigma0 - x[Y];
}

/* Writes dz/dt and dy/dt to dx[]. */
static inline void mr_rate(const struct martinez_rosas *q, real v, real s, const real x[],
                           real dx[])
{
    mr_rate_at(q, v, s, x, mr_curve(q, v), dx);
}

/* F, N, with the rates dx[] known. */
static inline real mr_force_at(const struct martinez_rosas *q, real v, const real x[],
                               const real dx[])
{
    return q->sigma0 * (q->Fc * x[Z] + (q->Fs - q->Fc) * x[Y]) + q->sigma1 * dx[Z] + q->sigma2 * v +
           q->alpha * dx[Y];
}

/* F, N. */
static inline real mr_force(const struct martinez_rosas *q, real v, real s, const real x[])
{
    real dx[N_STATES];
    mr_rate(q, v, s, x, dx);
    return mr_force_at(q, v, x, dx);
}

/* dg/dv = -s m |v/vs|^(m-1)/vs g: infinite at v = 0 for m < 1. */
static inline void mr_jacobian(const struct martinez_rosas *q, real v, real s, const real x[],
                               struct jacobian *jac)
{
    const real slope = q->m * r_pow(r_abs(v) / q->vs, q->m - 1) / q->vs * mr_curve(q, v);
    jac->rate_x[Z * N_STATES + Z] = -q->sigma0 * r_abs(v);
    jac->rate_x[Z * N_STATES + Y] = 0;
    jac->rate_x[Y * N_STATES + Z] = 0;
    jac->rate_x[Y * N_STATES + Y] = -1;
    jac->rate_v[Z] = 1 - q->sigma0 * s * x[Z];
    jac->rate_v[Y] = -s * s * slope / q->sigma0;
    jac->force_x[Z] = q->sigma0 * (q->Fc - q->sigma1 * r_abs(v));
    jac->force_x[Y] = q->sigma0 * (q->Fs - q->Fc) - q->alpha;
    jac->force_v = q->sigma1 * jac->rate_v[Z] + q->sigma2 + q->alpha * jac->rate_v[Y];
}

/* Advances x[] by h seconds at held v and s. */
static inline void mr_flow(const struct martinez_rosas *q, real v, real s, real h, real x[])
{
    const real z_ss = s / q->sigma0, y_ss = z_ss * mr_curve(q, v);
    x[Z] = relaxed(x[Z], z_ss, q->sigma0 * r_abs(v) * h);
    x[Y] = relaxed(x[Y], y_ss, h);
}

/* Writes the parts of int F dt over h seconds at held v, N s: with the means of z and y over the
 * step, and the increments k (z_ss - mean z) and h (y_ss - mean y) of both. */
static inline void mr_work_parts(const struct martinez_rosas *q, real v, real s, real h,
                                 const real x[], real part[])
{
    const real z_ss = s / q->sigma0, y_ss = z_ss * mr_curve(q, v), k = q->sigma0 * r_abs(v) * h;
    const real z_excess = (x[Z] - z_ss) * decay_mean(k), y_excess = (x[Y] - y_ss) * decay_mean(h);
    part[I1] = q->sigma2 * v * h - q->sigma1 * k * z_excess;
    part[I2] = q->sigma0 * q->Fc * (z_ss + z_excess) * h;
    part[I3] = -q->alpha * h * y_excess;
    part[I4] = q->sigma0 * (q->Fs - q->Fc) * (y_ss + y_excess) * h;
}

/* F at dz/dt = dy/dt = 0, N. */
static inline real mr_steady_force(const struct martinez_rosas *q, real v)
{
    return (q->Fc + (q->Fs - q->Fc) * mr_curve(q, v)) * r_sign(v) + q->sigma2 * v;
}

/* The slower of the two relaxation rates at held v, 1/s. */
static inline real mr_settling_rate(const struct martinez_rosas *q, real v)
{
    return r_min(1, q->sigma0 * r_abs(v));
}

/* The force_scale of model.h: z and y within their bounds. */
static inline real mr_force_scale(const struct martinez_rosas *q, real v)
{
    return q->Fs + (2 * q->sigma1 + q->sigma2) * r_abs(v) +
           q->alpha / q->sigma0 * (1 + mr_curve(q, v));
}

/* U of (18) with exp(-n|v|^m), n known, in place of the printed exp(-|v|^m). */
static inline void mr_regressor(const struct martinez_rosas *q, real v, real s, const real x[],
                                real u[N_REGRESSORS])
{
    u[0] = x[Z];
    u[1] = -r_abs(v) * x[Z];
    u[2] = v;
    u[3] = x[Y];
    u[4] = -x[Y];
    u[5] = s * mr_curve(q, v);
}

/* P of (19) with beta = 1. */
static inline void mr_coefficients(const struct martinez_rosas *q, real coefficient[N_REGRESSORS])
{
    coefficient[0] = q->sigma0 * q->Fc;
    coefficient[1] = q->sigma0 * q->sigma1;
    coefficient[2] = q->sigma1 + q->sigma2;
    coefficient[3] = q->sigma0 * (q->Fs - q->Fc);
    coefficient[4] = q->alpha;
    coefficient[5] = q->alpha / q->sigma0;
}

/* U P of (17)-(19) as printed, with exp(-|v|^m) in U and beta in P, where beta is such that
 * exp(-n|v|^m) = beta exp(-|v|^m) at v0: beta exp(-|v|^m) = exp(|v0|^m - n |v0|^m - |v|^m). */
static inline real mr_printed_regressor(const struct martinez_rosas *q, real v0, real v, real s,
                                        const real x[])
{
    real u[N_REGRESSORS], coefficient[N_REGRESSORS], F = 0;
    mr_regressor(q, v, s, x, u);
    mr_coefficients(q, coefficient);
    u[5] = s * r_exp(stribeck_power(v0, 1, q->m) - stribeck_power(v0, q->vs, q->m) -
                     stribeck_power(v, 1, q->m));
    for (unsigned i = 0; i < N_REGRESSORS; i++)
        F += u[i] * coefficient[i];
    return F;
}

#endif
