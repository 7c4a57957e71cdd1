/* Tests the measures on trajectories whose values are known in closed form. */
#include <criterion/criterion.h>
#include <math.h>

#include "benchmarks/comparison/findings_measure.h"

static const double PI = 3.14159265358979323846;
enum { N = 4001 };

static struct trajectory trajectory(double t_end)
{
    struct trajectory r;
    trajectory_init(&r, N, 1, t_end);
    return r;
}

static void event(struct trajectory *r, enum plant_event kind, double t)
{
    trajectory_event(r, kind, t);
}

/* v = 3 + 2 cos t, F = 7 v + v^2 + b sin t: the ellipse encloses the area pi 2 b, the curve of v
 * none. With b < 0 friction is larger while v rises (t in (pi, 2 pi)). */
static double lag_of(double b)
{
    struct trajectory r = trajectory(6 * PI);
    for (size_t i = 0; i < N; i++) {
        r.v[i] = 3 + 2 * cos(r.t[i]);
        r.F[i] = 7 * r.v[i] + r.v[i] * r.v[i] + b * sin(r.t[i]);
    }
    const double lag = measure_lag(&r, 4 * PI - 1e-9);
    trajectory_free(&r);
    return lag;
}

Test(lag, is_the_signed_area_over_the_swing)
{
    cr_expect_float_eq(lag_of(-0.3), 2 * PI * 0.3 / 4, 1e-5);
    cr_expect_float_eq(lag_of(0.3), -2 * PI * 0.3 / 4, 1e-5);
    cr_expect_float_eq(lag_of(0), 0, 1e-12);
}

/* A speed that does not change has no lag, nor has a time without samples. */
Test(lag, needs_a_swing)
{
    struct trajectory r = trajectory(1);
    for (size_t i = 0; i < N; i++)
        r.v[i] = r.F[i] = 2;
    cr_expect(isnan(measure_lag(&r, 0)));
    cr_expect(isnan(measure_lag(&r, 2)));
    trajectory_free(&r);
}

/* Friction that jumps with the sign of v encloses nothing. */
Test(lag, a_jump_at_standstill_does_not_count)
{
    struct trajectory r = trajectory(2 * PI);
    for (size_t i = 0; i < N; i++) {
        r.v[i] = cos(r.t[i] + 0.1);
        r.F[i] = copysign(1e4, r.v[i]) - 0.2 * sin(r.t[i] + 0.1);
    }
    cr_expect_float_eq(measure_lag(&r, 0), 0.1 * PI, 1e-3);
    for (size_t i = 0; i < N; i++)
        r.v[i] = 1;
    cr_expect(isnan(measure_lag(&r, 0)), "no swing");
    trajectory_free(&r);
}

Test(swing, is_of_the_late_samples)
{
    struct trajectory r = trajectory(10);
    for (size_t i = 0; i < N; i++)
        r.law[i] = r.t[i] < 5 ? 100 : sin(r.t[i] - 5);
    cr_expect_float_eq(measure_swing(&r, r.law, 1, 5), 2, 1e-5);
    cr_expect(isnan(measure_swing(&r, r.law, 1, 11)));
    trajectory_free(&r);
}

Test(at, is_linear_and_nothing_outside)
{
    struct trajectory r = trajectory(10);
    for (size_t i = 0; i < N; i++)
        r.x[i] = 3 * r.t[i];
    cr_expect_float_eq(measure_at(&r, r.x, 1, 1.23456), 3.70368, 1e-12);
    cr_expect_float_eq(measure_at(&r, r.x, 1, 0), 0, 0);
    cr_expect_float_eq(measure_at(&r, r.x, 1, 10), 30, 1e-12);
    cr_expect(isnan(measure_at(&r, r.x, 1, NAN)) && isnan(measure_at(&r, r.x, 1, -1)) &&
              isnan(measure_at(&r, r.x, 1, 10.1)));
    trajectory_free(&r);
}

/* Jumps forward at 2, 5 and 8 s by 0.3 m each, one backward at 9 s. */
Test(slips, are_counted_by_direction_and_timed)
{
    struct trajectory r = trajectory(10);
    for (size_t i = 0; i < N; i++) {
        const double t = r.t[i];
        r.v[i] = t >= 9 ? -1 : fmod(t + 1, 3) < 0.1 && t > 1.5 ? 3 : 0;
        r.x[i] = i > 0 ? r.x[i - 1] + r.v[i - 1] * (t - r.t[i - 1]) : 0;
    }
    event(&r, PLANT_RELEASE, 1.5);
    for (int k = 0; k < 3; k++) {
        event(&r, PLANT_FASTER, 2 + 3 * k);
        event(&r, PLANT_SLOWER, 2.1 + 3 * k);
    }
    event(&r, PLANT_FASTER, 9);
    const struct slips s = measure_slips(&r);
    cr_expect(s.forward == 3 && s.backward == 1, "%u %u", s.forward, s.backward);
    cr_expect_float_eq(s.first, 2, 0);
    cr_expect_float_eq(s.period, 3, 1e-12);
    cr_expect_float_eq(s.length, 0.3, 0.01);
    cr_expect_float_eq(s.peak, 3, 0);
    cr_expect_float_eq(measure_release(&r), 1.5, 0);
    trajectory_free(&r);
}

Test(slips, none_or_one_leave_no_period)
{
    struct trajectory r = trajectory(10);
    struct slips s = measure_slips(&r);
    cr_expect(s.forward == 0 && isnan(s.first) && isnan(s.period) && isnan(s.length));
    event(&r, PLANT_FASTER, 4);
    s = measure_slips(&r);
    cr_expect(s.forward == 1 && s.first < 5 && isnan(s.period) && isnan(s.length));
    const struct excursion none = measure_excursion(&r);
    cr_expect(isnan(measure_release(&r)) && isnan(none.stop) && isnan(none.place) &&
              isnan(none.speed));
    trajectory_free(&r);
}

/* x = 1 from rest, away and back: 1 - sin(t - 2)^2 from 2 s on, stops at 2 + pi/2. */
Test(excursion, ends_where_the_mass_first_stops)
{
    struct trajectory r = trajectory(10);
    for (size_t i = 0; i < N; i++) {
        const double t = fmax(r.t[i] - 2, 0);
        r.x[i] = 1 - sin(t) * sin(t);
        r.v[i] = -sin(2 * t) * (t > PI / 2 ? 5 : 1);
    }
    event(&r, PLANT_RELEASE, 2);
    event(&r, PLANT_REVERSAL, 2 + PI / 2);
    const struct excursion e = measure_excursion(&r);
    cr_expect_float_eq(e.stop, 2 + PI / 2, 1e-12);
    cr_expect_float_eq(e.place, 0, 1e-5);
    cr_expect_float_eq(e.speed, 1, 1e-5, "not the faster way back");
    trajectory_free(&r);
}

/* x = 1 + 0.5 sin t over four periods, after a larger deviation that is outside the window. */
Test(deviation, is_of_the_window)
{
    struct trajectory r = trajectory(10 * PI);
    for (size_t i = 0; i < N; i++)
        r.x[i] = r.t[i] < 2 * PI ? 50 : 1 + 0.5 * sin(r.t[i]);
    const struct deviation d = measure_deviation(&r, 1, 2 * PI + 1e-9, 10 * PI + 1);
    cr_expect_float_eq(d.largest, 0.5, 1e-5);
    cr_expect_float_eq(d.rms, 0.5 / sqrt(2), 1e-4);
    cr_expect(isnan(measure_deviation(&r, 1, 100, 200).largest));
    trajectory_free(&r);
}

/* A sample that stands out counts wherever it is within the window, and nowhere else. */
Test(extremes, count_at_both_ends_of_their_window_and_not_beyond)
{
    static const size_t places[] = { 999, 1000, 1001, 2000, 2999, 3000, 3001 };
    struct trajectory r = trajectory(4); /* samples of 1 ms */
    for (size_t k = 0; k < sizeof places / sizeof *places; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            const size_t i = places[k];
            const bool late = i >= 1000, within = late && i <= 3000;
            for (size_t j = 0; j < N; j++)
                r.x[j] = r.v[j] = r.law[j] = 0;
            r.x[i] = r.v[i] = r.law[i] = sign * 5;
            cr_expect_float_eq(measure_swing(&r, r.law, 1, r.t[1000]), late ? 5 : 0, 0, "%zu", i);
            const struct deviation d = measure_deviation(&r, 1, r.t[1000], r.t[3000]);
            cr_expect_float_eq(d.largest, within ? fabs(sign * 5 - 1.0) : 1, 0, "%zu", i);
            /* a square of 1, and at that sample another one, by half as wide at an end */
            const double width = (i == 1000 || i == 3000) ? 5e-4 : 1e-3;
            const double more = within ? width * ((sign * 5 - 1.0) * (sign * 5 - 1.0) - 1) : 0;
            cr_expect_float_eq(d.rms, sqrt((2 + more) / 2), 1e-12, "%zu: %g", i, d.rms);
            cr_expect_float_eq(measure_slips(&r).peak, sign > 0 ? 5 : 0, 0, "%zu", i);
        }
    r.v[0] = 7;
    cr_expect_float_eq(measure_slips(&r).peak, 7, 0);
    r.v[N - 1] = 8;
    cr_expect_float_eq(measure_slips(&r).peak, 8, 0);
    trajectory_free(&r);
}

/* The sample of the release and the sample of the stop belong to the excursion. The first stop
 * after the release ends it, be it a capture or a reversal; without one it lasts to the end. */
Test(excursion, has_the_samples_from_release_to_stop)
{
    static const enum plant_event stops[] = { PLANT_CAPTURE, PLANT_REVERSAL };
    static const size_t places[] = { 999, 1000, 1500, 2000, 2001 };
    for (int without = 0; without < 2; without++)
        for (int s = 0; s < 2; s++)
            for (size_t k = 0; k < 5; k++) {
                struct trajectory r = trajectory(4);
                const size_t i = places[k];
                const bool within = i >= 1000 && (i <= 2000 || without);
                event(&r, PLANT_REVERSAL, r.t[500]);
                event(&r, PLANT_RELEASE, r.t[1000]);
                event(&r, PLANT_FASTER, r.t[1200]);
                if (!without)
                    event(&r, stops[s], r.t[2000]);
                event(&r, PLANT_RELEASE, r.t[3000]);
                for (size_t j = 0; j < N; j++)
                    r.x[j] = 1;
                r.v[i] = -3;
                if (i != 1000)
                    r.x[i] = -2;
                const struct excursion e = measure_excursion(&r);
                if (without)
                    cr_expect(isnan(e.stop));
                else
                    cr_expect_float_eq(e.stop, r.t[2000], 0);
                cr_expect_float_eq(e.speed, within ? 3 : 0, 0, "%zu: %g", i, e.speed);
                cr_expect_float_eq(e.place, within && i != 1000 ? -2 : 1, 0, "%zu: %g", i, e.place);
                cr_expect_float_eq(measure_release(&r), r.t[1000], 0, "the first release");
                trajectory_free(&r);
            }
}

/* Backward slips do not count for the period, the length or the first one. Between samples columns
 * are linear, of every stride. */
Test(slips, periods_and_lengths_are_the_last_ones)
{
    struct trajectory r = trajectory(4);
    for (size_t i = 0; i < N; i++) {
        r.v[i] = r.t[i] < 0.6 || (r.t[i] > 2 && r.t[i] < 2.2) ? -1 : 1;
        r.x[i] = r.t[i] * r.t[i];
    }
    event(&r, PLANT_FASTER, 0.5);
    event(&r, PLANT_FASTER, 1);
    event(&r, PLANT_FASTER, 1.75);
    event(&r, PLANT_FASTER, 2.125);
    event(&r, PLANT_SLOWER, 2.25);
    event(&r, PLANT_FASTER, 3);
    const struct slips s = measure_slips(&r);
    cr_expect(s.forward == 3 && s.backward == 2, "%u %u", s.forward, s.backward);
    cr_expect_float_eq(s.first, 1, 0);
    cr_expect_float_eq(s.period, 1.25, 0);
    cr_expect_float_eq(s.length, 9 - 1.75 * 1.75, 1e-12);
    double pairs[2 * N];
    for (size_t i = 0; i < N; i++) {
        pairs[2 * i] = -1;
        pairs[2 * i + 1] = 4 + 3 * r.t[i];
    }
    cr_expect_float_eq(measure_at(&r, pairs + 1, 2, 1.23456), 4 + 3 * 1.23456, 1e-13);
    cr_expect_float_eq(measure_swing(&r, pairs + 1, 2, 1.5), 7.5, 1e-13);
    trajectory_free(&r);
}
