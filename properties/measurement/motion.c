/* Smooths positions (motion.h): finds the weights and lambda of the smoother. */
#include "properties/measurement/motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/measurement/sensor.h"
#include "properties/measurement/smoother.h"
#include "properties/measurement/steps.h"
#include "tools/base/memory.h"

enum { ROUNDS = 10, LEAST_EXPONENT = -30, MOST_EXPONENT = 14 };

/* The sum that is to be: that of as many errors as positions count, less those that a parabola,
 * or of velocities a straight line, takes away, and more by about its spread. The smoothest curve
 * that the noise does not contradict does not run after it. An estimate of the noise has a spread
 * of its own, rounding to a step has not. */
static double expected_sum(const struct motion *m)
{
    const struct smoother *s = m->smoother;
    const double spread = m->noise > m->step / sqrt(12) ? 3 : 2;
    double count = -(double)s->order;
    for (size_t i = 0; i < m->n; i++)
        count += fmin(1, s->w[i]);
    count = fmax(count, 1);
    return m->noise * m->noise * (count + spread * sqrt(count));
}

/* Finds lambda by bisection of its logarithm, within `width` of what it is or anywhere. More is
 * farther from what was measured. */
static void discrepancy(const struct motion *m, const double measured[], double width,
                        double curve[])
{
    struct smoother *s = m->smoother;
    const double expected = expected_sum(m), from = log10(s->lambda);
    double lo = fmax(LEAST_EXPONENT, from - width), hi = fmin(MOST_EXPONENT, from + width);
    for (int k = 0; k < 6 || (width > 3 && k < 12); k++) {
        const double middle = (lo + hi) / 2;
        s->lambda = pow(10, middle);
        smoother_factor(s);
        *(smoother_solve(s, measured, curve) > expected ? &hi : &lo) = middle;
    }
}

/* Weights by the sizes of differences: next to the local one, each counts alike; where the local
 * one is small, as along slow motions, less is allowed. */
static void reweigh(size_t n, const double smooth[], double noise, struct smoother *s)
{
    enum { WINDOW = 50 };
    const size_t m = n - s->order;
    double *sum = memory_array(m + 1, sizeof *sum), *d = memory_array(m, sizeof *d);
    for (size_t i = 0; i < m; i++) {
        d[i] = smoother_is_given(s, i) ? 0 : fabs(smoother_difference(s, i, smooth));
        sum[i + 1] = sum[i] + d[i] * d[i];
    }
    for (size_t i = 0; i < m; i++) {
        const size_t from = i < WINDOW ? 0 : i - WINDOW, to = i + WINDOW < m ? i + WINDOW : m;
        const double local = sqrt((sum[to] - sum[from]) / (double)(to - from));
        d[i] = s->u[i] = 1 / ((d[i] + 0.1 * local + 1e-6 * noise) * sqrt(local + 1e-4 * noise));
    }
    const double usual = quantile(m, d, 0.5);
    for (size_t i = 0; i < m; i++)
        s->u[i] /= usual;
    free(sum);
    free(d);
}

/* While the curve goes through a step of the sensor, its samples have one error: together they
 * count as one. What counts is the way, which a reversal does not take back. */
static void weigh_steps(const struct motion *m, const double curve[], struct smoother *s)
{
    enum { WINDOW = 10 };
    double way = 0; /* from sample a to b */
    size_t a = 0, b = 0;
    for (size_t i = 0; i < m->n; i++) {
        for (; b < i + WINDOW && b + 1 < m->n; b++)
            way += fabs(curve[b + 1] - curve[b]);
        for (; a + WINDOW < i; a++)
            way -= fabs(curve[a + 1] - curve[a]);
        s->w[i] = fmin(1, fmax(way / (double)(b - a) / m->step, 1e-3));
    }
}

/* v[n] = slopes of the parabola through neighbours. */
static void slopes(size_t n, const double t[], const double x[], double v[])
{
    for (size_t i = 0; i < n; i++) {
        const size_t a = i == 0 ? 0 : i + 1 == n ? n - 3 : i - 1;
        const double h1 = t[a + 1] - t[a], h2 = t[a + 2] - t[a + 1];
        const double s1 = (x[a + 1] - x[a]) / h1, s2 = (x[a + 2] - x[a + 1]) / h2;
        const double bend = (s2 - s1) / (h1 + h2);
        v[i] = s1 + bend * (2 * t[i] - t[a] - t[a + 1]);
    }
}

static void begin(struct motion *motion, size_t n, const double t[])
{
    *motion = (struct motion){ .n = n,
                               .t = memory_array(n, sizeof(double)),
                               .x = memory_array(n, sizeof(double)),
                               .v = memory_array(n, sizeof(double)) };
    memcpy(motion->t, t, n * sizeof *t);
}

/* Parts of a step that noise before rounding may have where edges are followed: noise of more finds
 * the position between them by itself, as a mean over many samples. */
static const double MOST_NOISE = 0.06;

static void find_sensor(struct motion *motion, const double measured[])
{
    const double step = sensor_step(motion->n, motion->t, measured), rounding = step / sqrt(12);
    motion->step = step;
    motion->noise = fmax(rounding, sensor_noise(motion->n, motion->t, measured));
    if (step == 0)
        return;
    motion->steps = steps_of(motion->n, motion->t, measured, step);
    motion->has_edges = motion->steps.noise < MOST_NOISE * step && motion->noise < 2 * rounding;
    if (!motion->has_edges)
        motion->noise = fmax(motion->noise, hypot(rounding, motion->steps.noise));
}

/* Returns values that have settled, to be freed. */
static double *settled(const struct motion *motion, const double measured[])
{
    double *level = memory_array(motion->n, sizeof *level);
    memcpy(level, measured, motion->n * sizeof *level);
    if (motion->has_edges)
        steps_settle(&motion->steps, motion->n, measured, level);
    return level;
}

/* Sets what is seen of settled values, and how much it counts, by the curve as it is; NULL: there
 * is none yet. */
static void see(const struct motion *motion, const double level[], const double curve[],
                double seen[])
{
    struct smoother *s = motion->smoother;
    memcpy(seen, level, motion->n * sizeof *seen);
    if (motion->has_edges)
        steps_see(&motion->steps, motion->n, level, curve, seen, s->w);
    else if (curve && motion->noise < 2 * motion->step / sqrt(12))
        weigh_steps(motion, curve, s);
}

/* Has the curve stand still where the position rests, and begin to move behind that. */
static void hold_rests(const struct motion *motion, const double level[])
{
    struct smoother *s = motion->smoother;
    const size_t n = motion->n;
    const double rounding = motion->step / sqrt(12), part = pow(rounding / motion->noise, 2);
    if (!motion->has_edges || s->order < 3)
        return;
    double *rest = memory_array(n, sizeof *rest), *begin = memory_array(n, sizeof *begin);
    steps_rests(&motion->steps, n, level, rest, begin);
    for (size_t i = 0; i + 3 < n; i++)
        if (rest[i + 2] > 0 && rest[i + 3] > 0)
            smoother_hold(s, i, part * rest[i + 3]);
        else if (begin[i + 3] > 0)
            smoother_give(s, i, part * begin[i + 3]);
    free(rest);
    free(begin);
}

/* curve[n] = what was measured, smoothed as the sensor asks for. */
static void smooth(struct motion *motion, const double measured[], double curve[])
{
    const size_t n = motion->n;
    struct smoother *s = memory_array(1, sizeof *s);
    double *level = settled(motion, measured);
    motion->smoother = s;
    motion->seen = memory_array(n, sizeof *motion->seen);
    smoother_begin(s, n, motion->t, motion->is_of_velocity ? 2 : 3);
    s->lambda = 1e3;
    hold_rests(motion, level);
    memcpy(curve, measured, n * sizeof *curve);
    see(motion, level, NULL, motion->seen);
    for (int round = 0; motion->noise > 0 && round < ROUNDS; round++) {
        if (round > 0) {
            reweigh(n, curve, motion->noise, s);
            see(motion, level, curve, motion->seen);
        }
        discrepancy(motion, motion->seen, round < 2 ? 40 : 1.0 / round, curve);
    }
    free(level);
}

void motion_through(struct motion *motion, size_t n, const double t[], const double x[])
{
    begin(motion, n, t);
    find_sensor(motion, x);
    smooth(motion, x, motion->x);
    slopes(n, t, motion->x, motion->v);
}

/* x[n] = the integral of v. */
static void integrate(size_t n, const double t[], const double v[], double x[])
{
    x[0] = 0;
    for (size_t i = 1; i < n; i++)
        x[i] = x[i - 1] + (t[i] - t[i - 1]) * (v[i] + v[i - 1]) / 2;
}

void motion_of_velocity(struct motion *motion, size_t n, const double t[], const double v[])
{
    begin(motion, n, t);
    motion->is_of_velocity = true;
    memcpy(motion->v, v, n * sizeof *v);
    integrate(n, t, v, motion->x);
}

void motion_through_velocities(struct motion *motion, size_t n, const double t[], const double v[])
{
    static const double EXACT = 1e-9;
    double most = 0;
    motion_of_velocity(motion, n, t, v);
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(v[i]));
    find_sensor(motion, v);
    if (motion->noise <= EXACT * most) {
        motion->step = motion->noise = 0;
        return;
    }
    smooth(motion, v, motion->v);
    integrate(n, t, motion->v, motion->x);
}

double motion_interval(const struct motion *motion)
{
    return (motion->t[motion->n - 1] - motion->t[0]) / (double)(motion->n - 1);
}

double motion_acceleration(const struct motion *motion, size_t i)
{
    const size_t n = motion->n, a = i == 0 ? 0 : i + 1 == n ? n - 3 : i - 1;
    const double *t = motion->t + a, *x = motion->x + a;
    const double before = (x[1] - x[0]) / (t[1] - t[0]), behind = (x[2] - x[1]) / (t[2] - t[1]);
    return 2 * (behind - before) / (t[2] - t[0]);
}

double motion_acceleration_before(const struct motion *motion, size_t i, double before)
{
    const double last = (double)(motion->n - 1);
    const double at = fmin(fmax((double)i - before / motion_interval(motion), 0), last);
    const size_t from = (size_t)fmin(floor(at), last - 1);
    const double part = at - (double)from;
    return (1 - part) * motion_acceleration(motion, from) +
           part * motion_acceleration(motion, from + 1);
}

bool motion_rests(const struct motion *motion, size_t i)
{
    const struct smoother *s = motion->smoother;
    return s && s->order == 3 && smoother_is_held(s, i);
}

double motion_third(const struct motion *motion, size_t i)
{
    const struct smoother *s = motion->smoother;
    const double *x = motion->x + i;
    if (s && motion->is_of_velocity)
        return (x[3] - x[2]) - 2 * (x[2] - x[1]) + (x[1] - x[0]);
    return s ? smoother_difference(s, i, motion->x) : 0;
}

/* The variance of a third difference that is more than usual: such ones come where an acceleration
 * jumps, of which the curve makes several of one sign in place of one. Their squares add up to less
 * than its, by as many as they are. 0: it is no more than usual. */
static double jump_variance(const struct motion *motion, size_t i)
{
    enum { NEAR = 5, AROUND = 15 };
    /* Parts of all differences around that are near a jump: two thirds of what is smooth are not.
     */
    static const double MOST = 0.6;
    const struct smoother *s = motion->smoother;
    const double third = motion_third(motion, i), noise = motion_noise(motion);
    if (third * third <= noise * noise * s->slack[i] || smoother_is_given(s, i))
        return 0;
    double sum = 0, squares = 0, all = 0;
    const size_t end = motion->n - s->order;
    for (size_t k = i < AROUND ? 0 : i - AROUND; k < end && k <= i + AROUND; k++) {
        const double other = motion_third(motion, k);
        const bool is_near = k + NEAR >= i && k <= i + NEAR;
        all += fabs(other);
        sum += is_near ? other : 0;
        squares += is_near ? other * other : 0;
    }
    const bool is_jump = fabs(sum) > MOST * all;
    return third * third * (is_jump ? fmax(1, sum * sum / squares) : 1);
}

double motion_third_variance(const struct motion *motion, size_t i)
{
    const struct smoother *s = motion->smoother;
    const double noise = motion_noise(motion);
    return s ? fmax(noise * noise * s->slack[i], jump_variance(motion, i)) : 0;
}

double motion_noise(const struct motion *motion)
{
    return motion->is_of_velocity ? motion->noise * motion_interval(motion) : motion->noise;
}

double motion_variance(const struct motion *motion, size_t i)
{
    const struct smoother *s = motion->smoother;
    const double noise = motion_noise(motion);
    return noise * noise / (s ? s->w[i] : 1);
}

/* curve[n] = what the smoother makes of other measurements, with the same weights of differences.
 */
static void smooth_again(const struct motion *motion, const double measured[], double curve[])
{
    enum { AGAIN = 3 };
    const size_t n = motion->n;
    struct smoother *s = motion->smoother;
    double *w = s->w, *seen = memory_array(n, sizeof *seen), *level = settled(motion, measured);
    s->w = memory_array(n + 1, sizeof *s->w);
    memcpy(s->w, w, (n + 1) * sizeof *w);
    for (int round = 0; round < (motion->has_edges ? AGAIN : 1); round++) {
        see(motion, level, round > 0 ? curve : NULL, seen);
        smoother_factor(s);
        smoother_solve(s, seen, curve);
    }
    free(s->w);
    free(seen);
    free(level);
    s->w = w;
    smoother_factor(s);
}

/* Adds to curve[n] what other jumps of the acceleration, as large as the motion's, would leave of
 * themselves. */
static void add_jumps(const struct motion *motion, struct rng *rng, double curve[])
{
    struct smoother *s = motion->smoother;
    const size_t n = motion->n, order = s->order;
    double *jump = memory_array(n, sizeof *jump), *smooth = memory_array(n, sizeof *smooth);
    double pair[2] = { 0, 0 };
    for (size_t i = 0; i + order < n; i++) {
        if (i % 2 == 0)
            rng_normal_pair(rng, pair);
        const double size = sqrt(jump_variance(motion, i)) * pair[i % 2];
        /* The last number is still 0. */
        jump[i + order] =
            jump[i] +
            (size - smoother_difference(s, i, jump) - s->d[i][order] * jump[i]) / s->d[i][order];
    }
    smoother_solve(s, jump, smooth);
    for (size_t i = 0; i < n; i++)
        curve[i] += smooth[i] - jump[i];
    free(jump);
    free(smooth);
}

void motion_measure_again(const struct motion *motion, struct rng *rng, double x[], double v[])
{
    const double *curve = motion->is_of_velocity ? motion->v : motion->x;
    const size_t n = motion->n;
    if (!motion->smoother || motion->noise == 0) {
        memcpy(x, motion->x, n * sizeof *x);
        memcpy(v, motion->v, n * sizeof *v);
        return;
    }
    const double rounding = motion->step / sqrt(12);
    const double more = fmax(motion->steps.noise,
                             sqrt(fmax(0, motion->noise * motion->noise - rounding * rounding)));
    const double place = rng_uniform(rng) * motion->step;
    double pair[2] = { 0, 0 }, *again = motion->is_of_velocity ? v : x;
    double *measured = memory_array(n, sizeof *measured);
    for (size_t i = 0; i < n; i++) {
        if (i % 2 == 0)
            rng_normal_pair(rng, pair);
        measured[i] = curve[i] + more * pair[i % 2];
        if (motion->step > 0)
            measured[i] = rint((measured[i] + place) / motion->step) * motion->step - place;
    }
    smooth_again(motion, measured, again);
    free(measured);
    add_jumps(motion, rng, again);
    if (motion->is_of_velocity)
        integrate(n, motion->t, v, x);
    else
        slopes(n, motion->t, x, v);
}

void motion_free(struct motion *motion)
{
    struct smoother *s = motion->smoother;
    if (s)
        smoother_free(s);
    free(s);
    free(motion->seen);
    free(motion->t);
    free(motion->x);
    free(motion->v);
    *motion = (struct motion){ .n = 0 };
}
