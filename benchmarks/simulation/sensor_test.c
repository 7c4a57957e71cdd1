/* What sensors make of a run, measured from the log that they write, as the reader of logs has it.
 */
#include "benchmarks/simulation/sensor.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/logs/log.h"
#include "tools/testing/test_process.h"

enum { N = 20001, SPEC = 128 };
static const double RATE = 1000;

/* A run at that rate whose force and position are known. */
static void run_of(struct trajectory *r)
{
    trajectory_init(r, N, 0, (N - 1) / RATE);
    for (size_t i = 0; i < N; i++) {
        r->x[i] = 0.01 * sin(0.5 * r->t[i]);
        r->v[i] = 0.005 * cos(0.5 * r->t[i]);
        r->F[i] = 4 * cos(0.7 * r->t[i]);
    }
}

static void write_log(FILE *out, const char *text, const struct setup *setup,
                      const struct trajectory *r)
{
    char spec[SPEC];
    struct sensor sensor;
    snprintf(spec, sizeof spec, "%s", text);
    sensor_read(&sensor, spec);
    sensor_write(out, &sensor, setup, r);
}

/* Returns the log of a run, read back. */
static struct log log_of(const char *text, const struct setup *setup, const struct trajectory *r)
{
    struct log log = { .runs = NULL };
    char error[LOG_ERROR] = "";
    FILE *file = tmpfile();
    cr_assert(file);
    write_log(file, text, setup, r);
    rewind(file);
    cr_assert(log_read_stream(&log, file, "log", NULL, error), "%s: %s", text, error);
    cr_assert_eq(log.n_runs, 1);
    fclose(file);
    return log;
}

static const struct setup driven = { .has_mass = false };

/* Fifteen digits are an error of half a unit in the last. */
static bool is_near(double value, double expected)
{
    return fabs(value - expected) <= 5e-15 * fabs(expected);
}

Test(sensor, without_faults_writes_the_run)
{
    struct trajectory r;
    run_of(&r);
    struct log log = log_of("rate=1000", &driven, &r);
    const struct log_run *run = log.runs;
    cr_expect(run->n == N && !run->v && !run->applied && !log.is_angular && log.n_notes == 0);
    for (size_t i = 0; i < N; i++)
        cr_assert(is_near(run->t[i], (double)i / RATE) && is_near(run->x[i], r.x[i]) &&
                  is_near(run->force[i], r.F[i]));
    log_free(&log);
    trajectory_free(&r);
}

/* Positions and forces are the nearest multiples of their steps, and nothing else is rounded. */
Test(sensor, rounds_to_steps)
{
    static const double steps[] = { 1e-6, 2.5e-5, 1e-3 };
    struct trajectory r;
    run_of(&r);
    for (size_t k = 0; k < 3; k++) {
        char text[SPEC];
        snprintf(text, sizeof text, "encoder=%g,quantise=%g", steps[k], 10 * steps[k]);
        struct log log = log_of(text, &driven, &r);
        for (size_t i = 0; i < N; i++) {
            const double x = log.runs->x[i], F = log.runs->force[i];
            const double counts = nearbyint(r.x[i] / steps[k]);
            cr_assert(is_near(x, counts * steps[k]), "%g is no multiple of %g", x, steps[k]);
            cr_assert(x != 0 || !signbit(x), "-0");
            cr_assert(fabs(x - r.x[i]) <= steps[k] * (0.5 + 1e-9));
            cr_assert(is_near(F, nearbyint(F / steps[k] / 10) * 10 * steps[k]));
            cr_assert(fabs(F - r.F[i]) <= 10 * steps[k] * (0.5 + 1e-9));
        }
        log_free(&log);
    }
    trajectory_free(&r);
}

/* Mean, deviation, and correlation of each with the next: within five of their own standard
 * deviations. Noise moves no position. */
static void expect_noise(const char *text, double deviation)
{
    struct trajectory r;
    double sum = 0, squares = 0, products = 0, before = 0;
    run_of(&r);
    struct log log = log_of(text, &driven, &r);
    for (size_t i = 0; i < N; i++) {
        const double noise = log.runs->force[i] - r.F[i];
        sum += noise;
        squares += noise * noise;
        products += noise * before;
        before = noise;
        cr_assert(is_near(log.runs->x[i], r.x[i]));
    }
    cr_expect(fabs(sum / N) < 5 * deviation / sqrt(N), "%s: mean %g", text, sum / N);
    cr_expect(fabs(sqrt(squares / N) / deviation - 1) < 5 / sqrt(2.0 * N), "%s: deviation %g", text,
              sqrt(squares / N));
    cr_expect(fabs(products / squares) < 5 / sqrt(N), "%s: correlation %g", text,
              products / squares);
    log_free(&log);
    trajectory_free(&r);
}

/* The largest force is 4 N. */
Test(sensor, adds_noise_to_the_force)
{
    expect_noise("noise=0.01", 0.01);
    expect_noise("noise=0.01,seed=3", 0.01);
    expect_noise("noise=1%,seed=18446744073709551615", 0.04);
    expect_noise("noise=12.5%", 0.5);
}

/* By whole samples the force is that of earlier ones; by half a sample, the mean of two. */
Test(sensor, delays_the_force)
{
    static const struct {
        const char *text;
        size_t whole;
        double part;
    } cases[] = { { "delay=0", 0, 0 },       { "delay=0.001", 1, 0 },
                  { "delay=0.003", 3, 0 },   { "delay=0.0005", 0, 0.5 },
                  { "delay=2.25", 2250, 0 }, { "delay=0.01225", 12, 0.25 } };
    struct trajectory r;
    run_of(&r);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct log log = log_of(cases[k].text, &driven, &r);
        for (size_t i = 0; i < N; i++) {
            const size_t at = i > cases[k].whole ? i - cases[k].whole : 0;
            const double part = at > 0 ? cases[k].part : 0;
            const double F = part > 0 ? (1 - part) * r.F[at] + part * r.F[at - 1] : r.F[at];
            cr_assert(fabs(log.runs->force[i] - F) < 1e-13, "%s: %.17g, not %.17g", cases[k].text,
                      log.runs->force[i], F);
            cr_assert(is_near(log.runs->x[i], r.x[i]));
        }
        log_free(&log);
    }
    trajectory_free(&r);
}

/* Of a mass that hangs on a spring, the spring's force. */
Test(sensor, writes_the_applied_force_of_a_mass)
{
    const struct setup pulled = { .has_mass = true,
                                  .plant = { .mass = 1, .stiffness = 2, .pull = 0.1 } };
    struct trajectory r;
    run_of(&r);
    struct log log = log_of("delay=0.002,encoder=0.001", &pulled, &r);
    cr_expect(log.runs->applied && !log.runs->force);
    for (size_t i = 2; i < N; i++)
        cr_assert(fabs(log.runs->applied[i] - 2 * (0.1 * r.t[i - 2] - r.x[i - 2])) < 1e-13);
    log_free(&log);
    trajectory_free(&r);
}

/* Where the force is an interval, nothing is written. */
Test(sensor, leaves_out_a_force_that_is_an_interval)
{
    struct trajectory r;
    run_of(&r);
    r.F[10] = (double)NAN;
    /* 1001 samples, whose product with the rate is rounded down */
    struct log log = log_of("noise=1e-3,quantise=1e-3,delay=1.001", &driven, &r);
    cr_expect(log.runs->n == N - 1 && log.runs->t[1011] == 1.012);
    cr_expect(log.n_notes == 1 && strstr(log.notes[0], "1 of 20001 rows left out"));
    log_free(&log);
    trajectory_free(&r);
}

static struct ended bytes_of(const char *text, struct trajectory *r)
{
    FILE *file = tmpfile();
    struct ended e = { .status = 0 };
    cr_assert(file);
    write_log(file, text, &driven, r);
    take_output(file, e.out, sizeof e.out);
    return e;
}

Test(sensor, writes_the_same_bytes_for_the_same_seed)
{
    struct trajectory r;
    run_of(&r);
    r.n = 100;
    const struct ended one = bytes_of("noise=0.1,seed=3", &r),
                       same = bytes_of("seed=3,noise=0.1", &r),
                       other = bytes_of("noise=0.1,seed=4", &r), none = bytes_of("noise=0.1", &r),
                       zero = bytes_of("noise=0.1,seed=0", &r);
    cr_expect(strncmp(one.out, "t [s],x [m],F [N]\n0,0,", 22) == 0, "%.40s", one.out);
    cr_expect_str_eq(one.out, same.out);
    cr_expect_str_eq(none.out, zero.out);
    cr_expect(strcmp(one.out, other.out) != 0 && strcmp(one.out, none.out) != 0);
    r.n = N;
    trajectory_free(&r);
}

static int read_spec(const void *text)
{
    char spec[SPEC];
    struct sensor sensor;
    snprintf(spec, sizeof spec, "%s", (const char *)text);
    sensor_read(&sensor, spec);
    sensor_samples(&sensor, 2);
    return 0;
}

Test(sensor, refuses_what_is_no_sensor)
{
    static const char *const cases[][2] = {
        { "nise=1", "--sensor: unknown 'nise' (did you mean 'noise'?), see --help" },
        { "encoder", "'encoder' is not of the form KEY=VALUE" },
        { "encoder=-1", "--sensor encoder: '-1' is negative" },
        { "encoder=1mm", "--sensor encoder: '1mm' is not a finite number" },
        { "noise=%", "--sensor noise: '' is not a finite number" },
        { "noise=inf", "--sensor noise: 'inf' is not a finite number" },
        { "noise=1%%", "--sensor noise: '1%' is not a finite number" },
        { "quantise=-1e-3", "--sensor quantise: '-1e-3' is negative" },
        { "delay=-1", "--sensor delay: '-1' is negative" },
        { "delay=2", "--sensor delay: 2 s is the whole run of 2 s" },
        { "rate=0", "--sensor rate: '0' is not a positive number" },
        { "rate=0.4", "--sensor rate: 0.4 samples per second are 1 in 2 s, expected 2 to" },
        { "rate=1e9", "expected 2 to 100000000" },
        { "seed=1.5", "--sensor seed: '1.5' is not a whole number" },
        { "rate=1,rate=1", "--sensor rate is given twice" },
        { "", "expected settings separated by commas" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct ended e = in_process(read_spec, cases[i][0]);
        expect_refused(&e, cases[i][1]);
    }
}

/* The end of the run is a sample, also where its time times the rate is rounded. */
Test(sensor, has_samples_at_its_rate)
{
    struct sensor sensor = { .rate = 10 };
    cr_expect_eq(sensor_samples(&sensor, 0.3), 4);
    cr_expect_eq(sensor_samples(&sensor, 0.399), 4);
    cr_expect_eq(sensor_samples(&sensor, 0.1), 2);
    sensor.rate = 100;
    cr_expect_eq(sensor_samples(&sensor, 0.29), 30);
    sensor.rate = 1000;
    cr_expect_eq(sensor_samples(&sensor, 2), 2001);
}
