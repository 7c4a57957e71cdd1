/* Judges rows, and cuts them into runs (log_repair.h). */
#include "reference/logs/log_repair.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

/* A gap is longer than this many usual intervals. */
static const double GAP = 10;

/* An applied force may well be constant, as that of a mass which coasts; so may the velocity of a
 * drive whose position is measured too. */
static bool may_be_constant(const struct log_rows *rows, int q)
{
    return q == LOG_U || (q == LOG_V && rows->column[LOG_X] && *rows->column[LOG_V] != 0);
}

static bool is_constant(const double *column, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (column[i] < column[0] || column[i] > column[0])
            return false;
    return true;
}

bool log_rows_serve(struct log_source *s, const struct log_heading *heading,
                    const struct log_rows *rows)
{
    s->line = 0;
    if (rows->n_missing > rows->n_read / 2)
        return log_refuse(s,
                          "%zu of %zu rows have an empty cell or one that is not finite, expected "
                          "half of them at most: take columns that are measured at the same times",
                          rows->n_missing, rows->n_read);
    if (rows->n < LOG_LEAST_ROWS)
        return log_refuse(s, "has %zu rows of different times, expected at least %d", rows->n,
                          LOG_LEAST_ROWS);
    for (int q = 0; q < LOG_QUANTITIES; q++)
        if (rows->column[q] && !may_be_constant(rows, q) && is_constant(rows->column[q], rows->n))
            return log_refuse(s,
                              "column '%.60s' is %g in every row, expected one that changes: leave "
                              "it out by columns '%s=', or take another column",
                              heading->cells[heading->place[q]],
                              rows->column[q][0] / heading->scale[q], log_quantities[q].key);
    return true;
}

__attribute__((format(printf, 3, 4))) static void note(struct log *log, const char *path,
                                                       const char *format, ...)
{
    struct memory_stream text;
    FILE *file = memory_open(&text);
    va_list args;
    fprintf(file, "%s: ", path);
    va_start(args, format);
    vfprintf(file, format, args);
    va_end(args);
    log->notes = memory_resized(log->notes, log->n_notes + 1, sizeof *log->notes);
    log->notes[log->n_notes++] = memory_close(&text);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the median interval of the file's rows, s. */
static double usual_interval(const struct log_rows *rows)
{
    const size_t n = rows->n - 1;
    double *intervals = memory_array(n, sizeof *intervals);
    for (size_t i = 0; i < n; i++)
        intervals[i] = rows->column[LOG_T][i + 1] - rows->column[LOG_T][i];
    qsort(intervals, n, sizeof *intervals, compare);
    const double median = intervals[n / 2] / (double)rows->every;
    free(intervals);
    return median;
}

static double *copy(const double *column, size_t begin, size_t n)
{
    if (!column)
        return NULL;
    double *own = memory_array(n, sizeof *own);
    memcpy(own, column + begin, n * sizeof *own);
    return own;
}

static void append(struct log *log, const char *path, const struct log_rows *rows, size_t begin,
                   size_t n)
{
    log->runs = memory_resized(log->runs, log->n_runs + 1, sizeof *log->runs);
    log->runs[log->n_runs++] = (struct log_run){
        .file = path,
        .n = n,
        .t = copy(rows->column[LOG_T], begin, n),
        .x = copy(rows->column[LOG_X], begin, n),
        .v = copy(rows->column[LOG_V], begin, n),
        .force = copy(rows->column[LOG_F], begin, n),
        .applied = copy(rows->column[LOG_U], begin, n),
    };
}

/* What the gaps of a file are. */
struct cuts {
    size_t n;
    double longest, at;     /* s */
    size_t n_short, n_lost; /* runs that are too short, and their rows */
};

/* Appends the run [begin, end), if it is long enough. */
static void end_run(struct log *log, const char *path, const struct log_rows *rows, size_t begin,
                    size_t end, struct cuts *cuts)
{
    if (end - begin >= LOG_LEAST_ROWS) {
        append(log, path, rows, begin, end - begin);
        return;
    }
    cuts->n_short++;
    cuts->n_lost += end - begin;
}

static struct cuts cut(struct log *log, const char *path, const struct log_rows *rows, double usual)
{
    struct cuts cuts = { .n = 0 };
    size_t begin = 0;
    for (size_t i = 1; i < rows->n; i++) {
        if (!(rows->gap[i] > GAP * usual))
            continue;
        end_run(log, path, rows, begin, i, &cuts);
        begin = i;
        cuts.n++;
        if (rows->gap[i] > cuts.longest) {
            cuts.longest = rows->gap[i];
            cuts.at = rows->column[LOG_T][i];
        }
    }
    end_run(log, path, rows, begin, rows->n, &cuts);
    return cuts;
}

static void note_rows(struct log *log, const char *path, const struct log_rows *rows)
{
    if (rows->n_missing > 0)
        note(log, path, "%zu of %zu rows left out: an empty cell, or one that is not finite",
             rows->n_missing, rows->n_read);
    if (rows->n_repeated > 0)
        note(log, path, "%zu of %zu rows left out: the time of the row before", rows->n_repeated,
             rows->n_read);
    if (rows->every > 1)
        note(log, path, "one of %zu rows kept: %zu of %zu", rows->every, rows->n, rows->n_read);
}

bool log_append_runs(struct log_source *s, const struct log_rows *rows, struct log *log)
{
    const size_t before = log->n_runs;
    const double usual = usual_interval(rows);
    const struct cuts cuts = cut(log, s->path, rows, usual);
    if (log->n_runs == before)
        return log_refuse(s,
                          "no run is as long as %d rows between gaps of more than %g usual "
                          "intervals (%.3g s)",
                          LOG_LEAST_ROWS, GAP, usual);
    note_rows(log, s->path, rows);
    if (cuts.n > 0)
        note(
            log, s->path,
            "cut into %zu runs at %zu gap%s of more than %g usual intervals of %.3g s, the longest "
            "%.3g s before t = %.9g s",
            cuts.n + 1, cuts.n, cuts.n == 1 ? "" : "s", GAP, usual, cuts.longest, cuts.at);
    if (cuts.n_short > 0)
        note(log, s->path, "%zu run%s of fewer than %d rows left out, %zu rows", cuts.n_short,
             cuts.n_short == 1 ? "" : "s", LOG_LEAST_ROWS, cuts.n_lost);
    return true;
}
