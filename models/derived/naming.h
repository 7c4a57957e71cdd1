/* Which values of a printed function are computed once, as constants with names. */
#ifndef BRISTLE_MODELS_DERIVED_NAMING_H
#define BRISTLE_MODELS_DERIVED_NAMING_H

#include "models/derived/print_c.h"

/* Marks, in named[law->graph.n], what is used more than once, and right operands that call a
 * function of the C library: C would compute their left operand before, and keep it in a register
 * meanwhile. */
void c_names(const struct equations *law, const struct c_statement statements[], size_t n,
             bool named[]);

#endif
