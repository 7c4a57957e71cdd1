/* What laws of LuGre type share: one bristle state with a friction level G(v).
 *
 *     dz/dt = v - sigma0 |v| z/G(v)                                    (1)
 *     G(v)  = Fc + (Fs-Fc) g(v),   g(v) = exp(-|v/vs|^m)               (2)
 *     F     = sigma0 z + sigma1 dz/dt + sigma2 v                       (3)
 *
 * Each law translates its own parameters into these.
 */
#ifndef BRISTLE_MODELS_LUGRE_FAMILY_H
#define BRISTLE_MODELS_LUGRE_FAMILY_H

#include "models/model.h"
#include "models/relaxation.h"
#include "models/stribeck_curve.h"

/* The parameters of (1)-(3). */
struct lugre {
    real sigma0;         /* N/m */
    real sigma1, sigma2; /* N s/m */
    real Fc, Fs;         /* N */
    real vs;             /* m/s */
    real m;              /* exponent of g */
};

/* G(v), N. */
static inline real lugre_level(const struct lugre *q, real v)
{
    return q->Fc + (q->Fs - q->Fc) * stribeck_curve(v, q->vs, q->m);
}

/* G(v), N, with the branch of stribeck_curve_branching. */
static inline real lugre_level_branching(const struct lugre *q, real v)
{
    return q->Fc + (q->Fs - q->Fc) * stribeck_curve_branching(v, q->vs, q->m);
}

/* dz/dt, m/s, with G = G(v) known. */
static inline real lugre_rate_at(const struct lugre *q, real v, real z, real G)
{
    return v - q->sigma0 * r_abs(v) / G * z;
}

/* dz/dt, m/s. */
static inline real lugre_rate(const struct lugre *q, real v, real z)
{
    return lugre_rate_at(q, v, z, lugre_level(q, v));
}

/* F, N, with dz/dt known. */
static inline real lugre_force_at(const struct lugre *q, real v, real z, real dz)
{
    return q->sigma0 * z + q->sigma1 * dz + q->sigma2 * v;
}

/* F, N. */
static inline real lugre_force(const struct lugre *q, real v, real z)
{
    return lugre_force_at(q, v, z, lugre_rate(q, v, z));
}

/* |v| dG/dv = -s m |v/vs|^m (G-Fc), finite for every m. */
static inline void lugre_jacobian(const struct lugre *q, real v, real s, real z,
                                  struct jacobian *jac)
{
    const real G = lugre_level(q, v);
    const real steepness = q->m * stribeck_power(v, q->vs, q->m) * (G - q->Fc) / G;
    jac->rate_x[0] = -q->sigma0 * r_abs(v) / G;
    jac->rate_v[0] = 1 - s * q->sigma0 / G * z * (1 + steepness);
    jac->force_x[0] = q->sigma0 + q->sigma1 * jac->rate_x[0];
    jac->force_v = q->sigma1 * jac->rate_v[0] + q->sigma2;
}

/* Returns z after h seconds at held v. The sign is v's; at v = 0 nothing relaxes. */
static inline real lugre_flow(const struct lugre *q, real v, real h, real z)
{
    const real G = lugre_level(q, v), z_ss = G / q->sigma0;
    return relaxed(z, v < 0 ? -z_ss : z_ss, q->sigma0 * r_abs(v) / G * h);
}

/* Returns int F dt, N s, over h seconds at held v, from z. */
static inline real lugre_work(const struct lugre *q, real v, real s, real h, real z)
{
    const real G = lugre_level(q, v), z_ss = G / q->sigma0 * s;
    const real k = q->sigma0 * r_abs(v) / G * h;
    const real mean_excess = (z - z_ss) * decay_mean(k);
    return (q->sigma0 * (z_ss + mean_excess) + q->sigma2 * v) * h - q->sigma1 * k * mean_excess;
}

/* F at dz/dt = 0, N. */
static inline real lugre_steady_force(const struct lugre *q, real v)
{
    return lugre_level(q, v) * r_sign(v) + q->sigma2 * v;
}

/* The rate at which z relaxes at held v, 1/s. */
static inline real lugre_settling_rate(const struct lugre *q, real v)
{
    return q->sigma0 * r_abs(v) / lugre_level(q, v);
}

/* The force_scale of model.h, with |z| <= Fs/sigma0, the largest reachable from z = 0. */
static inline real lugre_force_scale(const struct lugre *q, real v)
{
    return q->Fs + (q->sigma1 * (1 + q->Fs / lugre_level(q, v)) + q->sigma2) * r_abs(v);
}

/* Returns true under Barabanov and Ortega's condition for passivity of v -> F. */
static inline bool lugre_damped(const struct lugre *q)
{
    return q->sigma2 * q->Fc >= q->sigma1 * (q->Fs - q->Fc);
}

#endif
