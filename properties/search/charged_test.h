/* A law that is charged in one band of speeds, and pushes in another, for tests of the search. */
#ifndef BRISTLE_PROPERTIES_SEARCH_CHARGED_TEST_H
#define BRISTLE_PROPERTIES_SEARCH_CHARGED_TEST_H

#include <math.h>

#include "models/model.h"

/* A charge that grows within GROWS s in a narrow band of speeds, and lasts: then the law pushes in
 * another narrow band. Damping beside. */
static const double FIRST = 0.0217, SECOND = 0.713, GROWS = 0.01, LASTS = 100;
static double width = 1e-4; /* of the bands, as a part of their speeds */
static double strength;     /* of the push: below 1 there is none */

static double bump(double v, double middle) { return exp(-pow((fabs(v) / middle - 1) / width, 2)); }

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)p, (void)mem, (void)s;
    dx[0] = (real)bump((double)v, FIRST) * (1 - x[0]) / (real)GROWS - x[0] / (real)LASTS;
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    (void)p, (void)mem, (void)s, (void)x;
    *jac = (struct jacobian){ .rate_x = { -(real)(bump((double)v, FIRST) / GROWS + 1 / LASTS) } };
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)s;
    return v * (1 - (real)(strength * bump((double)v, SECOND)) * x[0]);
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)s;
    const double grows = bump((double)v, FIRST) / GROWS, all = grows + 1 / LASTS;
    x[0] = (real)(grows / all + ((double)x[0] - grows / all) * exp(-all * (double)h));
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    (void)p, (void)mem, (void)s;
    const double grows = bump((double)v, FIRST) / GROWS, all = grows + 1 / LASTS;
    const double charge =
        grows / all * (double)h - ((double)x[0] - grows / all) / all * expm1(-all * (double)h);
    return v * (real)((double)h - strength * bump((double)v, SECOND) * charge);
}

static real force_scale(const real p[], real v, real travel)
{
    (void)p, (void)travel;
    return r_abs(v) * (real)(1 + strength);
}

static const struct quantity charge_state = { "charge", "1", 0, 0, 1, "" };
static const struct model charged = { .name = "charged",
                                      .speed_max = 50,
                                      .states = &charge_state,
                                      .n_states = 1,
                                      .rate = rate,
                                      .jacobian = jacobian,
                                      .force = force,
                                      .flow = flow,
                                      .work = work,
                                      .force_scale = force_scale };
#endif
