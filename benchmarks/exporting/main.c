/* The exporter: writes a law and a method as one C header for firmware. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/exporting/header.h"
#include "tools/base/cli.h"
#include "tools/base/options.h"

struct request {
    const char *law, *method, *unit, *square, *path;
    bool possible;
};

static const struct option_entry options[] = {
    { "law", "LAW", "see simulate --list", OPTION_TEXT, .into = offsetof(struct request, law) },
    { "method", "METHOD", "likewise", OPTION_TEXT, .into = offsetof(struct request, method) },
    { "unit", "FILE",
      "the kernel of this law and method, preprocessed (integrators/kernels/kernel_body.h)",
      OPTION_TEXT, .into = offsetof(struct request, unit) },
    { "square", "NAME", "the law's own name for the index of an exponent that is usually 2",
      OPTION_TEXT, .into = offsetof(struct request, square) },
    { "possible", NULL, "only say whether the method can run this law: exit 0, or 1 and the reason",
      OPTION_FLAG, .into = offsetof(struct request, possible) },
    OPTION_OUTPUT(struct request),
    { NULL },
};

static const struct command command_line = {
    .name = "export",
    .usage = "--law LAW --method METHOD --unit FILE [--square NAME] [-o FILE]\n"
             "       export --law LAW --method METHOD --possible",
    .about = "Writes a C header with one time step of the friction law by the method, which needs "
             "nothing but libm. `bazel build //benchmarks:export_LAW_METHOD_f32` (or _f64) calls "
             "it.",
    .options = options,
    .notes = "Examples:\n"
             "  export --law lugre --method exponential --possible\n"
             "  export --law lugre --method exponential --unit kernel.i -o lugre.h\n"
             "\n"
             "Exit: 0, 1 for --possible where it is not, 2 wrong usage.",
};

static void write_header(const char *path, const char *output_path, const struct model *model,
                         const struct integrator *method, const char *square)
{
    char *unit = cli_read(path);
    struct cli_output output;
    if (!unit)
        cli_fail("cannot read %s: %s", path, strerror(errno));
    cli_open(&output, output_path);
    header_write(output.file, path, unit, model, method, square);
    cli_close(&output);
    free(unit);
}

int main(int argc, char **argv)
{
    struct request r = { .law = NULL };
    command_read(&command_line, argc, argv, &r);
    if (!r.law || !r.method || (!r.unit && !r.possible))
        cli_fail("--law, --method and --unit are needed; see --help");
    const struct model *model = PREC(model_find)(r.law);
    const struct integrator *method = PREC(integrator_find)(r.method);
    if (!model)
        cli_fail("--law: there is no law \"%s\"", r.law);
    if (!method)
        cli_fail("--method: there is no method \"%s\"", r.method);
    const char *obstacle = header_obstacle(model, method);
    if (obstacle && !r.possible)
        cli_fail("no header for %s by %s: %s", r.law, r.method, obstacle);
    if (r.possible) {
        if (obstacle)
            printf("%s by %s: %s\n", r.law, r.method, obstacle);
        return obstacle ? EXIT_NOT_AS_DECLARED : EXIT_AS_DECLARED;
    }
    write_header(r.unit, r.path, model, method, r.square);
    return EXIT_AS_DECLARED;
}
