/* Memory that is given back all at once. */
#ifndef BRISTLE_MODELS_LANGUAGE_ARENA_H
#define BRISTLE_MODELS_LANGUAGE_ARENA_H

#include <stddef.h>

struct arena {
    struct arena_block *block; /* the newest; {NULL}: empty */
};

/* Returns zeroed memory. Ends the program where there is none. */
void *arena_new(struct arena *arena, size_t size);

/* Returns a copy of n bytes with a zero behind them. */
char *arena_copy(struct arena *arena, const char *text, size_t n);

/* Returns a formatted text. */
char *arena_text(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void arena_free(struct arena *arena);

#endif
