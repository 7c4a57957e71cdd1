/* The properties that models claim and the harness judges: names only, no code, so that the
 * witness checker and the models can share the list and nothing else.
 */
#ifndef BRISTLE_MODELS_PROPERTY_LIST_H
#define BRISTLE_MODELS_PROPERTY_LIST_H

/* Equalities, and that a regressor's columns vanish together, are meant to within 2^-60 of the
 * scale of what is compared (for forces the law's force scale, for drift the path), far below what
 * double precision can tell: so they can be confirmed in ball arithmetic, and not only refuted.
 * Inequalities are meant as they stand.
 *
 * X(identifier, name, what is shown as the property's functional, its unit, meaning) */
#define PROPERTY_LIST(X)                                                                           \
    X(PASSIVITY, "passivity", "I(0,T)", "J",                                                       \
      "from where it begins I(0,T) = int F v dt >= 0, and > 0 once there was motion")              \
    X(DISSIPATION, "dissipation", "min (E - dS)", "J",                                             \
      "over every hold the energy put in is at least the rise of the stored energy")               \
    X(PASSIVITY_AS_PRINTED, "passivity_as_printed", "I(0,T)", "J",                                 \
      "I(0,T) >= 0, > 0 once there was motion, for the force exactly as the source prints it")     \
    X(STATE_BOUND, "state_bound", "max |x|/bound - 1", "1",                                        \
      "from where it begins no state leaves the model's own bound")                                \
    X(STRIBECK_STATE_BOUND, "stribeck_state_bound", "max |y| sigma0 - g(v)", "1",                  \
      "from where it begins |y| <= g(v)/sigma0 at the present velocity, at all times")             \
    X(STRIBECK_HISTORY_BOUND, "stribeck_history_bound", "max |y| sigma0 - sup g", "1",             \
      "from where it begins |y| <= the largest g(v)/sigma0 of the past")                           \
    X(STEADY_STATE, "steady_state", "|F(T) - F_ss|", "N",                                          \
      "at held v != 0 the force tends to the steady force, at the model's own rate, to "           \
      "2^-60 of the force's scale")                                                                \
    X(ODD_SYMMETRY, "odd_symmetry", "|F(-v,-x) + F(v,x)|", "N",                                    \
      "reversing velocity and state reverses the force, to 2^-60 of its scale")                    \
    X(RATE_INDEPENDENCE, "rate_independence", "|F - F at 4 times the speed|", "N",                 \
      "the force depends on the path travelled, not on how fast, to 2^-60 of its scale")           \
    X(NO_DRIFT, "no_drift", "max (|travel| - 1000 |dx|)", "m",                                     \
      "below 0.9 of break-away and of steady sliding, a cycle closed in state has no net travel, " \
      "to 2^-60 of its path")                                                                      \
    X(CREEPING, "creep", "|F(v)| - R |v|", "N",                                                    \
      "nothing is held at rest: |F| <= R |v| always, so that a load u moves a mass at u/R or "     \
      "more")                                                                                      \
    X(FINITE_FORCE, "finite_force", "", "1",                                                       \
      "rates and force are finite for all speeds and states in the stated ranges")                 \
    X(REGRESSOR, "regressor", "max |F - U P|", "N",                                                \
      "F = U P at every velocity and state, with the model's own regressor U and coefficients P, " \
      "to 2^-60 of the force's scale")                                                             \
    X(REGRESSOR_AS_PRINTED, "regressor_as_printed", "max |F - U P|", "N",                          \
      "F = U P as the source prints it, its unknown constant fixed by the first motion, to 2^-60 " \
      "of the force's scale")                                                                      \
    X(IDENTIFIABILITY, "identifiability", "volume of U", "1",                                      \
      "along a stated excitation no combination of the columns of the regressor U vanishes")       \
    X(IDENTIFIABLE_RANK, "identifiable_rank", "volume of U", "1",                                  \
      "as many combinations of P as the model states, and no more, can be told apart from U")      \
    X(EXPERIMENT, "experiment", "", "1",                                                           \
      "what the figure of an experiment shows is what the reference trajectory gives")             \
    X(I1_NONNEGATIVE, "i1_nonnegative", "I1(0,T)", "J",                                            \
      "from where it begins I1 = int (sigma1 z' + sigma2 v) v dt >= 0, and > 0 once there was "    \
      "motion")                                                                                    \
    X(I2_NONNEGATIVE, "i2_nonnegative", "I2(0,T)", "J",                                            \
      "from where it begins I2 = sigma0 Fc int z v dt >= 0, and > 0 once there was motion")        \
    X(I3_NONNEGATIVE, "i3_nonnegative", "I3(0,T)", "J",                                            \
      "from where it begins the energy I3 = alpha int y' v dt is never negative")                  \
    X(I4_NONNEGATIVE, "i4_nonnegative", "I4(0,T)", "J",                                            \
      "from where it begins the energy I4 = sigma0 (Fs-Fc) int y v dt is never negative")

enum property {
#define X(id, name, functional, unit, meaning) id,
    PROPERTY_LIST(X)
#undef X
        N_PROPERTIES
};

#endif
