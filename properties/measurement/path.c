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

/* Position and, where asked for, velocity; beyond the ends it goes on as it is there. */
static double curve_at(struct curve *c, double t, double *v)
{
    find(c, t);
    const size_t i = c->at;
    if (t < c->t[0] || t > c->t[c->n - 1]) {
        const size_t end = t < c->t[0] ? 0 : c->n - 1;
        if (v)
            *v = c->v[end];
        return c->x[end] + (t - c->t[end]) * c->v[end];
    }
    const double h = c->t[i + 1] - c->t[i], s = (t - c->t[i]) / h, rise = c->x[i + 1] - c->x[i];
    const double a = h * c->v[i] - rise, b = rise - h * c->v[i + 1];
    if (v)
        *v = (rise + (1 - 2 * s) * (a * (1 - s) + b * s) + s * (1 - s) * (b - a)) / h;
    return c->x[i] + s * rise + s * (1 - s) * (a * (1 - s) + b * s);
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
    v->lo = fmin(v->lo, more);
    v->hi = fmax(v->hi, more);
}

/* Returns into how many parts, an odd number, a cell of these velocities is cut. */
static unsigned parts(struct velocities v)
{
    const double size = v.lo * v.hi > 0 ? fmin(fabs(v.lo), fabs(v.hi)) : 0;
    if (v.lo < 0 && v.hi > 0)
        return MOST_PARTS;
    return v.hi - v.lo > 0.5 * size ? 5 : v.hi - v.lo > 0.1 * size ? 3 : 1;
}

/* Adds holds for k equal parts of the time between two instants, whose first position is *x. */
static void add_parts(struct path *path, struct curve *c, double from, double to, unsigned k,
                      double *x)
{
    for (unsigned i = 0; i < k && to > from; i++) {
        const double begin = from + (to - from) * i / k, end = from + (to - from) * (i + 1) / k;
        const double x_end = curve_at(c, end, NULL);
        add(path, (struct path_hold){ (x_end - *x) / (end - begin), end - begin, false, false, 0 });
        *x = x_end;
    }
}

/* Adds the cell from `from` to `to` around the sample. */
static void add_cell(struct path *path, struct curve *c, double from, double there, double to)
{
    double v_end, at;
    double x = curve_at(c, from, &v_end);
    struct velocities all = { v_end, v_end };
    for (size_t i = c->at; i < c->n && c->t[i] < to; i++)
        if (c->t[i] > from)
            include(&all, c->v[i]);
    curve_at(c, there, &at);
    include(&all, at);
    curve_at(c, to, &v_end);
    include(&all, v_end);
    const unsigned n = parts(all);
    const double begin = there - (there - from) / n, end = there + (to - there) / n;
    add_parts(path, c, from, begin, n / 2, &x);
    const double x_there = curve_at(c, there, NULL), x_end = curve_at(c, end, NULL);
    const double v = (x_end - x) / (end - begin);
    /* The sample is where the motion is then, a little before or behind the middle of the hold:
     * otherwise forces along an accelerated motion would all seem a little late. */
    const double share = (x_there - x) / (x_end - x), half = (there - begin) / (end - begin);
    const double till = end > there && share > 0.5 * half && share < 1 - 0.5 * (1 - half)
                            ? share * (end - begin)
                            : there - begin;
    add(path, (struct path_hold){ v, till, true, false, at });
    if (end > there)
        add(path, (struct path_hold){ v, end - begin - till, false, false, 0 });
    x = x_end;
    add_parts(path, c, end, to, n / 2, &x);
}

void path_make(struct path *path, size_t n, const double t[], const double x[], const double v[],
               size_t every, double delay)
{
    struct curve c = { n, 0, t, x, v };
    path->n = path->n_samples = 0;
    double from = t[0] - delay, v_first;
    curve_at(&c, from, &v_first);
    add(path, (struct path_hold){ v_first, 0, true, false, v_first });
    for (size_t i = 0; i < n; i += every) {
        const double there = t[i] - delay;
        const double to = i + every < n ? (t[i] + t[i + every]) / 2 - delay : there;
        double x_from = curve_at(&c, from, NULL);
        if (i > 0)
            add_cell(path, &c, from, there, to);
        else
            add_parts(path, &c, from, to, 1, &x_from);
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
