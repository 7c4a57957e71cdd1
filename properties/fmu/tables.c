/* Fills in a law's tables from a description (tables.h). */
#include "properties/fmu/tables.h"

#include <math.h>
#include <string.h>

#include "tools/base/memory.h"

/* m/s: up to which a unit is judged that states no range of its velocity. */
static const double USUAL_SPEED = 1;

enum { CLAIMS = 3 };

double tables_speed(const struct fmu_description *d, const struct fmu_mapping *m)
{
    const struct fmu_variable *v = &d->variables[m->velocity];
    const double speed = fmin(fabs(v->lo), fabs(v->hi));
    return isfinite(speed) && v->lo < 0 && v->hi > 0 ? speed : 0;
}

/* Returns a unit as tables of laws have it, "N s/m"; "": none is stated. */
static char *unit_of_law(const char *unit)
{
    char *text = memory_text("%s", unit);
    for (char *dot; (dot = strchr(text, '.')) != NULL;)
        *dot = ' ';
    return text;
}

static struct quantity *quantities(const struct fmu_description *d, const size_t places[],
                                   char names[][FMU_NAME], unsigned n, bool are_states)
{
    struct quantity *q = memory_array(n + 1, sizeof *q);
    for (unsigned i = 0; i < n; i++) {
        const struct fmu_variable *v = &d->variables[places[i]];
        q[i] = (struct quantity){ .name = memory_text("%s", names[i]),
                                  .unit = unit_of_law(v->unit),
                                  .value = are_states ? 0 : v->start,
                                  .lo = v->lo,
                                  .hi = v->hi,
                                  .note = memory_text("%s", v->note) };
    }
    return q;
}

/* A unit claims nothing. What any friction law may be asked is judged at its start values, for
 * which its nominal values are. */
static void claim(struct model *model)
{
    static const enum property asked[CLAIMS] = { PASSIVITY, ODD_SYMMETRY, FINITE_FORCE };
    struct claim *claims = memory_array(CLAIMS, sizeof *claims);
    bool has_ranges = true;
    for (unsigned i = 0; i < model->n_states; i++)
        has_ranges = has_ranges && isfinite(model->states[i].lo) && isfinite(model->states[i].hi);
    for (unsigned i = 0; i < CLAIMS; i++)
        claims[i] = (struct claim){ .property = asked[i],
                                    .declared = UNKNOWN,
                                    .domain = "at its start values",
                                    .source = "asked of any unit",
                                    .base = AT_DEFAULTS };
    model->claims = claims;
    model->n_claims = has_ranges ? CLAIMS : CLAIMS - 1; /* finite over ranges */
}

/* Returns the unit's name as programs type it, and not as a law of Bristle. */
static char *name_of(const struct fmu_description *d)
{
    char *name = memory_text("%.60s", *d->name ? d->name : "unit");
    fmu_make_identifier(name);
    return name;
}

void tables_fill(const struct fmu_description *d, const struct fmu_mapping *m, const char *file,
                 struct model *model)
{
    const double speed = tables_speed(d, m);
    model->name = name_of(d);
    model->title = memory_text("%s", *d->title ? d->title : d->name);
    model->unit_constants = "m s N"; /* it may have constants of its own */
    model->law = "F and the rates of the states by a unit";
    model->source = memory_text("%s, a unit%s%s", file, *d->tool ? " made by " : "", d->tool);
    model->params =
        quantities(d, m->parameters, (char(*)[FMU_NAME])m->parameter_names, m->n_parameters, false);
    model->n_params = m->n_parameters;
    for (unsigned i = 0; i < m->n_parameters; i++)
        if (d->variables[m->parameters[i]].type == FMU_WHOLE)
            model->whole_params |= UINT64_C(1) << i;
    model->states =
        quantities(d, d->states, (char(*)[FMU_NAME])m->state_names, (unsigned)d->n_states, true);
    model->n_states = (unsigned)d->n_states;
    model->speed_max = speed > 0 ? speed : USUAL_SPEED;
    claim(model);
}
