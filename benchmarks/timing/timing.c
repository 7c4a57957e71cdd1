/* Repeats programs in turn and summarises their times by quantiles (timing.h). */
#include "benchmarks/timing/timing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/clock.h"
#include "tools/base/memory.h"

enum { LEAST = 5, FOR_LONG = 3, PAIRS = 1001 };

static const double BATCH = 200e-6, VERY_LONG = 3; /* s */

static double thread_time(void *ctx)
{
    (void)ctx;
    return clock_thread();
}

static double wall_time(void *ctx)
{
    (void)ctx;
    return clock_now();
}

/* Reads the real time outside and the CPU time inside, as a measurement does. */
void timing_overhead(struct timing_clock *clock)
{
    double cpu[PAIRS], real[PAIRS];
    for (size_t i = 0; i < PAIRS; i++) {
        const double real_start = clock->real(clock->ctx), cpu_start = clock->cpu(clock->ctx);
        cpu[i] = clock->cpu(clock->ctx) - cpu_start;
        real[i] = clock->real(clock->ctx) - real_start;
    }
    clock->cpu_overhead = clock_median(cpu, PAIRS);
    clock->real_overhead = clock_median(real, PAIRS);
}

struct timing_clock timing_clock(void)
{
    struct timing_clock clock = { .cpu = thread_time, .real = wall_time };
    timing_overhead(&clock);
    return clock;
}

/* Runs one repetition and computes the times of one run. */
static void repeat(const struct timing_clock *clock, const struct timed *program,
                   unsigned long iterations, double *cpu, double *real)
{
    const double real_start = clock->real(clock->ctx), cpu_start = clock->cpu(clock->ctx);
    for (unsigned long i = 0; i < iterations; i++)
        program->run(program->ctx);
    *cpu = clock->cpu(clock->ctx) - cpu_start - clock->cpu_overhead;
    *real = clock->real(clock->ctx) - real_start - clock->real_overhead;
    *cpu = fmax(*cpu, 0) / (double)iterations;
    *real = fmax(*real, 0) / (double)iterations;
}

/* Plans the number of repetitions from the time of the warm-up. */
static void plan(struct timing *timing, double estimate, const struct timing_effort *effort)
{
    const double one = fmax(estimate, 1e-9);
    timing->iterations = (unsigned long)ceil(BATCH / one);
    if (estimate > effort->long_run)
        timing->repetitions = estimate > VERY_LONG ? 1 : FOR_LONG;
    else
        timing->repetitions = (unsigned)fmin(
            fmax(effort->seconds / (one * (double)timing->iterations), LEAST), TIMING_MOST);
}

double timing_quantile(const double sorted[], size_t n, double part)
{
    const double at = part * (double)(n - 1);
    const size_t i = (size_t)at;
    return i + 1 < n ? sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i]) : sorted[n - 1];
}

static void summarize(struct timing *timing, double cpu[], double real[])
{
    const unsigned n = timing->repetitions;
    memcpy(timing->cpu_times, cpu, n * sizeof *cpu);
    qsort(cpu, n, sizeof *cpu, clock_compare);
    qsort(real, n, sizeof *real, clock_compare);
    timing->cpu_min = cpu[0];
    timing->cpu_q1 = timing_quantile(cpu, n, 0.25);
    timing->cpu = timing_quantile(cpu, n, 0.5);
    timing->cpu_q3 = timing_quantile(cpu, n, 0.75);
    timing->real = timing_quantile(real, n, 0.5);
}

/* Receives the progress. */
struct listener {
    void (*note)(void *ctx, size_t done, size_t all);
    void *ctx;
    size_t done, all;
};

static void tell(struct listener *listener)
{
    listener->done++;
    if (listener->note)
        listener->note(listener->ctx, listener->done, listener->all);
}

static void warm_up(const struct timing_clock *clock, struct timed programs[], size_t n,
                    const struct timing_effort *effort, struct listener *listener)
{
    listener->all = n;
    for (size_t i = 0; i < n; i++) {
        double estimate = programs[i].estimate, wall;
        if (!(estimate > effort->long_run))
            repeat(clock, &programs[i], 1, &estimate, &wall);
        plan(&programs[i].timing, estimate, effort);
        tell(listener);
    }
    for (size_t i = 0; i < n; i++)
        listener->all += programs[i].timing.repetitions;
}

void timing_measure(const struct timing_clock *clock, struct timed programs[], size_t n,
                    const struct timing_effort *effort,
                    void (*note)(void *ctx, size_t done, size_t all), void *ctx)
{
    struct listener listener = { note, ctx, 0, 0 };
    double *cpu = memory_array(2 * n * TIMING_MOST, sizeof *cpu), *real = cpu + n * TIMING_MOST;
    warm_up(clock, programs, n, effort, &listener);
    for (unsigned round = 0; round < TIMING_MOST; round++)
        for (size_t i = 0; i < n; i++)
            if (round < programs[i].timing.repetitions) {
                repeat(clock, &programs[i], programs[i].timing.iterations,
                       &cpu[i * TIMING_MOST + round], &real[i * TIMING_MOST + round]);
                tell(&listener);
            }
    for (size_t i = 0; i < n; i++)
        summarize(&programs[i].timing, cpu + i * TIMING_MOST, real + i * TIMING_MOST);
    free(cpu);
}

/* A relaxation with an exponential and a division, like those of friction laws. */
void timing_calibration(void *ctx)
{
    enum { STEPS = 10000 };
    volatile double sink;
    double x = 0.5;
    for (int i = 0; i < STEPS; i++)
        x += 1e-3 * (exp(-x * x) - x / (1 + x));
    sink = x;
    if (ctx)
        *(double *)ctx = sink;
}
