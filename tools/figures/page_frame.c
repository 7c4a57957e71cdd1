/* Writes what is about pages: the head of a file, the bar above, the contents, addresses
 * (page.h). */
#include <string.h>

#include "tools/figures/page_parts.h"

/* A path without its ending, as an id: "laws-lugre". */
static void put_article_id(FILE *out, const char *path)
{
    const char *dot = strrchr(path, '.');
    const size_t n = dot ? (size_t)(dot - path) : strlen(path);
    for (size_t i = 0; i < n; i++)
        fputc(path[i] == '/' ? '-' : path[i], out);
}

/* From the present page's folder up to the first page's. */
static void put_way_up(const struct page *page)
{
    for (const char *s = page->path; *s; s++)
        if (*s == '/')
            fputs("../", page->out);
}

void page_href(const struct page *page, const char *path, const char *id)
{
    const bool here = page->frame->single_file || strcmp(path, page->path) == 0;
    if (!here) {
        put_way_up(page);
        page_escape(page->out, path);
    }
    if (here || id)
        fputc('#', page->out);
    if (id)
        page_escape(page->out, id);
    else if (here)
        put_article_id(page->out, path);
}

void page_link(struct page *page, const char *path, const char *id, const char *text)
{
    fputs("<a href=\"", page->out);
    page_href(page, path, id);
    fputs("\">", page->out);
    page_escape(page->out, text);
    fputs("</a>", page->out);
}

void page_data(struct page *page, const char *name, const char *label)
{
    if (page->frame->single_file)
        return;
    fputs("<a class=\"download\" download href=\"", page->out);
    put_way_up(page);
    fputs("data/", page->out);
    page_percent(page->out, name);
    fputs("\">", page->out);
    page_escape(page->out, label);
    fputs("</a>\n", page->out);
}

void page_begin(struct page *page, FILE *out, const struct page_frame *frame, const char *title)
{
    *page = (struct page){ .out = out, .frame = frame, .path = "index.html" };
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
    fputs("</style>\n</head>\n<body>\n", out);
}

/* The bar above a page. In a single file it stands above the first, and stays. */
static void put_bar(struct page *page)
{
    fputs("<header class=\"bar\"><a href=\"", page->out);
    page_href(page, "index.html", NULL);
    fputs("\">", page->out);
    page_escape(page->out, page->frame->name);
    fputs("</a> <a class=\"to-contents\" href=\"#contents\">Contents</a></header>\n"
          "<div class=\"frame\">\n<main>\n",
          page->out);
}

static void end_article(struct page *page)
{
    page_section_end(page);
    if (page->in_article)
        fputs("</article>\n", page->out);
    page->in_article = false;
}

void page_article(struct page *page, const char *path, const char *title, const char *subtitle)
{
    const bool first = !page->in_article;
    end_article(page);
    page->path = path;
    page->in_article = true;
    if (first)
        put_bar(page);
    fputs("<article id=\"", page->out);
    put_article_id(page->out, path);
    fputs("\">\n<h1>", page->out);
    page_escape(page->out, title);
    fputs("</h1>\n", page->out);
    if (subtitle) {
        fputs("<p class=\"subtitle\">", page->out);
        page_running(page, subtitle);
        fputs("</p>\n", page->out);
    }
}

static void put_entry(struct page *page, const struct page_entry *entry)
{
    const bool here =
        !page->frame->single_file && !entry->id && strcmp(entry->path, page->path) == 0;
    fputs("<li><a href=\"", page->out);
    page_href(page, entry->path, entry->id);
    fputs(here ? "\" aria-current=\"page\">" : "\">", page->out);
    page_escape(page->out, entry->title);
    fputs("</a></li>\n", page->out);
}

void page_end(struct page *page)
{
    end_article(page);
    fputs("</main>\n<nav id=\"contents\" aria-label=\"Contents\">\n", page->out);
    for (size_t g = 0; g < page->frame->n_groups; g++) {
        const struct page_group *group = &page->frame->groups[g];
        fputs("<p>", page->out);
        page_escape(page->out, group->title);
        fputs("</p>\n<ul>\n", page->out);
        for (size_t i = 0; i < group->n; i++)
            put_entry(page, &group->entries[i]);
        fputs("</ul>\n", page->out);
    }
    fputs("</nav>\n</div>\n</body>\n</html>\n", page->out);
}
