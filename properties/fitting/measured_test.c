/* Between which speeds and lengths a run says anything. */
#include "properties/fitting/measured.h"

#include <criterion/criterion.h>
#include <math.h>

#include "tools/base/memory.h"
#include "tools/testing/test_random.h"

enum { SAMPLES = 4001 };

static const double pi = 3.14159265358979;

/* The share of |cos| of all angles that is below u. */
static double share_below(double u) { return u < 1 ? asin(u) / (pi / 2) : 1; }

/* A wave of 1 mm, then one of 0.1 mm, for 2 s each, beside an exact position. Its frequency,
 * 7 sqrt(2) Hz, has no period with samples, so that angles are as good as all alike: of the samples
 * of a wave a share is off by four at most. A reversal is seen a sample late, when a wave is short
 * of its top by (0.0622 rad)^2/2, 0.2 %. */
Test(measured, has_the_range_of_its_motion)
{
    static double t[SAMPLES], x[SAMPLES], force[SAMPLES];
    const double omega = 2 * pi * 7 * sqrt(2), turn = 40 * pi / omega;
    for (int i = 0; i < SAMPLES; i++) {
        t[i] = 1e-3 * i;
        x[i] = (t[i] < turn ? 1e-3 : 1e-4) * sin(omega * t[i]);
        force[i] = 1 + 1e-3 * (i % 7);
    }
    struct log_run run = { .file = "made", .n = SAMPLES, .t = t, .x = x, .force = force };
    const struct log log = { .runs = &run, .n_runs = 1 };
    struct measured m;
    measured_from(&log, 0, 0, &m);
    const double fast = turn / t[SAMPLES - 1], off = 2 * 4.0 / SAMPLES;
    for (int i = 0; i < 2; i++)
        cr_expect_float_eq(fast * share_below(m.speed[i] / (1e-3 * omega)) +
                               (1 - fast) * share_below(m.speed[i] / (1e-4 * omega)),
                           i == 0 ? 0.05 : 0.95, off, "%g m/s", m.speed[i]);
    cr_expect(m.length[1] <= 2e-3 && m.length[1] > 0.998 * 2e-3, "%g", m.length[1]);
    /* a hundredth of the way from one reversal to the next, the least of which is 0.2 mm */
    cr_expect(m.length[0] <= 1e-2 * 2e-4 && m.length[0] > 0.998 * 1e-2 * 2e-4, "%g", m.length[0]);
    measured_free(&m);
}

/* Noise of 0.1 mm, a tenth of the waves of 1 mm, makes no length that is looked for longer than a
 * hundredth of the range; of 1 um it is ten times that. */
Test(measured, has_lengths_beside_noise)
{
    static const double noises[] = { 1e-4, 1e-6 };
    static double t[SAMPLES], x[SAMPLES], force[SAMPLES];
    for (int k = 0; k < 2; k++) {
        unsigned long long random = 3 + test_seed();
        for (int i = 0; i < SAMPLES; i++) {
            t[i] = 1e-3 * i;
            x[i] = 1e-3 * sin(2 * pi * 7 * t[i]) +
                   noises[k] * sqrt(12) * (test_uniform(&random) - 0.5);
            force[i] = 1 + 1e-3 * (i % 7);
        }
        struct log_run run = { .file = "made", .n = SAMPLES, .t = t, .x = x, .force = force };
        const struct log log = { .runs = &run, .n_runs = 1 };
        struct measured m;
        measured_from(&log, 0, 0, &m);
        const double noise = m.run[0].motion.noise;
        if (k == 0)
            cr_expect_eq(m.length[0], 1e-2 * m.length[1], "%g of %g", m.length[0], m.length[1]);
        else /* or a hundredth of the least way between reversals, if that is more */
            cr_expect(m.length[0] >= 10 * noise && m.length[0] <= fmax(10 * noise, 2e-5), "%g, %g",
                      m.length[0], noise);
        measured_free(&m);
    }
}

enum { FEW = 801 };

/* Runs of waves: at 0.3 m/s and 10 mm, 0.1 m/s and 2 mm, 0.02 m/s and 0.5 mm, of which the last one
 * is four times as long; each begins where it turns round, at a place of its own. */
struct waves {
    double t[3][4 * FEW], x[3][4 * FEW], force[3][4 * FEW];
    struct log_run run[3];
};

static void make_waves(const int order[3], struct waves *w)
{
    static const double speed[] = { 0.3, 0.1, 0.02 }, length[] = { 10e-3, 2e-3, 0.5e-3 };
    for (int j = 0; j < 3; j++) {
        const int k = order[j];
        const size_t n = k == 2 ? 4 * FEW : FEW;
        for (size_t i = 0; i < n; i++) {
            w->t[j][i] = 1e-3 * (double)i;
            w->x[j][i] = 0.02 * k + length[k] / 2 * cos(2 * speed[k] / length[k] * w->t[j][i]);
            w->force[j][i] = 1 + k + 1e-3 * (double)(i % 7);
        }
        w->run[j] = (struct log_run){
            .file = "made", .n = n, .t = w->t[j], .x = w->x[j], .force = w->force[j]
        };
    }
}

/* What several runs say is said of all of them, whichever comes first: between the twentieth parts
 * of all speeds, from a hundredth of the least way between two reversals of any run, to the longest
 * range. No run goes from the end of the one before it. A reversal is seen a sample late at most,
 * which of 2 v/l a millisecond, 0.08 at most, is 0.08^2/2 of half the way; shares are off by a
 * sample or two in each quarter of a wave, of which each run has some 40 at most, and the last one
 * 320. */
Test(measured, has_the_range_of_all_runs)
{
    static const int orders[][3] = { { 0, 1, 2 }, { 2, 0, 1 }, { 1, 2, 0 } };
    for (int o = 0; o < 3; o++) {
        static struct waves w;
        struct measured m;
        make_waves(orders[o], &w);
        const struct log log = { .runs = w.run, .n_runs = 3 };
        measured_from(&log, 0, 0, &m);
        double squares = 0;
        for (int j = 0; j < 3; j++)
            for (size_t i = 0; i < w.run[j].n; i++)
                squares += w.force[j][i] * w.force[j][i];
        cr_expect_eq(m.n, (size_t)6 * FEW);
        cr_expect_float_eq(m.force / sqrt(squares / (6.0 * FEW)), 1, 1e-12);
        cr_expect_float_eq(m.length[1] / 10e-3, 1, 0.002, "%g", m.length[1]);
        cr_expect_float_eq(m.length[0] / 0.5e-5, 1, 0.004, "%g", m.length[0]);
        for (int i = 0; i < 2; i++) {
            const double v = m.speed[i], share = (4 * share_below(v / 0.02) + share_below(v / 0.1) +
                                                  share_below(v / 0.3)) /
                                                 6;
            cr_expect_float_eq(share, i == 0 ? 0.05 : 0.95, 0.01, "%g: %g", v, share);
        }
        measured_free(&m);
    }
}

/* The middle one of five numbers. */
static double median(const double a[5])
{
    for (int i = 0; i < 5; i++) {
        int below = 0, same = 0;
        for (int j = 0; j < 5; j++) {
            below += a[j] < a[i];
            same += a[j] == a[i];
        }
        if (below <= 2 && below + same > 2)
            return a[i];
    }
    return NAN;
}

/* Of each run a quarter is held out, every fourth of 24 blocks, and has no weight; the rest counts,
 * whatever stands in the runs before. Where forces do not change by more than noise, blocks are of
 * equal time. Coarse samples are every so many of them. */
Test(measured, holds_out_of_each_run)
{
    static struct waves w;
    struct measured m;
    make_waves((const int[]){ 2, 0, 1 }, &w);
    for (size_t j = 0; j < 3; j++)
        for (size_t i = 0; i < w.run[j].n; i++)
            w.force[j][i] = 1;
    const struct log log = { .runs = w.run, .n_runs = 3 };
    measured_from(&log, 0, 0.25, &m);
    size_t counts = 0;
    for (size_t j = 0; j < 3; j++) {
        const struct measured_run *run = &m.run[j];
        for (size_t i = 0; i < run->n; i++) {
            const bool is_out = i * 24 / (run->n - 1) % 4 == 3 || i + 1 == run->n;
            cr_expect_eq(run->is_held_out[i], is_out);
            cr_expect_eq(run->weight[i], !is_out && measured_moves(run, i) ? 1 : 0);
            counts += run->weight[i] > 0;
        }
        cr_expect_eq(m.fine[j].index, j);
        cr_expect_eq(m.coarse[j].index, j);
        cr_expect_eq(m.fine[j].motion, &run->motion);
        cr_expect_eq(m.coarse[j].every, 1);
    }
    cr_expect_eq(m.fine_data.n, counts);
    cr_expect_eq(m.coarse_data.n, counts);
    measured_free(&m);
}

/* A quarter of the way through the blocks is how much forces change: what rises and falls within a
 * fiftieth of the run, at its beginning, has six blocks, of which one or two are held out; of a
 * spike nothing is seen. */
Test(measured, holds_out_of_what_happens_once)
{
    enum { SOON = SAMPLES / 50, SPIKE = 3000 };
    static double t[SAMPLES], x[SAMPLES], force[SAMPLES];
    double way = 0, all = 0;
    for (int i = 0; i < SAMPLES; i++) {
        t[i] = 1e-3 * i;
        x[i] = 0.1 * t[i];
        force[i] = 1 + (i < SOON ? 3 * sin(pi * i / SOON) : 0);
    }
    force[SPIKE] = 50;
    struct log_run run = { .file = "made", .n = SAMPLES, .t = t, .x = x, .force = force };
    const struct log log = { .runs = &run, .n_runs = 1 };
    struct measured m;
    measured_from(&log, 0, 0.25, &m);
    for (int i = 1; i + 5 <= SAMPLES; i++)
        all += fabs(median(force + i) - median(force + i - 1));
    bool before = false;
    unsigned stretches[2] = { 0, 0 };
    for (int i = 0; i + 5 <= SAMPLES; i++) {
        way += i > 0 ? fabs(median(force + i) - median(force + i - 1)) : 0;
        const double block = 24 * (0.75 * i / (SAMPLES - 1.0) + 0.25 * way / all);
        /* Changes below the noise of a smooth force count when there are enough of them. */
        if (fabs(block - rint(block)) > 0.05)
            cr_expect_eq(m.run[0].is_held_out[i], (int)block % 4 == 3, "%d: %g", i, block);
        stretches[i >= SOON] += m.run[0].is_held_out[i] && !before;
        before = m.run[0].is_held_out[i];
    }
    cr_expect(stretches[0] >= 1 && stretches[1] >= 4, "%u, %u", stretches[0], stretches[1]);
    measured_free(&m);
}

/* Differences of an encoder's positions are summed again, whatever the times: the motion is that of
 * the positions. */
Test(measured, sums_differences_of_positions)
{
    static double t[SAMPLES], x[SAMPLES], v[SAMPLES], force[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        t[i] = 1e-3 * (i + 0.3 * (i % 3 == 1));
        x[i] = 1e-6 * rint(1e3 * (1 - cos(7 * t[i])));
        v[i] = i > 0 ? (x[i] - x[i - 1]) / (t[i] - t[i - 1]) : 0;
        force[i] = 1 + 1e-3 * (i % 7);
    }
    struct log_run by_position = { .file = "x", .n = SAMPLES, .t = t, .x = x, .force = force };
    struct log_run by_velocity = { .file = "v", .n = SAMPLES, .t = t, .v = v, .force = force };
    const struct log one = { .runs = &by_position, .n_runs = 1 };
    const struct log other = { .runs = &by_velocity, .n_runs = 1 };
    struct measured m, again;
    measured_from(&one, 0, 0, &m);
    measured_from(&other, 0, 0, &again);
    cr_assert(!m.run->is_summed && again.run->is_summed);
    cr_expect(!again.run->motion.is_of_velocity);
    for (int i = 0; i < SAMPLES; i++) {
        cr_assert_float_eq(again.run->motion.seen[i], m.run->motion.seen[i] - x[0], 1e-15, "%d", i);
        cr_assert_float_eq(again.run->motion.v[i], m.run->motion.v[i], 1e-6, "%d", i);
    }
    measured_free(&m);
    measured_free(&again);
}

/* How far a velocity may be off is how far those of motions are that were measured again: the root
 * of the mean square over all of these, and over twenty samples to either side. */
Test(measured, velocities_are_off_as_those_of_other_measurements)
{
    enum { N = 200 };
    static double t[N], x[N], force[N];
    for (int i = 0; i < N; i++) {
        t[i] = 1e-3 * i;
        x[i] = 1e-5 * rint(200 * sin(20 * t[i]));
        force[i] = 1 + 1e-3 * (i % 7);
    }
    struct log_run run = { .file = "made", .n = N, .t = t, .x = x, .force = force };
    const struct log log = { .runs = &run, .n_runs = 1 };
    struct measured m;
    measured_from(&log, 0, 0, &m);
    for (int i = 0; i < N; i++) {
        double squares = 0, n = 0;
        for (int j = i < 20 ? 0 : i - 20; j < N && j <= i + 20; j++)
            for (int k = 0; k < MEASURED_AGAIN; k++) {
                squares += pow(m.run->again[k].v[j] - m.run->motion.v[j], 2);
                n++;
            }
        cr_assert_gt(squares, 0);
        cr_expect_float_eq(m.run->speed_error[i] / sqrt(squares / n), 1, 1e-9, "%d", i);
    }
    measured_free(&m);
}

/* Of 9,000 samples every second one is a coarse one: its force, whether it counts, and its path are
 * those of that sample. What an applied force leaves of the mass is friction: along a parabola the
 * acceleration is known, as well as positions are, 1e-12 m over 1e-6 s2, but for the ends. */
Test(measured, coarse_samples_are_some_of_all)
{
    enum { N = 9000 };
    static double t[N], x[N], applied[N];
    for (int i = 0; i < N; i++) {
        t[i] = 1e-3 * i;
        x[i] = 0.05 * t[i] * t[i];
        applied[i] = 3 + 0.25 * (i % 13) + 2 * 0.1;
    }
    struct log_run run = { .file = "made", .n = N, .t = t, .x = x, .applied = applied };
    const struct log log = { .runs = &run, .n_runs = 1 };
    struct measured m;
    measured_from(&log, 2, 0.25, &m);
    cr_expect_eq(m.mass, 2);
    cr_expect(m.fine[0].mass == 2 && m.coarse[0].mass == 2);
    for (int i = 3; i + 3 < N; i++)
        cr_assert_float_eq(m.run->force[i], 3 + 0.25 * (i % 13), 1e-4, "%d: %g", i,
                           m.run->force[i]);
    cr_assert_eq(m.coarse[0].every, 2);
    cr_assert_eq(m.run->n_coarse, N / 2);
    cr_expect_eq(m.coarse[0].path->n_samples, N / 2);
    size_t counts = 0;
    for (size_t k = 0; k < N / 2; k++) {
        cr_assert_eq(m.coarse[0].force[k], m.run->force[2 * k], "%zu", k);
        cr_assert_eq(m.coarse[0].weight[k], m.run->weight[2 * k], "%zu", k);
        counts += m.run->weight[2 * k] > 0;
    }
    cr_expect_eq(m.coarse_data.n, counts);
    measured_free(&m);
}
