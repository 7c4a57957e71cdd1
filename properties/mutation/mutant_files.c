/* Where the files of a mutant lie (mutant_files.h). */
#define _XOPEN_SOURCE 700 /* nftw */
#include "properties/mutation/mutant_files.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

static int remove_entry(const char *path, const struct stat *what, int kind, struct FTW *ftw)
{
    (void)what;
    (void)kind;
    (void)ftw;
    return remove(path);
}

void files_remove_tree(const char *path)
{
    enum { OPEN_FILES = 16 };
    nftw(path, remove_entry, OPEN_FILES, FTW_DEPTH | FTW_PHYS);
}

void files_make_parents(const char *path)
{
    char part[4096];
    snprintf(part, sizeof part, "%s", path);
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            cli_fail("cannot make the directory '%s': %s", part, strerror(errno));
        *slash = '/';
    }
}

void files_write_source(const struct mutant_builder *w, const char *text)
{
    char *path = memory_text("%s/%s", w->directory, w->file);
    files_make_parents(path);
    FILE *out = fopen(path, "w");
    if (!out || fputs(text, out) < 0 || fclose(out) != 0)
        cli_fail("cannot write '%s': %s", path, strerror(errno));
    free(path);
}

char *files_output(const struct mutant_builder *w, size_t i)
{
    const struct action *action = &w->plan->actions[i];
    if (action->kind == ACTION_GENERATE)
        return memory_text("%s/%zu/%s", w->directory, i, action->output);
    return memory_text("%s/%zu.%s", w->directory, i, action->kind == ACTION_LINK ? "link" : "o");
}

char *files_made(const struct mutant_builder *w, const char *file)
{
    const size_t i = plan_action(w->plan, file);
    if (w->file && strcmp(file, w->file) == 0)
        return memory_text("%s/%s", w->directory, file);
    return i < w->plan->n_actions && w->made[i] == OTHER ? files_output(w, i) : NULL;
}

void files_lay_out(const struct mutant_builder *w, const char *directory, const char *place,
                   const char *file)
{
    char *to = memory_text("%s/%s", directory, place), *from = files_made(w, file);
    if (!from)
        from = memory_text("%s%s%s", file[0] == '/' ? "" : w->plan->root, file[0] == '/' ? "" : "/",
                           file);
    files_make_parents(to);
    if (symlink(from, to) != 0)
        cli_fail("cannot write '%s': %s", to, strerror(errno));
    free(from);
    free(to);
}
