/* Writes figures of a page, and their data. */
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"
#include "tools/figures/page_parts.h"
#include "tools/figures/plot_inline.h"

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

/* What is in the background is one entry, whatever it is. */
static bool looks_same(const struct plot_series *a, const struct plot_series *b)
{
    if (a->draw == PLOT_BACKGROUND && b->draw == PLOT_BACKGROUND)
        return true;
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

static void put_entry(FILE *out, const struct plot_series *s)
{
    fputs("<li>", out);
    plot_swatch(out, s->style, s->draw);
    fputs("<span>", out);
    page_escape(out, s->draw == PLOT_BACKGROUND ? "others, by name under the pointer" : s->title);
    fputs("</span></li>\n", out);
}

/* What is in the background comes last. */
void page_legend(FILE *out, const struct plot_panel *panels, size_t n)
{
    bool open = false;
    for (int background = 0; background < 2; background++)
        for (size_t k = 0; k < n; k++)
            for (size_t i = 0; i < panels[k].n; i++) {
                const struct plot_series *s = &panels[k].series[i];
                if (!s->title || (s->draw == PLOT_BACKGROUND) != background || seen(panels, k, i))
                    continue;
                fputs(open ? "" : "<ul class=\"legend\">\n", out);
                open = true;
                put_entry(out, s);
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
        if (f->panels[i].note) {
            fputs("<p class=\"panel-note\">", page->out);
            page_running(page, f->panels[i].note);
            fputs("</p>\n", page->out);
        }
        fputs("</div>\n", page->out);
    }
    fputs("</div>\n", page->out);
}

static void put_data(struct page *page, const struct page_figure *f)
{
    const struct page_frame *frame = page->frame;
    char *made = NULL, name[200];
    if (!frame->save || frame->single_file)
        return;
    if (!f->csv) {
        struct memory_stream csv;
        plot_csv(memory_open(&csv), f->panels, f->n_panels);
        made = memory_close(&csv);
    }
    snprintf(name, sizeof name, "%s.csv", f->id);
    frame->save(frame->context, name, f->csv ? f->csv : made);
    page_data(page, name, "data (CSV)");
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
        page_running(page, f->caption);
        fputs("</p>\n", page->out);
    }
    if (f->command)
        page_command(page, f->command);
    if (!f->csv || *f->csv)
        put_data(page, f);
    fputs("</figcaption>\n</figure>\n", page->out);
}
