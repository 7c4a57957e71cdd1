/* Tests the protocol of timing with a clock that only programs and readings move. */
#include <criterion/criterion.h>
#include <math.h>

#include "benchmarks/timing/timing.h"

#define EFFORT(seconds)                                                                            \
    (struct timing_effort) { seconds, TIMING_LONG_RUN }

/* The clocks, and the order in which programs ran. */
struct world {
    double cpu, real; /* s */
    double reading;   /* s, cost of a reading of either clock */
    char order[4096]; /* the programs' letters */
    size_t n;
};

static double read_cpu(void *ctx)
{
    struct world *w = ctx;
    w->real += w->reading;
    return w->cpu += w->reading;
}

static double read_real(void *ctx)
{
    struct world *w = ctx;
    w->cpu += w->reading;
    return w->real += w->reading;
}

struct program {
    struct world *world;
    char letter;
    double seconds; /* of the first run */
    double growth;  /* s more with each run */
};

static void run(void *ctx)
{
    struct program *p = ctx;
    struct world *w = p->world;
    w->cpu += p->seconds;
    w->real += 3 * p->seconds; /* other programs have the processor two thirds of the time */
    p->seconds += p->growth;
    if (w->n < sizeof w->order - 1)
        w->order[w->n++] = p->letter;
}

static struct timing_clock clock_of(struct world *world)
{
    struct timing_clock clock = { .cpu = read_cpu, .real = read_real, .ctx = world };
    timing_overhead(&clock);
    return clock;
}

/* sums of up to 1e4 readings, each rounded */
static const double ROUNDING = 1e-10;

Test(timing, what_reading_the_clock_costs_is_subtracted)
{
    struct world world = { .reading = 1e-4 };
    const struct timing_clock clock = clock_of(&world);
    struct program program = { &world, 'a', 0.01, 0 };
    struct timed timed = { .run = run, .ctx = &program };
    timing_measure(&clock, &timed, 1, &EFFORT(0.05), NULL, NULL);
    cr_expect_float_eq(clock.cpu_overhead, 1e-4, ROUNDING);
    cr_expect_float_eq(clock.real_overhead, 3e-4, ROUNDING, "two readings of the other within");
    cr_expect_float_eq(timed.timing.cpu, 0.01, ROUNDING);
    cr_expect_float_eq(timed.timing.real, 0.03, ROUNDING);
    cr_expect_eq(timed.timing.repetitions, 5);
}

Test(timing, programs_take_turns_after_a_warm_up_of_each)
{
    struct world world = { .reading = 0 };
    const struct timing_clock clock = clock_of(&world);
    struct program programs[] = { { &world, 'a', 0.01, 0 },
                                  { &world, 'b', 1, 0 },
                                  { &world, 'c', 5, 0 } };
    struct timed timed[] = { { .run = run, .ctx = &programs[0] },
                             { .run = run, .ctx = &programs[1] },
                             { .run = run, .ctx = &programs[2] } };
    timing_measure(&clock, timed, 3, &EFFORT(0.05), NULL, NULL);
    cr_expect_str_eq(world.order, "abc"
                                  "abc"
                                  "ab"
                                  "ab"
                                  "a"
                                  "a");
    cr_expect(timed[0].timing.repetitions == 5 && timed[1].timing.repetitions == 3 &&
              timed[2].timing.repetitions == 1);
}

Test(timing, what_ran_before_and_long_needs_no_warm_up)
{
    struct world world = { .reading = 0 };
    const struct timing_clock clock = clock_of(&world);
    struct program programs[] = { { &world, 'a', 0.01, 0 }, { &world, 'b', 1, 0 } };
    struct timed timed[] = { { .run = run, .ctx = &programs[0], .estimate = 0.02 },
                             { .run = run, .ctx = &programs[1], .estimate = 1.1 } };
    timing_measure(&clock, timed, 2, &EFFORT(0.05), NULL, NULL);
    cr_expect_str_eq(world.order, "a"
                                  "ab"
                                  "ab"
                                  "ab"
                                  "a"
                                  "a");
}

/* What is long is the caller's to say. */
Test(timing, who_is_in_a_hurry_repeats_long_runs_less)
{
    struct world world = { .reading = 0 };
    const struct timing_clock clock = clock_of(&world);
    const struct timing_effort effort = { .seconds = 0.05, .long_run = 0.011 };
    struct program programs[] = { { &world, 'a', 0.01, 0 },
                                  { &world, 'b', 0.012, 0 },
                                  { &world, 'c', 0.012, 0 } };
    struct timed timed[] = { { .run = run, .ctx = &programs[0] },
                             { .run = run, .ctx = &programs[1] },
                             { .run = run, .ctx = &programs[2], .estimate = 0.012 } };
    timing_measure(&clock, timed, 3, &effort, NULL, NULL);
    cr_expect_str_eq(world.order, "ab"
                                  "abc"
                                  "abc"
                                  "abc"
                                  "a"
                                  "a");
}

Test(timing, short_programs_run_many_at_a_time)
{
    struct world world = { .reading = 1e-6 };
    const struct timing_clock clock = clock_of(&world);
    struct program program = { &world, 'a', 1e-5, 0 };
    struct timed timed = { .run = run, .ctx = &program };
    timing_measure(&clock, &timed, 1, &EFFORT(0.05), NULL, NULL);
    cr_expect_geq((double)timed.timing.iterations * 1e-5, 200e-6 * (1 - 1e-9));
    cr_expect_eq(timed.timing.repetitions, 15);
    cr_expect_eq(world.n, 1 + 15 * timed.timing.iterations);
    cr_expect_float_eq(timed.timing.cpu, 1e-5, ROUNDING);
}

/* Times of 20, 30, ..., 60 ms after a warm-up of 10 ms. */
Test(timing, quartiles_are_those_of_the_repetitions)
{
    struct world world = { .reading = 0 };
    const struct timing_clock clock = clock_of(&world);
    struct program program = { &world, 'a', 0.01, 0.01 };
    struct timed timed = { .run = run, .ctx = &program };
    timing_measure(&clock, &timed, 1, &EFFORT(0), NULL, NULL);
    cr_expect_eq(timed.timing.repetitions, 5);
    cr_expect_float_eq(timed.timing.cpu_min, 0.02, ROUNDING);
    cr_expect_float_eq(timed.timing.cpu_q1, 0.03, ROUNDING);
    cr_expect_float_eq(timed.timing.cpu, 0.04, ROUNDING);
    cr_expect_float_eq(timed.timing.cpu_q3, 0.05, ROUNDING);
}

/* Times stay in the order of their rounds: of a program that becomes faster they fall. */
Test(timing, repetitions_keep_their_order)
{
    struct world world = { .reading = 0 };
    const struct timing_clock clock = clock_of(&world);
    struct program program = { &world, 'a', 0.06, -0.01 };
    struct timed timed = { .run = run, .ctx = &program };
    timing_measure(&clock, &timed, 1, &EFFORT(0), NULL, NULL);
    for (unsigned i = 0; i < 5; i++)
        cr_expect_float_eq(timed.timing.cpu_times[i], 0.05 - 0.01 * i, ROUNDING, "%u", i);
    cr_expect_eq(timed.timing.cpu_times[5], 0);
}

/* Of seven repetitions quartiles lie between two. A program that becomes slower, one that becomes
 * faster, and one that does not change take turns: times of 2 to 8, 7 to 1, and 1 ms. */
Test(timing, quartiles_lie_between_repetitions_of_the_same_program)
{
    struct world world = { .reading = 0 };
    const struct timing_clock clock = clock_of(&world);
    struct program programs[] = { { &world, 'a', 1e-3, 1e-3 },
                                  { &world, 'b', 8e-3, -1e-3 },
                                  { &world, 'c', 1e-3, 0 } };
    struct timed timed[] = { { .run = run, .ctx = &programs[0] },
                             { .run = run, .ctx = &programs[1], .estimate = 1e-9 },
                             { .run = run, .ctx = &programs[2] } };
    static const double expected[][4] = { { 2e-3, 3.5e-3, 5e-3, 6.5e-3 },
                                          { 3e-3, 4e-3, 5e-3, 6e-3 },
                                          { 1e-3, 1e-3, 1e-3, 1e-3 } };
    timing_measure(&clock, timed, 3, &EFFORT(7.5e-3), NULL, NULL);
    for (int i = 0; i < 3; i++) {
        const struct timing *t = &timed[i].timing;
        cr_expect_eq(t->repetitions, i == 1 ? 5 : 7);
        cr_expect_eq(t->iterations, 1);
        cr_expect_float_eq(t->cpu_min, expected[i][0], ROUNDING, "%d: %g", i, t->cpu_min);
        cr_expect_float_eq(t->cpu_q1, expected[i][1], ROUNDING, "%d: %g", i, t->cpu_q1);
        cr_expect_float_eq(t->cpu, expected[i][2], ROUNDING, "%d: %g", i, t->cpu);
        cr_expect_float_eq(t->cpu_q3, expected[i][3], ROUNDING, "%d: %g", i, t->cpu_q3);
        cr_expect_float_eq(t->real, 3 * expected[i][2], ROUNDING, "%d: %g", i, t->real);
    }
}

/* As many repetitions as fill the time, at least 5 and at most 15; 3 of what takes more than 0.3 s,
 * 1 of what takes more than 3 s; of what takes less than 200 us as many iterations as fill that,
 * 200000 of what takes no time. */
Test(timing, repetitions_and_iterations_follow_from_the_warm_up)
{
    static const struct {
        double time, seconds;
        unsigned repetitions;
        unsigned long iterations;
    } cases[] = {
        { 1e-3, 0.0095, 9, 1 },    { 1e-3, 0.001, 5, 1 }, { 1e-3, 1, 15, 1 },
        { 201e-6, 0.001, 5, 1 },   { 0.299, 0, 5, 1 },    { 0.301, 9, 3, 1 },
        { 2.99, 9, 3, 1 },         { 3.01, 9, 1, 1 },     { 80e-6, 0.001, 5, 3 },
        { 80e-6, 0.0022, 9, 3 },   { 199e-6, 0, 5, 2 },   { 6e-9, 0.0021, 10, 33334 },
        { 0, 0.0021, 10, 200000 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct world world = { .reading = 0 };
        const struct timing_clock clock = clock_of(&world);
        struct program program = { &world, 'a', cases[i].time, 0 };
        struct timed timed = { .run = run, .ctx = &program };
        timing_measure(&clock, &timed, 1, &EFFORT(cases[i].seconds), NULL, NULL);
        cr_expect_eq(timed.timing.repetitions, cases[i].repetitions, "%zu: %u", i,
                     timed.timing.repetitions);
        cr_expect_eq(timed.timing.iterations, cases[i].iterations, "%zu: %lu", i,
                     timed.timing.iterations);
        cr_expect_float_eq(timed.timing.cpu, cases[i].time, ROUNDING);
    }
}

static void count(void *ctx, size_t done, size_t all)
{
    size_t *last = ctx;
    cr_expect_eq(done, *last + 1);
    cr_expect_eq(all, done > 1 ? 6 : 1, "five repetitions after the warm-up");
    *last = done;
}

Test(timing, listeners_hear_of_every_turn)
{
    struct world world = { .reading = 0 };
    const struct timing_clock clock = clock_of(&world);
    struct program program = { &world, 'a', 0.01, 0 };
    struct timed timed = { .run = run, .ctx = &program };
    size_t last = 0;
    timing_measure(&clock, &timed, 1, &EFFORT(0), count, &last);
    cr_expect_eq(last, 6);
}

/* The real clocks: work takes CPU time, and sleep does not. */
Test(timing, the_threads_clock_counts_work)
{
    const struct timing_clock clock = timing_clock();
    struct timed timed = { .run = timing_calibration };
    timing_measure(&clock, &timed, 1, &EFFORT(0.01), NULL, NULL);
    cr_expect(timed.timing.cpu_min > 0 && timed.timing.cpu_min <= timed.timing.cpu_q1);
    cr_expect(timed.timing.cpu_q1 <= timed.timing.cpu && timed.timing.cpu <= timed.timing.cpu_q3);
    cr_expect(clock.cpu_overhead > 0 && clock.cpu_overhead < 1e-3);
}

/* The unit of relative times is the work that is stated. Each of 10000 steps rounds a few times,
 * and the motion forgets: 1e-13 is far beyond its roundings, and each step moves x by some 1e-7 at
 * the end. */
Test(timing, the_calibration_is_the_work_that_is_stated)
{
    double x = 0.5, result = 0, at_rest;
    for (int i = 0; i < 10000; i++) {
        const double rise = exp(-(x * x)), fall = x / (1 + x);
        x += (rise - fall) / 1000;
    }
    timing_calibration(&result);
    cr_expect_float_eq(result, x, 1e-13);
    /* to rest it is another 1e-6 of the way: 10 s at a rate of 1.3 1/s */
    at_rest = exp(-result * result) - result / (1 + result);
    cr_expect(at_rest > 1e-8 && at_rest < 1e-4, "%g", at_rest);
    timing_calibration(NULL);
}
