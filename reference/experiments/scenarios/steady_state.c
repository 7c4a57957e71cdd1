/* The friction curve F(v): twenty velocities between -v_max and +v_max, each held until
 * friction no longer changes. The samples a second apart include, at the end of each hold, the
 * steady force to all digits of a double: 39 time constants of the slowest law, and a travel
 * of ten thousand bristle deflections.
 */
#include <stdio.h>

#include "reference/experiments/scenario.h"

enum { V_MAX, N_PARAMS };
enum { LEVELS = 10 };

static const struct quantity params[N_PARAMS] = {
    [V_MAX] = { "v_max", "m/s", 5e-3, 1e-6, 1e2, "five Stribeck velocities of Table I" },
};

static void velocity(const double q[], char spec[])
{
    size_t used = 0;
    for (int k = -LEVELS; k <= LEVELS; k++)
        if (k != 0)
            used += (size_t)snprintf(spec + used, SCENARIO_SPEC - used, "%shold %.17g 40",
                                     used ? "; " : "", q[V_MAX] * k / LEVELS);
}

static const struct figure figures[] = {
    { .title = "friction against velocity", .x = "v", .y = "F", .points = true }, { .title = NULL }
};

const struct scenario scenario_steady_state = {
    .name = "steady_state",
    .title = "v from -5 to 5 mm/s in 20 levels, 40 s each: the friction curve",
    .params = params,
    .n_params = N_PARAMS,
    .samples = 801,
    .velocity = velocity,
    .figures = figures,
};
