/* Lays files out in a new folder, and compiles them there (object.h). */
#include "benchmarks/fmu/object.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/plugin/compiled.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"

/* s; it takes less than one */
static const double COMPILE_TIMEOUT = 60;

enum { PATH = 4096, SAID = 4096, MOST_WORDS = 40 };

_Noreturn static void fail(const char *folder, const char *what, const char *why, int length)
{
    program_remove(folder);
    cli_fail("cannot export: %s: %.*s", what, length, why);
}

static void compile(const char *folder, const struct object_file files[], size_t n_files,
                    const char *object)
{
    char version[SAID], said[SAID], paths[OBJECT_MOST_SOURCES][PATH];
    const char *compiler = compiled_by(version, sizeof version);
    const char *words[MOST_WORDS] = {
        compiler,
        "-std=c11",
        "-O2",
        "-ffp-contract=off",
        "-fvisibility=hidden",
        "-fPIC",
        "-shared",
        "-s",
        "-o",
        object,
        "-Wl,--build-id=none",
        "-iquote",
        folder,
    };
    size_t n = 13, n_paths = 0;
    int length;
    if (!compiler)
        fail(folder, "none of cc, gcc and clang is on the PATH", "apt-get install gcc", 19);
    for (size_t i = 0; i < n_files && n_paths < OBJECT_MOST_SOURCES; i++)
        if (cli_ends_in(files[i].path, ".c")) {
            snprintf(paths[n_paths], PATH, "%s/%s", folder, files[i].path);
            words[n++] = paths[n_paths++];
        }
    words[n] = "-lm";
    if (!program_succeeds(words, COMPILE_TIMEOUT, said, sizeof said)) {
        const char *error = program_first_error(said, &length);
        fail(folder, compiler, error, length);
    }
}

static void lay_out(const char *folder, const struct object_file files[], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char *path = memory_text("%s/%s", folder, files[i].path);
        if (!program_write(path, files[i].text))
            fail(folder, path, "cannot be written", 17);
        free(path);
    }
}

/* Returns what the file holds, to be freed; NULL: it cannot be read. */
static void *read_bytes(const char *path, size_t *size)
{
    struct memory_stream stream;
    char block[4096];
    FILE *from = fopen(path, "rb"), *to = from ? memory_open(&stream) : NULL;
    if (!from)
        return NULL;
    for (size_t n; (n = fread(block, 1, sizeof block, from)) > 0;)
        fwrite(block, 1, n, to);
    fclose(from);
    void *bytes = memory_close(&stream);
    *size = stream.size;
    return bytes;
}

void *object_of(const struct object_file files[], size_t n, size_t *size)
{
    char folder[PATH - 256], object[PATH];
    if (!program_folder(folder, sizeof folder))
        cli_fail("cannot export: no folder can be made in TMPDIR, or /tmp");
    snprintf(object, sizeof object, "%s/unit.so", folder);
    lay_out(folder, files, n);
    compile(folder, files, n, object);
    void *bytes = read_bytes(object, size);
    if (!bytes)
        fail(folder, object, "cannot be read", 14);
    program_remove(folder);
    return bytes;
}
