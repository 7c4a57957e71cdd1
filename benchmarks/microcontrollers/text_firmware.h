/* Firmware of a law that is a text or a file of C, built where the program runs, by the core's own
 * compiler. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_TEXT_FIRMWARE_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_TEXT_FIRMWARE_H

#include "benchmarks/microcontrollers/run.h"
#include "models/model.h"
#include "reference/arb/law.h"

/* What is to be built. */
struct text_firmware {
    const char *name, *code; /* of the law: its name, and its C (properties/plugin/text_law.h) */
    const char *square;      /* in that C the number of an exponent that is usually 2, or NULL */
    const char *const *methods;
    size_t n_methods;
};

/* The law on the host, for its judgement. */
struct text_tables {
    const struct model *model;
    const void *in_float;           /* struct model in float */
    const struct arb_law *rigorous; /* NULL: C, which has no balls */
};

/* Reads the law of --model; where tables is not NULL, compiles and loads it, too. Its texts stay,
 * and methods are the caller's. What is wrong ends the program, exit 2. Call before starting
 * threads. */
struct text_firmware text_firmware_read(const char *file, struct text_tables *tables);

/* Builds it for the core, in the precisions that the core has, into a new folder, the core's images
 * and sizes.csv, to be removed by program_remove. Returns false, with one line in message[n] that
 * says what is missing and how to install it, or what the compiler says. Call before starting
 * threads. */
bool text_firmware_build(const struct text_firmware *firmware, const struct embedded_core *core,
                         char folder[], size_t size, char message[], size_t n);

#endif
