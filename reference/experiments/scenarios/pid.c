/* Hunting: a mass held to a place by a PID controller.
 *
 *     m dv/dt = u - F,   u = -kd v - kp e - ki int e dt,   e = x - place
 *
 * Where friction holds the mass off its place the integral grows until it lets go, and the
 * mass overshoots: a limit cycle. Canudas de Wit et al. 1995, Fig. 8; Fig. 10 of
 * Martinez-Rosas et al.
 */
#include "reference/experiments/scenario.h"

enum { MASS, KP, KI, KD, PLACE, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    [MASS] = { "mass", "kg", 1, 1e-6, 1e6, "Canudas de Wit et al. 1995" },
    [KP] = { "kp", "N/m", 3, 0, 1e9, "proportional gain, there" },
    [KI] = { "ki", "N/(m s)", 4, 0, 1e9, "integral gain, there" },
    [KD] = { "kd", "N s/m", 6, 0, 1e9, "derivative gain, there" },
    [PLACE] = { "place", "m", 1, -1e6, 1e6, "set point, there" },
};

static void build(const double q[], struct plant *plant, char spec[])
{
    (void)spec;
    plant->mass = q[MASS];
    plant->stiffness = q[KP];
    plant->integral = q[KI];
    plant->damping = q[KD];
    plant->place = q[PLACE];
}

static const struct figure figures[] = { { .title = "position", .x = "t", .y = "x" },
                                         { .title = "velocity", .x = "t", .y = "v" },
                                         { .title = "friction", .x = "t", .y = "F" },
                                         { .title = NULL } };

const struct scenario scenario_pid = {
    .name = "pid",
    .title = "mass held to x = 1 m by a PID controller, 100 s",
    .params = params,
    .n_params = N_PARAMS,
    .samples = 5001,
    .plant = build,
    .duration = 100,
    .watched_speed = 0.01,
    .figures = figures,
};
