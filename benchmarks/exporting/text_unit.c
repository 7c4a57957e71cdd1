/* Lays out the sources of a unit in a new folder, and preprocesses it there (text_unit.h). */
#include "benchmarks/exporting/text_unit.h"

#include <stdlib.h>
#include <string.h>

#include "benchmarks/exporting/header.h"
#include "properties/plugin/compiled.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"

/* s; it takes some hundredths of one */
static const double PREPROCESS_TIMEOUT = 60;

enum { PATH_SIZE = 4096, SAID = 4096, WORDS = 32 };

/* What units include (generated). */
extern const struct program_file exported_sources[];

/* The folder, and what is in it. */
struct workshop {
    char folder[PATH_SIZE - 256], path[PATH_SIZE];
};

_Noreturn static void fail(const struct workshop *w, const char *what, const char *why, int length)
{
    program_remove(w->folder);
    cli_fail("cannot export: %s: %.*s", what, length, why);
}

static const char *in_folder(struct workshop *w, const char *name)
{
    snprintf(w->path, sizeof w->path, "%s/%s", w->folder, name);
    return w->path;
}

static void put(struct workshop *w, const char *name, const char *text)
{
    static const char why[] = "cannot be written";
    if (!program_write(in_folder(w, name), text))
        fail(w, w->path, why, (int)strlen(why));
}

/* Headers of the system are empty: what is to be exported does not depend on them. */
static void put_sources(struct workshop *w)
{
    static const char *const system_headers[] = { "system/float.h",   "system/math.h",
                                                  "system/stdbool.h", "system/stddef.h",
                                                  "system/stdint.h",  "system/string.h" };
    if (!program_lay_out(w->folder, exported_sources))
        fail(w, w->folder, "cannot be written", 17);
    for (size_t i = 0; i < sizeof system_headers / sizeof *system_headers; i++)
        put(w, system_headers[i], "");
}

static void put_unit(struct workshop *w, const struct model *model, const char *code,
                     const struct integrator *method)
{
    char *law = memory_text("#include \"models/derived/derived.h\"\n%s", code);
    char *unit = memory_text("#include \"models/model.h\"\n"
                             "#undef PREC\n"
                             "#define PREC(name) static name\n"
                             "#include \"models/laws/%s.c\"\n"
                             "#include \"benchmarks/exporting/problem.h\"\n"
                             "#include \"integrators/methods/%s.c\"\n"
                             "#include \"benchmarks/exporting/step.h\"\n",
                             model->name, method->name);
    char *path = memory_text("models/laws/%s.c", model->name);
    put(w, path, law);
    put(w, "unit.c", unit);
    free(path);
    free(unit);
    free(law);
}

/* Returns the options that header_flags prints, as words of the text, which is to be freed. */
static char *flag_words(const struct model *model, const struct integrator *method,
                        const char *words[WORDS], size_t *n)
{
    struct memory_stream stream;
    header_flags(memory_open(&stream), model, method);
    char *text = memory_close(&stream);
    for (char *word = strtok(text, " \n"); word && *n < WORDS; word = strtok(NULL, " \n"))
        words[(*n)++] = word;
    return text;
}

static char *preprocess(struct workshop *w, const char *compiler, const struct model *model,
                        const struct integrator *method, bool is_single)
{
    char unit[PATH_SIZE], system_headers[PATH_SIZE], out[PATH_SIZE], said[SAID];
    snprintf(unit, sizeof unit, "%s", in_folder(w, "unit.c"));
    snprintf(system_headers, sizeof system_headers, "%s", in_folder(w, "system"));
    snprintf(out, sizeof out, "%s", in_folder(w, "unit.i"));
    const char *words[2 * WORDS] = { compiler,    "-std=c11", "-E",           "-C",
                                     "-nostdinc", "-isystem", system_headers, "-iquote",
                                     w->folder,   unit,       "-o",           out };
    size_t n = 12;
    if (is_single)
        words[n++] = "-DREAL_F32";
    char *flags = flag_words(model, method, words + n, &(size_t){ 0 });
    const bool is_done = program_succeeds(words, PREPROCESS_TIMEOUT, said, sizeof said);
    char *text = is_done ? cli_read(out) : NULL;
    int length;
    const char *error = program_first_error(said, &length);
    if (!text)
        fail(w, compiler, error, length);
    free(flags);
    return text;
}

const char *text_unit_compiler(void)
{
    char version[SAID];
    const char *compiler = compiled_by(version, sizeof version);
    if (!compiler)
        cli_fail("cannot export: none of cc, gcc and clang is on the PATH; "
                 "apt-get install gcc");
    return compiler;
}

char *text_of_comment(const char *file)
{
    char path[PATH_SIZE];
    char *source = cli_read(cli_path(file, path, sizeof path));
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    const char *at = source ? source + strspn(source, " \t\n") : "";
    const char *end = strncmp(at, "/*", 2) == 0 ? strstr(at, "*/") : NULL;
    while (end && strchr(" \t\n", end[-1]))
        end--;
    fputs("model\n", out);
    for (at += 2; end && at < end; at += *at == '\n') {
        const char *line = at + strspn(at, " \t");
        line += *line == '*' && line < end;
        const size_t n = strcspn(line, "\n");
        fprintf(out, "  //%.*s\n", (int)(line + n < end ? n : (size_t)(end - line)), line);
        at = line + n;
    }
    free(source);
    return memory_close(&stream);
}

char *text_unit(const struct model *model, const char *code, const struct integrator *method,
                bool is_single)
{
    struct workshop w;
    const char *compiler = text_unit_compiler();
    if (!program_folder(w.folder, sizeof w.folder))
        cli_fail("cannot export: no folder can be made in TMPDIR, or /tmp");
    put_sources(&w);
    put_unit(&w, model, code, method);
    char *text = preprocess(&w, compiler, model, method, is_single);
    program_remove(w.folder);
    return text;
}
