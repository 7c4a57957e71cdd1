/* The port of the AVR: avr_runner.c prints what is written to GPIOR0, and returns the command line,
 * ended by a zero, to reads of GPIOR1. */
#include <avr/io.h>

#include "benchmarks/firmware/port.h"

void port_write(const char text[], size_t n)
{
    while (n-- > 0)
        GPIOR0 = (uint8_t)*text++;
}

void port_command_line(char line[], size_t size)
{
    size_t n = 0;
    char c;
    while ((c = (char)GPIOR1) != '\0')
        if (n + 1 < size)
            line[n++] = c;
    line[n] = '\0';
}

/* From the linker: the end of the static data. */
extern unsigned char __heap_start[];

unsigned char *port_stack_limit(void) { return __heap_start; }
