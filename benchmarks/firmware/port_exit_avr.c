/* How programs on the AVR end. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <stdlib.h>

#include "benchmarks/firmware/port.h"

/* Sleeps without interrupts, which ends the run of avr_runner.c, whose status is in GPIOR2. */
_Noreturn void port_exit(int status)
{
    GPIOR2 = (uint8_t)status;
    cli();
    sleep_enable();
    for (;;)
        sleep_cpu();
}

/* avr-libc's start-up code calls exit when main returns. */
void exit(int status) { port_exit(status); }
