/* identify: laws and parameters from measured runs; or which parameters of a law's F = U P can be
 * identified, and how well. */
#include "properties/identification/data.h"
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
    const char *models[DATA_LAWS], *map; /* as given */
    struct data_request data;
    struct identify_settings settings;
    const char *path;
    enum format format;
};

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
    struct data_request *data = &r->data;
    if (data->n_laws == DATA_LAWS)
        cli_fail("--model: given more than %d times", DATA_LAWS);
    r->models[data->n_laws++] = name;
}

/* Chooses the laws, once it is known how units among them are mapped. */
static void choose_laws(struct request *r)
{
    struct data_request *data = &r->data;
    for (size_t i = 0; i < data->n_laws; i++)
        data->laws[i] = law_choose(r->models[i], r->map);
    r->model = data->n_laws > 0 ? data->laws[data->n_laws - 1].model : NULL;
    law_check_map(r->map, data->laws, data->n_laws);
}

static void take_file(void *request, char *name)
{
    struct data_request *data = &((struct request *)request)->data;
    if (data->n_files == DATA_FILES)
        cli_fail("--data: given more than %d times", DATA_FILES);
    data->files[data->n_files++] = name;
}

static void take_share(void *request, char *text)
{
    const double share = cli_number("--hold-out", text);
    if (!(share >= 0.05 && share <= 0.9))
        cli_fail("--hold-out: '%s' is not a share from 0.05 to 0.9", text);
    ((struct request *)request)->data.hold_out = share;
}

static void take_assignment(void *request, char *text)
{
    struct data_request *data = &((struct request *)request)->data;
    if (data->n_assignments == MODEL_MAX_PARAMS)
        cli_fail("--set: given more than %d times", MODEL_MAX_PARAMS);
    data->assignments[data->n_assignments++] = text;
}

static const struct option_entry options[] = {
    { "model", "M",
      "the law, also a shared object, a text of its equations, or a unit (see verify)", OPTION_CALL,
      .read = take_model },
    OPTION_MAP(struct request),
    { "data", "FILE",
      "fit laws to a measured run, a CSV file with a heading of names and units: t [s], x [m] or "
      "v [m/s], F [N], or u [N] that is applied to a --mass; repeatable",
      OPTION_CALL, .read = take_file },
    { "columns", "NAMES", "which columns these are: 't=Time,x=Pos X [mm],F=Load cell [N]'",
      OPTION_TEXT, .into = offsetof(struct request, data.columns) },
    { "rig", "LIST",
      "what the rig adds to the force, fitted beside the parameters: offset, drift, asymmetry, "
      "mass, delay, cogging=PERIOD (m), or given, as delay=0.002 (default offset,delay, with "
      "--mass offset; none: nothing)",
      OPTION_TEXT, .into = offsetof(struct request, data.rig) },
    { "mass", "KG", "the mass that an applied force moves", OPTION_POSITIVE,
      .into = offsetof(struct request, data.mass) },
    { "hold-out", "SHARE", "of the samples on which laws are compared, not fitted", OPTION_CALL,
      .read = take_share, .initial = "0.25" },
    { "look", NULL,
      "fit nothing: look at the data, and say which parameters of the laws they can tell",
      OPTION_FLAG, .into = offsetof(struct request, data.look) },
    { "all", NULL, "the parameters of all laws, not of the first group only", OPTION_FLAG,
      .into = offsetof(struct request, data.all) },
    { "trials", "N", "of the search that judges the law found; 0: it is not judged",
      OPTION_UNSIGNED, .into = offsetof(struct request, data.trials), .hi = 1000000000,
      .initial = "1000" },
    { "params-out", "FILE", "write the parameters found, as --params of verify reads them",
      OPTION_TEXT, .into = offsetof(struct request, data.parameters) },
    { "law-out", "FILE.mo", "write the text of the law found with its parameters as defaults",
      OPTION_TEXT, .into = offsetof(struct request, data.law_out) },
    { "page", "FILE", "write a page with figures of data and fit", OPTION_TEXT,
      .into = offsetof(struct request, data.page) },
    { "jobs", "N", "threads (default: all cores); results do not depend on it", OPTION_UNSIGNED,
      .into = offsetof(struct request, data.jobs), .lo = 1, .hi = 256, .is_aside = true },
    { "set", "NAME=VALUE",
      "a parameter other than its default; with --data one that is known; repeatable", OPTION_CALL,
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
    .about =
        "With --data: fits all laws, or those of --model, to measured runs, ranks them on what "
        "was held out, says which parameters the data tell, and judges the law found. "
        "Without: identifies a friction law's linear parametrisation F = U P by least squares: the "
        "rank of U along a stated excitation, the combinations of P that the force "
        "determines, their errors without noise, and with noise how often the 95 % "
        "confidence intervals contain them.",
    .options = options,
    .examples = { "identify --set alpha=50000", "identify --model viscous --noise 0.1 --format csv",
                  "identify --data run.csv",
                  "identify --data run.csv --model lugre --model my_law.mo --format json" },
    .exits = "with --data: 0, or 3 where no law explains the data; otherwise: 0 errors within 1e-9 "
             "and intervals that contain the value in 95 +- 3 % of 1000 "
             "repetitions; 1 otherwise; 2 wrong usage.",
};

/* The study of F = U P takes one law. */
static int study(struct request *r)
{
    double p[MODEL_MAX_PARAMS] = { 0 };
    struct identification id;
    if (!r->model)
        r->model = law_choose("martinez_rosas", NULL).model;
    data_parameters(r->model, r->data.assignments, r->data.n_assignments, p, NULL);
    const char *why = identify(r->model, p, &r->settings, &id);
    if (why)
        cli_fail("model '%s': %s", r->model->name, why);
    return report(&id, r->format, r->path);
}

int main(int argc, char **argv)
{
    struct request r = { .data.jobs = cli_processors() };
    command_read(&command_line, argc, argv, &r);
    struct data_request *data = &r.data;
    choose_laws(&r);
    if (data->n_files == 0)
        return study(&r);
    data->path = r.path;
    data->format = r.format;
    return data_identify(data);
}
