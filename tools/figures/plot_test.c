/* Figures drawn by the real gnuplot: whole, reproducible, small, and nothing left behind. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benchmarks/simulation/simulate_plot.h"
#include "tools/base/memory.h"
#include "tools/figures/plot.h"

enum { N = 1000000, PATH = 512 };

/* Changes to a directory of the test's own, which also contains its temporary files. */
static void enter(void)
{
    const char *base = getenv("TEST_TMPDIR");
    char path[PATH];
    snprintf(path, sizeof path, "%s/plot.XXXXXX", base ? base : "/tmp");
    cr_assert(mkdtemp(path) && chdir(path) == 0);
    setenv("TMPDIR", path, 1);
    setenv("BUILD_WORKING_DIRECTORY", path, 1);
}

static char *contents(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    cr_assert(file, "%s", path);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *text = memory_array(*size + 1, 1);
    cr_assert(fread(text, 1, *size, file) == *size);
    fclose(file);
    return text;
}

static size_t count(const char *text, const char *part)
{
    size_t n = 0;
    while ((text = strstr(text, part))) {
        text += strlen(part);
        n++;
    }
    return n;
}

static size_t files_here(void)
{
    size_t n = 0;
    DIR *directory = opendir(".");
    cr_assert(directory);
    while (readdir(directory)) /* with . and .. */
        n++;
    closedir(directory);
    return n - 2;
}

Test(plot, texts_of_every_kind_and_empty_panels, .init = enter)
{
    const double x[] = { 1, 2, 3, 4 }, y[] = { 1e-5, NAN, 3e-5, -1e-5 };
    const struct plot_series series[] = {
        { .title = "a_b^2 {/Bold c} <&> 'q' \"r\" \\n", .x = x, .y = y, .n = 4 },
        { .title = "\xff bytes", .x = x, .y = y, .n = 4, .style = 9, .draw = PLOT_LINE_POINTS },
    };
    const struct plot_panel panels[] = {
        { .title = "$ `ls` %d", .x_label = "t (s)", .y_label = "z (m)", .series = series, .n = 2 },
        { .x_label = "t", .y_label = "z", .series = series, .n = 2, .log_x = true, .log_y = true },
        { .x_label = "t", .y_label = "z" },
    };
    size_t size, size_again;
    plot_svg("a.svg", "<title> & co", "run 'this'", panels, 3, 2);
    plot_svg("b.svg", "<title> & co", "run 'this'", panels, 3, 2);
    char *text = contents("a.svg", &size), *again = contents("b.svg", &size_again);
    cr_expect(size == size_again && memcmp(text, again, size) == 0);
    cr_expect_eq(files_here(), 2);
    static const char *const parts[] = {
        "<title>&#60;title> &#38; co</title>",
        "a_b^2 {/Bold c} &lt;&amp;> 'q' \"r\" \\n",
        "? bytes",
        "$ `ls` %d",
        "z (µm)",
        "no data",
        "run 'this'",
        "font-weight=\"bold\"",
        "fill=\"#ffffff\"",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        cr_expect(strstr(text, parts[i]), "'%s' is missing", parts[i]);
    cr_expect(!strstr(text, "GNUPLOT") && !strstr(text, "gnuplot_plot"), "traces of gnuplot");
    cr_expect_eq(count(text, "<g"), count(text, "</g>"));
    cr_expect_eq(count(text, "<text>"), count(text, "</text>"));
    free(text);
    free(again);
}

Test(plot, a_million_points_in_eight_panels_stay_small, .init = enter)
{
    double *x = memory_array(3 * (size_t)N, sizeof *x), *y = x + N, *t = y + N;
    for (size_t i = 0; i < N; i++) {
        t[i] = 1e-5 * (double)i;
        x[i] = cos(3e-3 * (double)i) * t[i];
        y[i] = sin(7e-3 * (double)i + 1e-9 * (double)i * (double)i);
    }
    const struct plot_series series[] = {
        { .title = "x", .x = t, .y = x, .n = N },
        { .title = "y", .x = t, .y = y, .n = N, .style = 1 },
        { .title = "y(x)", .x = x, .y = y, .n = N, .style = 2, .draw = PLOT_LINE_POINTS },
    };
    struct plot_panel panels[8];
    for (size_t i = 0; i < 8; i++)
        panels[i] = (struct plot_panel){
            .x_label = "t (s)", .y_label = "x (m)", .series = series + i % 3, .n = 3 - i % 3
        };
    size_t size;
    plot_svg("big.svg", NULL, NULL, panels, 8, 2);
    free(contents("big.svg", &size));
    cr_expect_lt(size, 400000);
    free(x);
}

/* Without names a hysteresis comes first if there is one; by name, what is asked for. */
Test(simulate, chooses_and_obeys, .init = enter)
{
    double t[100], x[100], v[100], F[100];
    for (size_t i = 0; i < 100; i++) {
        t[i] = 0.1 * (double)i;
        x[i] = 1 - cos(t[i]);
        v[i] = sin(t[i]);
        F[i] = i % 31 == 0 ? (double)NAN : copysign(1, v[i]);
    }
    struct column columns[] = { { "t", "s", "time", t },
                                { "x", "m", "position", x },
                                { "v", "m/s", "velocity", v },
                                { "F", "N", "friction", F } };
    const struct table table = { columns, 4, 100 };
    const struct figure figures[] = { { "both", "t", "x,v", false }, { .title = NULL } };
    size_t size;
    simulate_plot("loop.svg", "t", "f", &table, NULL);
    char *text = contents("loop.svg", &size);
    cr_expect(strstr(text, "friction against position") &&
              strstr(text, "friction against velocity") && count(text, "time t (s)") == 3);
    free(text);
    columns[1].values = t; /* motion in one direction, at held velocities */
    for (size_t i = 0; i < 100; i++)
        v[i] = i > 30 && i < 60 ? 2 : 1;
    simulate_plot("steps.svg", "t", "f", &table, NULL);
    text = contents("steps.svg", &size);
    cr_expect(!strstr(text, "friction against"));
    free(text);
    simulate_plot("both.svg", "t", "f", &table, figures);
    text = contents("both.svg", &size);
    cr_expect(strstr(text, "both") && strstr(text, "position x (m)") && strstr(text, ">v<"));
    free(text);
}
