/* See the header.
 *
 * The rounding bounds. A state after n holds: each hold evaluates
 * x_ss + (x - x_ss) exp(-k) in at most 16 operations of relative error <= eps each (libm's
 * functions: 2 eps), and k exp(-k) and r exp(-r) damp the relative errors of k and r below
 * 1; the exact flow contracts, so errors add up to at most 32 n eps times the model's bound.
 * The force is a sum of terms whose magnitudes add up to at most force_scale: with states
 * that accurate and at most 16 further operations, it is within 32 (n+1) eps force_scale,
 * and the energy of a hold within that times |v| h.
 */
#include "properties/trial.h"

#include <string.h>

static const real ROUNDING = 32 * R_EPSILON;

static int index_of(const char *const *names, unsigned n, const char *name)
{
    for (unsigned i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return (int)i;
    return -1;
}

int PREC(trial_part_index)(const struct model *model, const char *name)
{
    return index_of(model->part_names, model->n_parts, name);
}

int PREC(trial_state_index)(const struct model *model, const char *name)
{
    for (unsigned i = 0; i < model->n_states; i++)
        if (strcmp(model->states[i].name, name) == 0)
            return (int)i;
    return -1;
}

static int part_of(const struct model *model, enum property property)
{
    return PREC(trial_part_index)(model, property == I3_NONNEGATIVE ? "I3" : "I4");
}

bool PREC(trial_applicable)(const struct model *model, enum property property)
{
    if (!model->flow || !model->force_scale || model->n_guards > 0)
        return false;
    switch (property) {
    case PASSIVITY:
        return model->work;
    case STATE_BOUND:
        return model->bound && model->n_states > 0;
    case STRIBECK_STATE_BOUND:
    case STRIBECK_HISTORY_BOUND:
        return model->bound && model->stribeck && PREC(trial_state_index)(model, "y") >= 0;
    case STEADY_STATE:
        return model->steady_force && model->settling_rate;
    case ODD_SYMMETRY:
        return true;
    case I3_NONNEGATIVE:
    case I4_NONNEGATIVE:
        return model->work_parts && part_of(model, property) >= 0;
    case N_PROPERTIES:
        break;
    }
    return false;
}

static void zero_state(const struct model *model, real x[])
{
    for (unsigned i = 0; i < model->n_states; i++)
        x[i] = 0;
}

/* Energy of one part (or, part < 0, of all) over a hold; advances x. */
static real energy_of(const struct model *model, const real p[], int part, struct hold hold,
                      real x[])
{
    if (part < 0)
        return exact_hold(model, p, hold, x);
    real impulse[MODEL_MAX_PARTS] = { 0 };
    const real s = r_sign(hold.v);
    if (hold.v != 0)
        model->work_parts(p, NULL, hold.v, s, hold.h, x, impulse);
    model->flow(p, NULL, hold.v, s, hold.h, x);
    return hold.v * impulse[part];
}

static real energy_margin(const struct model *model, const real p[], int part,
                          const struct hold holds[], unsigned n, real *exchanged)
{
    real x[MODEL_MAX_STATES], sum = 0;
    bool moved = false;
    *exchanged = 0;
    zero_state(model, x);
    for (unsigned i = 0; i < n; i++) {
        const real energy = energy_of(model, p, part, holds[i], x);
        sum += energy;
        *exchanged += r_abs(energy);
        moved |= holds[i].v != 0;
    }
    if (*exchanged > 0)
        return sum / *exchanged;
    return moved && part < 0 ? 0 : 1; /* motion must cost: 0 is a violation of "> 0" */
}

/* Bound on the error of energy_margin. */
static real energy_rounding(const struct model *model, const real p[], const struct hold holds[],
                            unsigned n, real exchanged)
{
    real sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += r_abs(holds[i].v) * holds[i].h * model->force_scale(p, holds[i].v);
    if (!(exchanged > 0))
        return 1;
    return ROUNDING * ((real)(n + 1) * sum / exchanged + (real)n);
}

static real state_margin(const struct model *model, const real p[], const struct hold holds[],
                         unsigned n)
{
    real x[MODEL_MAX_STATES], bound[MODEL_MAX_STATES], margin = 1;
    zero_state(model, x);
    model->bound(p, bound);
    for (unsigned i = 0; i < n; i++) {
        model->flow(p, NULL, holds[i].v, r_sign(holds[i].v), holds[i].h, x);
        for (unsigned j = 0; j < model->n_states; j++)
            margin = r_min(margin, 1 - r_abs(x[j]) / bound[j]);
    }
    return margin;
}

/* |y| relaxes monotonically to either side of 0 within a hold, so its largest value is at
 * one of the hold's ends; at the beginning the new velocity already counts. */
static real stribeck_margin(const struct model *model, const real p[], bool over_history,
                            const struct hold holds[], unsigned n)
{
    const int y = PREC(trial_state_index)(model, "y");
    real x[MODEL_MAX_STATES] = { 0 }, bound[MODEL_MAX_STATES] = { 0 }, margin = 1, g = 0;
    model->bound(p, bound);
    for (unsigned i = 0; i < n; i++) {
        const real g_now = model->stribeck(p, holds[i].v);
        g = over_history ? r_max(g, g_now) : g_now;
        margin = r_min(margin, g - r_abs(x[y]) / bound[y]);
        model->flow(p, NULL, holds[i].v, r_sign(holds[i].v), holds[i].h, x);
        margin = r_min(margin, g - r_abs(x[y]) / bound[y]);
    }
    return margin;
}

static void run(const struct model *model, const real p[], real direction,
                const struct hold holds[], unsigned n, real x[])
{
    zero_state(model, x);
    for (unsigned i = 0; i < n; i++) {
        const real v = direction * holds[i].v;
        model->flow(p, NULL, v, r_sign(v), holds[i].h, x);
    }
}

static real steady_margin(const struct model *model, const real p[], const struct hold holds[],
                          unsigned n)
{
    real x[MODEL_MAX_STATES];
    const struct hold last = holds[n - 1];
    if (last.v == 0)
        return 1; /* nothing is claimed */
    run(model, p, 1, holds, n, x);
    const real F = model->force(p, NULL, last.v, r_sign(last.v), x);
    const real error = r_abs(F - model->steady_force(p, last.v));
    return 2 * r_exp(-model->settling_rate(p, last.v) * last.h) -
           error / model->force_scale(p, last.v);
}

static real odd_margin(const struct model *model, const real p[], const struct hold holds[],
                       unsigned n)
{
    real x[MODEL_MAX_STATES], mirrored[MODEL_MAX_STATES];
    const real v = holds[n - 1].v, s = r_sign(v);
    run(model, p, 1, holds, n, x);
    run(model, p, -1, holds, n, mirrored);
    const real F = model->force(p, NULL, v, s, x), G = model->force(p, NULL, -v, -s, mirrored);
    return -r_abs(F + G) / model->force_scale(p, v);
}

struct margin PREC(trial)(const struct model *model, const real p[], enum property property,
                          const struct hold holds[], unsigned n)
{
    struct margin m = { 1, ROUNDING * (real)(n + 1) };
    real exchanged;
    switch (property) {
    case PASSIVITY:
        m.value = energy_margin(model, p, -1, holds, n, &exchanged);
        m.rounding = energy_rounding(model, p, holds, n, exchanged);
        break;
    case I3_NONNEGATIVE:
    case I4_NONNEGATIVE:
        m.value = energy_margin(model, p, part_of(model, property), holds, n, &exchanged);
        m.rounding = energy_rounding(model, p, holds, n, exchanged);
        break;
    case STATE_BOUND:
        m.value = state_margin(model, p, holds, n);
        break;
    case STRIBECK_STATE_BOUND:
        m.value = stribeck_margin(model, p, false, holds, n);
        break;
    case STRIBECK_HISTORY_BOUND:
        m.value = stribeck_margin(model, p, true, holds, n);
        break;
    case STEADY_STATE:
        m.value = steady_margin(model, p, holds, n);
        m.rounding *= 2; /* two forces */
        break;
    case ODD_SYMMETRY:
        m.value = odd_margin(model, p, holds, n);
        m.rounding *= 2;
        break;
    case N_PROPERTIES:
        break;
    }
    return m;
}

real PREC(trial_margin)(const struct model *model, const real p[], enum property property,
                        const struct hold holds[], unsigned n)
{
    real exchanged;
    if (property == PASSIVITY)
        return energy_margin(model, p, -1, holds, n, &exchanged);
    return PREC(trial)(model, p, property, holds, n).value;
}
