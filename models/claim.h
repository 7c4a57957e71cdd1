/* What a model, or the paper it comes from, claims about itself.
 *
 * A claim names a property, the domain on which it is claimed, and the verdict that
 * is declared for it. The test of a claim fails whenever the verdict found differs
 * from the one declared: in either direction.
 */
#ifndef BRISTLE_MODELS_CLAIM_H
#define BRISTLE_MODELS_CLAIM_H

#include <stdbool.h>

#include "models/real.h"

/* X(identifier, name, what is shown as the property's functional, its unit, meaning) */
#define PROPERTY_LIST(X)                                                                           \
    X(PASSIVITY, "passivity", "I(0,T)", "J",                                                       \
      "from zero state I(0,T) = int F v dt >= 0, and > 0 once there was motion")                   \
    X(DISSIPATION, "dissipation", "min (E - dS)", "J",                                             \
      "over every hold the energy put in is at least the rise of the stored energy")               \
    X(PASSIVITY_AS_PRINTED, "passivity_as_printed", "I(0,T)", "J",                                 \
      "I(0,T) >= 0, > 0 once there was motion, for the force exactly as the source prints it")     \
    X(STATE_BOUND, "state_bound", "max |x|/bound - 1", "1",                                        \
      "from zero state no state leaves the model's own bound")                                     \
    X(STRIBECK_STATE_BOUND, "stribeck_state_bound", "max |y| sigma0 - g(v)", "1",                  \
      "from zero state |y| <= g(v)/sigma0 at the present velocity, at all times")                  \
    X(STRIBECK_HISTORY_BOUND, "stribeck_history_bound", "max |y| sigma0 - sup g", "1",             \
      "from zero state |y| <= the largest g(v)/sigma0 of the past")                                \
    X(STEADY_STATE, "steady_state", "|F(T) - F_ss|", "N",                                          \
      "at held v != 0 the force tends to the steady force, at the model's own rate")               \
    X(ODD_SYMMETRY, "odd_symmetry", "|F(-v,-x) + F(v,x)|", "N",                                    \
      "reversing velocity and state reverses the force")                                           \
    X(RATE_INDEPENDENCE, "rate_independence", "|F - F at 4 times the speed|", "N",                 \
      "the force depends on the path travelled, not on how fast")                                  \
    X(NO_DRIFT, "no_drift", "max (|travel| - 1000 |dx|)", "m",                                     \
      "a cycle closed in state to a thousandth, below 0.9 of break-away, has no net travel")       \
    X(FINITE_FORCE, "finite_force", "", "1",                                                       \
      "rates and force are finite for all speeds and states in the stated ranges")                 \
    X(REGRESSOR, "regressor", "max |F - U P|", "N",                                                \
      "F = U P at every velocity and state, with the model's own regressor U and coefficients P")  \
    X(REGRESSOR_AS_PRINTED, "regressor_as_printed", "max |F - U P|", "N",                          \
      "F = U P exactly as the source prints it, its unknown constant fixed by the first motion")   \
    X(IDENTIFIABILITY, "identifiability", "volume of U", "1",                                      \
      "along a stated excitation no combination of the columns of the regressor U vanishes")       \
    X(IDENTIFIABLE_RANK, "identifiable_rank", "volume of U", "1",                                  \
      "as many combinations of P as the model states, and no more, can be told apart from U")      \
    X(EXPERIMENT, "experiment", "", "1",                                                           \
      "what the figure of an experiment shows is what the reference trajectory gives")             \
    X(I1_NONNEGATIVE, "i1_nonnegative", "I1(0,T)", "J",                                            \
      "from zero state I1 = int (sigma1 z' + sigma2 v) v dt >= 0, and > 0 once there was motion")  \
    X(I2_NONNEGATIVE, "i2_nonnegative", "I2(0,T)", "J",                                            \
      "from zero state I2 = sigma0 Fc int z v dt >= 0, and > 0 once there was motion")             \
    X(I3_NONNEGATIVE, "i3_nonnegative", "I3(0,T)", "J",                                            \
      "from zero state the energy I3 = alpha int y' v dt is never negative")                       \
    X(I4_NONNEGATIVE, "i4_nonnegative", "I4(0,T)", "J",                                            \
      "from zero state the energy I4 = sigma0 (Fs-Fc) int y v dt is never negative")

enum property {
#define X(id, name, functional, unit, meaning) id,
    PROPERTY_LIST(X)
#undef X
        N_PROPERTIES
};

enum declared { HOLDS, REFUTED, UNKNOWN };

/* Signals on which a claim is made. */
enum signal_class {
    ANY_SIGNAL,
    SLOWING_SIGNAL, /* |v| never increases; its sign may change */
    ONE_WAY_SIGNAL, /* v never changes its sign; rests in between are allowed */
    CYCLE_SIGNAL,   /* forth, back, and forth until the first state is back where it turned */
};

/* Parameters of a claim: all valid ones, or the defaults except for the box. */
enum parameter_base { ALL_VALID, AT_DEFAULTS };

struct interval {
    unsigned param; /* index into the model's params[] */
    double lo, hi;  /* both ends belong to it; SI units of that parameter */
};

enum { CLAIM_MAX_BOX = 4 };

struct claim {
    enum property property;
    enum declared declared;
    const char *domain;                 /* for people, e.g. "Fs >= Fc" */
    const char *source;                 /* who claims it and where, or why it is true */
    enum parameter_base base;           /* which parameters, narrowed by box and contains */
    struct interval box[CLAIM_MAX_BOX]; /* n_box intervals for single parameters */
    unsigned n_box;                     /* 0: none */
    bool (*contains)(const real p[]);   /* joint condition; NULL: none */
    enum signal_class signals;
    const char *witness; /* refuted: its file in properties/witnesses/; otherwise NULL */
};

#endif
