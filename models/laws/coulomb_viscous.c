/* Coulomb and viscous friction together.
 *
 *     F = Fc sgn(v) + sigma2 v,   v != 0;     F in [-Fc, Fc],   v = 0   (1)
 *
 * The sum of (1.4) and (1.5) of Li, Na, "Adaptive Identification and Control of Uncertain Systems
 * with Nonsmooth Dynamics", ch. 1, with f_c = Fc and f_v = sigma2; H. Olsson, K. J. Astrom, C.
 * Canudas de Wit, M. Gafvert, P. Lischinsky, "Friction models and friction compensation", Eur. J.
 * Control 4(3), 176-195, 1998 (not confirmed against the paper), for its place among the static
 * laws.
 */
#include "models/model.h"

enum { FC, SIGMA2, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [FC] = { "Fc", "N", 1.0, 1e-6, 1e6, "Table I of Martinez-Rosas et al.; any level" },
    [SIGMA2] = { "sigma2", "N s/m", 0.4, 0, 1e4, "Table I" },
};

static const struct claim claims[] = {
    { .property = PASSIVITY,
      .declared = HOLDS,
      .domain = "always",
      .source = "(1): F v = Fc |v| + sigma2 v^2" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)" },
    { .property = STEADY_STATE, .declared = HOLDS, .domain = "v != 0", .source = "(1): no state" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)" },
    { .property = REGRESSOR, .declared = HOLDS, .domain = "always", .source = "(1)" },
};

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    return p[FC] * s + p[SIGMA2] * v;
}

static void stiction(const real p[], const struct memory *mem, const real x[], real f[2])
{
    f[0] = -p[FC];
    f[1] = p[FC];
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    jac->force_v = p[SIGMA2];
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[]) {}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    return force(p, mem, v, s, x) * h;
}

static real steady_force(const real p[], real v) { return force(p, NULL, v, r_sign(v), NULL); }

static real settling_rate(const real p[], real v) { return (real)INFINITY; }

static real force_scale(const real p[], real v, real travel)
{
    return p[FC] + p[SIGMA2] * r_abs(v);
}

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    u[0] = s;
    u[1] = v;
}

static void coefficients(const real p[], real coefficient[])
{
    coefficient[0] = p[FC];
    coefficient[1] = p[SIGMA2];
}

const struct model PREC(model_coulomb_viscous) = {
    .name = "coulomb_viscous",
    .title = "Coulomb + viscous friction",
    .law = "F = Fc sgn v + sigma2 v",
    .source = "Li & Na, Adaptive Identification and Control, (1.4) + (1.5)",
    .params = params,
    .n_params = N_PARAMS,
    .speed_max = 1e3,
    .claims = claims,
    .n_claims = sizeof claims / sizeof *claims,
    .rate = rate,
    .force = force,
    .stiction = stiction,
    .jacobian = jacobian,
    .flow = flow,
    .work = work,
    .steady_force = steady_force,
    .settling_rate = settling_rate,
    .force_scale = force_scale,
    .n_regressors = 2,
    .regressor = regressor,
    .coefficients = coefficients,
};
