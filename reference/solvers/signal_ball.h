/* Signals in ball arithmetic: the formula of one smooth interval, and its end. */
#ifndef BRISTLE_REFERENCE_SOLVERS_SIGNAL_BALL_H
#define BRISTLE_REFERENCE_SOLVERS_SIGNAL_BALL_H

#include <arb.h>

#include "reference/inputs/signal.h"

struct signal_sample;

/* An interval of a signal with the formula that holds on it. */
struct signal_ball {
    const struct signal_segment *segment;
    const struct signal_sample *row; /* SIGNAL_CSV: the line goes from row[0] to row[1] */
};

/* The formula of the interval (see signal_interval). */
struct signal_ball signal_ball_of(const struct smooth_interval *interval);

/* The signal at global time t by the formula, also a little beyond the interval. The numbers of
 * the signal are taken as exact doubles. */
void signal_ball_value(arb_t v, const struct signal_ball *signal, const arb_t t, slong prec);

/* end <- where the interval ends. An end of a segment or a sample is exact; a zero of the signal
 * is its zero to `prec` bits, without a radius, unless the signal only touches zero there: then
 * it is as in double. The interval must end. */
void signal_ball_end(arb_t end, const struct signal_ball *signal,
                     const struct smooth_interval *interval, slong prec);

#endif
