/* verify: the verdict table over models and claims. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "properties/blame_table.h"
#include "properties/cli.h"
#include "properties/property.h"
#include "properties/verdicts.h"

static const char help[] =
    "usage: verify [OPTION]...\n"
    "Judges what friction models, or the papers they come from, claim.\n"
    "\n"
    "  --model M         only this model\n"
    "  --property P      only this property\n"
    "  --integrator I    along the trajectories of this integrator, by simulate's list: tells "
    "what\n"
    "                    the equations violate from what the integrator does at this step\n"
    "  --step H          its largest step, s; adaptive methods need none\n"
    "  --everywhere      at random parameters of each claim's domain, not the model's defaults\n"
    "  --rtol R, --atol A   tolerances of adaptive methods (default 1e-6, R)\n"
    "  --trials N        random signals per claim (default 20000; 500 along an integrator)\n"
    "  --seed N          another set of signals (default 0)\n"
    "  --jobs N          threads (default: all cores); results do not depend on it\n"
    "  --timing          add the seconds that each claim took\n"
    "  --format F        table (default), csv or json\n"
    "  -o FILE           write there instead of to standard output\n"
    "  --list            show models and properties\n"
    "  --catalogue       show the models as a Markdown table\n"
    "  --help, --version\n"
    "\n"
    "Exit: 0 all as declared, 1 something is not, 2 wrong usage.\n";

static void list(void)
{
    puts("models:");
    for (const struct model *const *m = PREC(models); *m; m++) {
        printf("  %s: %s\n    %s\n    %s\n", (*m)->name, (*m)->title, (*m)->law, (*m)->source);
        for (unsigned i = 0; i < (*m)->n_params; i++) {
            const struct quantity *q = &(*m)->params[i];
            printf("    %-8s %-6s default %-10.9g in [%g, %g]  %s\n", q->name, q->unit, q->value,
                   q->lo, q->hi, q->note);
        }
    }
    puts("properties:");
    for (unsigned i = 0; i < N_PROPERTIES; i++)
        printf("  %-22s %s\n", property_info[i].name, property_info[i].meaning);
}

/* Markdown would take a bar for the end of a cell. */
static void put_cell(const char *text)
{
    for (; *text; text++)
        if (*text == '|')
            fputs("\\|", stdout);
        else
            putchar(*text);
}

static void catalogue(void)
{
    puts("| model | law | parameters and defaults | source |");
    puts("|---|---|---|---|");
    for (const struct model *const *m = PREC(models); *m; m++) {
        printf("| `%s` | ", (*m)->name);
        put_cell((*m)->law);
        fputs(" | ", stdout);
        for (unsigned i = 0; i < (*m)->n_params; i++)
            printf("%s%s = %.6g%s%s", i > 0 ? ", " : "", (*m)->params[i].name,
                   (*m)->params[i].value, strcmp((*m)->params[i].unit, "1") == 0 ? "" : " ",
                   strcmp((*m)->params[i].unit, "1") == 0 ? "" : (*m)->params[i].unit);
        fputs(" | ", stdout);
        put_cell((*m)->source);
        puts(" |");
    }
}

static void write_verdicts(const struct verdicts *verdicts, enum format format, bool timing,
                           const char *path)
{
    struct cli_output output;
    cli_open(&output, path);
    if (format == FORMAT_TABLE)
        verdicts_table(output.file, verdicts, timing);
    else if (format == FORMAT_CSV)
        verdicts_csv(output.file, verdicts, timing);
    else if (!verdicts_json(output.file, verdicts, timing))
        cli_fail("out of memory");
    cli_close(&output);
}

static void write_blame(const struct blame_table *table, enum format format, const char *path)
{
    struct cli_output output;
    cli_open(&output, path);
    if (format == FORMAT_TABLE)
        blame_table_print(output.file, table);
    else if (format == FORMAT_CSV)
        blame_table_csv(output.file, table);
    else if (!blame_table_json(output.file, table))
        cli_fail("out of memory");
    cli_close(&output);
}

static const struct integrator *find_integrator(const char *name)
{
    const struct integrator *integrator = PREC(integrator_find)(name);
    if (strcmp(name, "reference") == 0)
        cli_fail("--integrator: the reference is what trajectories are compared with");
    if (!integrator)
        cli_fail("--integrator: unknown integrator '%s', see //benchmarks:simulate --list", name);
    return integrator;
}

/* What was said about the integration must make sense together. */
static void check_scheme(const struct scheme *scheme, bool timing)
{
    const struct settings *s = &scheme->settings;
    const bool set = s->step > 0 || s->rtol > 0 || s->atol > 0 || scheme->everywhere;
    if (!scheme->integrator && set)
        cli_fail("--step, --everywhere, --rtol and --atol need an --integrator");
    if (!scheme->integrator)
        return;
    if (!(scheme->integrator->flags & INTEGRATOR_ADAPTIVE) && !(s->step > 0))
        cli_fail("--integrator: '%s' takes steps of given size and needs a --step",
                 scheme->integrator->name);
    if (timing)
        cli_fail("--timing does not go with --integrator");
}

_Noreturn static void no_claims(const struct model *model, enum property property)
{
    cli_fail("--property: model '%s' claims nothing about '%s', see --list",
             model ? model->name : "any", property_info[property].name);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        { "model", required_argument, NULL, 'm' },
        { "property", required_argument, NULL, 'p' },
        { "integrator", required_argument, NULL, 'i' },
        { "step", required_argument, NULL, 'H' },
        { "everywhere", no_argument, NULL, 'E' },
        { "rtol", required_argument, NULL, 'R' },
        { "atol", required_argument, NULL, 'A' },
        { "trials", required_argument, NULL, 't' },
        { "seed", required_argument, NULL, 's' },
        { "jobs", required_argument, NULL, 'j' },
        { "timing", no_argument, NULL, 'T' },
        { "format", required_argument, NULL, 'f' },
        { "output", required_argument, NULL, 'o' },
        { "list", no_argument, NULL, 'l' },
        { "catalogue", no_argument, NULL, 'c' },
        CLI_COMMON,
    };
    const struct model *model = NULL;
    enum property property = N_PROPERTIES;
    struct effort effort = { .trials = 0 };
    struct scheme scheme = { .integrator = NULL };
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned jobs = cores > 0 ? (unsigned)cores : 1;
    bool timing = false;
    enum format format = FORMAT_TABLE;
    const char *path = NULL;
    cli_start("verify", help);
    for (int o; (o = cli_option(argc, argv, ":o:", options)) != -1;)
        switch (o) {
        case 'm':
            if (!(model = PREC(model_find)(optarg)))
                cli_fail("--model: unknown model '%s', see --list", optarg);
            break;
        case 'p':
            if ((property = property_find(optarg)) == N_PROPERTIES)
                cli_fail("--property: unknown property '%s', see --list", optarg);
            break;
        case 'i':
            scheme.integrator = find_integrator(optarg);
            break;
        case 'H':
            scheme.settings.step = cli_positive("--step", optarg);
            break;
        case 'E':
            scheme.everywhere = true;
            break;
        case 'R':
            scheme.settings.rtol = cli_positive("--rtol", optarg);
            break;
        case 'A':
            scheme.settings.atol = cli_positive("--atol", optarg);
            break;
        case 't':
            effort.trials = (unsigned)cli_count("--trials", optarg, 1, 1000000000);
            break;
        case 's':
            effort.seed = cli_count("--seed", optarg, 0, UINT64_MAX);
            break;
        case 'j':
            jobs = (unsigned)cli_count("--jobs", optarg, 1, 256);
            break;
        case 'T':
            timing = true;
            break;
        case 'f':
            format = cli_format(optarg);
            break;
        case 'o':
            path = optarg;
            break;
        case 'c':
            catalogue();
            return 0;
        default:
            list();
            return 0;
        }
    cli_no_operands(argc, argv);

    check_scheme(&scheme, timing);

    if (scheme.integrator) {
        struct blame_table table = blame_table_run(model, property, &scheme, &effort, jobs);
        if (!table.rows)
            cli_fail("out of memory");
        if (table.n == 0)
            no_claims(model, property);
        write_blame(&table, format, path);
        const int status = blame_table_status(&table);
        blame_table_free(&table);
        return status;
    }
    effort.trials = effort.trials > 0 ? effort.trials : 20000;
    struct verdicts verdicts = verdicts_run(model, property, &effort, jobs);
    if (!verdicts.rows)
        cli_fail("out of memory");
    if (verdicts.n == 0)
        no_claims(model, property);
    write_verdicts(&verdicts, format, timing, path);
    const int status = verdicts_status(&verdicts);
    verdicts_free(&verdicts);
    return status;
}
