/* Reads a csv of times and velocities and interpolates it. */
#include "reference/inputs/signal_table.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

enum { LINE_SIZE = 1024, PATH_SIZE = 4096 };

/* A file on its way into a table. */
struct reader {
    const char *name;
    FILE *file;
    size_t line; /* the one read last, from 1 */
    char text[LINE_SIZE];
    struct signal_table *table;
    size_t capacity;
    double carry; /* what rounding has taken from the distance so far */
    char *error;
};

/* Writes "'FILE' line N: ..." to the error, of a long name the end. Returns false. */
__attribute__((format(printf, 2, 3))) static bool refuse(const struct reader *r, const char *format,
                                                         ...)
{
    enum { SHOWN = 200 };
    const size_t length = strlen(r->name);
    const char *dots = length > SHOWN ? "..." : "";
    const char *name = length > SHOWN ? r->name + length - SHOWN : r->name;
    int n = r->line == 0
                ? snprintf(r->error, SIGNAL_TEXT, "'%s%s': ", dots, name)
                : snprintf(r->error, SIGNAL_TEXT, "'%s%s' line %zu: ", dots, name, r->line);
    va_list args;
    va_start(args, format);
    vsnprintf(r->error + n, SIGNAL_TEXT - (size_t)n, format, args);
    va_end(args);
    return false;
}

/* A relative path means the caller's directory, also under `bazel run`. */
static bool open_file(struct reader *r)
{
    char path[PATH_SIZE];
    const char *base = getenv("BUILD_WORKING_DIRECTORY");
    const int n = r->name[0] == '/' || !base ? snprintf(path, sizeof path, "%s", r->name)
                                             : snprintf(path, sizeof path, "%s/%s", base, r->name);
    if (n < 0 || (size_t)n >= sizeof path)
        return refuse(r, "the path is too long, expected at most %d bytes", PATH_SIZE - 1);
    r->file = fopen(path, "r");
    return r->file || refuse(r, "cannot be read: %s", strerror(errno));
}

/* the byte order mark that some spreadsheets put before the text */
static const char byte_order_mark[] = "\xef\xbb\xbf";

enum line { LINE_READ, LINE_NONE, LINE_BAD };

static enum line next_line(struct reader *r)
{
    size_t n = 0;
    int c;
    r->line++;
    while ((c = getc_unlocked(r->file)) != EOF && c != '\n') {
        if (c == '\0' || n + 1 == LINE_SIZE) {
            refuse(r, "%s, expected text in lines of at most %d bytes",
                   c == '\0' ? "found a zero byte" : "found a longer line", LINE_SIZE - 1);
            return LINE_BAD;
        }
        r->text[n++] = (char)c;
    }
    r->text[n] = '\0';
    if (r->line == 1 && strncmp(r->text, byte_order_mark, 3) == 0)
        memset(r->text, ' ', 3);
    if (ferror(r->file)) {
        r->line = 0;
        refuse(r, "cannot be read: %s", strerror(errno));
        return LINE_BAD;
    }
    return c == EOF && n == 0 ? LINE_NONE : LINE_READ;
}

/* The text without the blanks around it, cut in place. */
static char *trimmed(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t n = strlen(text);
    while (n > 0 && isspace((unsigned char)text[n - 1]))
        n--;
    text[n] = '\0';
    return text;
}

static bool read_number(const struct reader *r, const char *text, const char *column, double *value)
{
    char *end;
    *value = strtod(text, &end);
    if (end == text || *end || !isfinite(*value))
        return refuse(r, "column %s: found '%.40s', expected a finite number", column, text);
    return true;
}

static void append(struct reader *r, double t, double v)
{
    struct signal_table *table = r->table;
    table->samples = memory_grown(table->samples, table->n, &r->capacity, sizeof *table->samples);
    struct signal_sample now = { t, v, 0 };
    if (table->n > 0) { /* compensated: a million rows add up to no more rounding than two */
        const struct signal_sample *before = &table->samples[table->n - 1];
        const double part = (t - before->t) * (before->v / 2 + v / 2) - r->carry;
        now.distance = before->distance + part;
        r->carry = (now.distance - before->distance) - part;
    }
    table->samples[table->n++] = now;
}

/* The line "t,v" with blanks anywhere. */
static bool is_header(const char *t, const char *v)
{
    return strcmp(t, "t") == 0 && strcmp(v, "v") == 0;
}

static bool read_row(struct reader *r, char *row, bool first)
{
    const struct signal_table *table = r->table;
    double t, v;
    char *comma = strchr(row, ',');
    if (!comma)
        return refuse(r, "found one column, '%.40s', expected two: t,v", row);
    char *surplus = strchr(comma + 1, ',');
    if (surplus)
        return refuse(r, "found a third column, '%.40s', expected two: t,v", surplus + 1);
    *comma = '\0';
    const char *texts[] = { trimmed(row), trimmed(comma + 1) };
    if (first && is_header(texts[0], texts[1]))
        return true;
    if (!read_number(r, texts[0], "t", &t) || !read_number(r, texts[1], "v", &v))
        return false;
    if (table->n == 0 && t != 0)
        return refuse(r, "found a first time of %.17g s, expected 0", t);
    if (table->n > 0 && !(t > table->samples[table->n - 1].t))
        return refuse(r, "found time %.17g s after %.17g s, expected a later one", t,
                      table->samples[table->n - 1].t);
    append(r, t, v);
    return true;
}

static bool read_rows(struct reader *r)
{
    bool first = true;
    for (enum line line; (line = next_line(r)) != LINE_NONE;) {
        if (line == LINE_BAD)
            return false;
        r->text[strcspn(r->text, "#")] = '\0';
        char *row = trimmed(r->text);
        if (!*row)
            continue;
        if (!read_row(r, row, first))
            return false;
        first = false;
    }
    if (r->table->n < 2)
        return refuse(r, "found the end of the file after %zu sample%s, expected at least two",
                      r->table->n, r->table->n == 1 ? "" : "s");
    return true;
}

struct signal_table *signal_table_read_stream(FILE *file, const char *name, char error[SIGNAL_TEXT])
{
    struct reader r = {
        .name = name, .file = file, .error = error, .table = memory_array(1, sizeof *r.table)
    };
    if (read_rows(&r))
        return r.table;
    signal_table_free(r.table);
    return NULL;
}

struct signal_table *signal_table_read(const char *name, char error[SIGNAL_TEXT])
{
    struct reader r = { .name = name, .error = error };
    if (!open_file(&r))
        return NULL;
    struct signal_table *table = signal_table_read_stream(r.file, name, error);
    fclose(r.file);
    return table;
}

void signal_table_free(struct signal_table *table)
{
    if (table)
        free(table->samples);
    free(table);
}

double signal_table_duration(const struct signal_table *table)
{
    return table->samples[table->n - 1].t;
}

/* Returns the first of the two samples between which tau lies; beyond the ends, of the first or
 * last row. */
static const struct signal_sample *row_at(const struct signal_table *table, double tau)
{
    size_t row = 0, end = table->n - 1; /* samples[row] <= tau < samples[end] */
    while (end - row > 1) {
        const size_t middle = row + (end - row) / 2;
        if (table->samples[middle].t <= tau)
            row = middle;
        else
            end = middle;
    }
    return &table->samples[row];
}

/* Interpolates from the nearer end, so that samples are met exactly; by halves where the rise
 * overflows. */
static double row_velocity(const struct signal_sample *row, double tau)
{
    const double before = (tau - row[0].t) / (row[1].t - row[0].t);
    const double after = (row[1].t - tau) / (row[1].t - row[0].t);
    const double rise = row[1].v - row[0].v, half = row[1].v / 2 - row[0].v / 2;
    if (before < 0.5)
        return row[0].v + (isfinite(rise) ? rise * before : 2 * (half * before));
    return row[1].v - (isfinite(rise) ? rise * after : 2 * (half * after));
}

double signal_table_velocity(const struct signal_table *table, double tau)
{
    return row_velocity(row_at(table, tau), tau);
}

double signal_table_slope(const struct signal_table *table, double tau)
{
    const struct signal_sample *row = row_at(table, tau);
    return (row[1].v - row[0].v) / (row[1].t - row[0].t);
}

double signal_table_distance(const struct signal_table *table, double tau)
{
    const struct signal_sample *row = row_at(table, tau);
    return row->distance + (tau - row->t) * (row->v / 2 + row_velocity(row, tau) / 2);
}

double signal_table_next_sample(const struct signal_table *table, double tau)
{
    return row_at(table, tau)[1].t;
}

double signal_table_next_zero(const struct signal_table *table, double tau0, double tau1)
{
    const struct signal_sample *last = &table->samples[table->n - 1];
    for (const struct signal_sample *a = row_at(table, tau0); a < last && a->t <= tau1; a++) {
        const struct signal_sample *b = a + 1;
        const bool changes = (a->v <= 0 && b->v >= 0) || (a->v >= 0 && b->v <= 0);
        if (!changes || a->v == b->v)
            continue;
        const double fall = a->v - b->v;
        const double share = isfinite(fall) ? a->v / fall : a->v / 2 / (a->v / 2 - b->v / 2);
        const double zero = fmin(a->t + (b->t - a->t) * share, b->t);
        if (zero > tau0 && zero <= tau1)
            return zero;
    }
    return HUGE_VAL;
}
