/* What a unit says of itself, modelDescription.xml by FMI 2.0 or 3.0: variables, states, abilities.
 */
#ifndef BRISTLE_PROPERTIES_FMU_DESCRIPTION_H
#define BRISTLE_PROPERTIES_FMU_DESCRIPTION_H

#include <stddef.h>

#include "properties/fmu/problem.h"

/* What a variable is for, in the words of the standards. */
enum fmu_causality { FMU_LOCAL, FMU_INPUT, FMU_OUTPUT, FMU_PARAMETER };

/* The types that a program sets or reads; variables of others, and arrays, stay as they start. */
enum fmu_type { FMU_REAL, FMU_WHOLE, FMU_OTHER };

struct fmu_variable {
    char *name, *unit, *note; /* unit: "" none; note: "" none */
    unsigned reference;
    enum fmu_causality causality;
    enum fmu_type type;
    double start, lo, hi; /* start: NAN none; lo, hi: infinite none */
    double nominal;       /* NAN: none */
    long derivative_of;   /* of a rate: the state, by the number that the standard gives it; -1 */
};

struct fmu_description {
    int version; /* 2 or 3 */
    char *name, *title, *tool, *token;
    char *exchange, *steps; /* identifiers of model exchange and co-simulation; NULL: none */
    bool has_slopes, saves; /* of model exchange; of either kind: directional derivatives, states */
    bool saves_steps;       /* of co-simulation */
    struct fmu_variable *variables;
    size_t n, n_indicators;
    size_t *states, *rates; /* places among variables, in the order of the unit's arrays */
    size_t n_states;
};

/* Reads the description in the folder of a unit. Returns false, with a problem, for what the
 * standards do not allow, and for a document type, whose entities could have no end. The
 * description is to be freed in either case. */
bool description_read(const char *folder, struct fmu_description *d, char problem[FMU_PROBLEM]);
void description_free(struct fmu_description *d);

/* Puts '_' in the places of all but letters, digits and '_'. */
void fmu_make_identifier(char *name);

#endif
