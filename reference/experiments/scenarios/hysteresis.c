/* Friction lag: friction against a velocity that swings and never reverses.
 *
 *     v = mean + amplitude cos(omega t)
 *
 * Friction is lower while the speed falls than while it rises, the more so the faster it
 * swings. Canudas de Wit et al. 1995, Fig. 3, with 1, 10 and 25 rad/s; Fig. 3 and 4 of
 * Martinez-Rosas et al. The first 5 s are the start from rest.
 */
#include <stdio.h>

#include "reference/experiments/scenario.h"

enum { MEAN, AMPLITUDE, OMEGA, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [MEAN] = { "mean", "m/s", 1.5e-3, -1e3, 1e3, "after a public reproduction" },
    [AMPLITUDE] = { "amplitude", "m/s", 1e-3, 0, 1e3, "after a public reproduction" },
    [OMEGA] = { "omega", "rad/s", 1, 1e-6, 1e6, "1, 10 and 25 there" },
};

static void velocity(const double q[], char spec[])
{
    snprintf(spec, SCENARIO_SPEC, "cosine %.17g %.17g %.17g 0 20", q[MEAN], q[AMPLITUDE], q[OMEGA]);
}

static const struct figure figures[] = {
    { .title = "friction against velocity", .x = "v", .y = "F" },
    { .title = "friction", .x = "t", .y = "F" },
    { .title = NULL }
};

const struct scenario scenario_hysteresis = {
    .name = "hysteresis",
    .title = "v = 0.0015 + 0.001 cos(t) m/s, 20 s",
    .params = params,
    .n_params = N_PARAMS,
    .samples = 4001,
    .velocity = velocity,
    .figures = figures,
};
