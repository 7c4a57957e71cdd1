/* Viscous: friction proportional to velocity.
 *
 *     F = sigma2 v                                                     (1)
 *
 * Li, Na, "Adaptive Identification and Control of Uncertain Systems with Nonsmooth Dynamics", ch.
 * 1, (1.5), with f_v for sigma2. O. Reynolds, "On the theory of lubrication", Phil. Trans. R. Soc.
 * 177, 157-234, 1886 (not confirmed against the paper), for the viscosity of lubricants. Lecture
 * notes that print Coulomb friction as +Fc sgn(v) print this one as -Fv v, in the same convention:
 * a misprint, along the motion; it stands as a claim below.
 *
 * No state, no jump: the selection s is not used.
 */
#include "models/model.h"

enum { SIGMA2, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [SIGMA2] = { "sigma2", "N s/m", 0.4, 1e-9, 1e4, "Table I of Martinez-Rosas et al." },
};

static const struct claim claims[] = {
    { .property = PASSIVITY,
      .declared = HOLDS,
      .domain = "always",
      .source = "(1): F v = sigma2 v^2" },
    { .property = PASSIVITY_AS_PRINTED,
      .declared = REFUTED,
      .domain = "always",
      .source = "lecture notes on LuGre: F = -Fv v, beside F = +Fc sgn(v)",
      .witness = "viscous_passivity_as_printed.json" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)" },
    { .property = STEADY_STATE, .declared = HOLDS, .domain = "v != 0", .source = "(1): no state" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)" },
};

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    return p[SIGMA2] * v;
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    jac->force_v = p[SIGMA2];
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[]) {}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    return p[SIGMA2] * v * h;
}

static real steady_force(const real p[], real v) { return p[SIGMA2] * v; }

static real settling_rate(const real p[], real v) { return (real)INFINITY; }

static real force_scale(const real p[], real v, real travel) { return p[SIGMA2] * r_abs(v); }

static real printed_force(const real p[], real v) { return -p[SIGMA2] * v; }

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    u[0] = v;
}

static void coefficients(const real p[], real coefficient[]) { coefficient[0] = p[SIGMA2]; }

const struct model PREC(model_viscous) = {
    .name = "viscous",
    .title = "viscous friction",
    .law = "F = sigma2 v",
    .source = "Li & Na, Adaptive Identification and Control, (1.5)",
    .params = params,
    .n_params = N_PARAMS,
    .speed_max = 1e3,
    .claims = claims,
    .n_claims = sizeof claims / sizeof *claims,
    .rate = rate,
    .force = force,
    .jacobian = jacobian,
    .flow = flow,
    .work = work,
    .steady_force = steady_force,
    .settling_rate = settling_rate,
    .force_scale = force_scale,
    .printed_force = printed_force,
    .n_regressors = 1,
    .regressor = regressor,
    .coefficients = coefficients,
};
