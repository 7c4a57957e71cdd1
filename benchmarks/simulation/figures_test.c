/* Which columns are drawn against which, and how: what is handed to plot_svg. Linked with
 * -Wl,--wrap=plot_svg, so that nothing is drawn. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "benchmarks/simulation/simulate_plot.h"
#include "tools/figures/plot.h"
#include "tools/testing/test_process.h"

enum { ROWS = 8, MOST = 60 };

static double t[ROWS], x[ROWS], v[ROWS], F[ROWS], z[ROWS];

/* What was drawn: of each panel a line, "title: x label, y label; series". */
static char drawn[MOST][300];
static size_t n_drawn;
static unsigned n_columns;

static const char *name_of(const double *values)
{
    return values == t ? "t" : values == x ? "x" : values == v ? "v" : values == F ? "F" : "z";
}

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's */
void __wrap_plot_svg(const char *path, const char *title, const char *footnote,
                     const struct plot_panel *panels, size_t n_panels, unsigned columns);
void __wrap_plot_svg(const char *path, const char *title, const char *footnote,
                     const struct plot_panel *panels, size_t n_panels, unsigned columns)
{
    cr_expect_str_eq(path, "path");
    cr_expect_str_eq(title, "title");
    cr_expect_str_eq(footnote, "footnote");
    n_drawn = n_panels;
    n_columns = columns;
    for (size_t i = 0; i < n_panels && i < MOST; i++) {
        char *line = drawn[i];
        cr_expect(!panels[i].log_x && !panels[i].log_y);
        snprintf(line, 300, "%s: %s, %s;", panels[i].title ? panels[i].title : "-",
                 panels[i].x_label, panels[i].y_label);
        for (size_t k = 0; k < panels[i].n; k++) {
            const struct plot_series *s = &panels[i].series[k];
            cr_expect_eq(s->n, ROWS);
            snprintf(line + strlen(line), 300 - strlen(line), " %s(%s) %s %u %s", name_of(s->y),
                     name_of(s->x), s->title ? s->title : "-", s->style,
                     s->draw == PLOT_POINTS ? "points"
                     : s->draw == PLOT_LINE ? "line"
                                            : "?");
        }
    }
}
/* NOLINTEND(bugprone-reserved-identifier) */

static const struct column columns[] = { { "t", "s", "time", t },
                                         { "x", "m", "position", x },
                                         { "v", "m/s", "velocity", v },
                                         { "F", "N", NULL, F },
                                         { "z", "1", "share", z } };

static void expect_drawn(const struct figure *figures, size_t n, size_t columns_of,
                         const char *const lines[])
{
    const struct table table = { columns, columns_of, ROWS };
    simulate_plot("path", "title", "footnote", &table, figures);
    cr_expect_eq(n_drawn, n, "%zu panels", n_drawn);
    cr_expect_eq(n_columns, n > 1 ? 2 : 1);
    for (size_t i = 0; i < n && i < n_drawn; i++)
        cr_expect_str_eq(drawn[i], lines[i], "'%s', not '%s'", drawn[i], lines[i]);
}

static const char *const over_time[] = { "-: time t (s), position x (m); x(t) - 0 line",
                                         "-: time t (s), velocity v (m/s); v(t) - 0 line",
                                         "-: time t (s), F (N); F(t) - 0 line",
                                         "-: time t (s), share z; z(t) - 0 line" };

/* Friction against position where the motion returns, and against velocity where that changes
 * between more than half of the rows and returns. */
Test(figures, follow_from_the_motion)
{
    static const struct {
        double x[ROWS], v[ROWS];
        bool loop, curve;
    } motions[] = {
        { { 0, 1, 2, 3, 2, 1, 0, 1 }, { 1, 2, 3, 2, 1, 0, 1, 2 }, true, true },
        { { 0, 1, 2, 3, 4, 5, 6, 7 }, { 1, 2, 3, 2, 1, 0, 1, 2 }, false, true },
        { { 7, 6, 5, 4, 3, 2, 1, 0 }, { 7, 6, 5, 4, 3, 2, 1, 0 }, false, false },
        { { 0, 0, 0, 0, 0, 0, 1, 0 }, { 0, 0, 1, 1, 0, 0, 1, 1 }, true, false },
        { { 1, 1, 1, 1, 1, 1, 1, 1 }, { 0, 1, 0, 1, 0, 1, 1, 1 }, false, true },
        { { 1, 0, 1, 1, 1, 1, 1, 1 }, { 0, 1, 0, 1, 0, 0, 0, 0 }, true, false },
    };
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        const char *lines[8];
        size_t n = 0;
        memcpy(x, motions[i].x, sizeof x);
        memcpy(v, motions[i].v, sizeof v);
        if (motions[i].loop)
            lines[n++] = "friction against position: position x (m), F (N); F(x) - 0 line";
        if (motions[i].curve)
            lines[n++] = "friction against velocity: velocity v (m/s), F (N); F(v) - 0 line";
        for (size_t k = 0; k < 4; k++)
            lines[n++] = over_time[k];
        expect_drawn(NULL, n, 5, lines);
        /* without the force there is nothing to draw against the motion */
        expect_drawn(NULL, 2, 3, over_time);
    }
}

Test(figures, are_those_asked_for)
{
    const struct figure figures[] = { { "several", "t", "x,v,z", false },
                                      { "", "x", "F", true },
                                      { "one", "v", "z", false },
                                      { .title = NULL } };
    static const char *const lines[] = {
        "several: time t (s), position x (m); x(t) x 0 line v(t) v 1 line z(t) z 2 line",
        "-: position x (m), F (N); F(x) - 0 points", "one: velocity v (m/s), share z; z(v) - 0 line"
    };
    expect_drawn(figures, 3, 5, lines);
    expect_drawn(figures + 2, 1, 5, lines + 2);
}

/* No more than 48 panels, however many columns there are. */
Test(figures, end_at_the_most)
{
    struct column many[MOST];
    for (size_t i = 0; i < MOST; i++)
        many[i] = columns[i == 0 ? 0 : 4];
    for (size_t n = 47; n <= 51; n++) {
        const struct table table = { many, n, ROWS };
        simulate_plot("path", "title", "footnote", &table, NULL);
        cr_expect_eq(n_drawn, n - 1 < 48 ? n - 1 : 48, "%zu of %zu", n_drawn, n);
    }
}

/* A table and what is asked to be drawn of it. */
struct ask {
    const struct table *table;
    const struct figure *figures;
};

static int plot_asked(const void *context)
{
    const struct ask *ask = context;
    simulate_plot("path", "title", "footnote", ask->table, ask->figures);
    return 0;
}

/* A figure of a column that is not there is refused in one line that names both: across, alone, or
 * behind others; also where the name is the beginning of another. */
Test(figures, of_no_column_are_refused)
{
    static const struct {
        struct figure figure;
        const char *says;
    } cases[] = {
        { { "a loop", "w", "F", false }, "figure 'a loop': there is no column 'w'\n" },
        { { "a loop", "", "F", false }, "figure 'a loop': there is no column ''\n" },
        { { "a curve", "t", "xx", false }, "figure 'a curve': there is no column 'xx'\n" },
        { { "many", "t", "x,v,y", false }, "figure 'many': there is no column 'y'\n" },
        { { "many", "t", "x,,v", false }, "figure 'many': there is no column ''\n" },
    };
    const struct table table = { columns, 5, ROWS };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct figure figures[] = { cases[i].figure, { .title = NULL } };
        const struct ask ask = { &table, figures };
        const struct ended e = in_process(plot_asked, &ask);
        const char *at = strstr(e.said, cases[i].says);
        expect_refused(&e, cases[i].says);
        cr_expect(at && strcmp(at, cases[i].says) == 0, "'%s', not '%s'", e.said, cases[i].says);
    }
}
