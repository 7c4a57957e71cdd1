/* The lines that have changed since a commit, as Git tells them. */
#ifndef BRISTLE_PROPERTIES_MUTATION_CHANGES_H
#define BRISTLE_PROPERTIES_MUTATION_CHANGES_H

#include <stdbool.h>
#include <stddef.h>

/* Lines [first, last] of a file, from 1. */
struct change {
    char *file;
    unsigned first, last;
};

struct changes {
    struct change *at;
    size_t n, room;
};

/* Asks Git what has changed in the workspace since that revision, committed or not; its answer goes
 * through a file in the directory `scratch`. Returns false if Git cannot tell. changes_free
 * releases the list. */
bool changes_since(struct changes *changes, const char *workspace, const char *revision,
                   const char *scratch);

/* Adds the changes in a text that `git diff --unified=0 --no-prefix` has written. */
void changes_read(struct changes *changes, char *text);

bool changes_touch(const struct changes *changes, const char *file, unsigned line);
void changes_free(struct changes *changes);

#endif
