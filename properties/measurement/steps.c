/* Finds edges between steps (steps.h). */
#include "properties/measurement/steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/measurement/sensor.h"
#include "tools/base/memory.h"

/* Samples of one value, from first to before `end`. */
struct dwell {
    size_t first, end;
};

static struct dwell dwell_at(const struct steps *s, size_t n, const double measured[], size_t first)
{
    struct dwell d = { first, first + 1 };
    while (d.end < n && fabs(measured[d.end] - measured[first]) < s->size / 2)
        d.end++;
    return d;
}

static size_t length(struct dwell d) { return d.end - d.first; }

/* An edge between two dwells. */
struct edge {
    size_t behind;      /* the first sample behind it */
    double place, rise; /* where it is; to the value behind it */
    double way, most;   /* steps from one sample to the next: as both dwells have it, and at most */
};

/* Returns false where there is a jump of more than one step. */
static bool edge_between(const struct steps *s, const double measured[], struct dwell a,
                         struct dwell b, struct edge *edge)
{
    const double before = measured[a.first], rise = measured[b.first] - before;
    const double way_a = 1 / (double)length(a), way_b = 1 / (double)length(b);
    const double least = fmin(way_a, way_b), most = fmax(way_a, way_b);
    /* At one speed both together know it best. */
    const double way = most <= 2 * least ? 2 * least * most / (least + most) : (least + most) / 2;
    *edge = (struct edge){ b.first, before + rise / 2, rise, way, most };
    return fabs(rise) < 1.5 * s->size;
}

/* Returns the distance between the least and the largest of values around sample i, in steps, as a
 * mean from sample to sample. */
static double way_around(size_t n, const double measured[], double size, size_t i)
{
    enum { WINDOW = 10 };
    const size_t from = i < WINDOW ? 0 : i - WINDOW, to = i + WINDOW < n ? i + WINDOW : n - 1;
    double lo = measured[from], hi = lo;
    for (size_t k = from; k <= to; k++) {
        lo = fmin(lo, measured[k]);
        hi = fmax(hi, measured[k]);
    }
    return (hi - lo) / size / (double)(to - from);
}

/* Returns the standard deviation of noise before rounding, by how often single values lie over an
 * edge where the motion is slow; 0: it is slow nowhere. */
static double flicker(size_t n, const double measured[], double size)
{
    /* Samples of no change for so long say nothing of noise: they are far from an edge. */
    enum { LONG_REST = 200 };
    /* The integral of p (1 - p) over all places, p the normal distribution of deviation 1. */
    static const double SINGLE = 0.5641895835477563;
    /* Steps from one sample to the next, beyond which a motion goes through edges too quickly. */
    static const double FAST = 0.5;
    size_t singles = 0, count = 0, rest = 0;
    for (size_t i = 1; i + 1 < n; i++) {
        const double before = (measured[i] - measured[i - 1]) / size;
        const double behind = (measured[i] - measured[i + 1]) / size;
        rest = fabs(before) > 0.5 ? 0 : rest + 1;
        if (rest > LONG_REST || way_around(n, measured, size, i) > FAST)
            continue;
        singles += fabs(before) > 0.5 && fabs(before) < 1.5 && fabs(before - behind) < 0.5;
        count++;
    }
    return count > 0 ? (double)singles / (double)count / SINGLE * size : 0;
}

void steps_settle(const struct steps *s, size_t n, const double measured[], double level[])
{
    enum { MOST = 5 };
    /* Parts of a step: that half of the values may go; of noise that a reversal looks like. */
    static const double WAY = 0.25, NONE = 0.005;
    memcpy(level, measured, n * sizeof *level);
    for (size_t i = 0; i < n && s->noise > NONE * s->size; i++) {
        const double way = way_around(n, measured, s->size, i);
        double around[2 * MOST + 1];
        size_t half = way * MOST > WAY ? (size_t)(WAY / way) : MOST;
        half = half > i ? i : half;
        half = half > n - 1 - i ? n - 1 - i : half;
        memcpy(around, measured + i - half, (2 * half + 1) * sizeof *around);
        level[i] = quantile(2 * half + 1, around, 0.5);
    }
}

struct steps steps_of(size_t n, const double t[], const double measured[], double size)
{
    enum { LEAST_LENGTH = 4, LEAST_EDGES = 40 };
    static const double UNKNOWN = 0.05, LEAST = 0.01;
    struct steps s = { size, UNKNOWN * size, flicker(n, measured, size) };
    double *level = memory_array(n, sizeof *level);
    double *when = memory_array(n, sizeof *when), *where = memory_array(n, sizeof *where);
    double of_ways = 0;
    size_t count = 0;
    steps_settle(&s, n, measured, level);
    struct dwell before = dwell_at(&s, n, level, 0);
    while (before.end < n) {
        const struct dwell d = dwell_at(&s, n, level, before.end);
        struct edge edge;
        if (edge_between(&s, level, before, d, &edge) && edge.most * LEAST_LENGTH <= 1) {
            when[count] = (t[edge.behind - 1] + t[edge.behind]) / 2;
            where[count++] = edge.place;
            of_ways += edge.most * edge.most / 12;
        }
        before = d;
    }
    if (count >= LEAST_EDGES) {
        const double noise = sensor_noise(count, when, where) / size;
        s.edge = size * fmax(LEAST, sqrt(fmax(0, noise * noise - of_ways / (double)count)));
    }
    free(level);
    free(when);
    free(where);
    return s;
}

/* How much a sample counts that is in the middle of a dwell: all of them have one error. */
static double inner(struct dwell d) { return fmin(1e-3, 1 / (double)length(d)); }

/* Samples between edges, of which the curve is beyond its step, count as one edge together. */
static void hold(const struct steps *s, struct dwell d, const double measured[],
                 const double curve[], double seen[], double weight[])
{
    size_t out = 0;
    for (size_t k = d.first + 1; k + 1 < d.end; k++)
        out += fabs(curve[k] - measured[k]) > s->size / 2;
    for (size_t k = d.first + 1; k + 1 < d.end; k++) {
        const double off = curve[k] - measured[k];
        if (fabs(off) <= s->size / 2)
            continue;
        seen[k] = measured[k] + copysign(s->size / 2, off);
        weight[k] = s->size * s->size / (12 * s->edge * s->edge * (double)out);
    }
}

void steps_see(const struct steps *s, size_t n, const double level[], const double curve[],
               double seen[], double weight[])
{
    struct dwell before = { 0, 0 };
    for (size_t i = 0; i < n; i = before.end) {
        const struct dwell d = dwell_at(s, n, level, i);
        struct edge edge;
        for (size_t k = d.first; k < d.end; k++) {
            seen[k] = level[k];
            weight[k] = inner(d);
        }
        /* Both samples beside an edge have one error: the first one behind it has what is known. At
         * one speed errors of edges follow each other in a pattern, and do not average as
         * independent ones of variance way^2/12 would: between that and way/12 curves are nearest.
         * Behind a jump of several steps it is that of rounding. */
        weight[i] = 1;
        if (i > 0 && edge_between(s, level, before, d, &edge)) {
            const double off = s->edge / s->size;
            seen[i] = edge.place + edge.rise * edge.way / 2;
            weight[i] = 1 / (pow(edge.most, 1.5) + 12 * off * off);
        }
        if (curve)
            hold(s, d, level, curve, seen, weight);
        before = d;
    }
}

/* longer[n]: at each sample, that of the two dwells before its own, in samples; 0: there is none.
 */
static void find_longer(const struct steps *s, size_t n, const double level[], size_t longer[])
{
    size_t last[2] = { 0, 0 };
    for (size_t i = 0; i < n;) {
        const struct dwell d = dwell_at(s, n, level, i);
        for (; i < d.end; i++)
            longer[i] = last[0] > last[1] ? last[0] : last[1];
        last[1] = last[0];
        last[0] = length(d);
    }
}

/* Brings numbers into the opposite order. */
static void turn(size_t n, double a[])
{
    for (size_t i = 0; i < n / 2; i++) {
        const double other = a[n - 1 - i];
        a[n - 1 - i] = a[i];
        a[i] = other;
    }
}

/* Returns the steps that the motion goes at most over one of the two edges behind a dwell. */
static double highest_behind(const struct steps *s, size_t n, const double level[], struct dwell d)
{
    double most = 0;
    for (int k = 0; k < 2 && d.end < n; k++) {
        most = fmax(most, fabs(level[d.end] - level[d.first]) / s->size);
        d = dwell_at(s, n, level, d.end);
    }
    return most;
}

/* Returns the samples for which a motion has been on its way where a dwell ends: of a constant
 * acceleration, edges tell by the squares of their times, twice the longer one of the next two
 * dwells, `longest`, at most; half of that one where it does not get faster; none where it goes
 * through several steps at once. */
static size_t on_its_way(const struct steps *s, size_t n, const double level[], struct dwell d,
                         size_t longest)
{
    if (d.end == n || fabs(level[d.end] - level[d.first]) > 1.5 * s->size)
        return 0;
    const struct dwell first = dwell_at(s, n, level, d.end);
    if (first.end == n)
        return longest / 2;
    const double a = (double)length(first), b = (double)length(dwell_at(s, n, level, first.end));
    if (a <= b)
        return longest / 2;
    const double ago = (b * (2 * a + b) - a * a) / (2 * (a - b)), most = 2 * (double)longest;
    return (size_t)lround(fmin(fmax(ago, 1), most));
}

void steps_rests(const struct steps *s, size_t n, const double level[], double rest[],
                 double begin[])
{
    enum { TIMES = 5 };
    size_t *before = memory_array(n, sizeof *before), *behind = memory_array(n, sizeof *behind);
    double *backwards = memory_array(n, sizeof *backwards);
    memcpy(backwards, level, n * sizeof *backwards);
    turn(n, backwards);
    find_longer(s, n, level, before);
    find_longer(s, n, backwards, behind);
    for (size_t i = 0; i < n; i++)
        rest[i] = begin[i] = 0;
    for (struct dwell d = dwell_at(s, n, level, 0);; d = dwell_at(s, n, level, d.end)) {
        const size_t a = before[d.first], b = behind[n - d.end];
        if (length(d) > TIMES * (a + b) && length(d) < n) {
            const size_t margin = on_its_way(s, n, level, d, b), end = d.end - margin;
            /* A motion that comes to rest may do so at any velocity: too early, it goes no farther
             * than the step; too late, it would turn. */
            const struct dwell turned = { n - d.end, n - d.first };
            const size_t from = d.first + on_its_way(s, n, backwards, turned, a) / 2;
            for (size_t i = from; i < end; i++)
                rest[i] = 1 / (double)length(d);
            /* A velocity begins in two differences, between samples in three. */
            const double speed = highest_behind(s, n, level, d) / fmax((double)margin, 1);
            for (size_t i = end; i < n && i < end + 3; i++)
                begin[i] = 12 * speed * speed;
        }
        if (d.end == n)
            break;
    }
    free(before);
    free(behind);
    free(backwards);
}
