/* elastoplastic by hand: solution and work along held velocity cross the ramp in closed form; the
 * Jacobian is cheaper than the derived one. Numbers of equations are those of the text. */
#include "models/laws/elastoplastic_text.h"
#include "models/sine_ramp.h"
#include "models/stribeck_curve.h"

/* (2), N. */
static real level(const real p[], real v)
{
    return p[P_Fc] + (p[P_Fs] - p[P_Fc]) * stribeck_curve(v, p[P_vs], p[P_m]);
}

/* (2) as stribeck_curve_branching has it. */
static real level_branching(const real p[], real v)
{
    return p[P_Fc] + (p[P_Fs] - p[P_Fc]) * stribeck_curve_branching(v, p[P_vs], p[P_m]);
}

/* (3), with dz/dt known. */
static real force_at(const real p[], real v, real z, real dz)
{
    return p[P_sigma0] * z + p[P_sigma1] * dz + p[P_sigma2] * v;
}

/* The place of w on the ramp: from 0 at z_ba to 1 at z_max. */
static real place(const real p[], real w) { return (w - p[P_z_ba]) / (p[P_z_max] - p[P_z_ba]); }

/* (4) */
static real plasticity(const real p[], real w)
{
    if (w <= p[P_z_ba])
        return 0;
    return w >= p[P_z_max] ? 1 : ramp(place(p, w));
}

/* (1), with G known. */
static real rate_at(const real p[], real v, real s, real z, real G)
{
    return v - r_abs(v) * (plasticity(p, s * z) * p[P_sigma0] / G) * z;
}

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    dx[0] = rate_at(p, v, s, x[0], level(p, v));
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    return force_at(p, v, x[0], rate_at(p, v, s, x[0], level(p, v)));
}

static real rate_and_force(const real p[], const struct memory *mem, real v, real s, const real x[],
                           real dx[])
{
    dx[0] = rate_at(p, v, s, x[0], level_branching(p, v));
    return force_at(p, v, x[0], dx[0]);
}

/* As LuGre's, with alpha for 1 and its slope beside it. */
static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    const real G = level(p, v), w = s * x[0], alpha = plasticity(p, w);
    const real width = p[P_z_max] - p[P_z_ba];
    const bool between = w > p[P_z_ba] && w < p[P_z_max];
    const real slope = between ? ramp_slope(place(p, w)) / width : 0;
    const real steepness = p[P_m] * stribeck_power(v, p[P_vs], p[P_m]) * (G - p[P_Fc]) / G;
    jac->rate_x[0] = -r_abs(v) * (p[P_sigma0] / G) * (alpha + slope * w);
    jac->rate_v[0] = 1 - alpha * (p[P_sigma0] / G) * w * (1 + steepness);
    jac->force_x[0] = p[P_sigma0] + p[P_sigma1] * jac->rate_x[0];
    jac->force_v = p[P_sigma1] * jac->rate_v[0] + p[P_sigma2];
}

/* A point of a path: w there, and since the path's beginning the gain in w and int w dxi. */
struct travel {
    real w, gain, integral;
};

/* Follows w along the path xi at the level z_ss. */
static struct travel along_path(const real p[], real z_ss, real w, real xi)
{
    struct travel at = { w, 0, 0 };
    if (at.w < p[P_z_ba]) {
        const real room = p[P_z_ba] - at.w, elastic = r_min(xi, room);
        at = (struct travel){ at.w + elastic, elastic, elastic * (at.w + elastic / 2) };
        if (xi <= room)
            return at;
        xi -= room;
        at.w = p[P_z_ba];
    }
    if (at.w < p[P_z_max]) {
        const real width = p[P_z_max] - p[P_z_ba], tau = xi / width;
        struct ramp_travel on = { place(p, at.w), tau, 0, 0 };
        ramp_climb(p[P_z_ba] / z_ss, width / z_ss, &on);
        at.w = on.y < 1 ? p[P_z_ba] + width * on.y : p[P_z_max];
        at.gain += width * on.gain;
        at.integral += width * (p[P_z_ba] * (tau - on.left) + width * on.integral);
        if (on.y < 1)
            return at;
        xi = width * on.left;
    }
    const real k = xi / z_ss, mean_excess = (at.w - z_ss) * decay_mean(k);
    at.gain -= k * mean_excess;
    at.integral += xi * (z_ss + mean_excess);
    at.w = relaxed(at.w, z_ss, k);
    return at;
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    if (v != 0)
        x[0] = s * along_path(p, level(p, v) / p[P_sigma0], s * x[0], r_abs(v) * h).w;
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    const real z_ss = level(p, v) / p[P_sigma0];
    const struct travel to = along_path(p, z_ss, s * x[0], r_abs(v) * h);
    return p[P_sigma0] * to.integral / v + p[P_sigma1] * s * to.gain + p[P_sigma2] * v * h;
}

const struct model PREC(model_elastoplastic) = {
    LAW_TABLES,
    .rate = rate,
    .force = force,
    .rate_and_force = rate_and_force,
    .jacobian = jacobian,
    .flow = flow,
    .work = work,
    .steady_force = law_elastoplastic_steady_force,
    .settling_rate = law_elastoplastic_settling_rate,
    .bound = law_elastoplastic_bound,
    .force_scale = law_elastoplastic_force_scale,
    .storage = law_elastoplastic_storage,
    .break_away = law_elastoplastic_break_away,
    .length = law_elastoplastic_length,
    .stribeck_speed = law_elastoplastic_stribeck_speed,
    .regressor = law_elastoplastic_regressor,
    .coefficients = law_elastoplastic_coefficients,
};
