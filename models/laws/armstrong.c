/* Armstrong's seven-parameter model: static friction that rises with the time at rest, and Stribeck
 * friction that follows the velocity late.
 *
 *     stuck:    F = sigma0 z,   dz/dt = v,   until s z = (Fc + Fs(t2))/sigma0        (1)
 *     sliding:  F = [Fc + Fs(t2) (1 - l)] s + sigma2 v,   until v = 0                (2)
 *     Fs(t2) = Fsa + (Fs - Fsa) t2/(t2 + gamma)                                     (3)
 *     tau dl/dt = r(v) - l,   r = (v/vs)^2/(1 + (v/vs)^2)                            (4)
 *
 * with s = sgn v, t2 the time spent stuck and Fsa what was left of Stribeck friction, Fs(t2) (1-l),
 * at the end of the sliding before. B. Armstrong-Helouvry, P. Dupont, C. Canudas de Wit, "A survey
 * of models, analysis tools and compensation methods for the control of machines with friction",
 * Automatica 30(7), 1083-1138, 1994; Olsson et al., "Friction models and friction compensation",
 * Eur. J. Control 4(3), 176-195, 1998 (not confirmed against the paper). Fs is what static friction
 * after a long rest has over Fc.
 *
 * Deviations. The survey has r at v(t - tau), a pure delay; (4) is a first-order lag of the same
 * time. It leaves open how sticking passes into sliding: here the force breaks away where it
 * reaches the static level, and a slide that stops leaves the spring at its last force, so that F
 * is continuous there. Fs(t2) stays as it is while sliding.
 *
 * The state psi = gamma/(t2 + gamma) stands for the time at rest, dpsi/dt = -psi^2/gamma while
 * stuck; it is 0 after an infinite rest, with which everything begins, and never negative (the
 * equations go on evenly). Mode and Fs - Fsa are memory.
 *
 * With S = sigma0 z^2/2, F v = dS/dt while stuck, F v >= Fc |v| at constant S while sliding, and
 * a stop never raises |z|: (1)-(4) only dissipate, whatever has happened. There is no steady force
 * of v alone: Fs(t2) depends on the last rest.
 */
#include "models/model.h"
#include "models/relaxation.h"

enum { SIGMA0, FC, FS, VS, SIGMA2, TAU, GAMMA, N_PARAMS };
enum { Z, LOSS, PSI, N_STATES };
enum { SLIDES, N_INTS };   /* the direction, 0 while stuck */
enum { LACKING, N_REALS }; /* Fs - Fsa, N */
enum { TURN, LIMIT, N_GUARDS };

static const struct quantity params[N_PARAMS] = {
    [SIGMA0] = { "sigma0", "N/m", 1e5, 1, 1e9, "Table I of Canudas de Wit et al. 1995" },
    [FC] = { "Fc", "N", 1.0, 1e-6, 1e6, "Table I; any friction level" },
    [FS] = { "Fs", "N", 0.5, 1e-6, 1e6, "Table I: its Fs - Fc" },
    [VS] = { "vs", "m/s", 1e-3, 1e-6, 10, "Table I; creeping to fast sliding" },
    [SIGMA2] = { "sigma2", "N s/m", 0.4, 0, 1e4, "Table I" },
    [TAU] = { "tau", "s", 5e-3, 1e-6, 1, "1 to 50 ms in Armstrong-Helouvry et al. 1994" },
    [GAMMA] = { "gamma", "s", 1.0, 1e-3, 1e3, "0 to 200 s there" },
};

static const struct quantity states[N_STATES] = {
    [Z] = { "z", "m", 0, -1, 1, "stretch of the contact; while sliding, where it broke away" },
    [LOSS] = { "loss", "1", 0, 0, 1, "part of Stribeck friction that speed has taken" },
    [PSI] = { "psi", "1", 0, 0, 1, "gamma/(t2 + gamma), t2 the time stuck" },
};

static const struct claim claims[] = {
    { .property = DISSIPATION,
      .declared = HOLDS,
      .domain = "always",
      .source = "S = sigma0 z^2/2; (1), (2)" },
    { .property = STATE_BOUND,
      .declared = HOLDS,
      .domain = "always",
      .source = "(1)-(4): sigma0 |z| <= Fc + Fs" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)-(4)" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)-(4)" },
};

static void start(const real p[], uint64_t seed, struct memory *mem)
{
    mem->ints[SLIDES] = 0;
    mem->reals[LACKING] = 0;
}

static bool slides(const struct memory *mem) { return mem->ints[SLIDES] != 0; }

/* (3) */
static real stribeck_level(const real p[], const struct memory *mem, real psi)
{
    return p[FS] - mem->reals[LACKING] * r_abs(psi);
}

/* r(v), also where (v/vs)^2 overflows */
static real settled_loss(const real p[], real v)
{
    const real u = r_abs(v) / p[VS];
    return u < 1 ? u * u / (1 + u * u) : 1 / (1 + 1 / u / u);
}

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    dx[Z] = slides(mem) ? 0 : v;
    dx[LOSS] = (settled_loss(p, v) - x[LOSS]) / p[TAU];
    dx[PSI] = slides(mem) ? 0 : -x[PSI] * r_abs(x[PSI]) / p[GAMMA];
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    if (!slides(mem))
        return p[SIGMA0] * x[Z];
    return (p[FC] + stribeck_level(p, mem, x[PSI]) * (1 - x[LOSS])) * s + p[SIGMA2] * v;
}

/* Returns the deflection at which the spring breaks away, m. */
static real limit(const real p[], const struct memory *mem, real psi)
{
    return (p[FC] + stribeck_level(p, mem, psi)) / p[SIGMA0];
}

/* A slide ends with the motion, whatever the speed. A guard that does not apply is 1. */
static void guard(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    g[TURN] = !slides(mem) ? 1 : v == 0 ? -1 : (real)mem->ints[SLIDES] * v;
    g[LIMIT] = slides(mem) ? 1 : limit(p, mem, x[PSI]) - r_sign(v) * x[Z];
}

static void stop(const real p[], struct memory *mem, real x[])
{
    const real left = stribeck_level(p, mem, x[PSI]) * (1 - x[LOSS]);
    x[Z] = (real)mem->ints[SLIDES] * (p[FC] + left) / p[SIGMA0];
    x[PSI] = 1;
    mem->ints[SLIDES] = 0;
    mem->reals[LACKING] = p[FS] - left;
}

static void break_loose(const real p[], struct memory *mem, real s, real x[])
{
    x[Z] = s * limit(p, mem, x[PSI]);
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
    jac->rate_x[LOSS * N_STATES + LOSS] = -1 / p[TAU];
    jac->rate_x[PSI * N_STATES + PSI] = slide ? 0 : -2 * r_abs(x[PSI]) / p[GAMMA];
    jac->rate_v[Z] = slide ? 0 : 1;
    /* dr/dv = 2 r (1-r)/v */
    jac->rate_v[LOSS] = v == 0 ? 0 : 2 * loss / (1 + v / p[VS] * (v / p[VS])) / v / p[TAU];
    jac->rate_v[PSI] = 0;
    jac->force_x[Z] = slide ? 0 : p[SIGMA0];
    jac->force_x[LOSS] = slide ? -stribeck_level(p, mem, x[PSI]) * s : 0;
    jac->force_x[PSI] = slide ? -mem->reals[LACKING] * (1 - x[LOSS]) * s : 0;
    jac->force_v = slide ? p[SIGMA2] : 0;
}

/* When the spring, stretched by |v|, catches up with the level: with k = sigma0 |v|, room r and
 * lack D, k t = r + D psi - D psi/(1 + psi t/gamma), a quadratic whose other root is negative. */
static real break_time(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    const real psi = r_abs(x[PSI]), k = p[SIGMA0] * r_abs(v), D = mem->reals[LACKING];
    const real r = r_max(0, p[FC] + stribeck_level(p, mem, psi) - s * p[SIGMA0] * x[Z]);
    const real linear = k - psi * (r + D * psi) / p[GAMMA], square = k * psi / p[GAMMA];
    if (D == 0)
        return r / k;
    const real root = r_sqrt(linear * linear + 4 * square * r);
    return linear >= 0 ? 2 * r / (linear + root) : (root - linear) / (2 * square);
}

/* Returns psi after a rest of t seconds. */
static real rested(const real p[], real psi, real t)
{
    return psi / (1 + r_abs(psi) * t / p[GAMMA]);
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    if (slides(mem) && !((real)mem->ints[SLIDES] * v > 0))
        stop(p, mem, x);
    x[LOSS] = relaxed(x[LOSS], settled_loss(p, v), h / p[TAU]);
    if (slides(mem))
        return;
    const real loose = v == 0 ? h : break_time(p, mem, v, s, x);
    if (v != 0 && loose < h) {
        x[PSI] = rested(p, x[PSI], loose);
        break_loose(p, mem, s, x);
    } else {
        x[Z] += v * h;
        x[PSI] = rested(p, x[PSI], h);
    }
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    struct memory then = *mem;
    real y[N_STATES] = { x[Z], x[LOSS], x[PSI] }, impulse = 0;
    const real settled = settled_loss(p, v);
    if (slides(&then) && (real)then.ints[SLIDES] != s)
        stop(p, &then, y);
    if (!slides(&then)) {
        const real loose = r_min(h, break_time(p, &then, v, s, y));
        impulse = p[SIGMA0] * (y[Z] + v * loose / 2) * loose;
        y[LOSS] = relaxed(y[LOSS], settled, loose / p[TAU]);
        y[PSI] = rested(p, y[PSI], loose);
        h -= loose;
    }
    const real lost = settled + (y[LOSS] - settled) * decay_mean(h / p[TAU]);
    const real level = p[FC] + stribeck_level(p, &then, y[PSI]) * (1 - lost);
    return impulse + (level * s + p[SIGMA2] * v) * h;
}

static void bound(const real p[], real x_bound[])
{
    x_bound[Z] = (p[FC] + p[FS]) / p[SIGMA0];
    x_bound[LOSS] = 1;
    x_bound[PSI] = 1;
}

static real force_scale(const real p[], real v, real travel)
{
    return p[FC] + p[FS] + p[SIGMA2] * r_abs(v);
}

static real storage(const real p[], const struct memory *mem, const real x[])
{
    return p[SIGMA0] * x[Z] * x[Z] / 2;
}

static real break_away(const real p[]) { return p[FC] + p[FS]; }

static real length(const real p[]) { return (p[FC] + p[FS]) / p[SIGMA0]; }

static real stribeck_speed(const real p[]) { return p[VS]; }

const struct model PREC(model_armstrong) = {
    .name = "armstrong",
    .title = "Armstrong's seven parameters: rising static friction, frictional lag",
    .law =
        "stuck F = sigma0 z up to Fc + Fs(t2), sliding F = [Fc + Fs(t2) (1-l)] sgn v + sigma2 v; "
        "Fs(t2) = Fsa + (Fs-Fsa) t2/(t2+gamma), tau dl/dt = (v/vs)^2/(1+(v/vs)^2) - l",
    .source = "Armstrong-Helouvry, Dupont, Canudas de Wit, Automatica 30(7), 1994",
    .params = params,
    .n_params = N_PARAMS,
    .speed_max = 1e3,
    .states = states,
    .n_states = N_STATES,
    .n_ints = N_INTS,
    .n_reals = N_REALS,
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
    .bound = bound,
    .force_scale = force_scale,
    .storage = storage,
    .break_away = break_away,
    .length = length,
    .stribeck_speed = stribeck_speed,
};
