/* leuven by hand: solution, work and the stretch at break-away follow the elements one after the
 * other; one guard serves for all reversals; rates and Jacobian are twice as fast as the derived
 * ones. Numbers of equations are those of the text. */
#include "models/laws/leuven_text.h"
#include "models/slip_elements.h"
#include "models/stribeck_curve.h"

enum { MOST = ELEMENTS_MAX };
enum { TURN, LIMIT, N_GUARDS = LIMIT + MOST };

static int count(const real p[]) { return (int)p[P_N]; }

static void start(const real p[], uint64_t seed, struct memory *mem)
{
    for (int i = 0; i < MOST; i++)
        mem->ints[i] = 0;
}

static real level(const real p[], real v)
{
    return p[P_Fc] + (p[P_Fs] - p[P_Fc]) * stribeck_curve(v, p[P_vs], p[P_m]);
}

static struct elements elements(const real p[])
{
    return (struct elements){ count(p), &p[P_k1], &p[P_W1] };
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
    return v * saturation_rate(p[P_n], s * hysteresis(p, x) / G);
}

/* Returns true when element i slips while z moves at the velocity dz. */
static bool slips(const struct memory *mem, int i, real dz) { return (real)mem->ints[i] * dz > 0; }

static real rate_and_force(const real p[], const struct memory *mem, real v, real s, const real x[],
                           real dx[])
{
    const real dz = drift(p, v, s, x, level(p, v));
    for (int i = 0; i < MOST; i++)
        dx[i] = i >= count(p) || slips(mem, i, dz) ? 0 : dz;
    return hysteresis(p, x) + p[P_sigma1] * dz + p[P_sigma2] * v;
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
 * sliding at w = 1. The other guards are the travel left to each limit; where none is left the
 * element slips, as the text says. A guard that does not apply is 1. */
static void guard(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    const real way = direction(mem), G = level(p, v);
    const real ahead = v * (1 - r_sign(v) * hysteresis(p, x) / G);
    const real rounding = 16 * R_EPSILON * p[P_Fs] / G * r_abs(v);
    g[TURN] = way == 0 ? 1 : way * ahead + rounding;
    for (int i = 0; i < MOST; i++) {
        const real room = limit(p, i) - r_sign(ahead) * x[i];
        g[LIMIT + i] = i >= count(p) || mem->ints[i] != 0 ? 1 : room == 0 ? -R_MIN : room;
    }
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
    const real G = level(p, v), w = s * hysteresis(p, x) / G, n = p[P_n];
    const real steepness = p[P_m] * stribeck_power(v, p[P_vs], p[P_m]) * (G - p[P_Fc]) / G;
    const real by_w = n == 2 ? 2 * r_abs(w) : 1;
    const real by_v = saturation_rate(n, w) - by_w * w * steepness;
    const real dz = v * saturation_rate(n, w);
    for (int j = 0; j < MOST; j++) {
        const real by_x = j < count(p) ? -r_abs(v) * by_w * (p[P_k1 + j] / G) : 0;
        for (int i = 0; i < MOST; i++)
            jac->rate_x[i * MOST + j] = i >= count(p) || slips(mem, i, dz) ? 0 : by_x;
        jac->rate_v[j] = j >= count(p) || slips(mem, j, dz) ? 0 : by_v;
        jac->force_x[j] = j < count(p) ? p[P_k1 + j] + p[P_sigma1] * by_x : 0;
    }
    jac->force_v = p[P_sigma1] * by_v + p[P_sigma2];
}

/* Follows a held velocity for the time h, with y_i = s z_i. */
static struct passage along_path(const real p[], real v, real s, real h, const real x[])
{
    const struct elements e = elements(p);
    struct passage at = { .n = p[P_n], .G = level(p, v) };
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
    return level(p, v) / v * at.integral + p[P_sigma1] * s * at.gain + p[P_sigma2] * v * h;
}

/* Returns |z| at F_h = Fs, stretched from rest, m. */
static real length(const real p[])
{
    const struct elements e = elements(p);
    return elements_stretch(&e, p[P_Fs]);
}

static void bound(const real p[], real x_bound[])
{
    const real z = length(p);
    for (int i = 0; i < MOST; i++)
        x_bound[i] = r_min(limit(p, i), z);
}

const struct model PREC(model_leuven) = {
    LAW_TABLES,
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
    .steady_force = law_leuven_steady_force,
    .settling_rate = law_leuven_settling_rate,
    .bound = bound,
    .force_scale = law_leuven_force_scale,
    .storage = law_leuven_storage,
    .break_away = law_leuven_break_away,
    .length = length,
    .stribeck = law_leuven_stribeck,
    .stribeck_speed = law_leuven_stribeck_speed,
    .regressor = law_leuven_regressor,
    .coefficients = law_leuven_coefficients,
};
