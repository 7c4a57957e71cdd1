/* Writes paths in few bytes (plot_inline_parts.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"
#include "tools/figures/plot_inline_parts.h"

/* Positions in tenths of a pixel. */
struct point {
    long x, y;
};

/* Writes a number in tenths, without a zero before the point; with a blank before it if the number
 * before would continue into it. */
static void put_tenths(FILE *out, long value, bool separate)
{
    if (value < 0)
        fputc('-', out);
    else if (separate)
        fputc(' ', out);
    const long whole = labs(value) / 10, tenth = labs(value) % 10;
    if (whole > 0 || tenth == 0)
        fprintf(out, "%ld", whole);
    if (tenth > 0)
        fprintf(out, ".%ld", tenth);
}

static void put_point(FILE *out, long x, long y, bool separate)
{
    put_tenths(out, x, separate);
    put_tenths(out, y, true);
}

/* Returns true when p is within a tenth of a pixel of the line from a to b. */
static bool near(struct point p, struct point a, struct point b)
{
    const double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y);
    const double px = (double)(p.x - a.x), py = (double)(p.y - a.y);
    const double square = dx * dx + dy * dy;
    const double part = square > 0 ? fmin(1, fmax(0, (px * dx + py * dy) / square)) : 0;
    return hypot(px - part * dx, py - part * dy) <= 1;
}

/* Returns the last of points[first + 1 ... n - 1] that one straight line can reach. */
static size_t reach(const struct point *points, size_t first, size_t n)
{
    enum { LONGEST = 64 };
    size_t last = first + 1;
    for (size_t i = first + 2; i < n && i <= first + LONGEST; i++) {
        for (size_t j = first + 1; j < i; j++)
            if (!near(points[j], points[first], points[i]))
                return last;
        last = i;
    }
    return last;
}

/* Writes one connected piece, relative to the end of the piece before it; the first piece is
 * absolute. */
static void put_piece(FILE *out, const struct point *points, size_t n, struct point *from)
{
    const bool first = from->x < 0;
    fputc(first ? 'M' : 'm', out);
    put_point(out, points[0].x - (first ? 0 : from->x), points[0].y - (first ? 0 : from->y), false);
    fputc('l', out);
    bool separate = false;
    for (size_t i = 0, next; i + 1 < n; i = next) {
        next = reach(points, i, n);
        put_point(out, points[next].x - points[i].x, points[next].y - points[i].y, separate);
        separate = true;
    }
    *from = points[n - 1];
}

void plot_path(FILE *out, const char *d, size_t n)
{
    struct point *points = memory_array(n / 4 + 2, sizeof *points), from = { -1, -1 };
    size_t count = 0;
    for (const char *s = d; s < d + n;) {
        char *end;
        if (*s == 'M' && count > 1)
            put_piece(out, points, count, &from);
        if (*s == 'M')
            count = 0;
        if (*s != 'M' && *s != 'L') {
            s++;
            continue;
        }
        const double x = strtod(s + 1, &end);
        const double y = *end == ',' ? strtod(end + 1, &end) : 0;
        points[count++] = (struct point){ lround(10 * x), lround(10 * y) };
        s = end;
    }
    if (count > 1)
        put_piece(out, points, count, &from);
    free(points);
}
