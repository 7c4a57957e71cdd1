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
