/* armstrong by hand: solution and work along held velocity are those of a spring that breaks away
 * at a time which solves a quadratic. Numbers of equations are those of the text. */
#include "models/laws/armstrong_text.h"
#include "models/relaxation.h"

enum { SLIDES, N_INTS };   /* the direction, 0 while stuck */
enum { LACKING, N_REALS }; /* Fs - Fsa, N */
enum { TURN, LIMIT, N_GUARDS };

static void start(const real p[], uint64_t seed, struct memory *mem)
{
    mem->ints[SLIDES] = 0;
    mem->reals[LACKING] = 0;
}

static bool slides(const struct memory *mem) { return mem->ints[SLIDES] != 0; }

/* (3) */
static real stribeck_level(const real p[], const struct memory *mem, real psi)
{
    return p[P_Fs] - mem->reals[LACKING] * r_abs(psi);
}

/* r(v), also where (v/vs)^2 overflows */
static real settled_loss(const real p[], real v)
{
    const real u = r_abs(v) / p[P_vs];
    return u < 1 ? u * u / (1 + u * u) : 1 / (1 + 1 / u / u);
}

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    dx[X_z] = slides(mem) ? 0 : v;
    dx[X_loss] = (settled_loss(p, v) - x[X_loss]) / p[P_tau];
    dx[X_psi] = slides(mem) ? 0 : -x[X_psi] * r_abs(x[X_psi]) / p[P_gamma];
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    if (!slides(mem))
        return p[P_sigma0] * x[X_z];
    return (p[P_Fc] + stribeck_level(p, mem, x[X_psi]) * (1 - x[X_loss])) * s + p[P_sigma2] * v;
}

/* Returns the deflection at which the spring breaks away, m. */
static real limit(const real p[], const struct memory *mem, real psi)
{
    return (p[P_Fc] + stribeck_level(p, mem, psi)) / p[P_sigma0];
}

/* A slide ends with the motion, whatever the speed. A guard that does not apply is 1. */
static void guard(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    g[TURN] = !slides(mem) ? 1 : v == 0 ? -1 : (real)mem->ints[SLIDES] * v;
    g[LIMIT] = slides(mem) ? 1 : limit(p, mem, x[X_psi]) - r_sign(v) * x[X_z];
}

static void stop(const real p[], struct memory *mem, real x[])
{
    const real left = stribeck_level(p, mem, x[X_psi]) * (1 - x[X_loss]);
    x[X_z] = (real)mem->ints[SLIDES] * (p[P_Fc] + left) / p[P_sigma0];
    x[X_psi] = 1;
    mem->ints[SLIDES] = 0;
    mem->reals[LACKING] = p[P_Fs] - left;
}

static void break_loose(const real p[], struct memory *mem, real s, real x[])
{
    x[X_z] = s * limit(p, mem, x[X_psi]);
    mem->ints[SLIDES] = (int64_t)s;
}

static enum status transition(const real p[], unsigned index, real v, real x[], struct memory *mem)
{
    if (index == TURN)
        stop(p, mem, x);
    else
        break_loose(p, mem, r_sign(v), x);
    return STATUS_OK;
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    const bool slide = slides(mem);
    const real loss = settled_loss(p, v);
    for (int i = 0; i < N_STATES * N_STATES; i++)
        jac->rate_x[i] = 0;
    jac->rate_x[X_loss * N_STATES + X_loss] = -1 / p[P_tau];
    jac->rate_x[X_psi * N_STATES + X_psi] = slide ? 0 : -2 * r_abs(x[X_psi]) / p[P_gamma];
    jac->rate_v[X_z] = slide ? 0 : 1;
    /* dr/dv = 2 r (1-r)/v */
    jac->rate_v[X_loss] = v == 0 ? 0 : 2 * loss / (1 + v / p[P_vs] * (v / p[P_vs])) / v / p[P_tau];
    jac->rate_v[X_psi] = 0;
    jac->force_x[X_z] = slide ? 0 : p[P_sigma0];
    jac->force_x[X_loss] = slide ? -stribeck_level(p, mem, x[X_psi]) * s : 0;
    jac->force_x[X_psi] = slide ? -mem->reals[LACKING] * (1 - x[X_loss]) * s : 0;
    jac->force_v = slide ? p[P_sigma2] : 0;
}

/* When the spring, stretched by |v|, catches up with the level: with k = sigma0 |v|, room r and
 * lack D, k t = r + D psi - D psi/(1 + psi t/gamma), a quadratic whose other root is negative. */
static real break_time(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    const real psi = r_abs(x[X_psi]), k = p[P_sigma0] * r_abs(v), D = mem->reals[LACKING];
    const real r = r_max(0, p[P_Fc] + stribeck_level(p, mem, psi) - s * p[P_sigma0] * x[X_z]);
    const real linear = k - psi * (r + D * psi) / p[P_gamma], square = k * psi / p[P_gamma];
    if (D == 0)
        return r / k;
    const real root = r_sqrt(linear * linear + 4 * square * r);
    return linear >= 0 ? 2 * r / (linear + root) : (root - linear) / (2 * square);
}

/* Returns psi after a rest of t seconds. */
static real rested(const real p[], real psi, real t)
{
    return psi / (1 + r_abs(psi) * t / p[P_gamma]);
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    if (slides(mem) && !((real)mem->ints[SLIDES] * v > 0))
        stop(p, mem, x);
    x[X_loss] = relaxed(x[X_loss], settled_loss(p, v), h / p[P_tau]);
    if (slides(mem))
        return;
    const real loose = v == 0 ? h : break_time(p, mem, v, s, x);
    if (v != 0 && loose < h) {
        x[X_psi] = rested(p, x[X_psi], loose);
        break_loose(p, mem, s, x);
    } else {
        x[X_z] += v * h;
        x[X_psi] = rested(p, x[X_psi], h);
    }
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    struct memory then = *mem;
    real y[N_STATES] = { x[X_z], x[X_loss], x[X_psi] }, impulse = 0;
    const real settled = settled_loss(p, v);
    if (slides(&then) && (real)then.ints[SLIDES] != s)
        stop(p, &then, y);
    if (!slides(&then)) {
        const real loose = r_min(h, break_time(p, &then, v, s, y));
        impulse = p[P_sigma0] * (y[X_z] + v * loose / 2) * loose;
        y[X_loss] = relaxed(y[X_loss], settled, loose / p[P_tau]);
        y[X_psi] = rested(p, y[X_psi], loose);
        h -= loose;
    }
    const real lost = settled + (y[X_loss] - settled) * decay_mean(h / p[P_tau]);
    const real level = p[P_Fc] + stribeck_level(p, &then, y[X_psi]) * (1 - lost);
    return impulse + (level * s + p[P_sigma2] * v) * h;
}

const struct model PREC(model_armstrong) = {
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
    .bound = law_armstrong_bound,
    .force_scale = law_armstrong_force_scale,
    .storage = law_armstrong_storage,
    .break_away = law_armstrong_break_away,
    .length = law_armstrong_length,
    .stribeck_speed = law_armstrong_stribeck_speed,
};
