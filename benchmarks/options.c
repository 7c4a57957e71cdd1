/* See the header. */
#include "benchmarks/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/cli.h"
#include "reference/scenario.h"

const struct model *option_model(const char *text)
{
    const struct model *model = PREC(model_find)(text);
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

void option_signal(const char *option, const char *text, struct signal *signal)
{
    char error[SIGNAL_TEXT];
    if (!signal_parse(text, signal, error))
        cli_fail("%s: '%s': %s", option, text, error);
}

void option_assign(struct assignments *a, const char *text)
{
    if (!strchr(text, '='))
        cli_fail("--set: '%s' is not of the form NAME=VALUE", text);
    if (a->n == MODEL_MAX_PARAMS)
        cli_fail("--set: '%s' is one assignment too many", text);
    a->text[a->n++] = text;
}

static void assign(const struct model *model, const char *text, double p[])
{
    const char *equals = strchr(text, '=');
    const size_t length = (size_t)(equals - text);
    for (unsigned i = 0; i < model->n_params; i++) {
        const struct quantity *q = &model->params[i];
        if (strlen(q->name) != length || strncmp(q->name, text, length) != 0)
            continue;
        p[i] = cli_number("--set", equals + 1);
        if (!(p[i] >= q->lo && p[i] <= q->hi))
            cli_fail("--set: %s = %s is out of range, expected %g to %g %s", q->name, equals + 1,
                     q->lo, q->hi, q->unit);
        return;
    }
    cli_fail("--set: model '%s' has no parameter '%.*s', see --list", model->name, (int)length,
             text);
}

void option_params(const struct model *model, const struct assignments *a, double p[])
{
    unsigned param;
    const char *constraint;
    PREC(model_defaults)(model, p);
    for (unsigned i = 0; i < a->n; i++)
        assign(model, a->text[i], p);
    if (!PREC(model_valid)(model, p, &param, &constraint))
        cli_fail("--set: model '%s' needs %s", model->name,
                 constraint ? constraint : model->params[param].name);
}

void option_print_list(void)
{
    puts("models:");
    for (const struct model *const *m = PREC(models); *m; m++) {
        printf("  %-16s %s; parameters", (*m)->name, (*m)->title);
        for (unsigned i = 0; i < (*m)->n_params; i++)
            printf(" %s=%g", (*m)->params[i].name, (*m)->params[i].value);
        puts("");
    }
    puts("integrators:");
    for (const struct integrator *const *i = PREC(integrators); *i; i++)
        printf("  %-16s %s; %s\n", (*i)->name, (*i)->title, (*i)->source);
    puts("scenarios:");
    for (const struct scenario *s = scenarios; s->name; s++)
        printf("  %-16s %s\n", s->name, s->title);
}
