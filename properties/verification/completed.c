/* Completes units by their texts (completed.h). */
#include "properties/verification/completed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/graph/graph_mark.h"
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

/* Returns true when a statement of the text, as far as there is one, reads what the law remembers:
 * the text's memory is not the unit's. */
static bool reads_memory(const struct text_law *text, enum statement statement)
{
    const struct law_graph *law = text->balls.equations;
    if (!text->model->start || !law)
        return text->model->start != NULL;
    bool *needed = memory_array(law->n + 1, sizeof *needed), reads = false;
    const struct law_list *stated = &law->stated[statement];
    const size_t end = graph_mark_all(law, stated->of, stated->n, needed);
    for (size_t i = 0; i < end; i++)
        reads = reads || (needed[i] && law->nodes[i].operation == GRAPH_SYMBOL &&
                          law->nodes[i].symbol == SYMBOL_MEMORY);
    free(needed);
    return reads;
}

#define TAKE(member) (unit->member = text->model->member)

static void take_regressor(const struct text_law *text, struct model *unit)
{
    TAKE(regressor);
    TAKE(n_regressors);
    TAKE(n_identifiable);
}

/* The closed form of the motion, and parts of its work. */
static void take_motion(const struct text_law *text, struct model *unit)
{
    TAKE(unit_constants);
    TAKE(flow);
    TAKE(work);
    TAKE(relaxation);
    TAKE(stiction);
    TAKE(part_names);
    TAKE(n_parts);
    TAKE(work_parts);
}

bool completed_members(const struct text_law *text, struct model *unit)
{
    const struct model *m = text->model;
    if (!same_order(m->params, m->n_params, unit->params, unit->n_params) ||
        !same_order(m->states, m->n_states, unit->states, unit->n_states))
        return false;
    TAKE(stick_band);
    TAKE(magnification);
    TAKE(steady_force);
    TAKE(settling_rate);
    TAKE(bound);
    TAKE(force_scale);
    TAKE(scales);
    TAKE(stribeck);
    TAKE(break_away);
    TAKE(creep_resistance);
    TAKE(length);
    TAKE(stribeck_speed);
    TAKE(printed_force);
    TAKE(printed_regressor);
    TAKE(coefficients);
    if (!reads_memory(text, STATEMENT_STORAGE))
        TAKE(storage);
    if (!reads_memory(text, STATEMENT_REGRESSOR))
        take_regressor(text, unit);
    if (!m->start && !unit->start)
        take_motion(text, unit);
    return true;
}
