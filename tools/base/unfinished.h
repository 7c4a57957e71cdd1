/* Files that are being written, which do not stay when a program ends early: by an error or a
 * signal, in whichever thread, with as many of them as there are threads. */
#ifndef BRISTLE_TOOLS_BASE_UNFINISHED_H
#define BRISTLE_TOOLS_BASE_UNFINISHED_H

#include <stdbool.h>

/* One such file, which stays where it is in memory until it has its name. */
struct unfinished {
    struct unfinished *next;
    char path[4200]; /* mkstemp's template, then the file's path */
};

/* Makes the file. Returns a descriptor to write to, owned by the caller, or -1 with errno. */
int unfinished_make(struct unfinished *file);

/* Gives the file its name, in place of what has that name. false, with errno: it has none and
 * remains unfinished. */
bool unfinished_name(struct unfinished *file, const char *name);

/* Removes all unfinished files of a program that ends now; no file is made or named afterwards, a
 * thread that tries waits for the end. A signal's handler may call it. */
void unfinished_remove(void);

#endif
