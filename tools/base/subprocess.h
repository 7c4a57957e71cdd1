/* Work on code that may crash, end the program or never end: each piece in a process of its own,
 * which answers through a pipe. What one piece does reaches no other.
 *
 * A process takes none of the other threads with it, and whatever they had locked stays locked:
 * call these before a program starts threads, or between.
 */
#ifndef BRISTLE_TOOLS_BASE_SUBPROCESS_H
#define BRISTLE_TOOLS_BASE_SUBPROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Seconds that a piece may take, unless the user says otherwise. */
#define SUBPROCESS_TIMEOUT 300.0

enum { SUBPROCESS_TEXT = 320 };

struct subprocess_work {
    size_t n;         /* pieces */
    unsigned jobs;    /* at once, at most */
    double timeout;   /* s that each may take; 0: SUBPROCESS_TIMEOUT */
    const char *kind; /* shows on a terminal how many of what kind are done; NULL: nothing */
    /* In a process of its own: does piece i, and writes what came of it. What it prints itself is
     * kept from the program's output. */
    void (*work)(void *context, size_t i, FILE *answer);
    /* In the caller's process, in any order: what piece i wrote, all of it, or why there is no
     * such thing in a few words, e.g. "crashed (Segmentation fault)"; the other is NULL. A FILE at
     * its beginning. */
    void (*take)(void *context, size_t i, FILE *answer, const char *failure);
    void *context;
};

/* Returns when all pieces are done or have failed. The processes end with the caller. */
void subprocess_map(const struct subprocess_work *work);

#endif
