/* tanh-Stribeck: the smooth friction curve of physical-modelling tools.
 *
 *     F = B r exp(-r^2) + Fc tanh(v/v_c) + sigma2 v                    (1)
 *     r = v/v_st,   v_st = sqrt(2) v_brk,   v_c = v_brk/10,   B = sqrt(2e) (Fs-Fc)
 *
 * The MathWorks, Simscape documentation, block "Translational Friction" (not confirmed against the
 * manual), with F_brk for Fs and f for sigma2. The first term is largest, Fs-Fc, at v_brk, where
 * F = Fs + sigma2 v_brk less Fc (1 - tanh 10) = 4.1e-9 Fc.
 *
 * What it tends to. The smooth sign differs from sgn(v) by
 *     0 <= 1 - tanh(|v|/v_c) <= 2 exp(-2 |v|/v_c)                      (2)
 * and the first term is not the Stribeck curve of the exponential law with vs = v_st, m = 2, but
 * sqrt(2e) |r| times it: less for |v| < 0.607 v_brk, more above, by up to 0.493 (Fs-Fc) at
 * 1.348 v_brk. So away from v = 0 it does not tend to that law; both tend to Fc sgn(v) + sigma2 v,
 *     |F - Fc sgn(v) - sigma2 v| <= B |r| exp(-r^2) + 2 Fc exp(-2 |v|/v_c)   (3)
 * and so at any v != 0 as v_brk -> 0.
 *
 * No jump, so nothing is held at rest: F/v falls with |v| from
 *     R = B/v_st + Fc/v_c + sigma2                                     (4)
 * at v = 0, and under a load u below break-away a mass ends up creeping at the v < v_brk at which
 * F(v) = u, which is u/R or more: by (4) with the defaults 0.924 um/s per 0.01 N.
 */
#include "models/model.h"
#include "models/smooth_sign.h"

enum { SIGMA2, FC, FS, V_BRK, N_PARAMS };

static const real sqrt2 = C(1.4142135623730950488);
static const real sqrt2e = C(2.3316439815971242034); /* sqrt(2e) */

static const struct quantity params[N_PARAMS] = {
    [SIGMA2] = { "sigma2", "N s/m", 0.4, 0, 1e4, "Table I of Canudas de Wit et al. 1995" },
    [FC] = { "Fc", "N", 1.0, 1e-6, 1e6, "Table I; any friction level" },
    [FS] = { "Fs", "N", 1.5, 1e-6, 1e6, "Table I; Fs >= Fc" },
    [V_BRK] = { "v_brk", "m/s", 1e-3, 1e-6, 10, "Table I: vs; creeping to fast sliding" },
};

static const struct claim claims[] = {
    { .property = PASSIVITY,
      .declared = HOLDS,
      .domain = "Fs >= Fc",
      .source = "(1): F has the sign of v" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)" },
    { .property = STEADY_STATE, .declared = HOLDS, .domain = "v != 0", .source = "(1): no state" },
    { .property = CREEPING,
      .declared = HOLDS,
      .domain = "always",
      .source = "(4): no static friction, every load moves the mass" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)" },
    { .property = REGRESSOR, .declared = HOLDS, .domain = "v_brk known", .source = "(1)" },
};

static const char *validate(const real p[]) { return p[FS] >= p[FC] ? NULL : "Fs >= Fc"; }

static real relative_speed(const real p[], real v) { return v / (sqrt2 * p[V_BRK]); }

/* sqrt(2e) r exp(-r^2), 1 at v_brk. */
static real bump(const real p[], real v)
{
    const real r = relative_speed(p, v);
    return sqrt2e * r * r_decay(r * r);
}

static real coulomb(const real p[], real v) { return smooth_sign(10 * v / p[V_BRK]); }

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    return (p[FS] - p[FC]) * bump(p, v) + p[FC] * coulomb(p, v) + p[SIGMA2] * v;
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    const real r = relative_speed(p, v), k = r * r;
    const real per_speed = sqrt2e / (sqrt2 * p[V_BRK]);
    jac->force_v = (p[FS] - p[FC]) * per_speed * (1 - 2 * k) * r_decay(k) +
                   p[FC] * 10 / p[V_BRK] * smooth_sign_slope(10 * v / p[V_BRK]) + p[SIGMA2];
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[]) {}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    return force(p, mem, v, s, x) * h;
}

static real steady_force(const real p[], real v) { return force(p, NULL, v, r_sign(v), NULL); }

static real settling_rate(const real p[], real v) { return (real)INFINITY; }

static real stribeck_speed(const real p[]) { return p[V_BRK]; }

/* The bump counts as B min(|r|, 1): an error in r counts where exp(-r^2) has long fallen. */
static real force_scale(const real p[], real v, real travel)
{
    const real speed = r_abs(v);
    return (p[FS] - p[FC]) * sqrt2e * r_min(relative_speed(p, speed), 1) +
           p[FC] * r_min(10 * speed / p[V_BRK], 1) + p[SIGMA2] * speed;
}

static real creep_resistance(const real p[])
{
    return (p[FS] - p[FC]) * sqrt2e / (sqrt2 * p[V_BRK]) + 10 * p[FC] / p[V_BRK] + p[SIGMA2];
}

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    u[0] = coulomb(p, v);
    u[1] = bump(p, v);
    u[2] = v;
}

static void coefficients(const real p[], real coefficient[])
{
    coefficient[0] = p[FC];
    coefficient[1] = p[FS] - p[FC];
    coefficient[2] = p[SIGMA2];
}

const struct model PREC(model_tanh_stribeck) = {
    .name = "tanh_stribeck",
    .title = "smooth Coulomb + Stribeck + viscous",
    .law = "F = sqrt(2e) (Fs-Fc) r exp(-r^2) + Fc tanh(10 v/v_brk) + sigma2 v, r = v/(sqrt(2) "
           "v_brk)",
    .source = "MathWorks, Simscape, Translational Friction",
    .params = params,
    .n_params = N_PARAMS,
    .speed_max = 1e3,
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
    .force_scale = force_scale,
    .creep_resistance = creep_resistance,
    .stribeck_speed = stribeck_speed,
    .n_regressors = 3,
    .regressor = regressor,
    .coefficients = coefficients,
};
