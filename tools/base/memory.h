/* Memory that is there, or the program ends with a line that says it is not. */
#ifndef BRISTLE_TOOLS_BASE_MEMORY_H
#define BRISTLE_TOOLS_BASE_MEMORY_H

#include <stddef.h>

/* Returns n zeroed elements, to be freed. */
void *memory_array(size_t n, size_t size);

/* Returns at[], of *room elements of which n are used, with room for one more; updates *room. To be
 * freed at the new address. */
void *memory_grown(void *at, size_t n, size_t *room, size_t size);

/* Returns a formatted text, to be freed. */
char *memory_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
