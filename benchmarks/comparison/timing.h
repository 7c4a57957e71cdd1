/* Times of short programs on a machine that does other things too.
 *
 * After a warm-up every program is run again and again, in turn with all the others, so that a
 * slow minute of the machine is no one program's. Programs shorter than 200 us are run many at a
 * time. What reading the clock costs is measured and subtracted. Ranked is the CPU time of the
 * thread: others that want the processor stretch the wall time only.
 */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_TIMING_H
#define BRISTLE_BENCHMARKS_COMPARISON_TIMING_H

#include <stdbool.h>
#include <stddef.h>

/* s for one run: the median of the repetitions, of CPU time also the smallest and the quartiles,
 * linear between neighbours. */
struct timing {
    double cpu, cpu_min, cpu_q1, cpu_q3, real;
    unsigned repetitions;
    unsigned long iterations; /* runs in each repetition */
};

/* Both clocks in s since some instant, and what two readings in a row differ by. */
struct timing_clock {
    double (*cpu)(void *ctx);
    double (*real)(void *ctx);
    void *ctx;
    double cpu_overhead, real_overhead;
};

/* The thread's, its overhead measured. */
struct timing_clock timing_clock(void);

/* Fills in the overheads of a clock: medians of many pairs of readings. */
void timing_overhead(struct timing_clock *clock);

/* A program to be timed. */
struct timed {
    void (*run)(void *ctx);
    void *ctx;
    double estimate;      /* s: of an earlier run, or 0; longer than 0.3 s, it is warm-up enough */
    struct timing timing; /* the answer */
};

/* Times all n of them: repetitions until each has taken `seconds`, but 5 to 15 times; 3 times
 * what runs longer than 0.3 s, and once what runs longer than 3 s. note, unless NULL, is told how
 * many programs of how many have had their turn. Returns false when out of memory. */
bool timing_measure(const struct timing_clock *clock, struct timed programs[], size_t n,
                    double seconds, void (*note)(void *ctx, size_t done, size_t all), void *ctx);

/* Fixed floating-point work of some 200 us: how fast the machine is just now. */
void timing_calibration(void *ctx);

#endif
