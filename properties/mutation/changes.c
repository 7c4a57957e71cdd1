/* Asks Git which lines have changed (changes.h). */
#include "properties/mutation/changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/mutation/process.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

static void add(struct changes *c, const char *file, unsigned first, unsigned n)
{
    c->at = memory_grown(c->at, c->n, &c->room, sizeof *c->at);
    c->at[c->n++] = (struct change){ memory_text("%s", file), first, first + n - 1 };
}

void changes_read(struct changes *changes, char *text)
{
    char *save = NULL;
    const char *file = "";
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        unsigned first, n = 1;
        const char *added = strncmp(line, "@@ ", 3) == 0 ? strchr(line, '+') : NULL;
        if (strncmp(line, "+++ ", 4) == 0)
            file = line + 4;
        else if (added && sscanf(added, "+%u,%u", &first, &n) >= 1 && n > 0)
            add(changes, file, first, n);
    }
}

bool changes_since(struct changes *changes, const char *workspace, const char *revision,
                   const char *scratch)
{
    char *const env[] = { "PATH=/usr/bin:/bin", NULL };
    char *output = memory_text("%s/changes", scratch), *of = memory_text("%s", revision);
    char *const argv[] = { "/usr/bin/git",  "diff", "--unified=0", "--no-prefix",
                           "--no-ext-diff", of,     "--",          "*.c",
                           "*.h",           NULL };
    const struct process git = {
        .directory = workspace, .argv = argv, .env = env, .output = output, .seconds = 60
    };
    double seconds;
    *changes = (struct changes){ 0 };
    const bool answered = *revision != '-' && process_run(&git, &seconds) == 0;
    char *text = answered ? cli_read(output) : NULL;
    if (text)
        changes_read(changes, text);
    remove(output);
    const bool ok = text != NULL;
    free(text);
    free(output);
    free(of);
    return ok;
}

bool changes_touch(const struct changes *changes, const char *file, unsigned line)
{
    for (size_t i = 0; i < changes->n; i++)
        if (strcmp(changes->at[i].file, file) == 0 && line >= changes->at[i].first &&
            line <= changes->at[i].last)
            return true;
    return false;
}

void changes_free(struct changes *changes)
{
    for (size_t i = 0; i < changes->n; i++)
        free(changes->at[i].file);
    free(changes->at);
}
