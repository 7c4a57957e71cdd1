/* Karnopp: a band of velocities that count as rest.
 *
 *     F = Fc sgn(v) + sigma2 v,       |v| >= Dv                        (1)
 *     F = min(max(u, -Fs), Fs),       |v| < Dv                         (2)
 *
 * with u the force applied. D. Karnopp, "Computer simulation of stick-slip friction in mechanical
 * dynamic systems", ASME J. Dyn. Syst. Meas. Control 107(1), 100-103, 1985 (not confirmed against
 * the paper), in the form of Olsson et al., "Friction models and friction compensation", Eur. J.
 * Control 4(3), 176-195, 1998 (not confirmed against the paper).
 *
 * A mass in the band is held at v = 0 while |u| <= Fs: it loses the rest of its momentum, at most
 * Dv per kilogram, when it enters. Pushed harder it crosses the band under the constant force
 * Fs sgn(u), by (2) as printed: also where that is along a motion that is about to turn.
 *
 * Driven by a velocity there is no u: inside the band F is then any force in [-Fs, Fs], as under
 * Coulomb friction at v = 0. Where one is needed it is Fs s, with s = sgn v the largest against the
 * motion, and so is the energy.
 *
 * Whether v is in the band is memory, so that both branches are smooth a little beyond its edges.
 */
#include "models/model.h"

enum { DV, FC, FS, SIGMA2, N_PARAMS };
enum { INSIDE, N_INTS }; /* 1: in the band */

static const struct quantity params[N_PARAMS] = {
    [DV] = { "Dv", "m/s", 1e-4, 1e-9, 1, "a tenth of vs of Table I; 1e-3 m/s and less are usual" },
    [FC] = { "Fc", "N", 1.0, 1e-6, 1e6, "Table I of Canudas de Wit et al. 1995" },
    [FS] = { "Fs", "N", 1.5, 1e-6, 1e6, "Table I; Fs >= Fc" },
    [SIGMA2] = { "sigma2", "N s/m", 0.4, 0, 1e4, "Table I" },
};

static const struct claim claims[] = {
    { .property = PASSIVITY,
      .declared = HOLDS,
      .domain = "in the band the largest force",
      .source = "(1), (2): F v >= Fc |v|" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1), (2)" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1), (2)" },
    { .property = STEADY_STATE,
      .declared = HOLDS,
      .domain = "v != 0, in the band the largest force",
      .source = "(1), (2): no state" },
    { .property = REGRESSOR,
      .declared = HOLDS,
      .domain = "Dv known",
      .source = "(1), (2): U = [s, 0, 0] in the band, [0, s, v] outside" },
};

static const char *validate(const real p[]) { return p[FS] >= p[FC] ? NULL : "Fs >= Fc"; }

static void start(const real p[], uint64_t seed, struct memory *mem) { mem->ints[INSIDE] = 1; }

static bool in_band(const real p[], real v) { return r_abs(v) < p[DV]; }

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
}

static real force_of(const real p[], bool inside, real v, real s)
{
    return inside ? p[FS] * s : p[FC] * s + p[SIGMA2] * v;
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    return force_of(p, mem->ints[INSIDE] != 0, v, s);
}

/* Distance in speed to the edge of the band, m/s. The largest speed inside is the one next below
 * Dv, to which Dv (1 - eps/2) rounds. */
static void guard(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    g[0] = mem->ints[INSIDE] ? p[DV] * (1 - R_EPSILON / 2) - r_abs(v) : r_abs(v) - p[DV];
}

static enum status transition(const real p[], unsigned index, real v, real x[], struct memory *mem)
{
    mem->ints[INSIDE] = !mem->ints[INSIDE];
    return STATUS_OK;
}

static void stiction(const real p[], const struct memory *mem, const real x[], real f[2])
{
    f[0] = -p[FS];
    f[1] = p[FS];
}

static real stick_band(const real p[]) { return p[DV]; }

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    jac->force_v = mem->ints[INSIDE] ? 0 : p[SIGMA2];
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    if (mem)
        mem->ints[INSIDE] = in_band(p, v);
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    return force_of(p, in_band(p, v), v, s) * h;
}

static real steady_force(const real p[], real v)
{
    return force_of(p, in_band(p, v), v, r_sign(v));
}

static real settling_rate(const real p[], real v) { return (real)INFINITY; }

static real force_scale(const real p[], real v, real travel)
{
    return p[FS] + p[SIGMA2] * r_abs(v);
}

static real stribeck_speed(const real p[]) { return p[DV]; }

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    const bool inside = mem->ints[INSIDE] != 0;
    u[0] = inside ? s : 0;
    u[1] = inside ? 0 : s;
    u[2] = inside ? 0 : v;
}

static void coefficients(const real p[], real coefficient[])
{
    coefficient[0] = p[FS];
    coefficient[1] = p[FC];
    coefficient[2] = p[SIGMA2];
}

const struct model PREC(model_karnopp) = {
    .name = "karnopp",
    .title = "Karnopp: sticks over a band of velocities",
    .law = "F = Fc sgn v + sigma2 v; for |v| < Dv the force applied, at most Fs",
    .source = "Karnopp, ASME JDSMC 107(1), 1985",
    .params = params,
    .n_params = N_PARAMS,
    .speed_max = 1e3,
    .n_ints = N_INTS,
    .claims = claims,
    .n_claims = sizeof claims / sizeof *claims,
    .validate = validate,
    .rate = rate,
    .force = force,
    .n_guards = 1,
    .start = start,
    .guard = guard,
    .transition = transition,
    .stiction = stiction,
    .stick_band = stick_band,
    .jacobian = jacobian,
    .flow = flow,
    .work = work,
    .steady_force = steady_force,
    .settling_rate = settling_rate,
    .force_scale = force_scale,
    .stribeck_speed = stribeck_speed,
    .n_regressors = 3,
    .regressor = regressor,
    .coefficients = coefficients,
};
