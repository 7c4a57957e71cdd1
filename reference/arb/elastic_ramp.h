/* A deflection w along the path of a law with an elastic range:
 *
 *     dw/dxi = g(w) = 1 - alpha w/z_ss
 *     alpha = 0 for w <= z_ba, 1 for w >= z_max, sin^2(pi y/2) between,
 *             y = (w - z_ba)/(z_max - z_ba)
 *
 * On the ramp the equation separates, xi = int dw/g(w): by rigorous quadrature, and w after a given
 * xi by Newton's iteration: what its last point lacks of xi is a path along which w changes by
 * between 0 and as much, as 0 < g <= 1. Likewise int w dxi = int w dw/g; from z_max on it is
 * z_ss (xi - dw).
 */
#ifndef BRISTLE_REFERENCE_ARB_ELASTIC_RAMP_H
#define BRISTLE_REFERENCE_ARB_ELASTIC_RAMP_H

#include <arb.h>
#include <stdbool.h>

/* The levels of a ramp, m: z_ba < z_max < z_ss. */
enum { RAMP_BA, RAMP_MAX, RAMP_SS, RAMP_LEVELS };

/* A deflection on its path: w, m, the path left, m, and int w dxi so far, m^2. Without `sums` the
 * integral, which takes time, is left out. Balls of the caller. */
struct elastic_ramp {
    arb_t w, left, integral;
    bool sums;
};

/* Moves m->w to the end of the path, m->left. `levels` has RAMP_LEVELS balls. */
void elastic_ramp_travel(struct elastic_ramp *m, arb_srcptr levels, slong prec);

#endif
