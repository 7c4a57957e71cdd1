/* page_sample: writes a page with one of everything, and content that is hard to show: long words,
 * wide tables, empty panels, many panels, long series. For the browser's test of the page library
 * and for a look at it. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/options.h"
#include "tools/figures/page.h"

struct request {
    const char *directory;
};

static const struct option_entry options[] = {
    { "output", "DIR", "where it goes: the caller's directory", OPTION_TEXT,
      .into = offsetof(struct request, directory), .initial = ".", .letter = 'o',
      .is_aside = true },
    { NULL },
};

static const struct command command_line = {
    .name = "page_sample",
    .usage = "[-o DIR]",
    .about = "Writes DIR/index.html, a page with one of everything.",
    .options = options,
    .examples = { "page_sample", "page_sample -o sample" },
    .exits = "0, or 2.",
};

static const char command[] =
    "bazel run //benchmarks:simulate -- --model lugre --velocity 'sine 0 0.001 6.28 0 2; hold 0.1 "
    "1'"
    " --integrator exponential --step 1e-4 --samples 2001 --format csv -o trajectory.csv";

enum { N = 20000, FEW = 9, PANELS = 12 };

/* The curves of the panels. */
struct data {
    double t[N], wave[N], slow[N], loop_x[N], loop_y[N], noise[N];
    double step[FEW], error[FEW], other[FEW];
};

static void fill(struct data *d)
{
    unsigned long long state = 1;
    for (size_t i = 0; i < N; i++) {
        const double t = 10.0 * (double)i / (N - 1);
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        d->t[i] = t;
        d->wave[i] = 4e-5 * sin(6.28 * t) * exp(-0.2 * t);
        d->slow[i] = 4e-5 * cos(6.28 * t) * exp(-0.2 * t);
        d->loop_x[i] = 1e-3 * sin(t);
        d->loop_y[i] = tanh(3 * sin(t - 0.4));
        d->noise[i] = (double)(state >> 40) / (1 << 23) - 1;
    }
    for (size_t i = 0; i < FEW; i++) {
        d->step[i] = pow(10, -(double)i / 2 - 1);
        d->error[i] = pow(d->step[i], 2);
        d->other[i] = fmax(1e-13, 1e-3 * pow(d->step[i], 4));
    }
}

static void put_text(struct page *page)
{
    page_section(page, "text", "Running text, signs & <markup> that means itself");
    page_paragraph(
        page,
        "Friction is a force; `sigma0` = %g N/m is stiffness. A text may hold <b>, &amp; "
        "and \"quotes\" – none of which is markup – and a long word such as "
        "%s, which must not push the page aside.",
        1e5, "Pneumonoultramicroscopicsilicovolcanoconiosis_and_a_path/of/no/blanks/at/all");
    page_note(page, "Verdicts are normalised by the property's own scale.");
    page_list_begin(page);
    page_item(page, "An item with `code` in it.");
    page_item(page, "Another, about %d × 10⁻³ µm.", 5);
    page_list_end(page);
    page_heading(page, NULL, "How to get this page");
    page_command(page, command);
}

static void put_tables(struct page *page)
{
    static const struct page_column columns[] = {
        { "model", PAGE_HEAD },      { "property", PAGE_TEXT },
        { "verdict", PAGE_TEXT },    { "margin", PAGE_NUMBER },
        { "trials", PAGE_NUMBER },   { "rate evaluations", PAGE_NUMBER },
        { "a long one", PAGE_TEXT }, { "of seconds", PAGE_TEXT }
    };
    static const char *const models[] = { "lugre", "martinez_rosas", "elastoplastic" };
    enum { COLUMNS = sizeof columns / sizeof *columns };
    page_section(page, "tables", "Tables");
    page_table_begin(page, "What models claim", columns, COLUMNS);
    for (int i = 0; i < 3; i++) {
        page_cell(page, "%s", models[i]);
        page_cell(page, "passivity");
        page_cell_badge(page, (enum page_verdict)i,
                        i == 0   ? "proved"
                        : i == 1 ? "enclosed"
                                 : "agreed");
        page_cell(page, "%.4g", 0.1234 * (1 - i));
        page_cell(page, "%d", 10000 >> i);
        page_cell(page, "%d", 123456789 * (i + 1));
        page_cell(page, "the source's equation (12b) as printed, on a bounded domain");
        page_cell(page, "every sixtieth");
    }
    page_table_end(page);
    page_table_begin(page, "A short table", columns, 4);
    for (int i = 0; i < 6; i++) {
        page_cell(page, "row %d", i);
        page_cell(page, "x");
    }
    page_table_end(page);
}

static void put_twelve(struct page *page, const struct data *d)
{
    static const char *const titles[PANELS] = { "one",  "two", "three",  "four",
                                                "five", "six", "seven",  "eight",
                                                "nine", "ten", "eleven", "twelve" };
    struct plot_series series[PANELS];
    struct plot_panel panels[PANELS];
    for (unsigned i = 0; i < PANELS; i++) {
        series[i] =
            (struct plot_series){ "loop", d->loop_x, d->loop_y, N - 1000 * i, 0, PLOT_LINE };
        panels[i] = (struct plot_panel){ .title = titles[i],
                                         .x_label = "position x (m)",
                                         .y_label = "force F (N)",
                                         .series = &series[i],
                                         .n = 1 };
    }
    page_figure(page, &(struct page_figure){ .id = "twelve",
                                             .title = "Twelve small panels",
                                             .command = command,
                                             .panels = panels,
                                             .n_panels = PANELS,
                                             .shape = PAGE_SMALL });
}

static void put_styles(struct page *page, const struct data *d)
{
    enum { STYLES = 14, POINTS = 7 };
    static const char *const titles[STYLES] = { "0", "1", "2", "3",  "4",  "5",  "6",
                                                "7", "8", "9", "10", "11", "12", "13" };
    struct plot_series series[STYLES];
    double x[POINTS], y[STYLES][POINTS];
    for (unsigned i = 0; i < STYLES; i++) {
        for (unsigned k = 0; k < POINTS; k++) {
            x[k] = k;
            y[i][k] = sin(0.7 * k) + 0.25 * i;
        }
        series[i] = (struct plot_series){ titles[i], x, y[i],
                                          POINTS,    i, i % 2 ? PLOT_LINE : PLOT_LINE_POINTS };
    }
    const struct plot_series noise[] = {
        { "noise", d->wave, d->noise, N, 3, PLOT_POINTS },
        { "noise in time", d->t, d->noise, N, 4, PLOT_LINE },
    };
    const struct plot_panel panels[] = {
        { .title = "Fourteen styles",
          .x_label = "number",
          .y_label = "value (V)",
          .series = series,
          .n = STYLES },
        { .title = "The most points",
          .x_label = "z (m)",
          .y_label = "noise",
          .series = noise,
          .n = 1 },
        { .title = "The longest line",
          .x_label = "time t (s)",
          .y_label = "noise",
          .series = noise + 1,
          .n = 1 },
    };
    page_figure(page,
                &(struct page_figure){ .id = "styles",
                                       .title = "Every style, and too much of it",
                                       .command = command,
                                       .caption = "Neighbours differ in hue, dashes and markers.",
                                       .panels = panels,
                                       .n_panels = 3 });
}

/* Adds panels whose ticks take many characters. */
static void put_ranges(struct page *page)
{
    static const struct {
        double ends[2];
        bool log;
    } ranges[] = {
        { { -9999, 9999 }, false },      { { 1000.01, 1006.02 }, false },
        { { 1.00001, 1.00003 }, false }, { { -1e-16, 0 }, false },
        { { 0.125, 0.875 }, false },     { { 8765, 8766 }, false },
        { { 1e-300, 1e300 }, true },     { { 2e-5, 8e-5 }, true },
        { { 3e6, 4e6 }, true },          { { 0.002, 90 }, true },
        { { 1e-16, 1e-9 }, true },       { { 15, 60 }, true },
    };
    enum { RANGES = sizeof ranges / sizeof *ranges };
    struct plot_series series[RANGES];
    struct plot_panel panels[RANGES];
    for (size_t i = 0; i < RANGES; i++) {
        series[i] = (struct plot_series){ "a", ranges[i].ends, ranges[i].ends, 2, 2, PLOT_LINE };
        panels[i] = (struct plot_panel){ .x_label = "a label as long as labels get (N s/m)",
                                         .y_label = "ratio",
                                         .series = &series[i],
                                         .n = 1,
                                         .log_x = ranges[i].log,
                                         .log_y = ranges[i].log };
    }
    page_figure(page, &(struct page_figure){ .id = "ranges",
                                             .title = "Awkward ranges, small",
                                             .command = command,
                                             .panels = panels,
                                             .n_panels = RANGES,
                                             .shape = PAGE_SMALL });
    page_figure(page, &(struct page_figure){ .id = "wide-ranges",
                                             .title = "Awkward ranges, wide",
                                             .command = command,
                                             .panels = panels,
                                             .n_panels = RANGES,
                                             .shape = PAGE_WIDE });
}

static void put_figures(struct page *page, const struct data *d)
{
    const struct plot_series waves[] = {
        { "reference", d->t, d->wave, N, 6, PLOT_REFERENCE },
        { "euler, h = 1 ms", d->t, d->wave, N, 0, PLOT_LINE },
        { "exponential", d->t, d->slow, N, 1, PLOT_LINE },
    };
    const struct plot_series loops[] = {
        { "reference", d->loop_x, d->loop_y, N, 6, PLOT_REFERENCE },
        { "exponential", d->loop_x, d->loop_y, N, 1, PLOT_LINE },
    };
    const struct plot_series errors[] = {
        { "heun", d->step, d->error, FEW, 2, PLOT_LINE_POINTS },
        { "rk4", d->step, d->other, FEW, 3, PLOT_LINE_POINTS },
        { "cvode_bdf", d->error, d->other, FEW, 4, PLOT_POINTS },
        { "rosenbrock", d->other, d->error, FEW, 5, PLOT_LINE_POINTS },
    };
    const struct plot_panel panels[] = {
        { .title = "Internal state",
          .x_label = "time t (s)",
          .y_label = "deflection z (m)",
          .series = waves,
          .n = 3 },
        { .title =
              "Hysteresis, whose title is so long that it takes more than one line on any screen",
          .x_label = "position x (m)",
          .y_label = "friction F (N)",
          .series = loops,
          .n = 2 },
        { .title = "Work and precision",
          .x_label = "step h (s)",
          .y_label = "largest relative error",
          .series = errors,
          .n = 4,
          .log_x = true,
          .log_y = true },
        { .title = "Nothing measured",
          .x_label = "time t (s)",
          .y_label = "force F (N)",
          .series = NULL,
          .n = 0 },
    };
    page_section(page, "figures", "Figures");
    page_figure(page, &(struct page_figure){
                          .id = "three",
                          .title = "Three panels and one legend",
                          .caption = "`euler` is unstable where h·`sigma0`·|v| is large.",
                          .command = command,
                          .panels = panels,
                          .n_panels = 3 });
    page_figure(page, &(struct page_figure){ .id = "wide",
                                             .title = "A wide one",
                                             .command = command,
                                             .panels = panels,
                                             .n_panels = 1,
                                             .shape = PAGE_WIDE });
    page_heading(page, "less-usual", "Less usual ones");
    page_figure(page, &(struct page_figure){ .id = "empty",
                                             .title = "An empty panel, and its own data",
                                             .command = command,
                                             .panels = panels + 2,
                                             .n_panels = 2,
                                             .csv = "a,b\n1,\"50 % & <more>\"\n" });
    put_twelve(page, d);
    put_styles(page, d);
    put_ranges(page);
}

static void put_formulas(struct page *page)
{
    static const char *const lines[] = {
        "\\dot z &= v - \\frac{\\sigma_0 \\left|v\\right|}{G} z",
        "\\alpha &= \\begin{cases} 0 & \\text{if } w \\le z_{\\mathrm{ba}} \\\\ 1 & "
        "\\text{otherwise} \\end{cases}",
        "F &= \\sum_{i = 1}^{N} k_i z_i + \\sigma_2 v",
    };
    page_section(page, "formulas", "Formulas");
    page_math(page, lines, sizeof lines / sizeof *lines);
}

static void save(void *context, const char *name, const char *text)
{
    char path[4500];
    struct cli_output output;
    snprintf(path, sizeof path, "%s/data/%s", (const char *)context, name);
    cli_open(&output, path);
    fputs(text, output.file);
    cli_close(&output);
}

static void make_directory(const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        cli_fail("-o: cannot make the directory '%s': %s", path, strerror(errno));
}

int main(int argc, char **argv)
{
    static const struct page_entry entries[] = { { "index.html", "text", "Running text" },
                                                 { "index.html", "tables", "Tables" },
                                                 { "index.html", "figures", "Figures" } };
    static const struct page_group group = { "On this page", entries, 3 };
    static const char *const words[PAGE_VERDICTS] = { "proved", "enclosed", "agreed",
                                                      "tested", "false",    "undecided" };
    static const size_t counts[PAGE_VERDICTS] = { 29, 90, 4, 24, 26, 1 };
    struct request r;
    char path[4096], file[4200];
    struct cli_output output;
    struct page page;
    command_read(&command_line, argc, argv, &r);
    struct data *data = memory_array(1, sizeof *data);
    fill(data);
    cli_path(r.directory, path, sizeof path);
    make_directory(path);
    snprintf(file, sizeof file, "%s/data", path);
    make_directory(file);
    const struct page_frame frame = {
        .name = "A sample", .groups = &group, .n_groups = 1, .save = save, .context = path
    };
    snprintf(file, sizeof file, "%s/index.html", path);
    cli_open(&output, file);
    page_begin(&page, output.file, &frame, "A page with one of everything");
    page_article(&page, "index.html", "A page with one of everything",
                 "For tests and for looking at");
    page_banner(&page, "Nothing here is measured.");
    page_bar(&page, counts, words);
    put_text(&page);
    put_formulas(&page);
    put_tables(&page);
    put_figures(&page, data);
    page_end(&page);
    cli_close(&output);
    free(data);
    return EXIT_AS_DECLARED;
}
