/* Allocates, or ends the program with one line. */
#include "tools/base/memory.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/base/cli.h"

void *memory_array(size_t n, size_t size)
{
    void *at = calloc(n > 0 ? n : 1, size);
    if (!at)
        cli_fail("out of memory");
    return at;
}

void *memory_resized(void *at, size_t n, size_t size)
{
    void *resized = realloc(at, n * size);
    if (!resized)
        cli_fail("out of memory");
    return resized;
}

void *memory_grown(void *at, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return at;
    *room = n < 8 ? 8 : 2 * n;
    return memory_resized(at, *room, size);
}

char *memory_text(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = memory_array((size_t)length + 1, 1);
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

FILE *memory_open(struct memory_stream *stream)
{
    stream->file = open_memstream(&stream->text, &stream->size);
    if (!stream->file)
        cli_fail("out of memory");
    return stream->file;
}

char *memory_close(struct memory_stream *stream)
{
    const bool failed = ferror(stream->file);
    if (fclose(stream->file) != 0 || failed)
        cli_fail("out of memory");
    return stream->text;
}
