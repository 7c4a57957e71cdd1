/* Writes tables and verdicts of a page. */
#include <stdarg.h>
#include <stdlib.h>

#include "benchmarks/figures/page.h"
#include "tools/base/memory.h"

void page_table_begin(struct page *page, const char *caption, const struct page_column *columns,
                      size_t n)
{
    page->columns = columns;
    page->n_columns = n;
    page->column = 0;
    /* a scrolling box must be reachable by the keyboard, and have a name */
    fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"", page->out);
    page_escape(page->out, caption);
    fputs("\">\n<table>\n<caption>", page->out);
    page_escape(page->out, caption);
    fputs("</caption>\n<thead><tr>", page->out);
    for (size_t i = 0; i < n; i++) {
        fprintf(page->out, "<th scope=\"col\"%s>",
                columns[i].align == PAGE_NUMBER ? " class=\"number\"" : "");
        page_escape(page->out, columns[i].title);
        fputs("</th>", page->out);
    }
    fputs("</tr></thead>\n<tbody>\n", page->out);
}

void page_cell_begin(struct page *page)
{
    static const char *const tags[] = { "<td>", "<td class=\"number\">", "<th scope=\"row\">" };
    if (page->column == 0)
        fputs("<tr>", page->out);
    fputs(tags[page->columns[page->column].align], page->out);
}

void page_cell_end(struct page *page)
{
    fputs(page->columns[page->column].align == PAGE_HEAD ? "</th>" : "</td>", page->out);
    if (++page->column == page->n_columns) {
        fputs("</tr>\n", page->out);
        page->column = 0;
    }
}

void page_cell(struct page *page, const char *format, ...)
{
    struct memory_stream made;
    va_list args;
    va_start(args, format);
    vfprintf(memory_open(&made), format, args);
    va_end(args);
    char *text = memory_close(&made);
    page_cell_begin(page);
    page_escape(page->out, text);
    page_cell_end(page);
    free(text);
}

void page_table_end(struct page *page)
{
    while (page->column > 0)
        page_cell(page, "%s", "");
    fputs("</tbody>\n</table>\n</div>\n", page->out);
}

void page_badge(struct page *page, enum page_verdict verdict, const char *text)
{
    static const char *const classes[] = { "holds", "refuted", "other" };
    static const char *const signs[] = { "✓", "✗", "•" };
    fprintf(page->out, "<span class=\"badge %s\"><span aria-hidden=\"true\">%s</span> ",
            classes[verdict], signs[verdict]);
    page_escape(page->out, text);
    fputs("</span>", page->out);
}

void page_cell_badge(struct page *page, enum page_verdict verdict, const char *text)
{
    page_cell_begin(page);
    page_badge(page, verdict, text);
    page_cell_end(page);
}
