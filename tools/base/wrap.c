/* Breaks text into lines (wrap.h). */
#include "tools/base/wrap.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

static bool begins_character(char byte) { return ((unsigned char)byte & 0xc0) != 0x80; }

size_t wrap_fit(const char *text, size_t room)
{
    size_t characters = 0, blank = 0, n = 0;
    for (; text[n]; n++) {
        if (begins_character(text[n]) && characters++ == room)
            break;
        if (text[n] == ' ')
            blank = n;
    }
    return !text[n] || text[n] == ' ' || blank == 0 ? n : blank;
}

const char *wrap_next(const char *text) { return text + strspn(text, " "); }

void wrap_print(FILE *out, size_t column, size_t indent, const char *text)
{
    if (column >= WRAP_WIDTH) {
        fprintf(out, "\n%*s", (int)indent, "");
        column = indent;
    }
    while (true) {
        const size_t fit = wrap_fit(text, WRAP_WIDTH - column), line = strcspn(text, "\n"),
                     n = line < fit ? line : fit;
        size_t shown = n;
        while (shown > 0 && text[shown - 1] == ' ')
            shown--;
        fprintf(out, "%.*s\n", (int)shown, text);
        text = text[n] == '\n' ? text + n + 1 : wrap_next(text + n);
        if (!*text)
            return;
        fprintf(out, "%*s", (int)indent, "");
        column = indent;
    }
}

void wrap_close(FILE *out, size_t column, size_t indent, struct memory_stream *stream)
{
    char *text = memory_close(stream);
    wrap_print(out, column, indent, text);
    free(text);
}

void wrap_format(FILE *out, size_t column, size_t indent, const char *format, ...)
{
    struct memory_stream stream;
    va_list args;
    va_start(args, format);
    vfprintf(memory_open(&stream), format, args);
    va_end(args);
    wrap_close(out, column, indent, &stream);
}
