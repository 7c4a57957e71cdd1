/* Writes text for gnuplot and for XML (plot_parts.h). */
#include <string.h>

#include "tools/figures/plot_parts.h"

size_t plot_utf8_length(const char *s)
{
    const unsigned char lead = (unsigned char)*s;
    if (lead < 0x80)
        return 1;
    const size_t n = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4)
        return 0;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)s[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

void plot_quote(FILE *out, const char *text, size_t n)
{
    fputc('\'', out); /* inside these only the quote itself is special */
    for (const char *s = text, *end = text + n; s < end && *s;) {
        const size_t length = plot_utf8_length(s);
        if (*s == '\'')
            fputs("''", out);
        else if ((unsigned char)*s < ' ')
            fputc(' ', out);
        else if (length == 0 || *s == 0x7f)
            fputc('?', out);
        else
            fwrite(s, 1, length, out);
        s += length > 0 ? length : 1;
    }
    fputc('\'', out);
}

size_t plot_wrap(const char *text, size_t characters)
{
    size_t i = 0, blank = 0;
    for (size_t n = 0; text[i] && n <= characters; n++) {
        if (text[i] == ' ')
            blank = i;
        if (n == characters)
            return blank > 0 ? blank : i; /* a word longer than the line is cut */
        do
            i++;
        while (((unsigned char)text[i] & 0xc0) == 0x80);
    }
    return i;
}

void plot_escape(FILE *out, const char *text, size_t n)
{
    for (const char *s = text, *end = text + n; s < end && *s;) {
        const size_t length = plot_utf8_length(s);
        if (*s == '<' || *s == '>' || *s == '&' || *s == '"' || *s == '\'')
            fprintf(out, "&#%d;", *s);
        else if ((unsigned char)*s < ' ')
            fputc(' ', out);
        else if (length == 0 || *s == 0x7f)
            fputc('?', out);
        else
            fwrite(s, 1, length, out);
        s += length > 0 ? length : 1;
    }
}
