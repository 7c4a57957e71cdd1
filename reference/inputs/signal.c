/* Evaluates signals segment by segment and finds their zeros and their travel. */
#include "reference/inputs/signal.h"

#include <float.h>
#include <math.h>

#include "reference/inputs/signal_chirp.h"
#include "reference/inputs/signal_table.h"

static const double PI = 3.14159265358979323846;

double signal_segment_velocity(const struct signal_segment *segment, double t)
{
    const double *a = segment->value, tau = t - segment->start;
    switch (segment->kind) {
    case SIGNAL_HOLD:
        return a[0];
    case SIGNAL_RAMP:
        return a[0] + (a[1] - a[0]) * (tau / segment->duration);
    case SIGNAL_SINE:
        return a[0] + a[1] * sin(a[2] * tau + a[3]);
    case SIGNAL_COSINE:
        return a[0] + a[1] * cos(a[2] * tau + a[3]);
    case SIGNAL_CHIRP:
        return signal_chirp_velocity(segment, tau);
    case SIGNAL_CSV:
        return signal_table_velocity(segment->table, tau);
    }
    return 0;
}

double signal_segment_slope(const struct signal_segment *segment, double t)
{
    const double *a = segment->value, tau = t - segment->start;
    switch (segment->kind) {
    case SIGNAL_HOLD:
        return 0;
    case SIGNAL_RAMP:
        return (a[1] - a[0]) / segment->duration;
    case SIGNAL_SINE:
        return a[1] * a[2] * cos(a[2] * tau + a[3]);
    case SIGNAL_COSINE:
        return -a[1] * a[2] * sin(a[2] * tau + a[3]);
    case SIGNAL_CHIRP:
        return signal_chirp_slope(segment, tau);
    case SIGNAL_CSV:
        return signal_table_slope(segment->table, tau);
    }
    return 0;
}

double signal_segment_steepest(const struct signal_segment *segment, double t)
{
    const double *a = segment->value;
    switch (segment->kind) {
    case SIGNAL_SINE:
    case SIGNAL_COSINE:
        return fabs(a[1] * a[2]);
    case SIGNAL_CHIRP:
        return fabs(a[1]) * fmax(fabs(a[2]), fabs(a[3]));
    default:
        return fabs(signal_segment_slope(segment, t));
    }
}

/* Returns the smallest zero of mean + amp sin(omega tau + phase) after tau0; omega and phase may
 * have any sign. Zeros in theta: b + 2 k pi and pi - b + 2 k pi, b = asin(-mean/amp). */
static double next_sine_zero(double mean, double amp, double omega, double phase, double tau0)
{
    if (amp == 0 || omega == 0 || fabs(mean) > fabs(amp))
        return HUGE_VAL;
    if (omega < 0) { /* the same wave run forwards */
        omega = -omega;
        phase = PI - phase;
    }
    const double b = asin(-mean / amp), theta0 = omega * tau0 + phase;
    double next = HUGE_VAL;
    for (int branch = 0; branch < 2; branch++) {
        const double base = branch == 0 ? b : PI - b;
        const double first = floor((theta0 - base) / (2 * PI));
        for (int k = 0; k <= 2; k++) {
            const double tau = (base + 2 * PI * (first + k) - phase) / omega;
            if (tau > tau0)
                next = fmin(next, tau);
        }
    }
    return next;
}

/* Returns the first zero of the segment's formula after tau0; a zero after tau1 does not count, and
 * may be returned or not. */
static double next_zero(const struct signal_segment *segment, double tau0, double tau1)
{
    const double *a = segment->value;
    switch (segment->kind) {
    case SIGNAL_HOLD:
        return HUGE_VAL;
    case SIGNAL_RAMP: {
        const double tau = a[0] == a[1] ? HUGE_VAL : a[0] / (a[0] - a[1]) * segment->duration;
        return tau > tau0 ? tau : HUGE_VAL;
    }
    case SIGNAL_SINE:
        return next_sine_zero(a[0], a[1], a[2], a[3], tau0);
    case SIGNAL_COSINE:
        return next_sine_zero(a[0], a[1], a[2], a[3] + PI / 2, tau0);
    case SIGNAL_CHIRP:
        return signal_chirp_next_zero(segment, tau0);
    case SIGNAL_CSV:
        return signal_table_next_zero(segment->table, tau0, tau1);
    }
    return HUGE_VAL;
}

double signal_segment_turn(const struct signal_segment *segment, double t)
{
    const double *a = segment->value, tau = t - segment->start;
    switch (segment->kind) {
    case SIGNAL_SINE:
        return segment->start + next_sine_zero(0, 1, a[2], a[3] + PI / 2, tau);
    case SIGNAL_COSINE:
        return segment->start + next_sine_zero(0, 1, a[2], a[3] + PI, tau);
    case SIGNAL_CHIRP:
        return segment->start + signal_chirp_next_turn(segment, tau);
    default:
        return HUGE_VAL;
    }
}

double signal_resolution(const struct signal *signal, double t)
{
    return 32 * DBL_EPSILON * fmax(fabs(t), signal->duration);
}

/* Returns the last segment that has begun at t, or the first one. */
static const struct signal_segment *segment_begun(const struct signal *signal, double t)
{
    size_t i = 0, end = signal->n; /* segments[i] has begun, segments[end] has not */
    while (end - i > 1) {
        const size_t middle = i + (end - i) / 2;
        if (signal->segments[middle].start <= t)
            i = middle;
        else
            end = middle;
    }
    return &signal->segments[i];
}

/* Returns the segment that t belongs to: one that begins within rounding of t has begun. */
static const struct signal_segment *segment_at(const struct signal *signal, double t)
{
    return segment_begun(signal, t + signal_resolution(signal, t));
}

double signal_velocity(const struct signal *signal, double t)
{
    const struct signal_segment *segment = segment_at(signal, t);
    const double slack = signal_resolution(signal, t), tau = t - segment->start;
    if (next_zero(segment, tau - slack, tau + slack) <= tau + slack)
        return 0;
    return signal_segment_velocity(segment, t);
}

double signal_segment_distance(const struct signal_segment *segment, double tau)
{
    const double *a = segment->value, half = a[2] * tau / 2;
    switch (segment->kind) {
    case SIGNAL_HOLD:
        return a[0] * tau;
    case SIGNAL_RAMP:
        return a[0] * tau + (a[1] - a[0]) * tau * (tau / segment->duration) / 2;
    /* (cos p - cos(w tau + p))/w = tau sin(w tau/2 + p) sinc(w tau/2), without cancellation */
    case SIGNAL_SINE:
        return a[0] * tau + a[1] * tau * sin(half + a[3]) * (half == 0 ? 1 : sin(half) / half);
    case SIGNAL_COSINE:
        return a[0] * tau + a[1] * tau * cos(half + a[3]) * (half == 0 ? 1 : sin(half) / half);
    case SIGNAL_CHIRP:
        return signal_chirp_distance(segment, tau);
    case SIGNAL_CSV:
        return signal_table_distance(segment->table, tau);
    }
    return 0;
}

double signal_slope(const struct signal *signal, double t)
{
    return signal_segment_slope(segment_at(signal, t), t);
}

double signal_distance(const struct signal *signal, double t)
{
    if (t <= 0)
        return 0;
    const struct signal_segment *segment = segment_begun(signal, t);
    const bool last = segment == &signal->segments[signal->n - 1];
    const double tau = t - segment->start; /* rounded: possibly beyond the segment's end */
    return segment->distance +
           signal_segment_distance(segment, last ? tau : fmin(tau, segment->duration));
}

struct smooth_interval signal_interval(const struct signal *signal, double t)
{
    const struct signal_segment *segment = segment_at(signal, t);
    const double tau =
        t - segment->start + signal_resolution(signal, t); /* what ends within rounding is over */
    const double smooth = segment->kind == SIGNAL_CSV
                              ? signal_table_next_sample(segment->table, tau)
                              : segment->duration;
    struct smooth_interval interval = { segment, t, 0, 0 };
    interval.end = segment->start + fmin(next_zero(segment, tau, smooth), smooth);
    if (interval.end <= t) /* at or beyond the signal's end */
        interval.end = HUGE_VAL;
    const double middle =
        isfinite(interval.end) ? t + (interval.end - t) / 2 : segment->start + segment->duration;
    const double v = signal_segment_velocity(segment, middle);
    interval.sign = (v > 0) - (v < 0);
    return interval;
}
