/* A law whose velocity is given as a problem: what it is made of, its scales and its force. */
#include "reference/experiments/driven_motion.h"

/* The energy that the summed magnitudes of the force's terms would spend, J: for tolerances only.
 * Speeds are sampled at irregular places of a segment, where not all of them vanish. */
static real energy_scale(const struct model *model, const real p[], const struct signal *signal)
{
    static const double places[] = { 0.13, 0.34, 0.55, 0.76, 0.97 };
    enum { N_PLACES = sizeof places / sizeof *places };
    real scale = 0;
    for (size_t i = 0; i < signal->n; i++) {
        const struct signal_segment *segment = &signal->segments[i];
        for (size_t k = 0; k < N_PLACES; k++) {
            const double t = segment->start + places[k] * segment->duration;
            const real v = (real)signal_segment_velocity(segment, t);
            scale += r_abs(v) * model->force_scale(p, v, 0) * (real)segment->duration / N_PLACES;
        }
    }
    return scale > 0 ? scale : 1;
}

struct ode PREC(driven_ode)(struct driven *driven, const struct model *model, const real p[],
                            const struct signal *signal, bool with_energy)
{
    *driven = (struct driven){
        .model = model,
        .p = p,
        .signal = signal,
        .with_energy = with_energy,
    };
    for (unsigned i = 0; i < ODE_MAX_STATES; i++)
        driven->scale[i] = 1;
    PREC(model_scales)(model, p, model->length ? model->length(p) : 1, driven->scale);
    if (with_energy && model->force_scale)
        driven->scale[model->n_states] = energy_scale(model, p, signal);
    if (model->start)
        model->start(p, 0, &driven->memory);
    return (struct ode){
        .n = model->n_states + with_energy,
        .ctx = driven,
        .rate = driven_rate,
        .jacobian = model->jacobian ? driven_jacobian : NULL,
        .rate_t = model->jacobian ? driven_rate_t : NULL,
        .flow = model->flow && (model->work || !with_energy) ? driven_flow : NULL,
        .n_relaxing = model->n_states,
        .stiff = (1u << model->n_states) - 1,
        .relaxation = model->relaxation ? driven_relaxation : NULL,
        .longest = model->stribeck_speed ? driven_longest : NULL,
        .save = has_memory(model) ? driven_save : NULL,
        .restore = has_memory(model) ? driven_restore : NULL,
        .interval = driven_interval,
        .n_guards = law_guards(model),
        .guard = law_guards(model) > 0 ? driven_guard : NULL,
        .transition = law_guards(model) > 0 ? driven_transition : NULL,
        .scale = driven->scale,
    };
}

real PREC(driven_force)(const struct driven *driven, real t, const real x[])
{
    const struct model *model = driven->model;
    const real v = (real)signal_velocity(driven->signal, (double)t);
    const real band = model->stick_band ? model->stick_band(driven->p) : 0;
    if (model->stiction && (v == 0 || r_abs(v) < band))
        return (real)NAN;
    /* At a zero of v some laws still need the direction of motion. */
    const real s = v != 0 ? r_sign(v) : (real)driven->interval.sign;
    return model->force(driven->p, memory_of(driven), v, s, x);
}
