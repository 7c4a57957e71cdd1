/* Exponential: Coulomb, Stribeck and viscous friction as one static curve.
 *
 *     F = [Fc + (Fs-Fc) g(v)] sgn(v) + sigma2 v,   g(v) = exp(-|v/vs|^m)   (1)
 *     F in [-Fs, Fs],   v = 0
 *
 * Li, Na, "Adaptive Identification and Control of Uncertain Systems with Nonsmooth Dynamics", ch.
 * 1, (1.8), there with m = 2 and f_v for sigma2. Deviations: the middle term carries sgn(v), which
 * (1.8) omits, so that for v < 0 the printed law would push along the motion; and the exponent m is
 * free, as in Bo and Pavelescu, Wear 82(3), 277-289, 1982 (not confirmed against the paper).
 *
 * The steady force of LuGre and of the Martinez-Rosas model, (7) there, is this curve.
 */
#include "models/model.h"
#include "models/stribeck_curve.h"

enum { SIGMA2, FC, FS, VS, M, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [SIGMA2] = { "sigma2", "N s/m", 0.4, 0, 1e4, "Table I of Martinez-Rosas et al." },
    [FC] = { "Fc", "N", 1.0, 1e-6, 1e6, "Table I; any friction level" },
    [FS] = { "Fs", "N", 1.5, 1e-6, 1e6, "Table I; Fs >= Fc" },
    [VS] = { "vs", "m/s", 1e-3, 1e-6, 10, "Table I; creeping to fast sliding" },
    [M] = { "m", "1", 2, 0.5, 2, "2 in (1.8); 1/2 to 2 in Bo and Pavelescu 1982" },
};

static const struct claim claims[] = {
    { .property = PASSIVITY,
      .declared = HOLDS,
      .domain = "Fs >= Fc",
      .source = "(1): F v >= Fc |v|" },
    { .property = PASSIVITY_AS_PRINTED,
      .declared = REFUTED,
      .domain = "Fs >= Fc",
      .source = "Li & Na (1.8), middle term without sgn(v)",
      .witness = "exponential_passivity_as_printed.json" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)" },
    { .property = REGRESSOR, .declared = HOLDS, .domain = "vs, m known", .source = "(1)" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)" },
    { .property = STEADY_STATE, .declared = HOLDS, .domain = "v != 0", .source = "(1): no state" },
};

static const char *validate(const real p[]) { return p[FS] >= p[FC] ? NULL : "Fs >= Fc"; }

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    return (p[FC] + (p[FS] - p[FC]) * stribeck_curve(v, p[VS], p[M])) * s + p[SIGMA2] * v;
}

static void stiction(const real p[], const struct memory *mem, const real x[], real f[2])
{
    f[0] = -p[FS];
    f[1] = p[FS];
}

/* dg/dv = -s m |v/vs|^(m-1)/vs g: infinite at v = 0 for m < 1. */
static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    const real slope = p[M] * r_pow(r_abs(v) / p[VS], p[M] - 1) / p[VS];
    jac->force_v = p[SIGMA2] - s * s * (p[FS] - p[FC]) * slope * stribeck_curve(v, p[VS], p[M]);
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[]) {}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    return force(p, mem, v, s, x) * h;
}

static real steady_force(const real p[], real v) { return force(p, NULL, v, r_sign(v), NULL); }

static real settling_rate(const real p[], real v) { return (real)INFINITY; }

static real stribeck_speed(const real p[]) { return p[VS]; }

static real force_scale(const real p[], real v, real travel)
{
    return p[FS] + p[SIGMA2] * r_abs(v);
}

static real printed_force(const real p[], real v)
{
    return p[FC] * r_sign(v) + (p[FS] - p[FC]) * stribeck_curve(v, p[VS], 2) + p[SIGMA2] * v;
}

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    u[0] = s;
    u[1] = s * stribeck_curve(v, p[VS], p[M]);
    u[2] = v;
}

static void coefficients(const real p[], real coefficient[])
{
    coefficient[0] = p[FC];
    coefficient[1] = p[FS] - p[FC];
    coefficient[2] = p[SIGMA2];
}

const struct model PREC(model_exponential) = {
    .name = "exponential",
    .title = "Coulomb + Stribeck + viscous, static",
    .law = "F = [Fc + (Fs-Fc) exp(-|v/vs|^m)] sgn v + sigma2 v; at v = 0 any F in [-Fs, Fs]",
    .source = "Li & Na, Adaptive Identification and Control, (1.8)",
    .params = params,
    .n_params = N_PARAMS,
    .speed_max = 1e3,
    .claims = claims,
    .n_claims = sizeof claims / sizeof *claims,
    .validate = validate,
    .rate = rate,
    .force = force,
    .stiction = stiction,
    .jacobian = jacobian,
    .flow = flow,
    .work = work,
    .steady_force = steady_force,
    .settling_rate = settling_rate,
    .force_scale = force_scale,
    .stribeck_speed = stribeck_speed,
    .printed_force = printed_force,
    .n_regressors = 3,
    .regressor = regressor,
    .coefficients = coefficients,
};
