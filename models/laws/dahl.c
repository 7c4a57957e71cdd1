/* Dahl: pre-sliding stiffness that yields to Coulomb friction.
 *
 *     dz/dt = v - (sigma0/Fc) |v| z                                    (1)
 *     F     = sigma0 z                                                 (2)
 *
 * P. R. Dahl, "A solid friction model", TOR-0158(3107-18)-1, The Aerospace Corporation, 1968 (not
 * confirmed against the paper), with exponent 1, in the form of Olsson et al., "Friction models and
 * friction compensation", Eur. J. Control 4(3), 176-195, 1998 (not confirmed against the paper).
 *
 * z depends on time only through the distance travelled: the law is rate independent, and its flow
 * at held velocity exact. Below break-away z never returns by the way it came, so that small
 * vibrations make it drift: P. Dupont, V. Hayward, B. Armstrong, F. Altpeter, "Single state
 * elastoplastic friction models", IEEE Trans. Autom. Control 47(5), 787-792, 2002 (not confirmed
 * against the paper). Continuous in v: the selection s is used only as the sign of v.
 */
#include "models/model.h"
#include "models/relaxation.h"

enum { SIGMA0, FC, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [SIGMA0] = { "sigma0", "N/m", 1e5, 1, 1e9, "Table I of Canudas de Wit et al. 1995" },
    [FC] = { "Fc", "N", 1.0, 1e-6, 1e6, "Table I; any friction level" },
};

static const struct quantity states[] = {
    { "z", "m", 0, -1, 1, "elastic deflection" },
};

static const struct claim claims[] = {
    { .property = PASSIVITY,
      .declared = HOLDS,
      .domain = "always",
      .source = "storage sigma0 z^2/2" },
    { .property = DISSIPATION,
      .declared = HOLDS,
      .domain = "always",
      .source = "F v - dS/dt = (sigma0 z)^2 |v|/Fc, S = sigma0 z^2/2" },
    { .property = STATE_BOUND,
      .declared = HOLDS,
      .domain = "always",
      .source = "(1) points inward at |z| = Fc/sigma0" },
    { .property = STEADY_STATE,
      .declared = HOLDS,
      .domain = "v != 0",
      .source = "(1): Coulomb friction" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1), (2)" },
    { .property = RATE_INDEPENDENCE,
      .declared = HOLDS,
      .domain = "always",
      .source = "(1), (2): z is a function of the path" },
    { .property = NO_DRIFT,
      .declared = REFUTED,
      .domain = "always",
      .signals = CYCLE_SIGNAL,
      .source = "elastic below break-away; not so: Dupont et al. 2002",
      .witness = "dahl_no_drift.json" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1), (2)" },
};

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    dx[0] = v - p[SIGMA0] / p[FC] * r_abs(v) * x[0];
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    return p[SIGMA0] * x[0];
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    jac->rate_x[0] = -p[SIGMA0] / p[FC] * r_abs(v);
    jac->rate_v[0] = 1 - p[SIGMA0] / p[FC] * s * x[0];
    jac->force_x[0] = p[SIGMA0];
    jac->force_v = 0;
}

static void relaxation(const real p[], real v, real s, real steady[], real rate_of[])
{
    steady[0] = s * p[FC] / p[SIGMA0];
    rate_of[0] = p[SIGMA0] / p[FC] * r_abs(v);
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    const real z_ss = p[FC] / p[SIGMA0];
    x[0] = relaxed(x[0], v < 0 ? -z_ss : z_ss, p[SIGMA0] / p[FC] * r_abs(v) * h);
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    const real z_ss = p[FC] / p[SIGMA0] * s;
    const real mean_excess = (x[0] - z_ss) * decay_mean(p[SIGMA0] / p[FC] * r_abs(v) * h);
    return p[SIGMA0] * (z_ss + mean_excess) * h;
}

static real steady_force(const real p[], real v) { return p[FC] * r_sign(v); }

static real settling_rate(const real p[], real v) { return p[SIGMA0] / p[FC] * r_abs(v); }

static void bound(const real p[], real x_bound[]) { x_bound[0] = p[FC] / p[SIGMA0]; }

static real force_scale(const real p[], real v, real travel) { return p[FC]; }

static real storage(const real p[], const struct memory *mem, const real x[])
{
    return p[SIGMA0] * x[0] * x[0] / 2;
}

static real break_away(const real p[]) { return p[FC]; }

static real length(const real p[]) { return p[FC] / p[SIGMA0]; }

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    u[0] = x[0];
}

static void coefficients(const real p[], real coefficient[]) { coefficient[0] = p[SIGMA0]; }

const struct model PREC(model_dahl) = {
    .name = "dahl",
    .title = "Dahl model, exponent 1",
    .law = "dz/dt = v - sigma0 |v| z/Fc; F = sigma0 z",
    .source = "Dahl, TOR-0158(3107-18)-1, 1968",
    .params = params,
    .n_params = N_PARAMS,
    .speed_max = 1e3,
    .states = states,
    .n_states = 1,
    .claims = claims,
    .n_claims = sizeof claims / sizeof *claims,
    .rate = rate,
    .force = force,
    .jacobian = jacobian,
    .flow = flow,
    .relaxation = relaxation,
    .work = work,
    .steady_force = steady_force,
    .settling_rate = settling_rate,
    .bound = bound,
    .force_scale = force_scale,
    .storage = storage,
    .break_away = break_away,
    .length = length,
    .n_regressors = 1,
    .regressor = regressor,
    .coefficients = coefficients,
};
