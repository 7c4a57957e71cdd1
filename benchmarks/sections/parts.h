/* The structure of the report: parts, which are files of data computed one by one, and sections,
 * each of which plans parts of one kind and shows what is in them on the pages that they are
 * about. */
#ifndef BRISTLE_BENCHMARKS_SECTIONS_PARTS_H
#define BRISTLE_BENCHMARKS_SECTIONS_PARTS_H

#include <stdbool.h>
#include <stdio.h>

#include "benchmarks/sections/csv.h"
#include "benchmarks/sections/draw.h"
#include "benchmarks/sections/store.h"
#include "integrators/integrator.h"
#include "models/model.h"
#include "reference/experiments/scenario.h"
#include "tools/figures/page.h"

struct report {
    struct store store;
    bool quick;
    bool only_page; /* draw from the existing data only */
    unsigned jobs;
    char commit[48];    /* of the sources, behind it "-changed" if they were; "": not known */
    char committed[32]; /* when, UTC: "2026-01-31T23:59:59Z" */
    const struct history *history; /* former reports (history.h); NULL: not asked for */
};

enum { PART_NAME = 128 };

/* A law with at most one parameter other than its default. */
struct report_law {
    const struct model *model;
    const char *param; /* NULL: none */
    double value;
};

/* One file of data. */
struct part {
    char name[PART_NAME]; /* in data/ */
    const char *kind;     /* for progress: "experiment" */
    /* Uses all cores by itself, or measures times: nothing runs beside it. `prepare` computes in
     * advance what can run beside other parts, and stores it in `prepared`; NULL: nothing. */
    bool alone;
    void (*prepare)(const struct report *report, struct part *part);
    void *prepared;
    void (*write)(const struct report *report, const struct part *part, FILE *out);
    /* The subject, as the kind of part needs it. */
    struct report_law law;
    const struct scenario *scenario;
    const struct integrator *integrator;
    const char *subject;
};

struct parts {
    struct part *list;
    size_t n, room;
};
/* Adds a part unless there is one of that name. */
void parts_add(struct parts *parts, const struct part *part);

/* A microcontroller core with a page. */
struct report_core {
    const char *core, *title;
    double clock;     /* Hz, of a common part with that core */
    const char *part; /* the name of that part */
};
extern const struct report_core report_cores[]; /* ended by a NULL core */

/* What a section shows on a page, NULL: nothing. It begins its own section of the page where it has
 * something. */
struct section {
    const char *id, *title;
    void (*plan)(const struct report *report, struct parts *parts);
    void (*draw_first)(const struct report *report, struct page *page); /* on the first page */
    void (*draw_law)(const struct report *report, struct page *page, const struct model *law);
    void (*draw_scenario)(const struct report *report, struct page *page,
                          const struct scenario *scenario);
    void (*draw_core)(const struct report *report, struct page *page,
                      const struct report_core *core);
    void (*draw_paper)(const struct report *report, struct page *page);
};
extern const struct section section_verdicts, section_experiments, section_precision, section_steps,
    section_map, section_rivals, section_embedded, section_findings, section_thresholds;

/* Paths of pages: "laws/lugre.html". */
enum { REPORT_PATH = 128 };
#define REPORT_FIRST   "index.html"
#define REPORT_PAPER   "paper.html"
#define REPORT_WORDS   "words.html"
#define REPORT_HISTORY "history.html"
const char *report_law_path(char path[REPORT_PATH], const char *law);
const char *report_scenario_path(char path[REPORT_PATH], const char *scenario);
const char *report_core_path(char path[REPORT_PATH], const char *core);

/* Writes "martinez_rosas", or "martinez_rosas, alpha = 50000". */
void report_law_name(const struct report_law *law, char *buffer, size_t size);

/* Sets the law's parameters. */
void report_law_params(const struct report_law *law, double p[]);

/* Reads a file of data. Returns false when it is not among the parts of this report. */
bool report_read(const struct report *report, const char *name, struct csv *csv);

/* Adds the drawing to the page as a figure, with the command that makes this section. */
void report_figure(const struct report *report, struct page *page, const struct drawing *drawing,
                   const char *id, const char *title, const char *caption,
                   const struct section *section);

/* For data without a figure: the command that makes them, and a link to the file. */
void report_source(const struct report *report, struct page *page, const char *command,
                   const char *name);

#endif
