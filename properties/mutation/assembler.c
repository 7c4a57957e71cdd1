/* Cuts one function out of an assembler file, with its constants in place of their labels. */
#include "properties/mutation/assembler.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

/* Returns the beginning of the next line. */
static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

static bool is_label(const char *line, const char *name, size_t length)
{
    return strncmp(line, name, length) == 0 && line[length] == ':';
}

/* Returns the line behind that label, or NULL. */
static const char *find_label(const char *text, const char *name, size_t length)
{
    for (const char *line = text; *line; line = next_line(line))
        if (is_label(line, name, length))
            return next_line(line);
    return NULL;
}

/* Writes the numbers behind a constant's label. */
static void put_constant(FILE *out, const char *text, const char *label, size_t length)
{
    const char *line = find_label(text, label, length);
    for (; line && line[0] == '\t'; line = next_line(line))
        fprintf(out, "[%.*s]", (int)(next_line(line) - line - 1), line);
}

/* Labels of jumps are numbered through the file. This table renumbers those of one function by
 * their first use. */
struct labels {
    char names[512][16];
    size_t n;
};

static size_t number_of(struct labels *labels, const char *name, size_t length)
{
    size_t i = 0;
    while (i < labels->n &&
           !(strlen(labels->names[i]) == length && strncmp(labels->names[i], name, length) == 0))
        i++;
    if (i == labels->n && i + 1 < sizeof labels->names / sizeof *labels->names &&
        length < sizeof *labels->names) {
        memcpy(labels->names[i], name, length);
        labels->n++;
    }
    return i;
}

static void put_line(FILE *out, const char *text, const char *line, struct labels *labels)
{
    for (const char *at = line, *end = next_line(line); at < end; at++) {
        size_t length = 2;
        if (at[0] != '.' || at[1] != 'L') {
            fputc(*at, out);
            continue;
        }
        while (isalnum((unsigned char)at[length]))
            length++;
        if (at[2] == 'C' && isdigit((unsigned char)at[3]))
            put_constant(out, text, at, length);
        else
            fprintf(out, "L%zu", number_of(labels, at, length));
        at += length - 1;
    }
}

char *assembler_function(const char *path, const char *name)
{
    struct memory_stream lines;
    char *text = cli_read(path);
    if (!text)
        return NULL;
    memory_open(&lines);
    struct labels *labels = memory_array(1, sizeof *labels);
    const char *line = find_label(text, name, strlen(name));
    for (; line && *line && strncmp(line, "\t.size\t", 7) != 0; line = next_line(line))
        put_line(lines.file, text, line, labels);
    free(labels);
    free(text);
    return memory_close(&lines);
}
