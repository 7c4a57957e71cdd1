/* Lists the variables of a unit (variables.h). */
#include "benchmarks/fmu/variables.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool variables_jump(const struct model *model) { return model->stiction != NULL; }

/* Writes a law's unit as the standards do: no blanks, and "" for numbers. */
static void set_unit(struct variable *variable, const char *unit)
{
    snprintf(variable->unit, sizeof variable->unit, "%s", strcmp(unit, "1") == 0 ? "" : unit);
    for (char *blank = variable->unit; (blank = strchr(blank, ' ')) != NULL;)
        *blank = '.';
}

static struct variable *add(struct variables *list, enum variable_role role, const char *name,
                            const char *unit, const char *note)
{
    struct variable *variable = &list->at[list->n++];
    *variable = (struct variable){ .role = role, .note = note, .lo = -INFINITY, .hi = INFINITY };
    snprintf(variable->name, sizeof variable->name, "%s", name);
    set_unit(variable, unit);
    return variable;
}

static void add_states(struct variables *list)
{
    const struct model *m = list->model;
    double p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES] = { 0 }, scale[MODEL_MAX_STATES] = { 0 };
    PREC(model_defaults)(m, p);
    PREC(model_initial)(m, p, x);
    PREC(model_scales)(m, p, m->length ? m->length(p) : 1, scale);
    list->states = list->n;
    for (unsigned i = 0; i < m->n_states; i++) {
        const struct quantity *q = &m->states[i];
        struct variable *state = add(list, VARIABLE_STATE, q->name, q->unit, q->note);
        state->start = x[i];
        state->has_start = !m->initial;
        state->nominal = isfinite(scale[i]) && scale[i] > 0 ? scale[i] : 1;
    }
    list->rates = list->n;
    for (unsigned i = 0; i < m->n_states; i++) {
        char name[VARIABLE_TEXT], unit[VARIABLE_TEXT];
        const bool has_unit = strcmp(m->states[i].unit, "1") != 0;
        const char *below = has_unit ? strchr(m->states[i].unit, '/') : NULL;
        snprintf(name, sizeof name, "der(%s)", m->states[i].name);
        if (below)
            snprintf(unit, sizeof unit, "%.*s/(%s s)", (int)(below - m->states[i].unit),
                     m->states[i].unit, below + 1);
        else
            snprintf(unit, sizeof unit, "%s/s", has_unit ? m->states[i].unit : "1");
        add(list, VARIABLE_RATE, name, unit, NULL)->of = list->states + i;
    }
}

static void add_parameters(struct variables *list, double max_step)
{
    const struct model *m = list->model;
    for (unsigned i = 0; i < m->n_params; i++) {
        const struct quantity *q = &m->params[i];
        struct variable *parameter = add(list, VARIABLE_PARAMETER, q->name, q->unit, q->note);
        parameter->start = q->value;
        parameter->has_start = true;
        parameter->lo = q->lo;
        parameter->hi = q->hi;
        parameter->is_whole = model_param_is_whole(m, i);
    }
    struct variable *step =
        add(list, VARIABLE_PARAMETER, "cosimulation.max_step", "s",
            "the longest step of co-simulation; 0: one step each time; no part of the law");
    step->has_start = true;
    step->start = max_step;
    step->lo = 0;
}

static void add_indicators(struct variables *list)
{
    const struct model *m = list->model;
    const unsigned first = list->n;
    for (unsigned i = 0; i < m->n_guards; i++) {
        char name[VARIABLE_TEXT];
        snprintf(name, sizeof name, "event.guard[%u]", i + 1);
        add(list, VARIABLE_INDICATOR, name, "1", "an event of the law where it falls through 0");
    }
    if (variables_jump(m)) {
        add(list, VARIABLE_INDICATOR, "event.forward", "m/s", "v: the force jumps at 0");
        add(list, VARIABLE_INDICATOR, "event.backward", "m/s", "-v: the force jumps at 0");
    }
    list->n_indicators = list->n - first;
}

void variables_of(struct variables *list, const struct model *model, double max_step)
{
    *list = (struct variables){ .model = model };
    add(list, VARIABLE_TIME, "time", "s", NULL);
    struct variable *v = add(list, VARIABLE_INPUT, "v", "m/s", "relative velocity of the surfaces");
    v->has_start = true;
    v->lo = -model->speed_max;
    v->hi = model->speed_max;
    add(list, VARIABLE_OUTPUT, "F", "N", "friction force; a mass obeys m dv/dt = u - F");
    add_states(list);
    add_parameters(list, max_step);
    add_indicators(list);
}
