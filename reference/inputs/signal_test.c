/* Velocity signals: what the grammar accepts and says, that intervals tile a signal, and
 * that distances are integrals. Files have their own tests in signal_csv_test.c.
 */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reference/inputs/signal.h"

static const char *const good[] = {
    "hold 0.001 5",
    "hold 0.001 5; hold -1e-3 0.5",
    " ramp -1 1 2 ;sine 0 1 6.283185307179586 0 5; cosine 0.0015 0.001 25 0 20 ",
    "sine 0.5 1 3 0.2 10",
    "sine 0 1 -2 0.3 10",
    "cosine 0 2 4 1 7; hold 0 1; ramp 0 -1 1",
    "sine 1 1 1 0 20", /* touches zero */
    "chirp 0 1 1 20 10",
    "chirp 0.3 -1 20 1 10",
    "chirp 0.2 1 9 -8 10", /* the frequency passes through zero */
    "chirp 0 1 5 5 10",
    "chirp 0.1 1 300 -200 4",
    "chirp 0.1 1 100 100.001 4",
    "chirp 0 1 -150 -150 2",
    "chirp 0 1 0 0 3; chirp 0.5 0.4 -3 7 3; hold -1 1",
};

Test(parse, accepts_the_grammar)
{
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct signal s;
        char error[SIGNAL_TEXT];
        cr_expect(signal_parse(good[i], &s, error), "'%s': %s", good[i], error);
        signal_free(&s);
    }
}

Test(parse, refuses_with_what_was_found_and_expected)
{
    static const struct {
        const char *text, *found, *expected;
    } bad[] = {
        { "", "empty", "hold" },
        { ";", "empty", "hold" },
        { "hold 1 1;", "segment 2 is empty", "hold" },
        { "wobble 1 2", "'wobble'", "hold, ramp, sine, cosine, chirp or csv" },
        { "hol 1 2", "'hol'", "hold, ramp, sine, cosine, chirp or csv" },
        { "holds 1 2", "'holds'", "hold, ramp, sine, cosine, chirp or csv" },
        { "hold 1 0x", "'0x'", "hold V T" },
        { "hold 1;2 3", "too few numbers", "hold V T" },
        { "hold 1 1e308; hold 1 1e308", "segment 2", "longer than 1e+308 s" },
        { "chirp 0 1 1 2", "too few numbers", "chirp MEAN AMP W0 W1 T" },
        { "chirp 0 1 1 2 3 4", "unexpected '4'", "chirp MEAN AMP W0 W1 T" },
        { "chirp 0 1 1 2 0", "0", "positive" },
        { "chirp 0 1 1 nan 3", "nan", "chirp MEAN AMP W0 W1 T" },
        { "wob\001ble 1 2", "wob?ble", "hold, ramp" },
        { "hold", "too few numbers", "hold V T" },
        { "hold 1", "too few numbers", "hold V T" },
        { "hold 1 2 3", "unexpected '3'", "hold V T" },
        { "hold fast 2", "fast", "hold V T" },
        { "hold nan 2", "nan", "finite" },
        { "hold inf 2", "inf", "finite" },
        { "hold 1e999 2", "1e999", "finite" },
        { "hold 1 0", "0", "positive" },
        { "hold 1 -3", "-3", "positive" },
        { "ramp 0 1", "too few numbers", "ramp V0 V1 T" },
        { "sine 0 1 2 3", "too few numbers", "sine MEAN AMP OMEGA PHASE T" },
        { "hold 1 1; hold 2", "segment 2", "hold V T" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct signal s;
        char error[SIGNAL_TEXT] = "";
        cr_expect(!signal_parse(bad[i].text, &s, error), "'%s' is accepted", bad[i].text);
        cr_expect(strstr(error, bad[i].found) && strstr(error, bad[i].expected) &&
                      !strchr(error, '\n'),
                  "'%s': %s", bad[i].text, error);
    }
}

Test(parse, refuses_too_many_segments)
{
    char text[(SIGNAL_MAX_SEGMENTS + 1) * 10] = "hold 1 1", error[SIGNAL_TEXT];
    struct signal s;
    for (size_t i = 1; i < SIGNAL_MAX_SEGMENTS; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), ";hold 1 1");
    cr_expect(signal_parse(text, &s, error));
    signal_free(&s);
    snprintf(text + strlen(text), sizeof text - strlen(text), ";hold 1 1");
    cr_expect(!signal_parse(text, &s, error));
    cr_expect(strstr(error, "more than 64 segments"), "%s", error);
}

/* Values are the doubles nearest to what was written, however long that is. */
Test(parse, numbers_round_trip)
{
    static const double values[] = { 0.1, -1.0 / 3, 0x1.fffffffffffffp-3, 0x1p-1074, DBL_MAX };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (int f = 0; f < 3; f++) {
            static const char *const formats[] = { "ramp %.17g %.100f 0.1", "ramp %a %a 0.1",
                                                   "ramp %.60e %.17e 0.1" };
            char text[1024], error[SIGNAL_TEXT];
            struct signal s;
            snprintf(text, sizeof text, formats[f], values[i], 0.7);
            cr_assert(signal_parse(text, &s, error), "%s", error);
            cr_expect(s.segments[0].value[0] == values[i] && s.segments[0].value[1] == 0.7 &&
                          s.duration == 0.1,
                      "'%s' is read as %a, %a", text, s.segments[0].value[0],
                      s.segments[0].value[1]);
            signal_free(&s);
        }
}

/* Intervals follow each other without gap, their count is finite, and within each v keeps
 * its sign, exactly as claimed. */
Test(intervals, tile_the_signal_with_one_sign_each)
{
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct signal s;
        char error[SIGNAL_TEXT];
        cr_assert(signal_parse(good[i], &s, error));
        double t = 0;
        int n = 0;
        while (t < s.duration * (1 - 1e-12) && n < 10000) {
            const struct smooth_interval now = signal_interval(&s, t);
            cr_assert(now.start == t && now.end > t, "'%s' at %g", good[i], t);
            for (int k = 1; k < 20; k++) {
                const double v =
                    signal_segment_velocity(now.segment, t + (now.end - t) * (double)k / 20);
                cr_expect((v > 0) - (v < 0) == (int)now.sign, "'%s' at %g", good[i], t);
            }
            t = now.end;
            n++;
        }
        cr_expect(n < 1000, "'%s' has %d intervals", good[i], n);
        cr_expect(fabs(t - s.duration) <= 1e-12 * s.duration);
        signal_free(&s);
    }
}

Test(intervals, of_a_sine_end_at_its_zeros)
{
    struct signal s;
    char error[SIGNAL_TEXT];
    cr_assert(signal_parse("sine 0 1 6.283185307179586 0 5", &s, error));
    double t = 0;
    for (int k = 1; k <= 10; k++) {
        const struct smooth_interval now = signal_interval(&s, t);
        cr_expect(fabs(now.end - 0.5 * k) <= 1e-14 * 5, "zero %d at %.17g", k, now.end);
        cr_expect(now.sign == (k % 2 ? 1 : -1));
        cr_expect(signal_velocity(&s, now.end) == 0);
        t = now.end;
    }
    signal_free(&s);
}

/* From rest the phase is b tau^2 with b = 1/s^2, and v vanishes where that is k pi. Of the
 * double beside sqrt(k pi) a few roundings separate: pi, the product, root, quotient, T. */
Test(intervals, of_a_chirp_end_at_its_zeros)
{
    struct signal s;
    char error[SIGNAL_TEXT];
    cr_assert(signal_parse("hold -1 2; chirp 0 1 0 20 10", &s, error));
    double t = signal_interval(&s, 0).end;
    for (int k = 1; k <= 31; k++) {
        const struct smooth_interval now = signal_interval(&s, t);
        const double zero = 2 + sqrt(k * 3.14159265358979323846);
        cr_expect(fabs(now.end - zero) <= 8 * DBL_EPSILON * zero, "zero %d at %.17g", k, now.end);
        cr_expect(now.sign == (k % 2 ? 1 : -1));
        cr_expect(signal_velocity(&s, now.end) == 0);
        t = now.end;
    }
    cr_expect_eq(signal_interval(&s, t).end, 12);
    signal_free(&s);
}

static long double velocity_at(const struct signal_segment *p, long double tau)
{
    const double *a = p->value;
    switch (p->kind) {
    case SIGNAL_HOLD:
        return a[0];
    case SIGNAL_RAMP:
        return a[0] + ((long double)a[1] - a[0]) * tau / p->duration;
    case SIGNAL_SINE:
        return a[0] + a[1] * sinl(a[2] * tau + a[3]);
    case SIGNAL_COSINE:
        return a[0] + a[1] * cosl(a[2] * tau + a[3]);
    case SIGNAL_CHIRP:
        return a[0] + a[1] * sinl(tau * (a[2] + (a[3] - (long double)a[2]) * tau /
                                                    (2 * (long double)p->duration)));
    default:
        return 0;
    }
}

/* The fastest the segment can change, 1/s: |d^6 v/dt^6| <= 76 amp w^6, where 76 is for the
 * chirp's slope, 1 + 30 y + 180 y^2 + 120 y^3 at y = slope/(2 w^2) <= 1/2. */
static double fastest(const struct signal_segment *p)
{
    if (p->kind < SIGNAL_SINE)
        return 0;
    if (p->kind < SIGNAL_CHIRP)
        return fabs(p->value[2]);
    return fmax(fmax(fabs(p->value[2]), fabs(p->value[3])),
                sqrt(fabs(p->value[3] - p->value[2]) / p->duration));
}

/* The integrals of v and |v| over the first tau seconds of the segment by three-point
 * Gauss-Legendre in long double; the former errs by 76 (h w)^6/2016000 of tau amp, 4e-17 for
 * h w = 0.01. */
static void integrals(const struct signal_segment *p, double tau, long double *distance,
                      double *path)
{
    const long double node = sqrtl(0.6L);
    const long n = 2 + (long)(fastest(p) * tau / 0.01);
    const long double h = (long double)tau / (long double)n;
    for (long i = 0; i < n; i++) {
        const long double middle = ((long double)i + 0.5L) * h;
        const long double v[] = { velocity_at(p, middle - node * h / 2), velocity_at(p, middle),
                                  velocity_at(p, middle + node * h / 2) };
        *distance += h / 18 * (5 * v[0] + 8 * v[1] + 5 * v[2]);
        *path += (double)(h / 18 * (5 * fabsl(v[0]) + 8 * fabsl(v[1]) + 5 * fabsl(v[2])));
    }
}

/* The rounding of the largest phase, 3 units, shifts a wave by as much, and moves an end of
 * the path by that part of it at most. */
static double phase_rounding(const struct signal_segment *p)
{
    if (p->kind == SIGNAL_SINE || p->kind == SIGNAL_COSINE)
        return 3 * DBL_EPSILON * (1 + fabs(p->value[3]));
    return 3 * DBL_EPSILON;
}

Test(velocity, distance_is_its_integral)
{
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct signal s;
        char error[SIGNAL_TEXT];
        long double before = 0;
        double path = 0, tolerance = 0;
        cr_assert(signal_parse(good[i], &s, error));
        for (size_t k = 0; k < s.n; k++) {
            const struct signal_segment *p = &s.segments[k];
            for (int part = 1; part <= 4; part++) {
                const double tau = p->duration * part / 4;
                long double sum = before;
                double way = 0;
                integrals(p, tau, &sum, &way);
                const double found = signal_distance(&s, p->start + tau);
                /* the instant's own rounding, and the sum's */
                const double limit = tolerance + phase_rounding(p) * fmax(way, path) +
                                     DBL_EPSILON * s.duration * fabs(path + way) / tau +
                                     4 * DBL_EPSILON * (path + way);
                cr_expect(fabs((double)(found - sum)) <= limit, "'%s' at %g: %.17g, %.17Lg, +-%g",
                          good[i], p->start + tau, found, sum, limit);
                if (part == 4) {
                    before = sum;
                    path += way;
                    tolerance = limit;
                }
            }
        }
        signal_free(&s);
    }
}

Test(velocity, takes_the_right_limit_at_jumps)
{
    struct signal s;
    char error[SIGNAL_TEXT];
    cr_assert(signal_parse("hold 1 0.1; hold 2 0.2; hold 3 0.3", &s, error));
    cr_expect_eq(signal_velocity(&s, 0), 1);
    cr_expect_eq(signal_velocity(&s, 0.1), 2);
    cr_expect_eq(signal_velocity(&s, 0.1 + 0.2), 3);
    cr_expect_eq(signal_velocity(&s, 0.3), 3);
    cr_expect_eq(signal_velocity(&s, 0.6), 3);
    signal_free(&s);
    cr_assert(signal_parse("hold 1 0.3; chirp 0.5 1 3 5 0.7; cosine 1 2 3 0 1", &s, error));
    cr_expect_eq(signal_velocity(&s, 0.3), 0.5);
    cr_expect_eq(signal_velocity(&s, 1), 3);
    signal_free(&s);
}

/* Beyond its end a signal goes on as its last segment does, and other segments end where the next
 * one begins. */
Test(velocity, distance_goes_on_at_the_end)
{
    struct signal s;
    char error[SIGNAL_TEXT];
    cr_assert(signal_parse("hold 1 0.5; hold -2 0.25; hold 4 1", &s, error));
    cr_expect_eq(signal_distance(&s, -1), 0);
    cr_expect_eq(signal_distance(&s, 0.5), 0.5);
    cr_expect_eq(signal_distance(&s, 0.75), 0);
    cr_expect_eq(signal_distance(&s, 1.75), 4);
    cr_expect_eq(signal_distance(&s, 2.25), 6);
    signal_free(&s);
}

/* Against central differences, whose error is eps v/d + d^2 v'''/6, where the formulas differ. */
Test(slope, is_that_of_the_velocity)
{
    static const char text[] = "hold 2 1; ramp -1 3 2; sine 0.5 1 3 0.2 2; cosine 0.1 2 4 1 2; "
                               "chirp 0.2 1 1 9 3";
    struct signal s;
    char error[SIGNAL_TEXT];
    const double d = 1e-5;
    cr_assert(signal_parse(text, &s, error), "%s", error);
    for (int i = 0; i < 400; i++) {
        const double t = s.duration * (i + 0.5) / 400;
        const struct signal_segment *segment = signal_interval(&s, t).segment;
        const double difference =
            (signal_segment_velocity(segment, t + d) - signal_segment_velocity(segment, t - d)) /
            (2 * d);
        cr_expect(fabs(signal_slope(&s, t) - difference) <= 4 * DBL_EPSILON / d + 1e3 * d * d,
                  "at %g: %.12g, %.12g", t, signal_slope(&s, t), difference);
    }
    signal_free(&s);
}

/* No slope in a segment exceeds the steepest, which a wave of whole periods comes near. */
Test(slope, is_at_most_the_steepest)
{
    enum { PLACES = 4000 };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct signal s;
        char error[SIGNAL_TEXT];
        cr_assert(signal_parse(good[i], &s, error));
        for (size_t k = 0; k < s.n; k++) {
            const struct signal_segment *segment = &s.segments[k];
            double most = 0, steepest = 0;
            for (int place = 0; place <= PLACES; place++) {
                const double t = segment->start + segment->duration * place / PLACES;
                most = fmax(most, fabs(signal_segment_slope(segment, t)));
                steepest = signal_segment_steepest(segment, t);
                cr_expect_eq(steepest, signal_segment_steepest(segment, segment->start));
            }
            cr_expect(most <= steepest * (1 + 4 * DBL_EPSILON) && most >= 0.8 * steepest,
                      "'%s', segment %zu: %g, at most %g", good[i], k, most, steepest);
        }
        signal_free(&s);
    }
}

/* A slope keeps its sign up to the turn, and has the other one behind it; what does not turn has
 * none. */
Test(slope, keeps_its_sign_up_to_the_turn)
{
    enum { LOOKS = 50, WITHIN = 40 };
    static const struct {
        const char *text;
        bool turns;
    } cases[] = { { "sine 0.01 0.009 6.28 0.3 4", true },
                  { "sine 1 -2 -3 1 4", true },
                  { "cosine 0 -2 3 -1 4", true },
                  { "chirp 0.02 0.019 1 30 4", true },
                  { "chirp 0.02 -0.019 -5 9 4", true },
                  { "chirp 0 1 4 4 4", true },
                  { "chirp 0 1 9 -2 4", true },
                  { "ramp 0 3 4", false },
                  { "hold 2 4", false } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct signal s;
        char error[SIGNAL_TEXT];
        cr_assert(signal_parse(cases[k].text, &s, error), "%s", error);
        const struct signal_segment *segment = s.segments;
        for (int look = 0; look < LOOKS; look++) {
            const double t = s.duration * (look + 0.123) / LOOKS;
            const double turn = signal_segment_turn(segment, t);
            const double slope = signal_segment_slope(segment, t);
            cr_expect_eq(isfinite(turn), cases[k].turns, "'%s' at %g", cases[k].text, t);
            if (!cases[k].turns)
                continue;
            cr_expect_gt(turn, t);
            for (int i = 1; i < WITHIN; i++)
                cr_expect(signal_segment_slope(segment, t + (turn - t) * i / WITHIN) * slope > 0,
                          "'%s' at %g, %d", cases[k].text, t, i);
            cr_expect(signal_segment_slope(segment, turn + 1e-6) * slope < 0, "'%s' at %g: %g",
                      cases[k].text, t, turn);
        }
        signal_free(&s);
    }
}
