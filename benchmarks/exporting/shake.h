/* Shaking the tree: what a few functions reach, and nothing else; see export_shake.c. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_SHAKE_H
#define BRISTLE_BENCHMARKS_EXPORTING_SHAKE_H

#include "benchmarks/exporting/source.h"

/* Marks as live what the roots reach, and nothing else; NULL is no root. */
void shake_mark(struct source *source, const char *const roots[], size_t n);

/* Marks, and simplifies what is live until nothing changes. */
void shake(struct source *source, const char *const roots[], size_t n);

/* The declaration that token i of another one refers to, or NULL. */
struct declaration *shake_reference(struct source *source, const struct declaration *from,
                                    size_t i);

/* A function that only passes its parameters on to one of the C library is replaced by that. */
void shake_forwarders(struct source *source, const char *const roots[], size_t n);

/* Names of the parameters that a function has left, at most most; their number. */
size_t shake_parameters(const struct declaration *function, const char *names[], size_t most);

#endif
