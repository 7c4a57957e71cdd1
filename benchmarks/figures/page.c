/* Writes the page's frame, sections and text (page.h). */
#include "benchmarks/figures/page.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/figures/page_parts.h"
#include "benchmarks/figures/plot_parts.h"
#include "tools/base/memory.h"

void page_escape(FILE *out, const char *text) { plot_escape(out, text, strlen(text)); }

void page_running(FILE *out, const char *text)
{
    for (const char *open; (open = strchr(text, '`'));) {
        const char *close = strchr(open + 1, '`');
        if (!close)
            break;
        plot_escape(out, text, (size_t)(open - text));
        fputs("<code>", out);
        plot_escape(out, open + 1, (size_t)(close - open - 1));
        fputs("</code>", out);
        text = close + 1;
    }
    page_escape(out, text);
}

/* Writes an element whose only content is running text. */
static void put_running(FILE *out, const char *before, const char *after, const char *format,
                        va_list args) __attribute__((format(printf, 4, 0)));

static void put_running(FILE *out, const char *before, const char *after, const char *format,
                        va_list args)
{
    struct memory_stream made;
    vfprintf(memory_open(&made), format, args);
    char *text = memory_close(&made);
    fputs(before, out);
    page_running(out, text);
    fputs(after, out);
    free(text);
}

void page_begin(struct page *page, FILE *out, const char *title, const char *subtitle)
{
    *page = (struct page){ .out = out };
    /* The policy keeps a browser from fetching or running anything, whatever the page contains. */
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "style-src 'unsafe-inline'; img-src data:\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<link rel=\"icon\" href=\"data:,\">\n<title>",
          out);
    page_escape(out, title);
    fputs("</title>\n<style>\n", out);
    page_style(out);
    fputs("</style>\n</head>\n<body>\n<main>\n<header>\n<h1>", out);
    page_escape(out, title);
    fputs("</h1>\n", out);
    if (subtitle) {
        fputs("<p class=\"subtitle\">", out);
        page_running(out, subtitle);
        fputs("</p>\n", out);
    }
    fputs("</header>\n", out);
}

static void end_section(struct page *page)
{
    if (page->in_section)
        fputs("</section>\n", page->out);
    page->in_section = page->in_heading = false;
}

void page_end(struct page *page)
{
    end_section(page);
    fputs("</main>\n</body>\n</html>\n", page->out);
}

void page_contents(struct page *page, const struct page_entry *entries, size_t n)
{
    fputs("<nav aria-label=\"Contents\">\n<ol>\n", page->out);
    for (size_t i = 0; i < n; i++) {
        fputs("<li><a href=\"#", page->out);
        page_escape(page->out, entries[i].id);
        fputs("\">", page->out);
        page_escape(page->out, entries[i].title);
        fputs("</a></li>\n", page->out);
    }
    fputs("</ol>\n</nav>\n", page->out);
}

void page_section(struct page *page, const char *id, const char *title)
{
    end_section(page);
    fputs("<section id=\"", page->out);
    page_escape(page->out, id);
    fputs("\">\n<h2>", page->out);
    page_escape(page->out, title);
    fputs("</h2>\n", page->out);
    page->in_section = true;
}

void page_heading(struct page *page, const char *title)
{
    fputs("<h3>", page->out);
    page_escape(page->out, title);
    fputs("</h3>\n", page->out);
    page->in_heading = true;
}

void page_paragraph(struct page *page, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_running(page->out, "<p>", "</p>\n", format, args);
    va_end(args);
}

void page_note(struct page *page, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_running(page->out, "<p class=\"note\">", "</p>\n", format, args);
    va_end(args);
}

void page_list_begin(struct page *page) { fputs("<ul>\n", page->out); }

void page_item(struct page *page, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_running(page->out, "<li>", "</li>\n", format, args);
    va_end(args);
}

void page_list_end(struct page *page) { fputs("</ul>\n", page->out); }

/* A span around each option keeps the line from breaking behind its hyphens. */
void page_command(struct page *page, const char *command)
{
    fputs("<pre class=\"command\"><code>", page->out);
    while (*command) {
        const size_t n = strcspn(command, " ");
        fputs(*command == '-' ? "<span>" : "", page->out);
        plot_escape(page->out, command, n);
        fputs(*command == '-' ? "</span>" : "", page->out);
        command += n;
        for (; *command == ' '; command++)
            fputc(' ', page->out);
    }
    fputs("</code></pre>\n", page->out);
}

void page_details_begin(struct page *page, const char *summary)
{
    fputs("<details>\n<summary>", page->out);
    page_escape(page->out, summary);
    fputs("</summary>\n", page->out);
}

void page_details_end(struct page *page) { fputs("</details>\n", page->out); }
