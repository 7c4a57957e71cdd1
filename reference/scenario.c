/* See the header. */
#include "reference/scenario.h"

#include <string.h>

const struct scenario scenarios[] = {
    /* At Table I sigma0 |v| runs between 0 and 1e5 1/s, and the force of martinez_rosas
     * jumps by 2e4 N at each of the nine zeros of v between the ends. */
    { .name = "driven_stiff",
      .title = "v = 1 m/s sin(2 pi t), 5 s: smooth, stiff, with reversals",
      .velocity = "sine 0 1 6.283185307179586 0 5",
      .samples = 2001 },
    /* Creep, the source's counterexample to passivity, a fast reversal, a stop, and
     * Stribeck speed, up to the same sigma0 |v| of 1e5 1/s. */
    { .name = "driven_steps",
      .title = "held velocities from 0.1 mm/s to 1 m/s, both signs and a stop, 5 s",
      .velocity = "hold 0.0001 1; hold 0.01 1; hold -1 0.5; hold 0 0.5; hold -0.001 1; hold 1 1",
      .samples = 2001 },
    /* The simulation published with the LuGre model in several tutorials: explicit Euler
     * works at 1 ms and rings at 10 ms, where h sigma0 |v|/G = 1.98. */
    { .name = "velocity_step",
      .title = "v = 0.002 m/s held from rest, 20 s",
      .velocity = "hold 0.002 20",
      .samples = 2001 },
    { .name = NULL },
};

const struct scenario *scenario_find(const char *name)
{
    for (const struct scenario *s = scenarios; s->name; s++)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}
