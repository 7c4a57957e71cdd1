/* Velocity signals v(t): the grammar users type, evaluation, and where v jumps or vanishes.
 *
 *     hold V T                        v = V
 *     ramp V0 V1 T                    linear from V0 to V1
 *     sine MEAN AMP OMEGA PHASE T     v = MEAN + AMP sin(OMEGA tau + PHASE)
 *     cosine MEAN AMP OMEGA PHASE T   the same with cos
 *     chirp MEAN AMP W0 W1 T          v = MEAN + AMP sin(W0 tau + (W1 - W0) tau^2/(2 T))
 *     csv FILE                        linear between the samples of the file
 *
 * Segments are joined by `;`. SI units: m/s, s, rad/s, rad. Within a segment tau is the time
 * since it began; at a jump between segments samples take the right limit. T > 0.
 *
 * A csv file has a line `t,v` for each sample, at least two, with t strictly increasing from
 * 0; the segment lasts until the last t. A first line that reads `t,v`, blank lines and what
 * follows a `#` say nothing. FILE is everything up to the `;` or the end, without the blanks
 * around it; a relative path means the caller's directory, $BUILD_WORKING_DIRECTORY where
 * that is set (by `bazel run`).
 */
#ifndef BRISTLE_REFERENCE_INPUTS_SIGNAL_H
#define BRISTLE_REFERENCE_INPUTS_SIGNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "reference/inputs/signal_kind.h"

enum { SIGNAL_MAX_SEGMENTS = 64, SIGNAL_TEXT = 512 };

struct signal_table; /* a file's samples, see signal_table.h */

/* A segment: one entry of the grammar. */
struct signal_segment {
    enum signal_kind kind;
    double value[4];            /* in the grammar's order, without T */
    struct signal_table *table; /* SIGNAL_CSV, owned by the signal; otherwise NULL */
    double start, duration;     /* s */
    double distance;            /* m, travelled from the signal's beginning to the segment's */
};

/* Owns the tables of its segments: to be released by signal_free, not to be copied. */
struct signal {
    struct signal_segment segments[SIGNAL_MAX_SEGMENTS];
    size_t n;
    double duration; /* s */
};

/* An interval of a segment on which v is smooth and has one sign. Times are global. */
struct smooth_interval {
    const struct signal_segment *segment;
    double start, end;
    double sign; /* -1, 0, 1; 0 where v vanishes throughout */
};

/* Reads a text of the grammar, and the files it names. Returns false with a clear line in
 * error; the signal is then empty, and may but need not be freed. */
bool signal_parse(const char *text, struct signal *signal, char error[SIGNAL_TEXT]);

/* Releases what a parsed signal owns and leaves it empty. */
void signal_free(struct signal *signal);

/* v at global time t within one segment's formula (also a little beyond its ends). */
double signal_segment_velocity(const struct signal_segment *segment, double t);

/* dv/dt of the same formula, m/s^2; of a csv segment that of the row in which t is. */
double signal_segment_slope(const struct signal_segment *segment, double t);

/* The largest |dv/dt| in the segment, m/s^2; of a csv segment in the row in which t is. */
double signal_segment_steepest(const struct signal_segment *segment, double t);

/* The first instant after t at which dv/dt of the same formula changes its sign, s; HUGE_VAL:
 * never. Of a csv segment, whose rows do not turn, never. */
double signal_segment_turn(const struct signal_segment *segment, double t);

/* The integral of v over the first tau seconds of the segment, m. */
double signal_segment_distance(const struct signal_segment *segment, double tau);

/* The resolution of time at t, s: instants nearer to t than this may be t itself. */
double signal_resolution(const struct signal *signal, double t);

/* v(t), the right limit at jumps; exactly 0 at instants that rounding cannot tell from a
 * zero of v. */
double signal_velocity(const struct signal *signal, double t);

/* dv/dt at t, the right limit where segments meet, m/s^2. */
double signal_slope(const struct signal *signal, double t);

/* The integral of v from 0 to t, m. */
double signal_distance(const struct signal *signal, double t);

/* Returns the interval that begins at t (an interval that ends there within rounding is over); at
 * and beyond the end of the signal, its last interval. Samples of a csv segment are ends of
 * intervals. */
struct smooth_interval signal_interval(const struct signal *signal, double t);

#endif
