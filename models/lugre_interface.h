/* The functions of struct model for laws of the LuGre family, to be included once by a law that
 * has defined
 *
 *     static struct lugre translated(const real p[]);
 */
#include "models/lugre_family.h"

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    const struct lugre q = translated(p);
    dx[0] = lugre_rate(&q, v, x[0]);
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    const struct lugre q = translated(p);
    return lugre_force(&q, v, x[0]);
}

static real rate_and_force(const real p[], const struct memory *mem, real v, real s, const real x[],
                           real dx[])
{
    const struct lugre q = translated(p);
    dx[0] = lugre_rate_at(&q, v, x[0], lugre_level_branching(&q, v));
    return lugre_force_at(&q, v, x[0], dx[0]);
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    const struct lugre q = translated(p);
    lugre_jacobian(&q, v, s, x[0], jac);
}

static void relaxation(const real p[], real v, real s, real steady[], real rate_of[])
{
    const struct lugre q = translated(p);
    const real G = lugre_level_branching(&q, v);
    steady[0] = s * G / q.sigma0;
    rate_of[0] = q.sigma0 * r_abs(v) / G;
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    const struct lugre q = translated(p);
    x[0] = lugre_flow(&q, v, h, x[0]);
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    const struct lugre q = translated(p);
    return lugre_work(&q, v, s, h, x[0]);
}

static real steady_force(const real p[], real v)
{
    const struct lugre q = translated(p);
    return lugre_steady_force(&q, v);
}

static real settling_rate(const real p[], real v)
{
    const struct lugre q = translated(p);
    return lugre_settling_rate(&q, v);
}

static void bound(const real p[], real x_bound[])
{
    const struct lugre q = translated(p);
    x_bound[0] = q.Fs / q.sigma0;
}

static real force_scale(const real p[], real v, real travel)
{
    const struct lugre q = translated(p);
    return lugre_force_scale(&q, v);
}

static real storage(const real p[], const struct memory *mem, const real x[])
{
    return translated(p).sigma0 * x[0] * x[0] / 2;
}

static real break_away(const real p[]) { return translated(p).Fs; }

static real stribeck_speed(const real p[]) { return translated(p).vs; }

static real length(const real p[])
{
    const struct lugre q = translated(p);
    return q.Fs / q.sigma0;
}

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    u[0] = x[0];
    rate(p, mem, v, s, x, &u[1]);
    u[2] = v;
}

static void coefficients(const real p[], real coefficient[])
{
    const struct lugre q = translated(p);
    coefficient[0] = q.sigma0;
    coefficient[1] = q.sigma1;
    coefficient[2] = q.sigma2;
}
