/* The variables of a law's unit, in the order of their value references (unit.h). */
#ifndef BRISTLE_BENCHMARKS_FMU_VARIABLES_H
#define BRISTLE_BENCHMARKS_FMU_VARIABLES_H

#include "models/model.h"

/* What a variable is, in the words of the standards. */
enum variable_role {
    VARIABLE_TIME,
    VARIABLE_INPUT,
    VARIABLE_OUTPUT,
    VARIABLE_STATE,
    VARIABLE_RATE,
    VARIABLE_PARAMETER,
    VARIABLE_INDICATOR,
};

enum {
    VARIABLE_TEXT = 200,
    VARIABLES_MOST = 10 + 2 * MODEL_MAX_STATES + MODEL_MAX_PARAMS + MODEL_MAX_GUARDS + 2,
};

struct variable {
    enum variable_role role;
    char name[VARIABLE_TEXT];
    char unit[VARIABLE_TEXT]; /* as the standards write it, "N.s/m"; "": none */
    const char *note;         /* or NULL */
    double start, lo, hi;     /* lo and hi: infinite where there is none */
    double nominal;           /* of a state: a typical magnitude, above 0 */
    bool has_start;           /* the unit can be given another value at first */
    bool is_whole;
    bool is_shown; /* a state that is an output, too */
    unsigned of;   /* of a rate: the value reference of its state */
};

struct variables {
    const struct model *model;
    bool is_mass; /* of a mass with this friction, not of the law alone */
    char name[VARIABLE_TEXT];
    struct variable at[VARIABLES_MOST];
    unsigned n, n_indicators, states, rates; /* the first state and rate */
};

/* Fills in the variables of the law, or of a mass with this friction (mass.h); max_step: the
 * default longest step of co-simulation, s. */
void variables_of(struct variables *variables, const struct model *model, bool is_mass,
                  double max_step);

/* Returns true where the equations jump when v changes its sign. */
bool variables_jump(const struct model *model);

#endif
