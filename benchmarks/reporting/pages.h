/* The pages of the report: one that comes first, one for each law, experiment and core, the
 * paper's, and the words. */
#ifndef BRISTLE_BENCHMARKS_REPORTING_PAGES_H
#define BRISTLE_BENCHMARKS_REPORTING_PAGES_H

#include "benchmarks/sections/parts.h"

/* A section, and the report whose data it is drawn from. */
struct page_source {
    const struct section *section;
    const struct report *report;
};

/* Writes the pages that the sections show something on, each file whole or not at all:
 * DIR/index.html and what it links to, or, if `single_file`, that file alone. A banner says how
 * many sections show a first look. */
void report_pages(const struct page_source sources[], size_t n, bool single_file);

/* Parts of pages. */
void report_law_head(struct page *page, const struct model *law);
void report_words(struct page *page);
/* sections: those that are shown; what needs another is left out. */
void report_answers(const struct page_source sources[], size_t n, struct page *page);

#endif
