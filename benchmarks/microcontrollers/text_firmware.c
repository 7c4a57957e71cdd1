/* Lays out the sources of firmware and runs benchmarks/firmware/text_firmware.sh (text_firmware.h).
 */
#include "benchmarks/microcontrollers/text_firmware.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/microcontrollers/emulate.h"
#include "properties/plugin/c_law.h"
#include "properties/plugin/compiled.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"

/* s; a kernel takes one or two */
static const double BUILD_TIMEOUT = 600, LOOK_TIMEOUT = 30;

enum { PATH_SIZE = 4096, SAID = 4096, WORDS = 64 };

/* All sources (generated). */
extern const struct program_file firmware_sources[];

struct text_firmware text_firmware_read(const char *file, struct text_tables *tables)
{
    const bool is_c = c_law_is(file);
    char *source = is_c ? NULL : text_source("--model", file);
    const struct text_code code =
        is_c ? c_law_code("--model", file) : text_law_code("--model", file, source);
    if (tables)
        tables->in_float = text_law_single("--model", file, &code);
    if (tables && is_c)
        tables->model = c_law_load("--model", file, true);
    else if (tables) {
        const struct text_law law = text_law_of(file, source);
        tables->model = law.model;
        tables->rigorous = law.balls.rigorous;
    }
    free(source);
    return (struct text_firmware){ .name = code.name, .code = code.code, .square = code.square };
}

/* Returns true when the core's compiler and a compiler of the host are there. */
static bool has_compilers(const struct embedded_core *core, const char **host, char message[],
                          size_t n)
{
    char said[SAID], program[128];
    snprintf(program, sizeof program, "%sgcc", core->compiler);
    const char *const look[] = { program, "--version", NULL };
    if (!program_succeeds(look, LOOK_TIMEOUT, said, sizeof said)) {
        snprintf(message, n, "%s is missing: apt-get install %s", program, core->compiler_packages);
        return false;
    }
    *host = compiled_by(said, sizeof said);
    if (!*host)
        snprintf(message, n, "cc is missing: apt-get install gcc");
    return *host != NULL;
}

static bool has_emulator(const struct embedded_core *core, char message[], size_t n)
{
    char said[SAID];
    const char *const look[] = { core->emulator, "--version", NULL };
    if (embedded_is_avr(core) || program_succeeds(look, LOOK_TIMEOUT, said, sizeof said))
        return true;
    snprintf(message, n, "%s is missing: apt-get install %s", core->emulator,
             core->emulator_package);
    return false;
}

static bool lay_out(const struct text_firmware *f, const char *folder)
{
    char *path = memory_text("%s/models/laws/%s.c", folder, f->name);
    char *law = memory_text("#include \"models/derived/derived.h\"\n%s", f->code);
    const bool is_done = program_lay_out(folder, firmware_sources) && program_write(path, law);
    free(law);
    free(path);
    return is_done;
}

/* Sets what the script takes from the environment. */
static void tell(const struct text_firmware *f, const struct embedded_core *core, const char *host)
{
    setenv("SQUARE", f->square ? f->square : "", 1);
    setenv("FAMILY", core->family, 1);
    setenv("CROSS_COMPILER", core->compiler, 1);
    setenv("FLAGS", core->flags, 1);
    setenv("COMPILE_FLAGS", core->compile_flags, 1);
    setenv("LINK_FLAGS", core->link_flags, 1);
    setenv("CODE_FLAGS", embedded_flags, 1);
    setenv("KERNEL_FLAGS", embedded_kernel_flags, 1);
    setenv("HOST_COMPILER", host, 1);
}

static bool build(const struct text_firmware *f, const struct embedded_core *core,
                  const char *folder, char message[], size_t n)
{
    char said[SAID];
    int length;
    const char *words[WORDS] = {
        "bash",
        "-c",
        "cd \"$0\" && exec bash benchmarks/firmware/text_firmware.sh \"$@\"",
        folder,
        f->name,
        "built",
        embedded_is_avr(core) ? "f32" : "f32 f64"
    };
    size_t used = 7;
    for (size_t i = 0; i < f->n_methods && used + 1 < WORDS; i++)
        words[used++] = f->methods[i];
    if (program_succeeds(words, BUILD_TIMEOUT, said, sizeof said))
        return true;
    const char *error = program_first_error(said, &length);
    snprintf(message, n, "%s: its firmware of %s could not be built: %.*s", core->name, f->name,
             length, error);
    return false;
}

bool text_firmware_build(const struct text_firmware *f, const struct embedded_core *core,
                         char folder[], size_t size, char message[], size_t n)
{
    const char *host = NULL;
    if (!has_compilers(core, &host, message, n) || !has_emulator(core, message, n))
        return false;
    if (!program_folder(folder, size)) {
        snprintf(message, n, "no folder can be made in TMPDIR, or /tmp");
        return false;
    }
    tell(f, core, host);
    if (!lay_out(f, folder))
        snprintf(message, n, "cannot write to %.200s", folder);
    else if (build(f, core, folder, message, n))
        return true;
    program_remove(folder);
    return false;
}
