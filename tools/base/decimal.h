/* Numbers as witness files write them: decimal strings that mean exactly what they say. */
#ifndef BRISTLE_TOOLS_BASE_DECIMAL_H
#define BRISTLE_TOOLS_BASE_DECIMAL_H

#include <arb.h>
#include <stdbool.h>

/* DECIMAL_EXACT_PREC: bits at which the balls of different decimals, or products of two, are apart.
 */
enum { DECIMAL_TEXT = 64, DECIMAL_EXACT_PREC = 4096 };

/* Whether s is [-+]digits[.digits][e[-+]digits], with at most 400 digits and 4 in the exponent,
 * so that exact arithmetic on it stays cheap. */
bool decimal_valid(const char *s);

/* The sign of a valid decimal: -1, 0, 1. */
int decimal_sign(const char *s);

/* The order of two valid decimals as exact numbers: negative, 0 or positive. */
int decimal_compare(const char *a, const char *b);

/* A valid decimal of at most `digits` significant digits (1 to 25) at or below (upper: at or above)
 * the valid decimal s, and next to it. */
void decimal_round(char text[DECIMAL_TEXT], const char *s, int digits, bool upper);

/* x = a valid decimal, rounded to prec bits, with a radius. */
void decimal_ball(arb_t x, const char *s, slong prec);

/* The shortest decimal that reads back as the same double, which must be finite. */
void decimal_of_double(char text[DECIMAL_TEXT], double value);

/* A decimal of 25 or 26 digits at or below (upper: at or above) every number in x. Returns false,
 * text unspecified, when x is not bounded or its exponent is beyond what decimal_valid takes. */
bool decimal_bound(char text[DECIMAL_TEXT], const arb_t x, bool upper);

/* Digits of a printed end of an enclosure: what a double keeps, and an end is less than two units
 * of the last one beyond the ball. */
enum { DECIMAL_END_DIGITS = 15 };

/* An end of x for people and scripts: a decimal of DECIMAL_END_DIGITS digits that bounds every
 * number in x both as it reads and, within the range of normal doubles, as the double nearest to
 * it. Where there is no such decimal: "inf" or "-inf"; "nan" where x is indeterminate. */
void decimal_end(char text[DECIMAL_TEXT], const arb_t x, bool upper);

#endif
