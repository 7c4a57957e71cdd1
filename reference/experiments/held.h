/* Motion at held velocity by numbers, for laws without a closed form, with the integral of the
 * force: exponential collocation (integrators/numerics/collocation.h) around the law's Jacobian.
 * It is exact for a law that is linear in its states, and a hold of many time constants costs
 * little more than one. */
#ifndef BRISTLE_REFERENCE_EXPERIMENTS_HELD_H
#define BRISTLE_REFERENCE_EXPERIMENTS_HELD_H

#include "models/model.h"

/* Accuracies, relative to the largest value on the way: of a search, and to rounding, of what is
 * said of its result. */
#define HELD_QUICK (sizeof(real) == sizeof(float) ? C(1e-5) : C(1e-10))
#define HELD_FINE  (sizeof(real) == sizeof(float) ? C(3e-6) : C(1e-12))

/* Advances x and the memory by the time h >= 0, in s, at held v and s, transitions included. Each
 * step keeps each state within `accuracy` of its largest value on the way, or within rounding of
 * the law's scales. Returns the integral of F in N s over that time, to within as much of the
 * integral of |F|. Where the motion takes more than three thousand steps it says nothing: the
 * states are NAN, and so is the integral. An event, a bend or a hole that begins and ends within an
 * eighth of a step may be passed over. mem may be NULL for laws without memory. */
real PREC(held_motion)(const struct model *model, const real p[], struct memory *mem, real v,
                       real s, real h, real accuracy, real x[]);

#endif
