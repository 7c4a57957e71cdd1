/* Smooth, fast and stiff: a sine through standstill.
 *
 *     v = amplitude sin(omega t)
 *
 * At Table I sigma0 |v| runs between 0 and 1e5 1/s, and the force of martinez_rosas jumps by
 * 2e4 N at each of the nine zeros of v between the ends.
 */
#include <stdio.h>

#include "reference/experiments/scenario.h"

enum { AMPLITUDE, OMEGA, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [AMPLITUDE] = { "amplitude", "m/s", 1, 0, 1e3, "the speed at which sigma0 |v| = 1e5 1/s" },
    [OMEGA] = { "omega", "rad/s", 6.283185307179586, 1e-6, 1e6, "once a second" },
};

static void velocity(const double q[], char spec[])
{
    snprintf(spec, SCENARIO_SPEC, "sine 0 %.17g %.17g 0 5", q[AMPLITUDE], q[OMEGA]);
}

static const struct figure figures[] = {
    { .title = "friction against velocity", .x = "v", .y = "F" },
    { .title = "friction", .x = "t", .y = "F" },
    { .title = NULL }
};

const struct scenario scenario_driven_stiff = {
    .name = "driven_stiff",
    .title = "v = 1 m/s sin(2 pi t), 5 s: smooth, stiff, with reversals",
    .params = params,
    .n_params = N_PARAMS,
    .samples = 2001,
    .velocity = velocity,
    .figures = figures,
};
