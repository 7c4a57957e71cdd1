/* Prints expressions as C for the laws' interface (models/model.h): const real p[], const struct
 * memory *mem, real v, real s, const real x[]. */
#ifndef BRISTLE_MODELS_DERIVED_PRINT_C_H
#define BRISTLE_MODELS_DERIVED_PRINT_C_H

#include <stdio.h>

#include "models/language/equations.h"

/* A statement to be printed: "TARGET = expression;", or "return expression;". */
struct c_statement {
    const char *target; /* "dx[0]"; NULL: return */
    expression e;       /* EXPRESSION_NONE: infinite */
};

/* Prints the body of a function: constants for what is used more than once, and the statements. */
void c_body(FILE *out, const struct equations *law, const struct c_statement statements[],
            size_t n);

/* The same for functions that are called at any speed: with a branch about exp(-k) where it
 * underflows, for which libraries take long. A branch keeps compilers from computing it once for
 * two functions. */
void c_body_branching(FILE *out, const struct equations *law, const struct c_statement statements[],
                      size_t n);

/* Marks, in named[law->graph.n], the values that become constants: what is used more than once, and
 * right operands that call a function of the C library. C would compute their left operand before,
 * and keep it in a register meanwhile. */
void c_names(const struct equations *law, const struct c_statement statements[], size_t n,
             bool named[]);

/* Writes a text as a string literal. */
void c_string(FILE *out, const char *text);

/* Writes the shortest decimal that is read back as the value, which is finite. */
enum { C_DOUBLE = 32 };
void c_double(char text[C_DOUBLE], double value);

#endif
