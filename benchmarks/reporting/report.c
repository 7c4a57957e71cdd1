/* report: everything as one HTML page: what the laws claim, the experiments, what integrators do
 * and cost, microcontrollers, findings. Its parts are files of data, computed one by one and kept
 * until the report is complete; the page is drawn from them. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benchmarks/figures/page.h"
#include "benchmarks/figures/plot.h"
#include "benchmarks/reporting/parts.h"
#include "benchmarks/reporting/summary.h"
#include "tools/base/cli.h"
#include "tools/base/parallel.h"

static const char help[] =
    "usage: report [--quick] [-o DIR]\n"
    "Judges every claim, repeats the experiments, compares integrators, and writes one page with\n"
    "tables and plots, DIR/index.html, and what it is drawn from, DIR/data/; prints a paragraph.\n"
    "\n"
    "  --quick           a first look: fewer signals, scenarios, settings\n"
    "  -o DIR            (default bristle-report)\n"
    "  --section S       only this one: verdicts, thresholds, findings, experiments, precision,\n"
    "                    steps, map or embedded\n"
    "  --fresh           do not go on with an unfinished report, begin anew\n"
    "  --page            only draw the page again, from the data in DIR\n"
    "  --jobs N          threads (default: one per processor); times are measured alone\n"
    "  --help, --version\n"
    "\n"
    "A report that was interrupted goes on where it stopped.\n"
    "\n"
    "Exit: 0 all as declared, 1 something is not, 2 wrong usage.\n";

enum { N_SECTIONS = 8 };
static const struct section *const sections[N_SECTIONS] = {
    &section_verdicts,  &section_thresholds, &section_findings, &section_experiments,
    &section_precision, &section_steps,      &section_map,      &section_embedded,
};

static size_t section_index(const char *id)
{
    for (size_t i = 0; i < N_SECTIONS; i++)
        if (strcmp(sections[i]->id, id) == 0)
            return i;
    cli_fail("--section: there is no section '%s', see --help", id);
}

/* Parts that are computed beside each other. */
struct bench {
    const struct report *report;
    struct part *const *part;
    pthread_mutex_t writing;
};

static void write_part(const struct report *report, const struct part *part,
                       pthread_mutex_t *writing)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        cli_fail("out of memory");
    part->write(report, part, out);
    if (fclose(out) != 0)
        cli_fail("out of memory");
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

/* What can be computed beside each other first, then what needs the machine for itself: what is
 * prepared for it is, for some parts at once, before these. */
static void compute(const struct report *report, struct parts *parts)
{
    struct part **shared = calloc(2 * parts->n + 1, sizeof(struct part *)),
                **alone = shared + parts->n;
    size_t n_shared = 0, n_alone = 0;
    if (!shared)
        cli_fail("out of memory");
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

/* Data of any report will do. */
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
    static const struct option options[] = {
        { "quick", no_argument, NULL, 'q' },
        { "output", required_argument, NULL, 'o' },
        { "fresh", no_argument, NULL, 'f' },
        { "page", no_argument, NULL, 'p' },
        { "jobs", required_argument, NULL, 'j' },
        { "section", required_argument, NULL, 's' },
        CLI_COMMON,
    };
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct report report = { .jobs = cores > 0 ? (unsigned)cores : 1 };
    struct parts parts = { 0 };
    const char *directory = "bristle-report";
    size_t first = 0, end = N_SECTIONS;
    bool fresh = false;
    cli_start("report", help);
    cli_interruptible("interrupted; run again, it goes on where it stopped");
    for (int o; (o = cli_option(argc, argv, ":o:", options)) != -1;)
        switch (o) {
        case 'q':
            report.quick = true;
            break;
        case 's':
            first = section_index(optarg);
            end = first + 1;
            break;
        case 'f':
            fresh = true;
            break;
        case 'p':
            report.only_page = true;
            break;
        case 'j':
            report.jobs = (unsigned)cli_count("--jobs", optarg, 1, 256);
            break;
        default:
            directory = optarg;
        }
    cli_no_operands(argc, argv);
    plot_check();
    store_open(&report.store, directory, report.quick, fresh);
    for (size_t i = first; i < end; i++)
        sections[i]->plan(&report, &parts);
    if (report.only_page)
        need_data(&report, &parts);
    else
        compute(&report, &parts);
    const int status = report_summary(&report, stdout);
    write_page(&report, first, end);
    store_finish(&report.store);
    free(parts.list);
    return status;
}
