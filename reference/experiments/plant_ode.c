/* A mass on a friction law as a problem: what it is made of, its scales and its force. */
#include "reference/experiments/plant_motion.h"

/* Typical sizes: for absolute tolerances only. */
static void set_scales(struct moving *m)
{
    const struct model *model = m->model;
    const real length = model->length ? model->length(m->p) : C(1e-5);
    const real rest = model->force_scale ? model->force_scale(m->p, 0, 0) : 0;
    const real force = rest > 0 ? rest : 1; /* viscous friction has none at rest */
    real *law = m->scale + m->n_plant;
    m->scale[X] = length;
    m->scale[V] = C(1e-3);
    m->scale[Q] = length;
    PREC(model_scales)(model, m->p, length, law);
    law[model->n_states] = force * length;
    for (unsigned i = 0; i < ODE_MAX_GUARDS; i++)
        m->guard_scale[i] = 0;
    /* A crossing that the force does not notice need not be found beyond the tolerance. */
    if (has_kink(model))
        m->guard_scale[0] = length;
    if (!model->stiction)
        m->guard_scale[law_guards(model) + LOW] = 4 * m->scale[V];
}

struct ode PREC(plant_ode)(struct moving *moving, const struct model *model, const real p[],
                           const struct plant *plant, bool with_energy)
{
    *moving = (struct moving){
        .model = model,
        .p = p,
        .plant = plant,
        .with_energy = with_energy,
        .n_plant = plant->integral != 0 ? 3 : 2,
        .per_mass = (real)(1 / plant->mass),
    };
    if (model->stick_band)
        moving->band = model->stick_band(p);
    moving->inside = moving->band > 0;
    set_scales(moving);
    if (model->start)
        model->start(p, 0, &moving->memory);
    return (struct ode){
        .n = moving->n_plant + model->n_states + with_energy,
        .velocities = 1u << V,
        .ctx = moving,
        .rate = moving_rate,
        .jacobian = model->jacobian ? moving_jacobian : NULL,
        .rate_t = moving_rate_t,
        .stiff = ((1u << model->n_states) - 1) << moving->n_plant,
        .flow = model->flow && model->work ? PREC(plant_flow) : NULL,
        .inclusion =
            model->flow && model->stiction && !model->stick_band ? PREC(plant_implicit_step) : NULL,
        .longest = model->stribeck_speed ? moving_longest : NULL,
        .save = has_memory(model) ? moving_save : NULL,
        .restore = has_memory(model) ? moving_restore : NULL,
        .interval = moving_interval,
        .n_guards = law_guards(model) + N_GUARDS,
        .guard = moving_guard,
        .transition = moving_transition,
        .guard_scale = moving->guard_scale,
        .scale = moving->scale,
    };
}

real PREC(plant_force)(const struct moving *m, real t, const real x[])
{
    const struct situation now = situation(m, t, x);
    if (now.held)
        return now.u;
    return m->model->force(m->p, memory_of(m), now.v, now.s, x + m->n_plant);
}

const char *PREC(plant_refuses)(const struct model *model, const real p[])
{
    real f[2], low[MODEL_MAX_STATES], high[MODEL_MAX_STATES];
    real x[MODEL_MAX_STATES];
    if (!model->stiction || model->n_states == 0)
        return NULL;
    PREC(model_initial)(model, p, x);
    model->stiction(p, NULL, x, f);
    if (f[1] > f[0])
        return NULL;
    model->rate(p, NULL, 0, -1, x, low);
    model->rate(p, NULL, 0, 1, x, high);
    for (unsigned i = 0; i < model->n_states; i++)
        if (low[i] != high[i])
            return "the force must jump at v = 0 (alpha > 0): otherwise only its rate does, and a "
                   "mass crosses v = 0 ever faster instead of sticking";
    return NULL;
}
