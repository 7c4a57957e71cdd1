/* Compiles the sources of a law to a shared object. */
#ifndef BRISTLE_BENCHMARKS_FMU_OBJECT_H
#define BRISTLE_BENCHMARKS_FMU_OBJECT_H

#include <stddef.h>

enum { OBJECT_MOST_SOURCES = 16 };

/* A file: its path in the folder where all lie, and what it holds. */
struct object_file {
    char *path, *text;
};

/* Compiles those of the n files whose names end in .c, at most OBJECT_MOST_SOURCES, with hidden
 * symbols; the others are what these include. Returns the bytes of the shared object, *size of
 * them, to be freed: the same files have the same bytes, by the same compiler. Ends the program
 * with one line, exit 2, where there is no compiler, or it fails. */
void *object_of(const struct object_file files[], size_t n, size_t *size);

#endif
