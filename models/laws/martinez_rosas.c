/* Martinez-Rosas: LuGre with the Stribeck effect as a second state.
 *
 *     F     = sigma0 Fc z + sigma1 dz/dt + sigma2 v
 *             + sigma0 (Fs-Fc) y + alpha dy/dt                         (1)
 *     dz/dt = v - sigma0 |v| z                                         (2)
 *     dy/dt = -y + (1/sigma0) sgn(v) g(v),  g(v) = exp(-|v/vs|^m)      (3)
 *
 * J. C. Martinez-Rosas, L. Alvarez-Icaza, D. Noriega-Pineda, "Modelo dinamico de
 * friccion: un enfoque para identificacion y control" (in Spanish), eqs. (1)-(3), with
 * defaults from its Table I and m = 2 or 1/2. The time constant of y is 1 s as
 * printed; Table I gives sigma1 in m/(m/s) and sigma0 in 1/N, here the units that
 * make (1)-(3) consistent.
 *
 * At held v everything is closed form: z relaxes at the rate sigma0 |v|, y at 1/s. The
 * force jumps by 2 alpha/sigma0 across v = 0, and is ill-conditioned for large alpha,
 * where the terms in y cancel against each other.
 *
 * Several claims of the paper are false as printed; they stand below with their
 * witnesses, each beside what is true instead. Proposition 1 holds for alpha in a window:
 * creeping preloads y at vanishing cost, and a burst at speed V then returns energy unless
 *     sup_V [Fs-Fc-(sigma1+sigma2)V]/(1+g) <= alpha/sigma0
 *                                          <= inf_V [Fs-Fc+(sigma1+sigma2)V]/(1-g)
 * which is 25000 to 108926.079 at Table I. Inside it the storage kappa sigma0 z^2/2 proves
 * passivity at Table I, m = 2: kappa = Fc up to alpha = 102134, and beyond that
 * kappa = Fc - sigma1 V with V = 1.53541e-3 m/s, where the upper bound is attained.
 */
#include "models/martinez_rosas_family.h"

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS, VS, M, ALPHA, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [SIGMA0] = { "sigma0", "1/m", 1e5, 1, 1e9, "Table I; same range as LuGre's for Fc = 1 N" },
    [SIGMA1] = { "sigma1", "N s/m", 316.22776601683796, 0, 1e6, "Table I: sqrt(sigma0)" },
    [SIGMA2] = { "sigma2", "N s/m", 0.4, 0, 1e4, "Table I" },
    [FC] = { "Fc", "N", 1.0, 1e-6, 1e6, "Table I; Fc > 0 under (1)" },
    [FS] = { "Fs", "N", 1.5, 1e-6, 1e6, "Table I; Fs >= Fc in Proposition 1" },
    [VS] = { "vs", "m/s", 1e-3, 1e-6, 10, "Table I; creeping to fast sliding" },
    [M] = { "m", "1", 2, 0.5, 2, "footnote 3: m = 1/2 or 2" },
    [ALPHA] = { "alpha", "N s/m", 1e9, 0, 1e12, "Table I; alpha >= 0, 0 dropping the term" },
};

static const struct quantity states[N_STATES] = {
    [Z] = { "z", "m", 0, -1, 1, "bristle deflection (Coulomb)" },
    [Y] = { "y", "m", 0, -1, 1, "Stribeck state" },
};

static bool viscous(const real p[]) { return p[SIGMA2] > 0; }

static const struct claim claims[] = {
    { .property = PASSIVITY,
      .declared = REFUTED,
      .domain = "Fs >= Fc",
      .source = "Proposition 1, (8)",
      .witness = "martinez_rosas_passivity.json" },
    { .property = PASSIVITY,
      .declared = HOLDS,
      .id = "window",
      .domain = "Table I, alpha in [25000, 108926.079]",
      .base = AT_DEFAULTS,
      .box = { { ALPHA, 25000, 108926.079 } },
      .n_box = 1,
      .source = "corrects Proposition 1: the window above" },
    { .property = PASSIVITY,
      .declared = REFUTED,
      .id = "one_way",
      .domain = "v never changes sign",
      .signals = ONE_WAY_SIGNAL,
      .source = "section II: alpha dy/dt matters only where the direction changes",
      .witness = "martinez_rosas_passivity.json" },
    { .property = PASSIVITY,
      .declared = HOLDS,
      .id = "one_way_alpha_0",
      .domain = "v never changes sign, alpha = 0",
      .box = { { ALPHA, 0, 0 } },
      .n_box = 1,
      .signals = ONE_WAY_SIGNAL,
      .source = "then z and y have the sign of v: only alpha dy/dt gives energy back" },
    { .property = STATE_BOUND,
      .declared = HOLDS,
      .domain = "always",
      .source = "(12a) for z; for y the largest g(v)/sigma0 is 1/sigma0" },
    { .property = STRIBECK_STATE_BOUND,
      .declared = REFUTED,
      .domain = "always",
      .source = "(12b)",
      .witness = "martinez_rosas_stribeck_state_bound.json" },
    { .property = STRIBECK_STATE_BOUND,
      .declared = HOLDS,
      .id = "slowing",
      .domain = "|v| never increases",
      .signals = SLOWING_SIGNAL,
      .source = "corrects (12b): g(v) then never falls, and y relaxes to sgn(v) g(v)/sigma0" },
    { .property = STRIBECK_HISTORY_BOUND,
      .declared = HOLDS,
      .domain = "always",
      .source = "corrects (12b): the flow of (3) averages sgn(v) g(v)/sigma0 over the past" },
    { .property = STEADY_STATE, .declared = HOLDS, .domain = "v != 0", .source = "(5)-(7)" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)-(3)" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)-(3)" },
    { .property = I1_NONNEGATIVE,
      .declared = HOLDS,
      .domain = "sigma2 > 0",
      .contains = viscous,
      .source = "(11a), (13)" },
    { .property = I2_NONNEGATIVE, .declared = HOLDS, .domain = "always", .source = "(11b), (14)" },
    { .property = I3_NONNEGATIVE,
      .declared = REFUTED,
      .domain = "Fs >= Fc",
      .source = "(11c), (15)",
      .witness = "martinez_rosas_i3_nonnegative.json" },
    { .property = I4_NONNEGATIVE,
      .declared = REFUTED,
      .domain = "Fs >= Fc",
      .source = "(11d), after (16)",
      .witness = "martinez_rosas_i4_nonnegative.json" },
    { .property = REGRESSOR,
      .declared = HOLDS,
      .domain = "n = 1/vs^m known",
      .source = "corrects (17)-(19): exp(-n|v|^m) in U, beta = 1 in P" },
    { .property = REGRESSOR_AS_PRINTED,
      .declared = REFUTED,
      .domain = "always",
      .source = "(17)-(19), exp(-n|v|^m) = beta exp(-|v|^m) with a constant beta",
      .witness = "martinez_rosas_regressor_as_printed.json" },
    { .property = REGRESSOR_AS_PRINTED,
      .declared = HOLDS,
      .id = "vs_1",
      .domain = "vs = 1 m/s",
      .box = { { VS, 1, 1 } },
      .n_box = 1,
      .source = "corrects (17)-(19): n = 1, then beta = 1" },
    { .property = IDENTIFIABILITY,
      .declared = REFUTED,
      .domain = "P1 to P6",
      .source = "section VI: all parameters; but columns 4, 5 of (18) are y, -y",
      .witness = "martinez_rosas_identifiability.json" },
    { .property = IDENTIFIABLE_RANK,
      .declared = HOLDS,
      .domain = "P1, P2, P3, P4-P5, P6; n known",
      .source = "corrects section VI: P4 and P5 act only by their difference" },
};

static const char *validate(const real p[]) { return p[FS] >= p[FC] ? NULL : "Fs >= Fc"; }

static struct martinez_rosas translated(const real p[])
{
    return (struct martinez_rosas){
        p[SIGMA0], p[SIGMA1], p[SIGMA2], p[FC], p[FS], p[VS], p[M], p[ALPHA],
    };
}

#include "models/martinez_rosas_interface.h"

static real printed_regressor(const real p[], real v0, real v, real s, const real x[])
{
    const struct martinez_rosas q = translated(p);
    return mr_printed_regressor(&q, v0, v, s, x);
}

const struct model PREC(model_martinez_rosas) = {
    .name = "martinez_rosas",
    .title = "LuGre with a dynamic Stribeck state",
    .law = "dz/dt = v - sigma0 |v| z, dy/dt = -y + sgn(v) g(v)/sigma0; F = sigma0 Fc z + sigma1 "
           "dz/dt + sigma2 v + sigma0 (Fs-Fc) y + alpha dy/dt",
    .source = "Martinez-Rosas, Alvarez-Icaza, Noriega-Pineda, (1)-(3)",
    .params = params,
    .n_params = N_PARAMS,
    .speed_max = 1e3,
    .unit_constants = "s",
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
    .printed_regressor = printed_regressor,
};
