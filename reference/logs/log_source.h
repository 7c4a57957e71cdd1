/* The lines of a file and their cells, and how a fault in it is told. */
#ifndef BRISTLE_REFERENCE_LOGS_LOG_SOURCE_H
#define BRISTLE_REFERENCE_LOGS_LOG_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { LOG_LINE = 1 << 16 /* bytes of a line, its end included */ };

/* A file that is being read. Begin with the first three members, the rest zero; release by
 * log_source_end. */
struct log_source {
    const char *path;
    FILE *file;
    char *error;    /* LOG_ERROR bytes */
    size_t line;    /* the one read last, from 1; 0: none */
    char separator; /* of cells; ' ': one blank or more; 0: not known yet */
    char **cells;   /* of the line read last */
    size_t n_cells, room;
    /* Private. */
    char *buffer;      /* 2 LOG_LINE bytes, [begin, end) of which are not read yet */
    size_t begin, end; /* places in it */
    char *comment;     /* owned: the line before, where it is a comment and no row was read */
};

/* Writes "'FILE' line N: ..." to the error, as UTF-8 without control characters; of a long name the
 * end.
 * Returns false. */
bool log_refuse(const struct log_source *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

enum log_line { LOG_LINE_READ, LOG_LINE_NONE, LOG_LINE_BAD };

/* Reads the next line that is neither blank nor a comment into s->cells, without the blanks and
 * quotes around them; they last until the next call. The first line decides on the separator. Where
 * it has a number first and a comment stands directly above it, the first line is what that comment
 * says. */
enum log_line log_next(struct log_source *s);

void log_source_end(struct log_source *s);

#endif
