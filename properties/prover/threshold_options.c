/* Reads `--threshold` and `--sweep` and checks them against the law. */
#include "properties/prover/threshold_options.h"

#include <math.h>
#include <string.h>

#include "properties/checker/property.h"
#include "tools/base/cli.h"

/* Returns the parameter named before the '='; *value receives the text after it. */
static unsigned named(const struct model *model, const char *option, const char *text,
                      const char *form, const char **value)
{
    const char *equals = strchr(text, '=');
    char name[64];
    if (!equals ||
        (size_t)snprintf(name, sizeof name, "%.*s", (int)(equals - text), text) >= sizeof name)
        cli_fail("%s: expected %s, got '%s'", option, form, text);
    const unsigned i = quantity_index(model->params, model->n_params, name);
    if (i == model->n_params)
        cli_fail("%s: model '%s' has no parameter '%s'", option, model->name, name);
    *value = equals + 1;
    return i;
}

static double within(const struct quantity *q, const char *option, const char *text)
{
    char name[160];
    snprintf(name, sizeof name, "%.90s: %.60s", option, q->name);
    const double value = cli_number(name, text);
    if (!(value >= q->lo && value <= q->hi))
        cli_fail("%s: %s is from %g to %g, got '%s'", option, q->name, q->lo, q->hi, text);
    return value;
}

static void set(const struct model *model, const char *option, const char *text, double p[])
{
    const char *value;
    const unsigned i = named(model, option, text, "NAME=VALUE", &value);
    p[i] = within(&model->params[i], option, value);
    if (model_param_is_whole(model, i) && (p[i] < floor(p[i]) || p[i] > floor(p[i])))
        cli_fail("%s: %s is a whole number, got '%s'", option, model->params[i].name, value);
}

void threshold_settings(const struct threshold_request *request, const struct model *model,
                        double p[])
{
    PREC(model_defaults)(model, p);
    for (unsigned i = 0; i < request->n_set; i++)
        set(model, request->from[i], request->set[i], p);
}

static void add_axis(struct threshold_table *table, const char *text)
{
    static const char form[] = "NAME=FROM:TO:N or NAME=FROM:TO:N:log";
    enum { FIELDS = 4, MOST = 1000 };
    const char *value;
    char copy[256], *field[FIELDS + 1] = { NULL }, *rest = NULL;
    struct threshold_axis axis = { .param = named(table->model, "--over", text, form, &value) };
    const struct quantity *q = &table->model->params[axis.param];
    int n = 0;
    if ((size_t)snprintf(copy, sizeof copy, "%s", value) >= sizeof copy)
        cli_fail("--over: expected %s, got '%s'", form, text);
    for (char *at = strtok_r(copy, ":", &rest); at && n <= FIELDS; at = strtok_r(NULL, ":", &rest))
        field[n++] = at;
    axis.logarithmic = n == FIELDS && strcmp(field[3], "log") == 0;
    if (n != 3 && !axis.logarithmic)
        cli_fail("--over: expected %s, got '%s'", form, text);
    axis.from = within(q, "--over", field[0]);
    axis.to = within(q, "--over", field[1]);
    axis.n = (unsigned)cli_count("--over", field[2], 1, MOST);
    if (axis.logarithmic && !(axis.from * axis.to > 0))
        cli_fail("--over: a logarithmic axis has two ends of one sign, got '%s'", text);
    if (axis.param == table->param)
        cli_fail("--over: %s is what --threshold moves", q->name);
    for (unsigned k = 0; k < table->n_axes; k++)
        if (table->axis[k].param == axis.param)
            cli_fail("--over: %s is given twice", q->name);
    table->axis[table->n_axes++] = axis;
}

void threshold_table_of(const struct threshold_request *request, const struct model *model,
                        enum property property, struct threshold_table *table, double p[])
{
    *table = (struct threshold_table){ .model = model,
                                       .property = property,
                                       .budget = { .width = request->width } };
    table->param = quantity_index(model->params, model->n_params, request->param);
    if (table->param == model->n_params)
        cli_fail("--threshold: model '%s' has no parameter '%s'", model->name, request->param);
    if (!threshold_applicable(model, property))
        cli_fail("--threshold: there is no way to prove '%s' of model '%s'",
                 property_info[property].name, model->name);
    threshold_settings(request, model, p);
    for (unsigned i = 0; i < request->n_over; i++)
        add_axis(table, request->over[i]);
}
