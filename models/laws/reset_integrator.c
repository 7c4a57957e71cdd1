/* Reset integrator: a bristle that stops stretching when it is at its limit.
 *
 *     dp/dt = 0   if (v > 0 and p >= p0) or (v < 0 and p <= -p0), else v   (1)
 *     F     = (1 + a(p)) k p + b dp/dt,   a(p) = a0 for |p| < p0, else 0   (2)
 *
 * D. A. Haessig, B. Friedland, "On the modeling and simulation of friction", ASME J. Dyn. Syst.
 * Meas. Control 113(3), 354-362, 1991 (not confirmed against the paper), in the form of Olsson et
 * al., "Friction models and friction compensation", Eur. J. Control 4(3), 176-195, 1998 (not
 * confirmed against the paper). k p0 is the sliding friction, (1 + a0) k p0 the break-away force.
 * Stiffness and damping have the values of Table I of Canudas de Wit et al. 1995, p0 = Fc/sigma0
 * and 1 + a0 = Fs/Fc.
 *
 * Below the limit p is the travel itself, so there is no drift; at the limit the force
 * drops at once, by a0 k p0. Which case of (1) and (2) holds is memory: a slip begins where
 * |p| passes p0, and the transition puts p back there; it ends where the motion turns back.
 * At rest after a slip it has not ended.
 */
#include "models/model.h"

enum { K, P0, A0, B, N_PARAMS };
enum { SLIP, N_INTS }; /* the direction of the slip, or 0 */
enum { LIMIT, TURN, N_GUARDS };

static const struct quantity params[N_PARAMS] = {
    [K] = { "k", "N/m", 1e5, 1, 1e9, "stiffness sigma0 of Canudas de Wit et al. 1995" },
    [P0] = { "p0", "m", 1e-5, 1e-9, 1e-2, "Fc/sigma0 there" },
    [A0] = { "a0", "1", 0.5, 0, 10, "Fs/Fc - 1 there; 0: no stiction" },
    [B] = { "b", "N s/m", 316.22776601683796, 0, 1e6, "sigma1 there; 0: no damping" },
};

static const struct quantity states[] = {
    { "p", "m", 0, -1, 1, "strain of the bristle" },
};

static bool damped(const real p[]) { return p[B] > 0; }

static const struct claim claims[] = {
    { .property = PASSIVITY,
      .declared = HOLDS,
      .domain = "b > 0",
      .contains = damped,
      .source = "storage below; without damping a stretch below break-away comes back whole" },
    { .property = DISSIPATION,
      .declared = HOLDS,
      .domain = "always",
      .source = "S = (1+a0) k p^2/2: F v - dS/dt is b v^2 below the limit, k p0 |v| at it" },
    { .property = STATE_BOUND, .declared = HOLDS, .domain = "always", .source = "(1)" },
    { .property = STEADY_STATE,
      .declared = HOLDS,
      .domain = "v != 0",
      .source = "(1), (2): at the limit after a travel of at most 2 p0" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1), (2)" },
    { .property = NO_DRIFT,
      .declared = HOLDS,
      .domain = "always",
      .signals = CYCLE_SIGNAL,
      .source = "(1): below break-away p is the travel" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1), (2)" },
};

static void start(const real p[], uint64_t seed, struct memory *mem) { mem->ints[SLIP] = 0; }

static bool slips(const struct memory *mem) { return mem->ints[SLIP] != 0; }

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    dx[0] = slips(mem) ? 0 : v;
}

static real stiffness(const real p[], const struct memory *mem)
{
    return slips(mem) ? p[K] : (1 + p[A0]) * p[K];
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    return stiffness(p, mem) * x[0] + (slips(mem) ? 0 : p[B] * v);
}

/* A slip ends where the motion turns back, whatever the speed. Without a slip that guard
 * is 1 m/s. */
static void guard(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    g[LIMIT] = p[P0] - r_abs(x[0]);
    g[TURN] = slips(mem) ? (real)mem->ints[SLIP] * v : 1;
}

static enum status transition(const real p[], unsigned index, real v, real x[], struct memory *mem)
{
    if (index == TURN)
        mem->ints[SLIP] = 0;
    else {
        mem->ints[SLIP] = x[0] > 0 ? 1 : -1;
        x[0] = (real)mem->ints[SLIP] * p[P0];
    }
    return STATUS_OK;
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    jac->rate_x[0] = 0;
    jac->rate_v[0] = slips(mem) ? 0 : 1;
    jac->force_x[0] = stiffness(p, mem);
    jac->force_v = slips(mem) ? 0 : p[B];
}

/* Returns true when the slip goes on all the way in the direction s. */
static bool goes_on(const struct memory *mem, real s) { return (real)mem->ints[SLIP] * s > 0; }

/* Travel left before the limit in the direction s; negative beyond it. */
static real room(const real p[], real s, real x) { return p[P0] - s * x; }

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    if (v == 0 || goes_on(mem, s))
        return;
    const bool reaches = r_abs(v) * h >= room(p, s, x[0]);
    mem->ints[SLIP] = reaches ? (int64_t)s : 0;
    x[0] = reaches ? s * p[P0] : r_max(-p[P0], r_min(p[P0], x[0] + v * h));
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    if (goes_on(mem, s))
        return p[K] * x[0] * h;
    const real distance = r_abs(v) * h, left = room(p, s, x[0]);
    const real stretching = distance < left ? h : left / r_abs(v);
    const real mean = x[0] + v * stretching / 2;
    return ((1 + p[A0]) * p[K] * mean + p[B] * v) * stretching +
           p[K] * p[P0] * s * (h - stretching);
}

static real steady_force(const real p[], real v) { return p[K] * p[P0] * r_sign(v); }

/* The limit is reached after a travel of at most 2 p0, in which 2 exp(-|v| h/(4 p0)) falls no
 * further than to 1.21: not below the distance of any force from the steady one. */
static real settling_rate(const real p[], real v) { return r_abs(v) / (4 * p[P0]); }

static void bound(const real p[], real x_bound[]) { x_bound[0] = p[P0]; }

static real force_scale(const real p[], real v, real travel)
{
    return (1 + p[A0]) * p[K] * p[P0] + p[B] * r_abs(v);
}

static real storage(const real p[], const struct memory *mem, const real x[])
{
    return (1 + p[A0]) * p[K] * x[0] * x[0] / 2;
}

static real break_away(const real p[]) { return (1 + p[A0]) * p[K] * p[P0]; }

static real length(const real p[]) { return p[P0]; }

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    u[0] = slips(mem) ? 0 : x[0];
    u[1] = x[0];
    u[2] = slips(mem) ? 0 : v;
}

static void coefficients(const real p[], real coefficient[])
{
    coefficient[0] = p[A0] * p[K];
    coefficient[1] = p[K];
    coefficient[2] = p[B];
}

const struct model PREC(model_reset_integrator) = {
    .name = "reset_integrator",
    .title = "Haessig-Friedland reset integrator",
    .law = "dp/dt = v while |p| < p0; F = (1 + a0 [|p| < p0]) k p + b dp/dt",
    .source = "Haessig & Friedland, ASME JDSMC 113(3), 1991",
    .params = params,
    .n_params = N_PARAMS,
    .speed_max = 1e3,
    .states = states,
    .n_states = 1,
    .n_ints = N_INTS,
    .claims = claims,
    .n_claims = sizeof claims / sizeof *claims,
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
    .n_regressors = 3,
    .regressor = regressor,
    .coefficients = coefficients,
};
