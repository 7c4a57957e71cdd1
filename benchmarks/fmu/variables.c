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

/* Adds what belongs to the law. Where the mass has that name it is called friction.NAME. */
static struct variable *add_own(struct variables *list, enum variable_role role,
                                const struct quantity *q)
{
    static const char *const of_mass[] = { "x", "v", "u", "F", "mass" };
    char name[VARIABLE_TEXT];
    bool is_taken = false;
    for (size_t i = 0; list->is_mass && i < sizeof of_mass / sizeof *of_mass; i++)
        is_taken |= strcmp(q->name, of_mass[i]) == 0;
    snprintf(name, sizeof name, "%s%s", is_taken ? "friction." : "", q->name);
    return add(list, role, name, q->unit, q->note);
}

/* Adds position and velocity of the mass. */
static void add_motion(struct variables *list)
{
    static const struct {
        const char *name, *unit, *note;
        double nominal;
    } motion[] = { { "x", "m", "position of the mass", 1e-3 },
                   { "v", "m/s", "velocity of the mass; exactly 0 where it is held", 1e-2 } };
    for (int i = 0; i < 2; i++) {
        struct variable *state =
            add(list, VARIABLE_STATE, motion[i].name, motion[i].unit, motion[i].note);
        state->has_start = state->is_shown = true;
        state->nominal = motion[i].nominal;
    }
}

/* Adds the rate of the state with that value reference. */
static void add_rate(struct variables *list, unsigned of)
{
    const struct variable *state = &list->at[of];
    char name[VARIABLE_TEXT + 8], unit[VARIABLE_TEXT + 8];
    const char *below = strchr(state->unit, '/');
    snprintf(name, sizeof name, "der(%s)", state->name);
    if (below)
        snprintf(unit, sizeof unit, "%.*s/(%s.s)", (int)(below - state->unit), state->unit,
                 below + 1);
    else
        snprintf(unit, sizeof unit, "%s/s", *state->unit ? state->unit : "1");
    add(list, VARIABLE_RATE, name, unit, NULL)->of = of;
}

static void add_states(struct variables *list)
{
    const struct model *m = list->model;
    double p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES] = { 0 }, scale[MODEL_MAX_STATES] = { 0 };
    PREC(model_defaults)(m, p);
    PREC(model_initial)(m, p, x);
    PREC(model_scales)(m, p, m->length ? m->length(p) : 1, scale);
    list->states = list->n;
    if (list->is_mass)
        add_motion(list);
    for (unsigned i = 0; i < m->n_states; i++) {
        struct variable *state = add_own(list, VARIABLE_STATE, &m->states[i]);
        state->start = x[i];
        state->has_start = !m->initial;
        state->nominal = isfinite(scale[i]) && scale[i] > 0 ? scale[i] : 1;
    }
    list->rates = list->n;
    for (unsigned i = list->states; i < list->rates; i++)
        add_rate(list, i);
}

static void add_parameters(struct variables *list, double max_step)
{
    const struct model *m = list->model;
    for (unsigned i = 0; i < m->n_params; i++) {
        const struct quantity *q = &m->params[i];
        struct variable *parameter = add_own(list, VARIABLE_PARAMETER, q);
        parameter->start = q->value;
        parameter->has_start = true;
        parameter->lo = q->lo;
        parameter->hi = q->hi;
        parameter->is_whole = model_param_is_whole(m, i);
    }
    if (list->is_mass) {
        struct variable *mass = add(list, VARIABLE_PARAMETER, "mass", "kg", "no part of the law");
        mass->has_start = true;
        mass->start = 1;
        mass->lo = 0;
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
    if (variables_jump(m) && list->is_mass) {
        add(list, VARIABLE_INDICATOR, "event.switch[1]", "1",
            "the way to rest; of a mass at rest, what is missing to break away forward");
        add(list, VARIABLE_INDICATOR, "event.switch[2]", "1",
            "of a mass at rest, what is missing to break away backward");
    } else if (variables_jump(m)) {
        add(list, VARIABLE_INDICATOR, "event.forward", "m/s", "v: the force jumps at 0");
        add(list, VARIABLE_INDICATOR, "event.backward", "m/s", "-v: the force jumps at 0");
    }
    list->n_indicators = list->n - first;
}

void variables_of(struct variables *list, const struct model *model, bool is_mass, double max_step)
{
    *list = (struct variables){ .model = model, .is_mass = is_mass };
    snprintf(list->name, sizeof list->name, "%s%s", model->name, is_mass ? "_mass" : "");
    add(list, VARIABLE_TIME, "time", "s", NULL);
    struct variable *input =
        is_mass ? add(list, VARIABLE_INPUT, "u", "N", "applied force")
                : add(list, VARIABLE_INPUT, "v", "m/s", "relative velocity of the surfaces");
    input->has_start = true;
    if (!is_mass) {
        input->lo = -model->speed_max;
        input->hi = model->speed_max;
    }
    add(list, VARIABLE_OUTPUT, "F", "N", "friction force; a mass obeys m dv/dt = u - F");
    add_states(list);
    add_parameters(list, max_step);
    add_indicators(list);
}
