/* Velocity signals v(t): the grammar users type, evaluation, and where v jumps or vanishes.
 *
 *     hold V T · ramp V0 V1 T · sine MEAN AMP OMEGA PHASE T · cosine MEAN AMP OMEGA PHASE T
 *
 * Pieces are joined by `;`. SI units: m/s, s, rad/s, rad. Within a piece tau is the time
 * since it began; at a jump between pieces samples take the right limit. T > 0.
 */
#ifndef BRISTLE_REFERENCE_SIGNAL_H
#define BRISTLE_REFERENCE_SIGNAL_H

#include <stdbool.h>
#include <stddef.h>

enum signal_kind { SIGNAL_HOLD, SIGNAL_RAMP, SIGNAL_SINE, SIGNAL_COSINE };

enum { SIGNAL_MAX_PIECES = 64, SIGNAL_TEXT = 256 };

struct signal_piece {
    enum signal_kind kind;
    double value[4]; /* in the grammar's order, without T */
    double start, duration;
};

struct signal {
    struct signal_piece pieces[SIGNAL_MAX_PIECES];
    size_t n;
    double duration;
};

/* A stretch of a piece on which v is smooth and has one sign. Times are global. */
struct stretch {
    const struct signal_piece *piece;
    double start, end;
    double sign; /* -1, 0, 1; 0 where v vanishes throughout */
};

/* Reads a text of the grammar. Returns false with a clear line in error. */
bool signal_parse(const char *text, struct signal *signal, char error[SIGNAL_TEXT]);

/* v at global time t within one piece's formula (also a little beyond its ends). */
double signal_piece_velocity(const struct signal_piece *piece, double t);

/* v(t), the right limit at jumps; exactly 0 at instants that rounding cannot tell from a
 * zero of v. */
double signal_velocity(const struct signal *signal, double t);

/* The integral of v from 0 to t, m. */
double signal_distance(const struct signal *signal, double t);

/* The stretch that begins at t (one that ends there within rounding is over), the last one
 * at and beyond the end of the signal. */
struct stretch signal_stretch(const struct signal *signal, double t);

#endif
