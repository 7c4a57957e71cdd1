/* Tables and sentences within the width of a terminal. */
#ifndef BRISTLE_TOOLS_BASE_WRAP_H
#define BRISTLE_TOOLS_BASE_WRAP_H

#include <stddef.h>
#include <stdio.h>

struct memory_stream; /* memory.h */

enum { WRAP_WIDTH = 80 /* characters */ };

/* Returns how many bytes of the text fit into `room` characters of UTF-8: whole words, but for a
 * word that is longer than that, which is cut. */
size_t wrap_fit(const char *text, size_t room);

/* Returns the text behind blanks at its beginning. */
const char *wrap_next(const char *text);

/* Prints the text, from `column` on, where the output stands, in lines of WRAP_WIDTH characters at
 * most; lines behind the first begin at `indent`. Where there is no room in the first line, the
 * text begins below it. A line of the text ends where it does. Ends the last line. */
void wrap_print(FILE *out, size_t column, size_t indent, const char *text);

/* Print so a formatted text, and what was written to a stream, which is closed. */
void wrap_format(FILE *out, size_t column, size_t indent, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void wrap_close(FILE *out, size_t column, size_t indent, struct memory_stream *stream);

#endif
