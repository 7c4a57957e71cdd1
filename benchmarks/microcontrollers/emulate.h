/* One image in the emulator of its core, with what it executes counted. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_EMULATE_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_EMULATE_H

#include "benchmarks/firmware/elf_file.h"
#include "benchmarks/microcontrollers/run.h"

struct embedded_emulation {
    const struct embedded_core *core;
    const char *counter, *runner; /* as in struct embedded_request */
    const char *image;            /* the path of its file, and what that holds: */
    const struct elf_file *elf;
    const char *program;          /* the words that the program is given, one blank apart */
    const char *const *functions; /* whose entries are counted, ended by NULL */
    uint64_t limit;               /* instructions that it may take; 0: 4e9 */
    const char *console, *errors,
        *counts; /* files for what it says, the emulator says, is counted */
};

enum { EMULATED_STACK_MET_DATA = 3 }; /* the AVR's runner exits so */

bool embedded_is_avr(const struct embedded_core *core);

/* The emulator's exit status; -1, with one line in message[n], where it did not run. */
int embedded_emulate(const struct embedded_emulation *emulation, char message[], size_t n);

#endif
