/* Puts included files in their places, so that one text is the law (c_law.h). */
#include "properties/plugin/c_law.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "properties/plugin/compiled.h"
#include "properties/plugin/plugin_load.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"

/* The headers that laws include (generated). */
extern const struct program_file law_headers[];

enum { DEEPEST = 20, PATH = 4096 };

/* What is read, and from where. */
struct reading {
    const char *option, *file; /* as the user named it */
    const char *folder;        /* of files beside it, with a '/' at the end, or "" */
    FILE *out;
};

bool c_law_is(const char *name) { return cli_ends_in(name, ".c"); }

void c_law_refuse_object(const char *option, const char *file)
{
    if (cli_ends_in(file, ".so"))
        cli_fail("%s: '%s' is code of this computer: expected the law's text, FILE.mo, or its C, "
                 "FILE.c",
                 option, file);
}

static const char *own_header(const char *path)
{
    const struct program_file *file = law_headers;
    while (file->path && strcmp(file->path, path) != 0)
        file++;
    return (const char *)file->text;
}

/* Returns the length of the name that the line includes in quotation marks, and where it is; 0:
 * none. */
static size_t included(const char *line, const char **name)
{
    line += strspn(line, " \t");
    if (*line != '#')
        return 0;
    line += 1 + strspn(line + 1, " \t");
    if (strncmp(line, "include", 7) != 0)
        return 0;
    line += 7 + strspn(line + 7, " \t");
    *name = line + 1;
    return *line == '"' ? strcspn(line + 1, "\"\n") : 0;
}

static void put_text(const struct reading *r, const char *text, int depth);

static void put_file(const struct reading *r, const char *name, int depth)
{
    const char *known = own_header(name);
    char *path = memory_text("%s%s", r->folder, name), *text = known ? NULL : cli_read(path);
    if (!known && !text)
        text = cli_read(name);
    if (!known && !text)
        cli_fail("%s: '%s' includes \"%s\", which is no header of Bristle for laws, and cannot be "
                 "read beside the file, or from here",
                 r->option, r->file, name);
    if (depth > DEEPEST)
        cli_fail("%s: '%s' includes \"%s\" without an end", r->option, r->file, name);
    put_text(r, known ? known : text, depth);
    free(text);
    free(path);
}

static void put_text(const struct reading *r, const char *text, int depth)
{
    for (const char *name; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        const size_t n = included(text, &name);
        char *file = n > 0 ? memory_text("%.*s", (int)n, name) : NULL;
        if (file)
            put_file(r, file, depth + 1);
        else
            fprintf(r->out, "%.*s\n", (int)strcspn(text, "\n"), text);
        free(file);
    }
}

struct text_code c_law_code(const char *option, const char *file)
{
    char path[PATH];
    struct memory_stream stream;
    char *text = cli_read(cli_path(file, path, sizeof path));
    if (!text)
        cli_fail("%s: '%s' cannot be read: %s", option, file, strerror(errno));
    char *slash = strrchr(path, '/'), *folder = memory_text("%s", slash ? path : "");
    if (slash)
        folder[slash + 1 - path] = '\0';
    const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
    const struct reading r = { option, file, folder, memory_open(&stream) };
    put_text(&r, text, 0);
    free(folder);
    free(text);
    return (struct text_code){ .name = memory_text("%.*s", (int)strlen(name) - 2, name),
                               .code = memory_close(&stream) };
}

const struct model *c_law_load(const char *option, const char *file, bool is_own)
{
    struct compilation made;
    char problem[PLUGIN_TEXT];
    struct text_code code = c_law_code(option, file);
    const enum compiled is = compiled_law(code.name, code.code, false, &made);
    if (is != COMPILED)
        cli_fail("%s: '%s' cannot be compiled: %s", option, file,
                 is == NO_COMPILER ? "none of cc, gcc and clang is on the PATH" : made.problem);
    const struct plugin *plugin =
        plugin_try(made.path, problem) ? plugin_load(made.path, problem) : NULL;
    compiled_remove(&made);
    if (!plugin || (is_own && !plugin_is_own(plugin, problem)))
        cli_fail("%s: '%s' %s", option, file, problem);
    if (strcmp(plugin->model->name, code.name) != 0)
        cli_fail("%s: '%s' has a law by the name '%s': expected that of the file", option, file,
                 plugin->model->name);
    text_code_free(&code);
    return plugin->model;
}
