/* LuGre: the mean deflection z of elastic bristles, with Stribeck friction.
 *
 *     dz/dt = v - sigma0 |v| z/G(v)                                    (1)
 *     G(v)  = Fc + (Fs-Fc) exp(-|v/vs|^m)                              (2)
 *     F     = sigma0 z + sigma1 dz/dt + sigma2 v                       (3)
 *
 * C. Canudas de Wit, H. Olsson, K. J. Astrom, P. Lischinsky, "A new model for control
 * of systems with friction", IEEE Trans. Autom. Control 40(3), 419-425, 1995, eqs.
 * (1)-(4) with G = sigma0 g and m = 2; m is free here, as in J. C. Martinez-Rosas,
 * L. Alvarez-Icaza, D. Noriega-Pineda. Defaults are Table I of either paper
 * (sigma1 = sqrt(sigma0)).
 *
 * Linear in z at held v, so flow and work are closed form. Continuous in v: the
 * selection s is used only as the sign of v.
 *
 * Passivity of v -> F needs sigma2 >= sigma1 (Fs-Fc)/Fc: N. Barabanov, R. Ortega,
 * "Necessary and sufficient conditions for passivity of the LuGre friction model",
 * IEEE Trans. Autom. Control 45(4), 830-832, 2000. With S = sigma0 z^2/2 and
 * w = sigma0 z s/G, which never exceeds Fs/Fc:
 *     F v - dS/dt = |v| [G w^2 + |v| (sigma1 (1-w) + sigma2)]          (4)
 */
#include "models/model.h"
#include "models/relaxation.h"
#include "models/stribeck.h"

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS, VS, M, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [SIGMA0] = { "sigma0", "N/m", 1e5, 1, 1e9, "Table I; soft rubber to hard metal contacts" },
    [SIGMA1] = { "sigma1", "N s/m", 316.22776601683796, 0, 1e6, "Table I: sqrt(sigma0)" },
    [SIGMA2] = { "sigma2", "N s/m", 0.4, 0, 1e4, "Table I" },
    [FC] = { "Fc", "N", 1.0, 1e-6, 1e6, "Table I; any friction level" },
    [FS] = { "Fs", "N", 1.5, 1e-6, 1e6, "Table I; Fs >= Fc" },
    [VS] = { "vs", "m/s", 1e-3, 1e-6, 10, "Table I; creeping to fast sliding" },
    [M] = { "m", "1", 2, 0.5, 2, "2 in Canudas de Wit et al.; 1/2 to 2 in the literature" },
};

static const struct quantity states[] = {
    { "z", "m", 0, -INFINITY, INFINITY, "mean deflection of the bristles" },
};

static bool damped_enough(const real p[])
{
    return p[SIGMA2] * p[FC] >= p[SIGMA1] * (p[FS] - p[FC]);
}

static const struct claim claims[] = {
    { .property = PASSIVITY,
      .declared = REFUTED,
      .domain = "Fs >= Fc",
      .source = "taken for granted by Martinez-Rosas et al., section V",
      .witness = "lugre_passivity.json" },
    { .property = PASSIVITY,
      .declared = HOLDS,
      .domain = "sigma2 >= sigma1 (Fs-Fc)/Fc",
      .contains = damped_enough,
      .source = "Barabanov & Ortega 2000; (4)" },
    { .property = STATE_BOUND,
      .declared = HOLDS,
      .domain = "always",
      .source = "(1) points inward at |z| = Fs/sigma0" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)-(3)" },
    { .property = STEADY_STATE, .declared = HOLDS, .domain = "v != 0", .source = "(1)-(3)" },
};

static const char *validate(const real p[]) { return p[FS] >= p[FC] ? NULL : "Fs >= Fc"; }

/* G(v), the friction level at |v|, N. */
static real level(const real p[], real v)
{
    return p[FC] + (p[FS] - p[FC]) * stribeck_curve(v, p[VS], p[M]);
}

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    dx[0] = v - p[SIGMA0] * r_abs(v) / level(p, v) * x[0];
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    real dz;
    rate(p, mem, v, s, x, &dz);
    return p[SIGMA0] * x[0] + p[SIGMA1] * dz + p[SIGMA2] * v;
}

/* |v| dG/dv = -s m |v/vs|^m (G-Fc), finite for every m. */
static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    const real G = level(p, v);
    const real steepness = p[M] * stribeck_power(v, p[VS], p[M]) * (G - p[FC]) / G;
    jac->rate_x[0] = -p[SIGMA0] * r_abs(v) / G;
    jac->rate_v[0] = 1 - s * p[SIGMA0] / G * x[0] * (1 + steepness);
    jac->force_x[0] = p[SIGMA0] + p[SIGMA1] * jac->rate_x[0];
    jac->force_v = p[SIGMA1] * jac->rate_v[0] + p[SIGMA2];
}

static void flow(const real p[], const struct memory *mem, real v, real s, real h, real x[])
{
    const real G = level(p, v), z_ss = G / p[SIGMA0] * s;
    x[0] = relaxed(x[0], z_ss, p[SIGMA0] * r_abs(v) / G * h);
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    const real G = level(p, v), z_ss = G / p[SIGMA0] * s;
    const real k = p[SIGMA0] * r_abs(v) / G * h;
    const real mean_excess = (x[0] - z_ss) * decay_mean(k);
    const real mean_z = z_ss + mean_excess;
    return (p[SIGMA0] * mean_z + p[SIGMA2] * v) * h - p[SIGMA1] * k * mean_excess;
}

static real steady_force(const real p[], real v) { return level(p, v) * r_sign(v) + p[SIGMA2] * v; }

static real settling_rate(const real p[], real v) { return p[SIGMA0] * r_abs(v) / level(p, v); }

static void bound(const real p[], real x_bound[]) { x_bound[0] = p[FS] / p[SIGMA0]; }

static real force_scale(const real p[], real v)
{
    return p[FS] + (p[SIGMA1] * (1 + p[FS] / level(p, v)) + p[SIGMA2]) * r_abs(v);
}

const struct model PREC(model_lugre) = {
    .name = "lugre",
    .title = "LuGre bristle model",
    .source = "Canudas de Wit et al., IEEE TAC 40(3), 1995, (1)-(4)",
    .params = params,
    .n_params = N_PARAMS,
    .states = states,
    .n_states = 1,
    .claims = claims,
    .n_claims = sizeof claims / sizeof *claims,
    .validate = validate,
    .rate = rate,
    .force = force,
    .jacobian = jacobian,
    .flow = flow,
    .work = work,
    .steady_force = steady_force,
    .settling_rate = settling_rate,
    .bound = bound,
    .force_scale = force_scale,
};
