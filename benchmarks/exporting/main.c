/* The exporter: writes a law and a method as one C header for firmware. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/exporting/header.h"
#include "tools/base/cli.h"
#include "tools/base/options.h"

struct request {
    const char *law, *method, *unit, *text, *square, *path;
    bool flags, is_single;
};

static const struct option_entry options[] = {
    { "law", "LAW", "see simulate --list", OPTION_TEXT, .into = offsetof(struct request, law) },
    { "method", "METHOD", "likewise", OPTION_TEXT, .into = offsetof(struct request, method) },
    { "unit", "FILE", "the law and the method, preprocessed (export.bzl)", OPTION_TEXT,
      .into = offsetof(struct request, unit) },
    { "text", "FILE", "the law as a text of its equations", OPTION_TEXT,
      .into = offsetof(struct request, text) },
    { "float", NULL, "the unit has been preprocessed with REAL_F32", OPTION_FLAG,
      .into = offsetof(struct request, is_single) },
    { "square", "NAME", "the unit's name for the number of an exponent that is usually 2",
      OPTION_TEXT, .into = offsetof(struct request, square) },
    { "flags", NULL,
      "only print the options with which the unit is to be preprocessed: exit 0; or 1 and why the "
      "method cannot run this law",
      OPTION_FLAG, .into = offsetof(struct request, flags) },
    OPTION_OUTPUT(struct request),
    { NULL },
};

static const struct command command_line = {
    .name = "export",
    .usage = "--law LAW --method METHOD --unit FILE --text FILE [--float] [--square NAME] [-o "
             "FILE]\n"
             "       export --law LAW --method METHOD --flags",
    .about = "Writes a C header with one time step of the friction law by the method, which needs "
             "nothing but libm. `bazel build //benchmarks:export_LAW_METHOD_f32` (or _f64) calls "
             "it.",
    .options = options,
    .notes = "Examples:\n"
             "  export --law lugre --method exponential --flags\n"
             "  export --law lugre --method exponential --unit lugre.i --text models/laws/lugre.mo "
             "-o lugre.h\n"
             "\n"
             "Exit: 0, 1 for --flags where the method cannot run the law, 2 wrong usage.",
};

static char *read_file(const char *path)
{
    char *text = cli_read(path);
    if (!text)
        cli_fail("cannot read %s: %s", path, strerror(errno));
    return text;
}

static void write_header(const struct request *r, const struct model *model,
                         const struct integrator *method)
{
    char *unit = read_file(r->unit), *text = read_file(r->text);
    const struct header_request request = {
        .model = model,
        .method = method,
        .unit = unit,
        .text = text,
        .square = r->square,
        .is_single = r->is_single,
    };
    struct cli_output output;
    cli_open(&output, r->path);
    header_write(output.file, &request);
    cli_close(&output);
    free(unit);
    free(text);
}

int main(int argc, char **argv)
{
    struct request r = { .law = NULL };
    command_read(&command_line, argc, argv, &r);
    if (!r.law || !r.method || (!(r.unit && r.text) && !r.flags))
        cli_fail("--law, --method, --unit and --text are needed; see --help");
    const struct model *model = PREC(model_find)(r.law);
    const struct integrator *method = PREC(integrator_find)(r.method);
    if (!model)
        cli_fail("--law: there is no law \"%s\"", r.law);
    if (!method)
        cli_fail("--method: there is no method \"%s\"", r.method);
    const char *obstacle = header_obstacle(model, method);
    if (obstacle && !r.flags)
        cli_fail("no header for %s by %s: %s", r.law, r.method, obstacle);
    if (obstacle)
        printf("%s by %s: %s\n", r.law, r.method, obstacle);
    else if (r.flags)
        header_flags(stdout, model, method);
    else
        write_header(&r, model, method);
    return obstacle ? EXIT_NOT_AS_DECLARED : EXIT_AS_DECLARED;
}
