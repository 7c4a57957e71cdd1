/* Alvarez-Icaza: the predecessor of the Martinez-Rosas model, without sigma0.
 *
 *     F     = Fc z + sigma1 dz/dt + sigma2 v + (Fs-Fc) y + alpha dy/dt (1)
 *     dz/dt = v - |v| z                                                (2)
 *     dy/dt = -y + sgn(v) g(v),   g(v) = exp(-|v/vs|^m)                (3)
 *
 * L. Alvarez-Icaza, R. Jimenez-Fabian, "An identifiable control oriented dynamic friction
 * model", 7th IFAC Symposium on Nonlinear Control Systems, Pretoria, 419-426, 2007, as
 * described by J. C. Martinez-Rosas, L. Alvarez-Icaza, D. Noriega-Pineda, who say that they
 * put sigma0 into the first and fourth terms of (1) and the second ones of (2) and (3). It is
 * `martinez_rosas` with sigma0 = 1 (1/m): z, in m, needs a travel of metres to settle. The
 * defaults are their Table I, with alpha/sigma0 for alpha.
 */
#include "models/martinez_rosas_family.h"

enum { SIGMA1, SIGMA2, FC, FS, VS, M, ALPHA, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [SIGMA1] = { "sigma1", "N s/m", 316.22776601683796, 0, 1e6, "Table I of the successor" },
    [SIGMA2] = { "sigma2", "N s/m", 0.4, 0, 1e4, "Table I" },
    [FC] = { "Fc", "N/m", 1.0, 1e-6, 1e6, "Table I; Fc > 0" },
    [FS] = { "Fs", "N/m", 1.5, 1e-6, 1e6, "Table I; Fs >= Fc" },
    [VS] = { "vs", "m/s", 1e-3, 1e-6, 10, "Table I; creeping to fast sliding" },
    [M] = { "m", "1", 2, 0.5, 2, "m = 1/2 or 2" },
    [ALPHA] = { "alpha", "N s/m", 1e4, 0, 1e9, "Table I: alpha/sigma0; 0 drops the term" },
};

static const struct quantity states[N_STATES] = {
    [Z] = { "z", "m", 0, -10, 10, "bristle deflection (Coulomb)" },
    [Y] = { "y", "m", 0, -10, 10, "Stribeck state" },
};

static const struct claim claims[] = {
    { .property = PASSIVITY,
      .declared = REFUTED,
      .domain = "Fs >= Fc",
      .source = "the successor's Proposition 1, said to be inherited",
      .witness = "alvarez_icaza_passivity.json" },
    { .property = STATE_BOUND,
      .declared = HOLDS,
      .domain = "always",
      .source = "(2), (3) point inward at |z| = 1 and |y| = 1" },
    { .property = STRIBECK_STATE_BOUND,
      .declared = HOLDS,
      .domain = "|v| never increases",
      .signals = SLOWING_SIGNAL,
      .source = "g(v) then never falls, and y relaxes to sgn(v) g(v)" },
    { .property = STRIBECK_HISTORY_BOUND,
      .declared = HOLDS,
      .domain = "always",
      .source = "the flow of (3) averages sgn(v) g(v) over the past" },
    { .property = STEADY_STATE, .declared = HOLDS, .domain = "v != 0", .source = "(1)-(3)" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)-(3)" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)-(3)" },
    { .property = REGRESSOR,
      .declared = HOLDS,
      .domain = "n = 1/vs^m known",
      .source = "(1)-(3) are linear in sigma1, sigma2, Fc, Fs, alpha" },
    { .property = IDENTIFIABLE_RANK,
      .declared = HOLDS,
      .domain = "P1, P2, P3, P4-P5, P6; n known",
      .source = "(1)-(3): y acts with P4 - P5 = Fs - Fc - alpha; and alpha = P6" },
};

static const char *validate(const real p[]) { return p[FS] >= p[FC] ? NULL : "Fs >= Fc"; }

static struct martinez_rosas translated(const real p[])
{
    return (struct martinez_rosas){
        1, p[SIGMA1], p[SIGMA2], p[FC], p[FS], p[VS], p[M], p[ALPHA],
    };
}

#include "models/martinez_rosas_interface.h"

const struct model PREC(model_alvarez_icaza) = {
    .name = "alvarez_icaza",
    .title = "predecessor of martinez_rosas",
    .law = "dz/dt = v - |v| z, dy/dt = -y + sgn(v) g(v); F = Fc z + sigma1 dz/dt + sigma2 v + "
           "(Fs-Fc) y + alpha dy/dt",
    .source = "Alvarez-Icaza & Jimenez-Fabian, IFAC NOLCOS 2007",
    .params = params,
    .n_params = N_PARAMS,
    .speed_max = 1e3,
    .unit_constants = "m s",
    .states = states,
    .n_states = N_STATES,
    .claims = claims,
    .n_claims = sizeof claims / sizeof *claims,
    .validate = validate,
    .rate = rate,
    .force = force,
    .rate_and_force = rate_and_force,
    .stiction = stiction,
    .jacobian = jacobian,
    .flow = flow,
    .relaxation = relaxation,
    .work = work,
    .part_names = part_names,
    .n_parts = N_PARTS,
    .work_parts = work_parts,
    .steady_force = steady_force,
    .settling_rate = settling_rate,
    .bound = bound,
    .force_scale = force_scale,
    .length = length,
    .stribeck_speed = stribeck_speed,
    .stribeck = stribeck,
    .n_regressors = N_REGRESSORS,
    .regressor = regressor,
    .coefficients = coefficients,
    .n_identifiable = N_IDENTIFIABLE,
};
