/* The parts of a page that are not its users' concern, apart for its tests. */
#ifndef BRISTLE_BENCHMARKS_FIGURES_PAGE_PARTS_H
#define BRISTLE_BENCHMARKS_FIGURES_PAGE_PARTS_H

#include "benchmarks/figures/page.h"

/* Running text: escaped, words between two backquotes as code. */
void page_running(FILE *out, const char *text);

/* Text as part of a data: address in a quoted attribute: what would end the attribute or the
 * address, what addresses may not contain, and what is not ASCII as %XX. */
void page_percent(FILE *out, const char *text);

/* The style sheet, without the <style> element. */
void page_style(FILE *out);

/* One entry for each different title and look of the panels' series; nothing if there is
 * none. */
void page_legend(FILE *out, const struct plot_panel *panels, size_t n);

#endif
