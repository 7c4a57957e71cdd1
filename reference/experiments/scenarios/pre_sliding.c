/* Pre-sliding displacement: what a force below break-away does to a mass at rest.
 *
 *     m dv/dt = u(t) - F
 *     u: a ramp at `rate` to +peak, held; to -peak, held; and to +peak again, held
 *
 * At 95 % of the static force of Table I the bristles bend, and unbend along another path: x
 * against F is a loop, with some drift. C. Canudas de Wit, H. Olsson, K. J. Astrom,
 * P. Lischinsky, "A new model for control of systems with friction", IEEE TAC 40(3), 419-425,
 * 1995, and Fig. 2 of Martinez-Rosas et al.; times after a public reproduction.
 */
#include <stdio.h>

#include "reference/experiments/scenario.h"

enum { MASS, RATE, PEAK, HOLD, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [MASS] = { "mass", "kg", 1, 1e-6, 1e6, "Canudas de Wit et al. 1995" },
    [RATE] = { "rate", "N/s", 0.1425, 1e-9, 1e9, "peak in 10 s" },
    [PEAK] = { "peak", "N", 1.425, 1e-9, 1e9, "95 % of Fs" },
    [HOLD] = { "hold", "s", 5, 1e-3, 1e6, "longer than the ringing" },
};

static void build(const double q[], struct plant *plant, char spec[])
{
    const double peak = q[PEAK], hold = q[HOLD], up = peak / q[RATE], across = 2 * up;
    plant->mass = q[MASS];
    snprintf(spec, SCENARIO_SPEC,
             "ramp 0 %.17g %.17g; hold %.17g %.17g; ramp %.17g %.17g %.17g; hold %.17g %.17g; "
             "ramp %.17g %.17g %.17g; hold %.17g %.17g",
             peak, up, peak, hold, peak, -peak, across, -peak, hold, -peak, peak, across, peak,
             hold);
}

static const struct figure figures[] = {
    { .title = "friction against position", .x = "x", .y = "F" },
    { .title = "position", .x = "t", .y = "x" },
    { .title = NULL }
};

const struct scenario scenario_pre_sliding = {
    .name = "pre_sliding",
    .title = "mass under +-1.425 N in slow ramps, 65 s: below break-away",
    .params = params,
    .n_params = N_PARAMS,
    .samples = 651,
    .plant = build,
    .needs_static_friction = true,
    .figures = figures,
};
