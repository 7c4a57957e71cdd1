/* Small pictures of witnesses: the signal is the file's, and the picture has its shape. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/sections/witness.h"
#include "properties/stored.h"
#include "reference/inputs/signal.h"
#include "tools/base/memory.h"

static char *drawn(const char *signal)
{
    struct memory_stream stream;
    witness_draw(memory_open(&stream), signal);
    return memory_close(&stream);
}

Test(witness, every_stored_witness_is_drawn)
{
    for (const struct stored_witness *w = stored_witnesses; w->name; w++) {
        char text[WITNESS_TEXT], error[SIGNAL_TEXT];
        struct signal signal;
        cr_assert(witness_signal_text(w->text, text), "%s", w->name);
        cr_assert(signal_parse(text, &signal, error), "%s: %s", w->name, error);
        char *svg = drawn(text);
        cr_expect(strstr(svg, "<svg") == svg && strstr(svg, "</svg>"), "%s", w->name);
        cr_expect(strstr(svg, text), "%s: no words for those who do not see", w->name);
        cr_expect(!strstr(svg, "nan") && !strstr(svg, "inf"), "%s: %s", w->name, svg);
        free(svg);
        signal_free(&signal);
    }
}

/* Finds the corners of the line, which nothing interrupts: x and y of each. */
static size_t corners(const char *svg, double x[], double y[], size_t most)
{
    size_t n = 0;
    static const char begin[] = "stroke-width=\"1.8\" d=\"";
    const char *at = strstr(svg, begin);
    cr_assert(at);
    for (at += strlen(begin); *at != '"' && n < most; n++) {
        char *end;
        cr_expect_eq(*at, n == 0 ? 'M' : 'L', "corner %zu: %s", n, at);
        x[n] = strtod(at + 1, &end);
        y[n] = strtod(end, &end);
        at = end;
    }
    return n;
}

Test(witness, a_reversal_crosses_the_middle_and_time_goes_on)
{
    enum { MOST = 64 };
    double x[MOST], y[MOST];
    char *svg = drawn("hold 1e-6 100; hold -1 0.001; hold 0 1; ramp 0 1 1");
    const size_t n = corners(svg, x, y, MOST);
    cr_assert_geq(n, 7);
    for (size_t i = 1; i < n; i++)
        cr_expect(x[i] >= x[i - 1], "corner %zu", i);
    cr_expect(y[0] < 48 && y[1] < 48 && y[2] > y[1] && y[2] > 48, "%s", svg);
    cr_expect(y[0] > y[n - 1], "slow is drawn no lower than fast: %s", svg);
    cr_expect(x[1] - x[0] > x[3] - x[2], "long is drawn no wider than short: %s", svg);
    free(svg);
}

Test(witness, what_is_no_witness_is_not_drawn)
{
    static const char *const wrong[] = { "", "{}", "{\"signal\": []}",
                                         "{\"signal\": [{\"kind\": \"leap\"}]}",
                                         "{\"signal\": [{\"kind\": \"hold\", \"v\": \"1\"}]}" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[WITNESS_TEXT];
        cr_expect(!witness_signal_text(wrong[i], text), "%s", wrong[i]);
    }
    char *svg = drawn("no signal");
    cr_expect_str_empty(svg);
    free(svg);
}

/* Returns v at a time of one of these signals, for a corner: 25 of a segment that is no hold. */
static double velocity_at(size_t i, double part)
{
    switch (i) {
    case 0:
        return 1e-6;
    case 1:
        return -2 + 6 * part;
    case 2:
        return 0;
    default:
        return -1e-3;
    }
}

/* Widths are 3 + log10 of the duration over the shortest, together 554 pixels from 3 on; heights
 * are log10 of ten times the speed over the slowest, 29 pixels for the fastest, about 48. */
Test(witness, corners_are_where_velocity_and_duration_say)
{
    static const double durations[] = { 0.1, 10, 0.01, 1 };
    enum { MOST = 64 };
    char *svg = drawn("hold 1e-6 0.1; ramp -2 4 10; hold 0 0.01; hold -1e-3 1");
    double x[MOST], y[MOST], sum = 0, from = 3, least = 1e-6;
    const size_t n = corners(svg, x, y, MOST);
    size_t k = 0;
    cr_assert_eq(n, 3 * 2 + 25, "%zu corners", n);
    for (size_t i = 0; i < 4; i++)
        sum += 3 + log10(durations[i] / 0.01);
    for (size_t i = 0; i < 4; i++) {
        const double width = 554 * (3 + log10(durations[i] / 0.01)) / sum;
        for (int c = 0; c <= 24; c += i == 1 ? 1 : 24, k++) {
            const double v = velocity_at(i, c / 24.0);
            const double share = log10(10 * fabs(v) / least) / log10(10 * 4 / least);
            const double height = fabs(v) > 1e-12 ? copysign(fmax(share, 0), v) * 29 : 0;
            cr_expect_float_eq(x[k], from + width * c / 24, 0.0501, "corner %zu: %g", k, x[k]);
            cr_expect_float_eq(y[k], 48 - height, 0.0501, "corner %zu: %g", k, y[k]);
        }
        from += width;
    }
    cr_expect(strstr(svg, "viewBox=\"0 0 560 110\" width=\"560\" height=\"110\"") &&
              strstr(svg, "d=\"M0 48H560\""));
    free(svg);
}

/* Speeds stand beside the line, durations at the bottom, with the prefixes of their units. */
Test(witness, speeds_and_durations_are_written)
{
    static const struct {
        const char *signal, *words;
    } cases[] = {
        { "hold 1e-3 0.1", "|1 mm/s|100 ms|" },
        { "hold -2.5e-5 1e-4; hold 0 1000", "|−25 µm/s|100 µs|at rest|1 ks|" },
        { "hold 2e-15 5e12; hold 3e-17 1e15", "|2 fm/s|5 Ts|0.03 fm/s|1e+03 Ts|" },
        { "ramp 0.5 -1 2", "|500 mm/s → −1 m/s|2 s|" },
        { "sine 0 1 6.28 0 3; chirp 0 1 2 3 4", "|wave|3 s|chirp|4 s|" },
        { "hold 1 1;hold 1 1;hold 1 1;hold 1 1;hold 1 1;hold 1 1;hold 1 1;hold 1 1;hold 1 1", "|" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *svg = drawn(cases[i].signal), words[256] = "|";
        for (const char *at = svg; (at = strstr(at, "<text")) != NULL;) {
            at = strchr(at, '>') + 1;
            snprintf(words + strlen(words), sizeof words - strlen(words), "%.*s|",
                     (int)strcspn(at, "<"), at);
        }
        cr_expect_str_eq(words, cases[i].words, "%s: %s", cases[i].signal, words);
        free(svg);
    }
}

/* Each kind of segment has its fields in the grammar's order. */
Test(witness, every_kind_of_segment_becomes_text)
{
    static const char json[] =
        "{\"signal\": [{\"kind\": \"hold\", \"v\": \"1\", \"t\": \"2\"},"
        "{\"kind\": \"ramp\", \"v0\": \"3\", \"v1\": \"4\", \"t\": \"5\"},"
        "{\"kind\": \"sine\", \"t\": \"10\", \"phase\": \"9\", \"omega\": \"8\", "
        "\"amp\": \"7\", \"mean\": \"6\"},"
        "{\"kind\": \"cosine\", \"mean\": \"11\", \"amp\": \"12\", \"omega\": \"13\", "
        "\"phase\": \"14\", \"t\": \"15\"},"
        "{\"kind\": \"chirp\", \"mean\": \"16\", \"amp\": \"17\", \"w0\": \"18\", "
        "\"w1\": \"19\", \"t\": \"20\"}]}";
    char text[WITNESS_TEXT];
    cr_assert(witness_signal_text(json, text));
    cr_expect_str_eq(text, "hold 1 2; ramp 3 4 5; sine 6 7 8 9 10; cosine 11 12 13 14 15; "
                           "chirp 16 17 18 19 20");
}
