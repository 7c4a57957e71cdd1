/* The port of an AVR board: its first serial line, 115200 baud, 8 bits, no parity, one stop bit
 * (ATmega328P data sheet, 20). */
#include <avr/io.h>

#include "benchmarks/firmware/port.h"

enum { BAUD_RATE = 115200, OF_CLOCK = 8 /* cycles, U2X0 */ };

#if CLOCK_HZ < 8 * 115200
#error CLOCK_HZ: expected the clock of the processor in Hz, from which that of its serial line is made
#endif

void port_write(const char text[], size_t n)
{
    UBRR0 = (CLOCK_HZ + OF_CLOCK * BAUD_RATE / 2) / (OF_CLOCK * BAUD_RATE) - 1;
    UCSR0A = 1 << U2X0;
    UCSR0B = 1 << TXEN0;
    for (; n-- > 0; text++) {
        while (!(UCSR0A & 1 << UDRE0)) {
        }
        UCSR0A = 1 << U2X0 | 1 << TXC0; /* a one clears it */
        UDR0 = (uint8_t)*text;
    }
    while (!(UCSR0A & 1 << TXC0)) {
    }
}
