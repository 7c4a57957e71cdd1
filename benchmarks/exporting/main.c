/* The headers of exported kernels: a law and a method as one file to drop into firmware. */
#include <stdlib.h>
#include <string.h>

#include "benchmarks/exporting/header.h"
#include "tools/base/cli.h"

static const char help[] =
    "usage: export --law LAW --method METHOD --unit FILE [--square NAME] [-o FILE]\n"
    "       export --law LAW --method METHOD --possible\n"
    "\n"
    "Writes a C header with one time step of the friction law by the method, which needs nothing\n"
    "but libm. `bazel build //benchmarks:export_LAW_METHOD_f32` (or _f64) calls it.\n"
    "\n"
    "  --unit FILE    the kernel of this law and method, preprocessed\n"
    "                 (integrators/kernels/kernel_body.h)\n"
    "  --square NAME  the law's own name for the index of an exponent that is usually 2\n"
    "  --possible     only say whether the method can run this law: exit 0, or 1 and the reason\n"
    "  -o FILE        write there, whole or not at all; default: standard output\n"
    "  --help, --version\n";

static char *contents(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t length = 0, capacity = 1 << 16;
    char *text = malloc(capacity + 1);
    if (!file)
        cli_fail("cannot open %s", path);
    for (size_t n = 1; text && n > 0; length += n) {
        if (length == capacity)
            text = realloc(text, (capacity *= 2) + 1);
        n = text ? fread(text + length, 1, capacity - length, file) : 0;
    }
    if (!text)
        cli_fail("out of memory");
    if (ferror(file))
        cli_fail("cannot read %s", path);
    fclose(file);
    text[length] = '\0';
    return text;
}

static void write_header(const char *path, const char *output_path, const struct model *model,
                         const struct integrator *method, const char *square)
{
    char *unit = contents(path);
    struct cli_output output;
    cli_open(&output, output_path);
    header_write(output.file, path, unit, model, method, square);
    cli_close(&output);
    free(unit);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        { "law", required_argument, NULL, 'l' },
        { "method", required_argument, NULL, 'm' },
        { "unit", required_argument, NULL, 'u' },
        { "square", required_argument, NULL, 's' },
        { "possible", no_argument, NULL, 'p' },
        { "output", required_argument, NULL, 'o' },
        CLI_COMMON,
    };
    const char *law = NULL, *method_name = NULL, *unit = NULL, *square = NULL, *output = NULL;
    bool only_asked = false;
    cli_start("export", help);
    for (int option; (option = cli_option(argc, argv, "o:", options)) != -1;) {
        switch (option) {
        case 'l':
            law = optarg;
            break;
        case 'm':
            method_name = optarg;
            break;
        case 'u':
            unit = optarg;
            break;
        case 's':
            square = optarg;
            break;
        case 'p':
            only_asked = true;
            break;
        default:
            output = optarg;
        }
    }
    cli_no_operands(argc, argv);
    if (!law || !method_name || (!unit && !only_asked))
        cli_fail("--law, --method and --unit are needed; see --help");
    const struct model *model = PREC(model_find)(law);
    const struct integrator *method = PREC(integrator_find)(method_name);
    if (!model)
        cli_fail("--law: there is no law \"%s\"", law);
    if (!method)
        cli_fail("--method: there is no method \"%s\"", method_name);
    const char *obstacle = header_obstacle(model, method);
    if (obstacle && !only_asked)
        cli_fail("no header for %s by %s: %s", law, method_name, obstacle);
    if (only_asked) {
        if (obstacle)
            printf("%s by %s: %s\n", law, method_name, obstacle);
        return obstacle ? EXIT_NOT_AS_DECLARED : EXIT_AS_DECLARED;
    }
    write_header(unit, output, model, method, square);
    return EXIT_AS_DECLARED;
}
