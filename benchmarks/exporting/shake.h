/* Shaking the tree: keeps only what a few functions reach. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_SHAKE_H
#define BRISTLE_BENCHMARKS_EXPORTING_SHAKE_H

#include "benchmarks/exporting/source.h"

/* Marks as live what the roots reach, and nothing else; a NULL root is ignored. */
void shake_mark(struct source *source, const char *const roots[], size_t n);

/* Marks, and simplifies live declarations until nothing changes. */
void shake(struct source *source, const char *const roots[], size_t n);

/* Returns the declaration that token i of another one refers to, or NULL. */
struct declaration *shake_reference(struct source *source, const struct declaration *from,
                                    size_t i);

/* Replaces a function that only passes its parameters on to a function of the C library by that
 * function. */
void shake_forwarders(struct source *source, const char *const roots[], size_t n);

/* Writes the names of the function's remaining parameters, at most `most`, and returns their
 * number. */
size_t shake_parameters(const struct declaration *function, const char *names[], size_t most);

#endif
