/* identify: which parameters of a law's F = U P can be identified, and how well. */
#include <string.h>

#include "properties/identification/identify.h"
#include "properties/plugin/law_choice.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/options.h"
#include "tools/base/wrap.h"

static bool has_parametrisation(const struct model *m)
{
    return m->regressor && m->coefficients && m->flow;
}

static void list(void)
{
    for (const struct model *const *m = PREC(models); *m; m++) {
        if (!has_parametrisation(*m))
            continue;
        wrap_print(stdout, (size_t)printf("%s: ", (*m)->name), 2, (*m)->law);
        struct memory_stream made;
        FILE *out = memory_open(&made);
        for (unsigned i = 0; i < (*m)->n_params; i++)
            fprintf(out, "%s%s=%.9g", i > 0 ? " " : "", (*m)->params[i].name,
                    (*m)->params[i].value);
        wrap_close(stdout, (size_t)printf("  "), 2, &made);
    }
}

struct request {
    const struct model *model;
    struct identify_settings settings;
    const char *assignments[MODEL_MAX_PARAMS], *path;
    unsigned n;
    enum format format;
};

/* NAME=VALUE */
static void set(const struct model *model, const char *text, double p[])
{
    char name[64];
    const char *equals = strchr(text, '=');
    const size_t length = equals ? (size_t)(equals - text) : 0;
    if (length == 0 || length >= sizeof name)
        cli_fail("--set: '%s' is not NAME=VALUE", text);
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    if (!quantity_set(model->params, model->n_params, name, cli_number("--set", equals + 1), p))
        cli_fail("--set: model '%s' has no parameter '%s', see --list", model->name, name);
}

static void parameters(const struct model *model, const char *const settings[], unsigned n,
                       double p[])
{
    unsigned param;
    const char *constraint;
    PREC(model_defaults)(model, p);
    for (unsigned i = 0; i < n; i++)
        set(model, settings[i], p);
    if (!PREC(model_valid)(model, p, &param, &constraint))
        cli_fail("--set: model '%s' needs %s%s", model->name,
                 constraint ? constraint : model->params[param].name,
                 constraint ? "" : " within its range");
}

static int report(const struct identification *id, enum format format, const char *path)
{
    struct cli_output output;
    cli_open(&output, path);
    identification_write(output.file, format, id);
    cli_close(&output);
    return identification_succeeds(id) ? EXIT_AS_DECLARED : EXIT_NOT_AS_DECLARED;
}

static void take_model(void *request, char *name)
{
    struct request *r = request;
    r->model = law_choose(name).model;
}

static void take_assignment(void *request, char *text)
{
    struct request *r = request;
    if (r->n == MODEL_MAX_PARAMS)
        cli_fail("--set: given more than %d times", MODEL_MAX_PARAMS);
    r->assignments[r->n++] = text;
}

static const struct option_entry options[] = {
    { "model", "M", "the law, also a shared object, or a text of its equations (see verify)",
      OPTION_CALL, .read = take_model, .initial = "martinez_rosas" },
    { "set", "NAME=VALUE", "a parameter other than its default; repeatable", OPTION_CALL,
      .read = take_assignment },
    { "noise", "SIGMA", "standard deviation of the measured force, N", OPTION_POSITIVE,
      .into = offsetof(struct request, settings.noise), .initial = "0.01" },
    { "repetitions", "N", "with noise", OPTION_UNSIGNED,
      .into = offsetof(struct request, settings.repetitions), .lo = 1, .hi = 1000000,
      .initial = "1000" },
    { "seed", "N", "another noise", OPTION_COUNT, .into = offsetof(struct request, settings.seed),
      .hi = (uint64_t)1 << 53, .initial = "0" },
    OPTIONS_OUTPUT(struct request),
    { "list", NULL, "show the models that can be identified", OPTION_SHOW, .show = list },
    { NULL },
};

static const struct command command_line = {
    .name = "identify",
    .usage = "[OPTION]...",
    .about = "Identifies a friction law's linear parametrisation F = U P by least squares: the "
             "rank of U along a stated excitation, the combinations of P that the force "
             "determines, their errors without noise, and with noise how often the 95 % "
             "confidence intervals contain them.",
    .options = options,
    .examples = { "identify --set alpha=50000",
                  "identify --model viscous --noise 0.1 --format csv" },
    .exits = "0 errors within 1e-9 and intervals that contain the value in 95 +- 3 % of 1000 "
             "repetitions; 1 otherwise; 2 wrong usage.",
};

int main(int argc, char **argv)
{
    struct request r = { .n = 0 };
    double p[MODEL_MAX_PARAMS] = { 0 };
    struct identification id;
    command_read(&command_line, argc, argv, &r);
    parameters(r.model, r.assignments, r.n, p);
    const char *why = identify(r.model, p, &r.settings, &id);
    if (why)
        cli_fail("model '%s': %s", r.model->name, why);
    return report(&id, r.format, r.path);
}
