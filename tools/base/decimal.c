/* Compares and rounds decimals exactly, and rounds ends of balls outward. */
#include "tools/base/decimal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/decide.h"

enum {
    MAX_DIGITS = 400,
    MAX_EXPONENT_DIGITS = 4,
    MAX_EXPONENT = 9999,
    BOUND_DIGITS = 25,
    BOUND_PREC = 256, /* bits, for 26 digits and an exponent of 4 */
};

bool decimal_valid(const char *s)
{
    size_t digits = 0, exponent_digits = 0;
    s += *s == '-' || *s == '+';
    while (isdigit((unsigned char)*s))
        s++, digits++;
    if (digits == 0)
        return false;
    if (*s == '.') {
        const char *fraction = ++s;
        while (isdigit((unsigned char)*s))
            s++, digits++;
        if (s == fraction)
            return false;
    }
    if (*s == 'e' || *s == 'E') {
        s++;
        s += *s == '-' || *s == '+';
        while (isdigit((unsigned char)*s))
            s++, exponent_digits++;
        if (exponent_digits == 0 || exponent_digits > MAX_EXPONENT_DIGITS)
            return false;
    }
    return *s == '\0' && digits <= MAX_DIGITS;
}

int decimal_sign(const char *s)
{
    if (strcspn(s, "123456789") >= strcspn(s, "eE"))
        return 0;
    return *s == '-' ? -1 : 1;
}

/* +-0.d1 d2 ... dn times 10^point with d1 and dn not 0; n = 0: zero. */
struct digits {
    bool negative;
    char d[MAX_DIGITS + 2];
    int n;
    long point;
};

static void take_digits(struct digits *x, const char *s)
{
    bool fraction = false;
    *x = (struct digits){ .negative = *s == '-' };
    for (s += *s == '-' || *s == '+'; *s && *s != 'e' && *s != 'E'; s++)
        if (*s == '.')
            fraction = true;
        else {
            if (x->n > 0 || *s != '0')
                x->d[x->n++] = *s;
            x->point += x->n > 0 ? !fraction : -(long)fraction;
        }
    while (x->n > 0 && x->d[x->n - 1] == '0')
        x->n--;
    x->d[x->n] = '\0';
    if (*s)
        x->point += strtol(s + 1, NULL, 10);
    if (x->n == 0)
        *x = (struct digits){ .negative = false };
}

static int compare_magnitudes(const struct digits *a, const struct digits *b)
{
    if (a->n == 0 || b->n == 0)
        return (a->n > 0) - (b->n > 0);
    if (a->point != b->point)
        return a->point < b->point ? -1 : 1;
    return strcmp(a->d, b->d);
}

int decimal_compare(const char *a, const char *b)
{
    struct digits x, y;
    take_digits(&x, a);
    take_digits(&y, b);
    if (x.negative != y.negative)
        return x.negative ? -1 : 1;
    return x.negative ? compare_magnitudes(&y, &x) : compare_magnitudes(&x, &y);
}

void decimal_ball(arb_t x, const char *s, slong prec)
{
    if (arb_set_str(x, s, prec) != 0)
        arb_indeterminate(x); /* unreachable after decimal_valid */
}

/* Writes sign 0.d1 d2 d3 ... times 10^point: plainly where that is short, otherwise as
 * d1.d2d3...e... */
static void compose(char text[DECIMAL_TEXT], bool negative, const char *digits, long point)
{
    int n = (int)strlen(digits);
    while (n > 1 && digits[n - 1] == '0')
        n--;
    const char *sign = negative ? "-" : "";
    if (point > 16 || point < -5)
        snprintf(text, DECIMAL_TEXT, "%s%c%s%.*se%ld", sign, digits[0], n > 1 ? "." : "", n - 1,
                 digits + 1, point - 1);
    else if (point <= 0)
        snprintf(text, DECIMAL_TEXT, "%s0.%.*s%.*s", sign, (int)-point, "00000", n, digits);
    else if (n <= point)
        snprintf(text, DECIMAL_TEXT, "%s%.*s%.*s", sign, n, digits, (int)point - n,
                 "0000000000000000");
    else
        snprintf(text, DECIMAL_TEXT, "%s%.*s.%.*s", sign, (int)point, digits, n - (int)point,
                 digits + point);
}

/* Moves x to the next number of as many digits away from zero. */
static void next_magnitude(struct digits *x)
{
    int i = x->n - 1;
    while (i >= 0 && x->d[i] == '9')
        x->d[i--] = '0';
    if (i >= 0)
        x->d[i]++;
    else { /* 0.99 10^k becomes 0.10 10^(k+1) */
        x->d[0] = '1';
        x->point++;
    }
}

void decimal_round(char text[DECIMAL_TEXT], const char *s, int digits, bool upper)
{
    struct digits x;
    take_digits(&x, s);
    if (x.n > digits) {
        x.n = digits;
        x.d[digits] = '\0';
        if (x.negative != upper)
            next_magnitude(&x);
    }
    if (x.n == 0)
        snprintf(text, DECIMAL_TEXT, "0");
    else
        compose(text, x.negative, x.d, x.point);
}

void decimal_of_double(char text[DECIMAL_TEXT], double value)
{
    char number[32], digits[32];
    if (value == 0) {
        snprintf(text, DECIMAL_TEXT, "0");
        return;
    }
    for (int more = 0; more <= 16; more++) {
        snprintf(number, sizeof number, "%.*e", more, value);
        if (strtod(number, NULL) == value)
            break;
    }
    size_t n = 0;
    for (const char *c = number; *c != 'e'; c++)
        if (isdigit((unsigned char)*c))
            digits[n++] = *c;
    digits[n] = '\0';
    compose(text, value < 0, digits, strtol(strchr(number, 'e') + 1, NULL, 10) + 1);
}

/* The whole number next to x 10^shift on the outer side: below it or, with `upper`, above. Returns
 * false where there is none. */
static bool scaled(fmpz_t whole, const arb_t x, long shift, bool upper)
{
    arb_t power;
    arf_t end;
    arb_init(power);
    arf_init(end);
    arb_set_ui(power, 10);
    arb_pow_ui(power, power, (ulong)labs(shift), BOUND_PREC);
    if (shift >= 0)
        arb_mul(power, x, power, BOUND_PREC);
    else
        arb_div(power, x, power, BOUND_PREC);
    if (upper)
        arb_get_ubound_arf(end, power, BOUND_PREC);
    else
        arb_get_lbound_arf(end, power, BOUND_PREC);
    const bool fits = arf_is_finite(end) && arf_cmpabs_2exp_si(end, BOUND_PREC) < 0;
    if (fits)
        arf_get_fmpz(whole, end, upper ? ARF_RND_CEIL : ARF_RND_FLOOR);
    arf_clear(end);
    arb_clear(power);
    return fits;
}

/* Finds the shift by which x 10^shift has BOUND_DIGITS digits before the point, or one more. */
static bool shift_of(long *shift, const arb_t x)
{
    mag_t size;
    mag_init(size);
    arb_get_mag(size, x);
    const bool bounded = !mag_is_inf(size) && mag_cmp_2exp_si(size, 4L * MAX_EXPONENT) < 0 &&
                         mag_cmp_2exp_si(size, -4L * MAX_EXPONENT) > 0;
    if (bounded)
        *shift = BOUND_DIGITS - (long)floor(mag_get_d_log2_approx(size) * 0.30102999566398120);
    mag_clear(size);
    return bounded;
}

bool decimal_bound(char text[DECIMAL_TEXT], const arb_t x, bool upper)
{
    long shift;
    if (certainly(ball_is_zero(x))) {
        snprintf(text, DECIMAL_TEXT, "0");
        return true;
    }
    if (!shift_of(&shift, x))
        return false;
    fmpz_t whole;
    fmpz_init(whole);
    bool fits = scaled(whole, x, shift, upper);
    if (fits && fmpz_is_zero(whole))
        snprintf(text, DECIMAL_TEXT, "0");
    else if (fits) {
        char digits[BOUND_PREC];
        const bool negative = fmpz_sgn(whole) < 0;
        fmpz_abs(whole, whole);
        fmpz_get_str(digits, 10, whole);
        const long point = (long)strlen(digits) - shift;
        fits = labs(point) < MAX_EXPONENT && strlen(digits) + 16 < DECIMAL_TEXT;
        compose(text, negative, digits, point);
    }
    fmpz_clear(whole);
    return fits;
}

/* A bound of a number beyond 10^9998 or below 10^-9999: the last valid decimal, zero or nothing. */
static void far_end(char text[DECIMAL_TEXT], const arf_t end, bool upper)
{
    const bool negative = arf_sgn(end) < 0;
    if (negative == upper) /* towards zero */
        snprintf(text, DECIMAL_TEXT, "%s",
                 arf_cmpabs_2exp_si(end, 0) < 0 ? "0"
                 : negative                     ? "-1e9998"
                                                : "1e9998");
    else
        snprintf(text, DECIMAL_TEXT, "%s%s", negative ? "-" : "",
                 arf_cmpabs_2exp_si(end, 0) < 0 ? "1e-9999" : "inf");
}

void decimal_end(char text[DECIMAL_TEXT], const arb_t x, bool upper)
{
    enum { DOUBLE_BITS = 53 };
    char close[DECIMAL_TEXT];
    arb_t end;
    arb_init(end);
    if (upper)
        arb_get_ubound_arf(arb_midref(end), x, BOUND_PREC);
    else
        arb_get_lbound_arf(arb_midref(end), x, BOUND_PREC);
    arf_set_round(arb_midref(end), arb_midref(end), DOUBLE_BITS,
                  upper ? ARF_RND_CEIL : ARF_RND_FLOOR);
    if (arf_is_nan(arb_midref(x)))
        snprintf(text, DECIMAL_TEXT, "nan");
    else if (!arf_is_finite(arb_midref(end)))
        snprintf(text, DECIMAL_TEXT, upper ? "inf" : "-inf");
    else if (decimal_bound(close, end, upper))
        decimal_round(text, close, DECIMAL_END_DIGITS, upper);
    else
        far_end(text, arb_midref(end), upper);
    arb_clear(end);
}
