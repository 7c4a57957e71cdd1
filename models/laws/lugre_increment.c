/* LuGre with the static level given as an increment, and levels as deflections.
 *
 *     dz/dt = w - |w| z/g(w)                                           (1)
 *     g(w)  = Fc + Fs exp(-|w/Vs|^2)                                   (2)
 *     F     = G0 z + G1 dz/dt + G2 w                                   (3)
 *
 * As printed in lecture notes on friction modelling (in Spanish, anonymous, ch. 5) after C.
 * Canudas de Wit, H. Olsson, K. J. Astrom, P. Lischinsky, IEEE Trans. Autom. Control 40(3),
 * 419-425, 1995. Fc and Fs are deflections in m here: the Coulomb level is G0 Fc, and Fs is
 * the Stribeck increment, so that the static level is G0 (Fc + Fs). Named as in `lugre`:
 * sigma0, sigma1, sigma2 for G0, G1, G2, vs for Vs, v for w. With (sigma0 Fc, sigma0 (Fc+Fs))
 * for its (Fc, Fs) and m = 2 it is `lugre`; defaults are Table I translated so.
 */
#include "models/lugre_family.h"

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS, VS, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [SIGMA0] = { "sigma0", "N/m", 1e5, 1, 1e9, "Table I of Canudas de Wit et al. 1995" },
    [SIGMA1] = { "sigma1", "N s/m", 316.22776601683796, 0, 1e6, "Table I: sqrt(sigma0)" },
    [SIGMA2] = { "sigma2", "N s/m", 0.4, 0, 1e4, "Table I" },
    [FC] = { "Fc", "m", 1e-5, 1e-9, 1e-2, "Table I: Coulomb level over sigma0" },
    [FS] = { "Fs", "m", 5e-6, 0, 1e-2, "Table I: static less Coulomb level, over sigma0" },
    [VS] = { "vs", "m/s", 1e-3, 1e-6, 10, "Table I; creeping to fast sliding" },
};

static const struct quantity states[] = {
    { "z", "m", 0, -1, 1, "mean deflection of the bristles" },
};

static struct lugre translated(const real p[])
{
    return (struct lugre){
        p[SIGMA0], p[SIGMA1], p[SIGMA2], p[SIGMA0] * p[FC], p[SIGMA0] * (p[FC] + p[FS]), p[VS], 2,
    };
}

static bool damped_enough(const real p[]) { return p[SIGMA2] * p[FC] >= p[SIGMA1] * p[FS]; }

static const struct claim claims[] = {
    { .property = PASSIVITY,
      .declared = REFUTED,
      .domain = "always",
      .source = "taken for granted of LuGre; see Barabanov & Ortega 2000",
      .witness = "lugre_increment_passivity.json" },
    { .property = PASSIVITY,
      .declared = HOLDS,
      .domain = "sigma2 >= sigma1 Fs/Fc",
      .contains = damped_enough,
      .source = "Barabanov & Ortega, IEEE TAC 45(4), 2000, translated" },
    { .property = DISSIPATION,
      .declared = HOLDS,
      .domain = "sigma2 >= sigma1 Fs/Fc",
      .contains = damped_enough,
      .source = "the same, S = sigma0 z^2/2" },
    { .property = STATE_BOUND,
      .declared = HOLDS,
      .domain = "always",
      .source = "(1) points inward at |z| = Fc + Fs" },
    { .property = NO_DRIFT,
      .declared = REFUTED,
      .domain = "always",
      .signals = CYCLE_SIGNAL,
      .source = "elastic below break-away; not so: Dupont et al., IEEE TAC 47(5), 2002",
      .witness = "lugre_increment_no_drift.json" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)-(3)" },
    { .property = STEADY_STATE, .declared = HOLDS, .domain = "v != 0", .source = "(1)-(3)" },
    { .property = REGRESSOR,
      .declared = HOLDS,
      .domain = "z known",
      .source = "(3): U = [z, dz/dt, v]" },
    { .property = IDENTIFIABILITY,
      .declared = HOLDS,
      .domain = "sigma0, sigma1, sigma2; z known",
      .source = "(3): z, dz/dt and v are independent once z is not at rest" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)-(3)" },
};

#include "models/lugre_interface.h"

const struct model PREC(model_lugre_increment) = {
    .name = "lugre_increment",
    .title = "LuGre, static level as an increment",
    .law =
        "dz/dt = v - |v| z/g, g = Fc + Fs exp(-(v/vs)^2); F = sigma0 z + sigma1 dz/dt + sigma2 v",
    .source = "lecture notes after Canudas de Wit et al. 1995",
    .params = params,
    .n_params = N_PARAMS,
    .speed_max = 1e3,
    .states = states,
    .n_states = 1,
    .claims = claims,
    .n_claims = sizeof claims / sizeof *claims,
    .rate = rate,
    .force = force,
    .rate_and_force = rate_and_force,
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
    .stribeck_speed = stribeck_speed,
    .n_regressors = 3,
    .regressor = regressor,
    .coefficients = coefficients,
};
