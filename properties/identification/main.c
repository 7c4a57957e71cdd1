/* identify: which parameters of a law's F = U P can be identified, and how well. */
#include <string.h>

#include "properties/identification/identify.h"

static const char help[] =
    "usage: identify [OPTION]...\n"
    "Identifies a friction law's linear parametrisation F = U P by least squares: the rank of\n"
    "U along a stated excitation, the combinations of P that the force determines, their errors\n"
    "without noise, and with noise how often the 95 % confidence intervals contain them.\n"
    "\n"
    "  --model M         the law (default martinez_rosas)\n"
    "  --set NAME=VALUE  a parameter other than its default; repeatable\n"
    "  --noise SIGMA     standard deviation of the measured force, N (default 0.01)\n"
    "  --repetitions N   with noise (default 1000)\n"
    "  --seed N          another noise (default 0)\n"
    "  --format F        table (default), csv or json\n"
    "  -o FILE           write there instead of to standard output\n"
    "  --list            show the models that can be identified\n"
    "  --help, --version\n"
    "\n"
    "Exit: 0 errors within 1e-9 and intervals that contain the value in 95 +- 3 % of 1000\n"
    "repetitions; 1 otherwise; 2 wrong usage.\n";

static bool has_parametrisation(const struct model *m)
{
    return m->regressor && m->coefficients && m->flow;
}

static void list(void)
{
    for (const struct model *const *m = PREC(models); *m; m++) {
        if (!has_parametrisation(*m))
            continue;
        printf("%s: %s\n ", (*m)->name, (*m)->law);
        for (unsigned i = 0; i < (*m)->n_params; i++)
            printf(" %s=%.9g", (*m)->params[i].name, (*m)->params[i].value);
        puts("");
    }
}

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
    if (format == FORMAT_TABLE)
        identification_table(output.file, id);
    else if (format == FORMAT_CSV)
        identification_csv(output.file, id);
    else if (!identification_json(output.file, id))
        cli_fail("out of memory");
    cli_close(&output);
    return identification_succeeds(id) ? EXIT_AS_DECLARED : EXIT_NOT_AS_DECLARED;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        { "model", required_argument, NULL, 'm' },
        { "set", required_argument, NULL, 'S' },
        { "noise", required_argument, NULL, 'n' },
        { "repetitions", required_argument, NULL, 'r' },
        { "seed", required_argument, NULL, 's' },
        { "format", required_argument, NULL, 'f' },
        { "output", required_argument, NULL, 'o' },
        { "list", no_argument, NULL, 'l' },
        CLI_COMMON,
    };
    struct identify_settings settings = { .noise = 0.01, .repetitions = 1000 };
    const struct model *model = PREC(model_find)("martinez_rosas");
    const char *assignments[MODEL_MAX_PARAMS] = { NULL }, *path = NULL;
    unsigned n = 0;
    enum format format = FORMAT_TABLE;
    cli_start("identify", help);
    for (int o; (o = cli_option(argc, argv, ":o:", options)) != -1;)
        switch (o) {
        case 'm':
            if (!(model = PREC(model_find)(optarg)))
                cli_fail("--model: unknown model '%s', see --list", optarg);
            break;
        case 'S':
            if (n == MODEL_MAX_PARAMS)
                cli_fail("--set: given more than %d times", MODEL_MAX_PARAMS);
            assignments[n++] = optarg;
            break;
        case 'n':
            settings.noise = cli_positive("--noise", optarg);
            break;
        case 'r':
            settings.repetitions = (unsigned)cli_count("--repetitions", optarg, 1, 1000000);
            break;
        case 's':
            settings.seed = cli_count("--seed", optarg, 0, (uint64_t)1 << 53);
            break;
        case 'f':
            format = cli_format(optarg);
            break;
        case 'o':
            path = optarg;
            break;
        default:
            list();
            return 0;
        }
    cli_no_operands(argc, argv);
    double p[MODEL_MAX_PARAMS] = { 0 };
    struct identification id;
    parameters(model, assignments, n, p);
    const char *why = identify(model, p, &settings, &id);
    if (why)
        cli_fail("model '%s': %s", model->name, why);
    return report(&id, format, path);
}
