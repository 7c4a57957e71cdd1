/* Observed orders: the slope of log(error) over log(step), by least squares over levels of halved
 * steps. Across events the error depends on where in a step they fall: there each level is many
 * slightly different steps, and more of them where the method does not see the events. */
#include <math.h>
#include <stdlib.h>

#include "benchmarks/behaviour/structure.h"

enum { SPACINGS = 8, MOST_LEVELS = 4, MOST_VARIANTS = 16, POINTS = MOST_LEVELS * MOST_VARIANTS };

/* A Stribeck curve that matters, so that the problem is not linear. */
static const struct run_problem smooth_mass = {
    .law = "exponential",
    .params = { { "vs", 1 } },
    .mass = 1,
    .stiffness = 5,
    .place = 0.5,
    .pull = 1.2,
    .input = "sine 0 0.5 3 0.2 4",
    .start = { 0, 1.5 },
    .duration = 4,
};

/* Relaxes at sigma0 |v|/G, some 1/s: so that all methods are in their asymptotic range. */
static const struct run_problem smooth_driven = {
    .law = "lugre",
    .params = { { "sigma0", 4 }, { "vs", 1 } },
    .input = "sine 1 0.6 3 0.2 4",
    .duration = 4,
};

/* The rate of y jumps where v changes sign, and that of z has a kink. */
static const struct run_problem reversals = {
    .law = "martinez_rosas",
    .params = { { "sigma0", 4 }, { "vs", 1 } },
    .input = "sine 0 1 3 0.4 4",
    .duration = 4,
};

/* The mass leaves, turns twice, loses its drive and stops. */
static const struct run_problem stops = {
    .law = "coulomb_viscous",
    .mass = 1,
    .input = "sine 0 3 2.5 0.05 3; hold 0.3 1",
    .duration = 4,
};

/* Number of steps between two samples, from `coarsest` on: a whole number, so that methods without
 * events take equal steps. Coarse enough for the errors of order 4 to stand out from rounding. */
static const struct {
    const struct run_problem *problem;
    bool naive;
    size_t coarsest, levels, variants;
} plans[N_ORDERS] = {
    [ORDER_MASS] = { &smooth_mass, false, 32, 3, 1 },
    [ORDER_DRIVEN] = { &smooth_driven, false, 32, 3, 1 },
    [ORDER_DRIVEN_NAIVE] = { &reversals, true, 32, 4, 16 },
    [ORDER_DRIVEN_AWARE] = { &reversals, false, 32, 3, 8 },
    [ORDER_MASS_NAIVE] = { &stops, true, 32, 4, 16 },
    [ORDER_MASS_AWARE] = { &stops, false, 16, 3, 8 },
};

const struct run_problem *order_problem(enum order_problem which) { return plans[which].problem; }

double run_distance(const struct run *a, const struct run *b)
{
    double most = 0;
    for (unsigned k = 0; k < a->n; k++) {
        double apart = 0, largest = 0;
        for (size_t i = 0; i < a->samples; i++) {
            apart = fmax(apart, fabs(a->x[i][k] - b->x[i][k]));
            largest = fmax(largest, fabs(a->x[i][k]));
        }
        most = fmax(most, apart > 0 ? apart / largest : 0);
    }
    return most;
}

const struct run *order_reference(enum order_problem which, double *floor)
{
    static struct run references[N_ORDERS], others[N_ORDERS];
    static const struct run_settings tight = { .rtol = 1e-13 };
    struct run *reference = &references[which], *other = &others[which];
    if (reference->samples == 0) {
        reference->samples = other->samples = SPACINGS + 1;
        run_problem_f64("rosenbrock", plans[which].problem, &tight, reference);
        run_problem_f64("cvode_adams", plans[which].problem, &tight, other);
        if (reference->status != STATUS_OK || other->status != STATUS_OK)
            abort();
    }
    *floor = run_distance(reference, other);
    return reference;
}

static double slope(const double x[], const double y[], size_t n)
{
    double mean_x = 0, mean_y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < n; i++) {
        mean_x += x[i] / (double)n;
        mean_y += y[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
    }
    return xy / xx;
}

/* Settings from coarse to fine: a level halves the step, or divides the tolerance by 10, and its
 * variants lie between it and the next level. A naive adaptive method may stall: the run is then
 * given up. */
static struct run_settings setting(const struct integrator *integrator, enum order_problem which,
                                   size_t level, size_t variant)
{
    struct run_settings s = { .naive = plans[which].naive };
    if (integrator->flags & INTEGRATOR_ADAPTIVE) {
        s.rtol = pow(10, -5 - (double)level - (double)variant / MOST_VARIANTS);
        s.max_steps = 20000;
        return s;
    }
    const double part = (double)variant / (double)plans[which].variants;
    const double steps = floor((double)(plans[which].coarsest << level) * (1 + part));
    s.step = plans[which].problem->duration / SPACINGS / steps;
    return s;
}

/* Returns the step, or the tolerance. Between the ends of intervals a driven law takes equal steps
 * that are somewhat shorter than the given step: the mean step counts. */
static double size_of(const struct run_settings *s, const struct run_problem *problem,
                      const struct run *run)
{
    if (s->rtol > 0)
        return s->rtol;
    return problem->mass > 0 ? s->step : problem->duration / (double)run->steps;
}

struct measured structure_order(const struct integrator *integrator, enum order_problem which)
{
    const struct run_problem *problem = plans[which].problem;
    double reference_floor, x[POINTS] = { 0 }, y[POINTS] = { 0 };
    const struct run *reference = order_reference(which, &reference_floor);
    /* also on smooth problems an adaptive method's error is uneven in its tolerance */
    const size_t variants =
        integrator->flags & INTEGRATOR_ADAPTIVE ? MOST_VARIANTS : plans[which].variants;
    size_t n = 0;
    for (size_t level = 0; level < plans[which].levels; level++)
        for (size_t variant = 0; variant < variants; variant++) {
            struct run run = { .samples = SPACINGS + 1 };
            const struct run_settings s = setting(integrator, which, level, variant);
            run_problem_f64(integrator->name, problem, &s, &run);
            if (run.status != STATUS_OK)
                return (struct measured){ run.status, 0 };
            x[n] = log(size_of(&s, problem, &run));
            y[n++] = log(run_distance(reference, &run));
        }
    return (struct measured){ STATUS_OK, slope(x, y, n) };
}
