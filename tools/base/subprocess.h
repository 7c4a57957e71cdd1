/* Runs pieces of work, on code that may crash, end the program or never end, each in a process of
 * its own, which answers through a pipe. What one piece does reaches no other.
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

/* Work in n pieces. */
struct subprocess_work {
    size_t n;         /* number of pieces */
    unsigned jobs;    /* the most processes at once */
    double timeout;   /* s that each may take; 0: SUBPROCESS_TIMEOUT */
    const char *kind; /* shows on a terminal how many of what kind are done; NULL: nothing */
    /* Called in a process of its own: does piece i, and writes what came of it to answer. What it
     * prints itself is kept from the program's output. */
    void (*work)(void *context, size_t i, FILE *answer);
    /* Called in the caller's process, in any order: answer is what piece i wrote, all of it, as a
     * FILE at its beginning; or NULL, and failure says in a few words why there is none, e.g.
     * "crashed (Segmentation fault)". Otherwise failure is NULL. */
    void (*take)(void *context, size_t i, FILE *answer, const char *failure);
    void *context;
};

/* Returns when all pieces are done or have failed. The processes end with the caller. */
void subprocess_map(const struct subprocess_work *work);

#endif
