/* What a program on a microcontroller asks of its surroundings: a console, a command line, an
 * end. Implemented by semihosting on Cortex-M and RISC-V, by two registers that our runner
 * watches on the AVR. Start-up code calls main() and exits with what it returns. */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_PORT_H
#define BRISTLE_BENCHMARKS_FIRMWARE_PORT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Writes n bytes to the host's standard output. */
void port_write(const char text[], size_t n);

/* The words that the host has given, separated by blanks, cut off where size is too small. */
void port_command_line(char line[], size_t size);

/* The end; status is the emulator's own where it can be. */
_Noreturn void port_exit(int status);

/* The lowest address that the stack may grow to. */
unsigned char *port_stack_limit(void);

/* PORT_CONSTANT: data that stay in flash, also where that is an address space of its own;
 * port_copy fetches them. */
#if defined __AVR__
#include <avr/pgmspace.h>
#define PORT_CONSTANT PROGMEM
static inline void port_copy(void *to, const void *from, size_t n) { memcpy_P(to, from, n); }
#else
#define PORT_CONSTANT
static inline void port_copy(void *to, const void *from, size_t n) { memcpy(to, from, n); }
#endif

/* Where the stack ends now. */
static inline unsigned char *port_stack_pointer(void)
{
    unsigned char *sp;
#if defined __AVR__
    __asm__ volatile("in %A0, __SP_L__\n\tin %B0, __SP_H__" : "=r"(sp));
#elif defined __riscv
    __asm__ volatile("mv %0, sp" : "=r"(sp));
#else
    __asm__ volatile("mov %0, sp" : "=r"(sp));
#endif
    return sp;
}

#endif
