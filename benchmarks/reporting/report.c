/* report: one HTML page with the laws' claims, the experiments, what integrators do and cost,
 * microcontrollers, and findings. Its parts are files of data, computed one by one and kept until
 * the report is complete; the page is drawn from them. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/figures/page.h"
#include "benchmarks/reporting/parts.h"
#include "benchmarks/reporting/summary.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/options.h"
#include "tools/base/parallel.h"

enum { N_SECTIONS = 8 };
static const struct section *const sections[N_SECTIONS] = {
    &section_verdicts,  &section_thresholds, &section_findings, &section_experiments,
    &section_precision, &section_steps,      &section_map,      &section_embedded,
};

struct request {
    struct report report;
    const char *directory;
    size_t first, end; /* of its sections */
    bool fresh;
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
    { "output", "DIR", "where the page and its data go", OPTION_TEXT,
      .into = offsetof(struct request, directory), .initial = "bristle-report", .letter = 'o' },
    { "section", "S",
      "only this one: verdicts, thresholds, findings, experiments, precision, steps, map or "
      "embedded",
      OPTION_CALL, .read = choose_section },
    { "fresh", NULL, "do not go on with an unfinished report, begin anew", OPTION_FLAG,
      .into = offsetof(struct request, fresh) },
    { "page", NULL, "only draw the page again, from the data in DIR", OPTION_FLAG,
      .into = offsetof(struct request, report.only_page) },
    { "jobs", "N", "threads (default: one per processor); times are measured alone",
      OPTION_UNSIGNED, .into = offsetof(struct request, report.jobs), .lo = 1, .hi = 256 },
    { NULL },
};

static const struct command command_line = {
    .name = "report",
    .usage = "[--quick] [-o DIR]",
    .about = "Judges every claim, repeats the experiments, compares integrators, and writes one "
             "page with tables and plots, DIR/index.html, and what it is drawn from, DIR/data/; "
             "prints a paragraph.",
    .options = options,
    .notes = "A report that was interrupted goes on where it stopped.\n"
             "\n"
             "Examples:\n"
             "  report --quick\n"
             "  report --section verdicts -o verdicts\n"
             "\n"
             "Exit: 0 all as declared, 1 something is not, 2 wrong usage.",
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
    if (n_shared + n_alone < parts->n)
        fprintf(stderr, "report: %zu of %zu parts are there from before\n",
                parts->n - n_shared - n_alone, parts->n);
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
static void need_data(const struct report *report, const struct parts *parts)
{
    for (size_t i = 0; i < parts->n; i++) {
        char *text = store_get(&report->store, parts->list[i].name);
        free(text);
        if (text)
            return;
    }
    cli_fail("--page: there are no data in '%s'", report->store.directory);
}

static void write_page(const struct report *report, size_t first, size_t end)
{
    struct page_entry entries[N_SECTIONS];
    struct cli_output output;
    struct page page;
    char path[4200];
    store_path(&report->store, "index.html", path);
    cli_open(&output, path);
    page_begin(&page, output.file, "Bristle",
               "friction laws and their integrators, verified and measured");
    for (size_t i = first; i < end; i++)
        entries[i - first] = (struct page_entry){ sections[i]->id, sections[i]->title };
    page_contents(&page, entries, end - first);
    for (size_t i = first; i < end; i++) {
        cli_progress("drawing: %s", sections[i]->title);
        page_section(&page, sections[i]->id, sections[i]->title);
        sections[i]->draw(report, &page);
    }
    page_end(&page);
    cli_close(&output);
    cli_progress_done();
    printf("\n%s\n", path);
}

int main(int argc, char **argv)
{
    struct request r = { .report.jobs = cli_processors(), .end = N_SECTIONS };
    struct report *report = &r.report;
    struct parts parts = { 0 };
    command_read(&command_line, argc, argv, &r);
    cli_interruptible("interrupted; run again, it goes on where it stopped");
    store_open(&report->store, r.directory, report->quick, r.fresh);
    for (size_t i = r.first; i < r.end; i++)
        sections[i]->plan(report, &parts);
    if (report->only_page)
        need_data(report, &parts);
    else
        compute(report, &parts);
    const int status = report_summary(report, stdout);
    write_page(report, r.first, r.end);
    store_finish(&report->store);
    free(parts.list);
    return status;
}
