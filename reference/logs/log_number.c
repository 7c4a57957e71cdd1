/* Reads numbers: those of up to 19 digits whose value follows exactly from two doubles by hand,
 * which is several times as fast, and others by strtod. */
#include "reference/logs/log_number.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 512, DIGITS = 19, EXACT_POWER = 22 };

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* A decimal number as it is written: digits 10^exponent. */
struct decimal {
    bool is_negative;
    uint64_t digits;
    int n_digits; /* those behind leading zeros; of more than DIGITS, `digits` says nothing */
    int exponent;
};

static const char *read_digits(const char *c, struct decimal *d)
{
    for (; is_digit(*c); c++) {
        if (d->digits == 0 && *c == '0')
            continue;
        if (d->n_digits++ < DIGITS)
            d->digits = 10 * d->digits + (uint64_t)(*c - '0');
    }
    return c;
}

/* Returns what follows a decimal number at c, or c where there is none; `mark` is the one that it
 * has, 0: none. */
static const char *read_decimal(const char *c, struct decimal *d, char *mark)
{
    const char *const begin = c;
    enum { FAR = 10000 };
    *d = (struct decimal){ .is_negative = *c == '-' };
    *mark = 0;
    c += *c == '-' || *c == '+';
    const char *const whole = c;
    c = read_digits(c, d);
    size_t n = (size_t)(c - whole);
    if (*c == '.' || *c == ',') {
        *mark = *c++;
        const char *const part = c;
        c = read_digits(c, d);
        d->exponent = -(int)(c - part); /* a line is short */
        n += (size_t)(c - part);
    }
    if (n == 0)
        return begin;
    if (*c != 'e' && *c != 'E')
        return c;
    const bool is_down = c[1] == '-';
    const char *e = c + 1 + (c[1] == '-' || c[1] == '+');
    if (!is_digit(*e))
        return begin;
    int exponent = 0;
    for (; is_digit(*e); e++)
        exponent = exponent < FAR ? 10 * exponent + (*e - '0') : exponent;
    d->exponent += is_down ? -exponent : exponent;
    return e;
}

/* Reads what is not done by hand, with a point as strtod has it. */
static enum log_number read_slowly(const char *text, double *value)
{
    char copy[TEXT], *end;
    const size_t n = strlen(text);
    if (n >= sizeof copy)
        return LOG_NUMBER_TEXT;
    for (size_t i = 0; i <= n; i++)
        copy[i] = text[i] == ',' ? '.' : text[i];
    *value = strtod(copy, &end);
    if (end == copy || *end)
        return LOG_NUMBER_TEXT;
    return isfinite(*value) ? LOG_NUMBER : LOG_NUMBER_NONE;
}

enum log_number log_number(const char *text, char *mark, double *value)
{
    static const double powers[EXACT_POWER + 1] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    struct decimal d;
    char own;
    if (!*text)
        return LOG_NUMBER_NONE;
    const char *end = read_decimal(text, &d, &own);
    if (end == text) /* "nan" */
        return read_slowly(text, value);
    if (*end)
        return LOG_NUMBER_TEXT;
    if (own && *mark && own != *mark)
        return LOG_NUMBER_OTHER_MARK;
    if (own)
        *mark = own;
    if (d.n_digits > DIGITS || d.digits > (UINT64_C(1) << 53) || abs(d.exponent) > EXACT_POWER)
        return read_slowly(text, value);
    const double digits = d.is_negative ? -(double)d.digits : (double)d.digits;
    *value = d.exponent < 0 ? digits / powers[-d.exponent] : digits * powers[d.exponent];
    return LOG_NUMBER;
}
