/* Signals in ball arithmetic: the formula of one smooth stretch, and its end. */
#ifndef BRISTLE_REFERENCE_SOLVERS_SIGNAL_BALL_H
#define BRISTLE_REFERENCE_SOLVERS_SIGNAL_BALL_H

#include <arb.h>

#include "reference/inputs/signal.h"

struct signal_sample;

/* A stretch of a signal with the formula that holds on it. */
struct signal_ball {
    const struct signal_piece *piece;
    const struct signal_sample *row; /* SIGNAL_CSV: the line goes from row[0] to row[1] */
};

/* The formula of the stretch (see signal_stretch). */
struct signal_ball signal_ball_of(const struct stretch *stretch);

/* The signal at global time t by the formula, also a little beyond the stretch. The numbers of
 * the signal are taken as exact doubles. */
void signal_ball_value(arb_t v, const struct signal_ball *signal, const arb_t t, slong prec);

/* end <- where the stretch ends. An end of a piece or a sample is exact; a zero of the signal
 * is its zero to `prec` bits, without a radius, unless the signal only touches zero there: then
 * it is as in double. The stretch must end. */
void signal_ball_end(arb_t end, const struct signal_ball *signal, const struct stretch *stretch,
                     slong prec);

#endif
