/* Writes what the counter says of loops of 100 thousand, 200 thousand and 10.1 million rounds: the
 * last is as much longer than the second as 99 times the second than the first, if no overflow is
 * lost. */
#include "benchmarks/board/cycles.h"
#include "benchmarks/firmware/console.h"
#include "benchmarks/firmware/port.h"

/* The emulators look for the section. */
__attribute__((noinline, noclone, section("driver"))) static uint32_t cycles_of(uint32_t rounds)
{
    const uint32_t before = cycles_now();
    for (uint32_t i = 0; i < rounds; i++)
        __asm__ volatile("" : : "r"(i) : "memory");
    return (cycles_now() - before) & CYCLES_MASK;
}

int main(void)
{
    static const uint32_t rounds[] = { 100000, 200000, 10100000 };
    cycles_start();
    cycles_of(1);
    for (unsigned i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        console_decimal(cycles_of(rounds[i]));
        console_line_end();
    }
    return 0;
}
