/* Chooses a method and a tolerance that fit a law and an experiment (default_integrator.h). */
#include "benchmarks/options/default_integrator.h"

#include <math.h>

/* Not far above the rounding of a double. */
static const double SMALLEST = 1e-13;

static bool is_held(const struct setup *setup)
{
    bool held = !setup->has_mass;
    for (size_t i = 0; held && i < setup->velocity.n; i++)
        held = setup->velocity.segments[i].kind == SIGNAL_HOLD;
    return held;
}

/* Returns true when the states are drawn to finite values also at rest, so that these are
 * polynomials of time across a zero of v. */
static bool is_drawn_at_rest(const struct model *model)
{
    double p[MODEL_MAX_PARAMS], steady[MODEL_MAX_STATES], rate[MODEL_MAX_STATES];
    bool is = true;
    if (!model->relaxation)
        return false;
    model_defaults_f64(model, p);
    for (int s = -1; s <= 1; s += 2) {
        model->relaxation(p, 0, s, steady, rate);
        for (unsigned i = 0; i < model->n_states; i++)
            is = is && isfinite(steady[i]);
    }
    return is;
}

const char *default_integrator(const struct model *model, const struct setup *setup)
{
    if (is_held(setup) && model->flow && model->work)
        return "exponential";
    if (!setup->has_mass && is_drawn_at_rest(model))
        return "exponential_adaptive";
    return "rosenbrock";
}

/* Returns true when a guard changes with state i, over half of the length over which the law
 * changes. */
static bool moves_a_guard(const struct model *model, const double p[], unsigned i)
{
    struct memory memory = { 0 };
    double x[MODEL_MAX_STATES], at[MODEL_MAX_GUARDS], beside[MODEL_MAX_GUARDS];
    bool moves = false;
    model_begin_f64(model, p, 0, &memory, x);
    model->guard(p, &memory, 1, x, at);
    x[i] += model->length(p) / 2;
    model->guard(p, &memory, 1, x, beside);
    for (unsigned k = 0; k < model->n_guards; k++)
        moves = moves || beside[k] < at[k] || beside[k] > at[k];
    return moves;
}

/* Returns true when events depend on a state without bound. */
static bool counts_travel(const struct model *model, const double p[])
{
    double bound[MODEL_MAX_STATES] = { 0 };
    bool counts = false;
    if (model->n_guards == 0 || !model->start || !model->bound || !model->length)
        return false;
    model->bound(p, bound);
    for (unsigned i = 0; i < model->n_states; i++)
        counts = counts || (isinf(bound[i]) && moves_a_guard(model, p, i));
    return counts;
}

double fitting_relative_tolerance(const struct model *model, const double p[], double travel)
{
    if (!counts_travel(model, p))
        return DEFAULT_TOLERANCE;
    return fmax(SMALLEST, DEFAULT_TOLERANCE * fmin(1, model->length(p) / travel));
}

/* Returns the largest distance from the origin, m, at sampled instants of the signal. */
static double farthest(const struct signal *signal)
{
    enum { LOOKS = 1000 };
    double distance = 0;
    for (int i = 0; i <= LOOKS; i++)
        distance = fmax(distance, fabs(signal_distance(signal, signal->duration * i / LOOKS)));
    return distance;
}

double default_relative_tolerance(const struct model *model, const double p[],
                                  const struct setup *setup)
{
    if (setup->has_mass)
        return DEFAULT_TOLERANCE;
    return fitting_relative_tolerance(model, p, farthest(&setup->velocity));
}
