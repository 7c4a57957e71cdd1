/* One trial: a property of a model along one piecewise-constant signal.
 *
 * The outcome is a margin, normalised so that it is dimensionless, negative when the
 * property is violated:
 *
 *     passivity, i1 to i4  I / sum over holds of |I_hold|, the share of the energy
 *                          exchanged that is dissipated, in [-1, 1]
 *     state bounds         the smallest slack, relative to the model's bound
 *     steady_state         (2 exp(-rate h) scale - |F - F_ss|)/scale, scale = force_scale
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
 *                          the excitation of excitation.h that follows the signal; -1 where a
 *                          combination of columns with coefficients -1, 0 and 1 vanishes exactly
 *     identifiable_rank    the same for the columns left when such combinations are dropped; -1
 *                          where they are not as many as the model states
 *
 * Along with it comes a bound on what rounding can have done to it, so that neither a
 * violation nor a disagreement is ever attributed to the law when arithmetic is the cause.
 */
#ifndef BRISTLE_PROPERTIES_SEARCH_EVALUATE_PROPERTY_H
#define BRISTLE_PROPERTIES_SEARCH_EVALUATE_PROPERTY_H

#include "models/model.h"
#include "reference/experiments/exact.h"

struct margin {
    real value;
    real rounding; /* |value - exact value| is at most this */
    /* Passivity, i1 to i4: how far the signal is from extracting any energy at all, >= 0: as
     * long as every hold puts energy in, value is 1 whatever the signal, and this is the
     * smallest mean force of a hold over its scale. 0 elsewhere. What to search for is a
     * small value + distance. */
    real distance;
};

/* Rate independence compares motions of which one is so many times as fast. */
enum { TRIAL_SPEEDUP = 4 };

/* Drift is looked for in the first so many holds. */
enum { DRIFT_MAX_HOLDS = 32 };

/* Whether the model has the structure that the property needs. */
bool PREC(property_applicable)(const struct model *model, enum property property);
/* What a law needs for that, in words. */
const char *PREC(property_members)(enum property property);

/* What a trial may want to know of a hold; all of it belongs to the trial. */
struct seen {
    real *energy; /* that went in, J */
    real *part;   /* the same by the model's parts, n_parts of them */
    real *peak;   /* largest magnitude that each state had since the hold began, n_states of them */
};

/* Somebody else's way along a signal, like a numerical integration, in place of the exact flow. */
struct propagator {
    void *ctx;
    /* Takes w over the hold, and fills in what is not NULL of seen. */
    void (*hold)(void *ctx, struct exact_state *w, struct hold hold, struct seen seen);
};

/* From zero state over n >= 1 holds. Applicable properties only. */
struct margin PREC(evaluate_property)(const struct model *model, const real p[],
                                      enum property property, const struct hold holds[],
                                      unsigned n);

/* The same as a propagator goes (NULL: along the exact flow). Properties that do not go along the
 * signal are those of the law itself. The rounding is that of the exact
 * flow, which evaluates each hold once. */
struct margin PREC(evaluate_property_by)(const struct model *model, const struct propagator *by,
                                         const real p[], enum property property,
                                         const struct hold holds[], unsigned n);

/* The first so many holds along which the margin is smallest, 1 .. n: energies may come back
 * before the end. n for properties other than passivity and i1 to i4, whose margins already are
 * the smallest on the way. */
unsigned PREC(evaluate_worst_prefix)(const struct model *model, const real p[],
                                     enum property property, const struct hold holds[], unsigned n);

/* The index of a state or a part of work by name, or -1. */
int PREC(trial_state_index)(const struct model *model, const char *name);
int PREC(trial_part_index)(const struct model *model, const char *name);

#endif
