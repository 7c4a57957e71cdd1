/* Numbers as witness files write them: decimal strings that mean exactly what they say. */
#ifndef BRISTLE_TOOLS_BASE_DECIMAL_H
#define BRISTLE_TOOLS_BASE_DECIMAL_H

#include <arb.h>
#include <stdbool.h>

/* DECIMAL_EXACT_PREC: bits at which the balls of different decimals, or of products of two, do not
 * overlap. */
enum { DECIMAL_TEXT = 64, DECIMAL_EXACT_PREC = 4096 };

/* Returns true when s is [-+]digits[.digits][e[-+]digits], with at most 400 digits and 4 in the
 * exponent, so that exact arithmetic on it stays cheap. */
bool decimal_valid(const char *s);

/* Returns the sign of a valid decimal: -1, 0, 1. */
int decimal_sign(const char *s);

/* Compares two valid decimals as exact numbers: returns a negative number, 0 or a positive
 * number. */
int decimal_compare(const char *a, const char *b);

/* Writes the valid decimal of at most `digits` significant digits (1 to 25) next to the valid
 * decimal s: at or below s or, with `upper`, at or above. */
void decimal_round(char text[DECIMAL_TEXT], const char *s, int digits, bool upper);

/* x <- a valid decimal, rounded to prec bits, with a radius. */
void decimal_ball(arb_t x, const char *s, slong prec);

/* Writes the shortest decimal that reads back as the same double, which must be finite. */
void decimal_of_double(char text[DECIMAL_TEXT], double value);

/* Writes a decimal of 25 or 26 digits at or below (upper: at or above) every number in x. Returns
 * false, text unspecified, when x is not bounded or its exponent is beyond what decimal_valid
 * takes. */
bool decimal_bound(char text[DECIMAL_TEXT], const arb_t x, bool upper);

/* Digits of a printed end of an enclosure: what a double keeps, and an end is less than two units
 * of the last one beyond the ball. */
enum { DECIMAL_END_DIGITS = 15 };

/* Writes an end of x for people and scripts: a decimal of DECIMAL_END_DIGITS digits that bounds
 * every number in x both as it reads and, within the range of normal doubles, as the double nearest
 * to it. Where there is no such decimal: "inf" or "-inf"; "nan" where x is indeterminate. */
void decimal_end(char text[DECIMAL_TEXT], const arb_t x, bool upper);

#endif
