/* Chooses the evaluation of each property, and says which members of a law it needs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "properties/trials/evaluate_parts.h"
#include "properties/trials/evaluate_regressor.h"

int PREC(trial_part_index)(const struct model *model, const char *name)
{
    for (unsigned i = 0; i < model->n_parts; i++)
        if (strcmp(model->part_names[i], name) == 0)
            return (int)i;
    return -1;
}

int PREC(trial_state_index)(const struct model *model, const char *name)
{
    for (unsigned i = 0; i < model->n_states; i++)
        if (strcmp(model->states[i].name, name) == 0)
            return (int)i;
    return -1;
}
int PREC(evaluate_part)(const struct model *model, enum property property)
{
    static const char *const names[] = { "I1", "I2", "I3", "I4" };
    if (property < I1_NONNEGATIVE || property > I4_NONNEGATIVE)
        return -1;
    return PREC(trial_part_index)(model, names[property - I1_NONNEGATIVE]);
}

/* Returns true when each state has a range of which both ends are finite. */
static bool has_ranges(const struct model *model)
{
    for (unsigned i = 0; i < model->n_states; i++)
        if (!isfinite(model->states[i].lo) || !isfinite(model->states[i].hi))
            return false;
    return true;
}

bool PREC(property_applicable)(const struct model *model, enum property property)
{
    if (property == FINITE_FORCE)
        return has_ranges(model);
    if (property == PASSIVITY_AS_PRINTED)
        return model->printed_force;
    if (PREC(evaluate_regressor_is)(property))
        return PREC(evaluate_regressor_applicable)(model, property);
    if (!model->force_scale)
        return false;
    switch (property) {
    case PASSIVITY:
    case STEADY_STATE:
    case ODD_SYMMETRY:
    case RATE_INDEPENDENCE:
        return true;
    case DISSIPATION:
        return model->storage && model->length;
    case STATE_BOUND:
        return model->bound && model->n_states > 0;
    case STRIBECK_STATE_BOUND:
    case STRIBECK_HISTORY_BOUND:
        return model->bound && model->stribeck && PREC(trial_state_index)(model, "y") >= 0;
    case NO_DRIFT:
        return model->break_away && model->length && model->n_states > 0;
    case CREEPING:
        return model->creep_resistance;
    case I1_NONNEGATIVE:
    case I2_NONNEGATIVE:
    case I3_NONNEGATIVE:
    case I4_NONNEGATIVE:
        return model->work_parts && PREC(evaluate_part)(model, property) >= 0;
    default:
        return false;
    }
}

const char *PREC(property_members)(enum property property)
{
    static const char *const members[N_PROPERTIES] = {
        [FINITE_FORCE] = "a range of each state",
        [PASSIVITY] = "force_scale",
        [PASSIVITY_AS_PRINTED] = "printed_force",
        [DISSIPATION] = "storage, length and force_scale",
        [STATE_BOUND] = "states, bound and force_scale",
        [STRIBECK_STATE_BOUND] = "a state y, bound, stribeck and force_scale",
        [STRIBECK_HISTORY_BOUND] = "a state y, bound, stribeck and force_scale",
        [STEADY_STATE] = "force_scale",
        [NO_DRIFT] = "states, break_away, length and force_scale",
        [CREEPING] = "creep_resistance and force_scale",
        [ODD_SYMMETRY] = "force_scale",
        [RATE_INDEPENDENCE] = "force_scale",
        [I1_NONNEGATIVE] = "work_parts and force_scale",
        [I2_NONNEGATIVE] = "work_parts and force_scale",
        [I3_NONNEGATIVE] = "work_parts and force_scale",
        [I4_NONNEGATIVE] = "work_parts and force_scale",
        [REGRESSOR] = "regressor, coefficients and force_scale",
        [REGRESSOR_AS_PRINTED] = "printed_regressor and force_scale",
        [IDENTIFIABILITY] = "regressor and force_scale",
        [IDENTIFIABLE_RANK] = "regressor and force_scale",
    };
    return members[property] ? members[property] : "";
}

/* Returns true when the text names the member, as a whole word. */
static bool names_member(const char *text, const char *member)
{
    const size_t n = strlen(member);
    for (const char *at = text; (at = strstr(at, member)) != NULL; at += n)
        if ((at == text || at[-1] == ' ') &&
            (!at[n] || !strchr("_abcdefghijklmnopqrstuvwxyz", at[n])))
            return true;
    return false;
}

void PREC(property_lacking)(const struct model *model, enum property property,
                            char text[PROPERTY_LACKING])
{
    const struct {
        const char *member;
        bool is_there;
    } members[] = {
        { "a range of each state", has_ranges(model) },
        { "states", model->n_states > 0 },
        { "a state y", PREC(trial_state_index)(model, "y") >= 0 },
        { "work_parts", model->work_parts && PREC(evaluate_part)(model, property) >= 0 },
        { "bound", model->bound },
        { "stribeck", model->stribeck },
        { "storage", model->storage },
        { "length", model->length },
        { "break_away", model->break_away },
        { "creep_resistance", model->creep_resistance },
        { "printed_force", model->printed_force },
        { "regressor", model->regressor },
        { "coefficients", model->coefficients },
        { "printed_regressor", model->printed_regressor },
        { "force_scale", model->force_scale },
    };
    const char *needs = PREC(property_members)(property);
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (!members[i].is_there && names_member(needs, members[i].member) &&
            used < PROPERTY_LACKING)
            used += (size_t)snprintf(text + used, PROPERTY_LACKING - used, "%s%s",
                                     used > 0 ? ", " : "", members[i].member);
}

static void quick_hold(void *ctx, struct exact_state *w, struct hold hold, struct seen seen)
{
    (void)ctx;
    w->accuracy = HELD_QUICK;
    if (seen.part && hold.v != 0)
        w->model->work_parts(w->p, w->mem, hold.v, r_sign(hold.v), hold.h, w->x, seen.part);
    if (seen.energy)
        *seen.energy = exact_state_hold(w, hold);
    else
        exact_state_flow(w, hold);
    for (unsigned i = 0; seen.peak && i < w->model->n_states; i++)
        seen.peak[i] = r_abs(w->x[i]); /* as along the exact flow, at an end of the hold */
}

const struct propagator PREC(quick_propagator) = { .hold = quick_hold,
                                                   .inaccuracy = TRIAL_STEPS * HELD_QUICK };

struct margin PREC(evaluate_property)(const struct model *model, const real p[],
                                      enum property property, const struct hold holds[], unsigned n)
{
    const struct propagator *quick = trial_quick(model);
    const struct margin m = PREC(evaluate_property_by)(model, quick, p, property, holds, n);
    return quick && m.value < -m.rounding
               ? PREC(evaluate_property_by)(model, NULL, p, property, holds, n)
               : m;
}

struct margin PREC(evaluate_property_by)(const struct model *model, const struct propagator *by,
                                         const real p[], enum property property,
                                         const struct hold holds[], unsigned n)
{
    switch (property) {
    case PASSIVITY:
    case I1_NONNEGATIVE:
    case I2_NONNEGATIVE:
    case I3_NONNEGATIVE:
    case I4_NONNEGATIVE:
        return PREC(evaluate_energy)(model, by, p, property, holds, n);
    case PASSIVITY_AS_PRINTED:
        return PREC(evaluate_printed)(model, p, holds, n);
    case DISSIPATION:
        return PREC(evaluate_dissipation)(model, by, p, holds, n);
    case STATE_BOUND:
        return PREC(evaluate_state_bound)(model, by, p, holds, n);
    case STRIBECK_STATE_BOUND:
        return PREC(evaluate_stribeck_bound)(model, by, p, false, holds, n);
    case STRIBECK_HISTORY_BOUND:
        return PREC(evaluate_stribeck_bound)(model, by, p, true, holds, n);
    case STEADY_STATE:
    case ODD_SYMMETRY:
    case RATE_INDEPENDENCE:
    case CREEPING:
        return PREC(evaluate_force)(model, by, p, property, holds, n);
    case NO_DRIFT:
        return PREC(evaluate_drift)(model, by, p, holds, n);
    case REGRESSOR:
    case REGRESSOR_AS_PRINTED:
    case IDENTIFIABILITY:
    case IDENTIFIABLE_RANK:
        return PREC(evaluate_regressor)(model, p, property, holds, n);
    case FINITE_FORCE:
        return PREC(evaluate_finite)(model, p, holds, n);
    case EXPERIMENT: /* no property of a signal */
    case N_PROPERTIES:
        break;
    }
    return (struct margin){ .value = 1 };
}

bool PREC(evaluate_is_unfinished)(const struct model *model, const real p[],
                                  const struct hold holds[], unsigned n)
{
    struct exact_state w;
    real rate[MODEL_MAX_STATES] = { 0 };
    if (exact_state_is_exact(model))
        return false;
    exact_state_start(&w, model, p);
    w.accuracy = HELD_QUICK;
    for (unsigned i = 0; i < n; i++) {
        const real v = holds[i].v;
        struct exact_state before = w;
        before.mem = w.mem ? &before.memory : NULL;
        if (!isnan(exact_state_hold(&w, holds[i])))
            continue;
        bool is_number =
            isfinite(PREC(model_response)(model, p, before.mem, v, r_sign(v), before.x, rate));
        for (unsigned k = 0; k < model->n_states; k++)
            is_number &= isfinite(rate[k]) != 0;
        return is_number;
    }
    return false;
}
