/* Where small vibrations about a state get energy back, or least is taken from them. */
#ifndef BRISTLE_PROPERTIES_SEARCH_RESONANCE_H
#define BRISTLE_PROPERTIES_SEARCH_RESONANCE_H

#include "reference/experiments/exact.h"

/* A vibration v + dv about a held state has dF = H(j omega) dv, with H = F_v + F_x (j omega - A)^-1
 * b by the law's Jacobian, and takes Re H |dv|^2/2 W. Returns the angular frequency in rad/s from
 * 1e-4 to 1e7 at which Re H is smallest; 0 where it is so at an end, or the law has no Jacobian.
 * The line of frequencies is moved by a part `shift` in [0, 1) of its spacing. */
double PREC(resonance)(const struct exact_state *at, double v, double shift);

/* Returns Re H, N s/m; NAN where the frequency is an eigenvalue. */
double PREC(resonance_damping)(const struct jacobian *jac, unsigned n_states, double omega);

#endif
