/* Measures steps of exported headers by the processor's cycle counter, over the velocity that
 * `embedded` counts instructions along, and writes CSV:
 *
 *     kernel,steps,restarts,min,mean,max,overhead,ns,force,forces
 *
 * min, mean and max are cycles of a step, without the overhead, which is what an empty function
 * takes that is called in its place. ns is the mean at CLOCK_HZ, or 0 where that is not known.
 * restarts: how often the force was not finite, and the law began anew. force has the bits of the
 * last force and forces a number made of those of all, by which one sees that the board computes
 * what the host does. The Makefile includes the headers, and defines KERNELS, before all this. */
#include <math.h>

#include "benchmarks/board/cycles.h"
#include "benchmarks/firmware/console.h"
#include "benchmarks/firmware/port.h"
#include "benchmarks/firmware/range.h"
#include "benchmarks/firmware/velocity.h"

#ifndef CLOCK_HZ
#define CLOCK_HZ 0
#endif

enum { TIMES = 16 }; /* that the overhead is measured */

/* What is measured of a kernel. */
struct measured {
    struct range cycles;
    uint32_t steps, restarts, overhead;
    uint64_t force;  /* the bits of the last one */
    uint32_t forces; /* of all */
};

static void note(struct measured *m, uint32_t cycles)
{
    range_add(&m->cycles, cycles > m->overhead ? cycles - m->overhead : 0, m->steps == 0);
    m->steps++;
}

/* Fowler, Noll and Vo's FNV-1a of 32 bits, over the bytes of forces from the lowest one. */
static void note_force(struct measured *m, const void *force, unsigned size)
{
    m->force = 0;
    memcpy(&m->force, force, size);
    for (unsigned i = 0; i < size; i++)
        m->forces = (m->forces ^ (uint32_t)(m->force >> 8 * i & 0xFF)) * UINT32_C(16777619);
}

static void put_number(uint32_t value)
{
    console_text(",");
    console_decimal(value);
}

/* With a tenth, which is cut off. */
static void put_mean(uint64_t sum, uint32_t n)
{
    const uint64_t tenths = 10 * sum / n;
    put_number((uint32_t)(tenths / 10));
    console_text(".");
    console_decimal((uint32_t)(tenths % 10));
}

/* Returns the mean of cycles in ns; 0: the clock is not known. */
static uint32_t nanoseconds(const struct measured *m, uint64_t per_second)
{
    return per_second > 0 ? (uint32_t)(m->cycles.sum * UINT64_C(1000000000) / per_second / m->steps)
                          : 0;
}

static void put(const char name[], const struct measured *m, unsigned digits)
{
    console_text(name);
    put_number(m->steps);
    put_number(m->restarts);
    put_number((uint32_t)m->cycles.min);
    put_mean(m->cycles.sum, m->steps);
    put_number((uint32_t)m->cycles.max);
    put_number(m->overhead);
    put_number(nanoseconds(m, CLOCK_HZ));
    console_text(",");
    console_hexadecimal(m->force, digits);
    console_text(",");
    console_hexadecimal(m->forces, 8);
    console_line_end();
}

/* Defines how a kernel is measured: its header's name, its type of numbers, and how its law begins.
 * One call serves the step and the empty function, by a pointer, and neither is cloned: the
 * compiler would build parameters into a clone that a program changes. The section is that which
 * the counters of benchmarks/firmware look for. */
#define MEASURED(name, real, begin)                                                                \
    typedef real call_##name(const struct name##_parameters *p, struct name##_state *s, real h,    \
                             real v0, real v1);                                                    \
    __attribute__((noinline, noclone)) static real step_##name(                                    \
        const struct name##_parameters *p, struct name##_state *s, real h, real v0, real v1)       \
    {                                                                                              \
        return name##_step(p, s, h, v0, v1);                                                       \
    }                                                                                              \
    __attribute__((noinline, noclone)) static real nothing_##name(                                 \
        const struct name##_parameters *p, struct name##_state *s, real h, real v0, real v1)       \
    {                                                                                              \
        (void)p, (void)s, (void)h, (void)v0;                                                       \
        return v1;                                                                                 \
    }                                                                                              \
    __attribute__((noinline, noclone, section("driver"))) static uint32_t time_##name(             \
        call_##name *call, const struct name##_parameters *p, struct name##_state *s, real v0,     \
        real v1, real *force)                                                                      \
    {                                                                                              \
        const uint32_t before = cycles_now();                                                      \
        *force = call(p, s, (real)1e-3, v0, v1);                                                   \
        return (cycles_now() - before) & CYCLES_MASK;                                              \
    }                                                                                              \
    static void measure_##name(void)                                                               \
    {                                                                                              \
        static const struct name##_parameters p = name##_DEFAULTS;                                 \
        static struct name##_state s;                                                              \
        struct measured m = { .overhead = UINT32_MAX, .forces = UINT32_C(2166136261) };            \
        struct velocity velocity = { 0 };                                                          \
        real v0 = 0, force = 0;                                                                    \
        begin;                                                                                     \
        for (int i = 0; i < TIMES; i++) {                                                          \
            const uint32_t cycles = time_##name(nothing_##name, &p, &s, v0, v0, &force);           \
            m.overhead = cycles < m.overhead ? cycles : m.overhead;                                \
        }                                                                                          \
        velocity_next(&velocity);                                                                  \
        while (!velocity_over(&velocity)) {                                                        \
            const real v1 = (real)velocity_next(&velocity) / (real)1048576;                        \
            note(&m, time_##name(step_##name, &p, &s, v0, v1, &force));                            \
            note_force(&m, &force, sizeof force);                                                  \
            v0 = v1;                                                                               \
            if (!isfinite(force)) {                                                                \
                m.restarts++;                                                                      \
                begin;                                                                             \
            }                                                                                      \
        }                                                                                          \
        put(#name, &m, 2 * sizeof force);                                                          \
    }
KERNELS(MEASURED)

int main(void)
{
    cycles_start();
    console_text("kernel,steps,restarts,min,mean,max,overhead,ns,force,forces");
    console_line_end();
#define MEASURE(name, real, begin) measure_##name();
    KERNELS(MEASURE)
    return 0;
}
