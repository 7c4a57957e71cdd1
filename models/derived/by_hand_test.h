/* Rates and forces written by hand from the papers that the texts name: the second statement of
 * laws whose C is printed. Parameters and states come in the order of the text. */
#ifndef BRISTLE_MODELS_DERIVED_BY_HAND_TEST_H
#define BRISTLE_MODELS_DERIVED_BY_HAND_TEST_H

#include "models/model.h"

#define PLACE    const real p[], const struct memory *mem, real v, real s, const real x[]
#define RATE(f)  static void f(PLACE, real dx[])
#define FORCE(f) static real f(PLACE)

/* The parameters of the Stribeck curve, which laws have in different places. */
static inline real stribeck_level(real Fc, real Fs, real vs, real m, real v)
{
    return Fc + (Fs - Fc) * r_exp(-r_pow(r_abs(v) / vs, m));
}

RATE(no_states) {}

FORCE(viscous) { return p[0] * v; }

FORCE(coulomb) { return p[0] * s; }

FORCE(coulomb_viscous) { return p[0] * s + p[1] * v; }

FORCE(stribeck)
{
    const real Fc = p[0], Fs = p[1], vs = p[2];
    return stribeck_level(Fc, Fs, vs, 2, v) * s;
}

FORCE(exponential)
{
    const real sigma2 = p[0], Fc = p[1], Fs = p[2], vs = p[3], m = p[4];
    return stribeck_level(Fc, Fs, vs, m, v) * s + sigma2 * v;
}

FORCE(tanh_stribeck)
{
    const real sigma2 = p[0], Fc = p[1], Fs = p[2], v_brk = p[3];
    const real v_st = r_sqrt(2) * v_brk, v_c = v_brk / 10, B = r_sqrt(2 * r_exp(1)) * (Fs - Fc);
    return B * v / v_st * r_exp(-(v / v_st) * (v / v_st)) + Fc * r_tanh(v / v_c) + sigma2 * v;
}

FORCE(brown_mcphee)
{
    const real sigma2 = p[0], Fc = p[1], Fs = p[2], w = v / p[3];
    const real denominator = w * w / 4 + C(0.75);
    return Fc * r_tanh(4 * w) + (Fs - Fc) * (w / denominator / denominator) + sigma2 * v;
}

RATE(dahl_rate)
{
    const real sigma0 = p[0], Fc = p[1];
    dx[0] = v - sigma0 / Fc * r_abs(v) * x[0];
}

FORCE(dahl_force) { return p[0] * x[0]; }

RATE(lugre_rate)
{
    const real sigma0 = p[0], Fc = p[3], Fs = p[4], vs = p[5], m = p[6];
    dx[0] = v - sigma0 * r_abs(v) / stribeck_level(Fc, Fs, vs, m, v) * x[0];
}

FORCE(lugre_force)
{
    real dz;
    lugre_rate(p, mem, v, s, x, &dz);
    return p[0] * x[0] + p[1] * dz + p[2] * v;
}

RATE(lugre_increment_rate)
{
    const real Fc = p[3], Fs = p[4], vs = p[5];
    dx[0] = v - r_abs(v) / stribeck_level(Fc, Fc + Fs, vs, 2, v) * x[0];
}

FORCE(lugre_increment_force)
{
    real dz;
    lugre_increment_rate(p, mem, v, s, x, &dz);
    return p[0] * x[0] + p[1] * dz + p[2] * v;
}

/* Along the path: dF1/ds = (f1 sgn v - F1)/(eta epsilon), ds = |v| dt. */
RATE(bliman_sorine_rate)
{
    const real f1 = p[0], f2 = p[1], eta = p[2], epsilon = p[3];
    dx[0] = r_abs(v) * ((f1 * r_sign(v) - x[0]) / (eta * epsilon));
    dx[1] = -r_abs(v) * ((f2 * r_sign(v) + x[1]) / epsilon);
}

FORCE(bliman_sorine_force) { return x[0] + x[1]; }

RATE(martinez_rosas_rate)
{
    const real sigma0 = p[0], vs = p[5], m = p[6];
    dx[0] = v - sigma0 * r_abs(v) * x[0];
    dx[1] = -x[1] + s * stribeck_level(0, 1, vs, m, v) / sigma0;
}

FORCE(martinez_rosas_force)
{
    const real sigma0 = p[0], sigma1 = p[1], sigma2 = p[2], Fc = p[3], Fs = p[4], alpha = p[7];
    real dx[2];
    martinez_rosas_rate(p, mem, v, s, x, dx);
    return sigma0 * Fc * x[0] + sigma1 * dx[0] + sigma2 * v + sigma0 * (Fs - Fc) * x[1] +
           alpha * dx[1];
}

/* Its successor with sigma0 = 1 (1/m). */
static inline void as_successor(const real p[], real q[8])
{
    q[0] = 1;
    for (int i = 0; i < 7; i++)
        q[1 + i] = p[i];
}

RATE(alvarez_icaza_rate)
{
    real q[8];
    as_successor(p, q);
    martinez_rosas_rate(q, mem, v, s, x, dx);
}

FORCE(alvarez_icaza_force)
{
    real q[8];
    as_successor(p, q);
    return martinez_rosas_force(q, mem, v, s, x);
}

static const struct model by_hand[] = {
    { .name = "alvarez_icaza", .rate = alvarez_icaza_rate, .force = alvarez_icaza_force },
    { .name = "bliman_sorine", .rate = bliman_sorine_rate, .force = bliman_sorine_force },
    { .name = "brown_mcphee", .rate = no_states, .force = brown_mcphee },
    { .name = "coulomb", .rate = no_states, .force = coulomb },
    { .name = "coulomb_viscous", .rate = no_states, .force = coulomb_viscous },
    { .name = "dahl", .rate = dahl_rate, .force = dahl_force },
    { .name = "exponential", .rate = no_states, .force = exponential },
    { .name = "lugre", .rate = lugre_rate, .force = lugre_force },
    { .name = "lugre_increment", .rate = lugre_increment_rate, .force = lugre_increment_force },
    { .name = "martinez_rosas", .rate = martinez_rosas_rate, .force = martinez_rosas_force },
    { .name = "stribeck", .rate = no_states, .force = stribeck },
    { .name = "tanh_stribeck", .rate = no_states, .force = tanh_stribeck },
    { .name = "viscous", .rate = no_states, .force = viscous },
    { .name = NULL },
};

#endif
