/* The internal parts of a page, separate for its tests. */
#ifndef BRISTLE_TOOLS_FIGURES_PAGE_PARTS_H
#define BRISTLE_TOOLS_FIGURES_PAGE_PARTS_H

#include "tools/figures/page.h"

/* Writes running text (page.h). */
void page_running(const struct page *page, const char *text);

/* Ends a section that has begun. */
void page_section_end(struct page *page);

/* Writes text as part of an address in a quoted attribute: characters that would end the attribute
 * or the address, or that addresses must not contain, and non-ASCII bytes become %XX. */
void page_percent(FILE *out, const char *text);

/* Writes the style sheet, without the <style> element. */
void page_style(FILE *out);

/* Writes one entry for each different title and look of the panels' series; nothing if no series
 * has a title. */
void page_legend(FILE *out, const struct plot_panel *panels, size_t n);

#endif
