/* Keeps what reports found, a file for each commit, and reads it again (history.h). */
#include "benchmarks/reporting/history.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "benchmarks/sections/claims.h"
#include "benchmarks/sections/comparisons.h"
#include "tools/base/cli.h"
#include "tools/base/columns.h"
#include "tools/base/memory.h"

static const char *effort_of(bool quick) { return quick ? "quick" : "full"; }

const char *history_text(const struct csv *entry, const char *kind, const char *name)
{
    for (size_t i = 0; i < entry->n_rows; i++)
        if (csv_is(entry, i, "kind", kind) && csv_is(entry, i, "name", name))
            return csv_text(entry, i, "value");
    return "";
}

static int by_time(const void *a, const void *b)
{
    const int order =
        strcmp(history_text(a, "about", "committed"), history_text(b, "about", "committed"));
    return order ? order
                 : strcmp(history_text(a, "about", "commit"), history_text(b, "about", "commit"));
}

static bool is_entry(const struct csv *entry)
{
    return *history_text(entry, "about", "commit") && *history_text(entry, "about", "committed") &&
           *history_text(entry, "about", "effort");
}

/* Reads one file of the folder. */
static struct csv read_entry(const char *path)
{
    struct csv entry;
    char *text = cli_read(path);
    if (!text)
        cli_fail("--history: cannot read '%s': %s", path, strerror(errno));
    if (!csv_parse(text, &entry) || !is_entry(&entry))
        cli_fail("--history: '%s' is no report's history: expected the columns kind,name,value "
                 "and the rows about,commit, about,committed and about,effort; move it away",
                 path);
    return entry;
}

struct history history_read(const char *directory, bool quick)
{
    char folder[4096], path[4400];
    struct history history = { 0 };
    size_t room = 0;
    cli_path(directory, folder, sizeof folder);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        cli_fail("--history: cannot make the directory '%s': %s", folder, strerror(errno));
    DIR *open = opendir(folder);
    if (!open)
        cli_fail("--history: cannot read the directory '%s': %s", folder, strerror(errno));
    for (const struct dirent *e; (e = readdir(open)) != NULL;) {
        const size_t n = strlen(e->d_name);
        if (e->d_name[0] == '.' || n < 4 || strcmp(e->d_name + n - 4, ".csv") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        struct csv entry = read_entry(path);
        if (strcmp(history_text(&entry, "about", "effort"), effort_of(quick)) != 0) {
            csv_free(&entry);
            continue;
        }
        history.entries = memory_grown(history.entries, history.n, &room, sizeof *history.entries);
        history.entries[history.n++] = entry;
    }
    closedir(open);
    if (history.n > 0)
        qsort(history.entries, history.n, sizeof *history.entries, by_time);
    return history;
}

void history_free(struct history *history)
{
    for (size_t i = 0; i < history->n; i++)
        csv_free(&history->entries[i]);
    free(history->entries);
    *history = (struct history){ 0 };
}

static void put(struct columns *c, const char *kind, const char *name, const char *value)
{
    column_text(c, "kind", kind);
    column_text(c, "name", name);
    column_text(c, "value", value);
    columns_end_row(c);
}

static void put_number(struct columns *c, const char *kind, const char *name, double value)
{
    column_text(c, "kind", kind);
    column_text(c, "name", name);
    column_number(c, "value", value, 4);
    columns_end_row(c);
}

static void put_about(struct columns *c, const struct report *report)
{
    struct csv csv;
    put(c, "about", "commit", report->commit);
    put(c, "about", "committed", report->committed);
    put(c, "about", "effort", effort_of(report->quick));
    if (!report_read(report, report_context, &csv))
        return;
    for (size_t i = 0; i < csv.n_rows; i++)
        if (csv_is(&csv, i, "what", "cpu"))
            put(c, "about", "cpu", csv_text(&csv, i, "value"));
    csv_free(&csv);
}

static void put_verdicts(struct columns *c, const struct report *report)
{
    struct csv csv;
    char id[REPORT_ID];
    if (!report_read(report, report_verdicts, &csv))
        return;
    for (size_t i = 0; i < csv.n_rows; i++) {
        put(c, "verdict", report_claim_id(id, &csv, i), report_claim_word(&csv, i));
        if (csv_is(&csv, i, "as_declared", "0"))
            put(c, "astray", id, "1");
    }
    csv_free(&csv);
}

static const struct {
    const char *integrator, *kind;
    double setting;
} followed[HISTORY_FOLLOWED] = { { "exponential", "h", 1e-3 }, { "rosenbrock", "rtol", 1e-6 } };

const char *history_followed(size_t k, char method[HISTORY_METHOD])
{
    snprintf(method, HISTORY_METHOD, "%s %s=%g", followed[k].integrator, followed[k].kind,
             followed[k].setting);
    return method;
}

static bool is_followed(const struct csv *csv, size_t row, size_t k)
{
    const double setting = csv_number(csv, row, "setting");
    return csv_is(csv, row, "integrator", followed[k].integrator) &&
           csv_is(csv, row, "kind", followed[k].kind) && setting >= followed[k].setting &&
           setting <= followed[k].setting && !*csv_text(csv, row, "failure");
}

static void put_errors(struct columns *c, const struct csv *csv, const char *subject)
{
    for (size_t k = 0; k < HISTORY_FOLLOWED; k++)
        for (size_t i = 0; i < csv->n_rows; i++) {
            char method[HISTORY_METHOD], name[192];
            if (!is_followed(csv, i, k))
                continue;
            snprintf(name, sizeof name, "%s, %s", history_followed(k, method), subject);
            put_number(c, "error", name, csv_number(csv, i, "error_max"));
        }
}

static void put_speed(struct columns *c, const struct csv *csv, const char *subject)
{
    const size_t best = report_fastest(csv, NULL, HISTORY_LIMIT),
                 rival = report_fastest(csv, "cvode_bdf", HISTORY_LIMIT);
    char method[96];
    if (best == csv->n_rows)
        return;
    snprintf(method, sizeof method, "%s %s=%g", csv_text(csv, best, "integrator"),
             csv_text(csv, best, "kind"), csv_number(csv, best, "setting"));
    put(c, "fastest", subject, method);
    if (rival < csv->n_rows)
        put_number(c, "speed", subject,
                   csv_number(csv, rival, "cpu_time_s") / csv_number(csv, best, "cpu_time_s"));
}

void history_keep(const struct report *report, const char *directory)
{
    struct memory_stream stream;
    struct columns c = columns_begin(memory_open(&stream), FORMAT_CSV, NULL);
    put_about(&c, report);
    put_verdicts(&c, report);
    for (const struct scenario *const *s = scenarios; *s; s++)
        for (size_t m = 0; m < REPORT_COMPARED; m++) {
            struct csv csv;
            char subject[96];
            if (!report_comparison(report, *s, report_compared[m], &csv))
                continue;
            snprintf(subject, sizeof subject, "%s %s", (*s)->name, report_compared[m]);
            put_speed(&c, &csv, subject);
            put_errors(&c, &csv, subject);
            csv_free(&csv);
        }
    columns_finish(&c);
    char *text = memory_close(&stream), path[4096];
    struct cli_output output;
    snprintf(path, sizeof path, "%s/%s%s.csv", directory, report->commit,
             report->quick ? "-quick" : "");
    cli_open(&output, path);
    fputs(text, output.file);
    cli_close(&output);
    free(text);
}

struct history_change history_compare(const struct csv *before, const struct csv *after)
{
    struct history_change change = { 0 };
    for (size_t i = 0; i < after->n_rows; i++) {
        if (!csv_is(after, i, "kind", "verdict"))
            continue;
        const char *was = history_text(before, "verdict", csv_text(after, i, "name"));
        if (!*was)
            change.added++;
        else
            change.differ += !csv_is(after, i, "value", was);
    }
    for (size_t i = 0; i < before->n_rows; i++)
        change.gone += csv_is(before, i, "kind", "verdict") &&
                       !*history_text(after, "verdict", csv_text(before, i, "name"));
    return change;
}

char *history_sentence(const struct history *history, const char *commit)
{
    const struct csv *last = history->entries + history->n - 1, *before = last - 1;
    if (history->n < 2 || strcmp(history_text(last, "about", "commit"), commit) != 0)
        return memory_text("%s", "");
    const struct history_change change = history_compare(before, last);
    const char *since = history_text(before, "about", "commit"),
               *when = history_text(before, "about", "committed");
    if (change.differ + change.added + change.gone == 0)
        return memory_text("Since %s (%.10s) no verdict has changed.", since, when);
    return memory_text("Since %s (%.10s) %zu verdict%s, %zu claim%s new, %zu gone.", since, when,
                       change.differ, change.differ == 1 ? " differs" : "s differ", change.added,
                       change.added == 1 ? " is" : "s are", change.gone);
}
