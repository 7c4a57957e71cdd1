/* Decimals: what is accepted, shortest texts of doubles, and bounds that are bounds. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/decimal.h"

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

/* Returns a double of any exponent. */
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

static void expect_round(const char *s, int digits, const char *low, const char *high)
{
    char text[DECIMAL_TEXT];
    decimal_round(text, s, digits, false);
    cr_expect_str_eq(text, low, "%s below: %s", s, text);
    decimal_round(text, s, digits, true);
    cr_expect_str_eq(text, high, "%s above: %s", s, text);
}

Test(round, goes_the_way_asked_for)
{
    expect_round("158.1133", 6, "158.113", "158.114");
    expect_round("-158.1133", 6, "-158.114", "-158.113");
    expect_round("158.113", 6, "158.113", "158.113");
    expect_round("999.9999", 3, "999", "1000");
    expect_round("0.00099999", 2, "0.00099", "0.001");
    expect_round("00012.50e3", 6, "12500", "12500");
    expect_round("0.000", 3, "0", "0");
    expect_round("1e-9999", 3, "1e-9999", "1e-9999");
}

static int sign_of(int x) { return (x > 0) - (x < 0); }

/* Compares decimals as balls of so many bits that different decimals do not overlap. */
Test(compare, is_that_of_exact_numbers)
{
    static const char *const s[] = { "0",      "-0.0",    "1",
                                     "1.000",  "10e-1",   "0.999999999999999999999999999999999",
                                     "-1",     "-1e-9",   "1e9999",
                                     "9e9998", "12.5",    "125e-1",
                                     "1e-400", "0.1e-399" };
    enum { N = sizeof s / sizeof *s };
    arb_t a, b;
    arb_init(a);
    arb_init(b);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            decimal_ball(a, s[i], 40000);
            decimal_ball(b, s[j], 40000);
            const int expected = arb_gt(a, b) - arb_lt(a, b);
            cr_expect_eq(sign_of(decimal_compare(s[i], s[j])), expected, "%s %s", s[i], s[j]);
        }
    arb_clear(b);
    arb_clear(a);
}

/* The printed end of x bounds it as a decimal and as a double, by less than two units of the last
 * digit. */
static void expect_end(const arb_t x, bool upper)
{
    char text[DECIMAL_TEXT];
    arb_t end, far, unit;
    arb_init(end);
    arb_init(far);
    arb_init(unit);
    decimal_end(text, x, upper);
    decimal_ball(end, text, 400);
    cr_expect(upper ? arb_le(x, end) : arb_le(end, x), "%s", text);
    const double value = strtod(text, NULL);
    arb_set_d(far, value);
    if (isfinite(value) && fabs(value) >= 0x1p-1022)
        cr_expect(upper ? arb_le(x, far) : arb_le(far, x), "%s as a double", text);
    arb_sub(far, end, x, 400);
    arb_abs(far, far);
    arb_abs(unit, x); /* 10^floor(log10 |x|) has the first digit's place */
    arb_log_base_ui(unit, unit, 10, 400);
    arb_floor(unit, unit, 400);
    arb_sub_ui(unit, unit, DECIMAL_END_DIGITS - 1, 400);
    arb_set_ui(end, 10);
    arb_pow(unit, end, unit, 400);
    arb_mul_2exp_si(unit, unit, 1);
    cr_expect(arb_lt(far, unit), "%s is far from it", text);
    arb_clear(unit);
    arb_clear(far);
    arb_clear(end);
}

Test(end, encloses_closely_as_a_decimal_and_as_a_double)
{
    uint64_t state = 3;
    arb_t x;
    arb_init(x);
    for (int i = 0; i < 5000; i++) {
        arb_set_d(x, any_double(&state));
        if (i % 2 == 0)
            arb_div_ui(x, x, 3, 200);
        if (i % 3 == 0)
            arb_mul(x, x, x, 200);
        expect_end(x, false);
        expect_end(x, true);
    }
    arb_clear(x);
}

Test(end, says_what_has_no_decimal)
{
    static const struct {
        const char *x, *low, *high;
    } cases[] = {
        { "0", "0", "0" },
        { "1", "1", "1" },
        { "1e20000", "1e9998", "inf" },
        { "-1e20000", "-inf", "-1e9998" },
        { "1e-20000", "0", "1e-9999" },
        { "-1e-20000", "-1e-9999", "0" },
        { "1 +/- inf", "-inf", "inf" },
        { "nan", "nan", "nan" },
    };
    arb_t x;
    arb_init(x);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char low[DECIMAL_TEXT], high[DECIMAL_TEXT];
        arb_set_str(x, cases[i].x, 128);
        decimal_end(low, x, false);
        decimal_end(high, x, true);
        cr_expect_str_eq(low, cases[i].low, "%s: %s", cases[i].x, low);
        cr_expect_str_eq(high, cases[i].high, "%s: %s", cases[i].x, high);
    }
    arb_clear(x);
}
