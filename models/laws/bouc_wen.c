/* Bouc-Wen: a hysteretic spring, here as friction.
 *
 *     dz/dt = A v - beta |v| |z|^(n-1) z - gamma v |z|^n               (1)
 *     dx/dt = v                                                        (2)
 *     F     = c k x + (1-c) k z                                        (3)
 *
 * R. Bouc, "Forced vibration of mechanical systems with hysteresis", 4th Conf. on Nonlinear
 * Oscillation, Prague, 1967 (not confirmed against the paper); Y. K. Wen, "Method for random
 * vibration of hysteretic systems", ASCE J. Eng. Mech. Div. 102(2), 249-263, 1976. With A > 0 and
 * beta + gamma > 0; n = 1 or 2, for which the flow is elementary. Defaults make the stiffness and
 * the level those of Dahl's law at Table I of Canudas de Wit et al. 1995 (k = sigma0, z_max =
 * Fc/sigma0, c = 0).
 *
 * Rate independent: along the path xi = int |v| dt, with u = z sgn(v), (1) is
 *     du/dxi = A - (beta+gamma) u^n  for u >= 0,  A + (beta-gamma) |u|^n  for u < 0   (4)
 * For beta >= 0 z stays within z_max = (A/(beta+gamma))^(1/n): classes I (beta >= |gamma|) and II
 * (gamma > beta >= 0) of M. Ismail, F. Ikhouane, J. Rodellar, "The hysteresis Bouc-Wen model, a
 * survey", Arch. Comput. Methods Eng. 16, 161-188, 2009 (not confirmed against the paper). For beta
 * < 0 the way back from close to z_max leads outwards without end: exponentially for n = 1, and for
 * n = 2, which is therefore refused, to infinity within a finite travel.
 *
 * With S = c k x^2/2 + (1-c) k int_0^|z| u/(A + (beta-gamma) u^n) du, what unloading gives back,
 *     F v - dS/dt = (1-c) k |v z| 2 beta |z|^n/(A + (beta-gamma) |z|^n)  if v z > 0, else 0  (5)
 * So the law dissipates in both classes, and brings energy for beta < 0: it is not beta >= |gamma|
 * but beta >= 0 that matters. (With z^2/(2A) for the integral, class I would be needed.)
 *
 * In class II unloading magnifies errors: in terms of int du/(A + (beta-gamma) |u|^n) it keeps and
 * loading shrinks them, which bounds the magnification by (beta+gamma)/(2 beta). Claims are made
 * where working precision still tells z_max from where unloading would end, by a millionth.
 *
 * |z| has a kink where z changes its sign, and so has (1): a step across it is of second order,
 * whatever the method, unless it ends there and goes by the equations of its side.
 *
 * Cycles below the level drift, as for Dahl's law: A. E. Charalampakis, V. K. Koumousis, "A
 * Bouc-Wen model compatible with plasticity postulates", J. Sound Vib. 322, 954-968, 2009 (not
 * confirmed against the paper).
 */
#include "models/model.h"
#include "models/relaxation.h"

enum { K, CC, A, BETA, GAMMA, N, N_PARAMS };
enum { Z, X, N_STATES };

static const struct quantity params[N_PARAMS] = {
    [K] = { "k", "N/m", 1e5, 1, 1e9, "Table I of Canudas de Wit et al. 1995: sigma0" },
    [CC] = { "c", "1", 0, 0, 0.99, "share of the elastic spring; 0: friction only" },
    [A] = { "A", "1", 1, 1e-3, 1e3, "1 makes k the initial stiffness" },
    [BETA] = { "beta", "1/m^n", 5e4, -1e10, 1e10, "Table I: sigma0/(2 Fc)" },
    [GAMMA] = { "gamma", "1/m^n", 5e4, -1e10, 1e10, "Table I: sigma0/(2 Fc)" },
    [N] = { "n", "1", 1, 1, 2, "1 in Bouc; 1 or 2 here" },
};

static const struct quantity states[N_STATES] = {
    [Z] = { "z", "m", 0, -1, 1, "hysteretic displacement" },
    [X] = { "x", "m", 0, -1e3, 1e3, "travel" },
};

/* Returns true when z_max and the end of unloading are a millionth apart, or more (see the head of
 * this file). */
static bool told_apart(const real p[]) { return p[BETA] >= C(1e-6) * p[GAMMA]; }

#define TOLD_APART .domain = "beta >= gamma/10^6", .contains = told_apart

static const struct claim claims[] = {
    { .property = PASSIVITY, .declared = HOLDS, TOLD_APART, .source = "(5), beta > 0, c < 1" },
    { .property = DISSIPATION, .declared = HOLDS, TOLD_APART, .source = "(5), beta >= 0" },
    { .property = STATE_BOUND,
      .declared = HOLDS,
      TOLD_APART,
      .source = "(4), beta >= 0: |z| <= (A/(beta+gamma))^(1/n)" },
    { .property = STEADY_STATE,
      .declared = HOLDS,
      .domain = "c = 0, v != 0, beta >= gamma/10^6",
      .box = { { CC, 0, 0 } },
      .n_box = 1,
      .contains = told_apart,
      .source = "(4)" },
    { .property = RATE_INDEPENDENCE, .declared = HOLDS, TOLD_APART, .source = "(4)" },
    { .property = NO_DRIFT,
      .declared = REFUTED,
      .domain = "c = 0, beta >= gamma/10^6",
      .box = { { CC, 0, 0 } },
      .n_box = 1,
      .contains = told_apart,
      .signals = CYCLE_SIGNAL,
      .source = "elastic below the level; not so: Charalampakis & Koumousis 2009",
      .witness = "bouc_wen_no_drift.json" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, TOLD_APART, .source = "(1)-(3)" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)-(3)" },
};

static const char *validate(const real p[])
{
    if (!(p[BETA] + p[GAMMA] > C(1e-6) * r_abs(p[BETA])))
        return "beta + gamma > 0 (by a millionth of beta)";
    if (p[N] != 1 && p[N] != 2)
        return "n = 1 or n = 2";
    return p[N] == 2 && p[BETA] < 0 ? "beta >= 0 for n = 2 (z would run off to infinity)" : NULL;
}

/* The sign of z, or the side of the kink by which to go on. */
static real side_of(const struct memory *mem, real z)
{
    return mem && mem->ints[0] != 0 ? (real)mem->ints[0] : r_sign(z);
}

/* Returns |z|^n from the magnitude of z on its side of the kink, which may be a little below
 * zero. */
static real power(const real p[], real magnitude)
{
    return p[N] == 2 ? magnitude * magnitude : magnitude;
}

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    const real side = side_of(mem, x[Z]);
    dx[Z] = p[A] * v - (p[BETA] * r_abs(v) * side + p[GAMMA] * v) * power(p, side * x[Z]);
    dx[X] = v;
}

/* The kink. At z = 0 the sign is that of the motion, which dz/dt has there. */
static real kink(const real p[], const struct memory *mem, real v, const real x[])
{
    return x[Z] != 0 ? x[Z] : r_sign(v) * R_MIN;
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    return p[K] * (p[CC] * x[X] + (1 - p[CC]) * x[Z]);
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    const real side = side_of(mem, x[Z]);
    const real slope = p[N] == 2 ? 2 * side * x[Z] : 1; /* d|z|^n/d|z| */
    jac->rate_x[Z * N_STATES + Z] = -(p[BETA] * r_abs(v) + p[GAMMA] * v * side) * slope;
    jac->rate_x[Z * N_STATES + X] = 0;
    jac->rate_x[X * N_STATES + Z] = 0;
    jac->rate_x[X * N_STATES + X] = 0;
    jac->rate_v[Z] = p[A] - (p[BETA] * s * side + p[GAMMA]) * power(p, side * x[Z]);
    jac->rate_v[X] = 1;
    jac->force_x[Z] = (1 - p[CC]) * p[K];
    jac->force_x[X] = p[CC] * p[K];
    jac->force_v = 0;
}

/* Returns the path on which w = -u > 0 falls to zero by dw/dxi = -(A + b w^n); INFINITY where w
 * does not fall to zero. */
static real crossing(real n, real a, real b, real w)
{
    const real q = n == 2 ? w * r_sqrt(r_abs(b) / a) : b * w / a;
    if (q == 0)
        return w / a;
    if (b < 0 && r_abs(q) >= 1)
        return (real)INFINITY;
    if (n == 2 && b < 0)
        return w / a * (r_log1p(2 * q / (1 - q)) / (2 * q)); /* artanh */
    return w / a * ((n == 2 ? r_atan(q) : r_log1p(q)) / q);
}

/* Returns u >= 0 after the path xi by du/dxi = A - b u^n, b > 0; *integral receives int u dxi. */
static real risen(real n, real a, real b, real u, real xi, real *integral)
{
    if (n == 1) {
        const real k = b * xi;
        *integral = xi * (u * decay_mean(k) + a * xi * rise_mean(k));
        return relaxed(u, a / b, k);
    }
    const real kappa = r_sqrt(a * b), r = u * kappa / a, k = kappa * xi, t = r_tanh(k);
    const real half = r_sinh(r_min(k, 1) / 2);
    *integral = (k < 1 ? r_log1p(2 * half * half + r * r_sinh(k))
                       : k + r_log((1 + r + (1 - r) * r_decay(2 * k)) / 2)) /
                b;
    return (u + a / kappa * t) / (1 + r * t);
}

/* Returns w after the path xi by dw/dxi = -(A - b w^n), b > 0, before it reaches zero. */
static real grown(real n, real a, real b, real w, real xi)
{
    if (n == 1) { /* (w - A/b) exp(b xi) + A/b */
        const real k = b * xi, excess = w - a / b, half = r_decay(k / 2);
        return excess == 0 ? w : w - excess * r_decay_m1(k) / half / half;
    }
    const real kappa = r_sqrt(a * b), r = w * kappa / a, t = r_tanh(kappa * xi);
    return r * t < 1 ? a / kappa * ((r - t) / (1 - r * t)) : (real)INFINITY;
}

/* Returns w after the path xi by dw/dxi = -(A + b w^n); *integral receives int w dxi. */
static real fallen(real n, real a, real b, real w, real xi, real *integral)
{
    if (b < 0) { /* back along the path it is u of the equation above */
        const real end = grown(n, a, -b, w, xi);
        risen(n, a, -b, end, xi, integral);
        return end;
    }
    const real kappa = r_sqrt(a * b);
    if (n == 1 || kappa == 0) {
        const real k = n == 1 ? b * xi : 0;
        *integral = xi * (w * decay_mean(k) - a * xi * rise_mean(k));
        return w * r_decay(k) - a * xi * decay_mean(k);
    }
    const real r = w * kappa / a, half = r_sin(kappa * xi / 2), t = r_tan(kappa * xi);
    *integral = r_log1p(r * r_sin(kappa * xi) - 2 * half * half) / b;
    return (w - a / kappa * t) / (1 + r * t);
}

/* u after the path xi > 0, from either side of zero; *integral receives int u dxi. */
static real along_path(const real p[], real u, real xi, real *integral)
{
    const real rise = p[BETA] + p[GAMMA], fall = p[BETA] - p[GAMMA];
    if (u >= 0)
        return risen(p[N], p[A], rise, u, xi, integral);
    const real to_zero = crossing(p[N], p[A], fall, -u);
    real before, after;
    if (xi < to_zero) {
        const real w = fallen(p[N], p[A], fall, -u, xi, &before);
        *integral = -before;
        return -w;
    }
    fallen(p[N], p[A], fall, -u, to_zero, &before);
    const real end = risen(p[N], p[A], rise, 0, xi - to_zero, &after);
    *integral = after - before;
    return end;
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    real integral;
    if (v == 0)
        return;
    x[Z] = s * along_path(p, s * x[Z], r_abs(v) * h, &integral);
    x[X] += v * h;
    if (mem)
        mem->ints[0] = (int64_t)(x[Z] != 0 ? r_sign(x[Z]) : s);
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    real integral;
    along_path(p, s * x[Z], r_abs(v) * h, &integral);
    return p[K] * (p[CC] * (x[X] + v * h / 2) * h + (1 - p[CC]) * integral / v);
}

static real level(const real p[])
{
    const real z = p[A] / (p[BETA] + p[GAMMA]);
    return p[N] == 2 ? r_sqrt(z) : z;
}

/* The steady force of the hysteretic part, which is all of the force for c = 0. */
static real steady_force(const real p[], real v)
{
    return (1 - p[CC]) * p[K] * level(p) * r_sign(v);
}

/* The distance e = z_max - u obeys de/dxi <= -e (A/z_max) min(1/2, beta/(beta+gamma)) by (4); for
 * beta < 0 it need not settle. */
static real settling_rate(const real p[], real v)
{
    const real share = r_min(C(0.5), p[BETA] / (p[BETA] + p[GAMMA]));
    return r_abs(v) * p[A] / level(p) * r_max(share, 0);
}

/* For beta < 0 the bound is the one that loading keeps; unloading keeps none. */
static void bound(const real p[], real x_bound[])
{
    x_bound[Z] = level(p);
    x_bound[X] = (real)INFINITY;
}

/* The magnification derived at the head of this file. For beta <= 0 errors grow no faster than next
 * to z_max. */
static real magnification(const real p[], real path)
{
    const real rise = p[BETA] + p[GAMMA], fall = p[GAMMA] - p[BETA];
    if (p[BETA] > 0)
        return r_max(1, rise / (2 * p[BETA]));
    const real half = r_decay((p[N] == 2 ? r_sqrt(p[A] * fall) : fall / 2) * path);
    return 1 / half / half;
}

static real force_scale(const real p[], real v, real travel)
{
    return p[K] * (p[CC] * travel + (1 - p[CC]) * level(p));
}

/* (q - ln(1+q))/q^2, by its series in y = q/(2+q) where that cancels: then ln(1+q) = 2 artanh y,
 * and |y| <= 1/7, whose 20th power is below 1e-17. */
static real log_rest(real q)
{
    if (r_abs(q) > C(0.25))
        return (q - r_log1p(q)) / (q * q);
    const real y = q / (2 + q);
    real sum = 0;
    for (int j = 10; j >= 0; j--)
        sum = sum * y * y + 1 / (real)(2 * j + 3);
    return (1 - y) / 2 * (1 - y * (1 - y) * sum);
}

/* A int_0^|z| u/(A + (beta-gamma) u^n) du, infinite where unloading does not end. */
static real given_back(const real p[], real z)
{
    const real q = (p[BETA] - p[GAMMA]) * power(p, r_abs(z)) / p[A], square = z * z;
    if (q == 0)
        return square / 2;
    if (q <= -1)
        return (real)INFINITY;
    return square * (p[N] == 2 ? r_log1p(q) / (2 * q) : log_rest(q));
}

static real storage(const real p[], const struct memory *mem, const real x[])
{
    return p[K] * (p[CC] * x[X] * x[X] / 2 + (1 - p[CC]) / p[A] * given_back(p, x[Z]));
}

static real break_away(const real p[]) { return (1 - p[CC]) * p[K] * level(p); }

static real length(const real p[]) { return level(p) / r_min(p[A], 1); }

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    u[0] = x[X];
    u[1] = x[Z];
}

static void coefficients(const real p[], real coefficient[])
{
    coefficient[0] = p[CC] * p[K];
    coefficient[1] = (1 - p[CC]) * p[K];
}

const struct model PREC(model_bouc_wen) = {
    .name = "bouc_wen",
    .title = "Bouc-Wen hysteresis",
    .law = "dz/dt = A v - beta |v| |z|^(n-1) z - gamma v |z|^n; F = c k x + (1-c) k z",
    .source = "Bouc 1967; Wen, ASCE JEM 102(2), 1976",
    .params = params,
    .n_params = N_PARAMS,
    .whole_params = UINT64_C(1) << N,
    .speed_max = 1e3,
    .states = states,
    .n_states = N_STATES,
    .claims = claims,
    .n_claims = sizeof claims / sizeof *claims,
    .validate = validate,
    .rate = rate,
    .force = force,
    .kink = kink,
    .jacobian = jacobian,
    .flow = flow,
    .work = work,
    .steady_force = steady_force,
    .settling_rate = settling_rate,
    .bound = bound,
    .force_scale = force_scale,
    .magnification = magnification,
    .storage = storage,
    .break_away = break_away,
    .length = length,
    .n_regressors = 2,
    .regressor = regressor,
    .coefficients = coefficients,
};
