/* Reads rows and thins them as they come (log_rows.h). */
#include "reference/logs/log_rows.h"

#include <math.h>
#include <stdlib.h>

#include "reference/logs/log.h"
#include "reference/logs/log_number.h"
#include "tools/base/memory.h"

/* Where the reading is. */
struct reading {
    struct log_source *s;
    const struct log_heading *h;
    struct log_rows *rows;
    char mark;      /* decimal mark of the file; 0: not known yet */
    size_t n_taken; /* rows, of which every rows->every-th is kept */
    double last;    /* the time of the row taken last */
    double gap;     /* the largest interval since the row kept last */
};

/* Drops every second row; what is dropped at the end counts for the next one. */
static void thin(struct reading *r)
{
    struct log_rows *rows = r->rows;
    for (size_t i = 2; i < rows->n; i += 2)
        rows->gap[i / 2] = fmax(rows->gap[i - 1], rows->gap[i]);
    for (int q = 0; q < LOG_QUANTITIES; q++)
        for (size_t i = 2; rows->column[q] && i < rows->n; i += 2)
            rows->column[q][i / 2] = rows->column[q][i];
    r->gap = fmax(r->gap, rows->gap[rows->n - 1]);
    rows->n /= 2;
    rows->every *= 2;
}

static void grow(const struct log_heading *h, struct log_rows *rows)
{
    rows->room = rows->room == 0 ? 1024 : 2 * rows->room;
    if (rows->room > LOG_MOST_ROWS)
        rows->room = LOG_MOST_ROWS;
    rows->gap = memory_resized(rows->gap, rows->room, sizeof *rows->gap);
    for (int q = 0; q < LOG_QUANTITIES; q++)
        if (h->place[q] < h->n_cells)
            rows->column[q] = memory_resized(rows->column[q], rows->room, sizeof *rows->column[q]);
}

/* Takes a row; its time is later than the last one's. */
static void take(struct reading *r, const double value[])
{
    struct log_rows *rows = r->rows;
    if (r->n_taken > 0)
        r->gap = fmax(r->gap, value[LOG_T] - r->last);
    r->last = value[LOG_T];
    if (r->n_taken++ % rows->every != 0)
        return;
    if (rows->n == LOG_MOST_ROWS)
        thin(r);
    else if (rows->n == rows->room)
        grow(r->h, rows);
    for (int q = 0; q < LOG_QUANTITIES; q++)
        if (rows->column[q])
            rows->column[q][rows->n] = value[q];
    rows->gap[rows->n++] = r->gap;
    r->gap = 0;
}

/* Reads the values of a row; *is_whole: all of them are finite. */
static bool read_values(struct reading *r, double value[], bool *is_whole)
{
    const struct log_heading *h = r->h;
    *is_whole = true;
    if (r->s->n_cells != h->n_cells)
        return log_refuse(r->s, "found %zu cells, expected %zu as in the heading%s", r->s->n_cells,
                          h->n_cells,
                          r->s->separator == ' ' ? ", separated by blanks"
                          : r->s->separator == ',' && r->s->n_cells > h->n_cells
                              ? "; beside decimal commas, separate cells by semicolons or tabs"
                              : "");
    for (int q = 0; q < LOG_QUANTITIES; q++) {
        if (h->place[q] == h->n_cells)
            continue;
        const char *cell = r->s->cells[h->place[q]], *name = h->cells[h->place[q]];
        switch (log_number(cell, &r->mark, &value[q])) {
        case LOG_NUMBER:
            value[q] *= h->scale[q];
            *is_whole &= isfinite(value[q]) != 0;
            break;
        case LOG_NUMBER_NONE:
            *is_whole = false;
            break;
        case LOG_NUMBER_TEXT:
            return log_refuse(r->s, "column '%.60s': found '%.40s', expected a number", name, cell);
        default:
            return log_refuse(r->s,
                              "column '%.60s': found '%.40s', expected a number with a decimal "
                              "'%c', and no sign between thousands",
                              name, cell, r->mark);
        }
    }
    return true;
}

static bool read_row(struct reading *r)
{
    double value[LOG_QUANTITIES] = { 0 };
    bool is_whole;
    r->rows->n_read++;
    if (!read_values(r, value, &is_whole))
        return false;
    if (!is_whole) {
        r->rows->n_missing++;
        return true;
    }
    if (r->n_taken > 0 && value[LOG_T] < r->last)
        return log_refuse(r->s,
                          "the time goes back from %.17g s to %.17g s, expected rows in order of "
                          "time: where it begins anew, begin another file",
                          r->last, value[LOG_T]);
    if (r->n_taken > 0 && value[LOG_T] <= r->last)
        r->rows->n_repeated++;
    else
        take(r, value);
    return true;
}

bool log_rows_read(struct log_source *s, const struct log_heading *heading, struct log_rows *rows)
{
    struct reading r = {
        .s = s, .h = heading, .rows = rows, .mark = s->separator == ',' ? '.' : '\0'
    };
    *rows = (struct log_rows){ .every = 1 };
    enum log_line line = heading->has_row ? LOG_LINE_READ : log_next(s);
    for (; line == LOG_LINE_READ; line = log_next(s))
        if (!read_row(&r))
            return false;
    return line == LOG_LINE_NONE;
}

void log_rows_end(struct log_rows *rows)
{
    for (int q = 0; q < LOG_QUANTITIES; q++)
        free(rows->column[q]);
    free(rows->gap);
}
