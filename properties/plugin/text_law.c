/* Reads a law's text, once for its code and once for its balls: what is printed is rearranged for
 * speed (text_law.h). */
#include "properties/plugin/text_law.h"

#include <stdlib.h>

#include "models/derived/print_law.h"
#include "properties/plugin/compiled.h"
#include "properties/plugin/plugin_load.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

/* Returns the C of the law, to be freed. */
static char *print(const char *option, const char *file, const char *source)
{
    struct text text;
    struct equations law;
    struct statements statements;
    struct memory_stream stream;
    text_read(&text, file, source, &law, &statements);
    memory_open(&stream);
    if (!law_print(stream.file, &law, &statements, LAW_WHOLE))
        cli_fail("%s: '%s' has an integral or a draw in its equations, which have no code", option,
                 file);
    statements_free(&statements);
    equations_free(&law);
    return memory_close(&stream);
}

static const struct plugin *compile(const char *option, const char *file, const char *name,
                                    const char *source)
{
    struct compilation made;
    char problem[PLUGIN_TEXT];
    char *c = print(option, file, source);
    const enum compiled is = compiled_law(name, c, &made);
    free(c);
    if (is == NO_COMPILER)
        cli_fail("%s: '%s' needs a C compiler, and none of cc, gcc and clang is on the PATH",
                 option, file);
    if (is == NOT_COMPILED)
        cli_fail("%s: '%s' could not be compiled: %s", option, file, made.problem);
    const struct plugin *plugin =
        plugin_try(made.path, problem) ? plugin_load(made.path, problem) : NULL;
    compiled_remove(&made);
    if (!plugin)
        cli_fail("%s: '%s' %s", option, file, problem);
    return plugin;
}

static struct text_law load(const char *option, const char *path, bool is_own)
{
    char *source = text_source(option, path), problem[PLUGIN_TEXT];
    const struct text_balls balls = text_balls_load(path, source);
    const struct plugin *plugin = compile(option, path, balls.name, source);
    if (is_own && !plugin_is_own(plugin, problem))
        cli_fail("%s: '%s' %s", option, path, problem);
    return (struct text_law){ plugin->model, balls };
}

struct text_law text_law_load(const char *path) { return load("--model", path, true); }

struct text_law text_law_reference(const char *path) { return load("--law", path, false); }
