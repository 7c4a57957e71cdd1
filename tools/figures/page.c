/* Writes a page's sections and text (page.h). */
#include "tools/figures/page.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"
#include "tools/figures/page_parts.h"
#include "tools/figures/plot_parts.h"

void page_escape(FILE *out, const char *text) { plot_escape(out, text, strlen(text)); }

/* Writes words as a link; `to` is path#id, path or #id. */
static void put_target(const struct page *page, const char *to, size_t n)
{
    char target[256];
    snprintf(target, sizeof target, "%.*s", (int)n, to);
    char *id = strchr(target, '#');
    if (id)
        *id++ = '\0';
    fputs("<a href=\"", page->out);
    page_href(page, *target ? target : page->path, id);
    fputs("\">", page->out);
}

/* What a mark of running text encloses: [ words ]( target ), or ` code `. */
struct marked {
    const char *inner, *inner_end, *target, *target_end, *end;
};

static bool find_mark(const char *at, struct marked *m)
{
    *m = (struct marked){ .inner = at + 1 };
    m->inner_end = strchr(m->inner, *at == '`' ? '`' : ']');
    if (!m->inner_end)
        return false;
    m->end = m->inner_end + 1;
    if (*at == '`')
        return true;
    if (*m->end != '(' || !(m->target_end = strchr(m->end, ')')))
        return false;
    m->target = m->end + 1;
    m->end = m->target_end + 1;
    return true;
}

void page_running(const struct page *page, const char *text)
{
    struct marked m;
    const char *from = text;
    for (const char *at = text; (at = strpbrk(at, "`[")) != NULL;) {
        if (!find_mark(at, &m)) {
            at++;
            continue;
        }
        plot_escape(page->out, from, (size_t)(at - from));
        if (m.target)
            put_target(page, m.target, (size_t)(m.target_end - m.target));
        else
            fputs("<code>", page->out);
        plot_escape(page->out, m.inner, (size_t)(m.inner_end - m.inner));
        fputs(m.target ? "</a>" : "</code>", page->out);
        from = at = m.end;
    }
    page_escape(page->out, from);
}

/* Writes an element whose only content is running text. */
static void put_running(const struct page *page, const char *before, const char *after,
                        const char *format, va_list args) __attribute__((format(printf, 4, 0)));

static void put_running(const struct page *page, const char *before, const char *after,
                        const char *format, va_list args)
{
    struct memory_stream made;
    vfprintf(memory_open(&made), format, args);
    char *text = memory_close(&made);
    fputs(before, page->out);
    page_running(page, text);
    fputs(after, page->out);
    free(text);
}

void page_section_end(struct page *page)
{
    if (page->in_section)
        fputs("</section>\n", page->out);
    page->in_section = page->in_heading = false;
}

void page_section(struct page *page, const char *id, const char *title)
{
    page_section_end(page);
    fputs("<section id=\"", page->out);
    page_escape(page->out, id);
    fputs("\">\n<h2>", page->out);
    page_escape(page->out, title);
    fputs("</h2>\n", page->out);
    page->in_section = true;
}

void page_heading(struct page *page, const char *id, const char *format, ...)
{
    va_list args;
    fputs(id ? "<h3 id=\"" : "<h3", page->out);
    page_escape(page->out, id ? id : "");
    fputs(id ? "\">" : ">", page->out);
    va_start(args, format);
    put_running(page, "", "</h3>\n", format, args);
    va_end(args);
    page->in_heading = true;
}

void page_paragraph(struct page *page, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_running(page, "<p>", "</p>\n", format, args);
    va_end(args);
}

void page_note(struct page *page, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_running(page, "<p class=\"note\">", "</p>\n", format, args);
    va_end(args);
}

void page_list_begin(struct page *page) { fputs("<ul>\n", page->out); }

void page_item(struct page *page, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_running(page, "<li>", "</li>\n", format, args);
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

void page_banner(struct page *page, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_running(page, "<p class=\"banner\" role=\"note\">", "</p>\n", format, args);
    va_end(args);
}
