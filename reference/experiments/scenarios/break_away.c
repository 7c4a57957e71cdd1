/* Break-away: the force at which a mass comes loose under a growing force. No sample is at 0.1 or
 * 0.15 s, where it is Fc or Fs of Table I.
 *
 *     m dv/dt = rate t - F
 *
 * The faster the force grows, the lower the friction at which the mass lets go. Break-away is
 * the first local maximum of F(t); above some 36 N/s LuGre's first hump vanishes, and the
 * criterion picks a maximum of sliding, so that the instant at which v passes vs stands beside
 * it. Canudas de Wit et al. 1995, Fig. 4; rates 1 to 50 N/s.
 */
#include <stdio.h>

#include "reference/experiments/scenario.h"

enum { MASS, RATE, N_PARAMS };

static const double SECONDS = 2;

static const struct quantity params[N_PARAMS] = {
    [MASS] = { "mass", "kg", 1, 1e-6, 1e6, "Canudas de Wit et al. 1995" },
    [RATE] = { "rate", "N/s", 10, 1e-9, 1e9, "1, 2, 3, 4, 5, 10, ..., 50 there" },
};

static void build(const double q[], struct plant *plant, char spec[])
{
    plant->mass = q[MASS];
    snprintf(spec, SCENARIO_SPEC, "ramp 0 %.17g %.17g", q[RATE] * SECONDS, SECONDS);
}

static const struct figure figures[] = { { .title = "friction", .x = "t", .y = "F" },
                                         { .title = "velocity", .x = "t", .y = "v" },
                                         { .title = NULL } };

const struct scenario scenario_break_away = {
    .name = "break_away",
    .title = "mass under a force that grows at 10 N/s, 2 s",
    .params = params,
    .n_params = N_PARAMS,
    .samples = 2002,
    .plant = build,
    .watched_speed = 1e-3, /* vs of Table I */
    .needs_static_friction = true,
    .figures = figures,
};
