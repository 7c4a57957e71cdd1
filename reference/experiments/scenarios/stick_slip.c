/* Stick-slip: a mass pulled slowly through a spring. No sample is at 5 or 7.5 s, where the spring
 * pulls with Fc or Fs of Table I.
 *
 *     m dv/dt = k (pull t - x) - F
 *
 * The spring stretches while the mass sticks, the mass jumps, and sticks again. Canudas de Wit
 * et al. 1995, Fig. 6; Fig. 6 and 7 of Martinez-Rosas et al. Laws without a sticking state
 * creep between the jumps: an event is there the crossing of 0.01 m/s.
 */
#include "reference/experiments/scenario.h"

enum { MASS, K, PULL, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [MASS] = { "mass", "kg", 1, 1e-6, 1e6, "Canudas de Wit et al. 1995" },
    [K] = { "k", "N/m", 2, 1e-9, 1e9, "spring, there" },
    [PULL] = { "pull", "m/s", 0.1, -1e3, 1e3, "velocity of its end, there" },
};

static void build(const double q[], struct plant *plant, char spec[])
{
    (void)spec;
    plant->mass = q[MASS];
    plant->stiffness = q[K];
    plant->pull = q[PULL];
}

static const struct figure figures[] = { { .title = "position", .x = "t", .y = "x" },
                                         { .title = "velocity", .x = "t", .y = "v" },
                                         { .title = "friction", .x = "t", .y = "F" },
                                         { .title = NULL } };

const struct scenario scenario_stick_slip = {
    .name = "stick_slip",
    .title = "mass pulled at 0.1 m/s through a spring of 2 N/m, 30 s",
    .params = params,
    .n_params = N_PARAMS,
    .samples = 3004,
    .plant = build,
    .duration = 30,
    .watched_speed = 0.01,
    .figures = figures,
};
