/* Gives parameters that a law numbers, p[3], the names of their table, p->Fc. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_PARAMETERS_H
#define BRISTLE_BENCHMARKS_EXPORTING_PARAMETERS_H

#include "benchmarks/exporting/unit.h"
#include "models/model.h"

/* A parameter in the header: how it is accessed, as in "Fc" or "alpha[1]", and how its member is
 * declared, as in "Fc" or "alpha[4]"; NULL for all of an array but the first. */
struct parameter {
    const char *access, *member;
};

/* Replaces, in all functions that are kept, the parameter array by a struct with members. Fills in
 * parameters[n_params]. Parameters that a loop runs through become an array: their names are one
 * word with the numbers 1, 2, ... Ends the program (cli_fail) where another parameter's number is
 * not a constant. */
void parameters_name(struct unit *unit, const struct model *model,
                     struct parameter parameters[MODEL_MAX_PARAMS]);

#endif
