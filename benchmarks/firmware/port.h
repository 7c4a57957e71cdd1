/* The environment of a program on a microcontroller: a console, a command line, an end. Implemented
 * by semihosting on Cortex-M and RISC-V, by two registers that avr_runner.c watches on the AVR.
 * Start-up code calls main() and exits with its return value. */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_PORT_H
#define BRISTLE_BENCHMARKS_FIRMWARE_PORT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Writes n bytes to the host's standard output. */
void port_write(const char text[], size_t n);

/* Copies the host's command line, words separated by blanks, cut off at size. */
void port_command_line(char line[], size_t size);

/* Ends the program; status becomes the emulator's exit status where possible. */
_Noreturn void port_exit(int status);

/* Returns the lowest address to which the stack may grow. */
unsigned char *port_stack_limit(void);

/* PORT_CONSTANT marks data that stay in flash, also where flash is an address space of its own;
 * port_copy fetches them. */
#if defined __AVR__
#include <avr/pgmspace.h>
#define PORT_CONSTANT PROGMEM
static inline void port_copy(void *to, const void *from, size_t n) { memcpy_P(to, from, n); }
#else
#define PORT_CONSTANT
static inline void port_copy(void *to, const void *from, size_t n) { memcpy(to, from, n); }
#endif

/* Returns the present end of the stack. */
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
