/* verify: the verdict table over models and claims. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "properties/cli.h"
#include "properties/ledger.h"
#include "properties/property.h"
#include "properties/verdicts.h"

static const char help[] =
    "usage: verify [OPTION]...\n"
    "Judges what friction models, or the papers they come from, claim.\n"
    "\n"
    "  --model M         only this model\n"
    "  --property P      only this property\n"
    "  --trials N        simulations per claim (default 100000)\n"
    "  --seed N          another set of signals (default 0)\n"
    "  --random          a purely random search, not guided by an optimiser\n"
    "  --bare            set stored witnesses aside: what is refuted must be found anew\n"
    "  --witnesses DIR   write what the search finds there: the witness that is simplest to\n"
    "                    read, and the deepest\n"
    "  --jobs N          threads (default: all cores); results do not depend on it\n"
    "  --timing          add the seconds that each claim took\n"
    "  --format F        table (default), csv or json\n"
    "  -o FILE           write there instead of to standard output\n"
    "  --ledger          judge the claims of Martinez-Rosas et al., C1 to C12, each with the rows\n"
    "                    of the verdict table that it rests on\n"
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

static int judge_ledger(const struct effort *effort, unsigned jobs, enum format format,
                        const char *path)
{
    struct verdicts verdicts = ledger_run(effort, jobs);
    struct cli_output output;
    if (!verdicts.rows)
        cli_fail("out of memory");
    cli_open(&output, path);
    if (format == FORMAT_TABLE)
        ledger_table(output.file, &verdicts);
    else if (format == FORMAT_CSV)
        ledger_csv(output.file, &verdicts);
    else if (!ledger_json(output.file, &verdicts))
        cli_fail("out of memory");
    cli_close(&output);
    const int status = ledger_status(&verdicts);
    verdicts_free(&verdicts);
    return status;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        { "model", required_argument, NULL, 'm' },
        { "property", required_argument, NULL, 'p' },
        { "trials", required_argument, NULL, 't' },
        { "seed", required_argument, NULL, 's' },
        { "random", no_argument, NULL, 'r' },
        { "bare", no_argument, NULL, 'b' },
        { "witnesses", required_argument, NULL, 'w' },
        { "jobs", required_argument, NULL, 'j' },
        { "timing", no_argument, NULL, 'T' },
        { "format", required_argument, NULL, 'f' },
        { "output", required_argument, NULL, 'o' },
        { "list", no_argument, NULL, 'l' },
        { "ledger", no_argument, NULL, 'L' },
        { "catalogue", no_argument, NULL, 'c' },
        CLI_COMMON,
    };
    const struct model *model = NULL;
    enum property property = N_PROPERTIES;
    struct effort effort = { .trials = 100000 };
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned jobs = cores > 0 ? (unsigned)cores : 1;
    bool timing = false, ledger = false;
    enum format format = FORMAT_TABLE;
    const char *path = NULL, *directory = NULL;
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
        case 't':
            effort.trials = (unsigned)cli_count("--trials", optarg, 1, 1000000000);
            break;
        case 's':
            effort.seed = cli_count("--seed", optarg, 0, UINT64_MAX);
            break;
        case 'r':
            effort.strategy = SEARCH_RANDOM;
            break;
        case 'b':
            effort.bare = true;
            break;
        case 'w':
            directory = optarg;
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
        case 'L':
            ledger = true;
            break;
        case 'c':
            catalogue();
            return 0;
        default:
            list();
            return 0;
        }
    cli_no_operands(argc, argv);
    if (ledger && (model || property != N_PROPERTIES || timing || directory))
        cli_fail("--ledger takes no --model, --property, --timing or --witnesses");
    if (ledger)
        return judge_ledger(&effort, jobs, format, path);

    struct verdicts verdicts = verdicts_run(model, property, &effort, jobs);
    if (!verdicts.rows)
        cli_fail("out of memory");
    if (verdicts.n == 0)
        cli_fail("--property: model '%s' claims nothing about '%s', see --list",
                 model ? model->name : "any", property_info[property].name);
    if (directory)
        verdicts_write_witnesses(&verdicts, directory);
    struct cli_output output;
    cli_open(&output, path);
    if (format == FORMAT_TABLE)
        verdicts_table(output.file, &verdicts, timing);
    else if (format == FORMAT_CSV)
        verdicts_csv(output.file, &verdicts, timing);
    else if (!verdicts_json(output.file, &verdicts, timing))
        cli_fail("out of memory");
    cli_close(&output);
    const int status = verdicts_status(&verdicts);
    verdicts_free(&verdicts);
    return status;
}
