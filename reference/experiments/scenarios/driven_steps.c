/* Held velocities of every order of magnitude: creep, the counterexample to the passivity of
 * martinez_rosas, a fast reversal, a stop, Stribeck speed, and up to the sigma0 |v| of 1e5 1/s
 * of driven_stiff. The exact solution is closed form. No sample is at 0.1 or 0.15 s, where laws
 * break away at Table I, after a travel of Fc/sigma0 or Fs/sigma0.
 */
#include <stdio.h>

#include "reference/experiments/scenario.h"

static void velocity(const double q[], char spec[])
{
    (void)q;
    snprintf(spec, SCENARIO_SPEC,
             "hold 0.0001 1; hold 0.01 1; hold -1 0.5; hold 0 0.5; hold -0.001 1; hold 1 1");
}

static const struct figure figures[] = { { .title = "friction", .x = "t", .y = "F" },
                                         { .title = NULL } };

const struct scenario scenario_driven_steps = {
    .name = "driven_steps",
    .title = "held velocities from 0.1 mm/s to 1 m/s, both signs and a stop, 5 s",
    .samples = 2003,
    .velocity = velocity,
    .figures = figures,
};
