/* What an encoder's steps say, against motions that are known. */
#include "properties/measurement/steps.h"

#include <criterion/criterion.h>
#include <math.h>

#include "tools/base/rng.h"

enum { N = 6000 };

static const double SIZE = 1e-6;

/* An encoder: its edges beside their places by that standard deviation, and noise before them, in
 * steps. */
struct encoder {
    double edge, noise;
    uint64_t seed;
};

/* measured[N] of x[N]. */
static void encode(struct encoder e, const double x[], double measured[])
{
    struct rng rng = rng_keyed(e.seed, "noise", 0);
    double pair[2] = { 0, 0 };
    for (size_t i = 0; i < N; i++) {
        if (i % 2 == 0)
            rng_normal_pair(&rng, pair);
        const double at = x[i] / SIZE + e.noise * pair[i % 2], below = floor(at);
        struct rng of_edge = rng_keyed(e.seed, "edge", (uint64_t)(1e6 + below));
        double beside[2];
        rng_normal_pair(&of_edge, beside);
        measured[i] = SIZE * (at < below + 0.5 + e.edge * beside[0] ? below : below + 1);
    }
}

/* t[N], x[N]: two periods of a wave that passes a step in that many samples where it is fastest. */
static void make_wave(double samples, double t[], double x[])
{
    static const double W = 2 * 6.283185307179586 / N;
    for (size_t i = 0; i < N; i++) {
        t[i] = 1e-3 * (double)i;
        x[i] = SIZE / (W * samples) * sin(W * (double)i);
    }
}

/* Edges are as far beside their places as they were made, and noise is as large. */
Test(steps, are_as_they_were_made)
{
    static double t[N], x[N], measured[N];
    make_wave(12, t, x);
    for (int k = 0; k < 4; k++) {
        const double edge = 0.05 * k;
        encode((struct encoder){ edge, 0, 1 + (uint64_t)k }, x, measured);
        const struct steps s = steps_of(N, t, measured, SIZE);
        cr_expect_eq(s.size, SIZE);
        /* Some 80 edges, each passed four times: a deviation is known to a tenth, what is left of a
         * slow motion takes as much. */
        if (k > 0)
            cr_expect_float_eq(s.edge / SIZE, edge, 0.4 * edge, "%g: %g", edge, s.edge / SIZE);
        else
            cr_expect(s.edge >= 0.01 * SIZE && s.edge < 0.03 * SIZE, "%g", s.edge / SIZE);
        /* No value is single but at reversals. */
        cr_expect_lt(s.noise, 0.005 * SIZE, "%g", s.noise / SIZE);
    }
    /* A motion that passes an edge within a sample shows no noise there: this one takes many. */
    make_wave(60, t, x);
    for (int k = 0; k < 3; k++) {
        const double noise = 0.05 * (1 << k);
        encode((struct encoder){ 0, noise, 1 }, x, measured);
        const struct steps s = steps_of(N, t, measured, SIZE);
        cr_expect_float_eq(s.noise / SIZE, noise, 0.4 * noise, "%g: %g", noise, s.noise / SIZE);
    }
}

/* A handful of edges tells nothing of others. */
Test(steps, of_few_edges_are_unknown)
{
    static double t[N], x[N], measured[N];
    for (size_t i = 0; i < N; i++) {
        t[i] = 1e-3 * (double)i;
        x[i] = SIZE * (double)i / 200;
    }
    encode((struct encoder){ 0, 0, 1 }, x, measured);
    cr_expect_float_eq(steps_of(N, t, measured, SIZE).edge, 0.05 * SIZE, 1e-12 * SIZE);
}

/* Where a value begins, the position is known as well as the weight says, whichever way the motion
 * goes; behind that it counts for next to nothing. */
Test(steps, positions_are_known_where_values_begin)
{
    static double t[N], x[N], measured[N], seen[N], weight[N];
    for (int k = 0; k < 4; k++) {
        const double samples = 2.5 * pow(2.3, k);
        make_wave(samples, t, x);
        encode((struct encoder){ 0, 0, 1 }, x, measured);
        const struct steps s = { SIZE, 0.01 * SIZE, 0 };
        steps_see(&s, N, measured, NULL, seen, weight);
        double squares = 0, rounding = 0;
        size_t begin = 0;
        for (size_t i = 1; i < N; i++) {
            if (measured[i] == measured[i - 1]) {
                cr_assert(seen[i] == measured[i] && weight[i] <= 1e-3, "%zu: %g", i, weight[i]);
                continue;
            }
            cr_assert(fabs(seen[i] - measured[i]) <= SIZE / 2, "%zu", i);
            squares += weight[i] * pow((seen[i] - x[i]) / SIZE, 2) * 12;
            rounding += pow((measured[i] - x[i]) / SIZE, 2) * 12;
            begin++;
        }
        /* Variances are no less than they are, and no more than by their exponent. */
        const double mean = squares / (double)begin, least = sqrt(1 / samples) / 4;
        cr_expect(mean > least && mean < 1.2, "%g samples: %g", samples, mean);
        cr_expect_gt(rounding / (double)begin, 0.9);
    }
}

/* A motion that passes one step or more from sample to sample is what was measured. */
Test(steps, of_a_fast_motion_are_what_was_measured)
{
    static double x[N], measured[N], seen[N], weight[N];
    for (int k = 1; k <= 3; k++) {
        for (size_t i = 0; i < N; i++)
            x[i] = SIZE * k * 1.001 * (double)i;
        encode((struct encoder){ 0, 0, 1 }, x, measured);
        steps_see(&(struct steps){ SIZE, 0.01 * SIZE, 0 }, N, measured, NULL, seen, weight);
        for (size_t i = 1; i + 1 < N; i++) {
            cr_assert_float_eq(seen[i], measured[i], 1e-9 * SIZE, "%d, %zu", k, i);
            cr_assert_float_eq(weight[i], 1, 2e-3, "%d, %zu: %g", k, i, weight[i]);
        }
    }
}

/* A curve that leaves the step which a value tells is seen at its side, all samples that do so
 * together as one edge; one that stays in it is not seen at all. */
Test(steps, hold_a_curve)
{
    static double measured[N], curve[N], seen[N], weight[N];
    const struct steps s = { SIZE, 0.1 * SIZE, 0 };
    for (size_t i = 0; i < N; i++) {
        measured[i] = 7 * SIZE;
        curve[i] = (7 + (i < 1000 ? 0.4 : i < 1100 ? 0.7 : i < 5000 ? -0.4 : -0.6)) * SIZE;
    }
    steps_see(&s, N, measured, curve, seen, weight);
    const double each = 1 / (12 * 0.1 * 0.1) / 1099;
    for (size_t i = 1; i + 1 < N; i++) {
        const double side = i < 1000 ? 0 : i < 1100 ? 0.5 : i < 5000 ? 0 : -0.5;
        cr_assert_float_eq(seen[i] / SIZE, 7 + side, 1e-9, "%zu: %g", i, seen[i] / SIZE);
        cr_assert_float_eq(weight[i], side != 0 ? each : 1.0 / N, 1e-9, "%zu: %g", i, weight[i]);
    }
}

/* Noise that moves values to and fro over an edge does not make edges of one. */
Test(steps, settle_where_noise_moves_values)
{
    static double t[N], x[N], measured[N], level[N], seen[N], weight[N];
    for (size_t i = 0; i < N; i++) {
        t[i] = 1e-3 * (double)i;
        x[i] = SIZE * (double)i / 100;
    }
    encode((struct encoder){ 0, 0.04, 3 }, x, measured);
    const struct steps s = steps_of(N, t, measured, SIZE);
    steps_settle(&s, N, measured, level);
    steps_see(&s, N, level, NULL, seen, weight);
    size_t changes = 0, begin = 0;
    for (size_t i = 1; i < N; i++) {
        changes += measured[i] != measured[i - 1];
        if (weight[i] <= 1e-2)
            continue;
        begin++;
        /* A fifth of a step is five times the noise. */
        cr_expect_lt(fabs(seen[i] - x[i]), 0.2 * SIZE, "%zu: %g", i, (seen[i] - x[i]) / SIZE);
    }
    cr_expect(changes > 100 && begin >= 59 && begin < 80, "%zu, %zu", changes, begin);
}

/* level[N]: steps up of `rise`, each of `samples`, until sample `from`; none until sample `to`;
 * then steps down. */
static void go_and_rest(size_t samples, int rise, size_t from, size_t to, double level[])
{
    int at = 0;
    for (size_t i = 0; i < N; i++) {
        at += (i < from && i > 0 && i % samples == 0 ? rise : 0) -
              (i >= to && (i - to) % samples == 0 ? rise : 0);
        level[i] = SIZE * at;
    }
}

/* A position rests where a value lasts for more than five times what the longer ones around it do
 * together: from as long behind its beginning as the value before lasted, to twice as long before
 * its end as the next one does. It may go as far as a step's rounding all along, and begin to move
 * as fast as it then does, in three differences. */
Test(steps, rest)
{
    static const struct {
        size_t samples, from, to;
        int rise;
        bool rests;
    } cases[] = { { 10, 2000, 2500, 1, true }, { 10, 2000, 2090, 1, false },
                  { 10, 2000, 2091, 1, true }, { 1, 2000, 2500, 3, true },
                  { 10, 0, 2500, 1, true },    { 10, 2000, N + 1, 1, true },
                  { 10, 0, N + 1, 1, false },  { 250, 2000, 4000, 1, false } };
    static double level[N], rest[N], begin[N];
    const struct steps s = { SIZE, 0.05 * SIZE, 0 };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const size_t samples = cases[k].samples, from = cases[k].from, to = cases[k].to;
        go_and_rest(samples, cases[k].rise, from, to, level);
        steps_rests(&s, N, level, rest, begin);
        /* The last value lasts from its first sample on. */
        const size_t first = from < samples ? 0 : from - samples, last = to < N ? to : N;
        const size_t entry = from < samples || cases[k].rise > 1 ? first : first + samples / 2 / 2,
                     margin = to >= N || cases[k].rise > 1 ? 0 : samples / 2;
        const double speed = cases[k].rise / fmax((double)margin, 1);
        for (size_t i = 0; i < N; i++) {
            const bool rests = cases[k].rests && i >= entry && i + margin < last;
            const bool begins =
                cases[k].rests && to < N && i + margin >= last && i + margin < last + 3;
            cr_expect_eq(rest[i], rests ? 1 / (double)(last - first) : 0, "%zu, %zu: %g", k, i,
                         rest[i]);
            cr_expect_float_eq(begin[i], begins ? 12 * speed * speed : 0, 1e-9, "%zu, %zu: %g", k,
                               i, begin[i]);
        }
    }
}

/* Where a motion begins with a constant acceleration, at any place in a step, it does so where the
 * rest ends, to two samples; it passes a step in 12 samples at first. */
Test(steps, rest_until_a_motion_begins)
{
    static double x[N], level[N], rest[N], begin[N];
    const struct steps s = { SIZE, 0.05 * SIZE, 0 };
    for (int k = 0; k < 10; k++) {
        size_t last = 0;
        for (size_t i = 0; i < N; i++) {
            const double on = i < 3000 ? 0 : (double)i - 3000;
            x[i] = SIZE * ((k - 4.5) / 10 + fmin(on * on, 4e4) / 144);
        }
        encode((struct encoder){ 0, 0, 1 }, x, level);
        steps_rests(&s, N, level, rest, begin);
        for (size_t i = 0; i < 3100; i++)
            last = rest[i] > 0 ? i : last;
        cr_expect(last > 2990 && last < 3006, "%d: %zu", k, last);
        cr_expect_gt(begin[last + 1], 0);
        cr_expect_gt(begin[last + 2], 0);
        cr_expect_gt(begin[last + 3], 0);
        cr_expect_eq(begin[last + 4], 0);
    }
}

/* A wave through steps of an encoder, however its turning points lie in them, rests nowhere. */
Test(steps, do_not_rest_where_a_motion_turns)
{
    static double t[N], x[N], measured[N], rest[N], begin[N];
    for (int k = 0; k < 20; k++) {
        make_wave(4 + k, t, x);
        for (size_t i = 0; i < N; i++)
            x[i] += 0.05 * k * SIZE;
        encode((struct encoder){ 0.05, 0, 1 + (uint64_t)k }, x, measured);
        const struct steps s = { SIZE, 0.05 * SIZE, 0 };
        steps_rests(&s, N, measured, rest, begin);
        for (size_t i = 0; i < N; i++)
            cr_assert_eq(rest[i], 0, "%d: %zu", k, i);
    }
}
