/* Evaluates no_drift: net travel over windows of holds that reverse and stay below break-away and
 * steady sliding. */
#include <string.h>

#include "properties/trials/evaluate_parts.h"

/* A window counts as drift when |net travel| exceeds CLOSED times the change of state
 * (evaluate_property.h). */
enum { CLOSED = 1000 };

struct turning {
    real travel, x[MODEL_MAX_STATES];
    bool gentle; /* the hold that ends here stays below the limits */
};

static bool reverses(const struct hold holds[], unsigned from, unsigned to)
{
    bool forth = false, back = false;
    for (unsigned i = from; i < to; i++) {
        forth |= holds[i].v > 0;
        back |= holds[i].v < 0;
    }
    return forth && back;
}

/* Returns by how much the force in the present state at velocity v is above 0.9 of break-away and
 * of the steady force at that velocity, N. */
static real harshness(const struct exact_state *w, real v)
{
    real limit = w->model->break_away(w->p);
    if (v != 0 && w->model->steady_force)
        limit = trial_least(limit, r_abs(w->model->steady_force(w->p, v)));
    return r_abs(exact_state_force(w, v)) - C(0.9) * limit;
}

/* Returns the size of the states whose change counts, in their own units: of those without a bound
 * the length. */
static real largest_state(const struct model *model, const real p[], const real bound[])
{
    real size = model->length(p);
    for (unsigned k = 0; k < model->n_states; k++)
        if (!isinf(bound[k]))
            size = trial_most(size, bound[k]);
    return size;
}

struct margin PREC(evaluate_drift)(const struct model *model, const struct propagator *by,
                                   const real p[], const struct hold holds[], unsigned n)
{
    struct turning at[DRIFT_MAX_HOLDS + 1];
    struct exact_state w;
    struct margin worst = { .value = 1 };
    real bound[MODEL_MAX_STATES] = { 0 }; /* infinite: the state is the travel itself */
    if (n > DRIFT_MAX_HOLDS)
        n = DRIFT_MAX_HOLDS;
    if (model->bound)
        model->bound(p, bound);
    const real magnified = PREC(model_magnification)(model, p, trial_path(holds, n));
    exact_state_start(&w, model, p);
    at[0].travel = 0;
    memcpy(at[0].x, w.x, sizeof w.x);
    for (unsigned j = 1; j <= n; j++) {
        const struct hold hold = holds[j - 1];
        const real before = harshness(&w, hold.v);
        evaluate_go(&w, by, hold);
        const real harsh = trial_most(before, harshness(&w, hold.v));
        if (isnan(harsh))
            return (struct margin){ .value = harsh };
        at[j].gentle = harsh <= 0;
        at[j].travel = at[j - 1].travel + hold.v * hold.h;
        memcpy(at[j].x, w.x, sizeof w.x);
        real path = r_abs(hold.v) * hold.h;
        for (unsigned i = j - 1; at[i + 1].gentle; i--) {
            real gap = 0;
            for (unsigned k = 0; k < model->n_states; k++)
                if (!isinf(bound[k]))
                    gap = trial_most(gap,
                                     isnan(bound[k]) ? bound[k] : r_abs(at[j].x[k] - at[i].x[k]));
            const real margin = (CLOSED * gap - r_abs(at[j].travel - at[i].travel)) / path;
            if (reverses(holds, i, j) && !(margin >= worst.value)) {
                worst.value = margin;
                const real size = largest_state(model, p, bound) + path;
                worst.rounding = trial_inaccuracy(model, by) * (real)n * magnified *
                                 (CLOSED * size + path) / path;
            }
            if (i == 0)
                break;
            path += r_abs(holds[i - 1].v) * holds[i - 1].h;
        }
    }
    return worst;
}
