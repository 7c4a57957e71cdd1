/* Leuven integrated friction: LuGre's form around a hysteresis with nonlocal memory.
 *
 *     dz/dt = v [1 - sgn(w) |w|^n],   w = F_h/S,   S = s G(v)          (1)
 *     G(v)  = Fc + (Fs-Fc) exp(-|v/vs|^m)                              (2)
 *     F     = F_h + sigma1 dz/dt + sigma2 v                            (3)
 *
 * with s = sgn v. J. Swevers, F. Al-Bender, C. G. Ganseman, T. Prajogo, "An integrated friction
 * model structure with improved presliding behavior for accurate friction compensation", IEEE
 * Trans. Autom. Control 45(4), 675-686, 2000 (not confirmed against the paper); in the form of V.
 * Lampaert, J. Swevers, F. Al-Bender, "Modification of the Leuven integrated friction model
 * structure", IEEE Trans. Autom. Control 47(4), 683-687, 2002 (not confirmed against the paper): in
 * (1) is all of F_h, where the first paper has its part since the last reversal and so a jump of F
 * where a loop closes, and F_h is that of Maxwell-slip elements, with no stack to overflow. Element
 * i = 1..N, N <= 4, deflected by z_i, carries k_i z_i:
 *
 *     F_h   = sum of k_i z_i,   dz_i/dt = dz/dt within |k_i z_i| <= W_i,
 *             0 where dz/dt leads out of it                            (4)
 *
 * The level S in (1) has the sign of v, as s(v) in both papers: then w -> 1 in both directions.
 * With a level that is always positive a motion back would pass F_h = -G and not settle.
 *
 * Deviations. n = 1 or 2, for which held velocity has a closed form (saturation.h). W_1 + .. +
 * W_N >= Fs, so that F_h gets to G at every speed: steady sliding is at w = 1, where not all slip.
 * z itself is no state, since only the deflections matter. Defaults: levels, damping and the sum of
 * stiffnesses of Table I of Canudas de Wit et al. 1995; equal W_i of sum Fs.
 *
 * F_h is a function of the path of z that returns to an outer loop when an inner one closes. Where
 * the speed has grown so fast that F_h is beyond G, dz/dt is opposite to v: elements that slipped
 * stick and give way. Which way an element slips is memory; it ends where dz/dt turns.
 *
 * One element with W_1 >= Fs never slips, and with n = 1 (1) to (4) are LuGre's law, sigma0 = k_1.
 * Between events F_h grows with z by K, the stiffness of what sticks, and w by (1).
 *
 * With S = sum of k_i z_i^2/2 and e = sgn(w) |w|^n <= (Fs/Fc)^n,
 *     F v - dS/dt = |v| [G |w|^(n+1) + |v| (sigma1 (1-e) + sigma2)] + F_slip dz/dt   (5)
 * where F_slip, of those that slip, has the sign of dz/dt. So v -> F is passive under
 *     sigma2 >= sigma1 [(Fs/Fc)^n - 1]                                 (6)
 * for n = 1 LuGre's condition, and one is needed: creep stretches F_h to Fs, a burst then gets
 * v (sigma1 [1 - (Fs/Fc)^n] + sigma2) over a path, however fast. Cycles below break-away drift, as
 * LuGre's do: while F_h > 0 the path forth is longer than z's, by 1/(1-e), and the path back is
 * shorter.
 */
#include "models/model.h"
#include "models/slip_elements.h"
#include "models/stribeck_curve.h"

enum { MOST = ELEMENTS_MAX };
enum { N, EXPONENT, K, W = K + MOST, SIGMA1 = W + MOST, SIGMA2, FC, FS, VS, M, N_PARAMS };
enum { TURN, LIMIT, N_GUARDS = LIMIT + MOST };

#define STIFFNESS "Table I of Canudas de Wit et al. 1995: they sum to sigma0"
#define STRENGTH  "our choice: they sum to Fs"
static const struct quantity params[N_PARAMS] = {
    [N] = { "N", "1", 4, 1, MOST, "any number in Lampaert et al. 2002" },
    [EXPONENT] = { "n", "1", 1, 1, 2, "free in Swevers et al.; 1 is LuGre's" },
    [K] = { "k1", "N/m", 4e4, 1, 1e9, STIFFNESS },
    [K + 1] = { "k2", "N/m", 3e4, 1, 1e9, STIFFNESS },
    [K + 2] = { "k3", "N/m", 2e4, 1, 1e9, STIFFNESS },
    [K + 3] = { "k4", "N/m", 1e4, 1, 1e9, STIFFNESS },
    [W] = { "W1", "N", 0.375, 1e-6, 1e6, STRENGTH },
    [W + 1] = { "W2", "N", 0.375, 1e-6, 1e6, STRENGTH },
    [W + 2] = { "W3", "N", 0.375, 1e-6, 1e6, STRENGTH },
    [W + 3] = { "W4", "N", 0.375, 1e-6, 1e6, STRENGTH },
    [SIGMA1] = { "sigma1", "N s/m", 316.22776601683796, 0, 1e6, "Table I: sqrt(sigma0)" },
    [SIGMA2] = { "sigma2", "N s/m", 0.4, 0, 1e4, "Table I" },
    [FC] = { "Fc", "N", 1.0, 1e-6, 1e6, "Table I; any friction level" },
    [FS] = { "Fs", "N", 1.5, 1e-6, 1e6, "Table I; Fs >= Fc" },
    [VS] = { "vs", "m/s", 1e-3, 1e-6, 10, "Table I; creeping to fast sliding" },
    [M] = { "m", "1", 2, 0.5, 2, "1/2 to 2 in the literature" },
};

static const struct quantity states[MOST] = {
    { "z1", "m", 0, -0.01, 0.01, "deflection of the first element" },
    { "z2", "m", 0, -0.01, 0.01, "of the second" },
    { "z3", "m", 0, -0.01, 0.01, "of the third" },
    { "z4", "m", 0, -0.01, 0.01, "of the fourth" },
};

static bool damped_enough(const real p[])
{
    const real most = saturation_power(p[EXPONENT], p[FS] / p[FC]);
    return p[SIGMA2] >= p[SIGMA1] * (most - 1);
}

static const struct claim claims[] = {
    { .property = PASSIVITY,
      .declared = REFUTED,
      .domain = "the defaults",
      .base = AT_DEFAULTS,
      .source = "expected of friction; not so, like LuGre's: Barabanov & Ortega 2000",
      .witness = "leuven_passivity.json" },
    { .property = PASSIVITY,
      .declared = HOLDS,
      .domain = "sigma2 >= sigma1 [(Fs/Fc)^n - 1]",
      .contains = damped_enough,
      .source = "(5), (6)" },
    { .property = DISSIPATION,
      .declared = HOLDS,
      .domain = "sigma2 >= sigma1 [(Fs/Fc)^n - 1]",
      .contains = damped_enough,
      .source = "(5), S = sum of k_i z_i^2/2" },
    { .property = STATE_BOUND,
      .declared = HOLDS,
      .domain = "always",
      .source = "(4); (1): from rest z stays where |F_h| <= Fs" },
    { .property = NO_DRIFT,
      .declared = REFUTED,
      .domain = "always",
      .signals = CYCLE_SIGNAL,
      .source = "elastic below break-away; not so, like LuGre's: Dupont et al. 2002",
      .witness = "leuven_no_drift.json" },
    { .property = RATE_INDEPENDENCE,
      .declared = HOLDS,
      .domain = "sigma1 = sigma2 = 0, Fs = Fc",
      .base = AT_DEFAULTS,
      .box = { { K, 1, 1e9 }, { SIGMA1, 0, 0 }, { SIGMA2, 0, 0 }, { FS, 1, 1 } },
      .n_box = 4,
      .source = "(1), (4): then a function of the path" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)-(4)" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)-(4)" },
    { .property = STEADY_STATE,
      .declared = HOLDS,
      .domain = "v != 0",
      .source = "(1): F_h tends to G, which the elements can hold" },
    { .property = REGRESSOR,
      .declared = HOLDS,
      .domain = "z1..z4 known",
      .source = "(3): U = [z1, z2, z3, z4, dz/dt, v]" },
    { .property = IDENTIFIABILITY,
      .declared = HOLDS,
      .domain = "k1..k4, sigma1, sigma2; z1..z4 known",
      .base = AT_DEFAULTS,
      .source = "(3), (4): the elements slip one after the other" },
};

static int count(const real p[]) { return (int)p[N]; }

static const char *validate(const real p[])
{
    real sum = 0;
    if (p[N] != (real)count(p))
        return "N a whole number";
    if (p[EXPONENT] != 1 && p[EXPONENT] != 2)
        return "n = 1 or 2";
    for (int i = 0; i < count(p); i++)
        sum += p[W + i];
    if (!(sum >= p[FS]))
        return "W1 + .. + WN >= Fs";
    return p[FS] >= p[FC] ? NULL : "Fs >= Fc";
}

static void start(const real p[], uint64_t seed, struct memory *mem)
{
    for (int i = 0; i < MOST; i++)
        mem->ints[i] = 0;
}

static real level(const real p[], real v)
{
    return p[FC] + (p[FS] - p[FC]) * stribeck_curve(v, p[VS], p[M]);
}

static struct elements elements(const real p[])
{
    return (struct elements){ count(p), &p[K], &p[W] };
}

static real limit(const real p[], int i)
{
    const struct elements e = elements(p);
    return element_limit(&e, i);
}

/* F_h */
static real hysteresis(const real p[], const real x[])
{
    const struct elements e = elements(p);
    return elements_force(&e, x);
}

/* dz/dt, G known. */
static real drift(const real p[], real v, real s, const real x[], real G)
{
    return v * saturation_rate(p[EXPONENT], s * hysteresis(p, x) / G);
}

/* Returns true when element i slips while z moves at the velocity dz. */
static bool slips(const struct memory *mem, int i, real dz) { return (real)mem->ints[i] * dz > 0; }

static real rate_and_force(const real p[], const struct memory *mem, real v, real s, const real x[],
                           real dx[])
{
    const real dz = drift(p, v, s, x, level(p, v));
    for (int i = 0; i < MOST; i++)
        dx[i] = i >= count(p) || slips(mem, i, dz) ? 0 : dz;
    return hysteresis(p, x) + p[SIGMA1] * dz + p[SIGMA2] * v;
}

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)rate_and_force(p, mem, v, s, x, dx);
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    real dx[MOST];
    return rate_and_force(p, mem, v, s, x, dx);
}

/* Returns the direction in which elements slip, which is one for all; 0: none slips. */
static real direction(const struct memory *mem)
{
    for (int i = 0; i < MOST; i++)
        if (mem->ints[i] != 0)
            return (real)mem->ints[i];
    return 0;
}

/* Slips end where v (1-w), which has the sign of dz/dt, turns by more than the rounding of steady
 * sliding at w = 1. The other guards are the travel left to each limit. A guard that does not apply
 * is 1. */
static void guard(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    const real way = direction(mem), G = level(p, v);
    const real ahead = v * (1 - r_sign(v) * hysteresis(p, x) / G);
    const real rounding = 16 * R_EPSILON * p[FS] / G * r_abs(v);
    g[TURN] = way == 0 ? 1 : way * ahead + rounding;
    for (int i = 0; i < MOST; i++)
        g[LIMIT + i] = i >= count(p) || mem->ints[i] != 0 ? 1 : limit(p, i) - r_sign(ahead) * x[i];
}

static enum status transition(const real p[], unsigned index, real v, real x[], struct memory *mem)
{
    if (index == TURN) {
        start(p, 0, mem);
        return STATUS_OK;
    }
    const int i = (int)index - LIMIT;
    mem->ints[i] = x[i] > 0 ? 1 : -1;
    x[i] = (real)mem->ints[i] * limit(p, i);
    return STATUS_OK;
}

/* d(dz/dt)/dx_j = -|v| n |w|^(n-1) k_j/G, and |v| dG/d|v| = -m |v/vs|^m (G-Fc). */
static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    const real G = level(p, v), w = s * hysteresis(p, x) / G, n = p[EXPONENT];
    const real steepness = p[M] * stribeck_power(v, p[VS], p[M]) * (G - p[FC]) / G;
    const real by_w = n == 2 ? 2 * r_abs(w) : 1;
    const real by_v = saturation_rate(n, w) - by_w * w * steepness;
    const real dz = v * saturation_rate(n, w);
    for (int j = 0; j < MOST; j++) {
        const real by_x = j < count(p) ? -r_abs(v) * by_w * (p[K + j] / G) : 0;
        for (int i = 0; i < MOST; i++)
            jac->rate_x[i * MOST + j] = i >= count(p) || slips(mem, i, dz) ? 0 : by_x;
        jac->rate_v[j] = j >= count(p) || slips(mem, j, dz) ? 0 : by_v;
        jac->force_x[j] = j < count(p) ? p[K + j] + p[SIGMA1] * by_x : 0;
    }
    jac->force_v = p[SIGMA1] * by_v + p[SIGMA2];
}

/* Follows a held velocity for the time h, with y_i = s z_i. */
static struct passage along_path(const real p[], real v, real s, real h, const real x[])
{
    const struct elements e = elements(p);
    struct passage at = { .n = p[EXPONENT], .G = level(p, v) };
    for (int i = 0; i < e.n; i++)
        at.y[i] = s * x[i];
    passage_begin(&e, &at);
    passage_go(&e, &at, r_abs(v) * h);
    return at;
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    if (v == 0)
        return;
    const struct passage at = along_path(p, v, s, h, x);
    for (int i = 0; i < count(p); i++) {
        x[i] = s * at.y[i];
        mem->ints[i] = at.slip[i] ? (int64_t)(s * at.way) : 0;
    }
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    const struct passage at = along_path(p, v, s, h, x);
    return level(p, v) / v * at.integral + p[SIGMA1] * s * at.gain + p[SIGMA2] * v * h;
}

static real steady_force(const real p[], real v) { return level(p, v) * r_sign(v) + p[SIGMA2] * v; }

/* The rate in |F - F_ss| < 2 exp(-rate h) force_scale: w moves by at least the softest element's
 * k/G per path. For n = 1 as LuGre's; for n = 2 and w = -tan a on the way to 0 the distance of both
 * terms stays below 2 (Fs/G) exp(-tau/2) and 2 (Fs/G)^2 exp(-tau/2) of their scales, and decays
 * faster from there on. */
static real settling_rate(const real p[], real v)
{
    real softest = p[K];
    for (int i = 1; i < count(p); i++)
        softest = r_min(softest, p[K + i]);
    return softest * r_abs(v) / (2 * level(p, v));
}

/* Returns |z| at F_h = Fs, stretched from rest, m. */
static real length(const real p[])
{
    const struct elements e = elements(p);
    return elements_stretch(&e, p[FS]);
}

static void bound(const real p[], real x_bound[])
{
    const real z = length(p);
    for (int i = 0; i < MOST; i++)
        x_bound[i] = r_min(limit(p, i), z);
}

/* From rest |k_1 z_1| + .. <= Fs, and so |w| <= Fs/G. */
static real force_scale(const real p[], real v, real travel)
{
    const real most = saturation_power(p[EXPONENT], p[FS] / level(p, v));
    return p[FS] + (p[SIGMA1] * (1 + most) + p[SIGMA2]) * r_abs(v);
}

static real storage(const real p[], const struct memory *mem, const real x[])
{
    const struct elements e = elements(p);
    return elements_storage(&e, x);
}

static real break_away(const real p[]) { return p[FS]; }

static real stribeck(const real p[], real v) { return stribeck_curve(v, p[VS], p[M]); }

static real stribeck_speed(const real p[]) { return p[VS]; }

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    for (int i = 0; i < MOST; i++)
        u[i] = i < count(p) ? x[i] : 0;
    u[MOST] = drift(p, v, s, x, level(p, v));
    u[MOST + 1] = v;
}

static void coefficients(const real p[], real coefficient[])
{
    for (int i = 0; i < MOST; i++)
        coefficient[i] = p[K + i];
    coefficient[MOST] = p[SIGMA1];
    coefficient[MOST + 1] = p[SIGMA2];
}

const struct model PREC(model_leuven) = {
    .name = "leuven",
    .title = "Leuven integrated friction",
    .law = "dz/dt = v [1 - sgn(w) |w|^n], w = F_h/(G sgn v), G = Fc + (Fs-Fc) exp(-|v/vs|^m); "
           "dz_i/dt = dz/dt within |k_i z_i| <= W_i; F = F_h + sigma1 dz/dt + sigma2 v, F_h = sum "
           "of k_i z_i",
    .source = "Lampaert, Swevers, Al-Bender, IEEE TAC 47(4), 2002",
    .params = params,
    .n_params = N_PARAMS,
    .whole_params = UINT64_C(1) << N | UINT64_C(1) << EXPONENT,
    .speed_max = 1e3,
    .states = states,
    .n_states = MOST,
    .n_ints = MOST,
    .claims = claims,
    .n_claims = sizeof claims / sizeof *claims,
    .validate = validate,
    .rate = rate,
    .force = force,
    .rate_and_force = rate_and_force,
    .n_guards = N_GUARDS,
    .start = start,
    .guard = guard,
    .transition = transition,
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
    .stribeck = stribeck,
    .stribeck_speed = stribeck_speed,
    .n_regressors = MOST + 2,
    .regressor = regressor,
    .coefficients = coefficients,
};
