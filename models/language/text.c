/* Says where in a text something is wrong, with the line and a caret (text.h). */
#include "models/language/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Columns of the line that are shown, about the caret. */
enum { SHOWN = 76 };

static bool continues_character(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

static bool is_control(char c) { return (unsigned char)c < ' ' || c == 0x7f; }

/* Counts characters, of which all bytes but the first continue one. */
static size_t characters(const char *from, const char *to)
{
    size_t n = 0;
    for (; from < to; from++)
        n += !continues_character(*from);
    return n;
}

/* Appends a part of the line and a caret below `at`. A control character is shown as a blank. */
static void show(char *error, size_t room, const char *line, const char *at, const char *end)
{
    const char *from = at;
    for (int before = 0; from > line && before < SHOWN - 10;)
        before += !continues_character(*--from);
    line = from;
    size_t used = strlen(error), columns = 0;
    error[used++] = '\n';
    for (const char *c = line; c < end && used + SHOWN + 8 < room; c++) {
        columns += !continues_character(*c);
        if (columns > SHOWN)
            break;
        error[used++] = is_control(*c) ? ' ' : *c;
    }
    snprintf(error + used, room - used, "\n%*s", (int)characters(line, at) + 1, "^");
}

void text_fail(struct text *text, size_t at, const char *format, ...)
{
    if (text_failed(text))
        return;
    const char *here = text->at + (at < text->n ? at : text->n), *line = here;
    while (line > text->at && line[-1] != '\n')
        line--;
    const char *end = here + strcspn(here, "\n");
    size_t number = 1;
    for (const char *c = text->at; c < line; c++)
        number += *c == '\n';
    const int used = snprintf(text->error, sizeof text->error, "%.200s:%zu:%zu: ", text->name,
                              number, characters(line, here) + 1);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text->error + used, TEXT_ERROR / 2 - (size_t)used, format, arguments);
    va_end(arguments);
    for (char *c = text->error + used; *c; c++) /* of a string of several lines */
        *c = is_control(*c) ? ' ' : *c;
    show(text->error, sizeof text->error, line, here, end);
}
