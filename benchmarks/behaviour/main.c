/* structure: what integrators do with friction. */
#include <string.h>

#include "benchmarks/behaviour/structure.h"
#include "benchmarks/options/options.h"
#include "tools/base/cli.h"

static const char help[] =
    "usage: structure [OPTION]...\n"
    "Measures what each integrator does with friction.\n"
    "\n"
    "  --integrators I,J only these\n"
    "  --format F        table (default), csv or json, with all digits and both tolerances\n"
    "  -o FILE           write there instead of to standard output\n"
    "  --list            show models, integrators and scenarios\n"
    "  --help, --version\n"
    "\n"
    "order     exponent of the step in the error, of the relative tolerance (tol^) for a method\n"
    "          that chooses its steps: of a mass that never stops and of a law driven one way;\n"
    "          then across events, which a naive run ignores: a velocity that reverses, a mass\n"
    "          that sticks, leaves, turns and stops; `no root`: its implicit equation has none\n"
    "          while the mass sticks; `stalls`: its steps shrink without end there\n"
    "|z| bound the largest k, the step times the rate at which the law relaxes, up to which |z|\n"
    "          stays within its bound at held velocity; or the excess at a tolerance of 1e-6\n"
    "int Fv    the largest k up to which a passive law never returns more energy than it took,\n"
    "          both as computed; or what it returns at a tolerance of 1e-6, in what it can store\n"
    "drift     largest error of the energy balance of a mass on a spring that slides to a stop,\n"
    "          relative to its energy; at a step of 1 ms, or a tolerance of 1e-6\n"
    "f32       largest difference between float and double there, in roundings of a float, of a\n"
    "          driven law and of a mass, up to the next power of two\n"
    "-         the method is not made for that, or not in float\n"
    "\n"
    "Exit: 0, or 2 for wrong usage.\n";

enum { MOST = 64 };

/* Splits I,J,K in place. */
static size_t choose(char *text, const struct integrator *chosen[MOST])
{
    size_t n = 0;
    char *rest = NULL;
    for (char *name = strtok_r(text, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        if (n == MOST)
            cli_fail("--integrators: more than %d", MOST);
        chosen[n++] = option_integrator(name);
    }
    if (n == 0)
        cli_fail("--integrators: expected names separated by commas, see --list");
    return n;
}

static size_t choose_all(const struct integrator *chosen[MOST])
{
    size_t n = 0;
    while (n < MOST && PREC(integrators)[n]) {
        chosen[n] = PREC(integrators)[n];
        n++;
    }
    return n;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        { "integrators", required_argument, NULL, 'i' },
        { "format", required_argument, NULL, 'f' },
        { "output", required_argument, NULL, 'o' },
        { "list", no_argument, NULL, 'l' },
        CLI_COMMON,
    };
    static struct structure_row rows[MOST];
    const struct integrator *chosen[MOST] = { NULL };
    enum format format = FORMAT_TABLE;
    const char *path = NULL;
    cli_start("structure", help);
    size_t n = choose_all(chosen);
    for (int o; (o = cli_option(argc, argv, ":o:", options)) != -1;)
        switch (o) {
        case 'i':
            n = choose(optarg, chosen);
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
    for (size_t i = 0; i < n; i++) {
        cli_progress("%zu of %zu: %s", i + 1, n, chosen[i]->name);
        rows[i] = structure_row(chosen[i]);
    }
    cli_progress_done();
    struct cli_output output;
    cli_open(&output, path);
    if (format == FORMAT_TABLE)
        structure_table(output.file, rows, n);
    else if (format == FORMAT_CSV)
        structure_csv(output.file, rows, n);
    else if (!structure_json(output.file, rows, n))
        cli_fail("out of memory");
    cli_close(&output);
    return 0;
}
