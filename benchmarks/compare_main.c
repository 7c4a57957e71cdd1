/* compare: accuracy and speed of integrators against the truth. */
#include <stdlib.h>
#include <string.h>

#include "benchmarks/compare.h"
#include "benchmarks/options.h"
#include "properties/cli.h"

static const char help[] =
    "usage: compare [OPTION]...\n"
    "Compares integrators on friction laws, driven or with a mass: errors against references,\n"
    "work and median wall time after a warm-up (CSV and JSON: also the minimum).\n"
    "\n"
    "  --scenario S      only this scenario (default driven_steps and driven_stiff)\n"
    "  --model M         this model (default martinez_rosas)\n"
    "  --integrators I,J only these\n"
    "  --set NAME=VALUE  a parameter of the model; repeatable\n"
    "  --format F        table (default), csv or json (Google Benchmark's layout)\n"
    "  -o FILE           write there instead of to standard output\n"
    "  --list            show models, integrators and scenarios\n"
    "  --help, --version\n"
    "\n"
    "Errors are relative to the largest magnitude of each column. Exit: 0, or 2 for wrong\n"
    "usage; integrators that fail stay in the table.\n";

enum { MAX_INTEGRATORS = 64 };

/* Splits I,J,K in place. */
static void choose(char *text, const struct integrator *chosen[MAX_INTEGRATORS + 1])
{
    size_t n = 0;
    char *rest = NULL;
    for (char *name = strtok_r(text, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        if (n == MAX_INTEGRATORS)
            cli_fail("--integrators: more than %d", MAX_INTEGRATORS);
        chosen[n++] = option_integrator(name);
    }
    if (n == 0)
        cli_fail("--integrators: expected names separated by commas, see --list");
    chosen[n] = NULL;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        { "scenario", required_argument, NULL, 's' },
        { "model", required_argument, NULL, 'm' },
        { "integrators", required_argument, NULL, 'i' },
        { "set", required_argument, NULL, 'S' },
        { "format", required_argument, NULL, 'f' },
        { "output", required_argument, NULL, 'o' },
        { "list", no_argument, NULL, 'l' },
        CLI_COMMON,
    };
    const struct integrator *chosen[MAX_INTEGRATORS + 1];
    const struct integrator *const *integrators = PREC(integrators);
    const struct scenario *chosen_scenarios[2] = { scenario_find("driven_steps"),
                                                   scenario_find("driven_stiff") };
    size_t n = 2;
    const struct model *model = PREC(model_find)("martinez_rosas");
    struct assignments assignments = { .option = "--set" };
    enum format format = FORMAT_TABLE;
    const char *path = NULL;
    cli_start("compare", help);
    for (int o; (o = cli_option(argc, argv, ":o:", options)) != -1;)
        switch (o) {
        case 's':
            n = 1;
            chosen_scenarios[0] = option_scenario(optarg);
            break;
        case 'm':
            model = option_model(optarg);
            break;
        case 'i':
            choose(optarg, chosen);
            integrators = chosen;
            break;
        case 'S':
            option_assign(&assignments, optarg);
            break;
        case 'f':
            format = cli_format(optarg);
            break;
        case 'o':
            path = optarg;
            break;
        default:
            option_print_list();
            return 0;
        }
    cli_no_operands(argc, argv);
    double p[MODEL_MAX_PARAMS];
    option_params(model, &assignments, p);

    struct comparison comparisons[2];
    for (size_t i = 0; i < n; i++) {
        comparisons[i] = comparison_new(chosen_scenarios[i], model, p);
        comparison_add_standard(&comparisons[i], integrators, false);
        comparison_run(&comparisons[i]);
    }
    struct cli_output output;
    cli_open(&output, path);
    if (format == FORMAT_TABLE)
        compare_table(output.file, comparisons, n);
    else if (format == FORMAT_CSV)
        compare_csv(output.file, comparisons, n);
    else if (!compare_json(output.file, comparisons, n))
        cli_fail("out of memory");
    cli_close(&output);
    for (size_t i = 0; i < n; i++)
        comparison_free(&comparisons[i]);
    return 0;
}
