/* Cuts a file into lines and cells, in place (log_source.h). */
#include "reference/logs/log_source.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "reference/logs/log.h"
#include "tools/base/memory.h"

/* Returns how many bytes the character of UTF-8 at c has; 0: it is none, or it controls. */
static size_t character(const char *c)
{
    const unsigned char *u = (const unsigned char *)c;
    const size_t n = *u < 0x80   ? 1
                     : *u < 0xc2 ? 0
                     : *u < 0xe0 ? 2
                     : *u < 0xf0 ? 3
                     : *u < 0xf5 ? 4
                                 : 0;
    if (*u < ' ' || *u == 0x7f)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((u[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

bool log_refuse(const struct log_source *s, const char *format, ...)
{
    enum { SHOWN = 160 };
    const size_t length = strlen(s->path);
    const char *dots = length > SHOWN ? "..." : "";
    const char *path = length > SHOWN ? s->path + length - SHOWN : s->path;
    int n = s->line == 0 ? snprintf(s->error, LOG_ERROR, "'%s%s': ", dots, path)
                         : snprintf(s->error, LOG_ERROR, "'%s%s' line %zu: ", dots, path, s->line);
    va_list args;
    va_start(args, format);
    vsnprintf(s->error + n, LOG_ERROR - (size_t)n, format, args);
    va_end(args);
    for (char *c = s->error; *c;) {
        const size_t length_here = character(c);
        if (length_here == 0)
            *c = '?';
        c += length_here > 0 ? length_here : 1;
    }
    return false;
}

/* Moves what is not read yet to the front and fills the rest. Returns false at the end of the
 * file. */
static bool fill(struct log_source *s)
{
    const size_t room = 2 * (size_t)LOG_LINE;
    if (!s->buffer)
        s->buffer = memory_array(room, 1);
    memmove(s->buffer, s->buffer + s->begin, s->end - s->begin);
    s->end -= s->begin;
    s->begin = 0;
    const size_t n = fread(s->buffer + s->end, 1, room - s->end, s->file);
    s->end += n;
    return n > 0;
}

/* Marks that editors put at the beginning of a text. Another encoding than UTF-8 has zero bytes. */
static void skip_mark(struct log_source *s)
{
    if (s->end - s->begin >= 3 && memcmp(s->buffer + s->begin, "\xef\xbb\xbf", 3) == 0)
        s->begin += 3;
}

/* Returns what a file is that begins so and is no text, and how to make one of it; NULL: not known.
 */
static const char *other_format(const char *begin, size_t size)
{
    static const struct {
        const char *begin, *what;
    } formats[] = {
        { "MATLAB 5.0 MAT-file", "a MAT-file, expected CSV: write it by MATLAB's writetable" },
        { "\x89HDF", "an HDF5 file, expected CSV: write it by MATLAB's writetable or by pandas" },
        { "TDSm", "a TDMS file, expected CSV: export it as text" },
        { "PK\x03\x04", "a spreadsheet or an archive, expected CSV: save it as that, in UTF-8" },
        { "\x1f\x8b", "compressed, expected CSV: unpack it by gunzip" },
        { "\xff\xfe", "a text in UTF-16, expected UTF-8: convert it by iconv -f UTF-16 -t UTF-8" },
        { "\xfe\xff", "a text in UTF-16, expected UTF-8: convert it by iconv -f UTF-16 -t UTF-8" },
    };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        const size_t n = strlen(formats[i].begin);
        if (size >= n && memcmp(begin, formats[i].begin, n) == 0)
            return formats[i].what;
    }
    return NULL;
}

/* Reads a line, without its end, as a text. */
static enum log_line next_text(struct log_source *s, char **text)
{
    char *end = NULL;
    if (s->line == 0 && fill(s)) {
        const char *other = other_format(s->buffer, s->end);
        if (other) {
            log_refuse(s, "is %s", other);
            return LOG_LINE_BAD;
        }
        skip_mark(s);
    }
    const bool more = s->begin < s->end || (s->line > 0 && fill(s));
    if (more)
        end = memchr(s->buffer + s->begin, '\n', s->end - s->begin);
    while (more && !end && s->end - s->begin < LOG_LINE && fill(s))
        end = memchr(s->buffer + s->begin, '\n', s->end - s->begin);
    if (ferror(s->file)) {
        log_refuse(s, "cannot be read: %s", strerror(errno));
        return LOG_LINE_BAD;
    }
    if (!more)
        return LOG_LINE_NONE;
    s->line++;
    *text = s->buffer + s->begin;
    const size_t length = end ? (size_t)(end - *text) : s->end - s->begin;
    if (length >= LOG_LINE) {
        log_refuse(s, "found a longer line, expected text in lines of at most %d bytes",
                   LOG_LINE - 1);
        return LOG_LINE_BAD;
    }
    if (memchr(*text, '\0', length)) {
        log_refuse(s, "found a zero byte, expected CSV as a text in UTF-8");
        return LOG_LINE_BAD;
    }
    s->begin += length + (end ? 1 : 0);
    (*text)[length] = '\0'; /* there is room: a line without an end is shorter than the buffer */
    return LOG_LINE_READ;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* Reads the next line that is neither blank nor a comment. Before the first one a comment is kept
 * while the line below it is not read. */
static enum log_line next_row_text(struct log_source *s, char **text)
{
    for (;;) {
        const enum log_line line = next_text(s, text);
        if (line != LOG_LINE_READ)
            return line;
        const char *c = *text;
        while (is_blank(*c))
            c++;
        if (*c && *c != '#' && *c != '%')
            return LOG_LINE_READ;
        if (s->separator)
            continue;
        free(s->comment);
        s->comment = *c ? memory_text("%s", c + strspn(c, "#% \t")) : NULL;
    }
}

static bool has_control(const char *text)
{
    for (; *text; text++)
        if (((unsigned char)*text < ' ' && !is_blank(*text)) || *text == '\x7f')
            return true;
    return false;
}

/* Tabs, or else semicolons, or else commas, or else blanks: commas also stand in numbers and in
 * headings, blanks around all of them. */
static char separator_of(const char *text)
{
    static const char separators[] = "\t;,";
    for (const char *separator = separators; *separator; separator++) {
        bool is_quoted = false;
        for (const char *c = text; *c; c++) {
            is_quoted ^= *c == '"';
            if (*c == *separator && !is_quoted)
                return *separator;
        }
    }
    return strpbrk(text, " ") ? ' ' : ',';
}

/* Removes the quotes of the cell at c, where a quote stands for two. Returns what is behind it, or
 * NULL where it has no end. */
static char *unquote(char *c)
{
    char *to = c++;
    for (; *c && (*c != '"' || c[1] == '"'); c++) {
        if (*c == '"')
            c++;
        *to++ = *c;
    }
    if (!*c)
        return NULL;
    *to = '\0';
    return c + 1;
}

/* Returns the end of a cell without quotes. Where blanks separate cells, one ends before blanks
 * behind which no bracket opens, and brackets hold theirs: "t [s] v [m / s]" has two. */
static char *cell_end(const char separator, char *cell)
{
    if (separator != ' ')
        return cell + strcspn(cell, (char[]){ separator, '\0' });
    char *c = cell;
    for (char close = '\0'; *c; c++) {
        if (*c == '[' || *c == '(')
            close = *c == '[' ? ']' : ')';
        else if (*c == close)
            close = '\0';
        const char next = c[strspn(c, " ")];
        if (*c == ' ' && !close && next != '[' && next != '(')
            break;
    }
    return c;
}

/* Cuts off the cell at c, without the blanks around it. Returns what follows its separator, *c
 * NULL at the end of the line. */
static bool next_cell(struct log_source *s, char **c)
{
    char *cell = *c, *end;
    while (is_blank(*cell) && (*cell != s->separator || *cell == ' '))
        cell++;
    if (*cell == '"') {
        end = unquote(cell);
        if (!end)
            return log_refuse(s, "a quote has no end, expected another \" in the line");
        while (is_blank(*end) && *end != s->separator)
            end++;
        if (*end && *end != s->separator)
            return log_refuse(s, "found '%.40s' behind a cell in quotes, expected '%c'", end,
                              s->separator);
    } else
        end = cell_end(s->separator, cell);
    *c = *end ? end + 1 : NULL;
    /* Blanks behind the last cell separate it from nothing. */
    if (*c && s->separator == ' ' && !(*c)[strspn(*c, " \r")])
        *c = NULL;
    *end = '\0';
    size_t n = strlen(cell);
    while (n > 0 && is_blank(cell[n - 1]))
        cell[--n] = '\0';
    s->cells = memory_grown(s->cells, s->n_cells, &s->room, sizeof *s->cells);
    s->cells[s->n_cells++] = cell;
    return true;
}

static bool begins_with_number(const char *text)
{
    while (is_blank(*text) || *text == '-' || *text == '+')
        text++;
    return isdigit((unsigned char)*text) || (*text == '.' && isdigit((unsigned char)text[1]));
}

/* Gives the line back that was read last: it comes again. */
static void give_back(struct log_source *s, char *text)
{
    char *const end = text + strlen(text);
    if (end < s->buffer + s->begin)
        *end = '\n';
    s->begin = (size_t)(text - s->buffer);
    s->line--;
}

/* Sets text to the first line, which may be that of a comment. */
static enum log_line first_text(struct log_source *s, char **text)
{
    const enum log_line line = next_row_text(s, text);
    if (line != LOG_LINE_READ)
        return line;
    if (s->comment && begins_with_number(*text)) {
        give_back(s, *text);
        *text = s->comment;
    }
    if (has_control(*text)) {
        log_refuse(s, "found a control character, expected CSV as a text in UTF-8");
        return LOG_LINE_BAD;
    }
    s->separator = separator_of(*text);
    return LOG_LINE_READ;
}

enum log_line log_next(struct log_source *s)
{
    char *text;
    const enum log_line line = s->separator ? next_row_text(s, &text) : first_text(s, &text);
    if (line != LOG_LINE_READ)
        return line;
    s->n_cells = 0;
    for (char *c = text; c;)
        if (!next_cell(s, &c))
            return LOG_LINE_BAD;
    return LOG_LINE_READ;
}

void log_source_end(struct log_source *s)
{
    free(s->cells);
    free(s->comment);
    free(s->buffer);
}
