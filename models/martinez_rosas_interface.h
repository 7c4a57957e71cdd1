/* The functions of struct model for laws of the Martinez-Rosas family, to be included once by a
 * law that has defined
 *
 *     static struct martinez_rosas translated(const real p[]);
 */
#include "models/martinez_rosas_family.h"

static const char *const part_names[N_PARTS] = { "I1", "I2", "I3", "I4" }; /* (11a)-(11d) */

static real stribeck(const real p[], real v)
{
    const struct martinez_rosas q = translated(p);
    return mr_curve(&q, v);
}

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    const struct martinez_rosas q = translated(p);
    mr_rate(&q, v, s, x, dx);
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    const struct martinez_rosas q = translated(p);
    return mr_force(&q, v, s, x);
}

static real rate_and_force(const real p[], const struct memory *mem, real v, real s, const real x[],
                           real dx[])
{
    const struct martinez_rosas q = translated(p);
    mr_rate_at(&q, v, s, x, stribeck_curve_branching(v, q.vs, q.m), dx);
    return mr_force_at(&q, v, x, dx);
}

static void stiction(const real p[], const struct memory *mem, const real x[], real f[2])
{
    f[0] = force(p, mem, 0, -1, x);
    f[1] = force(p, mem, 0, 1, x);
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    const struct martinez_rosas q = translated(p);
    mr_jacobian(&q, v, s, x, jac);
}

static void relaxation(const real p[], real v, real s, real steady[], real rate_of[])
{
    const struct martinez_rosas q = translated(p);
    steady[Z] = s / q.sigma0;
    steady[Y] = s / q.sigma0 * stribeck_curve_branching(v, q.vs, q.m);
    rate_of[Z] = q.sigma0 * r_abs(v);
    rate_of[Y] = 1;
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    const struct martinez_rosas q = translated(p);
    mr_flow(&q, v, s, h, x);
}

static void work_parts(const real p[], const struct memory *mem, real v, real s, real h,
                       const real x[], real part[])
{
    const struct martinez_rosas q = translated(p);
    mr_work_parts(&q, v, s, h, x, part);
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    real part[N_PARTS];
    work_parts(p, mem, v, s, h, x, part);
    return part[I1] + part[I2] + part[I3] + part[I4];
}

static real steady_force(const real p[], real v)
{
    const struct martinez_rosas q = translated(p);
    return mr_steady_force(&q, v);
}

static real settling_rate(const real p[], real v)
{
    const struct martinez_rosas q = translated(p);
    return mr_settling_rate(&q, v);
}

static void bound(const real p[], real x_bound[])
{
    x_bound[Z] = x_bound[Y] = 1 / translated(p).sigma0;
}

static real force_scale(const real p[], real v, real travel)
{
    const struct martinez_rosas q = translated(p);
    return mr_force_scale(&q, v);
}

static real stribeck_speed(const real p[]) { return translated(p).vs; }

static real length(const real p[]) { return 1 / translated(p).sigma0; }

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    const struct martinez_rosas q = translated(p);
    mr_regressor(&q, v, s, x, u);
}

static void coefficients(const real p[], real coefficient[])
{
    const struct martinez_rosas q = translated(p);
    mr_coefficients(&q, coefficient);
}
