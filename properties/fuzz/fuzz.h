/* Fuzzing: one file for each parser defines one entry point, under the name that libFuzzer expects.
 * fuzz_main.c calls it on files, on standard input and on random inputs; libFuzzer calls it on
 * inputs that it generates. */
#ifndef BRISTLE_PROPERTIES_FUZZ_FUZZ_H
#define BRISTLE_PROPERTIES_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Takes any bytes. Every input must either be accepted by the parser or be refused with one clear
 * line; otherwise aborts, with the reason on stderr. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Aborts with the text `what` unless the condition is true. */
void fuzz_demand(bool condition, const char *what);

/* Demands that the text is one nonempty line without control characters at its end. */
void fuzz_demand_line(const char *text);

/* Returns the bytes as a text, to be freed; bytes behind a zero byte are lost. */
char *fuzz_text(const uint8_t *data, size_t size);

#endif
