/* One self-contained HTML page: sections, text, tables, and figures drawn by gnuplot. It needs
 * no network and no scripts, follows the reader's choice of light or dark, and fits a phone as
 * well as a large screen. The same calls give the same bytes.
 *
 * Texts are UTF-8 and mean themselves: they are escaped, so that no markup gets in, and what
 * is not UTF-8 is shown as a question mark. In running text (subtitle, paragraphs, notes, items,
 * captions) words between two backquotes are set as code. Ids are unique on the page and
 * consist of letters, digits, '-', '_' and '.'.
 *
 * Errors of writing are left to the file (ferror; cli_close checks it); without gnuplot or
 * memory a figure ends the program with one line on stderr, exit 2. */
#ifndef BRISTLE_BENCHMARKS_FIGURES_PAGE_H
#define BRISTLE_BENCHMARKS_FIGURES_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "benchmarks/figures/plot.h"

/* A page under construction. The members belong to the library; only the caller's own markup goes
 * to out. */
struct page {
    FILE *out;
    const struct page_column *columns;
    size_t n_columns, column; /* of the present table; of the next cell */
    bool in_section, in_heading;
};

void page_begin(struct page *page, FILE *out, const char *title, const char *subtitle);
void page_end(struct page *page);

/* A list of links to sections, written before them. */
struct page_entry {
    const char *id, *title;
};
void page_contents(struct page *page, const struct page_entry *entries, size_t n);

/* A section ends at the next one; a heading is one level below it. */
void page_section(struct page *page, const char *id, const char *title);
void page_heading(struct page *page, const char *title);

/* Running text; a note is smaller and set apart. */
void page_paragraph(struct page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void page_note(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));

void page_list_begin(struct page *page);
void page_item(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
void page_list_end(struct page *page);

/* A command line that can be copied; long ones wrap. */
void page_command(struct page *page, const char *command);

/* Content shown only on demand, such as a long table. */
void page_details_begin(struct page *page, const char *summary);
void page_details_end(struct page *page);

/* A table. Cells are written one after another and fill row after row; the last row is
 * completed with empty ones. A table too wide scrolls in a box of its own. The columns are
 * the caller's until the table ends. */
enum page_align {
    PAGE_TEXT,
    PAGE_NUMBER, /* to the right, digits of equal width */
    PAGE_HEAD    /* text that names its row */
};
struct page_column {
    const char *title;
    enum page_align align;
};
void page_table_begin(struct page *page, const char *caption, const struct page_column *columns,
                      size_t n);
void page_cell(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
void page_table_end(struct page *page);

/* A verdict, shown by a sign as well as a colour. */
enum page_verdict { PAGE_HOLDS, PAGE_REFUTED, PAGE_OTHER };
void page_badge(struct page *page, enum page_verdict verdict, const char *text);
void page_cell_badge(struct page *page, enum page_verdict verdict, const char *text);

/* A cell, or a part between paragraphs, whose markup the caller writes to page->out by page_escape,
 * page_badge, plot_inline and the like. */
void page_cell_begin(struct page *page);
void page_cell_end(struct page *page);

/* A link that saves the text `csv` under that file name. */
void page_download(struct page *page, const char *filename, const char *label, const char *csv);

/* Panels with one legend, the command that makes them, and their data as a link. */
enum page_shape {
    PAGE_NORMAL, /* 340 x 230 and more: up to three beside each other on a large screen */
    PAGE_WIDE,   /* 720 x 300 and more, alone; as PAGE_NORMAL on a phone */
    PAGE_SMALL   /* 280 x 190 and more: up to four */
};
struct page_figure {
    const char *id, *title;
    const char *caption; /* running text; NULL: none */
    const char *command; /* NULL: none */
    const struct plot_panel *panels;
    size_t n_panels;
    /* The file that the link saves as ID.csv; NULL: the points, thinned (plot_csv), in columns
     * panel,series,x,y; "": no link. */
    const char *csv;
    enum page_shape shape;
};
void page_figure(struct page *page, const struct page_figure *figure);

/* Writes text, escaped for use between tags or in a quoted attribute. */
void page_escape(FILE *out, const char *text);

#endif
