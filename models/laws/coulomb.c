/* Coulomb: constant friction against the motion.
 *
 *     F = Fc sgn(v),   v != 0;     F in [-Fc, Fc],   v = 0             (1)
 *
 * Li, Na, "Adaptive Identification and Control of Uncertain Systems with Nonsmooth
 * Dynamics", ch. 1, (1.4), with Fc = mu |f_n|. Armstrong-Helouvry, Dupont, Canudas
 * de Wit, Automatica 30(7), 1083-1138, 1994, for the set-valued force at v = 0.
 *
 * No state: the force follows the velocity at once.
 */
#include "models/model.h"

enum { FC, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [FC] = { "Fc", "N", 1.0, 1e-6, 1e6, "Table I of Martinez-Rosas et al.; any friction level" },
};

static const struct claim claims[] = {
    { .property = PASSIVITY, .declared = HOLDS, .domain = "always", .source = "(1): F v = Fc |v|" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)" },
    { .property = RATE_INDEPENDENCE, .declared = HOLDS, .domain = "always", .source = "(1)" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)" },
    { .property = STEADY_STATE, .declared = HOLDS, .domain = "v != 0", .source = "(1): no state" },
};

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    return p[FC] * s;
}

static void stiction(const real p[], const struct memory *mem, const real x[], real f[2])
{
    f[0] = -p[FC];
    f[1] = p[FC];
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    jac->force_v = 0;
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[]) {}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    return p[FC] * s * h;
}

static real steady_force(const real p[], real v) { return p[FC] * r_sign(v); }

static real settling_rate(const real p[], real v) { return (real)INFINITY; }

static real force_scale(const real p[], real v, real travel) { return p[FC]; }

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    u[0] = s;
}

static void coefficients(const real p[], real coefficient[]) { coefficient[0] = p[FC]; }

const struct model PREC(model_coulomb) = {
    .name = "coulomb",
    .title = "Coulomb friction",
    .law = "F = Fc sgn v; at v = 0 any F in [-Fc, Fc]",
    .source = "Li & Na, Adaptive Identification and Control, (1.4)",
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
    .n_regressors = 1,
    .regressor = regressor,
    .coefficients = coefficients,
};
