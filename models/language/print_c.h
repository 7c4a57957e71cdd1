/* Prints expressions as C for the laws' interface (models/model.h): const real p[], const struct
 * memory *mem, real v, real s, const real x[]. */
#ifndef BRISTLE_MODELS_LANGUAGE_PRINT_C_H
#define BRISTLE_MODELS_LANGUAGE_PRINT_C_H

#include <stdio.h>

#include "models/language/equations.h"

/* A statement to be printed: "TARGET = expression;", or "return expression;". */
struct c_statement {
    const char *target; /* "dx[0]"; NULL: return */
    expression e;
};

/* Prints the body of a function: constants for what is used more than once, and the statements. */
void c_body(FILE *out, const struct equations *law, const struct c_statement statements[],
            size_t n);

/* Returns the name as an identifier that is neither a word of C nor one of the names that printed
 * code has; the text lives in the arena. */
const char *c_identifier(struct arena *arena, const char *name);

/* Writes a text so that it ends no comment, and as a string literal. */
void c_comment(FILE *out, const char *text);
void c_string(FILE *out, const char *text);

/* Writes a number as the constant C(...) that rounds to it. */
void c_number(FILE *out, const fmpq *value);

#endif
