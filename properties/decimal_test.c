/* Decimals: what is accepted, shortest texts of doubles, and bounds that are bounds. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "properties/decimal.h"

Test(valid, is_what_it_says)
{
    static const char *const good[] = { "0",    "-0",     "+1",    "1.5",     "00.50",
                                        "1e-7", "1E+007", "-2e-0", "1.5e9999" };
    static const char *const bad[] = { "",    "-",    ".5",    "5.",  "1e",    "e5",
                                       "nan", "inf",  "0x10",  "1 ",  " 1",    "1e99999",
                                       "--1", "1e+-", "1.2.3", "1,5", "1e5.0", "1_0" };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        cr_expect(decimal_valid(good[i]), "%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect(!decimal_valid(bad[i]), "%s", bad[i]);
    char digits[512] = { 0 };
    memset(digits, '7', 400);
    cr_expect(decimal_valid(digits));
    digits[400] = '7';
    cr_expect(!decimal_valid(digits));
}

Test(valid, signs)
{
    static const struct {
        const char *text;
        int sign;
    } known[] = { { "0", 0 },       { "-0", 0 }, { "0.000e5", 0 }, { "-0e9", 0 }, { "1e-9999", 1 },
                  { "-0.001", -1 }, { "+5", 1 }, { "-7E2", -1 },   { "0.0e1", 0 } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        cr_expect_eq(decimal_sign(known[i].text), known[i].sign, "%s", known[i].text);
}

/* Every layout: plain and with an exponent, with digits on either side of the point. */
Test(shortest, texts)
{
    static const struct {
        double value;
        const char *text;
    } known[] = {
        { 0, "0" },
        { 1, "1" },
        { -1.5, "-1.5" },
        { 1e9, "1000000000" },
        { 1e5, "100000" },
        { 1e-5, "0.00001" },
        { 0.1, "0.1" },
        { 1e-14, "1e-14" },
        { 1e300, "1e300" },
        { 123.25, "123.25" },
        { 316.22776601683796, "316.22776601683796" },
        { DBL_MIN, "2.2250738585072014e-308" },
        { DBL_TRUE_MIN, "5e-324" },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char text[DECIMAL_TEXT];
        decimal_of_double(text, known[i].value);
        cr_expect_str_eq(text, known[i].text);
    }
}

static uint64_t next(uint64_t *state)
{
    return *state = *state * 6364136223846793005u + 1442695040888963407u;
}

/* A double of any exponent. */
static double any_double(uint64_t *state)
{
    double value = NAN;
    while (!isfinite(value)) {
        const uint64_t bits = next(state) ^ next(state) >> 31;
        memcpy(&value, &bits, sizeof value);
    }
    return value;
}

Test(shortest, reads_back)
{
    uint64_t state = 1;
    for (int i = 0; i < 20000; i++) {
        char text[DECIMAL_TEXT];
        const double value = any_double(&state);
        decimal_of_double(text, value);
        cr_expect(decimal_valid(text) && strtod(text, NULL) == value, "%a: %s", value, text);
    }
}

/* Both bounds contain the ball, and are not wider than two units of the 25th digit. */
Test(bound, encloses_closely)
{
    uint64_t state = 2;
    arb_t x, lo, hi, width;
    arb_init(x);
    arb_init(lo);
    arb_init(hi);
    arb_init(width);
    for (int i = 0; i < 5000; i++) {
        char low[DECIMAL_TEXT], high[DECIMAL_TEXT];
        arb_set_d(x, any_double(&state));
        arb_div_ui(x, x, 3, 200);
        if (i % 3 == 0)
            arb_mul(x, x, x, 200);
        cr_assert(decimal_bound(low, x, false) && decimal_bound(high, x, true));
        cr_assert(decimal_valid(low) && decimal_valid(high), "%s %s", low, high);
        decimal_ball(lo, low, 400);
        decimal_ball(hi, high, 400);
        cr_expect(arb_le(lo, x) && arb_le(x, hi), "%s %s", low, high);
        arb_sub(width, hi, lo, 400);
        arb_div(width, width, x, 400);
        arb_abs(width, width);
        arb_set_d(lo, 2e-24);
        cr_expect(arb_le(width, lo), "%s %s", low, high);
    }
    char text[DECIMAL_TEXT];
    arb_zero(x);
    cr_expect(decimal_bound(text, x, true) && strcmp(text, "0") == 0);
    arb_pos_inf(x);
    cr_expect(!decimal_bound(text, x, true));
    arb_indeterminate(x);
    cr_expect(!decimal_bound(text, x, false));
    arb_set_str(x, "1e20000", 64);
    cr_expect(!decimal_bound(text, x, false), "an exponent that no witness takes");
    arb_set_str(x, "0 +/- 1e-30", 64);
    cr_expect(decimal_bound(text, x, false) && decimal_sign(text) < 0);
    cr_expect(decimal_bound(text, x, true) && decimal_sign(text) > 0);
    arb_clear(width);
    arb_clear(hi);
    arb_clear(lo);
    arb_clear(x);
}
