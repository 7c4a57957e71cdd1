/* The cycle counter of the processor that this is compiled for.
 *
 *   Cortex-M3 and above   DWT_CYCCNT (Armv7-M Architecture Reference Manual, C1.8.7)
 *   Cortex-M0, M0+        SysTick, 24 bits, at the processor's clock (Armv6-M, B3.3)
 *   RISC-V                mcycle (Privileged Architecture 1.11, 3.1.10)
 *   AVR                   Timer 1, 16 bits, without prescaler (ATmega328P data sheet, 16.11)
 *   x86                   the time stamp counter, which goes at a rate of its own
 *   others                nanoseconds
 *
 * CYCLES_SYSTICK makes larger Cortex-M take SysTick, too: emulators have no DWT. */
#ifndef BRISTLE_BENCHMARKS_BOARD_CYCLES_H
#define BRISTLE_BENCHMARKS_BOARD_CYCLES_H

#include <stdint.h>

#if defined __arm__ && (defined __ARM_ARCH_6M__ || defined CYCLES_SYSTICK)

#define CYCLES_MASK UINT32_C(0xFFFFFF)
enum { SYSTICK_CONTROL = 0, SYSTICK_RELOAD, SYSTICK_VALUE };
#define SYSTICK ((volatile uint32_t *)0xE000E010)

static inline void cycles_start(void)
{
    SYSTICK[SYSTICK_RELOAD] = CYCLES_MASK;
    SYSTICK[SYSTICK_VALUE] = 0;
    SYSTICK[SYSTICK_CONTROL] = 5; /* the processor's clock; no interrupt; enabled */
}

/* It counts down. */
static inline uint32_t cycles_now(void) { return CYCLES_MASK - SYSTICK[SYSTICK_VALUE]; }

#elif defined __arm__

#define CYCLES_MASK UINT32_MAX
#define DWT_CONTROL (*(volatile uint32_t *)0xE0001000)
#define DWT_CYCLES  (*(volatile uint32_t *)0xE0001004)
#define DWT_LOCK    (*(volatile uint32_t *)0xE0001FB0)
#define DEBUG       (*(volatile uint32_t *)0xE000EDFC)

static inline void cycles_start(void)
{
    DEBUG |= UINT32_C(1) << 24;      /* TRCENA */
    DWT_LOCK = UINT32_C(0xC5ACCE55); /* a Cortex-M7 asks for it */
    DWT_CYCLES = 0;
    DWT_CONTROL |= 1;
}

static inline uint32_t cycles_now(void) { return DWT_CYCLES; }

#elif defined __riscv

#define CYCLES_MASK UINT32_MAX
static inline void cycles_start(void) {}

static inline uint32_t cycles_now(void)
{
    unsigned long cycles;
    __asm__ volatile("csrr %0, mcycle" : "=r"(cycles));
    return (uint32_t)cycles;
}

#elif defined __AVR__

#include <avr/interrupt.h>
#include <avr/io.h>

/* The timer's overflows make it a counter of 32 bits, for some 30 cycles in 65536. */
#define CYCLES_MASK UINT32_MAX
static volatile uint16_t cycles_high;

ISR(TIMER1_OVF_vect) { cycles_high++; }

static inline void cycles_start(void)
{
    TCCR1A = 0;
    TCCR1B = 1;
    TIMSK1 = 1 << TOIE1;
    sei();
}

/* An overflow between the two readings waits: it is in the timer that has begun anew. */
static inline uint32_t cycles_now(void)
{
    const uint8_t status = SREG;
    cli();
    const uint16_t low = TCNT1;
    const uint16_t waits = (TIFR1 & 1 << TOV1) != 0 && low < 0x8000;
    const uint32_t now = (uint32_t)(cycles_high + waits) << 16 | low;
    SREG = status; /* interrupts as they were */
    return now;
}

#elif defined __x86_64__ || defined __i386__

#define CYCLES_MASK UINT32_MAX
static inline void cycles_start(void) {}
static inline uint32_t cycles_now(void) { return (uint32_t)__builtin_ia32_rdtsc(); }

#else

#include <time.h>

#define CYCLES_MASK UINT32_MAX
static inline void cycles_start(void) {}

static inline uint32_t cycles_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)(UINT64_C(1000000000) * (uint64_t)now.tv_sec + (uint64_t)now.tv_nsec);
}

#endif

#endif
