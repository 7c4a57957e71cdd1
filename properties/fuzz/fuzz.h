/* Fuzzing: one file for each parser defines one entry point, by the name that libFuzzer expects.
 * fuzz_main.c calls it on files, on standard input and on random inputs, libFuzzer with what it
 * breeds.
 */
#ifndef BRISTLE_PROPERTIES_FUZZ_FUZZ_H
#define BRISTLE_PROPERTIES_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Takes any bytes. Aborts, with what is wrong on stderr, when what must hold for every input does
 * not: the parser accepts, or says why not in one clear line. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Aborts with that text unless the condition is met. */
void fuzz_demand(bool condition, const char *what);

/* Demands one line that says something, without control characters at its end. */
void fuzz_demand_line(const char *text);

/* The bytes as a text, to be freed; what lies behind a zero byte is lost. */
char *fuzz_text(const uint8_t *data, size_t size);

#endif
