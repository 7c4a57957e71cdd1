/* Cuts memory from blocks (arena.h). */
#include "models/language/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

enum { BLOCK = 1 << 16 };

struct arena_block {
    struct arena_block *before;
    size_t used, size;
    alignas(max_align_t) char bytes[];
};

void *arena_new(struct arena *arena, size_t size)
{
    const size_t step = alignof(max_align_t), whole = (size + step - 1) / step * step;
    if (!arena->block || arena->block->size - arena->block->used < whole) {
        const size_t room = whole > BLOCK ? whole : BLOCK;
        struct arena_block *block = memory_array(1, sizeof *block + room);
        block->before = arena->block;
        block->size = room;
        arena->block = block;
    }
    void *at = arena->block->bytes + arena->block->used;
    arena->block->used += whole;
    return at;
}

char *arena_copy(struct arena *arena, const char *text, size_t n)
{
    char *copy = arena_new(arena, n + 1);
    memcpy(copy, text, n);
    return copy;
}

char *arena_text(struct arena *arena, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int n = vsnprintf(NULL, 0, format, arguments);
    char *text = arena_new(arena, (size_t)n + 1);
    vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}

void arena_free(struct arena *arena)
{
    while (arena->block) {
        struct arena_block *before = arena->block->before;
        free(arena->block);
        arena->block = before;
    }
}
