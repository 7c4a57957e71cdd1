/* Follows the force of a spring or controller along a trajectory (applied_force.h). */
#include "reference/experiments/applied_force.h"

/* The place of the spring's end or the set point, m. */
static double place(const struct plant *plant, double t) { return plant->place + plant->pull * t; }

/* Returns what the integral of x - r gains from sample i - 1 to i, m s: of the cubic that has the
 * positions and velocities of both. */
static double integral_gain(const struct plant *plant, const struct trajectory *r, size_t i)
{
    const double h = r->t[i] - r->t[i - 1];
    const double e0 = r->x[i - 1] - place(plant, r->t[i - 1]), e1 = r->x[i] - place(plant, r->t[i]);
    return h * (e0 + e1) / 2 + h * h * (r->v[i - 1] - r->v[i]) / 12;
}

void applied_force_along(const struct plant *plant, const struct trajectory *r, double force[])
{
    double q = 0;
    for (size_t i = 0; i < r->n; i++) {
        const double t = r->t[i];
        if (i > 0)
            q += integral_gain(plant, r, i);
        force[i] = plant->stiffness * (place(plant, t) - r->x[i]) - plant->damping * r->v[i] -
                   plant->integral * q;
        if (plant->force.n > 0)
            force[i] += signal_velocity(&plant->force, t);
    }
}
