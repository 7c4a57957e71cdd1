/* Reads measured runs: the file, its heading, its rows, and what can be made of them (log.h). */
#include "reference/logs/log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "reference/logs/log_repair.h"
#include "tools/base/cli.h"

/* A file whose lengths are angles does not go with one whose lengths are not. */
static bool agrees(struct log_source *s, const struct log_heading *heading, const struct log *log)
{
    if (log->n_runs == 0 || log->is_angular == heading->is_angular)
        return true;
    s->line = 0;
    return log_refuse(s, "is of %s, '%.60s' of %s: expected files of one kind",
                      heading->is_angular ? "angles" : "lengths", log->runs[0].file,
                      log->is_angular ? "angles" : "lengths");
}

bool log_read_stream(struct log *log, FILE *file, const char *path, const char *columns,
                     char error[LOG_ERROR])
{
    struct log_source s = { .path = path, .file = file, .error = error };
    struct log_heading heading;
    struct log_rows rows = { .n = 0 };
    const bool good = log_heading_read(&s, columns, &heading) && agrees(&s, &heading, log) &&
                      log_rows_read(&s, &heading, &rows) && log_rows_serve(&s, &heading, &rows) &&
                      log_append_runs(&s, &rows, log);
    if (good)
        log->is_angular = heading.is_angular;
    log_rows_end(&rows);
    log_heading_end(&heading);
    log_source_end(&s);
    return good;
}

bool log_read(struct log *log, const char *path, const char *columns, char error[LOG_ERROR])
{
    enum { PATH = 4096, CALLERS = 2048 };
    const struct log_source s = { .path = path, .error = error };
    char whole[PATH];
    struct stat what;
    if (strlen(path) >= CALLERS)
        return log_refuse(&s, "the path is too long, expected at most %d bytes", CALLERS - 1);
    cli_path(path, whole, sizeof whole);
    FILE *file = fopen(whole, "rb");
    if (!file)
        return log_refuse(&s, "cannot be read: %s", strerror(errno));
    bool good;
    if (fstat(fileno(file), &what) == 0 && S_ISDIR(what.st_mode))
        good = log_refuse(&s, "is a directory, expected a CSV file");
    else
        good = log_read_stream(log, file, path, columns, error);
    fclose(file);
    return good;
}

void log_free(struct log *log)
{
    for (size_t i = 0; i < log->n_runs; i++) {
        free(log->runs[i].t);
        free(log->runs[i].x);
        free(log->runs[i].v);
        free(log->runs[i].force);
        free(log->runs[i].applied);
    }
    for (size_t i = 0; i < log->n_notes; i++)
        free(log->notes[i]);
    free(log->runs);
    free(log->notes);
    *log = (struct log){ .runs = NULL };
}
