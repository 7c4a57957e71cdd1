/* Writes figures of a page, and their data. */
#include <stdlib.h>
#include <string.h>

#include "benchmarks/figures/page_parts.h"
#include "benchmarks/figures/plot_inline.h"
#include "tools/base/memory.h"

void page_percent(FILE *out, const char *text)
{
    for (const char *s = text; *s; s++) {
        const unsigned char c = (unsigned char)*s;
        if (c <= ' ' || c >= 0x7f || strchr("%#\"<>&'`", c))
            fprintf(out, "%%%02X", c);
        else
            fputc(c, out);
    }
}

void page_download(struct page *page, const char *filename, const char *label, const char *csv)
{
    fputs("<a class=\"download\" download=\"", page->out);
    page_escape(page->out, filename);
    fputs("\" href=\"data:text/csv;charset=utf-8,", page->out);
    page_percent(page->out, csv);
    fputs("\">", page->out);
    page_escape(page->out, label);
    fputs("</a>\n", page->out);
}

static bool looks_same(const struct plot_series *a, const struct plot_series *b)
{
    const bool both_references = a->draw == PLOT_REFERENCE && b->draw == PLOT_REFERENCE;
    return a->title && b->title && strcmp(a->title, b->title) == 0 && a->draw == b->draw &&
           (a->style == b->style || both_references);
}

/* Returns true when the legend already contains series i of panel k. */
static bool seen(const struct plot_panel *panels, size_t k, size_t i)
{
    for (size_t m = 0; m <= k; m++)
        for (size_t j = 0; j < (m < k ? panels[m].n : i); j++)
            if (looks_same(&panels[m].series[j], &panels[k].series[i]))
                return true;
    return false;
}

void page_legend(FILE *out, const struct plot_panel *panels, size_t n)
{
    bool open = false;
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < panels[k].n; i++) {
            const struct plot_series *s = &panels[k].series[i];
            if (!s->title || seen(panels, k, i))
                continue;
            fputs(open ? "" : "<ul class=\"legend\">\n", out);
            open = true;
            fputs("<li>", out);
            plot_swatch(out, s->style, s->draw);
            fputs("<span>", out);
            page_escape(out, s->title);
            fputs("</span></li>\n", out);
        }
    fputs(open ? "</ul>\n" : "", out);
}

/* Returns the number of panels beside each other on a large screen such that the last row is full,
 * if a number from `most` down to its half allows that. */
static size_t columns_of(size_t n, size_t most)
{
    for (size_t columns = most; n <= 2 * most && 2 * columns > most; columns--)
        if (n >= columns && n % columns == 0)
            return columns;
    return n < most ? n : most;
}

static void put_panels(struct page *page, const struct page_figure *f, const char *class,
                       unsigned width, unsigned height, size_t most)
{
    fprintf(page->out, "<div class=\"panels %s\" style=\"--columns:%zu\">\n", class,
            columns_of(f->n_panels, most));
    for (size_t i = 0; i < f->n_panels; i++) {
        fputs("<div class=\"panel\">\n", page->out);
        if (f->panels[i].title) {
            fputs("<p class=\"panel-title\">", page->out);
            page_escape(page->out, f->panels[i].title);
            fputs("</p>\n", page->out);
        }
        char id[200];
        snprintf(id, sizeof id, "%s-%.*s-%zu", f->id, (int)strcspn(class, " "), class, i + 1);
        plot_inline(page->out, &f->panels[i], width, height, id, NULL);
        fputs("</div>\n", page->out);
    }
    fputs("</div>\n", page->out);
}

static void put_data(struct page *page, const struct page_figure *f)
{
    char *made = NULL, filename[200];
    if (!f->csv) {
        struct memory_stream csv;
        plot_csv(memory_open(&csv), f->panels, f->n_panels);
        made = memory_close(&csv);
    }
    snprintf(filename, sizeof filename, "%s.csv", f->id);
    page_download(page, filename, "data (CSV)", f->csv ? f->csv : made);
    free(made);
}

void page_figure(struct page *page, const struct page_figure *f)
{
    const char *level = page->in_heading ? "h4" : "h3";
    fputs("<figure id=\"", page->out);
    page_escape(page->out, f->id);
    fprintf(page->out, "\">\n<%s>", level);
    page_escape(page->out, f->title);
    fprintf(page->out, "</%s>\n", level);
    page_legend(page->out, f->panels, f->n_panels);
    if (f->shape == PAGE_SMALL)
        put_panels(page, f, "small", 280, 190, 4);
    else
        put_panels(page, f, f->shape == PAGE_WIDE ? "normal narrow" : "normal", 340, 230, 3);
    if (f->shape == PAGE_WIDE)
        put_panels(page, f, "wide", 720, 300, 1);
    fputs("<figcaption>\n", page->out);
    if (f->caption) {
        fputs("<p>", page->out);
        page_running(page->out, f->caption);
        fputs("</p>\n", page->out);
    }
    if (f->command)
        page_command(page, f->command);
    if (!f->csv || *f->csv)
        put_data(page, f);
    fputs("</figcaption>\n</figure>\n", page->out);
}
