/* maxwell_slip by hand: solution and work along held velocity, element by element; one guard
 * serves for all reversals. Numbers of equations are those of the text. */
#include "models/laws/maxwell_slip_text.h"
#include "models/relaxation.h"
#include "models/stribeck_curve.h"

enum { MOST = 4 }; /* elements */
enum { TURN, LIMIT, N_GUARDS = LIMIT + MOST };

static void start(const real p[], uint64_t seed, struct memory *mem)
{
    for (int i = 0; i < MOST; i++)
        mem->ints[i] = 0;
}

static real level(const real p[], real v)
{
    return p[P_Fc] + (p[P_Fs] - p[P_Fc]) * stribeck_curve(v, p[P_vs], p[P_m]);
}

static real share(const real p[], int i)
{
    real sum = 0;
    for (int j = 0; j < (int)p[P_N]; j++)
        sum += p[P_alpha1 + j];
    return p[P_alpha1 + i] / sum;
}

/* Deflection at the limit, m. */
static real limit(const real p[], int i, real G) { return share(p, i) * G / p[P_k1 + i]; }

/* Returns true when element i already slips in the direction of motion s. */
static bool slips(const struct memory *mem, int i, real s) { return (real)mem->ints[i] * s > 0; }

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    const real G = level(p, v);
    for (int i = 0; i < MOST; i++) {
        if (i >= (int)p[P_N])
            dx[i] = 0;
        else if (slips(mem, i, s))
            dx[i] = p[P_C] * (share(p, i) * s - p[P_k1 + i] * x[i] / G) / p[P_k1 + i];
        else
            dx[i] = v;
    }
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    real F = p[P_sigma2] * v;
    for (int i = 0; i < (int)p[P_N]; i++)
        F += p[P_k1 + i] * x[i];
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
        g[LIMIT + i] = i >= (int)p[P_N] || mem->ints[i] != 0 ? 1 : limit(p, i, G) - s * x[i];
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
    const real slope = -s * p[P_m] * r_pow(r_abs(v) / p[P_vs], p[P_m] - 1) / p[P_vs] *
                       (p[P_Fs] - p[P_Fc]) * stribeck_curve(v, p[P_vs], p[P_m]);
    for (int i = 0; i < MOST; i++) {
        const bool slip = slips(mem, i, s), absent = i >= (int)p[P_N];
        for (int j = 0; j < MOST; j++)
            jac->rate_x[i * MOST + j] = 0;
        jac->rate_x[i * MOST + i] = slip && !absent ? -p[P_C] / G : 0;
        jac->rate_v[i] = absent ? 0 : slip ? p[P_C] / G * x[i] / G * slope : 1;
        jac->force_x[i] = absent ? 0 : p[P_k1 + i];
    }
    jac->force_v = p[P_sigma2];
}

/* An element that slips, or is beyond its limit, relaxes; another follows the motion up to the
 * limit, where a slip at held velocity stands still. */
static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    const real G = level(p, v), distance = r_abs(v) * h;
    for (int i = 0; i < (int)p[P_N]; i++) {
        const real end = s * limit(p, i, G), room = limit(p, i, G) - s * x[i];
        int64_t slip = (int64_t)s;
        if (v == 0)
            slip = 0;
        else if (slips(mem, i, s) || room < 0)
            x[i] = relaxed(x[i], end, p[P_C] / G * h);
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
    real sum = p[P_sigma2] * v * h;
    for (int i = 0; i < (int)p[P_N]; i++) {
        const real end = s * limit(p, i, G), room = limit(p, i, G) - s * x[i];
        if (slips(mem, i, s) || room < 0)
            sum += p[P_k1 + i] * (end + (x[i] - end) * decay_mean(p[P_C] / G * h)) * h;
        else {
            const real stuck = distance < room ? h : room / r_abs(v);
            sum += p[P_k1 + i] * ((x[i] + v * stuck / 2) * stuck + end * (h - stuck));
        }
    }
    return sum;
}

static void bound(const real p[], real x_bound[])
{
    for (int i = 0; i < MOST; i++)
        x_bound[i] = limit(p, i, p[P_Fs]);
}

static real length(const real p[])
{
    real longest = 0;
    for (int i = 0; i < (int)p[P_N]; i++)
        longest = r_max(longest, limit(p, i, p[P_Fs]));
    return longest;
}

const struct model PREC(model_maxwell_slip) = {
    LAW_TABLES,
    .rate = rate,
    .force = force,
    .n_guards = N_GUARDS,
    .start = start,
    .guard = guard,
    .transition = transition,
    .jacobian = jacobian,
    .flow = flow,
    .work = work,
    .steady_force = law_maxwell_slip_steady_force,
    .settling_rate = law_maxwell_slip_settling_rate,
    .bound = bound,
    .force_scale = law_maxwell_slip_force_scale,
    .storage = law_maxwell_slip_storage,
    .break_away = law_maxwell_slip_break_away,
    .length = length,
    .stribeck = law_maxwell_slip_stribeck,
    .stribeck_speed = law_maxwell_slip_stribeck_speed,
    .regressor = law_maxwell_slip_regressor,
    .coefficients = law_maxwell_slip_coefficients,
};
