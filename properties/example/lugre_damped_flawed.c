/* LuGre with damping that vanishes at speed:
 *
 *     dz/dt = v - sigma0 |v| z/G(v)                                    (1)
 *     G(v)  = Fc + (Fs-Fc) exp(-(v/vs)^2)                              (2)
 *     F     = sigma0 z + sigma1 exp(-(v/vd)^2) dz/dt + sigma2 v        (3)
 *
 * H. Olsson, K. J. Astrom, C. Canudas de Wit, M. Gafvert, P. Lischinsky, "Friction models and
 * friction compensation", Eur. J. Control 4(3), 176-195, 1998.
 *
 * With S = sigma0 z^2/2, w = sigma0 z s/G and d = sigma1 exp(-(v/vd)^2):
 *     F v - dS/dt = |v| [G w^2 + d |v| (1-w) + sigma2 |v|]             (4)
 * For w <= 1 no term is negative. For w > 1, d |v| <= sigma1 vd/sqrt(2e) and w^2 >= 4 (w-1) make
 * the bracket at least (w-1) (4 Fc - sigma1 vd/sqrt(2e)): the law is dissipative, whatever sigma2,
 * if sigma1 vd <= 4 sqrt(2e) Fc.
 */
#include "models/model.h"
#include "models/relaxation.h"

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS, VS, VD, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [SIGMA0] = { "sigma0", "N/m", 1e5, 1, 1e9, "as LuGre's" },
    [SIGMA1] = { "sigma1", "N s/m", 316.22776601683796, 0, 1e6, "as LuGre's, at v = 0" },
    [SIGMA2] = { "sigma2", "N s/m", 0.4, 0, 1e4, "as LuGre's" },
    [FC] = { "Fc", "N", 1.0, 1e-6, 1e6, "as LuGre's" },
    [FS] = { "Fs", "N", 1.5, 1e-6, 1e6, "as LuGre's; Fs >= Fc" },
    [VS] = { "vs", "m/s", 1e-3, 1e-6, 10, "as LuGre's" },
    [VD] = { "vd", "m/s", 1e-3, 1e-6, 10, "of the size of vs" },
};

static const struct quantity states[] = {
    { "z", "m", 0, -1, 1, "mean deflection of the bristles" },
};

/* sigma1 vd <= 4 sqrt(2e) Fc */
static bool damped_little(const real p[])
{
    return p[SIGMA1] * p[VD] <= C(9.326575926388496) * p[FC];
}

static const struct claim claims[] = {
    { .property = PASSIVITY,
      .declared = HOLDS,
      .domain = "sigma1 vd <= 4 sqrt(2e) Fc",
      .contains = damped_little,
      .source = "(4)" },
    { .property = DISSIPATION,
      .declared = HOLDS,
      .domain = "sigma1 vd <= 4 sqrt(2e) Fc",
      .contains = damped_little,
      .source = "(4)" },
    { .property = STATE_BOUND,
      .declared = HOLDS,
      .domain = "always",
      .source = "(1) points inward at |z| = Fs/sigma0" },
    { .property = STEADY_STATE, .declared = HOLDS, .domain = "v != 0", .source = "(1)-(3)" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)-(3)" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)-(3)" },
};

static const char *validate(const real p[]) { return p[FS] >= p[FC] ? NULL : "Fs >= Fc"; }

static real level(const real p[], real v)
{
    const real r = v / p[VS];
    return p[FC] + (p[FS] - p[FC]) * r_decay(r * r);
}

static real damping(const real p[], real v)
{
    const real r = v / p[VD];
    return p[SIGMA1] * r_decay(r * r);
}

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    dx[0] = v - p[SIGMA0] * v / level(p, v) * x[0]; /* without |v| */
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    real dz;
    rate(p, mem, v, s, x, &dz);
    return p[SIGMA0] * x[0] + damping(p, v) * dz + p[SIGMA2] * v;
}

/* What follows is optional, but properties along signals need the exact solution at held v. There
 * (1) is linear in z, which relaxes to s G/sigma0 at the rate sigma0 |v|/G. */
static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    const real G = level(p, v);
    x[0] = relaxed(x[0], r_sign(v) * G / p[SIGMA0], p[SIGMA0] * r_abs(v) / G * h);
}

/* int F dt: of sigma0 z by the mean of z, of dz/dt its change. */
static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    const real G = level(p, v), steady = s * G / p[SIGMA0];
    const real k = p[SIGMA0] * r_abs(v) / G * h;
    const real mean_excess = (x[0] - steady) * decay_mean(k);
    return (p[SIGMA0] * (steady + mean_excess) + p[SIGMA2] * v) * h -
           damping(p, v) * k * mean_excess;
}

static real steady_force(const real p[], real v) { return level(p, v) * r_sign(v) + p[SIGMA2] * v; }

static real settling_rate(const real p[], real v) { return p[SIGMA0] * r_abs(v) / level(p, v); }

static void bound(const real p[], real x_bound[]) { x_bound[0] = p[FS] / p[SIGMA0]; }

static real force_scale(const real p[], real v, real travel)
{
    return p[FS] + (damping(p, v) * (1 + p[FS] / level(p, v)) + p[SIGMA2]) * r_abs(v);
}

static real storage(const real p[], const struct memory *mem, const real x[])
{
    return p[SIGMA0] * x[0] * x[0] / 2;
}

static real length(const real p[]) { return p[FS] / p[SIGMA0]; }

static real stribeck_speed(const real p[]) { return p[VS]; }

const struct model PREC(model_lugre_damped_flawed) = {
    .name = "lugre_damped_flawed",
    .title = "LuGre with damping that vanishes at speed",
    .law = "dz/dt = v - sigma0 |v| z/G(v), G = Fc + (Fs-Fc) exp(-(v/vs)^2); "
           "F = sigma0 z + sigma1 exp(-(v/vd)^2) dz/dt + sigma2 v",
    .source = "Olsson et al., Eur. J. Control 4(3), 1998",
    .params = params,
    .n_params = N_PARAMS,
    .speed_max = 1e3,
    .states = states,
    .n_states = 1,
    .claims = claims,
    .n_claims = sizeof claims / sizeof *claims,
    .validate = validate,
    .rate = rate,
    .force = force,
    .flow = flow,
    .work = work,
    .steady_force = steady_force,
    .settling_rate = settling_rate,
    .bound = bound,
    .force_scale = force_scale,
    .storage = storage,
    .length = length,
    .stribeck_speed = stribeck_speed,
};
