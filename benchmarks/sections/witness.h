/* Draws witnesses as pictures of their velocity. */
#ifndef BRISTLE_BENCHMARKS_SECTIONS_WITNESS_H
#define BRISTLE_BENCHMARKS_SECTIONS_WITNESS_H

#include <stdbool.h>
#include <stdio.h>

enum { WITNESS_TEXT = 2048 };

/* Writes the signal of a witness file in the velocity grammar. Returns false when the text is no
 * witness. */
bool witness_signal_text(const char *json, char text[WITNESS_TEXT]);

/* Draws the signal as SVG, v over time: heights are logarithms of the speed, in decades above a
 * tenth of the smallest nonzero speed; widths are logarithms of the duration, since both go over
 * ten orders of magnitude. Speeds and durations of up to eight segments stand beside them. Writes
 * nothing for a text that is no signal. */
void witness_draw(FILE *out, const char *signal);

#endif
