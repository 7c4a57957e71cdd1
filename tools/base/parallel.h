/* Threads that work through the rows of a table. */
#ifndef BRISTLE_TOOLS_BASE_PARALLEL_H
#define BRISTLE_TOOLS_BASE_PARALLEL_H

#include <stddef.h>

/* Calls work(context, i) for i = 0 .. n-1 in up to `jobs` threads, the caller's among them, and
 * shows how many rows of what kind are done. Rows must not depend on each other: which thread
 * takes which, and when, is open. */
void parallel_for(size_t n, unsigned jobs, const char *kind, void (*work)(void *context, size_t i),
                  void *context);

#endif
