/* Memory that is there, or the program ends with a line that says it is not. */
#ifndef BRISTLE_TOOLS_BASE_MEMORY_H
#define BRISTLE_TOOLS_BASE_MEMORY_H

#include <stddef.h>
#include <stdio.h>

/* Returns n zeroed elements, to be freed. */
void *memory_array(size_t n, size_t size);

/* Returns at[] with room for n elements, to be freed at the new address. */
void *memory_resized(void *at, size_t n, size_t size);

/* Returns at[], of *room elements of which n are used, with room for one more; updates *room. To be
 * freed at the new address. */
void *memory_grown(void *at, size_t n, size_t *room, size_t size);

/* Returns a formatted text, to be freed. */
char *memory_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A text that is written as a file. Stays where it is while it is open. */
struct memory_stream {
    FILE *file;
    char *text;
    size_t size; /* bytes, once closed */
};

/* Returns the stream's file, to be closed by memory_close. */
FILE *memory_open(struct memory_stream *stream);
/* Returns the text, to be freed. */
char *memory_close(struct memory_stream *stream);

#endif
