/* The functions of C99 that avr-libc's <math.h> does not declare and models/real.h wraps. A program
 * that calls one of them does not link, and its row says so. */
#include_next <math.h>

#ifndef BRISTLE_AVR_MATH_H
#define BRISTLE_AVR_MATH_H

float exp2f(float x);
float expm1f(float x);
float log1pf(float x);
float nextafterf(float x, float y);

#endif
