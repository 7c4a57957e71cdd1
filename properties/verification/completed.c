/* Completes units by their texts (completed.h). */
#include "properties/verification/completed.h"

#include <math.h>
#include <string.h>

#include "tools/base/memory.h"

/* Returns the quantities with what is open closed by those of the same name. */
static const struct quantity *closed(const struct quantity own[], unsigned n,
                                     const struct quantity text[], unsigned n_text)
{
    struct quantity *q = memory_array(n + 1, sizeof *q);
    for (unsigned i = 0; i < n; i++) {
        const unsigned k = quantity_index(text, n_text, own[i].name);
        q[i] = own[i];
        if (k == n_text)
            continue;
        q[i].lo = isinf(own[i].lo) ? text[k].lo : own[i].lo;
        q[i].hi = isinf(own[i].hi) ? text[k].hi : own[i].hi;
        q[i].unit = *own[i].unit ? own[i].unit : text[k].unit;
    }
    return q;
}

const struct model *completed_tables(const struct model *text, const struct law_choice *unit)
{
    struct model *model = memory_array(1, sizeof *model);
    *model = *unit->model;
    model->params = closed(model->params, model->n_params, text->params, text->n_params);
    model->states = closed(model->states, model->n_states, text->states, text->n_states);
    model->speed_max = unit->has_speed ? model->speed_max : text->speed_max;
    return model;
}

static bool same_order(const struct quantity a[], unsigned n_a, const struct quantity b[],
                       unsigned n_b)
{
    bool same = n_a == n_b;
    for (unsigned i = 0; same && i < n_a; i++)
        same = strcmp(a[i].name, b[i].name) == 0;
    return same;
}

bool completed_members(const struct model *text, struct model *unit)
{
    if (!same_order(text->params, text->n_params, unit->params, unit->n_params) ||
        !same_order(text->states, text->n_states, unit->states, unit->n_states))
        return false;
    unit->unit_constants = text->unit_constants;
#define TAKE(member) unit->member = text->member
    TAKE(stick_band), TAKE(relaxation), TAKE(magnification), TAKE(steady_force);
    TAKE(settling_rate), TAKE(bound), TAKE(force_scale), TAKE(stribeck), TAKE(break_away);
    TAKE(creep_resistance), TAKE(length), TAKE(stribeck_speed), TAKE(printed_force);
    TAKE(printed_regressor), TAKE(coefficients), TAKE(scales);
    if (text->start || unit->start)
        return true;
    TAKE(flow), TAKE(work), TAKE(storage), TAKE(stiction), TAKE(regressor), TAKE(n_regressors);
    TAKE(n_identifiable), TAKE(part_names), TAKE(n_parts), TAKE(work_parts);
#undef TAKE
    return true;
}
