/* The equations, Jacobians and end values of the problems, one after the other. */
#include "integrators/problems/ivp.h"

/* None depends on time. */
static void no_rate_t(void *ctx, real t, const real x[], real ft[])
{
    const struct ivp *ivp = ctx;
    (void)t, (void)x;
    for (unsigned i = 0; i < ivp->n; i++)
        ft[i] = 0;
}

struct ode PREC(ivp_ode)(const struct ivp *ivp)
{
    return (struct ode){
        .n = ivp->n,
        .ctx = (void *)ivp,
        .rate = ivp->rate,
        .jacobian = ivp->jacobian,
        .rate_t = no_rate_t,
        .scale = ivp->scale,
    };
}

/* Robertson's autocatalysis. */
static void rober_rate(void *ctx, real t, const real y[], real dy[])
{
    (void)ctx, (void)t;
    const real slow = C(0.04) * y[0], back = C(1e4) * y[1] * y[2], fast = C(3e7) * y[1] * y[1];
    dy[0] = back - slow;
    dy[1] = slow - back - fast;
    dy[2] = fast;
}

static void rober_jacobian(void *ctx, real t, const real y[], real jac[])
{
    (void)ctx, (void)t;
    const real by_y1 = C(1e4) * y[2], by_y2 = C(1e4) * y[1], fast = C(6e7) * y[1];
    const real all[] = {
        -C(0.04), by_y1,         by_y2,  /**/
        C(0.04),  -by_y1 - fast, -by_y2, /**/
        0,        fast,          0,
    };
    for (unsigned i = 0; i < 9; i++)
        jac[i] = all[i];
}

static const struct ivp rober = {
    .name = "rober",
    .title = "ROBER: Robertson's reaction, 1e11 s",
    .n = 3,
    .t_end = C(1e11),
    .begin = { 1, 0, 0 },
    .end = { C(0.2083340149701255e-7), C(0.8333360770334713e-13), C(0.9999999791665050) },
    .scale = { C(1e-7), C(1e-13), 1 },
    .rate = rober_rate,
    .jacobian = rober_jacobian,
};

/* Eight substances of a plant's growth under light. */
static void hires_rate(void *ctx, real t, const real y[], real dy[])
{
    (void)ctx, (void)t;
    const real bound = 280 * y[5] * y[7];
    dy[0] = C(-1.71) * y[0] + C(0.43) * y[1] + C(8.32) * y[2] + C(0.0007);
    dy[1] = C(1.71) * y[0] - C(8.75) * y[1];
    dy[2] = C(-10.03) * y[2] + C(0.43) * y[3] + C(0.035) * y[4];
    dy[3] = C(8.32) * y[1] + C(1.71) * y[2] - C(1.12) * y[3];
    dy[4] = C(-1.745) * y[4] + C(0.43) * (y[5] + y[6]);
    dy[5] = C(0.69) * y[3] + C(1.71) * y[4] - C(0.43) * y[5] + C(0.69) * y[6] - bound;
    dy[6] = bound - C(1.81) * y[6];
    dy[7] = C(1.81) * y[6] - bound;
}

static void hires_jacobian(void *ctx, real t, const real y[], real jac[])
{
    static const struct {
        unsigned row, column;
        real value;
    } constant[] = {
        { 0, 0, C(-1.71) }, { 0, 1, C(0.43) },   { 0, 2, C(8.32) },  { 1, 0, C(1.71) },
        { 1, 1, C(-8.75) }, { 2, 2, C(-10.03) }, { 2, 3, C(0.43) },  { 2, 4, C(0.035) },
        { 3, 1, C(8.32) },  { 3, 2, C(1.71) },   { 3, 3, C(-1.12) }, { 4, 4, C(-1.745) },
        { 4, 5, C(0.43) },  { 4, 6, C(0.43) },   { 5, 3, C(0.69) },  { 5, 4, C(1.71) },
        { 5, 5, C(-0.43) }, { 5, 6, C(0.69) },   { 6, 6, C(-1.81) }, { 7, 6, C(1.81) },
    };
    const real by_y5 = 280 * y[7], by_y7 = 280 * y[5];
    (void)ctx, (void)t;
    for (unsigned i = 0; i < 64; i++)
        jac[i] = 0;
    for (unsigned i = 0; i < sizeof constant / sizeof *constant; i++)
        jac[constant[i].row * 8 + constant[i].column] = constant[i].value;
    jac[5 * 8 + 5] -= by_y5;
    jac[5 * 8 + 7] -= by_y7;
    jac[6 * 8 + 5] += by_y5;
    jac[6 * 8 + 7] += by_y7;
    jac[7 * 8 + 5] -= by_y5;
    jac[7 * 8 + 7] -= by_y7;
}

static const struct ivp hires = {
    .name = "hires",
    .title = "HIRES: high irradiance response of a plant, 321.8122 s",
    .n = 8,
    .t_end = C(321.8122),
    .begin = { 1, 0, 0, 0, 0, 0, 0, C(0.0057) },
    .end = { C(0.7371312573325668e-3), C(0.1442485726316185e-3), C(0.5888729740967575e-4),
             C(0.1175651343283149e-2), C(0.2386356198831331e-2), C(0.6238968252742796e-2),
             C(0.2849998395185769e-2), C(0.2850001604814231e-2) },
    .scale = { C(1e-3), C(1e-4), C(1e-4), C(1e-3), C(1e-3), C(1e-2), C(1e-3), C(1e-3) },
    .rate = hires_rate,
    .jacobian = hires_jacobian,
};

/* Van der Pol's oscillator with mu = 1e3, in times of mu: 1/mu^2 = 1e-6. */
static void vdpol_rate(void *ctx, real t, const real y[], real dy[])
{
    (void)ctx, (void)t;
    dy[0] = y[1];
    dy[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) * C(1e6);
}

static void vdpol_jacobian(void *ctx, real t, const real y[], real jac[])
{
    (void)ctx, (void)t;
    jac[0] = 0;
    jac[1] = 1;
    jac[2] = (-2 * y[0] * y[1] - 1) * C(1e6);
    jac[3] = (1 - y[0] * y[0]) * C(1e6);
}

static const struct ivp vdpol = {
    .name = "vdpol",
    .title = "VDPOL: Van der Pol's oscillator, stiffness 1e6, 2 s",
    .n = 2,
    .t_end = 2,
    .begin = { 2, 0 },
    .end = { C(0.1706167732170483e1), C(-0.8928097010247975) },
    .scale = { 1, 1 },
    .rate = vdpol_rate,
    .jacobian = vdpol_jacobian,
};

/* The Oregonator, after Field, Koros and Noyes. */
static void orego_rate(void *ctx, real t, const real y[], real dy[])
{
    (void)ctx, (void)t;
    dy[0] = C(77.27) * (y[1] + y[0] * (1 - C(8.375e-6) * y[0] - y[1]));
    dy[1] = (y[2] - (1 + y[0]) * y[1]) / C(77.27);
    dy[2] = C(0.161) * (y[0] - y[2]);
}

static void orego_jacobian(void *ctx, real t, const real y[], real jac[])
{
    (void)ctx, (void)t;
    const real all[] = {
        C(77.27) * (1 - 2 * C(8.375e-6) * y[0] - y[1]),
        C(77.27) * (1 - y[0]),
        0, /**/
        -y[1] / C(77.27),
        -(1 + y[0]) / C(77.27),
        1 / C(77.27),
        C(0.161),
        0,
        -C(0.161),
    };
    for (unsigned i = 0; i < 9; i++)
        jac[i] = all[i];
}

static const struct ivp orego = {
    .name = "orego",
    .title = "OREGO: the Oregonator, 360 s",
    .n = 3,
    .t_end = 360,
    .begin = { 1, 2, 3 },
    .end = { C(0.1000814870318523e1), C(0.1228178521549917e4), C(0.1320554942846706e3) },
    .scale = { 1, 1, 1 },
    .rate = orego_rate,
    .jacobian = orego_jacobian,
};

const struct ivp *const PREC(ivps)[] = { &rober, &hires, &vdpol, &orego, NULL };
