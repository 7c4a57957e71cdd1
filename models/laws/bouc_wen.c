/* bouc_wen by hand: solution, work and storage along held velocity are elementary for n = 1 and 2;
 * rates and Jacobian know the side of the kink. Numbers of equations are those of the text. */
#include "models/laws/bouc_wen_text.h"
#include "models/relaxation.h"

/* The sign of z, or the side of the kink by which to go on. */
static real side_of(const struct memory *mem, real z)
{
    return mem && mem->ints[0] != 0 ? (real)mem->ints[0] : r_sign(z);
}

/* Returns |z|^n from the magnitude of z on its side of the kink, which may be a little below
 * zero. */
static real power(const real p[], real magnitude)
{
    return p[P_n] == 2 ? magnitude * magnitude : magnitude;
}

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    const real side = side_of(mem, x[X_z]);
    dx[X_z] = p[P_A] * v - (p[P_beta] * r_abs(v) * side + p[P_gamma] * v) * power(p, side * x[X_z]);
    dx[X_x] = v;
}

/* The kink. At z = 0 the sign is that of the motion, which dz/dt has there. */
static real kink(const real p[], const struct memory *mem, real v, const real x[])
{
    return x[X_z] != 0 ? x[X_z] : r_sign(v) * R_MIN;
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    return p[P_k] * (p[P_c] * x[X_x] + (1 - p[P_c]) * x[X_z]);
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    const real side = side_of(mem, x[X_z]);
    const real slope = p[P_n] == 2 ? 2 * side * x[X_z] : 1; /* d|z|^n/d|z| */
    jac->rate_x[X_z * N_STATES + X_z] = -(p[P_beta] * r_abs(v) + p[P_gamma] * v * side) * slope;
    jac->rate_x[X_z * N_STATES + X_x] = 0;
    jac->rate_x[X_x * N_STATES + X_z] = 0;
    jac->rate_x[X_x * N_STATES + X_x] = 0;
    jac->rate_v[X_z] = p[P_A] - (p[P_beta] * s * side + p[P_gamma]) * power(p, side * x[X_z]);
    jac->rate_v[X_x] = 1;
    jac->force_x[X_z] = (1 - p[P_c]) * p[P_k];
    jac->force_x[X_x] = p[P_c] * p[P_k];
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
    const real rise = p[P_beta] + p[P_gamma], fall = p[P_beta] - p[P_gamma];
    if (u >= 0)
        return risen(p[P_n], p[P_A], rise, u, xi, integral);
    const real to_zero = crossing(p[P_n], p[P_A], fall, -u);
    real before, after;
    if (xi < to_zero) {
        const real w = fallen(p[P_n], p[P_A], fall, -u, xi, &before);
        *integral = -before;
        return -w;
    }
    fallen(p[P_n], p[P_A], fall, -u, to_zero, &before);
    const real end = risen(p[P_n], p[P_A], rise, 0, xi - to_zero, &after);
    *integral = after - before;
    return end;
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    real integral;
    if (v == 0)
        return;
    x[X_z] = s * along_path(p, s * x[X_z], r_abs(v) * h, &integral);
    x[X_x] += v * h;
    if (mem)
        mem->ints[0] = (int64_t)(x[X_z] != 0 ? r_sign(x[X_z]) : s);
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    real integral;
    along_path(p, s * x[X_z], r_abs(v) * h, &integral);
    return p[P_k] * (p[P_c] * (x[X_x] + v * h / 2) * h + (1 - p[P_c]) * integral / v);
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
    const real q = (p[P_beta] - p[P_gamma]) * power(p, r_abs(z)) / p[P_A], square = z * z;
    if (q == 0)
        return square / 2;
    if (q <= -1)
        return (real)INFINITY;
    return square * (p[P_n] == 2 ? r_log1p(q) / (2 * q) : log_rest(q));
}

static real storage(const real p[], const struct memory *mem, const real x[])
{
    return p[P_k] * (p[P_c] * x[X_x] * x[X_x] / 2 + (1 - p[P_c]) / p[P_A] * given_back(p, x[X_z]));
}

static real level(const real p[])
{
    const real z = p[P_A] / (p[P_beta] + p[P_gamma]);
    return p[P_n] == 2 ? r_sqrt(z) : z;
}

/* For beta < 0 the bound is the one that loading keeps; unloading keeps none. */
static void bound(const real p[], real x_bound[])
{
    x_bound[X_z] = level(p);
    x_bound[X_x] = (real)INFINITY;
}

static real length(const real p[]) { return level(p) / r_min(p[P_A], 1); }

const struct model PREC(model_bouc_wen) = {
    LAW_TABLES,
    .rate = rate,
    .force = force,
    .kink = kink,
    .jacobian = jacobian,
    .flow = flow,
    .work = work,
    .steady_force = law_bouc_wen_steady_force,
    .settling_rate = law_bouc_wen_settling_rate,
    .bound = bound,
    .force_scale = law_bouc_wen_force_scale,
    .magnification = law_bouc_wen_magnification,
    .storage = storage,
    .break_away = law_bouc_wen_break_away,
    .length = length,
    .regressor = law_bouc_wen_regressor,
    .coefficients = law_bouc_wen_coefficients,
};
