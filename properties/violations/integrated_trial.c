/* Runs a law along a signal by an integrator and evaluates the property along the trajectory. */
#include "properties/violations/integrated_trial.h"

#include <stdlib.h>

#include "tools/base/memory.h"

enum {
    SAMPLES = 16,
    MAX_SAMPLES = 1 << 16,
    /* Evaluations of rates in a step, each of no more operations than one of the exact flow: 8 in
     * rosenbrock, the most of all methods. */
    STAGES = 8,
};

/* A hold during its integration. */
struct view {
    const struct exact_state *w;
    double v;
    struct seen seen;
    double t, power[MODEL_MAX_PARTS]; /* at the sample before */
};

/* Computes the power of the parts at a state, W: their work over a time so short that nothing
 * changes, by a formula without cancellation. */
static void power_of(const struct view *view, const double x[], double power[])
{
    const struct model *model = view->w->model;
    const double instant = 0x1p-100;
    if (view->v != 0)
        model->work_parts(view->w->p, view->w->mem, view->v, r_sign(view->v), instant, x, power);
    for (unsigned k = 0; k < model->n_parts; k++)
        power[k] *= view->v / instant;
}

static void observe(void *ctx, size_t i, double t, const double x[])
{
    struct view *view = ctx;
    const struct model *model = view->w->model;
    for (unsigned k = 0; view->seen.peak && k < model->n_states; k++)
        view->seen.peak[k] = i == 0 ? fabs(x[k]) : fmax(view->seen.peak[k], fabs(x[k]));
    if (!view->seen.part)
        return;
    double power[MODEL_MAX_PARTS] = { 0 };
    power_of(view, x, power);
    for (unsigned k = 0; k < model->n_parts; k++) {
        const double so_far = i == 0 ? 0 : view->seen.part[k];
        view->seen.part[k] = so_far + (t - view->t) / 2 * (view->power[k] + power[k]);
        view->power[k] = power[k];
    }
    view->t = t;
}

/* Divides the hold into equal parts whose ends are evaluated: one step each or, if those are too
 * many, several steps each. Returns 0 when even the steps are too many. */
static size_t divide(struct numerical *n, double h)
{
    const double step = n->scheme->settings.step, slack = 0.001; /* as in fixed_step.h */
    const double steps = step > 0 ? fmax(1, ceil(h / step - slack)) : SAMPLES;
    if (!(steps <= (double)n->most)) {
        n->status = STATUS_TOO_MANY_STEPS;
        return 0;
    }
    const double each = ceil(steps / MAX_SAMPLES), parts = ceil(steps / each);
    const size_t count = (size_t)parts;
    if (count + 1 > n->room) {
        n->room = count + 1;
        n->times = memory_resized(n->times, n->room, sizeof *n->times);
    }
    for (size_t i = 0; i <= count; i++)
        n->times[i] = h * ((double)i / parts);
    return count;
}

static void hold(void *ctx, struct exact_state *w, struct hold hold, struct seen seen)
{
    struct numerical *n = ctx;
    const struct model *model = w->model;
    const size_t parts = n->status == STATUS_OK ? divide(n, hold.h) : 0;
    struct view view = { .w = w, .v = hold.v, .seen = seen };
    struct statistics statistics;
    double x[ODE_MAX_STATES] = { 0 };
    if (parts == 0)
        return;
    n->signal.n = 1;
    n->signal.duration = hold.h;
    n->signal.segments[0] = (struct signal_segment){
        .kind = SIGNAL_HOLD,
        .value = { hold.v },
        .duration = hold.h,
    };
    const struct ode ode =
        PREC(driven_ode)(&n->driven, model, w->p, &n->signal, seen.energy != NULL);
    for (unsigned i = 0; i < model->n_states; i++)
        x[i] = w->x[i];
    if (w->mem)
        n->driven.memory = *w->mem;
    n->status = PREC(drive)(n->scheme->integrator, &ode, &n->scheme->settings, n->times, parts + 1,
                            x, n->work, observe, &view, &statistics);
    n->steps += statistics.steps + statistics.rejected;
    if (n->status != STATUS_OK)
        return;
    for (unsigned i = 0; i < model->n_states; i++)
        w->x[i] = x[i];
    if (w->mem)
        *w->mem = n->driven.memory;
    if (seen.energy)
        *seen.energy = x[model->n_states];
}

void numerical_open(struct numerical *n, const struct integration_scheme *scheme, uint64_t most)
{
    *n = (struct numerical){
        .propagator = { .ctx = n, .hold = hold },
        .scheme = scheme,
        .most = most,
        .work = memory_array(scheme->integrator->workspace(ODE_MAX_STATES), 1),
    };
}

void numerical_close(struct numerical *n)
{
    free(n->work);
    free(n->times);
}

void numerical_reset(struct numerical *n)
{
    n->status = STATUS_OK;
    n->steps = 0;
}

const char *numerical_obstacle(const struct integration_scheme *scheme, const struct model *model,
                               enum property property)
{
    struct driven driven;
    const struct signal signal = {
        .segments = { { .kind = SIGNAL_HOLD, .value = { 1 }, .duration = 1 } },
        .n = 1,
        .duration = 1,
    };
    double p[MODEL_MAX_PARAMS];
    switch (property) {
    case FINITE_FORCE:
    case PASSIVITY_AS_PRINTED:
    case REGRESSOR:
    case REGRESSOR_AS_PRINTED:
    case IDENTIFIABILITY:
    case IDENTIFIABLE_RANK:
    case EXPERIMENT:
        return "not a property of trajectories";
    case I1_NONNEGATIVE:
    case I2_NONNEGATIVE:
    case I3_NONNEGATIVE:
    case I4_NONNEGATIVE:
        if (!(scheme->settings.step > 0))
            return "energies by part need a --step";
        break;
    default:
        break;
    }
    if (!PREC(property_applicable)(model, property))
        return "no structure to test it";
    if (model->n_states == 0)
        return "no states: nothing to integrate";
    PREC(model_defaults)(model, p);
    const struct ode ode = PREC(driven_ode)(&driven, model, p, &signal, true);
    if (!integrator_fits(scheme->integrator, &ode))
        return scheme->integrator->flags & INTEGRATOR_SET_VALUED
                   ? "a method for set-valued problems"
                   : "the method needs more structure";
    return NULL;
}

struct margin integrated_trial(struct numerical *n, const struct model *model, const double p[],
                               enum property property, const struct hold holds[], unsigned n_holds)
{
    numerical_reset(n);
    struct margin m =
        PREC(evaluate_property_by)(model, &n->propagator, p, property, holds, n_holds);
    if (n->status != STATUS_OK)
        return (struct margin){ .value = -(double)INFINITY };
    m.rounding *= STAGES * fmax(1, (double)n->steps / n_holds);
    return m;
}
