/* Reads pictures back: what is drawn is where the ticks say that its numbers are. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"
#include "tools/figures/plot_inline_parts.h"

enum { MOST = 400 };

/* A path in absolute points; a NAN interrupts the line. */
struct line {
    double x[MOST], y[MOST];
    size_t n;
};

static void add(struct line *line, double x, double y)
{
    cr_assert_lt(line->n, MOST);
    line->x[line->n] = x;
    line->y[line->n++] = y;
}

/* Reads a path of moves and lines from its first command on; returns what is behind it. */
static const char *read_path(const char *s, struct line *line)
{
    double x = 0, y = 0;
    char *end;
    line->n = 0;
    for (char command = 'M'; *s != '"';) {
        if (strchr("Mml", *s))
            command = *s++;
        const double dx = strtod(s, &end), dy = strtod(end, &end);
        s = end;
        if (command != 'l' && line->n > 0)
            add(line, (double)NAN, (double)NAN);
        x = command == 'M' ? dx : x + dx;
        y = command == 'M' ? dy : y + dy;
        add(line, x, y);
    }
    return s;
}

/* Finds the path of that class, from *at on, and moves *at behind it; false: there is none. */
static bool next_path(const char **at, const char *class, struct line *line)
{
    char pattern[64];
    snprintf(pattern, sizeof pattern, "<path class=\"%s\" d=\"", class);
    const char *s = strstr(*at, pattern);
    if (s)
        *at = read_path(s + strlen(pattern), line);
    return s != NULL;
}

/* Labelled ticks: where they are, and the value that their label says. */
struct ticks {
    double at[32], value[32];
    size_t n;
};

/* Returns the number that a label says: −12, 5e-07, 10⁻³ or 2·10⁴. */
static double said(const char *label)
{
    static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
    const bool minus = strncmp(label, "−", strlen("−")) == 0;
    char *end;
    label += minus ? strlen("−") : 0;
    double value = strtod(label, &end);
    if (strncmp(end, "·", strlen("·")) == 0)
        end += strlen("·") + 2;
    else if (*end != '<' && value == 10)
        value = 1;
    else
        return minus ? -value : value;
    const bool small = strncmp(end, "⁻", strlen("⁻")) == 0;
    end += small ? strlen("⁻") : 0;
    int power = 0;
    while (*end != '<') {
        int k = 0;
        while (strncmp(end, digits[k], strlen(digits[k])) != 0)
            k++;
        power = 10 * power + k;
        end += strlen(digits[k]);
    }
    return value * pow(10, small ? -power : power);
}

/* Reads the labels of the ticks of an axis: those under it are in the middle, those beside it at
 * their end. */
static struct ticks read_ticks(const char *svg, bool of_x, double bottom)
{
    struct ticks ticks = { .n = 0 };
    for (const char *s = svg; (s = strstr(s, "<text x=\"")); s++) {
        char *end;
        const double x = strtod(s + 9, &end), y = strtod(end + 5, &end);
        const char *class = of_x ? "\" class=\"middle\">" : "\" class=\"end\">";
        if (strncmp(end, class, strlen(class)) != 0 || (of_x && fabs(y - bottom - 18) > 0.2))
            continue;
        ticks.at[ticks.n] = of_x ? x : y - 4;
        ticks.value[ticks.n++] = said(end + strlen(class));
    }
    return ticks;
}

/* Returns the value at that place, between or beyond the outermost ticks. */
static double value_at(const struct ticks *t, bool log, double at)
{
    const size_t last = t->n - 1;
    const double part = (at - t->at[0]) / (t->at[last] - t->at[0]);
    if (log)
        return t->value[0] * pow(t->value[last] / t->value[0], part);
    return t->value[0] + part * (t->value[last] - t->value[0]);
}

/* What a panel is about, and what its axes say. */
static const struct reading {
    const char *x_label, *y_label;   /* as given */
    const char *x_shown, *y_shown;   /* as shown */
    double x_unit, y_unit, y_offset; /* shown is (value - offset)/unit */
    double x0, x1, y0, y1;           /* extent of the data */
    bool log_x, log_y;
} readings[] = {
    { "t (s)", "F (N)", "t (s)", "F (N)", 1, 1, 0, 0, 7, -3, 5, false, false },
    { "t (s)", "z (m)", "t (ms)", "z (µm)", 1e-3, 1e-6, 0, 0, 0.02, 1e-6, 9e-6, false, false },
    { "x (m)", "rate (1/s)", "x (km)", "rate (10³/s)", 1e3, 1e3, 0, -3e4, 2e4, -1e5, 0, false,
      false },
    { "t (s)", "F (N)", "t (s)", "F − 7.5 N (µN)", 1, 1e-6, 7.5, 0, 9000, 7.4995, 7.5005, false,
      false },
    { "t (s)", "F (N)", "t (s)", "F + 7.5 N (µN)", 1, 1e-6, -7.5, 0, 9000, -7.5005, -7.4995, false,
      false },
    { "h (s)", "error", "h (s)", "error", 1, 1, 0, 1e-6, 1e-2, 1e-12, 3, true, true },
    { "h (s)", "error", "h (s)", "error", 1, 1, 0, 2e3, 7e3, 0.02, 0.06, true, true },
    { "h (s)", "F (N)", "h (s)", "F (kN)", 1, 1e3, 0, 3e5, 4e7, -2e4, 2e4, true, false },
    { "t (s)", "error", "t (s)", "error", 1, 1, 0, -1, 1, 1e-30, 1e25, false, true },
};
enum { N_READINGS = sizeof readings / sizeof *readings, POINTS = 40 };

/* Points from corner to corner, some in between, and two that cannot be drawn. */
static void make(const struct reading *r, double x[POINTS], double y[POINTS])
{
    for (size_t i = 0; i < POINTS; i++) {
        const double part = (double)i / (POINTS - 1);
        const double up = i == 0 ? 0 : i == POINTS - 1 ? 1 : 0.5 + 0.45 * sin(9.0 * part);
        x[i] = r->log_x ? r->x0 * pow(r->x1 / r->x0, part) : r->x0 + part * (r->x1 - r->x0);
        y[i] = r->log_y ? r->y0 * pow(r->y1 / r->y0, up) : r->y0 + up * (r->y1 - r->y0);
    }
    y[13] = (double)NAN;
    x[27] = (double)INFINITY;
}

/* Expects that the place is that of the value, to so many pixels. */
static void expect_at(const struct ticks *t, bool log, double at, double value, double pixels,
                      const char *what)
{
    const double lo = value_at(t, log, at - pixels), hi = value_at(t, log, at + pixels);
    const double slack = 1e-5 * fabs(value); /* labels have six digits */
    cr_expect(fmin(lo, hi) - slack <= value && value <= fmax(lo, hi) + slack,
              "%s: %g is drawn at %g to %g", what, value, lo, hi);
}

/* The axes. */
struct frame {
    double left, right, top, bottom;
};
static struct frame frame_of(const char *svg)
{
    struct line axis;
    cr_assert(next_path(&svg, "axis", &axis), "no axes");
    return (struct frame){ axis.x[0], axis.x[4], axis.y[0], axis.y[1] };
}

static bool has_segment(const struct line *line, double x0, double y0, double x1, double y1)
{
    for (size_t i = 0; i + 1 < line->n; i++)
        if (fabs(line->x[i] - x0) < 0.25 && fabs(line->y[i] - y0) < 0.25 &&
            fabs(line->x[i + 1] - x1) < 0.25 && fabs(line->y[i + 1] - y1) < 0.25)
            return true;
    return false;
}

/* Each label has its tick, and its line of the grid from side to side. */
static void expect_grid(const char *svg, const struct frame *f, const struct ticks *x,
                        const struct ticks *y)
{
    struct line grid, axis;
    const char *from = svg;
    cr_assert(next_path(&from, "grid", &grid));
    from = svg;
    cr_assert(next_path(&from, "axis", &axis));
    cr_expect_eq(grid.n, 3 * (x->n + y->n) - 1, "other lines in the grid");
    for (size_t i = 0; i < x->n; i++) {
        cr_expect(has_segment(&grid, x->at[i], f->bottom, x->at[i], f->top));
        cr_expect(has_segment(&axis, x->at[i], f->bottom, x->at[i], f->bottom - 5));
    }
    for (size_t i = 0; i < y->n; i++) {
        cr_expect(has_segment(&grid, f->left, y->at[i], f->right, y->at[i]));
        cr_expect(has_segment(&axis, f->left, y->at[i], f->left + 5, y->at[i]));
    }
}

static char *drawn(const struct plot_panel *panel, unsigned width, unsigned height)
{
    struct memory_stream stream;
    plot_inline(memory_open(&stream), panel, width, height, "p", NULL);
    return memory_close(&stream);
}

/* Ends of lines, interruptions and every marker. A line may leave out what is within a tenth of a
 * pixel of it; each of its moves is rounded to a tenth. */
static void expect_series(const char *svg, const struct reading *r, const struct ticks *tx,
                          const struct ticks *ty, const double x[], const double y[])
{
    static const char *const markers[] = { "box hue1", "solid hue2", "solid hue3", "disc hue4" };
    static const double above[] = { 0, 0, 3.7, 3.6 };
    struct line line;
    const char *at = svg;
    cr_assert(next_path(&at, "line hue0 dash0", &line));
    size_t pieces = 1;
    for (size_t k = 0; k < line.n; k++)
        pieces += isnan(line.x[k]) ? 1 : 0;
    cr_expect_eq(pieces, 3, "%zu pieces", pieces);
    const size_t ends[] = { 0, 12, 14, 26, 28, POINTS - 1 };
    size_t k = 0;
    for (size_t e = 0; e < 6; e++) {
        while (k < line.n && isnan(line.x[k]))
            k++;
        if (e % 2 == 1)
            while (k + 1 < line.n && !isnan(line.x[k + 1]))
                k++;
        const double sx = x[ends[e]] / r->x_unit, sy = (y[ends[e]] - r->y_offset) / r->y_unit;
        cr_assert_lt(k, line.n, "the line ends before end %zu", e);
        /* moves are sums of up to forty roundings of a twentieth, which mostly cancel */
        expect_at(tx, r->log_x, line.x[k], sx, 0.6, r->x_label);
        expect_at(ty, r->log_y, line.y[k], sy, 0.6, r->y_label);
        k += e % 2 == 1;
    }
    for (size_t m = 0; m < 4; m++) {
        char pattern[64];
        snprintf(pattern, sizeof pattern, "<path class=\"%s\" d=\"", markers[m]);
        const char *s = strstr(svg, pattern);
        cr_assert(s, "no %s", markers[m]);
        s += strlen(pattern);
        size_t n = 0;
        for (size_t i = 0; i < POINTS; i++) {
            char *end;
            if (!isfinite(x[i]) || !isfinite(y[i]))
                continue;
            cr_assert_eq(*s, 'M', "%.40s", s);
            const double px = strtod(s + 1, &end), py = strtod(end, &end) + above[(m + 1) % 4];
            expect_at(tx, r->log_x, px, x[i] / r->x_unit, 0.3, r->x_label);
            expect_at(ty, r->log_y, py, (y[i] - r->y_offset) / r->y_unit, 0.3, r->y_label);
            s = end + strcspn(end, "M\"");
            n++;
        }
        cr_expect(*s == '"' && n == POINTS - 2);
    }
}

/* Widens a range at both ends by a share of its length, a logarithmic one by at least a tenth. */
static void widen(bool log, double share, double *lo, double *hi)
{
    const double length = *hi - *lo, factor = fmax(pow(*hi / *lo, share), 1.1);
    *lo = log ? *lo / factor : *lo - share * length;
    *hi = log ? *hi * factor : *hi + share * length;
}

Test(picture, shows_each_number_at_its_place)
{
    static const unsigned sizes[][2] = { { 340, 230 }, { 720, 300 }, { 280, 190 } };
    for (size_t i = 0; i < N_READINGS; i++)
        for (size_t s = 0; s < 3; s++) {
            const struct reading *r = &readings[i];
            double x[POINTS], y[POINTS];
            make(r, x, y);
            struct plot_series series[5];
            for (unsigned k = 0; k < 5; k++)
                series[k] =
                    (struct plot_series){ "s", x, y, POINTS, k, k == 0 ? PLOT_LINE : PLOT_POINTS };
            const struct plot_panel panel = { .x_label = r->x_label,
                                              .y_label = r->y_label,
                                              .series = series,
                                              .n = 5,
                                              .log_x = r->log_x,
                                              .log_y = r->log_y };
            char *svg = drawn(&panel, sizes[s][0], sizes[s][1]), shown[64];
            const struct frame f = frame_of(svg);
            const struct ticks tx = read_ticks(svg, true, f.bottom),
                               ty = read_ticks(svg, false, f.bottom);
            cr_expect_float_eq(f.left, 56, 0.1);
            cr_expect_float_eq(f.right, sizes[s][0] - 18, 0.1);
            cr_expect_float_eq(f.top, 24, 0.1, "one line of text and a gap");
            cr_expect_float_eq(f.bottom, sizes[s][1] - 42, 0.1, "labels and a line of text");
            cr_assert(tx.n >= 2 && ty.n >= 2, "%zu %zu in %s", tx.n, ty.n, svg);
            snprintf(shown, sizeof shown, " class=\"middle\">%s</text>", r->x_shown);
            cr_expect(strstr(svg, shown), "no %s in %s", shown, svg);
            snprintf(shown, sizeof shown, "<text x=\"0.0\" y=\"12.0\">%s</text>", r->y_shown);
            cr_expect(strstr(svg, shown), "no %s in %s", shown, svg);
            expect_grid(svg, &f, &tx, &ty);
            expect_series(svg, r, &tx, &ty, x, y);
            /* a line over time fills the width */
            double ends[4] = { r->x0, r->x1, r->y0, r->y1 };
            widen(r->log_x, 0, &ends[0], &ends[1]);
            widen(r->log_y, 0.06, &ends[2], &ends[3]);
            expect_at(&tx, r->log_x, f.left, ends[0] / r->x_unit, 0.3, "left");
            expect_at(&tx, r->log_x, f.right, ends[1] / r->x_unit, 0.3, "right");
            expect_at(&ty, r->log_y, f.bottom, (ends[2] - r->y_offset) / r->y_unit, 0.4, "bottom");
            expect_at(&ty, r->log_y, f.top, (ends[3] - r->y_offset) / r->y_unit, 0.4, "top");
            struct line zero;
            const char *at = svg;
            const bool crosses = next_path(&at, "zero", &zero);
            cr_expect_eq(crosses, !r->log_y && ends[2] < 0 && ends[3] > 0);
            if (crosses) {
                cr_expect_float_eq(zero.x[0], f.left, 0.1);
                cr_expect_float_eq(zero.x[1], f.right, 0.1);
                expect_at(&ty, false, zero.y[0], 0, 0.3, "zero");
            }
            free(svg);
        }
}

/* Points, lines that return, and lines whose first series has markers keep 4 % from the sides. */
Test(picture, keeps_a_distance_from_the_frame)
{
    static const double there[] = { 0, 10 }, back[] = { 10, 0 }, up[] = { 1, 2 };
    for (int k = 0; k < 5; k++) {
        const struct plot_series series[] = {
            { "a", k == 1 ? back : there, up, 2, 0, k == 2 ? PLOT_POINTS : PLOT_LINE },
            { "b", k == 3 ? back : there, up, 2, 1, k == 4 ? PLOT_LINE_POINTS : PLOT_LINE },
        };
        const struct plot_panel panel = {
            .x_label = "x", .y_label = "y", .series = series, .n = 2
        };
        char *svg = drawn(&panel, 340, 230);
        const struct frame f = frame_of(svg);
        const struct ticks t = read_ticks(svg, true, f.bottom);
        const double gap = k == 0 || k == 4 ? 0 : 0.04 / 1.08 * (f.right - f.left);
        expect_at(&t, false, f.left + gap, 0, 0.3, "left");
        expect_at(&t, false, f.right - gap, 10, 0.3, "right");
        free(svg);
    }
}

/* Two random walks in tenths of a pixel: every point is within a tenth of the path that is left,
 * whose ends are those of the walks. */
Test(path, stays_within_a_tenth_of_a_pixel)
{
    unsigned long long state = 7;
    for (unsigned round = 0; round < 60; round++) {
        enum { WALK = 60, ALL = 2 * WALK };
        char *d = NULL, *path = NULL;
        size_t size = 0, length = 0;
        double x[ALL], y[ALL];
        FILE *out = open_memstream(&d, &size);
        for (size_t i = 0; i < ALL; i++) {
            double step[2];
            for (size_t k = 0; k < 2; k++) {
                state = state * 6364136223846793005ULL + 1442695040888963407ULL;
                step[k] =
                    0.1 * floor((double)(state >> 40) / (1 << 24) * (round % 5 == 0 ? 90 : 9) -
                                (round % 3 == 0 ? 0 : 4));
            }
            x[i] = i % WALK == 0 ? 100 : x[i - 1] + step[0];
            y[i] = i % WALK == 0 ? 50.0 + (double)i : y[i - 1] + (round % 4 == 0 ? 0 : step[1]);
            fprintf(out, "%c%.2f,%.2f ", i % WALK == 0 ? 'M' : 'L', x[i], y[i]);
        }
        fclose(out);
        out = open_memstream(&path, &length);
        plot_path(out, d, size);
        fputc('"', out);
        fclose(out);
        struct line line;
        read_path(path, &line);
        size_t gap = 0;
        while (gap < line.n && !isnan(line.x[gap]))
            gap++;
        cr_assert(gap > 0 && gap < line.n);
        cr_expect(hypot(line.x[0] - x[0], line.y[0] - y[0]) < 1e-6);
        cr_expect(hypot(line.x[gap - 1] - x[WALK - 1], line.y[gap - 1] - y[WALK - 1]) < 1e-6);
        cr_expect(hypot(line.x[gap + 1] - x[WALK], line.y[gap + 1] - y[WALK]) < 1e-6);
        cr_expect(hypot(line.x[line.n - 1] - x[ALL - 1], line.y[line.n - 1] - y[ALL - 1]) < 1e-6);
        for (size_t i = 0; i < ALL; i++) {
            double nearest = HUGE_VAL;
            for (size_t k = 0; k + 1 < line.n; k++) {
                if (isnan(line.x[k]) || isnan(line.x[k + 1]) || (k > gap) != (i >= WALK))
                    continue;
                const double dx = line.x[k + 1] - line.x[k], dy = line.y[k + 1] - line.y[k];
                const double square = dx * dx + dy * dy;
                double part = ((x[i] - line.x[k]) * dx + (y[i] - line.y[k]) * dy) / square;
                part = square > 0 ? fmin(1, fmax(0, part)) : 0;
                nearest = fmin(nearest,
                               hypot(x[i] - line.x[k] - part * dx, y[i] - line.y[k] - part * dy));
            }
            cr_expect_leq(nearest, 0.1 + 1e-6, "round %u, point %zu: %g", round, i, nearest);
        }
        free(d);
        free(path);
    }
}
