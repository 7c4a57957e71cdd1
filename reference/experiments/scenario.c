/* Finds scenarios by name and builds plant and velocity from their parameters. */
#include "reference/experiments/scenario.h"

#include <math.h>
#include <string.h>

#include "reference/experiments/plant_ode.h"

const struct scenario *scenario_find(const char *name)
{
    for (const struct scenario *const *s = scenarios; *s; s++)
        if (strcmp((*s)->name, name) == 0)
            return *s;
    return NULL;
}

void scenario_defaults(const struct scenario *scenario, double q[])
{
    for (unsigned i = 0; i < scenario->n_params; i++)
        q[i] = scenario->params[i].value;
}

bool setup_velocity(const char *text, struct setup *setup, char error[SIGNAL_TEXT])
{
    *setup = (struct setup){ .has_mass = false };
    if (!signal_parse(text, &setup->velocity, error))
        return false;
    setup->duration = setup->longest = setup->velocity.duration;
    return true;
}

bool scenario_set_up(const struct scenario *scenario, const double q[], struct setup *setup,
                     char error[SIGNAL_TEXT])
{
    char spec[SCENARIO_SPEC] = "";
    if (scenario->velocity) {
        scenario->velocity(q, spec);
        return setup_velocity(spec, setup, error);
    }
    *setup = (struct setup){ .has_mass = true, .watched_speed = scenario->watched_speed };
    scenario->plant(q, &setup->plant, spec);
    if (spec[0] && !signal_parse(spec, &setup->plant.force, error))
        return false;
    setup->duration = scenario->duration > 0 ? scenario->duration : setup->plant.force.duration;
    setup->longest = spec[0] ? setup->plant.force.duration : HUGE_VAL;
    return true;
}

void setup_free(struct setup *setup)
{
    signal_free(&setup->velocity);
    signal_free(&setup->plant.force);
}

const char *scenario_refuses(const struct scenario *scenario, const struct model *model,
                             const double p[])
{
    if (scenario->needs_static_friction && !model->stiction && !model->break_away)
        return "it needs static friction, and this law has none: any force moves the mass";
    return scenario->plant ? PREC(plant_refuses)(model, p) : NULL;
}
