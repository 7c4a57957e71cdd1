/* Finds the largest steps at which a law keeps its structure, at held velocities: a scan over k,
 * the step times the rate of relaxation, from small to large, and bisection at the first k that
 * fails. */
#include <math.h>
#include <stdio.h>

#include "benchmarks/behaviour/hold_sequences.h"
#include "benchmarks/behaviour/structure.h"

enum { PER_DECADE = 20, STEPS = 60, BISECTIONS = 20 };

/* The rounding of a step's few operations, over all steps. */
static const double ROUNDING = 64 * STEPS * DBL_EPSILON;

const double structure_tolerances[2] = { 1e-3, 1e-6 };

/* Measures by how much a property fails at k with these settings; 0 if it does not fail. */
typedef struct measured failure(const struct integrator *integrator, double k,
                                const struct run_settings *settings);

/* z of Martinez-Rosas' law at 1 m/s relaxes at sigma0 = 100 1/s to its bound 1/sigma0, and y at
 * 1/s: y is far from its own limit where z meets its. Linear in z, so that starts are alike but for
 * their size; the largest distance is that from the opposite bound. */
static struct measured beyond_bound(const struct integrator *integrator, double k,
                                    const struct run_settings *settings)
{
    static const double starts[] = { -1, -0.5, 0, 0.5, 1 };
    const double sigma0 = 100;
    double most = 0;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        char input[64];
        struct run run = { .samples = STEPS + 1 };
        const struct run_problem problem = {
            .law = "martinez_rosas",
            .params = { { "sigma0", sigma0 } },
            .input = input,
            .start = { starts[i] / sigma0 },
            .duration = STEPS * k / sigma0,
        };
        struct run_settings s = *settings;
        s.step = s.rtol > 0 ? 0 : k / sigma0;
        snprintf(input, sizeof input, "hold 1 %.17g", problem.duration);
        run_problem_f64(integrator->name, &problem, &s, &run);
        if (run.status == STATUS_NONFINITE)
            return (struct measured){ STATUS_OK, INFINITY };
        if (run.status != STATUS_OK)
            return (struct measured){ run.status, 0 };
        for (size_t j = 0; j < run.samples; j++)
            most = fmax(most, fabs(run.x[j][0]) * sigma0 - 1);
    }
    return (struct measured){ STATUS_OK, most > ROUNDING ? most : 0 };
}

/* int F v dt of Dahl's law with sigma0 = 1 N/m and Fc = 1 N, from rest: relaxes at |v| and stores
 * up to 1/2 J. */
static struct measured deficit_along(const struct integrator *integrator, const struct holds *holds,
                                     double k, const struct run_settings *settings)
{
    char input[HOLDS_MOST * 64];
    const size_t steps = holds_steps(holds);
    holds_text(holds, 1, k, input, sizeof input);
    const struct run_problem problem = {
        .law = "dahl",
        .params = { { "sigma0", 1 } },
        .input = input,
        .with_energy = true,
        .duration = (double)steps * k,
    };
    struct run_settings s = *settings;
    struct run run = { .samples = steps + 1 };
    s.step = s.rtol > 0 ? 0 : k;
    run_problem_f64(integrator->name, &problem, &s, &run);
    if (run.status == STATUS_NONFINITE)
        return (struct measured){ STATUS_OK, INFINITY };
    double least = 0, exchanged = 0;
    for (size_t j = 0; run.status == STATUS_OK && j < run.samples; j++) {
        least = fmin(least, run.x[j][1]);
        exchanged = fmax(exchanged, fabs(run.x[j][1]));
    }
    const double stored = 0.5;
    return (struct measured){ run.status, -least > ROUNDING * exchanged ? -least / stored : 0 };
}

static struct measured deficit(const struct integrator *integrator, double k,
                               const struct run_settings *settings)
{
    struct measured most = { STATUS_OK, 0 };
    for (size_t i = 0; i < HOLDS_LISTED; i++) {
        const struct holds holds = holds_listed(i);
        const struct measured m = deficit_along(integrator, &holds, k, settings);
        if (m.status != STATUS_OK)
            return m;
        most.value = fmax(most.value, m.value);
        if (!(settings->rtol > 0) && most.value > 0)
            break; /* one failure is enough */
    }
    return most;
}

static struct measured scan(const struct integrator *integrator, failure *fails)
{
    static const struct run_settings given = { .max_steps = 0 };
    const int last = (int)lround(PER_DECADE * log10(LIMIT_MOST / LIMIT_LEAST));
    double good = 0, bad = 0;
    for (int i = 0; i <= last && bad == 0; i++) {
        const double k = LIMIT_LEAST * pow(10, (double)i / PER_DECADE);
        const struct measured m = fails(integrator, k, &given);
        if (m.status != STATUS_OK)
            return m;
        *(m.value > 0 ? &bad : &good) = k;
    }
    if (good == 0 || bad == 0)
        return (struct measured){ STATUS_OK, good == 0 ? 0 : INFINITY };
    for (int i = 0; i < BISECTIONS; i++) {
        const double k = sqrt(good * bad);
        *(fails(integrator, k, &given).value > 0 ? &bad : &good) = k;
    }
    return (struct measured){ STATUS_OK, good };
}

struct measured structure_bound(const struct integrator *integrator)
{
    return scan(integrator, beyond_bound);
}

struct measured structure_passivity(const struct integrator *integrator)
{
    return scan(integrator, deficit);
}

/* Samples, and holds, are as far apart as the time in which the law relaxes by a factor e. */
struct measured structure_bound_excess(const struct integrator *integrator, double rtol)
{
    const struct run_settings settings = { .rtol = rtol };
    return beyond_bound(integrator, 1, &settings);
}

struct measured structure_passivity_deficit(const struct integrator *integrator, double rtol)
{
    const struct run_settings settings = { .rtol = rtol };
    return deficit(integrator, 1, &settings);
}
