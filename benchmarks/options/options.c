/* Reads names, assignments, velocities and parameters, and prints `--list` (options.h). */
#include "benchmarks/options/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"

const struct model *option_model(const char *text)
{
    const struct model *model = PREC(model_find)(text);
    if (!model && strchr(text, '.'))
        cli_fail("--model: '%s' is a file; laws from files are for verify, simulate, compare, "
                 "identify, export and embedded",
                 text);
    if (!model)
        cli_fail("--model: unknown model '%s', see --list", text);
    return model;
}

const struct integrator *option_integrator(const char *text)
{
    const struct integrator *integrator = PREC(integrator_find)(text);
    if (!integrator)
        cli_fail("unknown integrator '%s', see --list", text);
    return integrator;
}

const struct scenario *option_scenario(const char *text)
{
    const struct scenario *scenario = scenario_find(text);
    if (!scenario)
        cli_fail("--scenario: unknown scenario '%s', see --list", text);
    return scenario;
}

void option_assign(struct assignments *a, const char *text)
{
    if (!strchr(text, '='))
        cli_fail("%s: '%s' is not of the form NAME=VALUE", a->option, text);
    if (a->n == MODEL_MAX_PARAMS)
        cli_fail("%s: '%s' is one assignment too many", a->option, text);
    a->text[a->n++] = text;
}

/* Applies one assignment to values[n], which belong to `owner`. */
static void assign(const char *option, const char *owner, const struct quantity *params, unsigned n,
                   const char *text, double values[])
{
    const char *equals = strchr(text, '=');
    const size_t length = (size_t)(equals - text);
    for (unsigned i = 0; i < n; i++) {
        const struct quantity *q = &params[i];
        if (strlen(q->name) != length || strncmp(q->name, text, length) != 0)
            continue;
        values[i] = cli_number(option, equals + 1);
        if (!(values[i] >= q->lo && values[i] <= q->hi))
            cli_fail("%s: %s = %s is out of range, expected %g to %g %s", option, q->name,
                     equals + 1, q->lo, q->hi, q->unit);
        return;
    }
    cli_fail("%s: %s has no parameter '%.*s', see --list", option, owner, (int)length, text);
}

void option_params(const struct model *model, const struct assignments *a, double p[])
{
    unsigned param;
    const char *constraint;
    char owner[64];
    snprintf(owner, sizeof owner, "model '%s'", model->name);
    PREC(model_defaults)(model, p);
    for (unsigned i = 0; i < a->n; i++)
        assign(a->option, owner, model->params, model->n_params, a->text[i], p);
    if (!PREC(model_valid)(model, p, &param, &constraint))
        cli_fail("%s: model '%s' needs %s", a->option, model->name,
                 constraint ? constraint : model->params[param].name);
}

void option_setup(const struct scenario *scenario, const struct assignments *a, struct setup *setup)
{
    double q[SCENARIO_MAX_PARAMS];
    char error[SIGNAL_TEXT], owner[64];
    snprintf(owner, sizeof owner, "scenario '%s'", scenario->name);
    scenario_defaults(scenario, q);
    for (unsigned i = 0; i < a->n; i++)
        assign(a->option, owner, scenario->params, scenario->n_params, a->text[i], q);
    if (!scenario_set_up(scenario, q, setup, error))
        cli_fail("--scenario: %s: %s", scenario->name, error);
}

void option_velocity(const char *text, struct setup *setup)
{
    char error[SIGNAL_TEXT];
    if (!setup_velocity(text, setup, error))
        cli_fail("--velocity: '%s': %s", text, error);
}

static void print_params(const struct quantity *params, unsigned n)
{
    if (n > 0)
        printf("; parameters");
    for (unsigned i = 0; i < n; i++)
        printf(" %s=%g", params[i].name, params[i].value);
    puts("");
}

void option_print_list(void)
{
    puts("models (--set):");
    for (const struct model *const *m = PREC(models); *m; m++) {
        printf("  %-16s %s", (*m)->name, (*m)->title);
        print_params((*m)->params, (*m)->n_params);
    }
    puts("integrators:");
    for (const struct integrator *const *i = PREC(integrators); *i; i++)
        printf("  %-16s %s; %s\n", (*i)->name, (*i)->title, (*i)->source);
    puts("scenarios (--plant):");
    for (const struct scenario *const *s = scenarios; *s; s++) {
        printf("  %-16s %s", (*s)->name, (*s)->title);
        print_params((*s)->params, (*s)->n_params);
    }
}
