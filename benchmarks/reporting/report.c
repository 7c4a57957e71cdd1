/* report: pages with the laws' claims, the experiments, what integrators do and cost,
 * microcontrollers, and findings. Their parts are files of data, computed one by one and kept until
 * the report is complete; the pages are drawn from them. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "benchmarks/reporting/history.h"
#include "benchmarks/reporting/pages.h"
#include "benchmarks/reporting/summary.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/options.h"
#include "tools/base/parallel.h"
#include "tools/base/program.h"

enum { N_SECTIONS = 9 };
static const struct section *const sections[N_SECTIONS] = {
    &section_verdicts,    &section_thresholds, &section_findings,
    &section_experiments, &section_precision,  &section_steps,
    &section_map,         &section_rivals,     &section_embedded,
};

struct request {
    struct report report;
    const char *directory, *history;
    size_t first, end; /* of its sections */
    bool fresh, single_file;
};

static void choose_section(void *request, char *id)
{
    struct request *r = request;
    r->first = 0;
    while (r->first < N_SECTIONS && strcmp(sections[r->first]->id, id) != 0)
        r->first++;
    if (r->first == N_SECTIONS)
        cli_fail("--section: there is no section '%s', see --help", id);
    r->end = r->first + 1;
}

static const struct option_entry options[] = {
    { "quick", NULL, "a first look: fewer signals, scenarios, settings", OPTION_FLAG,
      .into = offsetof(struct request, report.quick) },
    { "output", "DIR", "where the pages and their data go", OPTION_TEXT,
      .into = offsetof(struct request, directory), .initial = "bristle-report", .letter = 'o',
      .is_aside = true },
    { "section", "S",
      "only this one: verdicts, thresholds, findings, experiments, precision, steps, map or "
      "embedded",
      OPTION_CALL, .read = choose_section },
    { "single-file", NULL, "all pages in DIR/index.html, without links to data", OPTION_FLAG,
      .into = offsetof(struct request, single_file) },
    { "history", "DIR",
      "keep the numbers by commit, as a file in DIR, and draw how they change from commit to "
      "commit",
      OPTION_TEXT, .into = offsetof(struct request, history) },
    { "fresh", NULL, "do not go on with an unfinished report, begin anew", OPTION_FLAG,
      .into = offsetof(struct request, fresh) },
    { "page", NULL, "only draw the pages again, from the data in DIR", OPTION_FLAG,
      .into = offsetof(struct request, report.only_page) },
    { "jobs", "N", "threads (default: one per processor); times are measured alone",
      OPTION_UNSIGNED, .into = offsetof(struct request, report.jobs), .lo = 1, .hi = 256,
      .is_aside = true },
    { NULL },
};

static const struct command command_line = {
    .name = "report",
    .usage = "[--quick] [-o DIR]",
    .about = "Judges every claim, repeats the experiments, compares integrators, and writes pages "
             "with tables and plots, from DIR/index.html on, and what they are drawn from, "
             "DIR/data/; prints a paragraph. A first look comes first.",
    .options = options,
    .notes = "A report that was interrupted goes on where it stopped.",
    .examples = { "report --quick", "report --section verdicts -o verdicts" },
    .exits = "0 all as declared, 1 something is not, 2 wrong usage.",
};

/* Parts that are computed at the same time. */
struct bench {
    const struct report *report;
    struct part *const *part;
    pthread_mutex_t writing;
};

static void write_part(const struct report *report, const struct part *part,
                       pthread_mutex_t *writing)
{
    struct memory_stream written;
    part->write(report, part, memory_open(&written));
    char *text = memory_close(&written);
    pthread_mutex_lock(writing);
    store_put(&report->store, part->name, text);
    pthread_mutex_unlock(writing);
    free(text);
}

static void write_one(void *context, size_t i)
{
    struct bench *bench = context;
    write_part(bench->report, bench->part[i], &bench->writing);
}

static void prepare_one(void *context, size_t i)
{
    const struct bench *bench = context;
    if (bench->part[i]->prepare)
        bench->part[i]->prepare(bench->report, bench->part[i]);
}

/* First computes the parts that can run at the same time; then, one by one, the parts that need the
 * machine for themselves, after preparing some of these at the same time. */
static void compute(const struct report *report, struct parts *parts)
{
    struct part **shared = memory_array(2 * parts->n, sizeof(struct part *)),
                **alone = shared + parts->n;
    size_t n_shared = 0, n_alone = 0;
    for (size_t i = 0; i < parts->n; i++) {
        struct part *part = &parts->list[i];
        if (store_has(&report->store, part->name))
            continue;
        if (part->alone)
            alone[n_alone++] = part;
        else
            shared[n_shared++] = part;
    }
    struct bench bench = { report, shared, PTHREAD_MUTEX_INITIALIZER };
    parallel_for(n_shared, report->jobs, "parts that share the machine", write_one, &bench);
    const size_t at_once = 2 * (size_t)report->jobs;
    for (size_t i = 0; i < n_alone; i++) {
        if (i % at_once == 0) {
            bench.part = alone + i;
            parallel_for(n_alone - i < at_once ? n_alone - i : at_once, report->jobs, "prepared",
                         prepare_one, &bench);
        }
        cli_progress("%s: %zu of %zu parts that have it alone", alone[i]->name, i + 1, n_alone);
        write_part(report, alone[i], &bench.writing);
    }
    cli_progress_done();
    free(shared);
}

/* Ends the program without data; data of any report suffice. */
static void need_data(const struct request *r)
{
    struct parts parts = { 0 };
    bool any = false;
    for (size_t i = r->first; i < r->end; i++)
        sections[i]->plan(&r->report, &parts);
    for (size_t i = 0; i < parts.n && !any; i++)
        any = store_has_file(&r->report.store, parts.list[i].name);
    free(parts.list);
    if (!any)
        cli_fail("--page: there are no data in '%s'", r->report.store.directory);
}

/* What git says of the sources from which Bazel has built the program, up to the line's end; "": it
 * says nothing. */
static void ask_git(const char *const ask[], char *said, size_t size)
{
    if (!ask[2] || !program_succeeds(ask, 5, said, size))
        *said = '\0';
    said[strcspn(said, "\n")] = '\0';
}

static void find_commit(struct report *report)
{
    const char *sources = getenv("BUILD_WORKSPACE_DIRECTORY");
    const char *const commit[] = { "git",      "-C",          sources,       "describe",
                                   "--always", "--abbrev=12", "--exclude=*", "--dirty=-changed",
                                   NULL };
    const char *const when[] = { "git", "-C", sources, "show", "-s", "--format=%ct", NULL };
    char seconds[32];
    ask_git(commit, report->commit, sizeof report->commit);
    ask_git(when, seconds, sizeof seconds);
    const time_t t = (time_t)strtoll(seconds, NULL, 10);
    struct tm utc;
    if (*seconds && gmtime_r(&t, &utc))
        strftime(report->committed, sizeof report->committed, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

static bool is_complete(const struct report *report, const struct parts *parts)
{
    for (size_t i = 0; i < parts->n; i++)
        if (!store_has(&report->store, parts->list[i].name))
            return false;
    return true;
}

/* Draws each section from the full report where all its data are there, else from the first look;
 * first NULL: there is none. */
static void draw(const struct request *r, const struct report *first)
{
    struct page_source sources[N_SECTIONS];
    for (size_t i = r->first; i < r->end; i++) {
        struct parts parts = { 0 };
        sections[i]->plan(&r->report, &parts);
        const bool full = !first || is_complete(&r->report, &parts);
        sources[i - r->first] = (struct page_source){ sections[i], full ? &r->report : first };
        free(parts.list);
    }
    report_pages(sources, r->end - r->first, r->single_file);
}

/* Says how many parts an interrupted report has left. */
static void say_what_is_there(const struct request *r)
{
    struct parts parts = { 0 };
    size_t n = 0;
    for (size_t i = r->first; i < r->end; i++)
        sections[i]->plan(&r->report, &parts);
    for (size_t i = 0; i < parts.n; i++)
        n += store_has(&r->report.store, parts.list[i].name);
    if (n > 0)
        fprintf(stderr, "report: %zu of %zu parts are there from before\n", n, parts.n);
    free(parts.list);
}

/* Computes what the sections from `from` on need. */
static void compute_sections(const struct report *report, size_t from, size_t end)
{
    struct parts parts = { 0 };
    for (size_t i = from; i < end; i++)
        sections[i]->plan(report, &parts);
    compute(report, &parts);
    free(parts.list);
}

/* The first look comes first; then section after section takes its place. */
static void compute_in_turn(const struct request *r)
{
    struct report first = r->report;
    first.quick = true;
    store_open(&first.store, r->directory, "first/", true, r->fresh);
    compute_sections(&first, r->first, r->end);
    draw(r, &first);
    fprintf(stderr, "report: a first look is there: %s/index.html\n", r->report.store.directory);
    for (size_t i = r->first; i < r->end; i++) {
        compute_sections(&r->report, i, i + 1);
        if (i + 1 < r->end)
            draw(r, &first);
    }
    store_remove(&first.store);
}

/* Reads the history before the work: it needs a name for what is to be kept, and files that can be
 * read. */
static struct history read_history(const struct request *r)
{
    if (r->end - r->first < N_SECTIONS)
        cli_fail("--history keeps what a whole report finds: it goes without --section");
    if (!*r->report.commit || !*r->report.committed)
        cli_fail("--history: the sources' commit is not known; run `tools/bazel run //:report` in "
                 "a clone of git");
    return history_read(r->history, r->report.quick);
}

/* Adds the report to the history. */
static void keep(const struct request *r, struct history *history)
{
    history_keep(&r->report, r->history);
    history_free(history);
    *history = history_read(r->history, r->report.quick);
}

int main(int argc, char **argv)
{
    struct request r = { .report.jobs = cli_processors(), .end = N_SECTIONS };
    struct report *report = &r.report;
    command_read(&command_line, argc, argv, &r);
    cli_interruptible("interrupted; run again, it goes on where it stopped");
    find_commit(report);
    struct history history = { .n = 0 };
    if (r.history) {
        history = read_history(&r);
        report->history = &history;
    }
    store_open(&report->store, r.directory, "", report->quick, r.fresh);
    if (!report->only_page)
        say_what_is_there(&r);
    if (report->only_page)
        need_data(&r);
    else if (report->quick)
        compute_sections(report, r.first, r.end);
    else
        compute_in_turn(&r);
    if (r.history && !report->only_page)
        keep(&r, &history);
    const int status = report_summary(report, stdout);
    draw(&r, NULL);
    char path[4200];
    store_path(&report->store, "index.html", path);
    printf("\n%s\n", path);
    store_finish(&report->store);
    history_free(&history);
    return status;
}
