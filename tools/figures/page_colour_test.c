/* The hues of series stand out from the page and from each other, for normal and colour-deficient
 * sight. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"
#include "tools/figures/page_parts.h"

enum { HUES = 7, SIGHTS = 4, LIGHT = 0, DARK = 1 };

/* Linear red, green and blue as seen with normal sight, protanopia, deuteranopia, tritanopia; G. M.
 * Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for simulation of
 * color vision deficiency", 2009, severity 1. */
static const double sights[SIGHTS][3][3] = {
    { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
    { { 0.152286, 1.052583, -0.204868 },
      { 0.114503, 0.786281, 0.099216 },
      { -0.003882, -0.048116, 1.051998 } },
    { { 0.367322, 0.860646, -0.227968 },
      { 0.280085, 0.672501, 0.047413 },
      { -0.011820, 0.042940, 0.968881 } },
    { { 1.255528, -0.076749, -0.178779 },
      { -0.078411, 0.930809, 0.147602 },
      { 0.004733, 0.691367, 0.303900 } },
};

struct colour {
    double c[3]; /* linear red, green, blue; or L*, a*, b* */
};

/* Returns the n-th value of a variable in the style sheet: first light, then dark. */
static struct colour variable(const char *style, const char *name, int n)
{
    struct colour colour;
    char pattern[32];
    snprintf(pattern, sizeof pattern, "--%s:#", name);
    const char *s = style;
    for (int i = 0; i <= n; i++) {
        s = strstr(s, pattern);
        cr_assert(s, "%s", name);
        s += strlen(pattern);
    }
    const bool brief = strspn(s, "0123456789abcdefABCDEF") == 3;
    for (int i = 0; i < 3; i++) {
        const char digits[] = { s[brief ? i : 2 * i], s[brief ? i : 2 * i + 1], '\0' };
        const double v = (double)strtol(digits, NULL, 16) / 255;
        colour.c[i] = v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
    }
    return colour;
}

static double luminance(struct colour a)
{
    return 0.2126 * a.c[0] + 0.7152 * a.c[1] + 0.0722 * a.c[2];
}

/* Contrast by WCAG 2.2. */
static double contrast(struct colour a, struct colour b)
{
    const double x = luminance(a), y = luminance(b);
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

static double cube_root(double t) { return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116; }

/* Converts to CIELAB, for D65. */
static struct colour lab(struct colour a, const double sight[3][3])
{
    double s[3];
    for (int i = 0; i < 3; i++)
        s[i] = fmin(1, fmax(0, sight[i][0] * a.c[0] + sight[i][1] * a.c[1] + sight[i][2] * a.c[2]));
    const double x = cube_root((0.4124 * s[0] + 0.3576 * s[1] + 0.1805 * s[2]) / 0.9505);
    const double y = cube_root(0.2126 * s[0] + 0.7152 * s[1] + 0.0722 * s[2]);
    const double z = cube_root((0.0193 * s[0] + 0.1192 * s[1] + 0.9505 * s[2]) / 1.089);
    return (struct colour){ { 116 * y - 16, 500 * (x - y), 200 * (y - z) } };
}

static double distance(struct colour a, struct colour b)
{
    return hypot(hypot(a.c[0] - b.c[0], a.c[1] - b.c[1]), a.c[2] - b.c[2]);
}

static char *style_sheet(void)
{
    struct memory_stream stream;
    page_style(memory_open(&stream));
    return memory_close(&stream);
}

/* 3:1 is what WCAG 2.2 (1.4.11) asks of graphics. 2.3 in CIELAB can just be seen (M. Mahy, L. Van
 * Eycken, A. Oosterlinck, 1994); six times that is a little less than the 16.1 that Okabe and Ito's
 * own hues keep, of which the lightest two are below 3:1 on white. */
Test(colours, stand_out_and_differ)
{
    char *style = style_sheet();
    for (int scheme = LIGHT; scheme <= DARK; scheme++) {
        struct colour hues[HUES], page = variable(style, "page", scheme);
        for (int i = 0; i < HUES; i++) {
            char name[16];
            snprintf(name, sizeof name, "hue%d", i);
            hues[i] = variable(style, name, scheme);
            cr_expect_geq(contrast(hues[i], page), 3, "hue %d", i);
        }
        for (int k = 0; k < SIGHTS; k++)
            for (int i = 0; i < HUES; i++)
                for (int j = 0; j < i; j++) {
                    const double d = distance(lab(hues[i], sights[k]), lab(hues[j], sights[k]));
                    cr_expect_geq(d, 6 * 2.3, "%d, sight %d: hues %d and %d: %g", scheme, k, i, j,
                                  d);
                }
    }
    free(style);
}

Test(colours, text_can_be_read)
{
    char *style = style_sheet();
    for (int scheme = LIGHT; scheme <= DARK; scheme++) {
        const struct colour page = variable(style, "page", scheme),
                            box = variable(style, "box", scheme);
        cr_expect_geq(contrast(variable(style, "text", scheme), page), 7);
        cr_expect_geq(contrast(variable(style, "link", scheme), page), 4.5);
        cr_expect_geq(contrast(variable(style, "muted", scheme), page), 4.5);
        cr_expect_geq(contrast(variable(style, "muted", scheme), box), 4.5);
        cr_expect_geq(contrast(variable(style, "text", scheme), variable(style, "warn", scheme)),
                      7);
        static const char *const verdicts[] = { "proved", "enclosed", "agreed",
                                                "tested", "false",    "other" };
        for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++)
            cr_expect_geq(contrast(variable(style, verdicts[i], scheme), page), 4.5, "%s",
                          verdicts[i]);
    }
    free(style);
}
