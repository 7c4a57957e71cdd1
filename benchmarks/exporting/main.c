/* The exporter: writes a law and a method as one C header for firmware. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/board/project.h"
#include "benchmarks/exporting/header.h"
#include "benchmarks/exporting/text_unit.h"
#include "benchmarks/fmu/fmu.h"
#include "benchmarks/library/shared.h"
#include "benchmarks/microcontrollers/emulate.h"
#include "properties/plugin/c_law.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/options.h"

struct request {
    const char *file, *law, *method, *unit, *text, *square, *path, *fmu, *library, *standard,
        *board, *core;
    const struct embedded_core *processor; /* of that name */
    bool flags, is_single, is_shared, is_mass;
    int fmi; /* 0: a header */
};

static const struct option_entry options[] = {
    { "model", "FILE",
      "a law as a text of its equations, FILE.mo, or as C, FILE.c; needs a C compiler, and no "
      "build",
      OPTION_TEXT, .into = offsetof(struct request, file) },
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
    { "fmu", "FILE.mo", "like --model, but writes a Functional Mock-up Unit", OPTION_TEXT,
      .into = offsetof(struct request, fmu) },
    { "fmi", "2|3", "a unit by that standard; 2 by default", OPTION_TEXT,
      .into = offsetof(struct request, standard) },
    { "mass", NULL, "a unit of a mass with this friction, which sticks: a force in, motion out",
      OPTION_FLAG, .into = offsetof(struct request, is_mass) },
    { "library", "FILE",
      "like --model, but writes a shared object behind a C ABI (benchmarks/library/README.md)",
      OPTION_TEXT, .into = offsetof(struct request, library) },
    { "shared", NULL, "with --unit: such a shared object", OPTION_FLAG,
      .into = offsetof(struct request, is_shared) },
    { "board", "FOLDER",
      "writes a new folder, from which make builds a program that measures steps of the headers in "
      "it on your board (benchmarks/board/README.md)",
      OPTION_TEXT, .into = offsetof(struct request, board) },
    { "core", "C", "the board's processor: m0p, m3, m4f, m7, rv32imac, rv32imafc, atmega328p",
      OPTION_TEXT, .into = offsetof(struct request, core) },
    OPTION_OUTPUT(struct request),
    { NULL },
};

static const struct command command_line = {
    .name = "export",
    .usage = "--model FILE --method METHOD [--float] [-o FILE]\n"
             "       export --fmu FILE.mo [--mass] [--fmi 2|3] [--method METHOD] [-o FILE]\n"
             "       export --board FOLDER --core C [--model FILE --method METHOD [--float]]\n"
             "       export --library FILE [--method METHOD] [-o FILE]\n"
             "       export --law LAW --method METHOD --unit FILE --text FILE [--float]\n"
             "              [--square NAME] [--fmi 2|3 [--mass] | --shared] [-o FILE]\n"
             "       export --law LAW --method METHOD --flags",
    .about =
        "Writes a C header with one time step of the friction law by the method, which needs "
        "nothing but libm; or a Functional Mock-up Unit of the law, or a shared object. `bazel "
        "build //benchmarks:export_LAW_METHOD_f32` (or _f64), //models:LAW.fmu and "
        "//models:libLAW.so call it.",
    .options = options,
    .examples = { "export --model my_law.mo --method exponential --float -o my_law.h",
                  "export --fmu my_law.mo -o my_law.fmu",
                  "export --fmu my_law.mo --mass -o my_mass.fmu",
                  "export --library my_law.mo -o libmy_law.so",
                  "export --board my_board --core m4f --model my_law.mo --method rk4",
                  "export --law lugre --method exponential --flags" },
    .exits = "0, 1 for --flags where the method cannot run the law, 2 wrong usage.",
};

static char *read_file(const char *path)
{
    char *text = cli_read(path);
    if (!text)
        cli_fail("cannot read %s: %s", path, strerror(errno));
    return text;
}

/* Writes what is compiled from a header that has its law's equations: a unit or a shared
 * object. */
static void write_binary(FILE *file, const struct header_request *request, const struct request *r)
{
    struct memory_stream stream;
    header_write(memory_open(&stream), request);
    char *header = memory_close(&stream);
    if (r->fmi > 0)
        fmu_write(file, &(struct fmu_request){ .model = request->model,
                                               .method = request->method,
                                               .header = header,
                                               .text = request->text,
                                               .version = r->fmi,
                                               .is_mass = r->is_mass });
    else
        shared_write(file, request->model, request->method, header);
    free(header);
}

static void write_project(const struct request *r, const struct header_request *request)
{
    struct memory_stream stream;
    header_write(memory_open(&stream), request);
    char *header = memory_close(&stream);
    char *kernel = header_name(request);
    project_write(&(struct project){ r->board, r->processor, kernel, header });
    free(kernel);
    free(header);
}

static void write_header(const struct request *r, struct header_request request)
{
    struct cli_output output;
    if (r->board) {
        write_project(r, &request);
        return;
    }
    request.with_equations = r->fmi > 0 || r->is_shared;
    cli_open(&output, r->path);
    if (request.with_equations)
        write_binary(output.file, &request, r);
    else
        header_write(output.file, &request);
    cli_close(&output);
}

/* Ends the program where the method cannot run the law. */
static void check(const struct model *model, const struct integrator *method)
{
    const char *obstacle = header_obstacle(model, method);
    if (obstacle)
        cli_fail("no header for %s by %s: %s", model->name, method->name, obstacle);
}

/* Returns the method of a unit's co-simulation, where none is asked for: the law's own flow, which
 * is exact along held velocities, or else an implicit one. */
static const struct integrator *fitting_method(const struct model *model)
{
    const struct integrator *flow = PREC(integrator_find)("exponential");
    return header_obstacle(model, flow) ? PREC(integrator_find)("rosenbrock2") : flow;
}

/* A law from a file of the user's: what its header quotes, its C, its table. */
struct source {
    char *text;
    struct text_code code;
    const struct model *model;
};

static struct source read_source(const char *file)
{
    if (c_law_is(file)) {
        struct text_code code = c_law_code("--model", file);
        return (struct source){ text_of_comment(file), code, c_law_load("--model", file, true) };
    }
    char *text = text_source("--model", file);
    const struct model *model = text_law_of(file, text).model;
    return (struct source){ text, text_law_code("--model", file, text), model };
}

/* Writes the header of a text or of C. */
static void export_file(const struct request *r, const struct integrator *method)
{
    text_unit_compiler(); /* before the law is interpreted for want of one */
    struct source law = read_source(r->file);
    if (!method)
        method = fitting_method(law.model);
    check(law.model, method);
    char *unit = text_unit(law.model, law.code.code, method, r->is_single);
    write_header(r, (struct header_request){ .model = law.model,
                                             .method = method,
                                             .unit = unit,
                                             .text = law.text,
                                             .file = r->file,
                                             .square = r->square ? r->square : law.code.square,
                                             .is_single = r->is_single });
    free(unit);
    text_code_free(&law.code);
    free(law.text);
}

/* Writes the header of a unit that Bazel has made. */
static void export_unit(const struct request *r, const struct model *model,
                        const struct integrator *method)
{
    char *unit = read_file(r->unit), *text = read_file(r->text);
    check(model, method);
    write_header(r, (struct header_request){ .model = model,
                                             .method = method,
                                             .unit = unit,
                                             .text = text,
                                             .square = r->square,
                                             .is_single = r->is_single });
    free(unit);
    free(text);
}

static int print_flags(const struct model *model, const struct integrator *method)
{
    const char *obstacle = header_obstacle(model, method);
    if (obstacle)
        printf("%s by %s: %s\n", model->name, method->name, obstacle);
    else
        header_flags(stdout, model, method);
    return obstacle ? EXIT_NOT_AS_DECLARED : EXIT_AS_DECLARED;
}

static void check_options(struct request *r)
{
    if (!!r->fmu + !!r->file + !!r->library > 1)
        cli_fail("--%s is a text, and goes without --%s", r->fmu ? "fmu" : "library",
                 r->file ? "model" : "library");
    if (r->fmu && c_law_is(r->fmu))
        cli_fail(
            "--fmu: '%s' is C: expected a text, FILE.mo, which a unit has as its documentation",
            r->fmu);
    const bool is_binary = r->fmu || r->library;
    if (r->library || r->file)
        c_law_refuse_object(r->library ? "--library" : "--model",
                            r->library ? r->library : r->file);
    if (is_binary)
        r->file = r->fmu ? r->fmu : r->library;
    r->is_shared |= r->library != NULL;
    if (r->file && (r->law || r->unit || r->text || r->flags))
        cli_fail("--%s is a text, and goes without --law, --unit, --text and --flags",
                 r->fmu       ? "fmu"
                 : r->library ? "library"
                              : "model");
    if ((!r->method && !is_binary) ||
        (!r->file && (!r->law || (!(r->unit && r->text) && !r->flags))))
        cli_fail("--model and --method are needed, or --law, --method, --unit and --text, or "
                 "--fmu or --library; see --help");
    if (r->fmu || r->standard)
        r->fmi = r->standard ? (int)cli_count("--fmi", r->standard, 2, 3) : 2;
    if (r->is_mass && !r->fmi)
        cli_fail("--mass is of a unit, and goes with --fmu or --fmi");
    if (r->fmi && (r->is_single || r->flags || (r->file && !r->fmu)))
        cli_fail("a unit is in double: --fmi and --fmu go without --float, --flags and --model");
    if (r->is_shared && (r->fmi || r->is_single || r->flags || (r->file && !r->library)))
        cli_fail("a shared object is in double: --library and --shared go without --fmi, --float, "
                 "--flags and --model");
}

/* Ends the program where no project can be written as asked for. */
static void check_board(struct request *r)
{
    if (!r->board && r->core)
        cli_fail("--core is a board's, and goes with --board");
    if (!r->board)
        return;
    if (r->law || r->unit || r->text || r->fmu || r->standard || r->library || r->is_shared ||
        r->flags || r->path || (!r->file && (r->method || r->is_single)))
        cli_fail("--board goes with --core, --model, --method and --float only");
    r->processor = r->core ? embedded_core_find(r->core) : NULL;
    if (!r->processor)
        cli_fail("--core: expected m0p, m3, m4f, m7, rv32imac, rv32imafc or atmega328p, got '%s'",
                 r->core ? r->core : "nothing");
    if (embedded_is_avr(r->processor) && r->file && !r->is_single)
        cli_fail("--core: the double of %s is a float: add --float", r->processor->title);
    project_refuse(r->board);
}

int main(int argc, char **argv)
{
    struct request r = { .law = NULL };
    command_read(&command_line, argc, argv, &r);
    check_board(&r);
    if (r.board && !r.file) {
        project_write(&(struct project){ .folder = r.board, .core = r.processor });
        return EXIT_AS_DECLARED;
    }
    check_options(&r);
    const struct integrator *method = r.method ? PREC(integrator_find)(r.method) : NULL;
    if (r.method && !method)
        cli_fail("--method: there is no method \"%s\"", r.method);
    if (r.file) {
        export_file(&r, method);
        return EXIT_AS_DECLARED;
    }
    const struct model *model = PREC(model_find)(r.law);
    if (!model)
        cli_fail("--law: there is no law \"%s\"", r.law);
    if (r.flags)
        return print_flags(model, method);
    export_unit(&r, model, method);
    return EXIT_AS_DECLARED;
}
