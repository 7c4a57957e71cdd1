/* Elastoplastic: LuGre with an elastic range, in which nothing slides.
 *
 *     dz/dt = v [1 - alpha(z,v) sigma0 z sgn(v)/G(v)]                  (1)
 *     G(v)  = Fc + (Fs-Fc) exp(-|v/vs|^m)                              (2)
 *     F     = sigma0 z + sigma1 dz/dt + sigma2 v                       (3)
 *     alpha = 0 where w = z sgn(v) <= z_ba, 1 where w >= z_max, between them the ramp
 *             [1 - cos(pi (w-z_ba)/(z_max-z_ba))]/2                    (4)
 *
 * P. Dupont, V. Hayward, B. Armstrong, F. Altpeter, "Single state elastoplastic friction models",
 * IEEE Trans. Autom. Control 47(5), 787-792, 2002 (not confirmed against the paper), with G =
 * sigma0 z_ss and the sinusoidal transition. The paper has 0 < z_ba < z_max <= z_ss(v) at every v;
 * here z_max <= 0.95 Fc/sigma0, so that the ramp is left after a finite travel, and z_ba <= 0.9
 * z_max, so that it has a width. Levels and damping are those of Table I of Canudas de Wit et al.
 * 1995, as LuGre's; z_ba and z_max are ours.
 *
 * alpha has a slope where it meets 0 and 1, so that (1) needs no event there; where v changes
 * its sign alpha jumps, but the factor v does not. Along the path xi = int |v| dt at held v,
 * dw/dxi = 1 - alpha w/z_ss: w grows with the path below z_ba, relaxes as LuGre's from z_max on,
 * and between the equation separates and is integrated to rounding (sine_ramp.h). Its distance from
 * steady sliding is twice that of a decay over 4 Fs/sigma0 at most, elastic range included.
 *
 * Below sigma0 z_ba cycles are elastic and return: no drift, where LuGre's and Dahl's laws have it,
 * along cycles at one speed from rest. (Beyond z_ss, after slow sliding and at so high a speed
 * that sigma1 outweighs the bristle, z falls towards z_ss under little force: F below
 * break-away does not always mean z below z_ba.)
 *
 * In monotone motion from rest, what it tends to is LuGre as z_max -> 0 and z_ba with it: with
 * rho = sigma0 z_max/Fc,
 *     0 <= z - z_lugre <= -z_max ln(1 - rho)                           (5)
 * at held v, and decaying by exp(-xi/z_ss) from z = z_max on: the bristle of (1) is never behind,
 * gains at most z_max/z_ss per path, and only until it is at z_max. With z_ba -> 0 alone the ramp
 * stays, and with it a part of the elastic range.
 *
 * With S = sigma0 z^2/2 and e = alpha w/z_ss, 0 <= e <= Fs/Fc,
 *     F v - dS/dt = |v| [sigma0 w e + |v| (sigma1 (1-e) + sigma2)]     (6)
 * so that passivity holds under LuGre's condition sigma2 >= sigma1 (Fs-Fc)/Fc. It needs one: slow
 * sliding stretches the bristle beyond what fast sliding can hold. Without any damping an elastic
 * stretch comes back whole.
 */
#include "models/lugre_family.h"
#include "models/sine_ramp.h"

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS, VS, M, Z_BA, Z_MAX, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [SIGMA0] = { "sigma0", "N/m", 1e5, 1, 1e9, "Table I; soft rubber to hard metal contacts" },
    [SIGMA1] = { "sigma1", "N s/m", 316.22776601683796, 0, 1e6, "Table I: sqrt(sigma0)" },
    [SIGMA2] = { "sigma2", "N s/m", 0.4, 0, 1e4, "Table I" },
    [FC] = { "Fc", "N", 1.0, 1e-6, 1e6, "Table I; any friction level" },
    [FS] = { "Fs", "N", 1.5, 1e-6, 1e6, "Table I; Fs >= Fc" },
    [VS] = { "vs", "m/s", 1e-3, 1e-6, 10, "Table I; creeping to fast sliding" },
    [M] = { "m", "1", 2, 0.5, 2, "2 in Canudas de Wit et al.; 1/2 to 2 in the literature" },
    [Z_BA] = { "z_ba", "m", 7e-6, 1e-12, 1e-2, "0.7 Fc/sigma0; elastic up to here" },
    [Z_MAX] = { "z_max", "m", 9e-6, 1e-11, 1e-2, "0.9 Fc/sigma0; plastic from here on" },
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

static bool damped(const real p[]) { return p[SIGMA1] + p[SIGMA2] > 0 && damped_enough(p); }

static const struct claim claims[] = {
    { .property = PASSIVITY,
      .declared = REFUTED,
      .domain = "the defaults",
      .base = AT_DEFAULTS,
      .source = "taken for granted with any sigma1; not so, like LuGre's: Barabanov & Ortega 2000",
      .witness = "elastoplastic_passivity.json" },
    { .property = PASSIVITY,
      .declared = HOLDS,
      .domain = "sigma2 >= sigma1 (Fs-Fc)/Fc, not both 0",
      .contains = damped,
      .source = "(6)" },
    { .property = DISSIPATION,
      .declared = HOLDS,
      .domain = "sigma2 >= sigma1 (Fs-Fc)/Fc",
      .contains = damped_enough,
      .source = "(6), S = sigma0 z^2/2" },
    { .property = STATE_BOUND,
      .declared = HOLDS,
      .domain = "always",
      .source = "(1) points inward at |z| = Fs/sigma0 > z_max" },
    { .property = NO_DRIFT,
      .declared = HOLDS,
      .domain = "cycles at one speed from rest",
      .signals = CYCLE_SIGNAL,
      .source = "(1), (4): below sigma0 z_ba z follows the travel" },
    { .property = RATE_INDEPENDENCE,
      .declared = HOLDS,
      .domain = "sigma1 = sigma2 = 0, Fs = Fc",
      .base = AT_DEFAULTS,
      .box = { { SIGMA0, 1, 1e5 }, { SIGMA1, 0, 0 }, { SIGMA2, 0, 0 }, { FS, 1, 1 } },
      .n_box = 4,
      .source = "(1): then a function of the path" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)-(4)" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)-(4)" },
    { .property = STEADY_STATE,
      .declared = HOLDS,
      .domain = "v != 0",
      .source = "(1), (4): z_max < z_ss" },
    { .property = REGRESSOR,
      .declared = HOLDS,
      .domain = "z known",
      .source = "(3): U = [z, dz/dt, v]" },
    { .property = IDENTIFIABILITY,
      .declared = HOLDS,
      .domain = "sigma0, sigma1, sigma2; z known",
      .source = "(3): z, dz/dt and v are independent once z has been plastic" },
};

static const char *validate(const real p[])
{
    if (!(p[FS] >= p[FC]))
        return "Fs >= Fc";
    if (!(p[Z_BA] <= C(0.9) * p[Z_MAX]))
        return "z_ba <= 0.9 z_max";
    return p[SIGMA0] * p[Z_MAX] <= C(0.95) * p[FC] ? NULL : "z_max <= 0.95 Fc/sigma0";
}

/* The place of w on the ramp: from 0 at z_ba to 1 at z_max. */
static real place(const real p[], real w) { return (w - p[Z_BA]) / (p[Z_MAX] - p[Z_BA]); }

/* (4) */
static real plasticity(const real p[], real w)
{
    if (w <= p[Z_BA])
        return 0;
    return w >= p[Z_MAX] ? 1 : ramp(place(p, w));
}

/* (1), with G known. */
static real rate_at(const real p[], real v, real s, real z, real G)
{
    return v - r_abs(v) * (plasticity(p, s * z) * p[SIGMA0] / G) * z;
}

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    const struct lugre q = translated(p);
    dx[0] = rate_at(p, v, s, x[0], lugre_level(&q, v));
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    const struct lugre q = translated(p);
    return lugre_force_at(&q, v, x[0], rate_at(p, v, s, x[0], lugre_level(&q, v)));
}

static real rate_and_force(const real p[], const struct memory *mem, real v, real s, const real x[],
                           real dx[])
{
    const struct lugre q = translated(p);
    dx[0] = rate_at(p, v, s, x[0], lugre_level_branching(&q, v));
    return lugre_force_at(&q, v, x[0], dx[0]);
}

/* As LuGre's, with alpha for 1 and its slope beside it. */
static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    const struct lugre q = translated(p);
    const real G = lugre_level(&q, v), w = s * x[0], alpha = plasticity(p, w);
    const real width = p[Z_MAX] - p[Z_BA];
    const bool between = w > p[Z_BA] && w < p[Z_MAX];
    const real slope = between ? ramp_slope(place(p, w)) / width : 0;
    const real steepness = q.m * stribeck_power(v, q.vs, q.m) * (G - q.Fc) / G;
    jac->rate_x[0] = -r_abs(v) * (q.sigma0 / G) * (alpha + slope * w);
    jac->rate_v[0] = 1 - alpha * (q.sigma0 / G) * w * (1 + steepness);
    jac->force_x[0] = q.sigma0 + q.sigma1 * jac->rate_x[0];
    jac->force_v = q.sigma1 * jac->rate_v[0] + q.sigma2;
}

/* A point of a path: w there, and since the path's beginning the gain in w and int w dxi. */
struct travel {
    real w, gain, integral;
};

/* Follows w along the path xi at the level z_ss. */
static struct travel along_path(const real p[], real z_ss, real w, real xi)
{
    struct travel at = { w, 0, 0 };
    if (at.w < p[Z_BA]) {
        const real room = p[Z_BA] - at.w, elastic = r_min(xi, room);
        at = (struct travel){ at.w + elastic, elastic, elastic * (at.w + elastic / 2) };
        if (xi <= room)
            return at;
        xi -= room;
        at.w = p[Z_BA];
    }
    if (at.w < p[Z_MAX]) {
        const real width = p[Z_MAX] - p[Z_BA], tau = xi / width;
        struct ramp_travel on = { place(p, at.w), tau, 0, 0 };
        ramp_climb(p[Z_BA] / z_ss, width / z_ss, &on);
        at.w = on.y < 1 ? p[Z_BA] + width * on.y : p[Z_MAX];
        at.gain += width * on.gain;
        at.integral += width * (p[Z_BA] * (tau - on.left) + width * on.integral);
        if (on.y < 1)
            return at;
        xi = width * on.left;
    }
    const real k = xi / z_ss, mean_excess = (at.w - z_ss) * decay_mean(k);
    at.gain -= k * mean_excess;
    at.integral += xi * (z_ss + mean_excess);
    at.w = relaxed(at.w, z_ss, k);
    return at;
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    const struct lugre q = translated(p);
    if (v != 0)
        x[0] = s * along_path(p, lugre_level(&q, v) / q.sigma0, s * x[0], r_abs(v) * h).w;
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    const struct lugre q = translated(p);
    const real z_ss = lugre_level(&q, v) / q.sigma0;
    const struct travel to = along_path(p, z_ss, s * x[0], r_abs(v) * h);
    return q.sigma0 * to.integral / v + q.sigma1 * s * to.gain + q.sigma2 * v * h;
}

static real steady_force(const real p[], real v)
{
    const struct lugre q = translated(p);
    return lugre_steady_force(&q, v);
}

/* The rate in |F - F_ss| < 2 exp(-rate h) force_scale: from -Fs/sigma0 it takes a path of at most
 * 5.5 Fs/sigma0 to z_max, along which this bound falls to 1/2 and |sigma1 dz/dt| stays below
 * sigma1 |v|, half of what the scale has for it; and sigma0 |z - z_ss| decays faster throughout. */
static real settling_rate(const real p[], real v) { return r_abs(v) * p[SIGMA0] / (4 * p[FS]); }

static void bound(const real p[], real x_bound[]) { x_bound[0] = p[FS] / p[SIGMA0]; }

static real force_scale(const real p[], real v, real travel)
{
    const struct lugre q = translated(p);
    return lugre_force_scale(&q, v);
}

static real storage(const real p[], const struct memory *mem, const real x[])
{
    return p[SIGMA0] * x[0] * x[0] / 2;
}

/* The largest force of the elastic range; a creeping start ends at Fs. */
static real break_away(const real p[]) { return p[SIGMA0] * p[Z_BA]; }

static real length(const real p[]) { return p[FS] / p[SIGMA0]; }

static real stribeck_speed(const real p[]) { return p[VS]; }

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    u[0] = x[0];
    rate(p, mem, v, s, x, &u[1]);
    u[2] = v;
}

static void coefficients(const real p[], real coefficient[])
{
    coefficient[0] = p[SIGMA0];
    coefficient[1] = p[SIGMA1];
    coefficient[2] = p[SIGMA2];
}

const struct model PREC(model_elastoplastic) = {
    .name = "elastoplastic",
    .title = "LuGre with an elastic range",
    .law =
        "dz/dt = v - alpha(z) sigma0 |v| z/G(v), alpha from 0 at z sgn v = z_ba to 1 at z_max, G "
        "= Fc + (Fs-Fc) exp(-|v/vs|^m); F = sigma0 z + sigma1 dz/dt + sigma2 v",
    .source = "Dupont, Hayward, Armstrong, Altpeter, IEEE TAC 47(5), 2002",
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
