#include "benchmarks/microcontrollers/motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/solutions/reference_solution.h"
#include "tools/base/memory.h"

enum { MOST_SAMPLES = 10000000 };

const char *motion_sample(const struct setup *setup, double rate, struct embedded_motion *motion)
{
    /* A last sample that rounding has moved beyond the end counts. */
    const double periods = floor(setup->duration * rate * (1 + 4 * DBL_EPSILON));
    if (!(periods >= 1))
        return "the motion is shorter than a period";
    if (periods > MOST_SAMPLES)
        return "the motion has more than ten million samples";
    const size_t n = (size_t)periods;
    double *v = memory_array(n + 1, sizeof *v);
    *motion = (struct embedded_motion){ .period = 1 / rate, .n = n, .v = v };
    for (size_t i = 0; i <= n; i++) {
        v[i] = signal_velocity(&setup->velocity, (double)i / rate);
        motion->speed = fmax(motion->speed, fabs(v[i]));
    }
    if (motion->speed > 0)
        return NULL;
    motion_free(motion);
    return "nothing moves";
}

void motion_free(struct embedded_motion *motion) { free(motion->v); }

bool motion_reference(const struct setup *setup, const struct embedded_motion *motion,
                      const struct model *law, const struct arb_law *rigorous, const double p[],
                      double force[])
{
    struct trajectory reference;
    const double end = fmin((double)motion->n * motion->period, setup->duration);
    trajectory_init(&reference, motion->n + 1, law->n_states, end);
    const bool known = !reference_solution_run_by(rigorous, law, p, setup, &reference, NULL);
    if (known)
        memcpy(force, reference.F, (motion->n + 1) * sizeof *force);
    trajectory_free(&reference);
    return known;
}
