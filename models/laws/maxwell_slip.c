/* Generalized Maxwell-slip: elements in parallel that stick elastically and slip along the
 * Stribeck curve. Element i = 1..N, N <= 4, deflected by z_i, carries F_i = k_i z_i:
 *
 *     it sticks:  dz_i/dt = v                       until F_i s = alpha_i G(v)    (1)
 *     it slips:   dF_i/dt = C (alpha_i s - F_i/G(v))   until v = 0                (2)
 *     G(v) = Fc + (Fs-Fc) exp(-|v/vs|^m)                                          (3)
 *     F    = sum of F_i + sigma2 v                                                (4)
 *
 * with s = sgn v and shares alpha_i that sum to 1. V. Lampaert, F. Al-Bender, J. Swevers, "A
 * generalized Maxwell-slip friction model appropriate for control purposes", Proc. IEEE PhysCon,
 * 1170-1177, 2003 (not confirmed against the paper); F. Al-Bender, V. Lampaert, J. Swevers, "The
 * generalized Maxwell-slip model: a novel model for friction simulation and compensation", IEEE
 * Trans. Autom. Control 50(11), 1883-1887, 2005 (not confirmed against the paper).
 *
 * Deviations. The limit in (1) counts in the direction of motion: an element that is pulled back
 * unloads elastically, whatever its force. One that is beyond its limit, since G fell with the
 * speed, slips at once. Shares are divided by their sum. Forces are written with deflections.
 * m >= 1, so that (2) is smooth in v.
 *
 * Whether an element slips is memory, and its deflection a state: turning points are kept in as
 * many of them as there are elements. With Fs = Fc a slipping force stands still and the law is
 * Iwan's, a play operator: rate independent, and minor loops close.
 *
 * With S = sum of F_i^2/(2 k_i), what sticks loses nothing and what slips
 *     F_i v - dS_i/dt = F_i [v - (C/k_i) (alpha_i s - F_i/G(v))]                  (5)
 * which is negative where a slow slip recovers: F_i then climbs back from alpha_i Fc to
 * alpha_i Fs in time, not along a path, and stores energy that nobody has put in.
 */
#include "models/model.h"
#include "models/relaxation.h"
#include "models/stribeck_curve.h"

enum { MOST = 4 }; /* elements */
enum { N, K, ALPHA = K + MOST, RATE = ALPHA + MOST, SIGMA2, FC, FS, VS, M, N_PARAMS };
enum { TURN, LIMIT, N_GUARDS = LIMIT + MOST };

#define STIFFNESS "Table I of Canudas de Wit et al. 1995: they sum to sigma0"
#define SHARE     "equal shares; only their proportions count"
static const struct quantity params[N_PARAMS] = {
    [N] = { "N", "1", 4, 1, MOST, "4 to 10 in Al-Bender et al. 2005" },
    [K] = { "k1", "N/m", 4e4, 1, 1e9, STIFFNESS },
    [K + 1] = { "k2", "N/m", 3e4, 1, 1e9, STIFFNESS },
    [K + 2] = { "k3", "N/m", 2e4, 1, 1e9, STIFFNESS },
    [K + 3] = { "k4", "N/m", 1e4, 1, 1e9, STIFFNESS },
    [ALPHA] = { "alpha1", "1", 0.25, 1e-3, 1, SHARE },
    [ALPHA + 1] = { "alpha2", "1", 0.25, 1e-3, 1, SHARE },
    [ALPHA + 2] = { "alpha3", "1", 0.25, 1e-3, 1, SHARE },
    [ALPHA + 3] = { "alpha4", "1", 0.25, 1e-3, 1, SHARE },
    [RATE] = { "C", "N/s", 100, 1e-3, 1e6, "our choice: sliding settles in Fc/C = 10 ms" },
    [SIGMA2] = { "sigma2", "N s/m", 0.4, 0, 1e4, "Table I" },
    [FC] = { "Fc", "N", 1.0, 1e-6, 1e6, "Table I; any friction level" },
    [FS] = { "Fs", "N", 1.5, 1e-6, 1e6, "Table I; Fs >= Fc" },
    [VS] = { "vs", "m/s", 1e-3, 1e-6, 10, "Table I; creeping to fast sliding" },
    [M] = { "m", "1", 2, 1, 2, "1 to 2 in the literature" },
};

static const struct quantity states[MOST] = {
    { "z1", "m", 0, -1, 1, "deflection of the first element" },
    { "z2", "m", 0, -1, 1, "of the second" },
    { "z3", "m", 0, -1, 1, "of the third" },
    { "z4", "m", 0, -1, 1, "of the fourth" },
};

static const struct claim claims[] = {
    { .property = PASSIVITY,
      .declared = REFUTED,
      .domain = "Fs >= 3/2 Fc",
      .base = AT_DEFAULTS,
      .box = { { RATE, 100, 1e6 }, { FS, 1.5, 1000 }, { SIGMA2, 0, 0.4 } },
      .n_box = 3,
      .source = "expected of friction; not so: (5)",
      .witness = "maxwell_slip_passivity.json" },
    { .property = PASSIVITY,
      .declared = HOLDS,
      .domain = "Fs = Fc, sigma2 > 0",
      .base = AT_DEFAULTS,
      .box = { { K, 1, 1e9 }, { ALPHA, 1e-3, 1 }, { FS, 1, 1 }, { SIGMA2, 1e-3, 1e4 } },
      .n_box = 4,
      .source = "storage in (5); without damping a stretch below the limits comes back whole" },
    { .property = DISSIPATION,
      .declared = REFUTED,
      .domain = "Fs > Fc",
      .base = AT_DEFAULTS,
      .source = "expected of the elements' elastic energy; not so: (5)",
      .witness = "maxwell_slip_dissipation.json" },
    { .property = DISSIPATION,
      .declared = HOLDS,
      .domain = "Fs = Fc",
      .base = AT_DEFAULTS,
      .box = { { K, 1, 1e9 }, { ALPHA, 1e-3, 1 }, { FS, 1, 1 }, { SIGMA2, 0, 1e4 } },
      .n_box = 4,
      .source = "(5): then F_i s = alpha_i G in a slip" },
    { .property = STATE_BOUND,
      .declared = HOLDS,
      .domain = "always",
      .source = "(1), (2): |F_i| <= alpha_i Fs" },
    { .property = STEADY_STATE,
      .declared = HOLDS,
      .domain = "v != 0",
      .source = "(1), (2): every element slips in the end, towards alpha_i G(v)" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)-(4)" },
    { .property = RATE_INDEPENDENCE,
      .declared = HOLDS,
      .domain = "sigma2 = 0, Fs = Fc",
      .base = AT_DEFAULTS,
      .box = { { K, 1, 1e9 }, { ALPHA, 1e-3, 1 }, { FS, 1, 1 }, { SIGMA2, 0, 0 } },
      .n_box = 4,
      .source = "(1), (2): then elastic-perfectly plastic elements" },
    { .property = NO_DRIFT,
      .declared = HOLDS,
      .domain = "always",
      .signals = CYCLE_SIGNAL,
      .source = "(1): below break-away an element sticks, and its deflection is the travel" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)-(4)" },
    { .property = REGRESSOR,
      .declared = HOLDS,
      .domain = "z1..z4 known",
      .source = "(4): U = [z1, z2, z3, z4, v]" },
    { .property = IDENTIFIABILITY,
      .declared = HOLDS,
      .domain = "k1..k4, sigma2; z1..z4 known",
      .base = AT_DEFAULTS,
      .source = "(4): the elements slip one after the other" },
};

static const char *validate(const real p[])
{
    if (p[N] != (real)(int)p[N])
        return "N a whole number";
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

static real share(const real p[], int i)
{
    real sum = 0;
    for (int j = 0; j < (int)p[N]; j++)
        sum += p[ALPHA + j];
    return p[ALPHA + i] / sum;
}

/* Deflection at the limit, m. */
static real limit(const real p[], int i, real G) { return share(p, i) * G / p[K + i]; }

/* Returns true when element i already slips in the direction of motion s. */
static bool slips(const struct memory *mem, int i, real s) { return (real)mem->ints[i] * s > 0; }

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    const real G = level(p, v);
    for (int i = 0; i < MOST; i++) {
        if (i >= (int)p[N])
            dx[i] = 0;
        else if (slips(mem, i, s))
            dx[i] = p[RATE] * (share(p, i) * s - p[K + i] * x[i] / G) / p[K + i];
        else
            dx[i] = v;
    }
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    real F = p[SIGMA2] * v;
    for (int i = 0; i < (int)p[N]; i++)
        F += p[K + i] * x[i];
    return F;
}

/* Returns the direction in which elements slip, which is one for all; 0: none slips. */
static real direction(const struct memory *mem)
{
    for (int i = 0; i < MOST; i++)
        if (mem->ints[i] != 0)
            return (real)mem->ints[i];
    return 0;
}

/* The travel left to each limit, 1 for elements that have no limit before them. Slips end with the
 * motion, whatever the speed; that guard is 1 while nothing slips. */
static void guard(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    const real way = direction(mem), s = r_sign(v), G = level(p, v);
    g[TURN] = way == 0 ? 1 : v == 0 ? -1 : way * v;
    for (int i = 0; i < MOST; i++)
        g[LIMIT + i] = i >= (int)p[N] || mem->ints[i] != 0 ? 1 : limit(p, i, G) - s * x[i];
}

static enum status transition(const real p[], unsigned index, real v, real x[], struct memory *mem)
{
    if (index == TURN)
        start(p, 0, mem);
    else
        mem->ints[index - LIMIT] = (int64_t)r_sign(v);
    return STATUS_OK;
}

/* dG/dv = -s m |v/vs|^(m-1)/vs (G-Fc) */
static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    const real G = level(p, v);
    const real slope = -s * p[M] * r_pow(r_abs(v) / p[VS], p[M] - 1) / p[VS] * (p[FS] - p[FC]) *
                       stribeck_curve(v, p[VS], p[M]);
    for (int i = 0; i < MOST; i++) {
        const bool slip = slips(mem, i, s), absent = i >= (int)p[N];
        for (int j = 0; j < MOST; j++)
            jac->rate_x[i * MOST + j] = 0;
        jac->rate_x[i * MOST + i] = slip && !absent ? -p[RATE] / G : 0;
        jac->rate_v[i] = absent ? 0 : slip ? p[RATE] / G * x[i] / G * slope : 1;
        jac->force_x[i] = absent ? 0 : p[K + i];
    }
    jac->force_v = p[SIGMA2];
}

/* An element that slips, or is beyond its limit, relaxes; another follows the motion up to the
 * limit, where a slip at held velocity stands still. */
static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    const real G = level(p, v), distance = r_abs(v) * h;
    for (int i = 0; i < (int)p[N]; i++) {
        const real end = s * limit(p, i, G), room = limit(p, i, G) - s * x[i];
        int64_t slip = (int64_t)s;
        if (v == 0)
            slip = 0;
        else if (slips(mem, i, s) || room < 0)
            x[i] = relaxed(x[i], end, p[RATE] / G * h);
        else if (distance >= room)
            x[i] = end;
        else {
            x[i] += v * h;
            slip = 0;
        }
        mem->ints[i] = slip;
    }
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    const real G = level(p, v), distance = r_abs(v) * h;
    real sum = p[SIGMA2] * v * h;
    for (int i = 0; i < (int)p[N]; i++) {
        const real end = s * limit(p, i, G), room = limit(p, i, G) - s * x[i];
        if (slips(mem, i, s) || room < 0)
            sum += p[K + i] * (end + (x[i] - end) * decay_mean(p[RATE] / G * h)) * h;
        else {
            const real stuck = distance < room ? h : room / r_abs(v);
            sum += p[K + i] * ((x[i] + v * stuck / 2) * stuck + end * (h - stuck));
        }
    }
    return sum;
}

static real steady_force(const real p[], real v) { return level(p, v) * r_sign(v) + p[SIGMA2] * v; }

/* A slipping element relaxes at C/G from a distance of at most alpha_i Fs. A sticking one is at
 * most 2 alpha_i Fs away, and gets there along a straight line of slope k_i |v|: above its tangent
 * 2 alpha_i Fs (1 - r h) is 2 alpha_i Fs exp(-r h) for r = k_i |v|/(2 alpha_i Fs). */
static real settling_rate(const real p[], real v)
{
    real slowest = p[RATE] / level(p, v);
    for (int i = 0; i < (int)p[N]; i++)
        slowest = r_min(slowest, r_abs(v) / (2 * limit(p, i, p[FS])));
    return slowest;
}

static void bound(const real p[], real x_bound[])
{
    for (int i = 0; i < MOST; i++)
        x_bound[i] = limit(p, i, p[FS]);
}

static real force_scale(const real p[], real v, real travel)
{
    return p[FS] + p[SIGMA2] * r_abs(v);
}

static real storage(const real p[], const struct memory *mem, const real x[])
{
    real sum = 0;
    for (int i = 0; i < (int)p[N]; i++)
        sum += p[K + i] * x[i] * x[i];
    return sum / 2;
}

static real break_away(const real p[]) { return p[FS]; }

static real length(const real p[])
{
    real longest = 0;
    for (int i = 0; i < (int)p[N]; i++)
        longest = r_max(longest, limit(p, i, p[FS]));
    return longest;
}

static real stribeck(const real p[], real v) { return stribeck_curve(v, p[VS], p[M]); }

static real stribeck_speed(const real p[]) { return p[VS]; }

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    for (int i = 0; i < MOST; i++)
        u[i] = i < (int)p[N] ? x[i] : 0;
    u[MOST] = v;
}

static void coefficients(const real p[], real coefficient[])
{
    for (int i = 0; i < MOST; i++)
        coefficient[i] = p[K + i];
    coefficient[MOST] = p[SIGMA2];
}

const struct model PREC(model_maxwell_slip) = {
    .name = "maxwell_slip",
    .title = "Generalized Maxwell-slip (GMS)",
    .law = "sticking dz_i/dt = v until k_i z_i s = alpha_i G(v), slipping k_i dz_i/dt = C "
           "(alpha_i s - k_i z_i/G); F = sum of k_i z_i + sigma2 v",
    .source = "Al-Bender, Lampaert, Swevers, IEEE TAC 50(11), 2005",
    .params = params,
    .n_params = N_PARAMS,
    .whole_params = UINT64_C(1) << N,
    .speed_max = 1e3,
    .states = states,
    .n_states = MOST,
    .n_ints = MOST,
    .claims = claims,
    .n_claims = sizeof claims / sizeof *claims,
    .validate = validate,
    .rate = rate,
    .force = force,
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
    .n_regressors = MOST + 1,
    .regressor = regressor,
    .coefficients = coefficients,
};
