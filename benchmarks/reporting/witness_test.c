/* Small pictures of witnesses: the signal is the file's, and the picture has its shape. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/reporting/witness.h"
#include "properties/stored.h"
#include "reference/inputs/signal.h"

static char *drawn(const char *signal)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    cr_assert(out);
    witness_draw(out, signal);
    cr_assert_eq(fclose(out), 0);
    return text;
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

/* Finds the corners of the line: x and y of each. */
static size_t corners(const char *svg, double x[], double y[], size_t most)
{
    size_t n = 0;
    static const char begin[] = "stroke-width=\"1.8\" d=\"";
    const char *at = strstr(svg, begin);
    cr_assert(at);
    for (at += strlen(begin); *at != '"' && n < most; n++) {
        char *end;
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
    cr_expect(y[0] < 22 && y[1] < 22 && y[2] > y[1] && y[2] > 22, "%s", svg);
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
