/* Lets a unit take steps (steps.h). */
#include "properties/fmu/steps.h"

#include <string.h>

#include "properties/fmu/unit.h"

#define CALL(function, ...) unit->object.call->function(&unit->object, unit->instance, __VA_ARGS__)

static bool read(struct unit *unit, double *force, double x[])
{
    for (unsigned i = 0; i < unit->n_states; i++)
        if (!CALL(get, unit->states[i], &x[i]))
            return false;
    return CALL(get, unit->force, force);
}

bool steps_begin(struct unit *unit, const double p[], double v, double *force, double x[])
{
    if (unit->instance)
        unit->object.call->close(&unit->object, unit->instance);
    unit->instance = unit->object.call->open(&unit->object, unit->token, unit->resources, true);
    memcpy(unit->p, p, unit->n_parameters * sizeof *p);
    return unit->instance && CALL(enter, 0) && unit_set_parameters(unit) &&
           CALL(set, unit->velocity, v) &&
           unit->object.call->leave(&unit->object, unit->instance) && read(unit, force, x);
}

bool steps_take(struct unit *unit, double t, double h, double v, double *force, double x[])
{
    return CALL(set, unit->velocity, v) && CALL(step, t, h) && read(unit, force, x);
}
