/* Evaluates bounds of the states. */
#include "properties/trials/evaluate_parts.h"

/* Moves over the hold; peak[n_states] is the largest magnitude of each state: along the exact flow
 * it occurs at an end of the hold. */
static void go_far(struct exact_state *w, const struct propagator *by, struct hold hold,
                   real peak[])
{
    if (by) {
        by->hold(by->ctx, w, hold, (struct seen){ .peak = peak });
        return;
    }
    exact_state_flow(w, hold);
    for (unsigned i = 0; i < w->model->n_states; i++)
        peak[i] = r_abs(w->x[i]);
}

struct margin PREC(evaluate_state_bound)(const struct model *model, const struct propagator *by,
                                         const real p[], const struct hold holds[], unsigned n)
{
    struct exact_state w;
    real bound[MODEL_MAX_STATES], peak[MODEL_MAX_STATES] = { 0 }, margin = 1;
    exact_state_start(&w, model, p);
    model->bound(p, bound);
    for (unsigned j = 0; j < model->n_states; j++)
        margin = trial_least(margin, 1 - r_abs(w.x[j]) / bound[j]);
    for (unsigned i = 0; i < n; i++) {
        go_far(&w, by, holds[i], peak);
        for (unsigned j = 0; j < model->n_states; j++)
            margin = trial_least(margin, 1 - peak[j] / bound[j]);
    }
    return (struct margin){ .value = margin,
                            .rounding = trial_inaccuracy(model, by) * (real)(n + 1) };
}

/* |y| relaxes monotonically to either side of 0 within a hold, so its largest value is at
 * one of the hold's ends; at the beginning the new velocity already counts. */
struct margin PREC(evaluate_stribeck_bound)(const struct model *model, const struct propagator *by,
                                            const real p[], bool over_history,
                                            const struct hold holds[], unsigned n)
{
    const int y = PREC(trial_state_index)(model, "y");
    struct exact_state w;
    real bound[MODEL_MAX_STATES] = { 0 }, peak[MODEL_MAX_STATES] = { 0 }, margin = 1, g = 0;
    exact_state_start(&w, model, p);
    model->bound(p, bound);
    for (unsigned i = 0; i < n; i++) {
        const real g_now = model->stribeck(p, holds[i].v);
        g = over_history ? r_max(g, g_now) : g_now;
        margin = trial_least(margin, g - r_abs(w.x[y]) / bound[y]);
        go_far(&w, by, holds[i], peak);
        margin = trial_least(margin, g - peak[y] / bound[y]);
    }
    return (struct margin){ .value = margin,
                            .rounding = trial_inaccuracy(model, by) * (real)(n + 1) };
}
