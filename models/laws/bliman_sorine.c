/* Bliman-Sorine: friction as two first-order lags along the path.
 *
 *     dF1/ds = (f1 sgn(v) - F1)/(eta epsilon)                          (1)
 *     dF2/ds = -(f2 sgn(v) + F2)/epsilon,   s = int |v| dt             (2)
 *     F      = F1 + F2                                                 (3)
 *
 * P.-A. Bliman, M. Sorine, "Easy-to-use realistic dry friction models for automatic control", Proc.
 * 3rd European Control Conf., Rome, 3788-3794, 1995 (not confirmed against the paper), with epsilon
 * for their epsilon_f; also H. Olsson, K. J. Astrom, C. Canudas de Wit, M. Gafvert, P. Lischinsky,
 * "Friction models and friction compensation", Eur. J. Control 4(3), 176-195, 1998 (not confirmed
 * against the paper). 0 < eta < 1 and f1 > f2; here eta <= 0.9, beyond which the lags differ too
 * little to be told apart.
 *
 * The kinetic level is f1 - f2. From rest the force first rises beyond it, to
 *     f1 - f2 + f2 (1-eta) (eta f2/f1)^(eta/(1-eta))                   (4)
 * after the path eta epsilon/(1-eta) ln(f1/(eta f2)). Defaults: level Fc = 1 N, peak Fs = 1.5 N
 * and initial stiffness f1/(eta epsilon) - f2/epsilon = 1e5 N/m, those of Table I of Canudas de
 * Wit et al. 1995, at eta = 1/2. As f2 -> 0 the law is Dahl's.
 *
 * Linear in (F1, F2) and in sgn(v) along the path: a function of the path alone, rate independent.
 * From sgn(v) to F it is positive real for all these parameters, and dissipates: with
 *     R = sqrt((f1-f2)(f1/eta^2 - f2)),   q = 2/(f1/eta - f2 + R),
 *     a = eta (1 + q f2)/f1,   c = f1 (1/eta + 1)^2/[(f1/eta + f2 + R)(f1/eta - f2 + R)],
 *     S = epsilon (a F1^2 + 2 q F1 F2 + c F2^2)/2
 *     F v - dS/dt = |v| [sqrt(a/eta) F1 + sqrt(c) F2]^2                (5)
 * the smaller root of what the Kalman-Yakubovich-Popov equations leave open; a c >= q^2 as
 * (1+eta)^2 >= 4 eta.
 *
 * It drifts like Dahl's law: steps forth by a and back by b < a end in a cycle of the forces,
 * and each cycle moves on by a - b. Continuous in v: the selection s is used only as its sign.
 */
#include "models/model.h"
#include "models/relaxation.h"

enum { F1_LEVEL, F2_LEVEL, ETA, EPSILON, N_PARAMS };
enum { F1, F2, N_STATES };

static const struct quantity params[N_PARAMS] = {
    [F1_LEVEL] = { "f1", "N", 3.7320508075688773, 1e-6, 1e6,
                   "2 + sqrt(3): level and peak of Table I of Canudas de Wit et al. 1995" },
    [F2_LEVEL] = { "f2", "N", 2.7320508075688773, 1e-9, 1e6,
                   "1 + sqrt(3), likewise; f2 < f1, and f2 = 0 is dahl" },
    [ETA] = { "eta", "1", 0.5, 0.01, 0.9, "the ratio of the lags, 0 < eta < 1" },
    [EPSILON] = { "epsilon", "m", 4.7320508075688773e-5, 1e-9, 1e-2,
                  "(3 + sqrt(3)) 1e-5: stiffness 1e5 N/m of Table I" },
};

static const struct quantity states[N_STATES] = {
    [F1] = { "F1", "N", 0, -1e6, 1e6, "the faster lag" },
    [F2] = { "F2", "N", 0, -1e6, 1e6, "the slower lag" },
};

static const struct claim claims[] = {
    { .property = PASSIVITY, .declared = HOLDS, .domain = "f1 > f2", .source = "(5)" },
    { .property = DISSIPATION, .declared = HOLDS, .domain = "f1 > f2", .source = "(5)" },
    { .property = STATE_BOUND,
      .declared = HOLDS,
      .domain = "always",
      .source = "(1), (2): lags of +-f1 and -+f2" },
    { .property = STEADY_STATE, .declared = HOLDS, .domain = "v != 0", .source = "(1)-(3)" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)-(3)" },
    { .property = RATE_INDEPENDENCE,
      .declared = HOLDS,
      .domain = "always",
      .source = "(1)-(3): a function of the path" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)-(3)" },
};

static const char *validate(const real p[]) { return p[F1_LEVEL] > p[F2_LEVEL] ? NULL : "f1 > f2"; }

/* 1/m */
static real fast(const real p[]) { return 1 / (p[ETA] * p[EPSILON]); }
static real slow(const real p[]) { return 1 / p[EPSILON]; }

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    const real speed = r_abs(v);
    dx[F1] = (p[F1_LEVEL] * v - x[F1] * speed) * fast(p);
    dx[F2] = -(p[F2_LEVEL] * v + x[F2] * speed) * slow(p);
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    return x[F1] + x[F2];
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    jac->rate_x[F1 * N_STATES + F1] = -r_abs(v) * fast(p);
    jac->rate_x[F1 * N_STATES + F2] = 0;
    jac->rate_x[F2 * N_STATES + F1] = 0;
    jac->rate_x[F2 * N_STATES + F2] = -r_abs(v) * slow(p);
    jac->rate_v[F1] = (p[F1_LEVEL] - s * x[F1]) * fast(p);
    jac->rate_v[F2] = -(p[F2_LEVEL] + s * x[F2]) * slow(p);
    jac->force_x[F1] = jac->force_x[F2] = 1;
    jac->force_v = 0;
}

static void relaxation(const real p[], real v, real s, real steady[], real rate_of[])
{
    steady[F1] = s * p[F1_LEVEL];
    steady[F2] = -s * p[F2_LEVEL];
    rate_of[F1] = r_abs(v) * fast(p);
    rate_of[F2] = r_abs(v) * slow(p);
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    const real path = r_abs(v) * h, sign = v < 0 ? -1 : 1;
    x[F1] = relaxed(x[F1], sign * p[F1_LEVEL], path * fast(p));
    x[F2] = relaxed(x[F2], -sign * p[F2_LEVEL], path * slow(p));
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    const real path = r_abs(v) * h, level1 = s * p[F1_LEVEL], level2 = -s * p[F2_LEVEL];
    const real mean1 = level1 + (x[F1] - level1) * decay_mean(path * fast(p));
    const real mean2 = level2 + (x[F2] - level2) * decay_mean(path * slow(p));
    return (mean1 + mean2) * h;
}

static real level(const real p[]) { return p[F1_LEVEL] - p[F2_LEVEL]; }

static real steady_force(const real p[], real v) { return level(p) * r_sign(v); }

static real settling_rate(const real p[], real v) { return r_abs(v) * slow(p); }

static void bound(const real p[], real x_bound[])
{
    x_bound[F1] = p[F1_LEVEL];
    x_bound[F2] = p[F2_LEVEL];
}

static real force_scale(const real p[], real v, real travel) { return p[F1_LEVEL] + p[F2_LEVEL]; }

static real storage(const real p[], const struct memory *mem, const real x[])
{
    const real f1 = p[F1_LEVEL], f2 = p[F2_LEVEL], eta = p[ETA], steep = f1 / eta;
    const real R = r_sqrt(level(p) * (steep / eta - f2)), X = steep - f2 + R;
    const real q = 2 / X, a = eta * (1 + q * f2) / f1;
    const real c = f1 * (1 / eta + 1) * (1 / eta + 1) / ((steep + f2 + R) * X);
    return p[EPSILON] * (a * x[F1] * x[F1] + 2 * q * x[F1] * x[F2] + c * x[F2] * x[F2]) / 2;
}

static real break_away(const real p[])
{
    const real eta = p[ETA], ratio = eta * p[F2_LEVEL] / p[F1_LEVEL];
    return level(p) + p[F2_LEVEL] * (1 - eta) * r_pow(ratio, eta / (1 - eta));
}

static real length(const real p[]) { return p[EPSILON]; }

const struct model PREC(model_bliman_sorine) = {
    .name = "bliman_sorine",
    .title = "Bliman-Sorine, second order",
    .law = "dF1/ds = (f1 sgn v - F1)/(eta epsilon), dF2/ds = -(f2 sgn v + F2)/epsilon, ds = |v| "
           "dt; F = F1 + F2",
    .source = "Bliman & Sorine, Proc. 3rd ECC, 1995",
    .params = params,
    .n_params = N_PARAMS,
    .speed_max = 1e3,
    .states = states,
    .n_states = N_STATES,
    .claims = claims,
    .n_claims = sizeof claims / sizeof *claims,
    .validate = validate,
    .rate = rate,
    .force = force,
    .jacobian = jacobian,
    .flow = flow,
    .relaxation = relaxation,
    .work = work,
    .steady_force = steady_force,
    .settling_rate = settling_rate,
    .bound = bound,
    .force_scale = force_scale,
    .storage = storage,
    .break_away = break_away,
    .length = length,
};
