/* Numbers as strtod has them, to the last bit. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/logs/log_number.h"
#include "tools/testing/test_random.h"

/* Random decimals of up to 24 digits, with and without point and exponent. */
static void write_decimal(unsigned long long *state, char text[64])
{
    char *c = text;
    const int digits = 1 + (int)(24 * test_uniform(state));
    const int mark = (int)(26 * test_uniform(state));
    if (test_uniform(state) < 0.5)
        *c++ = test_uniform(state) < 0.8 ? '-' : '+';
    for (int i = 0; i < digits; i++) {
        if (i == mark)
            *c++ = '.';
        *c++ = (char)('0' + (int)(10 * test_uniform(state)));
    }
    *c = '\0';
    if (test_uniform(state) < 0.5)
        snprintf(c, 16, "%c%+d", test_uniform(state) < 0.5 ? 'e' : 'E',
                 (int)(80 * test_uniform(state)) - 40);
}

Test(number, is_correctly_rounded)
{
    unsigned long long state = test_seed();
    for (int i = 0; i < 200000; i++) {
        char text[64], mark = 0;
        double value = NAN;
        write_decimal(&state, text);
        cr_assert(log_number(text, &mark, &value) == LOG_NUMBER, "'%s'", text);
        cr_assert(value == strtod(text, NULL), "'%s': %a, not %a", text, value, strtod(text, NULL));
        cr_assert_eq(mark, strchr(text, '.') ? '.' : 0);
    }
}

Test(number, is_told_from_none)
{
    static const struct {
        const char *text;
        enum log_number is;
        double value;
    } cases[] = {
        { "0", LOG_NUMBER, 0 },
        { "-0.5", LOG_NUMBER, -0.5 },
        { "+.5e1", LOG_NUMBER, 5 },
        { "5.", LOG_NUMBER, 5 },
        { "000000000000000000000000000000.25", LOG_NUMBER, 0.25 },
        { "9007199254740993", LOG_NUMBER, 9007199254740992 },
        { "123456789012345678901234567890", LOG_NUMBER, 123456789012345678901234567890.0 },
        { "1e-400", LOG_NUMBER, 0 },
        { "", LOG_NUMBER_NONE, 0 },
        { "nan", LOG_NUMBER_NONE, 0 },
        { "NaN", LOG_NUMBER_NONE, 0 },
        { "-inf", LOG_NUMBER_NONE, 0 },
        { "1e400", LOG_NUMBER_NONE, 0 },
        { "1e99999999999", LOG_NUMBER_NONE, 0 },
        { "abc", LOG_NUMBER_TEXT, 0 },
        { "1.5mm", LOG_NUMBER_TEXT, 0 },
        { "1 2", LOG_NUMBER_TEXT, 0 },
        { ".", LOG_NUMBER_TEXT, 0 },
        { "-", LOG_NUMBER_TEXT, 0 },
        { "1e", LOG_NUMBER_TEXT, 0 },
        { "1e+", LOG_NUMBER_TEXT, 0 },
        { "1.2.3", LOG_NUMBER_TEXT, 0 },
        { "1,234.5", LOG_NUMBER_TEXT, 0 },
        { "12:30", LOG_NUMBER_TEXT, 0 },
        { "--1", LOG_NUMBER_TEXT, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char mark = 0;
        double value = NAN;
        cr_expect_eq(log_number(cases[i].text, &mark, &value), cases[i].is, "'%s'", cases[i].text);
        cr_expect(cases[i].is != LOG_NUMBER || value == cases[i].value, "'%s': %g", cases[i].text,
                  value);
    }
}

/* A cell may be of any length; a number has fewer than 512 characters. */
Test(number, may_be_long)
{
    static const size_t lengths[] = { 500, 511, 512, 513, 100000 };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        char *text = malloc(lengths[i] + 1), mark = 0;
        double value = NAN;
        memset(text, 'x', lengths[i]);
        text[lengths[i]] = '\0';
        cr_expect_eq(log_number(text, &mark, &value), LOG_NUMBER_TEXT, "%zu", lengths[i]);
        memset(text, '0', lengths[i]);
        text[1] = '.';
        text[lengths[i] - 1] = '5';
        const bool is_number = lengths[i] < 512;
        cr_expect_eq(log_number(text, &mark, &value), is_number ? LOG_NUMBER : LOG_NUMBER_TEXT,
                     "%zu", lengths[i]);
        cr_expect(!is_number || value == strtod(text, NULL), "%zu: %g", lengths[i], value);
        free(text);
    }
}

/* A file has one decimal mark. */
Test(number, has_the_mark_of_the_others)
{
    char mark = 0;
    double value;
    cr_expect(log_number("12", &mark, &value) == LOG_NUMBER && mark == 0);
    cr_expect(log_number("-1,25e1", &mark, &value) == LOG_NUMBER && mark == ',' && value == -12.5);
    cr_expect(log_number("0,12345678901234567890123", &mark, &value) == LOG_NUMBER &&
              value == 0.12345678901234567890123);
    cr_expect_eq(log_number("1.5", &mark, &value), LOG_NUMBER_OTHER_MARK);
    mark = '.';
    cr_expect_eq(log_number("1,234", &mark, &value), LOG_NUMBER_OTHER_MARK);
    cr_expect(log_number("1.234", &mark, &value) == LOG_NUMBER && value == 1.234);
}
