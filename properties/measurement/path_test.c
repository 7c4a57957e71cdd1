/* Holds of a path against the motion that they were cut from. */
#include "properties/measurement/path.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "tools/base/rng.h"

enum { N = 60 };

/* A cubic, which the path's own curve is exactly, at times that are not regular. */
struct cubic {
    double c[4], t[N], x[N], v[N];
};

static double position(const struct cubic *m, double t)
{
    return m->c[0] + t * (m->c[1] + t * (m->c[2] + t * m->c[3]));
}

static double velocity(const struct cubic *m, double t)
{
    return m->c[1] + t * (2 * m->c[2] + t * 3 * m->c[3]);
}

static struct cubic cubic_of(double c0, double c1, double c2, double c3, double irregular)
{
    struct cubic m = { .c = { c0, c1, c2, c3 } };
    struct rng rng = rng_keyed(0, "times", 0);
    for (int i = 0; i < N; i++) {
        m.t[i] = 0.5 + (i + irregular * rng_uniform(&rng)) / N;
        m.x[i] = position(&m, m.t[i]);
        m.v[i] = velocity(&m, m.t[i]);
    }
    return m;
}

/* As the path goes on: straight on beyond the ends. */
static double position_beyond(const struct cubic *m, double t)
{
    const double in = fmin(fmax(t, m->t[0]), m->t[N - 1]);
    return position(m, in) + (t - in) * velocity(m, in);
}

static double velocity_beyond(const struct cubic *m, double t)
{
    return velocity(m, fmin(fmax(t, m->t[0]), m->t[N - 1]));
}

/* What rounding may do to a position or a time: each hold adds a few units of the last place. */
static double rounding(const struct path *path, double size)
{
    return 16 * (double)path->n * DBL_EPSILON * size;
}

/* Goes along the path: every sample is there once, at its time or, next to it, at its position, and
 * with its velocity, and each cell ends half way to the next sample, where the motion is. */
static void expect_cells(const struct cubic *m, const struct path *path, size_t every, double delay)
{
    const double start = m->t[0] - delay, from = position_beyond(m, start);
    const double x_error = rounding(path, 10), v_error = 1e4 * x_error;
    double t = start, x = from;
    size_t sample = 0, samples = 0, cells = 0;
    cr_assert_eq(path->n_samples, (N + every - 1) / every);
    for (size_t k = 0; k < path->n; k++) {
        const struct path_hold *h = &path->hold[k];
        cr_assert(h->h >= 0 && (k == 0 || h->h > 0), "hold %zu: %g s", k, h->h);
        t += h->h;
        x += h->h * h->v;
        if (h->is_sample) {
            cr_assert_lt(sample, (size_t)N);
            const double there = m->t[sample] - delay;
            cr_expect(fabs(t - there) < x_error ||
                          (fabs(x - position_beyond(m, there)) < x_error && fabs(t - there) < h->h),
                      "sample %zu: %g s, %g m", sample, t, x);
            cr_expect_float_eq(h->v_there, velocity_beyond(m, m->t[sample] - delay), v_error);
            samples++;
            sample += every;
        }
        if (h->is_last) {
            const size_t here = every * cells++, next = here + every;
            const double end = (next < N ? (m->t[here] + m->t[next]) / 2 : m->t[here]) - delay;
            cr_expect_eq(samples, cells, "%zu samples in %zu cells", samples, cells);
            cr_expect_float_eq(t, end, x_error, "cell %zu ends at %g s, not %g", here, t, end);
            cr_expect_float_eq(x, position_beyond(m, end), x_error, "cell %zu: %g m, not %g", here,
                               x, position_beyond(m, end));
        }
    }
    cr_expect_eq(samples, path->n_samples);
    cr_expect_eq(cells, path->n_samples);
}

Test(path, goes_where_the_motion_goes)
{
    static const size_t every[] = { 1, 2, 7, N, 99 };
    static const double delay[] = { 0, 0.001, 0.1, -0.1, 3, -3 };
    struct path path = { .n = 0 };
    const struct cubic m[] = { cubic_of(1, 2, -3, 1, 0), cubic_of(-1, 2, -3, 1.2, 0.9),
                               cubic_of(0, 1, 0, 0, 0.9), cubic_of(3, 0, 0, 0, 0.9) };
    for (size_t i = 0; i < sizeof m / sizeof *m; i++)
        for (size_t e = 0; e < sizeof every / sizeof *every; e++)
            for (size_t d = 0; d < sizeof delay / sizeof *delay; d++) {
                path_make(&path, N, m[i].t, m[i].x, m[i].v, every[e], delay[d]);
                expect_cells(&m[i], &path, every[e], delay[d]);
            }
    path_free(&path);
    cr_expect(path.n == 0 && path.hold == NULL);
}

/* The cubic between two samples, by its four cardinal functions. */
static double between(const double t[], const double x[], const double v[], double at)
{
    size_t i = 0;
    while (i + 2 < N && t[i + 1] < at)
        i++;
    const double h = t[i + 1] - t[i], s = (at - t[i]) / h, r = 1 - s;
    return (1 + 2 * s) * r * r * x[i] + s * r * r * h * v[i] + s * s * (3 - 2 * s) * x[i + 1] -
           s * s * r * h * v[i + 1];
}

/* Each hold, not only each cell, goes as far as the motion. */
Test(path, goes_along_any_samples)
{
    static const size_t every[] = { 1, 2, 5 };
    double t[N], x[N], v[N];
    struct rng rng = rng_keyed(0, "any", 0);
    struct path path = { .n = 0 };
    for (int i = 0; i < N; i++) {
        t[i] = i + 0.9 * rng_uniform(&rng);
        x[i] = rng_uniform(&rng);
        v[i] = rng_uniform(&rng) - (i % 20 < 10 ? 0 : 0.5);
    }
    for (size_t e = 0; e < sizeof every / sizeof *every; e++) {
        path_make(&path, N, t, x, v, every[e], 0);
        double at = t[0], there = x[0];
        for (size_t k = 0; k < path.n; k++) {
            const struct path_hold *h = &path.hold[k];
            at += h->h;
            there += h->v * h->h;
            /* A hold that is cut by its sample has the mean velocity of both sides. */
            if (!h->is_sample)
                cr_expect_float_eq(there, between(t, x, v, at), rounding(&path, 100), "hold %zu",
                                   k);
        }
    }
    path_free(&path);
}

/* Holds of the cell of that sample. */
static size_t holds_of(const struct path *path, size_t sample)
{
    size_t count = 0, cell = 0;
    for (size_t k = 0; k < path->n && cell <= sample; k++) {
        count += cell == sample;
        cell += path->hold[k].is_last;
    }
    return count;
}

/* A hold has the mean velocity of its time: it is off by half of what the velocity changes. */
static double largest_change(const struct path *path, size_t sample)
{
    double lo = INFINITY, hi = -INFINITY;
    size_t cell = 0;
    for (size_t k = 0; k < path->n && cell <= sample; k++) {
        if (cell == sample) {
            lo = fmin(lo, path->hold[k].v);
            hi = fmax(hi, path->hold[k].v);
        }
        cell += path->hold[k].is_last;
    }
    return hi - lo;
}

/* The velocity of 1 - t^2 is -2 t; no sample is at its reversal. */
static struct cubic reversal(void)
{
    struct cubic m = { .c = { 1, 0, -1, 0 } };
    for (int i = 0; i < N; i++) {
        m.t[i] = i - 20 - 0.25;
        m.x[i] = position(&m, m.t[i]);
        m.v[i] = velocity(&m, m.t[i]);
    }
    return m;
}

Test(path, is_finer_where_the_velocity_changes)
{
    struct path path = { .n = 0 };
    const struct cubic m = reversal();
    path_make(&path, N, m.t, m.x, m.v, 1, 0);
    expect_cells(&m, &path, 1, 0);
    /* One hold as far as the sample, one behind it; the first sample has none before it. */
    cr_expect_eq(holds_of(&path, 1), 2);
    cr_expect_eq(holds_of(&path, N - 2), 2);
    /* The velocity of a cell changes by 2 m/s: that is much beside the least of it, or not. */
    cr_expect_eq(holds_of(&path, 22), 6);
    cr_expect_eq(holds_of(&path, 24), 4);
    cr_expect_eq(holds_of(&path, 30), 4);
    cr_expect_eq(holds_of(&path, 31), 2);
    /* Nine parts, one of them cut in two by its sample. */
    for (size_t i = 0; i < N; i++)
        cr_expect_eq(holds_of(&path, i) == 10, i == 20, "%zu: %zu", i, holds_of(&path, i));
    cr_expect_float_eq(largest_change(&path, 20), 2 * 8 / 9.0, 1e-9);
    path_free(&path);
}

/* A motion that comes back within a cell: its ends do not show that. */
Test(path, is_finer_where_a_reversal_lies_between_samples)
{
    struct cubic m = { .c = { 0 } };
    struct path path = { .n = 0 };
    for (int i = 0; i < N; i++) {
        m.t[i] = i;
        m.v[i] = i % 10 == 2 || i % 10 == 3 ? -1 : 1;
        m.x[i] = i;
    }
    path_make(&path, N, m.t, m.x, m.v, 10, 0);
    for (size_t cell = 1; cell < path.n_samples - 1; cell++)
        cr_expect_eq(holds_of(&path, cell), 10, "%zu: %zu", cell, holds_of(&path, cell));
    /* The velocity of a sample alone is of the other sign. */
    for (int i = 0; i < N; i++)
        m.v[i] = i == 30 ? -1 : 1;
    path_make(&path, N, m.t, m.x, m.v, 1, 0);
    cr_expect_eq(holds_of(&path, 30), 10);
    path_free(&path);
}

/* A curve is not smooth where the motion jumps: that a state has the sample's velocity at its time
 * is as good as there. */
Test(path, rests_without_cuts)
{
    struct cubic m = cubic_of(3, 0, 0, 0, 0.9);
    struct path path = { .n = 0 };
    path_make(&path, N, m.t, m.x, m.v, 1, 0);
    for (size_t i = 1; i + 1 < N; i++)
        cr_expect_eq(holds_of(&path, i), 2);
    for (size_t k = 0; k < path.n; k++)
        cr_expect_eq(path.hold[k].v, 0);
    path_free(&path);
}

/* Where the velocity changes within a hold, the sample is where the motion is then, not where half
 * of the hold leads: forces that hang on the position would seem late. */
Test(path, samples_are_where_the_motion_is)
{
    const struct cubic m = cubic_of(0, 1, 0.2, 0, 0);
    struct path path = { .n = 0 };
    path_make(&path, N, m.t, m.x, m.v, 1, 0);
    double x = m.x[0];
    size_t sample = 0;
    for (size_t k = 0; k < path.n; k++) {
        x += path.hold[k].h * path.hold[k].v;
        if (path.hold[k].is_sample) {
            cr_expect_float_eq(x, m.x[sample], 1e-12, "%zu: off by %g", sample, x - m.x[sample]);
            sample++;
        }
    }
    cr_expect_eq(sample, (size_t)N);
    path_free(&path);
}
