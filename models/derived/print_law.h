/* Prints a law's text as the C file of a law (models/model.h): its tables and its functions. */
#ifndef BRISTLE_MODELS_DERIVED_PRINT_LAW_H
#define BRISTLE_MODELS_DERIVED_PRINT_LAW_H

#include <stdio.h>

#include "models/derived/relaxing.h"
#include "models/derived/values.h"
#include "models/language/statements.h"

enum law_form {
    LAW_WHOLE, /* `const struct model PREC(model_NAME)` */
    LAW_AGAIN, /* `const struct model PREC(derived_NAME)`, beside a law of that name */
    LAW_PART,  /* what C by hand takes from it: functions law_NAME_..., and LAW_TABLES, members of
                * its `struct model` */
};

/* A law that has been read, and where its C goes. */
struct law_printer {
    FILE *out;
    const char *id; /* names in C begin with it: "law_lugre" */
    enum law_form form;
    struct equations *law;
    const struct statements *statements;
    struct structure structure;
    struct law_values values;
};

/* Prints a law, for models/derived/derived.h. But in LAW_AGAIN it names the indices of parameters
 * P_... and N_PARAMS, of states X_... and
 * N_STATES: one law to a file. What C has no code for, integrals and draws, is left
 * out with what needs it; returns false when that is the rate, the force or a guard, without which
 * there is no whole law. */
bool law_print(FILE *out, struct equations *law, const struct statements *statements,
               enum law_form form);

/* Prints parameters, states and claims, and the functions of the claims' domains. */
void law_print_tables(const struct law_printer *printer);

/* Prints the law's claims about experiments, as elements of an array (models/experiment.h). */
void law_print_experiments(FILE *out, const struct equations *law,
                           const struct statements *statements);

/* Prints the functions: of the equations, and of the statements; and then their names in the law's
 * table. */
void law_print_equations(const struct law_printer *printer);
void law_print_statements(const struct law_printer *printer);
void law_print_equation_members(const struct law_printer *printer);
void law_print_statement_members(const struct law_printer *printer);

/* Prints "static " or "static inline ": C by hand does not take all functions. */
void law_print_static(const struct law_printer *printer);

/* Replaces divisions by parameters in the rates and the force by products with reciprocals, which a
 * compiler computes once. */
void law_by_reciprocals(struct equations *law);

/* Takes factors that terms of the force share out of the sum. */
void law_by_common_factors(struct equations *law);

#endif
