/* Computes the curves that show a law (law_curves.h). */
#include "benchmarks/reporting/law_curves.h"

#include <math.h>
#include <stdio.h>

/* Points of a half of the steady curve, and of a fifth of the loop. */
enum { HALF = LAW_CURVE_POINTS / 5, POINTS = 2 * HALF, LOOP = LAW_CURVE_POINTS };

/* Speeds to be shown, in multiples of the speed on which the steady force changes, or m/s; the
 * speed of the loop, likewise; and its half width in multiples of the law's length. */
static const double SPEEDS = 5, FASTEST = 5, SLOWNESS = 0.1, SLOWEST = 1e-4, WIDENESS = 4;

static bool is_static(const struct model *m)
{
    return m->n_states == 0 && m->n_ints + m->n_reals == 0;
}

bool law_has_steady_curve(const struct model *m) { return m->steady_force || is_static(m); }

bool law_has_loop(const struct model *m) { return !is_static(m) && m->flow; }

/* From the fastest backwards to the fastest forwards, with no point at rest: a jump there is a line
 * up. */
void law_steady_curve(const struct model *m, const double p[], struct law_curve *c)
{
    const double fastest = m->stribeck_speed ? SPEEDS * m->stribeck_speed(p) : FASTEST,
                 least = 1e-9 * fastest;
    for (c->n = 0; c->n < POINTS; c->n++) {
        const int k = (int)c->n - HALF;
        const double part = k < 0 ? (k + 1.0) / (HALF - 1) : (double)k / (HALF - 1);
        const double v = k < 0 ? fmin(part * fastest, -least) : fmax(part * fastest, least);
        c->x[c->n] = v;
        c->y[c->n] =
            m->steady_force ? m->steady_force(p, v) : m->force(p, NULL, v, v > 0 ? 1 : -1, NULL);
    }
}

/* The speed, m/s, and the time of a step, s. */
static void law_loop_step(const struct model *m, const double p[], double *speed, double *h)
{
    *speed = m->stribeck_speed ? SLOWNESS * m->stribeck_speed(p) : SLOWEST;
    *h = WIDENESS * (m->length ? m->length(p) : *speed) / (HALF * *speed);
}

void law_loop_velocity(const struct model *m, const double p[], char text[LAW_LOOP_TEXT])
{
    double v, h;
    law_loop_step(m, p, &v, &h);
    snprintf(text, LAW_LOOP_TEXT, "hold %.9g %.9g; hold %.9g %.9g; hold %.9g %.9g", v, HALF * h, -v,
             2 * HALF * h, v, 2 * HALF * h);
}

/* Held velocities: forth, back, and forth again; from the end of the first step on, because a force
 * that jumps at the start would hide the loop. */
void law_loop(const struct model *m, const double p[], struct law_curve *c)
{
    struct memory memory = { 0 };
    double x[MODEL_MAX_STATES], place = 0;
    double speed, h;
    law_loop_step(m, p, &speed, &h);
    model_begin_f64(m, p, 0, &memory, x);
    for (c->n = 0; c->n < LOOP; c->n++) {
        const double s = c->n < HALF || c->n >= 3 * (size_t)HALF ? 1 : -1, v = s * speed;
        m->flow(p, &memory, v, s, h, x);
        place += v * h;
        c->x[c->n] = place;
        c->y[c->n] = m->force(p, &memory, v, s, x);
    }
}
