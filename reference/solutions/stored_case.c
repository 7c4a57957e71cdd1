/* Enumerates the cases that are stored. */
#include "reference/solutions/stored.h"

#include <stdio.h>
#include <string.h>

#include "reference/motion/motion.h"
#include "reference/solvers/filippov.h"

/* The cases stored beside every scenario at its defaults. */
static const struct extra {
    const char *scenario, *model, *param;
    double param_value;
    const char *quantity;
    double quantity_value, t_end;
} extras[] = {
    { "pre_sliding", "martinez_rosas", "alpha", 25000, NULL, 0, 0 },
    { "pre_sliding", "martinez_rosas", "alpha", 50000, NULL, 0, 0 },
    { "pre_sliding", "martinez_rosas", "alpha", 100000, NULL, 0, 0 },
    { "stick_slip", "martinez_rosas", "alpha", 25000, NULL, 0, 0 },
    { "stick_slip", "martinez_rosas", "alpha", 50000, NULL, 0, 0 },
    { "stick_slip", "martinez_rosas", "alpha", 100000, NULL, 0, 0 },
    { "stick_slip", "martinez_rosas", NULL, 0, NULL, 0, 318 },
    { "pid", "martinez_rosas", "alpha", 25000, NULL, 0, 0 },
    { "pid", "martinez_rosas", "alpha", 50000, NULL, 0, 0 },
    { "pid", "martinez_rosas", "alpha", 100000, NULL, 0, 0 },
    { "hysteresis", "lugre", NULL, 0, "omega", 10, 0 },
    { "hysteresis", "lugre", NULL, 0, "omega", 25, 0 },
    { "hysteresis", "martinez_rosas", NULL, 0, "omega", 10, 0 },
    { "hysteresis", "martinez_rosas", NULL, 0, "omega", 25, 0 },
    { "break_away", "lugre", NULL, 0, "rate", 1, 0 },
    { "break_away", "lugre", NULL, 0, "rate", 2, 0 },
    { "break_away", "lugre", NULL, 0, "rate", 5, 0 },
    { "break_away", "lugre", NULL, 0, "rate", 20, 0 },
    { "break_away", "lugre", NULL, 0, "rate", 30, 0 },
    { "break_away", "lugre", NULL, 0, "rate", 50, 0 },
    { "break_away", "martinez_rosas", "alpha", 50000, "rate", 10, 0 },
};

enum { N_EXTRAS = sizeof extras / sizeof *extras };

static void set_name(struct stored_case *c)
{
    int n = snprintf(c->name, STORED_NAME, "%s-%s", c->scenario->name, c->model->name);
    if (c->param)
        n += snprintf(c->name + n, STORED_NAME - (size_t)n, "-%s=%g", c->param, c->param_value);
    if (c->quantity)
        n += snprintf(c->name + n, STORED_NAME - (size_t)n, "-%s=%g", c->quantity,
                      c->quantity_value);
    if (c->t_end > 0)
        snprintf(c->name + n, STORED_NAME - (size_t)n, "-t=%g", c->t_end);
}

/* Returns true when a law is enclosed along any velocity, by its own ball model or that of its
 * text. */
static bool is_enclosed(const struct arb_law *law)
{
    return arb_taylor_has(law) || arb_taylor_has(arb_law_along(law));
}

/* Returns true when there is a reference at the defaults. Laws whose ball model is stated along
 * held velocities only, because of their bonds or their band of rest, have a reference along holds,
 * and where there is an enclosure. */
static bool has_reference(const struct scenario *scenario, const struct model *model)
{
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    if (scenario_refuses(scenario, model, p))
        return false;
    const struct arb_law *law = arb_law_find(model->name);
    return !law || filippov_law(law) || (scenario->velocity && is_enclosed(law)) ||
           strcmp(scenario->name, "driven_steps") == 0 ||
           strcmp(scenario->name, "velocity_step") == 0;
}

bool stored_case(size_t i, struct stored_case *c)
{
    for (const struct scenario *const *s = scenarios; *s; s++)
        for (const struct model *const *m = PREC(models); *m; m++) {
            if (!has_reference(*s, *m) || i-- > 0)
                continue;
            *c = (struct stored_case){ .scenario = *s, .model = *m };
            set_name(c);
            return true;
        }
    if (i >= N_EXTRAS)
        return false;
    const struct extra *e = &extras[i];
    *c = (struct stored_case){ .scenario = scenario_find(e->scenario),
                               .model = PREC(model_find)(e->model),
                               .param = e->param,
                               .quantity = e->quantity,
                               .param_value = e->param_value,
                               .quantity_value = e->quantity_value,
                               .t_end = e->t_end };
    set_name(c);
    return true;
}
