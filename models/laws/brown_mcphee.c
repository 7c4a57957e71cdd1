/* Brown-McPhee: a smooth friction curve with parameters that can be measured.
 *
 *     F = Fc tanh(4 w) + (Fs-Fc) w/(w^2/4 + 3/4)^2 + sigma2 v,   w = v/v_t   (1)
 *
 * P. Brown, J. McPhee, "A continuous velocity-based friction model for dynamics and control with
 * physically meaningful parameters", ASME J. Comput. Nonlinear Dyn. 11(5), 054502, 2016 (not
 * confirmed against the paper), with Fc = mu_d F_n, Fs = mu_s F_n, and viscous friction sigma2 v
 * without its factor tanh(4 F_n/F_nt), which is 1 under load. v_t is the velocity of transition:
 * the second term is largest there, Fs-Fc, where F = Fs + sigma2 v_t less Fc (1 - tanh 4) = 6.7e-4
 * Fc.
 *
 * What it tends to. Away from v = 0 its envelope is the law without the smooth sign,
 *     E = Fc sgn(v) + (Fs-Fc) w/(w^2/4 + 3/4)^2 + sigma2 v,
 *     0 <= (E - F) sgn(v) = Fc (1 - tanh(4 |w|)) <= 2 Fc exp(-8 |w|)    (2)
 * and that of fast sliding Fc sgn(v) + sigma2 v, as a power and not exponentially:
 *     |E - Fc sgn(v) - sigma2 v| <= 16 (Fs-Fc)/|w|^3                   (3)
 *
 * No jump, so nothing is held at rest: F/v falls with |v| from
 *     R = [4 Fc + (16/9) (Fs-Fc)]/v_t + sigma2                         (4)
 * at v = 0, and under a load u below break-away a mass ends up creeping at the v < v_t at which
 * F(v) = u, which is u/R or more: by (4) with the defaults 2.05 um/s per 0.01 N.
 */
#include "models/model.h"
#include "models/smooth_sign.h"

enum { SIGMA2, FC, FS, V_T, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [SIGMA2] = { "sigma2", "N s/m", 0.4, 0, 1e4, "Table I of Canudas de Wit et al. 1995" },
    [FC] = { "Fc", "N", 1.0, 1e-6, 1e6, "Table I; any friction level" },
    [FS] = { "Fs", "N", 1.5, 1e-6, 1e6, "Table I; Fs >= Fc" },
    [V_T] = { "v_t", "m/s", 1e-3, 1e-6, 10, "Table I: vs; creeping to fast sliding" },
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
    { .property = REGRESSOR, .declared = HOLDS, .domain = "v_t known", .source = "(1)" },
};

static const char *validate(const real p[]) { return p[FS] >= p[FC] ? NULL : "Fs >= Fc"; }

/* 1/(w^2/4 + 3/4), whose square the curve has: w^4 would leave the range of float. */
static real fall(real w) { return 1 / (w * w / 4 + C(0.75)); }

/* w/(w^2/4 + 3/4)^2, 1 at w = 1. */
static real bump(real w) { return w * fall(w) * fall(w); }

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    const real w = v / p[V_T];
    return p[FC] * smooth_sign(4 * w) + (p[FS] - p[FC]) * bump(w) + p[SIGMA2] * v;
}

/* d bump/dw = 3/4 (1 - w^2)/(w^2/4 + 3/4)^3. */
static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    const real w = v / p[V_T], f = fall(w);
    const real slope = C(0.75) * (1 - w) * ((1 + w) * f) * f * f;
    jac->force_v =
        (p[FC] * 4 * smooth_sign_slope(4 * w) + (p[FS] - p[FC]) * slope) / p[V_T] + p[SIGMA2];
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[]) {}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    return force(p, mem, v, s, x) * h;
}

static real steady_force(const real p[], real v) { return force(p, NULL, v, r_sign(v), NULL); }

static real settling_rate(const real p[], real v) { return (real)INFINITY; }

static real stribeck_speed(const real p[]) { return p[V_T]; }

/* The terms themselves: all have the sign of v. */
static real force_scale(const real p[], real v, real travel)
{
    return force(p, NULL, r_abs(v), 1, NULL);
}

static real creep_resistance(const real p[])
{
    return (4 * p[FC] + (p[FS] - p[FC]) * 16 / 9) / p[V_T] + p[SIGMA2];
}

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    u[0] = smooth_sign(4 * v / p[V_T]);
    u[1] = bump(v / p[V_T]);
    u[2] = v;
}

static void coefficients(const real p[], real coefficient[])
{
    coefficient[0] = p[FC];
    coefficient[1] = p[FS] - p[FC];
    coefficient[2] = p[SIGMA2];
}

const struct model PREC(model_brown_mcphee) = {
    .name = "brown_mcphee",
    .title = "Brown-McPhee smooth friction",
    .law = "F = Fc tanh(4 w) + (Fs-Fc) w/(w^2/4 + 3/4)^2 + sigma2 v, w = v/v_t",
    .source = "Brown & McPhee, ASME J. Comput. Nonlinear Dyn. 11(5), 2016",
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
