/* Follows a law along a path by its closed form, or by numbers where it has none (trace.h). */
#include "properties/tracing/trace.h"

#include <math.h>

void trace_start(struct exact_state *w, const struct model *model, const double p[],
                 const double before[])
{
    exact_state_start(w, model, p);
    w->accuracy = HELD_QUICK;
    for (unsigned k = 0; before && k < model->n_states; k++)
        w->x[k] += before[k];
}

double trace_cell(struct exact_state *w, const struct path_hold **hold, double more)
{
    const struct model *model = w->model;
    double force = NAN;
    for (;; (*hold)++) {
        const struct path_hold *h = *hold;
        if (h->h > 0)
            exact_state_flow(w, (struct hold){ h->v + more, h->h });
        if (h->is_sample) {
            const double v = h->v_there + more;
            force = model->n_guards > 0 ? exact_state_force(w, v)
                                        : model->force(w->p, w->mem, v, r_sign(v), w->x);
        }
        if (h->is_last)
            break;
    }
    (*hold)++;
    return force;
}

bool trace_force(const struct model *model, const struct trace_lanes *lanes, const double p[],
                 const double before[], const struct path *path, double force[])
{
    struct exact_state w;
    const struct path_hold *hold = path->hold;
    trace_start(&w, model, p, before);
    if (lanes)
        return trace_lanes_force(lanes, p, w.x, path, force);
    for (size_t i = 0; i < path->n_samples; i++) {
        force[i] = trace_cell(&w, &hold, 0);
        if (!isfinite(force[i]))
            return false;
    }
    return true;
}

bool trace_slopes(const struct model *model, const struct trace_lanes *lanes, const double p[],
                  const double before[], const struct path *path, double slope[])
{
    struct exact_state w;
    trace_start(&w, model, p, before);
    return lanes && trace_lanes_slopes(lanes, p, w.x, path, slope);
}
