/* Signals of tests: known motions, measured with known errors. */
#ifndef BRISTLE_PROPERTIES_MEASUREMENT_SIGNAL_TEST_H
#define BRISTLE_PROPERTIES_MEASUREMENT_SIGNAL_TEST_H

#include <math.h>
#include <stdlib.h>

#include "tools/base/memory.h"
#include "tools/base/rng.h"

static const double two_pi = 6.283185307179586;

/* A motion x(t), v(t), and what a sensor makes of it: y. */
struct signal {
    size_t n;
    double *t, *x, *v, *y; /* s, m, m/s, m */
};

enum shape { RAMP, SINE, ZIGZAG, STICK };

/* How a signal is made. Times are h apart, each later by up to that part of h. */
struct recipe {
    enum shape shape;
    size_t n;
    double h, irregular;
    double size, period; /* m, s: amplitude and period; of a ramp, size/period is the velocity */
    double noise, step;  /* m: standard deviation; step of an encoder, or 0 */
    double far;          /* m, added */
    unsigned draw;       /* which noise */
};

/* STICK rests for three parts of four of a period, then moves by `size`. ZIGZAG has constant
 * velocities. */
static inline void signal_at(const struct recipe *r, double t, double *x, double *v)
{
    const double phase = t / r->period, part = phase - floor(phase), w = two_pi / r->period;
    if (r->shape == RAMP)
        *x = r->size * phase, *v = r->size / r->period;
    else if (r->shape == SINE)
        *x = r->size * sin(w * t), *v = r->size * w * cos(w * t);
    else if (r->shape == ZIGZAG) {
        *v = (part < 0.5 ? 2 : -2) * r->size / r->period;
        *x = 2 * r->size * (part < 0.5 ? part : 1 - part);
    } else {
        const double s = fmax(part - 0.75, 0) * 4;
        *x = r->size * (floor(phase) + (1 - cos(two_pi * s / 2)) / 2);
        *v = r->size * 4 / r->period * sin(two_pi * s / 2) * two_pi / 4;
    }
}

/* Makes the signal, to be freed by signal_free. */
static inline struct signal signal_of(struct recipe r)
{
    struct signal s = { r.n, memory_array(r.n, sizeof(double)), memory_array(r.n, sizeof(double)),
                        memory_array(r.n, sizeof(double)), memory_array(r.n, sizeof(double)) };
    struct rng rng = rng_keyed(0, "signal", r.draw);
    double pair[2] = { 0, 0 };
    for (size_t i = 0; i < r.n; i++) {
        s.t[i] = r.h * ((double)i + r.irregular * rng_uniform(&rng));
        signal_at(&r, s.t[i], &s.x[i], &s.v[i]);
        s.x[i] += r.far;
        if (i % 2 == 0)
            rng_normal_pair(&rng, pair);
        s.y[i] = s.x[i] + r.noise * pair[i % 2];
        if (r.step > 0)
            s.y[i] = rint(s.y[i] / r.step) * r.step;
    }
    return s;
}

static inline void signal_free(struct signal *s)
{
    free(s->t);
    free(s->x);
    free(s->v);
    free(s->y);
}

/* Root mean square of differences. */
static inline double rms_between(size_t n, const double a[], const double b[])
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum / (double)n);
}

#endif
