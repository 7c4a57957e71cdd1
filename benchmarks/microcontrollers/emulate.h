/* Runs one image in the emulator of its core and counts what it executes. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_EMULATE_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_EMULATE_H

#include "benchmarks/firmware/elf_file.h"
#include "benchmarks/microcontrollers/run.h"

struct embedded_emulation {
    const struct embedded_core *core;
    const char *counter, *runner; /* as in struct embedded_request (run.h) */
    const char *image;            /* path of the image, and its parsed content: */
    const struct elf_file *elf;
    const char *program;          /* the program's arguments, separated by single blanks */
    const char *const *functions; /* functions whose entries are counted, ended by NULL */
    uint64_t limit;               /* instructions that the image may take; 0: 4e9 */
    const char *console, *errors,
        *counts; /* files for the console, the emulator's errors, the counts */
};

enum { EMULATED_STACK_MET_DATA = 3 }; /* exit status of the AVR's runner */

bool embedded_is_avr(const struct embedded_core *core);

/* Returns the emulator's exit status; -1, with one line in message[n], if it did not run. */
int embedded_emulate(const struct embedded_emulation *emulation, char message[], size_t n);

#endif
