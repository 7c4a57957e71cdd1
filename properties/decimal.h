/* Numbers as witness files write them: decimal strings that mean exactly what they say. */
#ifndef BRISTLE_PROPERTIES_DECIMAL_H
#define BRISTLE_PROPERTIES_DECIMAL_H

#include <arb.h>
#include <stdbool.h>

enum { DECIMAL_TEXT = 64 };

/* Whether s is [-+]digits[.digits][e[-+]digits], with at most 400 digits and 4 in the exponent,
 * so that exact arithmetic on it stays cheap. */
bool decimal_valid(const char *s);

/* The sign of a valid decimal: -1, 0, 1. */
int decimal_sign(const char *s);

/* x = a valid decimal, rounded to prec bits, with a radius. */
void decimal_ball(arb_t x, const char *s, slong prec);

/* The shortest decimal that reads back as the same double, which must be finite. */
void decimal_of_double(char text[DECIMAL_TEXT], double value);

/* A decimal of 25 or 26 digits at or below (upper: at or above) every number in x. Returns false,
 * text unspecified, when x is not bounded or its exponent is beyond what decimal_valid takes. */
bool decimal_bound(char text[DECIMAL_TEXT], const arb_t x, bool upper);

#endif
