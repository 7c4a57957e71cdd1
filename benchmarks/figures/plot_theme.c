/* Rewrites gnuplot's SVG as one of the page (plot_inline_parts.h). Only three of gnuplot's elements
 * draw: <path> with a colour, <use> with a place and a colour, and <text> within a <g> with a
 * place, a colour and an alignment. */
#include <stdlib.h>
#include <string.h>

#include "benchmarks/figures/plot_inline_parts.h"
#include "tools/base/cli.h"

/* Output collected piece by piece, in another order than the page's. */
struct layer {
    FILE *file;
    char *text;
    size_t size;
};

static void layer_open(struct layer *layer)
{
    layer->file = open_memstream(&layer->text, &layer->size);
    if (!layer->file)
        cli_fail("not enough memory for a plot");
}

static void layer_put(struct layer *layer, FILE *out, const char *before, const char *after)
{
    if (fclose(layer->file) != 0)
        cli_fail("not enough memory for a plot");
    if (layer->size > 0)
        fprintf(out, "%s%s%s", before, layer->text, after);
    free(layer->text);
}

/* An element's tag, from its '<' to behind its '>'. */
struct tag {
    const char *start, *end;
};

static bool is(const struct tag *tag, const char *name)
{
    const size_t n = strlen(name);
    return strncmp(tag->start + 1, name, n) == 0 && strchr(" >\n", tag->start[n + 1]);
}

/* Returns the value of an attribute, *n bytes long, or NULL. The name has a blank before it and '='
 * behind it. */
static const char *attribute(const struct tag *tag, const char *name, size_t *n)
{
    for (const char *s = tag->start; (s = strstr(s, name)) && s < tag->end; s++) {
        const char quote = s[strlen(name)];
        const char *value = s + strlen(name) + 1;
        const char *close = quote ? strchr(value, quote) : NULL;
        if ((quote != '\'' && quote != '"') || !close || close >= tag->end)
            continue;
        *n = (size_t)(close - value);
        return value;
    }
    return NULL;
}

/* The subject drawn with a colour: a series, or one of the inks. */
struct drawn {
    bool series, ink;
    size_t at;
};

static struct drawn drawn_by(const struct tag *tag, const char *name, size_t n_series)
{
    size_t n = 0, parts[3];
    struct drawn drawn = { false, false, 0 };
    const char *value = attribute(tag, name, &n);
    if (!value || strncmp(value, "rgb(", 4) != 0)
        return drawn;
    value += 4;
    for (unsigned k = 0; k < 3; k++) {
        char *end;
        parts[k] = strtoul(value, &end, 10);
        value = end + 1;
    }
    const size_t colour = 65536 * parts[0] + 256 * parts[1] + parts[2];
    drawn.ink = colour >= 0x010000 && colour < 0x010000 + N_INKS;
    drawn.series = colour >= 0x020000 && colour - 0x020000 < n_series;
    drawn.at = colour & 0xffff;
    if (drawn.series)
        drawn.at = colour - 0x020000;
    return drawn;
}

/* Reads the two numbers of "translate(x,y)". Returns false if there are none. */
static bool place_of(const struct tag *tag, double *x, double *y)
{
    static const char word[] = "translate(";
    size_t n = 0;
    char *end;
    const char *value = attribute(tag, " transform=", &n);
    if (!value || strncmp(value, word, sizeof word - 1) != 0)
        return false;
    *x = strtod(value + sizeof word - 1, &end);
    if (*end != ',')
        return false;
    *y = strtod(end + 1, &end);
    return *end == ')';
}

/* The state of a picture while it is rewritten. */
struct picture {
    const struct plot_panel *panel;
    struct layer inks[N_INKS], *lines, *markers; /* [panel->n] */
    struct tag text;                             /* the <g> around it */
};

static void take_path(struct picture *p, const struct tag *tag)
{
    size_t n = 0;
    const struct drawn drawn = drawn_by(tag, " stroke=", p->panel->n);
    const char *d = attribute(tag, " d=", &n);
    if (!d || (!drawn.series && !drawn.ink))
        return;
    plot_path(drawn.series ? p->lines[drawn.at].file : p->inks[drawn.at].file, d, n);
}

static void take_marker(struct picture *p, const struct tag *tag)
{
    double x, y;
    const struct drawn drawn = drawn_by(tag, " color=", p->panel->n);
    if (drawn.series && place_of(tag, &x, &y))
        plot_marker(p->markers[drawn.at].file, p->panel->series[drawn.at].style, x, y);
}

static void take_text(struct picture *p, const struct tag *tag)
{
    double x, y;
    size_t n = 0;
    const char *start = tag->end + strspn(tag->end, " "), *end = strstr(start, "</text>");
    if (!end || !drawn_by(&p->text, " fill=", 0).ink || !place_of(&p->text, &x, &y))
        return;
    const char *anchor = attribute(&p->text, " text-anchor=", &n);
    const bool middle = anchor && strncmp(anchor, "middle", n) == 0;
    const bool right = anchor && strncmp(anchor, "end", n) == 0;
    fprintf(p->inks[INK_TEXT].file, "<text x=\"%.1f\" y=\"%.1f\"%s>%.*s</text>\n", x, y,
            middle  ? " class=\"middle\""
            : right ? " class=\"end\""
                    : "",
            (int)(end - start), start);
}

/* Finds the next tag at or behind s. */
static bool next_tag(const char *s, struct tag *tag)
{
    tag->start = strchr(s, '<');
    const char *end = tag->start ? strchr(tag->start, '>') : NULL;
    if (!end)
        return false;
    tag->end = end + 1;
    return true;
}

static const char *read_picture(const char *svg, struct picture *p)
{
    struct tag tag = { NULL, svg };
    while (next_tag(tag.end, &tag)) {
        if (is(&tag, "path"))
            take_path(p, &tag);
        else if (is(&tag, "use"))
            take_marker(p, &tag);
        else if (is(&tag, "g"))
            p->text = tag;
        else if (is(&tag, "text"))
            take_text(p, &tag);
        else if (is(&tag, "/svg"))
            return tag.end;
    }
    return NULL;
}

static void put_series(FILE *out, struct picture *p, size_t i)
{
    const struct plot_series *s = &p->panel->series[i];
    char class[64], before[128];
    plot_line_class(class, sizeof class, s->style, s->draw);
    snprintf(before, sizeof before, "<path class=\"%s\" d=\"", class);
    layer_put(&p->lines[i], out, before, "\"/>\n");
    plot_marker_class(class, sizeof class, s->style);
    snprintf(before, sizeof before, "<path class=\"%s\" d=\"", class);
    layer_put(&p->markers[i], out, before, "\"/>\n");
}

static void put_picture(FILE *out, struct picture *p)
{
    layer_put(&p->inks[INK_GRID], out, "<path class=\"grid\" d=\"", "\"/>\n");
    layer_put(&p->inks[INK_ZERO], out, "<path class=\"zero\" d=\"", "\"/>\n");
    layer_put(&p->inks[INK_AXIS], out, "<path class=\"axis\" d=\"", "\"/>\n");
    for (unsigned front = 0; front < 2; front++)
        for (size_t i = 0; i < p->panel->n; i++)
            if ((p->panel->series[i].draw != PLOT_REFERENCE) == front)
                put_series(out, p, i);
    layer_put(&p->inks[INK_TEXT], out, "", "");
}

const char *plot_theme(const char *svg, FILE *out, const struct plot_panel *panel, unsigned width,
                       unsigned height, const char *id, const char *label)
{
    struct picture p = { .panel = panel, .text = { svg, svg } };
    p.lines = calloc(2 * panel->n + 1, sizeof *p.lines);
    if (!p.lines)
        cli_fail("not enough memory for a plot");
    p.markers = p.lines + panel->n;
    for (size_t i = 0; i < N_INKS; i++)
        layer_open(&p.inks[i]);
    for (size_t i = 0; i < 2 * panel->n; i++)
        layer_open(&p.lines[i]);
    const char *rest = read_picture(svg, &p);
    fputs("<svg class=\"plot\" id=\"", out);
    plot_escape(out, id, strlen(id));
    fputs("\" role=\"img\" aria-label=\"", out);
    plot_escape(out, label, strlen(label));
    fprintf(out, "\" viewBox=\"0 0 %u %u\" width=\"%u\" height=\"%u\" style=\"max-width:%upx\">\n",
            width, height, width, height, width * 7 / 5);
    put_picture(out, &p);
    fputs("</svg>\n", out);
    free(p.lines);
    return rest;
}
