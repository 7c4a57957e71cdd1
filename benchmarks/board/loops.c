/* Writes what the counter says of loops of 1000, 2000 and 101000 rounds: the last is as much longer
 * than the second as 99 times the second than the first, if no overflow is lost. */
#include "benchmarks/board/cycles.h"
#include "benchmarks/firmware/console.h"
#include "benchmarks/firmware/port.h"

static uint32_t cycles_of(uint32_t rounds)
{
    const uint32_t before = cycles_now();
    for (uint32_t i = 0; i < rounds; i++)
        __asm__ volatile("" : : "r"(i) : "memory");
    return (cycles_now() - before) & CYCLES_MASK;
}

int main(void)
{
    static const uint32_t rounds[] = { 1000, 2000, 101000 };
    cycles_start();
    cycles_of(1);
    for (unsigned i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        console_decimal(cycles_of(rounds[i]));
        console_line_end();
    }
    return 0;
}
