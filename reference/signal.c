/* See the header. */
#include "reference/signal.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

static const struct kind {
    const char *name, *usage;
    unsigned n_values;
} kinds[] = {
    [SIGNAL_HOLD] = { "hold", "hold V T", 1 },
    [SIGNAL_RAMP] = { "ramp", "ramp V0 V1 T", 2 },
    [SIGNAL_SINE] = { "sine", "sine MEAN AMP OMEGA PHASE T", 4 },
    [SIGNAL_COSINE] = { "cosine", "cosine MEAN AMP OMEGA PHASE T", 4 },
};

enum { N_KINDS = sizeof kinds / sizeof *kinds };

/* The next word of *text, up to white space or `;`, into word[size]; false at an end. */
static bool next_word(const char **text, char *word, size_t size)
{
    while (isspace((unsigned char)**text))
        ++*text;
    const size_t length = strcspn(*text, " \t\r\n\f\v;");
    snprintf(word, size, "%.*s", (int)(length < size ? length : size - 1), *text);
    *text += length;
    return length > 0;
}

static bool parse_number(const char **text, const struct kind *kind, size_t piece, double *value,
                         char error[SIGNAL_TEXT])
{
    char word[64], *end;
    if (!next_word(text, word, sizeof word)) {
        snprintf(error, SIGNAL_TEXT, "piece %zu: too few numbers, expected '%s'", piece,
                 kind->usage);
        return false;
    }
    *value = strtod(word, &end);
    if (end == word || *end || !isfinite(*value)) {
        snprintf(error, SIGNAL_TEXT, "piece %zu: '%s' is not a finite number, expected '%s'", piece,
                 word, kind->usage);
        return false;
    }
    return true;
}

static bool parse_piece(const char **text, size_t index, struct signal_piece *piece,
                        char error[SIGNAL_TEXT])
{
    char word[64];
    if (!next_word(text, word, sizeof word)) {
        snprintf(error, SIGNAL_TEXT, "piece %zu is empty, expected e.g. 'hold 0.001 5'", index);
        return false;
    }
    unsigned k = 0;
    while (k < N_KINDS && strcmp(word, kinds[k].name) != 0)
        k++;
    if (k == N_KINDS) {
        snprintf(error, SIGNAL_TEXT,
                 "piece %zu: unknown kind '%s', expected hold, ramp, sine or cosine", index, word);
        return false;
    }
    *piece = (struct signal_piece){ .kind = (enum signal_kind)k };
    for (unsigned i = 0; i < kinds[k].n_values; i++)
        if (!parse_number(text, &kinds[k], index, &piece->value[i], error))
            return false;
    if (!parse_number(text, &kinds[k], index, &piece->duration, error))
        return false;
    if (!(piece->duration > 0)) {
        snprintf(error, SIGNAL_TEXT, "piece %zu: the duration T is %g, expected a positive one",
                 index, piece->duration);
        return false;
    }
    if (next_word(text, word, sizeof word)) {
        snprintf(error, SIGNAL_TEXT, "piece %zu: unexpected '%s' after '%s'", index, word,
                 kinds[k].usage);
        return false;
    }
    return true;
}

bool signal_parse(const char *text, struct signal *signal, char error[SIGNAL_TEXT])
{
    signal->n = 0;
    signal->duration = 0;
    for (;;) {
        struct signal_piece *piece = &signal->pieces[signal->n];
        if (signal->n == SIGNAL_MAX_PIECES) {
            snprintf(error, SIGNAL_TEXT, "more than %d pieces", SIGNAL_MAX_PIECES);
            return false;
        }
        if (!parse_piece(&text, signal->n + 1, piece, error))
            return false;
        piece->start = signal->duration;
        signal->duration += piece->duration;
        signal->n++;
        if (*text == '\0')
            return true;
        text++; /* the `;` */
    }
}

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
    }
    return 0;
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

/* The first zero crossing of the piece's formula after tau0, or infinity. */
static double next_zero(const struct signal_piece *piece, double tau0)
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
    }
    return HUGE_VAL;
}

/* What rounding can do to an instant of the signal. */
static double resolution(const struct signal *signal, double t)
{
    return 32 * DBL_EPSILON * fmax(fabs(t), signal->duration);
}

static const struct signal_piece *piece_at(const struct signal *signal, double t)
{
    size_t i = 0;
    while (i + 1 < signal->n && t >= signal->pieces[i + 1].start - resolution(signal, t))
        i++;
    return &signal->pieces[i];
}

double signal_velocity(const struct signal *signal, double t)
{
    const struct signal_piece *piece = piece_at(signal, t);
    const double slack = resolution(signal, t), tau = t - piece->start;
    if (next_zero(piece, tau - slack) <= tau + slack)
        return 0;
    return signal_piece_velocity(piece, t);
}

/* The integral of v from the piece's beginning to tau. */
static double piece_distance(const struct signal_piece *piece, double tau)
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
    }
    return 0;
}

double signal_distance(const struct signal *signal, double t)
{
    double sum = 0;
    for (size_t i = 0; i < signal->n && signal->pieces[i].start < t; i++) {
        const struct signal_piece *piece = &signal->pieces[i];
        const bool last = i + 1 == signal->n;
        const double tau = t - piece->start;
        sum += piece_distance(piece, last || tau < piece->duration ? tau : piece->duration);
    }
    return sum;
}

struct stretch signal_stretch(const struct signal *signal, double t)
{
    const struct signal_piece *piece = piece_at(signal, t);
    const double slack = resolution(signal, t);
    const double piece_end = piece->start + piece->duration;
    const double zero = piece->start + next_zero(piece, t - piece->start + slack);
    struct stretch stretch = { piece, t, fmin(zero, piece_end), 0 };
    if (stretch.end < t) /* beyond the signal's end */
        stretch.end = HUGE_VAL;
    const double middle = isfinite(stretch.end) ? t + (stretch.end - t) / 2 : piece_end;
    const double v = signal_piece_velocity(piece, middle);
    stretch.sign = (v > 0) - (v < 0);
    return stretch;
}
