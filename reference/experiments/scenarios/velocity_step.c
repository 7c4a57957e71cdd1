/* A velocity held from rest: the simulation published with the LuGre model in several
 * tutorials. Explicit Euler works at 1 ms and rings at 10 ms, where h sigma0 |v|/G = 1.98.
 */
#include <stdio.h>

#include "reference/experiments/scenario.h"

enum { SPEED, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [SPEED] = { "v", "m/s", 2e-3, -1e3, 1e3, "tutorials on LuGre" },
};

static void velocity(const double q[], char spec[])
{
    snprintf(spec, SCENARIO_SPEC, "hold %.17g 20", q[SPEED]);
}

static const struct figure figures[] = { { .title = "friction", .x = "t", .y = "F" },
                                         { .title = NULL } };

const struct scenario scenario_velocity_step = {
    .name = "velocity_step",
    .title = "v = 0.002 m/s held from rest, 20 s",
    .params = params,
    .n_params = N_PARAMS,
    .samples = 2001,
    .velocity = velocity,
    .figures = figures,
};
