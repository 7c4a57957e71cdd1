/* LuGre: the mean deflection z of elastic bristles, with Stribeck friction.
 *
 *     dz/dt = v - sigma0 |v| z/G(v)                                    (1)
 *     G(v)  = Fc + (Fs-Fc) exp(-|v/vs|^m)                              (2)
 *     F     = sigma0 z + sigma1 dz/dt + sigma2 v                       (3)
 *
 * C. Canudas de Wit, H. Olsson, K. J. Astrom, P. Lischinsky, "A new model for control of systems
 * with friction", IEEE Trans. Autom. Control 40(3), 419-425, 1995, eqs. (1)-(4) (not confirmed
 * against the paper) with G = sigma0 g and m = 2; m is free here, as in J. C. Martinez-Rosas, L.
 * Alvarez-Icaza, D. Noriega-Pineda. Defaults are Table I of either paper (sigma1 = sqrt(sigma0)).
 *
 * Linear in z at held v, so flow and work are closed form. Continuous in v: the
 * selection s is used only as the sign of v.
 *
 * Vibrations below break-away make z drift, as they do for Dahl's law: P. Dupont, V. Hayward, B.
 * Armstrong, F. Altpeter, "Single state elastoplastic friction models", IEEE Trans. Autom. Control
 * 47(5), 787-792, 2002 (not confirmed against the paper).
 *
 * Passivity of v -> F needs sigma2 >= sigma1 (Fs-Fc)/Fc: N. Barabanov, R. Ortega,
 * "Necessary and sufficient conditions for passivity of the LuGre friction model",
 * IEEE Trans. Autom. Control 45(4), 830-832, 2000. With S = sigma0 z^2/2 and
 * w = sigma0 z s/G, which never exceeds Fs/Fc:
 *     F v - dS/dt = |v| [G w^2 + |v| (sigma1 (1-w) + sigma2)]          (4)
 */
#include "models/lugre_family.h"

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS, VS, M, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [SIGMA0] = { "sigma0", "N/m", 1e5, 1, 1e9, "Table I; soft rubber to hard metal contacts" },
    [SIGMA1] = { "sigma1", "N s/m", 316.22776601683796, 0, 1e6, "Table I: sqrt(sigma0)" },
    [SIGMA2] = { "sigma2", "N s/m", 0.4, 0, 1e4, "Table I" },
    [FC] = { "Fc", "N", 1.0, 1e-6, 1e6, "Table I; any friction level" },
    [FS] = { "Fs", "N", 1.5, 1e-6, 1e6, "Table I; Fs >= Fc" },
    [VS] = { "vs", "m/s", 1e-3, 1e-6, 10, "Table I; creeping to fast sliding" },
    [M] = { "m", "1", 2, 0.5, 2, "2 in Canudas de Wit et al.; 1/2 to 2 in the literature" },
};

static const struct quantity states[] = {
    { "z", "m", 0, -1, 1, "mean deflection of the bristles" },
};

static struct lugre translated(const real p[])
{
    return (struct lugre){ p[SIGMA0], p[SIGMA1], p[SIGMA2], p[FC], p[FS], p[VS], p[M] };
}

static bool damped_enough(const real p[])
{
    const struct lugre q = translated(p);
    return lugre_damped(&q);
}

static const struct claim claims[] = {
    { .property = PASSIVITY,
      .declared = REFUTED,
      .domain = "Fs >= Fc",
      .source = "taken for granted by Martinez-Rosas et al., section V",
      .witness = "lugre_passivity.json" },
    { .property = PASSIVITY,
      .declared = HOLDS,
      .id = "window",
      .domain = "sigma2 >= sigma1 (Fs-Fc)/Fc",
      .contains = damped_enough,
      .source = "Barabanov & Ortega 2000; (4)" },
    { .property = STATE_BOUND,
      .declared = HOLDS,
      .domain = "always",
      .source = "(1) points inward at |z| = Fs/sigma0" },
    { .property = DISSIPATION,
      .declared = HOLDS,
      .domain = "sigma2 >= sigma1 (Fs-Fc)/Fc",
      .contains = damped_enough,
      .source = "(4), S = sigma0 z^2/2" },
    { .property = NO_DRIFT,
      .declared = REFUTED,
      .domain = "always",
      .signals = CYCLE_SIGNAL,
      .source = "elastic below break-away; not so: Dupont et al., IEEE TAC 47(5), 2002",
      .witness = "lugre_no_drift.json" },
    { .property = RATE_INDEPENDENCE,
      .declared = HOLDS,
      .domain = "sigma1 = sigma2 = 0, Fs = Fc",
      .base = AT_DEFAULTS,
      .box = { { SIGMA0, 1, 1e9 }, { SIGMA1, 0, 0 }, { SIGMA2, 0, 0 }, { FS, 1, 1 } },
      .n_box = 4,
      .source = "(1): then Dahl's law, a function of the path" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)-(3)" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)-(3)" },
    { .property = STEADY_STATE, .declared = HOLDS, .domain = "v != 0", .source = "(1)-(3)" },
    { .property = REGRESSOR,
      .declared = HOLDS,
      .domain = "z known",
      .source = "(3): U = [z, dz/dt, v]" },
    { .property = IDENTIFIABILITY,
      .declared = HOLDS,
      .domain = "sigma0, sigma1, sigma2; z known",
      .source = "(3): z, dz/dt and v are independent once z is not at rest" },
};

static const char *validate(const real p[]) { return p[FS] >= p[FC] ? NULL : "Fs >= Fc"; }

#include "models/lugre_interface.h"

const struct model PREC(model_lugre) = {
    .name = "lugre",
    .title = "LuGre bristle model",
    .law = "dz/dt = v - sigma0 |v| z/G(v), G = Fc + (Fs-Fc) exp(-|v/vs|^m); F = sigma0 z + sigma1 "
           "dz/dt + sigma2 v",
    .source = "Canudas de Wit et al., IEEE TAC 40(3), 1995, (1)-(4)",
    .params = params,
    .n_params = N_PARAMS,
    .speed_max = 1e3,
    .states = states,
    .n_states = 1,
    .claims = claims,
    .n_claims = sizeof claims / sizeof *claims,
    .validate = validate,
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
