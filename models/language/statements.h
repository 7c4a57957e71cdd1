/* What a law's text states beside its equations, in annotation(__Bristle(...)): energies, bounds,
 * scales, a regressor, what its source prints, claims, and numbers to check. */
#ifndef BRISTLE_MODELS_LANGUAGE_STATEMENTS_H
#define BRISTLE_MODELS_LANGUAGE_STATEMENTS_H

#include "models/experiment.h"
#include "models/language/equations.h"

/* X(id, word, shape, unit, symbols): of a shape ONE, one expression; EACH_STATE, word(z=...,
 * y=...), one for every state that is named; LIST, word={...}; NAMED, word(I1=...). A unit "" is
 * not checked; "x" is that of the state. Beside parameters it may depend on: v the velocity and its
 * sign, x states, m discrete variables, t the travel, * anything. */
#define STATEMENTS(X)                                                                              \
    X(STORAGE, "storage", ONE, "J", "xm")                                                          \
    X(BALANCE, "balance", ONE, "W", "*")                                                           \
    X(BOUND, "bound", EACH_STATE, "x", "")                                                         \
    X(STEADY, "steady", EACH_STATE, "x", "v")                                                      \
    X(SCALE, "scale", EACH_STATE, "x", "*")                                                        \
    X(STRIBECK, "stribeck", EACH_STATE, "x", "v")                                                  \
    X(STEADY_FORCE, "steady_force", ONE, "N", "v")                                                 \
    X(SETTLING_RATE, "settling_rate", ONE, "Hz", "v")                                              \
    X(FORCE_SCALE, "force_scale", ONE, "N", "vt")                                                  \
    X(BREAK_AWAY, "break_away", ONE, "N", "")                                                      \
    X(LENGTH, "length", ONE, "m", "")                                                              \
    X(STRIBECK_SPEED, "stribeck_speed", ONE, "m/s", "")                                            \
    X(CREEP_RESISTANCE, "creep_resistance", ONE, "N.s/m", "")                                      \
    X(MAGNIFICATION, "magnification", ONE, "1", "t")                                               \
    X(STICK_BAND, "stick_band", ONE, "m/s", "")                                                    \
    X(PARTS, "parts", NAMED, "N", "*")                                                             \
    X(REGRESSOR, "regressor", LIST, "", "*")                                                       \
    X(COEFFICIENTS, "coefficients", LIST, "", "")                                                  \
    X(PRINTED_REGRESSOR, "printed_regressor", LIST, "", "*")                                       \
    X(PRINTED_FORCE, "printed_force", ONE, "N", "*")

enum statement {
#define X(id, word, shape, unit, symbols) STATEMENT_##id,
    STATEMENTS(X)
#undef X
        N_STATEMENTS
};

/* The values of a statement, by state where there is one for each; EXPRESSION_NONE: not stated. */
struct statement_values {
    expression *e;
    const char **names; /* of NAMED */
    size_t n;           /* 0: not stated */
};

/* A range of a parameter in a claim. */
struct box_text {
    unsigned parameter;
    double lo, hi;
};

/* A claim as the text states it. Texts that are left out are NULL, but for the domain, which is
 * then the condition as written, or "always", and the source, which is then the law's. */
struct claim_text {
    enum property property;
    enum declared declared;
    enum signal_class signals;
    enum parameter_base base;
    enum origin origin;
    const char *id, *domain, *source, *witness, *instead;
    expression where; /* a condition on the parameters; EXPRESSION_NONE: none */
    struct box_text *box;
    size_t n_box, room_box;
    size_t at;
};

/* A claim about an experiment (models/experiment.h). */
struct experiment_text {
    struct claim_text claim;
    const char *scenario;
    double t_end, samples, limit;
    enum measure measure;
    bool at_least;
};

/* A number from the source: the steady force at a velocity, at the defaults but for the parameters
 * that `at` states. */
struct check_text {
    double v, force, tolerance; /* m/s, N, N; half a unit of the last digit if none is stated */
    const char *source;         /* "" if none is stated */
    struct box_text *at;        /* each from lo to lo */
    size_t n_at, room_at;
    size_t place; /* in the text */
};

struct statements {
    const char *source; /* "" if none is stated */
    double speed_max;   /* m/s; 0: not stated */
    long identifiable;  /* 0: not stated */
    struct statement_values values[N_STATEMENTS];
    struct claim_text *claims;
    size_t n_claims, room_claims;
    struct experiment_text *experiments;
    size_t n_experiments, room_experiments;
    struct check_text *checks;
    size_t n_checks, room_checks;
};

/* Reads the annotation. Returns false with the text's error when something is wrong. The values
 * live in the law's arena; statements_free releases the claims and checks. */
bool statements_read(struct text *text, struct equations *law, struct statements *statements);
void statements_free(struct statements *statements);

#endif
