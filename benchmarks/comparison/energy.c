/* The energy balance of a run (measure.h):
 *
 *     m v^2/2 + k (r - x)^2/2 + int F v dt - W = k r0^2/2
 *     dW/dt = f v + k (r - x) r1 - c v^2 - K q v,    dq/dt = x - r
 */
#include <math.h>

#include "benchmarks/comparison/measure.h"

/* The state of one pass over the samples. */
struct balance {
    const struct setup *setup;
    const struct trajectory *r;
    double q, work; /* m s, J: up to sample i */
    double distance, speed, power, slope;
    double largest; /* J, of any term so far */
};

/* Computes r - x, its rate, dW/dt and d2W/dt2 at sample i. */
static void look(struct balance *b, size_t i)
{
    const struct plant *plant = &b->setup->plant;
    const struct trajectory *r = b->r;
    const bool forced = plant->force.n > 0;
    const double f = forced ? signal_velocity(&plant->force, r->t[i]) : 0;
    const double df = forced ? signal_slope(&plant->force, r->t[i]) : 0;
    const double v = r->v[i];
    b->distance = plant->place + plant->pull * r->t[i] - r->x[i];
    b->speed = plant->pull - v;
    const double a = (f + plant->stiffness * b->distance - plant->damping * v -
                      plant->integral * b->q - r->F[i]) /
                     plant->mass;
    b->power = f * v + plant->stiffness * b->distance * plant->pull - plant->damping * v * v -
               plant->integral * b->q * v;
    b->slope = df * v + f * a + plant->stiffness * b->speed * plant->pull -
               2 * plant->damping * v * a + plant->integral * (b->distance * v - b->q * a);
}

/* Returns the integral over h of a function with these values and slopes at its ends. */
static double corrected(double h, double before, double slope, double after, double slope_after)
{
    return h * (before + after) / 2 + h * h * (slope - slope_after) / 12;
}

/* Proceeds from sample i - 1 to i. */
static void proceed(struct balance *b, size_t i)
{
    const struct balance before = *b;
    const double h = b->r->t[i] - b->r->t[i - 1];
    look(b, i);
    b->q -= corrected(h, before.distance, before.speed, b->distance, b->speed);
    look(b, i);
    b->work += corrected(h, before.power, before.slope, b->power, b->slope);
}

/* Returns the left side minus the right side at sample i, J. */
static double imbalance(struct balance *b, size_t i)
{
    const struct plant *plant = &b->setup->plant;
    const struct trajectory *r = b->r;
    const double kinetic = plant->mass * r->v[i] * r->v[i] / 2;
    const double spring = plant->stiffness * b->distance * b->distance / 2;
    const double start = plant->stiffness * plant->place * plant->place / 2;
    b->largest = fmax(fmax(b->largest, fmax(kinetic, spring)), fmax(fabs(b->work), r->energy[i]));
    return kinetic + spring + r->energy[i] - b->work - start;
}

static double of_mass(const struct setup *setup, const struct trajectory *reference,
                      const struct trajectory *run)
{
    struct balance expected = { .setup = setup, .r = reference }, found = expected;
    double worst = 0;
    found.r = run;
    look(&expected, 0);
    look(&found, 0);
    for (size_t i = 0; i < reference->n; i++) {
        if (i > 0) {
            proceed(&expected, i);
            proceed(&found, i);
        }
        const double error = fabs(imbalance(&found, i) - imbalance(&expected, i));
        if (!(error <= worst))
            worst = isnan(error) ? (double)INFINITY : error;
    }
    return worst == 0 ? 0 : worst / expected.largest;
}

static double of_driven(const struct trajectory *reference, const struct trajectory *run)
{
    const double largest = trajectory_largest(reference->energy, reference->n, 1);
    double worst = 0;
    if (isnan(reference->energy[reference->n - 1]))
        return (double)NAN;
    for (size_t i = 0; i < reference->n; i++) {
        const double error = fabs(run->energy[i] - reference->energy[i]);
        if (!(error <= worst) && !isnan(reference->energy[i]))
            worst = isnan(error) ? (double)INFINITY : error;
    }
    return worst == 0 ? 0 : worst / largest;
}

double compare_energy_balance(const struct setup *setup, const struct trajectory *reference,
                              const struct trajectory *run)
{
    return setup->has_mass ? of_mass(setup, reference, run) : of_driven(reference, run);
}
