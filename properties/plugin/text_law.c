/* Reads a law's text, once for its code and once for its balls: what is printed is rearranged for
 * speed (text_law.h). */
#include "properties/plugin/text_law.h"

#include <stdlib.h>

#include "models/derived/print_law.h"
#include "properties/plugin/compiled.h"
#include "properties/plugin/plugin_load.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

char *text_law_print(const char *file, const char *source)
{
    struct text text;
    struct equations law;
    struct statements statements;
    struct memory_stream stream;
    text_read(&text, file, source, &law, &statements);
    memory_open(&stream);
    if (!law_print(stream.file, &law, &statements, LAW_WHOLE))
        cli_fail("--model: '%s' has an integral or a draw in its equations, which have no code",
                 file);
    statements_free(&statements);
    equations_free(&law);
    return memory_close(&stream);
}

static const struct model *compile(const char *file, const char *name, const char *source)
{
    struct compilation made;
    char problem[PLUGIN_TEXT];
    char *c = text_law_print(file, source);
    const enum compiled is = compiled_law(name, c, &made);
    free(c);
    if (is == NO_COMPILER)
        cli_fail("--model: '%s' needs a C compiler, and none of cc, gcc and clang is on the PATH",
                 file);
    if (is == NOT_COMPILED)
        cli_fail("--model: '%s' could not be compiled: %s", file, made.problem);
    const struct plugin *plugin =
        plugin_try(made.path, problem) ? plugin_load(made.path, problem) : NULL;
    compiled_remove(&made);
    if (!plugin)
        cli_fail("--model: '%s' %s", file, problem);
    return plugin->model;
}

struct text_law text_law_load(const char *path)
{
    char *source = text_source("--model", path);
    const struct text_balls balls = text_balls_load(path, source);
    return (struct text_law){ compile(path, balls.name, source), balls };
}
