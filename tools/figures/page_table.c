/* Writes tables and verdicts of a page. */
#include <stdarg.h>
#include <stdlib.h>

#include "tools/base/memory.h"
#include "tools/figures/page_parts.h"

/* On a phone rows of more than two columns become lists. */
static bool is_list(const struct page *page) { return page->n_columns > 2; }

void page_table_begin(struct page *page, const char *caption, const struct page_column *columns,
                      size_t n)
{
    page->columns = columns;
    page->n_columns = n;
    page->column = 0;
    fprintf(page->out, "<table%s>\n<caption>", is_list(page) ? " class=\"list\"" : "");
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

void page_row_id(struct page *page, const char *id) { page->row_id = id; }

void page_cell_begin(struct page *page)
{
    const struct page_column *column = &page->columns[page->column];
    if (page->column == 0) {
        fputs(page->row_id ? "<tr id=\"" : "<tr", page->out);
        page_escape(page->out, page->row_id ? page->row_id : "");
        fputs(page->row_id ? "\">" : ">", page->out);
        page->row_id = NULL;
    }
    fputs(column->align == PAGE_HEAD ? "<th scope=\"row\"" : "<td", page->out);
    if (column->align == PAGE_NUMBER)
        fputs(" class=\"number\"", page->out);
    if (is_list(page) && column->align != PAGE_HEAD) {
        fputs(" data-title=\"", page->out);
        page_escape(page->out, column->title);
        fputc('"', page->out);
    }
    fputc('>', page->out);
}

void page_cell_end(struct page *page)
{
    fputs(page->columns[page->column].align == PAGE_HEAD ? "</th>" : "</td>", page->out);
    if (++page->column == page->n_columns) {
        fputs("</tr>\n", page->out);
        page->column = 0;
    }
}

static void put_cell(struct page *page, bool running, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

static void put_cell(struct page *page, bool running, const char *format, va_list args)
{
    struct memory_stream made;
    vfprintf(memory_open(&made), format, args);
    char *text = memory_close(&made);
    page_cell_begin(page);
    if (running)
        page_running(page, text);
    else
        page_escape(page->out, text);
    page_cell_end(page);
    free(text);
}

void page_cell(struct page *page, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_cell(page, false, format, args);
    va_end(args);
}

void page_cell_running(struct page *page, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_cell(page, true, format, args);
    va_end(args);
}

void page_row_end(struct page *page)
{
    while (page->column > 0)
        page_cell(page, "%s", "");
}

void page_table_end(struct page *page)
{
    page_row_end(page);
    fputs("</tbody>\n</table>\n", page->out);
}

static const char *const classes[PAGE_VERDICTS] = { "proved", "enclosed", "agreed",
                                                    "tested", "false",    "other" };

void page_badge(struct page *page, enum page_verdict verdict, const char *text)
{
    static const char *const signs[PAGE_VERDICTS] = { "■", "◆", "▲", "●", "✗", "–" };
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

void page_bar(struct page *page, const size_t counts[PAGE_VERDICTS],
              const char *const words[PAGE_VERDICTS])
{
    fputs("<div class=\"verdicts\" aria-hidden=\"true\">", page->out);
    for (int i = 0; i < PAGE_VERDICTS; i++)
        if (counts[i] > 0)
            fprintf(page->out, "<span class=\"part %s\" style=\"flex-grow:%zu\">%zu</span>",
                    classes[i], counts[i], counts[i]);
    fputs("</div>\n<ul class=\"verdict-words\">\n", page->out);
    for (int i = 0; i < PAGE_VERDICTS; i++) {
        if (counts[i] == 0)
            continue;
        char number[32];
        snprintf(number, sizeof number, "%zu", counts[i]);
        fputs("<li>", page->out);
        page_badge(page, (enum page_verdict)i, number);
        fputc(' ', page->out);
        page_running(page, words[i]);
        fputs("</li>\n", page->out);
    }
    fputs("</ul>\n", page->out);
}
