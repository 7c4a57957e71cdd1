/* See the header. */
#include "properties/numerical.h"

#include <stdlib.h>

enum {
    SAMPLES = 16,
    MAX_SAMPLES = 1 << 16,
    /* Evaluations of rates in a step, each of no more operations than one of the exact flow:
     * 8 in rosenbrock, the most. */
    STAGES = 8,
};

/* What is seen of a hold. */
struct view {
    const struct model *model;
    double *peak; /* or NULL */
};

static void observe(void *ctx, size_t i, double t, const double x[])
{
    const struct view *view = ctx;
    (void)i, (void)t;
    for (unsigned k = 0; view->peak && k < view->model->n_states; k++)
        view->peak[k] = fmax(view->peak[k], fabs(x[k]));
}

/* Equal parts of the hold to look at, a step or, where those are too many, some steps each.
 * Returns 0 when even the steps are too many, or memory ran out. */
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
        double *times = realloc(n->times, (count + 1) * sizeof *times);
        if (!times) {
            n->status = STATUS_NO_MEMORY;
            return 0;
        }
        n->times = times;
        n->room = count + 1;
    }
    for (size_t i = 0; i <= count; i++)
        n->times[i] = h * ((double)i / parts);
    return count;
}

static void hold(void *ctx, struct walk *w, struct hold hold, double *energy, double peak[])
{
    struct numerical *n = ctx;
    const struct model *model = w->model;
    const size_t parts = n->status == STATUS_OK ? divide(n, hold.h) : 0;
    struct view view = { model, peak };
    struct statistics statistics;
    double x[ODE_MAX_STATES] = { 0 };
    if (parts == 0)
        return;
    for (unsigned i = 0; peak && i < model->n_states; i++)
        peak[i] = 0;
    n->signal.n = 1;
    n->signal.duration = hold.h;
    n->signal.pieces[0] = (struct signal_piece){
        .kind = SIGNAL_HOLD,
        .value = { hold.v },
        .duration = hold.h,
    };
    const struct ode ode = PREC(driven_ode)(&n->driven, model, w->p, &n->signal, energy != NULL);
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
    if (energy)
        *energy = x[model->n_states];
}

bool numerical_open(struct numerical *n, const struct scheme *scheme, uint64_t most)
{
    *n = (struct numerical){
        .follower = { .ctx = n, .hold = hold },
        .scheme = scheme,
        .most = most,
        .work = malloc(scheme->integrator->workspace(ODE_MAX_STATES) + 1),
    };
    return n->work;
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

const char *numerical_obstacle(const struct scheme *scheme, const struct model *model,
                               enum property property)
{
    struct driven driven;
    const struct signal signal = {
        .pieces = { { .kind = SIGNAL_HOLD, .value = { 1 }, .duration = 1 } },
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
        return "energies by part not integrated";
    default:
        break;
    }
    if (!PREC(trial_applicable)(model, property))
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

struct margin numerical_trial(struct numerical *n, const struct model *model, const double p[],
                              enum property property, const struct hold holds[], unsigned n_holds)
{
    numerical_reset(n);
    struct margin m = PREC(trial_by)(model, &n->follower, p, property, holds, n_holds);
    if (n->status != STATUS_OK)
        return (struct margin){ .value = -(double)INFINITY };
    m.rounding *= STAGES * fmax(1, (double)n->steps / n_holds);
    return m;
}
