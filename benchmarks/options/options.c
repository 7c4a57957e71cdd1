/* Reads names, assignments, velocities and parameters, and prints `--list` (options.h). */
#include "benchmarks/options/options.h"

#include <stdio.h>
#include <string.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/near.h"
#include "tools/base/wrap.h"

static const char *model_name(size_t i) { return PREC(models)[i] ? PREC(models)[i]->name : NULL; }

static const char *integrator_name(size_t i)
{
    return PREC(integrators)[i] ? PREC(integrators)[i]->name : NULL;
}

static const char *scenario_name(size_t i) { return scenarios[i] ? scenarios[i]->name : NULL; }

const struct model *option_model(const char *text)
{
    const struct model *model = PREC(model_find)(text);
    if (!model && strchr(text, '.'))
        cli_fail("--model: '%s' is a file; laws from files are for verify, simulate, compare, "
                 "identify, export and embedded",
                 text);
    if (!model)
        near_refuse("--model: unknown model", text, model_name, "--list");
    return model;
}

const struct integrator *option_integrator(const char *text)
{
    const struct integrator *integrator = PREC(integrator_find)(text);
    if (!integrator)
        near_refuse("unknown integrator", text, integrator_name, "--list");
    return integrator;
}

const struct scenario *option_scenario(const char *text)
{
    const struct scenario *scenario = scenario_find(text);
    if (!scenario)
        near_refuse("--scenario: unknown scenario", text, scenario_name, "--list");
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

/* Prints a line of the list, wrapped behind the name. */
static void print_item(const char *name, const char *title, const char *behind,
                       const struct quantity *params, unsigned n)
{
    enum { NAME = 16 };
    struct memory_stream made;
    FILE *out = memory_open(&made);
    fprintf(out, "%s%s%s", title, *behind ? "; " : "", behind);
    if (n > 0)
        fputs("; parameters", out);
    for (unsigned i = 0; i < n; i++)
        fprintf(out, " %s=%g", params[i].name, params[i].value);
    wrap_close(stdout, (size_t)printf("  %-*s ", NAME, name), NAME + 3, &made);
}

void option_print_list(void)
{
    puts("models (--set):");
    for (const struct model *const *m = PREC(models); *m; m++)
        print_item((*m)->name, (*m)->title, "", (*m)->params, (*m)->n_params);
    puts("integrators:");
    for (const struct integrator *const *i = PREC(integrators); *i; i++)
        print_item((*i)->name, (*i)->title, (*i)->source, NULL, 0);
    puts("scenarios (--plant):");
    for (const struct scenario *const *s = scenarios; *s; s++)
        print_item((*s)->name, (*s)->title, "", (*s)->params, (*s)->n_params);
}
