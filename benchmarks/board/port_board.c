/* The port of your board: what its start-up code does before main, and a character on its console
 * (a UART, USB, RTT), are yours. */
#include "benchmarks/firmware/port.h"

/* Yours: sends a character. */
void board_put(char c);

void port_write(const char text[], size_t n)
{
    while (n-- > 0)
        board_put(*text++);
}

_Noreturn void port_exit(int status)
{
    (void)status;
    for (;;) {
    }
}
