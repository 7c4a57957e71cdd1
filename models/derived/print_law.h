/* Prints a law's text as the C file of a law (models/model.h): its tables and its functions. */
#ifndef BRISTLE_MODELS_DERIVED_PRINT_LAW_H
#define BRISTLE_MODELS_DERIVED_PRINT_LAW_H

#include <stdio.h>

#include "models/derived/structure.h"
#include "models/language/statements.h"

/* A law that has been read, and where its C goes. */
struct law_printer {
    FILE *out;
    const char *id; /* names in C begin with it: "law_lugre" */
    struct equations *law;
    const struct statements *statements;
    struct structure structure;
};

/* Prints `const struct model PREC(derived_NAME)`, for models/derived/derived.h. What C has no code
 * for yet, integrals and draws, is left out with what needs it; returns false when that is the
 * rate, the force or a guard. */
bool law_print(FILE *out, struct equations *law, const struct statements *statements);

/* Prints parameters, states and claims, and the functions of the claims' domains. */
void law_print_tables(const struct law_printer *printer);

/* Prints the functions: of the equations, and of the statements; and then their names in the law's
 * table. */
void law_print_equations(const struct law_printer *printer);
void law_print_statements(const struct law_printer *printer);
void law_print_equation_members(const struct law_printer *printer);
void law_print_statement_members(const struct law_printer *printer);

/* Return true when each state relaxes by itself along held velocity, and when there is a closed
 * form of the work. */
bool law_prints_relaxation(const struct law_printer *printer);
bool law_prints_work(const struct law_printer *printer);

/* Of a state that relaxes by itself: dx_i/dt = b - k x_i at held velocity. */
struct law_relaxing {
    expression b, k;
};
struct law_relaxing law_relaxing(const struct law_printer *printer, size_t state);

/* Returns the summed magnitudes of the terms of the force, over states within their bounds, of a
 * state without bound up to the travel; EXPRESSION_NONE: not known. */
expression law_force_scale(const struct law_printer *printer);

/* Returns true when C has code for all of the expression. */
bool law_has_code(const struct law_printer *printer, expression e);

#endif
