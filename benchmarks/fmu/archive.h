/* An archive in memory: the same files in the same order are the same bytes. */
#ifndef BRISTLE_BENCHMARKS_FMU_ARCHIVE_H
#define BRISTLE_BENCHMARKS_FMU_ARCHIVE_H

#include <stddef.h>
#include <stdio.h>
#include <zip.h>

/* An archive under construction. */
struct archive {
    zip_source_t *bytes;
    zip_t *zip;
};

/* Begins an archive. These functions end the program with one line, exit 2, where memory is short.
 */
void archive_open(struct archive *archive);

/* Adds a file of n bytes, which are copied, under that path. */
void archive_add(struct archive *archive, const char *path, const void *bytes, size_t n);

/* Writes the archive, and ends it. */
void archive_write(struct archive *archive, FILE *file);

#endif
