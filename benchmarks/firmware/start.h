/* The parts of start-up that Cortex-M and RISC-V share; the symbols are those of picolibc's linker
 * script. */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_START_H
#define BRISTLE_BENCHMARKS_FIRMWARE_START_H

#include "benchmarks/firmware/port.h"

extern uint32_t __data_start[], __data_end[], __data_source[], __bss_start[], __bss_end[];

int main(void);

/* Initialises memory as C expects it, then runs the program. */
static inline _Noreturn void start_program(void)
{
    const uint32_t *from = __data_source;
    for (uint32_t *to = __data_start; to < __data_end;)
        *to++ = *from++;
    for (uint32_t *to = __bss_start; to < __bss_end;)
        *to++ = 0;
    port_exit(main());
}

/* The processor refused an instruction: writes that to the console and ends. */
static inline _Noreturn void start_fault(void)
{
    static const char text[] = "\nfault\n";
    port_write(text, sizeof text - 1);
    port_exit(1);
}

#endif
