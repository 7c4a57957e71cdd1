/* Stribeck: friction that falls from the static to the Coulomb level as motion begins.
 *
 *     F = f(v) sgn(v),   f(v) = Fc + (Fs-Fc) exp(-(v/vs)^2),   v != 0   (1)
 *     F = f_e,           |f_e| < Fs,   v = 0                            (2)
 *     F = Fs sgn(f_e),   otherwise,    v = 0                            (3)
 *
 * with f_e the applied force. Li, Na, "Adaptive Identification and Control of Uncertain Systems
 * with Nonsmooth Dynamics", ch. 1, (1.6)-(1.7); R. Stribeck, "Die wesentlichen Eigenschaften der
 * Gleit- und Rollenlager", Z. VDI 46, 1341-1348, 1902 (not confirmed against the paper), for the
 * effect. Deviation: (1.6) uses f(v) without sgn(v), so that for v < 0 the printed force pushes
 * along the motion; the printed form stands as a claim below.
 *
 * The three cases at v = 0 are the set-valued force F in [-Fs, Fs]: (2) and (3) choose the
 * selection s = f_e/Fs, clamped to [-1, 1] (model_stick).
 */
#include "models/model.h"
#include "models/stribeck_curve.h"

enum { FC, FS, VS, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [FC] = { "Fc", "N", 1.0, 1e-6, 1e6, "Table I of Martinez-Rosas et al.; any level" },
    [FS] = { "Fs", "N", 1.5, 1e-6, 1e6, "Table I; Fs >= Fc" },
    [VS] = { "vs", "m/s", 1e-3, 1e-6, 10, "Table I; creeping to fast sliding" },
};

static const struct claim claims[] = {
    { .property = PASSIVITY,
      .declared = HOLDS,
      .domain = "Fs >= Fc",
      .source = "(1): F v >= Fc |v|" },
    { .property = PASSIVITY_AS_PRINTED,
      .declared = REFUTED,
      .domain = "Fs >= Fc",
      .source = "Li & Na (1.6)-(1.7), without sgn(v)",
      .witness = "stribeck_passivity_as_printed.json" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)" },
    { .property = STEADY_STATE, .declared = HOLDS, .domain = "v != 0", .source = "(1): no state" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)-(3)" },
};

static const char *validate(const real p[]) { return p[FS] >= p[FC] ? NULL : "Fs >= Fc"; }

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
}

/* f(v). */
static real level(const real p[], real v)
{
    return p[FC] + (p[FS] - p[FC]) * stribeck_curve(v, p[VS], 2);
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    return level(p, v) * s;
}

static void stiction(const real p[], const struct memory *mem, const real x[], real f[2])
{
    f[0] = -p[FS];
    f[1] = p[FS];
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    jac->force_v =
        -2 * r_abs(v) / p[VS] / p[VS] * (p[FS] - p[FC]) * stribeck_curve(v, p[VS], 2) * s * s;
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[]) {}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    return level(p, v) * s * h;
}

static real steady_force(const real p[], real v) { return level(p, v) * r_sign(v); }

static real settling_rate(const real p[], real v) { return (real)INFINITY; }

static real stribeck_speed(const real p[]) { return p[VS]; }

static real force_scale(const real p[], real v, real travel) { return p[FS]; }

static real printed_force(const real p[], real v) { return level(p, v); }

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    u[0] = s;
    u[1] = s * stribeck_curve(v, p[VS], 2);
}

static void coefficients(const real p[], real coefficient[])
{
    coefficient[0] = p[FC];
    coefficient[1] = p[FS] - p[FC];
}

const struct model PREC(model_stribeck) = {
    .name = "stribeck",
    .title = "Stribeck friction with stiction",
    .law = "F = [Fc + (Fs-Fc) exp(-(v/vs)^2)] sgn v; at v = 0 any F in [-Fs, Fs]",
    .source = "Li & Na, Adaptive Identification and Control, (1.6)-(1.7)",
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
    .n_regressors = 2,
    .regressor = regressor,
    .coefficients = coefficients,
};
