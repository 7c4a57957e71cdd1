/* Cuts a motion up into holds (path.h). Between samples it is the cubic through positions and
 * velocities. */
#include "properties/measurement/path.h"

#include <math.h>
#include <stdlib.h>

#include "tools/base/memory.h"

enum { MOST_PARTS = 9 };

struct curve {
    size_t n, at; /* the interval found last */
    const double *t, *x, *v;
};

/* Finds the interval in which t is; times are asked for in rising order. */
static void find(struct curve *c, double t)
{
    while (c->at + 2 < c->n && c->t[c->at + 1] <= t)
        c->at++;
    while (c->at > 0 && c->t[c->at] > t)
        c->at--;
}

/* Where the motion is at a time. */
struct place {
    double t, x, v;
};

/* Beyond the ends the motion goes on as it is there. */
static struct place place_at(struct curve *c, double t)
{
    find(c, t);
    const size_t i = c->at;
    if (t < c->t[0] || t > c->t[c->n - 1]) {
        const size_t end = t < c->t[0] ? 0 : c->n - 1;
        return (struct place){ t, c->x[end] + (t - c->t[end]) * c->v[end], c->v[end] };
    }
    const double h = c->t[i + 1] - c->t[i], s = (t - c->t[i]) / h, rise = c->x[i + 1] - c->x[i];
    const double a = h * c->v[i] - rise, b = rise - h * c->v[i + 1];
    const double bend = a * (1 - s) + b * s, both = s * (1 - s);
    return (struct place){ t, c->x[i] + s * rise + both * bend,
                           (rise + (1 - 2 * s) * bend + both * (b - a)) / h };
}

static void add(struct path *path, struct path_hold hold)
{
    path->hold = memory_grown(path->hold, path->n, &path->room, sizeof *path->hold);
    path->hold[path->n++] = hold;
}

/* The least and the largest velocity of a cell, m/s, at its ends and at what lies between. */
struct velocities {
    double lo, hi;
};

static void include(struct velocities *v, double more)
{
    v->lo = more < v->lo ? more : v->lo;
    v->hi = more > v->hi ? more : v->hi;
}

/* Returns into how many parts, an odd number, a cell of these velocities is cut. */
static unsigned parts(struct velocities v)
{
    const double size = v.lo * v.hi > 0 ? fmin(fabs(v.lo), fabs(v.hi)) : 0;
    if (v.lo < 0 && v.hi > 0)
        return MOST_PARTS;
    return v.hi - v.lo > 0.5 * size ? 5 : v.hi - v.lo > 0.1 * size ? 3 : 1;
}

/* Adds holds for k equal parts of the time between two places. */
static void add_parts(struct path *path, struct curve *c, struct place from, struct place to,
                      unsigned k)
{
    const struct place first = from;
    for (unsigned i = 1; i <= k && to.t > first.t; i++) {
        const struct place end = i < k ? place_at(c, first.t + (to.t - first.t) * i / k) : to;
        const double h = end.t - from.t;
        add(path, (struct path_hold){ (end.x - from.x) / h, h, false, false, 0 });
        from = end;
    }
}

/* Adds the cell around the sample, `there`. */
static void add_cell(struct path *path, struct curve *c, struct place from, struct place there,
                     struct place to)
{
    struct velocities all = { from.v, from.v };
    find(c, from.t);
    for (size_t i = c->at; i < c->n && c->t[i] < to.t; i++)
        if (c->t[i] > from.t)
            include(&all, c->v[i]);
    include(&all, there.v);
    include(&all, to.v);
    const unsigned n = parts(all);
    const struct place begin = n > 1 ? place_at(c, there.t - (there.t - from.t) / n) : from;
    const struct place end = n > 1 ? place_at(c, there.t + (to.t - there.t) / n) : to;
    add_parts(path, c, from, begin, n / 2);
    const double whole = end.t - begin.t, v = (end.x - begin.x) / whole;
    /* The sample is where the motion is then, a little before or behind the middle of the hold:
     * otherwise forces along an accelerated motion would all seem a little late. */
    const double share = (there.x - begin.x) / (end.x - begin.x);
    const double half = (there.t - begin.t) / whole;
    const double till = end.t > there.t && share > 0.5 * half && share < 1 - 0.5 * (1 - half)
                            ? share * whole
                            : there.t - begin.t;
    add(path, (struct path_hold){ v, till, true, false, there.v });
    if (end.t > there.t)
        add(path, (struct path_hold){ v, whole - till, false, false, 0 });
    add_parts(path, c, end, to, n / 2);
}

void path_make(struct path *path, size_t n, const double t[], const double x[], const double v[],
               size_t every, double delay)
{
    struct curve c = { n, 0, t, x, v };
    path->n = path->n_samples = 0;
    struct place from = place_at(&c, t[0] - delay);
    add(path, (struct path_hold){ from.v, 0, true, false, from.v });
    for (size_t i = 0; i < n; i += every) {
        const struct place there = i > 0 ? place_at(&c, t[i] - delay) : from;
        const struct place to =
            i + every < n ? place_at(&c, (t[i] + t[i + every]) / 2 - delay) : there;
        if (i > 0)
            add_cell(path, &c, from, there, to);
        else
            add_parts(path, &c, from, to, 1);
        path->hold[path->n - 1].is_last = true;
        from = to;
        path->n_samples++;
    }
}

void path_free(struct path *path)
{
    free(path->hold);
    *path = (struct path){ .n = 0 };
}
