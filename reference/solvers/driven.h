/* Rigorous trajectories of a law driven by a velocity signal. */
#ifndef BRISTLE_REFERENCE_SOLVERS_DRIVEN_H
#define BRISTLE_REFERENCE_SOLVERS_DRIVEN_H

#include "reference/arb/law.h"
#include "reference/inputs/signal.h"

/* Bits of the motion along segments that are no closed holds: some 1e-19 of everything, which is
 * more than a double has, at a tenth of what 128 cost. */
enum { ARB_DRIVEN_SMOOTH_BITS = 64 };

/* Called for sample i with enclosures of the states, of F, N (not finite where it is an interval),
 * and of the energy int F v dt so far, J. */
typedef void arb_observer(void *ctx, size_t i, arb_srcptr x, const arb_t F, const arb_t energy);

/* Moves a law from zero state along the signal, through n rising times (the first is 0). p are the
 * law's parameters in its own order. The numbers of the signal and the times are taken as exact
 * doubles; zeros of v between are enclosed, not rounded. Returns false where the law has no
 * rigorous solution along a segment; samples from there on are then missing. */
bool arb_driven(const struct arb_law *law, arb_srcptr p, const struct signal *signal,
                const double times[], size_t n, slong prec, arb_observer *observe, void *ctx);

#endif
