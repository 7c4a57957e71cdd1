/* Pages of HTML: text, tables, formulas, and figures as SVG. They need no network and no scripts,
 * follow the reader's choice of light or dark, and fit a phone and paper as well as a large screen.
 * The same calls give the same bytes.
 *
 * Pages lie in a folder, each a file, or follow one another in a single file; links between them
 * are written by page_href for either. A page is named by its path in the folder,
 * "laws/lugre.html".
 *
 * Texts are UTF-8 and mean themselves: they are escaped, so that no markup gets in, and what is not
 * UTF-8 is shown as a question mark. In running text (subtitle, paragraphs, notes, items, captions)
 * words between two backquotes are set as code, and [words](laws/lugre.html#id) are a link. Ids
 * are unique over all pages and consist of letters, digits, '-', '_' and '.'.
 *
 * Errors of writing are left to the file (ferror; cli_close checks it); without memory a page ends
 * the program with one line on stderr, exit 2. */
#ifndef BRISTLE_TOOLS_FIGURES_PAGE_H
#define BRISTLE_TOOLS_FIGURES_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "tools/figures/plot.h"

/* An entry of the contents: a page, or a place on one. */
struct page_entry {
    const char *path, *id; /* id NULL: the page as a whole */
    const char *title;
};
/* Entries under a heading. */
struct page_group {
    const char *title;
    const struct page_entry *entries;
    size_t n;
};

/* What all pages have in common; the caller's while pages are written. */
struct page_frame {
    const char *name; /* of the whole, in the bar above each page */
    bool single_file;
    const struct page_group *groups; /* the contents, beside each page or, on a phone, below it */
    size_t n_groups;
    /* Saves the data of a figure under that name, in the folder data/ beside the first page, to
     * which the figure has a link; NULL: figures have no data. */
    void (*save)(void *context, const char *name, const char *text);
    void *context;
};

/* A file of pages under construction. The members belong to the library; only the caller's own
 * markup goes to out. */
struct page {
    FILE *out;
    const struct page_frame *frame;
    const char *path; /* of the present page */
    const struct page_column *columns;
    size_t n_columns, column; /* of the present table; of the next cell */
    const char *row_id;       /* of the row that begins next, or NULL */
    bool in_article, in_section, in_heading;
};

/* Begins a file; title: what a browser's window shows. Its pages follow: one, or in a single file
 * all. page_end writes the contents behind them. */
void page_begin(struct page *page, FILE *out, const struct page_frame *frame, const char *title);
void page_article(struct page *page, const char *path, const char *title, const char *subtitle);
void page_end(struct page *page);

/* Writes the address of a page, or of a place on it (id NULL: of the page), for a quoted
 * attribute. */
void page_href(const struct page *page, const char *path, const char *id);
void page_link(struct page *page, const char *path, const char *id, const char *text);

/* A section ends at the next one; a heading is one level below it, with an id unless that is
 * NULL. */
void page_section(struct page *page, const char *id, const char *title);
void page_heading(struct page *page, const char *id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Running text; a note is smaller and set apart. */
void page_paragraph(struct page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void page_note(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));

void page_list_begin(struct page *page);
void page_item(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
void page_list_end(struct page *page);

/* A command line that can be copied; long ones wrap. */
void page_command(struct page *page, const char *command);

/* Formulas below one another, each in the part of LaTeX that models/reading writes. */
void page_math(struct page *page, const char *const lines[], size_t n);

/* Words above the page's text that nobody is to miss. */
void page_banner(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A table. Cells are written one after another and fill row after row; the last row is
 * completed with empty ones. On a phone a row becomes a list of its cells, each behind its column's
 * title, unless the table has two columns or fewer. The columns are the caller's until the table
 * ends. */
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
/* Gives the row that begins next an id, the caller's until it has begun. */
void page_row_id(struct page *page, const char *id);
/* A cell of running text. */
void page_cell_running(struct page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Completes the present row with empty cells. */
void page_row_end(struct page *page);
void page_table_end(struct page *page);

/* On what a verdict rests, shown by a sign as well as a colour. */
enum page_verdict { PAGE_PROVED, PAGE_ENCLOSED, PAGE_AGREED, PAGE_TESTED, PAGE_FALSE, PAGE_OTHER };
enum { PAGE_VERDICTS = PAGE_OTHER + 1 };
void page_badge(struct page *page, enum page_verdict verdict, const char *text);
void page_cell_badge(struct page *page, enum page_verdict verdict, const char *text);

/* A bar whose parts are as long as the counts, by verdict, above the words for them; a word that
 * counts nothing is left out. */
void page_bar(struct page *page, const size_t counts[PAGE_VERDICTS],
              const char *const words[PAGE_VERDICTS]);

/* A cell, or a part between paragraphs, whose markup the caller writes to page->out by page_escape,
 * page_badge, plot_inline and the like. */
void page_cell_begin(struct page *page);
void page_cell_end(struct page *page);

/* A link that saves the file of that name in data/, which is the caller's. Nothing in a single
 * file. */
void page_data(struct page *page, const char *name, const char *label);

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
    /* What is saved as ID.csv; NULL: the points, thinned (plot_csv), in columns panel,series,x,y;
     * "": no link. */
    const char *csv;
    enum page_shape shape;
};
void page_figure(struct page *page, const struct page_figure *figure);

/* Writes text, escaped for use between tags or in a quoted attribute. */
void page_escape(FILE *out, const char *text);

#endif
