/* Evaluates a property of a model along one piecewise-constant signal: a trial.
 *
 * The outcome is a margin, normalised so that it is dimensionless, negative when the property is
 * violated:
 *
 *     passivity, i1 to i4  I / sum over holds of |I_hold|, the share of the energy
 *                          exchanged that is dissipated, in [-1, 1]
 *     state bounds         the smallest slack, relative to the model's bound
 *     steady_state         (2 exp(-rate h) scale - |F - F_ss|)/scale, scale = force_scale; without
 *                          a rate, the first term is twice the part of the way that is left from
 *                          rest after h/2
 *     odd_symmetry         -|F(v,x) + F(-v,-x)|/scale
 *     rate_independence    -|F - F at 4 times the speed|/scale
 *     creep                1 - |F|/(R |v|); 1 at rest
 *     dissipation          the smallest E - dS of a hold, over all energy exchanged and stored
 *     no_drift             over windows of holds that reverse and stay below 0.9 of break-away
 *                          and of the steady force at their velocity, the smallest
 *                          (1000 |dx| - |net travel|)/path
 *     finite_force         1 or -1
 *     regressor            -|F - U P|/scale, also as printed
 *     identifiability      the volume spanned by the columns of U, each scaled to length 1, along
 *                          the excitation (properties/rigorous/excitation.h) that follows the
 *                          signal; -1 where a combination of columns with coefficients -1, 0
 *                          and 1 vanishes exactly
 *     identifiable_rank    the volume of the columns left when such combinations are dropped; -1
 *                          where their number is not the number that the model states
 *
 * The margin comes with a bound on what rounding can have changed, so that neither a violation nor
 * a disagreement is ever attributed to the law when arithmetic is the cause. */
#ifndef BRISTLE_PROPERTIES_TRIALS_EVALUATE_PROPERTY_H
#define BRISTLE_PROPERTIES_TRIALS_EVALUATE_PROPERTY_H

#include "models/model.h"
#include "reference/experiments/exact.h"

struct margin {
    real value;
    real rounding; /* |value - exact value| is at most this */
    /* Passivity, i1 to i4: how far the signal is from extracting any energy at all, >= 0. As long
     * as every hold puts energy in, value is 1 whatever the signal, and distance is the smallest
     * mean force of a hold over its scale at rest, or, where that is 0, at the hold's velocity. 0
     * for other properties. A search minimises value + distance. */
    real distance;
};

/* Rate independence compares a motion with one that is TRIAL_SPEEDUP times as fast. */
enum { TRIAL_SPEEDUP = 4 };

/* no_drift looks at windows in the first DRIFT_MAX_HOLDS holds. */
enum { DRIFT_MAX_HOLDS = 32 };

/* Returns true when the model has the members that the property needs. */
bool PREC(property_applicable)(const struct model *model, enum property property);
/* Lists those of them that the model lacks, with commas between. */
enum { PROPERTY_LACKING = 256 };
void PREC(property_lacking)(const struct model *model, enum property property,
                            char text[PROPERTY_LACKING]);

/* Returns a static text that says which members of a law the property needs. */
const char *PREC(property_members)(enum property property);

/* What a trial asks about a hold; NULL: not asked. The arrays belong to the trial. */
struct seen {
    real *energy; /* energy put in, J */
    real *part;   /* energy by the model's parts, n_parts of them, J */
    real *peak;   /* largest magnitude that each state had since the hold began, n_states of them */
};

/* Another way to move along a signal, like a numerical integration, in place of the exact flow. */
struct propagator {
    void *ctx;
    /* Moves w over the hold, and writes the members of `seen` that are not NULL. */
    void (*hold)(void *ctx, struct exact_state *w, struct hold hold, struct seen seen);
    real inaccuracy; /* what a hold may be off, relative to bounds and scales; 0: rounding */
};

/* Evaluates from zero state over n >= 1 holds, along the exact flow. Without one the motion is
 * computed by numbers, quickly, and once more to rounding where it then violates the property.
 * Applicable properties only. */
struct margin PREC(evaluate_property)(const struct model *model, const real p[],
                                      enum property property, const struct hold holds[],
                                      unsigned n);

/* Evaluates as `by` moves (NULL: along the exact flow). Properties that do not move along the
 * signal are those of the law itself. The rounding is that of the exact flow, which evaluates each
 * hold once. */
struct margin PREC(evaluate_property_by)(const struct model *model, const struct propagator *by,
                                         const real p[], enum property property,
                                         const struct hold holds[], unsigned n);

/* Returns true when a trial without a number says nothing of the law: its motion is by numbers and
 * ends somewhere on the signal (held.h), although the equations give numbers where that hold
 * begins.
 */
bool PREC(evaluate_is_unfinished)(const struct model *model, const real p[],
                                  const struct hold holds[], unsigned n);

/* Returns how many of the first holds have the smallest margin, 1 .. n: energies may come back
 * before the end. Returns n for properties other than passivity and i1 to i4: their margins already
 * are the smallest along the signal. */
unsigned PREC(evaluate_worst_prefix)(const struct model *model, const real p[],
                                     enum property property, const struct hold holds[], unsigned n);

/* Return the index of a state or a part of work by name, or -1. */
int PREC(trial_state_index)(const struct model *model, const char *name);
int PREC(trial_part_index)(const struct model *model, const char *name);

#endif
