/* Measures the energy balance of a mass, and the difference between float and double. */
#include <math.h>

#include "benchmarks/behaviour/structure.h"

/* omega = 10 1/s: five half swings of 0.31 s, each of which costs friction 2 cm of the amplitude
 * and more, until the mass stops within the last cm, 1.6 s after it was let go. */
static const struct run_problem spring = {
    .law = "coulomb_viscous",
    .mass = 1,
    .stiffness = 100,
    .place = 0.115,
    .with_energy = true,
    .duration = 4,
};

static struct run_settings stated(const struct integrator *integrator)
{
    if (integrator->flags & INTEGRATOR_ADAPTIVE)
        return (struct run_settings){ .rtol = STRUCTURE_RTOL };
    return (struct run_settings){ .step = STRUCTURE_STEP };
}

struct measured structure_drift(const struct integrator *integrator, uint64_t *steps)
{
    const struct run_settings settings = stated(integrator);
    struct run run = { .samples = RUN_MOST_SAMPLES };
    const double initial = spring.stiffness * spring.place * spring.place / 2;
    double most = 0;
    run_problem_f64(integrator->name, &spring, &settings, &run);
    for (size_t i = 0; run.status == STATUS_OK && i < run.samples; i++) {
        const double *x = run.x[i], stretched = spring.place - x[0];
        const double energy =
            spring.stiffness * stretched * stretched / 2 + spring.mass * x[1] * x[1] / 2 + x[2];
        most = fmax(most, fabs(energy - initial) / initial);
    }
    *steps = run.steps;
    return (struct measured){ run.status, most };
}

struct measured structure_float(const struct integrator *integrator, bool mass, uint64_t *steps)
{
    const struct run_problem *problem = order_problem(mass ? ORDER_MASS_AWARE : ORDER_DRIVEN_AWARE);
    const struct run_settings settings = stated(integrator);
    struct run wide = { .samples = RUN_MOST_SAMPLES }, narrow = wide;
    run_problem_f64(integrator->name, problem, &settings, &wide);
    run_problem_f32(integrator->name, problem, &settings, &narrow);
    *steps = wide.steps;
    if (wide.status != STATUS_OK || narrow.status != STATUS_OK)
        return (struct measured){ wide.status != STATUS_OK ? wide.status : narrow.status, 0 };
    return (struct measured){ STATUS_OK, run_distance(&wide, &narrow) };
}
