/* Witnesses as small pictures of their velocity. */
#ifndef BRISTLE_BENCHMARKS_REPORTING_WITNESS_H
#define BRISTLE_BENCHMARKS_REPORTING_WITNESS_H

#include <stdbool.h>
#include <stdio.h>

enum { WITNESS_TEXT = 2048 };

/* The signal of a witness file in the velocity grammar; false: it is no such file. */
bool witness_signal_text(const char *json, char text[WITNESS_TEXT]);

/* The signal as SVG, v over time: heights are the logarithm of the speed, in decades above a tenth
 * of the slowest, and a segment is as wide as the logarithm of how long it lasts, since both go
 * over ten orders of magnitude. Nothing is written for what is no signal. */
void witness_draw(FILE *out, const char *signal);

#endif
