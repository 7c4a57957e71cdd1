/* Measures times of short programs on a machine that does other things too.
 *
 * After a warm-up every program is run again and again, in turn with all the others, so that a slow
 * minute of the machine affects all of them. A program shorter than 200 us runs many times in a
 * repetition. The cost of reading the clock is measured and subtracted. Rankings use the CPU time
 * of the thread: other programs only lengthen the real time. */
#ifndef BRISTLE_BENCHMARKS_TIMING_TIMING_H
#define BRISTLE_BENCHMARKS_TIMING_TIMING_H

#include <stddef.h>

enum { TIMING_MOST = 15 }; /* repetitions */

/* Times in s of one run: medians of the repetitions; of CPU time also the smallest and the
 * quartiles. */
struct timing {
    double cpu, cpu_min, cpu_q1, cpu_q3, real;
    unsigned repetitions;
    unsigned long iterations;      /* runs in each repetition */
    double cpu_times[TIMING_MOST]; /* of the repetitions, in their order: in turn with others' */
};

/* Returns a quantile of n sorted values, linear between neighbours. */
double timing_quantile(const double sorted[], size_t n, double part);

/* Both clocks in s since some instant, and the difference of two readings in a row. */
struct timing_clock {
    double (*cpu)(void *ctx);
    double (*real)(void *ctx);
    void *ctx;
    double cpu_overhead, real_overhead;
};

/* Returns the clocks of the thread, with measured overheads. */
struct timing_clock timing_clock(void);

/* Measures the overheads of a clock: medians of many pairs of readings. */
void timing_overhead(struct timing_clock *clock);

/* A program to be timed. */
struct timed {
    void (*run)(void *ctx);
    void *ctx;
    double estimate;      /* s, of an earlier run, or 0; of a long one that run is the warm-up */
    struct timing timing; /* the result */
};

/* How much is done for each program: it is repeated until it has taken `seconds`, but 5 to 15
 * times; 3 times if one run takes longer than `long_run`, and once if it takes longer than 3 s. */
struct timing_effort {
    double seconds, long_run; /* s */
};
#define TIMING_LONG_RUN 0.3 /* s, where nobody is in a hurry */

/* Times all n programs. Calls note, unless NULL, with the number of programs that have had their
 * turn. */
void timing_measure(const struct timing_clock *clock, struct timed programs[], size_t n,
                    const struct timing_effort *effort,
                    void (*note)(void *ctx, size_t done, size_t all), void *ctx);

/* Fixed floating-point work of about 200 us, which shows how fast the machine is at present: 10000
 * steps of 1 ms along dx/dt = exp(-x^2) - x/(1 + x), by Euler's method from x = 0.5. ctx: a double
 * that receives x; NULL: nobody asks for it. Earlier times are told in units of this work: it stays
 * as it is. */
void timing_calibration(void *ctx);

#endif
