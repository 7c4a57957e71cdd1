/* structure: what integrators do with friction. */
#include "benchmarks/behaviour/structure.h"
#include "benchmarks/options/options.h"
#include "tools/base/cli.h"
#include "tools/base/options.h"

enum { MOST = 64 };

struct request {
    const struct integrator *chosen[MOST];
    size_t n;
    enum format format;
    const char *path;
};

static void choose(void *request, char *text)
{
    struct request *r = request;
    char *names[MOST];
    r->n = option_split("--integrators", "names", text, names, MOST);
    for (size_t i = 0; i < r->n; i++)
        r->chosen[i] = option_integrator(names[i]);
}

static void choose_all(struct request *r)
{
    for (r->n = 0; r->n < MOST && PREC(integrators)[r->n]; r->n++)
        r->chosen[r->n] = PREC(integrators)[r->n];
}

static const struct option_entry options[] = {
    { "integrators", "I,J", "only these", OPTION_CALL, .read = choose },
    OPTION_FORMAT(struct request, ", with all digits and both tolerances"),
    OPTION_OUTPUT(struct request),
    { "list", NULL, "show models, integrators and scenarios", OPTION_SHOW,
      .show = option_print_list },
    { NULL },
};

static const struct command command_line = {
    .name = "structure",
    .usage = "[OPTION]...",
    .about = "Measures what each integrator does with friction.",
    .options = options,
    .notes =
        "order      exponent of the step in the error, of the relative tolerance (tol^) for a "
        "method that chooses its steps: of a mass that never stops and of a law driven one way; "
        "then across events, which a naive run ignores: a velocity that reverses, a mass that "
        "sticks, leaves, turns and stops; `no root`: its implicit equation has none while the mass "
        "sticks; `stalls`: its steps shrink without end there\n"
        "|z| bound  the largest k, the step times the rate at which the law relaxes, up to which "
        "|z| stays within its bound at held velocity; or the excess at a tolerance of 1e-6\n"
        "int Fv     the largest k up to which a passive law never returns more energy than it "
        "took, both as computed; or what it returns at a tolerance of 1e-6, in what it can store\n"
        "drift      largest error of the energy balance of a mass on a spring that slides to a "
        "stop, relative to its energy; at a step of 1 ms, or a tolerance of 1e-6\n"
        "f32        largest difference between float and double there, in roundings of a float, of "
        "a driven law and of a mass, up to the next power of two\n"
        "-          the method is not made for that, or not in float",
    .examples = { "structure --integrators rk4,rosenbrock",
                  "structure --format csv -o structure.csv" },
    .exits = "0, or 2 for wrong usage.",
};

int main(int argc, char **argv)
{
    static struct structure_row rows[MOST];
    struct request r = { .n = 0 };
    choose_all(&r);
    command_read(&command_line, argc, argv, &r);
    for (size_t i = 0; i < r.n; i++) {
        cli_progress("%zu of %zu: %s", i + 1, r.n, r.chosen[i]->name);
        rows[i] = structure_row(r.chosen[i]);
    }
    cli_progress_done();
    struct cli_output output;
    cli_open(&output, r.path);
    structure_write(output.file, r.format, rows, r.n);
    cli_close(&output);
    return 0;
}
