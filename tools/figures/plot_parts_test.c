/* Tests the parts of a figure without drawing it: labels, ticks, thinning, quoting, wrapping. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/simulation/simulate_plot.h"
#include "tools/figures/plot_parts.h"
#include "tools/figures/text_of_test.h"

static struct plot_axis fitted(const char *label, bool log, double lo, double hi)
{
    struct plot_axis axis;
    plot_axis_fit(&axis, label, log, lo, hi, 0);
    return axis;
}

Test(axis, labels_carry_prefix_power_and_offset)
{
    static const struct {
        const char *label;
        double lo, hi;
        const char *expected;
    } cases[] = {
        { "z (m)", 0, 4.5e-5, "z (µm)" },
        { "z (m)", -1e-6, 1e-9, "z (µm)" },
        { "v (m/s)", 0, 0.002, "v (mm/s)" },
        { "t (s)", 0, 5, "t (s)" },
        { "t (s)", 0, 0.1, "t (s)" },
        { "F (N)", -2e4, 1, "F (kN)" },
        { "F (N)", -9999, 1, "F (N)" },
        { "damping (N s/m)", 0, 2e7, "damping (MN s/m)" },
        { "rate (1/s)", 0, 1e5, "rate (10³/s)" },
        { "m (kg)", 0, 1e5, "m (10³ kg)" },
        { "area (m²)", 0, 1e-5, "area (10⁻⁶ m²)" },
        { "length (mm)", 0, 1e-3, "length (10⁻³ mm)" },
        { "z (m)", 0, 1e-16, "z (10⁻¹⁸ m)" },
        { "count", 0, 3e6, "count (10⁶)" },
        { "count (of what) is", 0, 3, "count (of what) is" },
        { "z (m)", 0, 0, "z (m)" },
        { "z (m)", 1e-5, 1e-5, "z (µm)" },
        { "F (N)", 1.00001, 1.00003, "F − 1 N (µN)" },
        { "F (N)", 1.23455, 1.23457, "F − 1.2346 N (µN)" },
        { "F (N)", -7.000012, -7.000011, "F + 7.00001 N (µN)" },
        { "share", 1 - 1e-9, 1 + 1e-9, "share − 1 (10⁻⁹)" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct plot_axis axis = fitted(cases[i].label, false, cases[i].lo, cases[i].hi);
        cr_expect_str_eq(axis.label, cases[i].expected);
        cr_expect(axis.lo < axis.hi, "%s", cases[i].expected);
    }
}

Test(axis, nothing_to_show)
{
    const struct plot_axis axis = fitted("x (m)", true, INFINITY, -INFINITY);
    cr_expect(axis.empty && !axis.log && axis.lo < axis.hi);
    cr_expect_str_eq(axis.label, "x (m)");
}

Test(axis, logarithms_show_positive_numbers_only)
{
    const struct plot_axis axis = fitted("error", true, 1e-9, 1);
    cr_expect(plot_axis_shows(&axis, 1e-300) && !plot_axis_shows(&axis, 0) &&
              !plot_axis_shows(&axis, -1) && !plot_axis_shows(&axis, INFINITY));
    cr_expect_float_eq(plot_axis_position(&axis, axis.lo), 0, 1e-12);
    cr_expect_float_eq(plot_axis_position(&axis, axis.hi), 1, 1e-12);
    cr_expect_float_eq(plot_axis_position(&axis, sqrt(1e-9)), 0.5, 1e-12);
}

Test(axis, logarithms_as_far_as_doubles_go)
{
    struct plot_axis axis;
    plot_axis_fit(&axis, "error", true, 1e-300, 1e300, 0.06);
    cr_expect(axis.lo > 0 && axis.lo < 1e-300 && axis.hi > 1e300 && isfinite(axis.hi));
    cr_expect_float_eq(plot_axis_position(&axis, 1), 0.5, 1e-2);
}

static void write_axis(FILE *out, const void *what) { plot_axis_script(out, "x", what); }

Test(axis, logarithmic_ticks)
{
    static const struct {
        double lo, hi;
        const char *in, *out;
    } cases[] = {
        { 0.02, 60, "'0.1' 1e-1, '' 2e-1 1,", "'0.2'" },
        { 1e-9, 2e-3, "'10⁻⁸' 1e-8", "'10⁻⁹'-" },
        { 1e-30, 1, "'10⁻²⁸' 1e-28, '' 1e-27 1,", " 9e-" },
        { 2e7, 8e7, "'2·10⁷' 2e7, '' 3e7 1, '' 4e7 1, '5·10⁷' 5e7", "1e7" },
        { 3e6, 4e6, "'3·10⁶' 3000000, '4·10⁶' 4000000", "1e6" },
        { 1e-300, 1e300, "'10⁰' 1e0", "1e-1," },
        { 15, 60, "'20' 2e1, '' 3e1 1, '' 4e1 1, '50' 5e1", "1e1" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct plot_axis axis = fitted("h (s)", true, cases[i].lo, cases[i].hi);
        char *text = text_of(write_axis, &axis);
        cr_expect(strstr(text, cases[i].in) && !strstr(text, cases[i].out), "%s", text);
        free(text);
    }
}

/* However few labels there is room for, an axis has at least two, and not many more than asked
 * for. */
Test(axis, linear_ticks)
{
    for (unsigned labels = 1; labels <= 12; labels++)
        for (int i = 0; i < 100; i++) {
            const double lo = sin(i), hi = lo + exp(0.1 * (i - 50));
            struct plot_axis axis = fitted("", false, lo, hi);
            axis.labels = labels;
            static struct plot_tick ticks[PLOT_MOST_TICKS];
            const size_t n = plot_axis_ticks(&axis, ticks);
            cr_expect(n >= 2 && (double)n - 1 <= fmax(labels, 4), "%u labels: %zu", labels, n);
            for (size_t k = 0; k < n; k++) {
                /* The label says the value, to the six digits that it has. */
                const bool minus = strncmp(ticks[k].label, "−", strlen("−")) == 0;
                const double shown = strtod(ticks[k].label + (minus ? strlen("−") : 0), NULL);
                const double value = axis.offset + (minus ? -shown : shown) * axis.scale;
                cr_expect_float_eq(value, ticks[k].at, 1e-5 * fabs(shown * axis.scale) + 1e-300);
                cr_expect(ticks[k].at >= lo - 0.1 * (hi - lo) &&
                          ticks[k].at <= hi + 0.1 * (hi - lo));
            }
        }
}

static void write_quoted(FILE *out, const void *what) { plot_quote(out, what, strlen(what)); }

Test(text, means_itself)
{
    static const char *const cases[][2] = {
        { "", "''" },
        { "z_0 {/Symbol a} ^2 \\n \"q\" $x `ls` #", "'z_0 {/Symbol a} ^2 \\n \"q\" $x `ls` #'" },
        { "it's ''", "'it''s '''''" },
        { "two\nlines\t\x01\x7f", "'two lines  ?'" },
        { "µ − ⁻", "'µ − ⁻'" },
        { "\xff\xc3=\xe2\x82", "'?\?=?\?'" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = text_of(write_quoted, cases[i][0]);
        cr_expect_str_eq(text, cases[i][1]);
        free(text);
    }
}

Test(text, wraps_at_blanks)
{
    cr_expect_eq(plot_wrap("", 5), 0);
    cr_expect_eq(plot_wrap("abcde", 5), 5);
    cr_expect_eq(plot_wrap("ab cde", 5), 2);
    cr_expect_eq(plot_wrap("abcde f", 5), 5);
    cr_expect_eq(plot_wrap("abcdef", 5), 5, "a long word");
    cr_expect_eq(plot_wrap("µµµ µµ", 4), 6, "characters, not bytes");
}

Test(text, command_can_be_pasted_into_a_shell)
{
    char program[] = "simulate", option[] = "--velocity", value[] = "hold 1 1; it's", empty[] = "",
         path[] = "a/b_c.svg";
    char *const argv[] = { program, option, value, empty, path, NULL };
    char *text = plot_command("//benchmarks:simulate", 5, argv);
    cr_expect_str_eq(
        text, "bazel run //benchmarks:simulate -- --velocity 'hold 1 1; it'\\''s' '' a/b_c.svg");
    free(text);
}

enum { N = 200000, LIMIT = 5000 };

/* Thins to 500 x 200 pixels. */
static struct plot_kept thinned(const struct plot_series *s, double reach_x, double reach_y)
{
    const struct plot_axis x = fitted("", false, -reach_x, reach_x),
                           y = fitted("", false, -reach_y, reach_y);
    return plot_thin(s, &x, &y, 500, 200, LIMIT);
}

static bool keeps(const struct plot_kept *kept, size_t i)
{
    for (size_t j = 0; j < kept->n; j++)
        if (kept->at[j] == i)
            return true;
    return false;
}

/* Returns two arrays of N numbers. */
static double *space(void) { return memory_array(2 * (size_t)N, sizeof(double)); }

Test(thin, short_series_stay_whole_and_broken_where_they_are)
{
    const double x[] = { NAN, -1, 0, 0.5, 1, 1 }, y[] = { 0, 0, 1, NAN, INFINITY, -1 };
    const size_t expected[] = { 1, 2, PLOT_BREAK, 5 };
    const struct plot_series s = { .x = x, .y = y, .n = 6 };
    struct plot_kept kept = thinned(&s, 1, 1);
    cr_assert_eq(kept.n, 4);
    cr_expect_arr_eq(kept.at, expected, sizeof expected);
    free(kept.at);
}

Test(thin, single_extremes_of_a_long_series_stay)
{
    double *x = space(), *y = x + N;
    for (size_t i = 0; i < N; i++) {
        x[i] = 2.0 * (double)i / N - 1;
        y[i] = 0.5 * sin(300 * x[i]);
    }
    y[77777] = 1;
    y[77778] = -1;
    const struct plot_series s = { .x = x, .y = y, .n = N };
    struct plot_kept kept = thinned(&s, 1, 1);
    cr_expect(kept.n <= LIMIT && kept.n > 500, "%zu", kept.n);
    cr_expect(keeps(&kept, 0) && keeps(&kept, N - 1) && keeps(&kept, 77777) && keeps(&kept, 77778));
    for (size_t j = 1; j < kept.n; j++)
        cr_assert_gt(kept.at[j], kept.at[j - 1], "out of order");
    free(kept.at);
    free(x);
}

/* A loop run through many times is whole, up to where it stands upright within a column. */
Test(thin, repeated_loops_are_drawn_once)
{
    double *x = space(), *y = x + N;
    bool seen[360] = { false };
    unsigned missing = 0;
    for (size_t i = 0; i < N; i++) {
        x[i] = cos(0.01 * (double)i);
        y[i] = sin(0.01 * (double)i);
    }
    const struct plot_series s = { .x = x, .y = y, .n = N };
    struct plot_kept kept = thinned(&s, 1, 1);
    cr_expect(kept.n <= LIMIT && kept.n > 500, "%zu", kept.n);
    for (size_t j = 0; j < kept.n; j++)
        if (kept.at[j] != PLOT_BREAK)
            seen[(int)(fmod(0.01 * (double)kept.at[j], 6.2831853) * 57.29577) % 360] = true;
    for (unsigned k = 0; k < 360; k++)
        missing += !seen[k] && fabs(sin(k / 57.29577)) > 0.12;
    cr_expect_eq(missing, 0, "%u degrees of the circle missing", missing);
    free(kept.at);
    free(x);
}

/* The worst case: noise everywhere, in pieces, as a line and as points. */
Test(thin, whatever_comes_stays_below_the_limit)
{
    double *x = space(), *y = x + N;
    unsigned long long state = 1;
    for (size_t i = 0; i < 2 * (size_t)N; i++) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        x[i] = (double)(state >> 40) / (1 << 23) - 1;
    }
    for (int draw = PLOT_LINE; draw <= PLOT_LINE_POINTS; draw++) {
        const struct plot_series s = { .x = x, .y = y, .n = N, .draw = (enum plot_draw)draw };
        struct plot_kept kept = thinned(&s, 1, 1);
        cr_expect(kept.n > 16 && kept.n <= LIMIT, "%zu", kept.n);
        free(kept.at);
        for (size_t i = 0; i < N; i += draw == PLOT_LINE ? 3 : 2)
            y[i] = NAN;
    }
    free(x);
}

static void write_script(FILE *out, const void *what)
{
    plot_script(out, "a 'title'", "command --x", what, 3, 2);
}

Test(script, has_every_panel_and_is_the_same_twice)
{
    const double x[] = { 0, 1, 2 }, y[] = { -1, 5e-5, NAN };
    const struct plot_series series[] = {
        { .title = "a_b", .x = x, .y = y, .n = 3 },
        { .title = NULL, .x = x, .y = y, .n = 3, .style = 1, .draw = PLOT_POINTS },
    };
    const struct plot_panel panels[] = {
        { .title = "one", .x_label = "t (s)", .y_label = "z (m)", .series = series, .n = 2 },
        { .x_label = "t (s)", .y_label = "z (m)", .series = series, .n = 1, .log_y = true },
        { .x_label = "t (s)", .y_label = "z (m)" },
    };
    char *text = text_of(write_script, panels), *again = text_of(write_script, panels);
    cr_expect_str_eq(text, again);
    static const char *const parts[] = {
        "noenhanced",     "'a ''title'''", "'command --x'", "size 1200,",  "'a_b'",
        "set logscale y", "'z (m)'",       "'no data'",     "with points", "unset multiplot",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        cr_expect(strstr(text, parts[i]), "'%s' is not in: %s", parts[i], text);
    free(text);
    free(again);
}

static const double time_values[] = { 0, 1, 2 };
static const struct column columns[] = { { "t", "s", "time", time_values },
                                         { "z", "m", NULL, time_values } };
static const struct table table = { columns, 2, 3 };

Test(simulate, figure_of_an_unknown_column, .exit_code = 2)
{
    const struct figure figures[] = { { "one", "t", "z,zz", false }, { .title = NULL } };
    simulate_plot("never.svg", NULL, NULL, &table, figures);
}

Test(simulate, figure_against_an_unknown_column, .exit_code = 2)
{
    const struct figure figures[] = { { "one", "tt", "z", false }, { .title = NULL } };
    simulate_plot("never.svg", NULL, NULL, &table, figures);
}
