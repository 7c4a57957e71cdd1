/* Evaluates signals piece by piece and finds their zeros and their travel. */
#include "reference/inputs/signal.h"

#include <float.h>
#include <math.h>

#include "reference/inputs/signal_chirp.h"
#include "reference/inputs/signal_table.h"

static const double PI = 3.14159265358979323846;

double signal_piece_velocity(const struct signal_piece *piece, double t)
{
    const double *a = piece->value, tau = t - piece->start;
    switch (piece->kind) {
    case SIGNAL_HOLD:
        return a[0];
    case SIGNAL_RAMP:
        return a[0] + (a[1] - a[0]) * (tau / piece->duration);
    case SIGNAL_SINE:
        return a[0] + a[1] * sin(a[2] * tau + a[3]);
    case SIGNAL_COSINE:
        return a[0] + a[1] * cos(a[2] * tau + a[3]);
    case SIGNAL_CHIRP:
        return signal_chirp_velocity(piece, tau);
    case SIGNAL_CSV:
        return signal_table_velocity(piece->table, tau);
    }
    return 0;
}

double signal_piece_slope(const struct signal_piece *piece, double t)
{
    const double *a = piece->value, tau = t - piece->start;
    switch (piece->kind) {
    case SIGNAL_HOLD:
        return 0;
    case SIGNAL_RAMP:
        return (a[1] - a[0]) / piece->duration;
    case SIGNAL_SINE:
        return a[1] * a[2] * cos(a[2] * tau + a[3]);
    case SIGNAL_COSINE:
        return -a[1] * a[2] * sin(a[2] * tau + a[3]);
    case SIGNAL_CHIRP:
        return signal_chirp_slope(piece, tau);
    case SIGNAL_CSV:
        return signal_table_slope(piece->table, tau);
    }
    return 0;
}

double signal_piece_steepest(const struct signal_piece *piece, double t)
{
    const double *a = piece->value;
    switch (piece->kind) {
    case SIGNAL_SINE:
    case SIGNAL_COSINE:
        return fabs(a[1] * a[2]);
    case SIGNAL_CHIRP:
        return fabs(a[1]) * fmax(fabs(a[2]), fabs(a[3]));
    default:
        return fabs(signal_piece_slope(piece, t));
    }
}

/* The smallest zero of mean + amp sin(omega tau + phase) after tau0; omega and phase may
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

/* The first zero of the piece's formula after tau0; one after tau1 is of no interest, and
 * may or may not be told from infinity. */
static double next_zero(const struct signal_piece *piece, double tau0, double tau1)
{
    const double *a = piece->value;
    switch (piece->kind) {
    case SIGNAL_HOLD:
        return HUGE_VAL;
    case SIGNAL_RAMP: {
        const double tau = a[0] == a[1] ? HUGE_VAL : a[0] / (a[0] - a[1]) * piece->duration;
        return tau > tau0 ? tau : HUGE_VAL;
    }
    case SIGNAL_SINE:
        return next_sine_zero(a[0], a[1], a[2], a[3], tau0);
    case SIGNAL_COSINE:
        return next_sine_zero(a[0], a[1], a[2], a[3] + PI / 2, tau0);
    case SIGNAL_CHIRP:
        return signal_chirp_next_zero(piece, tau0);
    case SIGNAL_CSV:
        return signal_table_next_zero(piece->table, tau0, tau1);
    }
    return HUGE_VAL;
}

double signal_resolution(const struct signal *signal, double t)
{
    return 32 * DBL_EPSILON * fmax(fabs(t), signal->duration);
}

/* The last piece that has begun at t, or the first one. */
static const struct signal_piece *piece_begun(const struct signal *signal, double t)
{
    size_t i = 0, end = signal->n; /* pieces[i] has begun, pieces[end] has not */
    while (end - i > 1) {
        const size_t middle = i + (end - i) / 2;
        if (signal->pieces[middle].start <= t)
            i = middle;
        else
            end = middle;
    }
    return &signal->pieces[i];
}

/* The piece that t belongs to: one that begins within rounding has begun. */
static const struct signal_piece *piece_at(const struct signal *signal, double t)
{
    return piece_begun(signal, t + signal_resolution(signal, t));
}

double signal_velocity(const struct signal *signal, double t)
{
    const struct signal_piece *piece = piece_at(signal, t);
    const double slack = signal_resolution(signal, t), tau = t - piece->start;
    if (next_zero(piece, tau - slack, tau + slack) <= tau + slack)
        return 0;
    return signal_piece_velocity(piece, t);
}

double signal_piece_distance(const struct signal_piece *piece, double tau)
{
    const double *a = piece->value, half = a[2] * tau / 2;
    switch (piece->kind) {
    case SIGNAL_HOLD:
        return a[0] * tau;
    case SIGNAL_RAMP:
        return a[0] * tau + (a[1] - a[0]) * tau * (tau / piece->duration) / 2;
    /* (cos p - cos(w tau + p))/w = tau sin(w tau/2 + p) sinc(w tau/2), without cancellation */
    case SIGNAL_SINE:
        return a[0] * tau + a[1] * tau * sin(half + a[3]) * (half == 0 ? 1 : sin(half) / half);
    case SIGNAL_COSINE:
        return a[0] * tau + a[1] * tau * cos(half + a[3]) * (half == 0 ? 1 : sin(half) / half);
    case SIGNAL_CHIRP:
        return signal_chirp_distance(piece, tau);
    case SIGNAL_CSV:
        return signal_table_distance(piece->table, tau);
    }
    return 0;
}

double signal_slope(const struct signal *signal, double t)
{
    return signal_piece_slope(piece_at(signal, t), t);
}

double signal_distance(const struct signal *signal, double t)
{
    if (t <= 0)
        return 0;
    const struct signal_piece *piece = piece_begun(signal, t);
    const bool last = piece == &signal->pieces[signal->n - 1];
    const double tau = t - piece->start; /* rounded: possibly beyond the piece's end */
    return piece->distance + signal_piece_distance(piece, last ? tau : fmin(tau, piece->duration));
}

struct stretch signal_stretch(const struct signal *signal, double t)
{
    const struct signal_piece *piece = piece_at(signal, t);
    const double tau =
        t - piece->start + signal_resolution(signal, t); /* what ends before is over */
    const double smooth =
        piece->kind == SIGNAL_CSV ? signal_table_next_sample(piece->table, tau) : piece->duration;
    struct stretch stretch = { piece, t, 0, 0 };
    stretch.end = piece->start + fmin(next_zero(piece, tau, smooth), smooth);
    if (stretch.end <= t) /* at or beyond the signal's end */
        stretch.end = HUGE_VAL;
    const double middle =
        isfinite(stretch.end) ? t + (stretch.end - t) / 2 : piece->start + piece->duration;
    const double v = signal_piece_velocity(piece, middle);
    stretch.sign = (v > 0) - (v < 0);
    return stretch;
}
