/* Sets up a law alone or on a plant, whichever the scenario asks for. */
#include "reference/experiments/experiment.h"

struct ode PREC(experiment_ode)(struct experiment *e, const struct model *model, const real p[],
                                const struct setup *setup, bool with_energy)
{
    e->setup = setup;
    if (!setup->has_mass)
        return PREC(driven_ode)(&e->driven, model, p, &setup->velocity, with_energy);
    const struct ode ode = PREC(plant_ode)(&e->moving, model, p, &setup->plant, with_energy);
    e->moving.watched_speed = (real)setup->watched_speed;
    return ode;
}

void PREC(experiment_begin)(const struct experiment *e, unsigned n, real x[])
{
    for (unsigned i = 0; i < n; i++)
        x[i] = 0;
    if (e->setup->has_mass)
        PREC(model_initial)(e->moving.model, e->moving.p, x + e->moving.n_plant);
    else
        PREC(model_initial)(e->driven.model, e->driven.p, x);
}

struct experiment_point PREC(experiment_point)(const struct experiment *e, real t, const real x[])
{
    if (!e->setup->has_mass) {
        const struct signal *signal = &e->setup->velocity;
        const struct driven *d = &e->driven;
        return (struct experiment_point){
            .x = (real)signal_distance(signal, (double)t),
            .v = (real)signal_velocity(signal, (double)t),
            .F = PREC(driven_force)(d, t, x),
            .energy = d->with_energy ? x[d->model->n_states] : (real)NAN,
            .law = x,
        };
    }
    const struct moving *m = &e->moving;
    const real *law = x + m->n_plant;
    return (struct experiment_point){
        .x = x[0],
        .v = x[1],
        .F = PREC(plant_force)(m, t, x),
        .energy = m->with_energy ? law[m->model->n_states] : (real)NAN,
        .law = law,
    };
}
