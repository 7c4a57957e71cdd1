/* Statements of which the exporter knows that they are done, or not done: see export_fold.c. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_FOLD_H
#define BRISTLE_BENCHMARKS_EXPORTING_FOLD_H

#include "benchmarks/exporting/source.h"

/* Simplifies the function's body; true if anything has changed. */
bool fold_function(struct source *source, struct declaration *function);

/* Whether the declarator at parts of a list `unsigned n` or a local `const unsigned n = 1` ...
 * is replaced throughout [from, to) by the text. Members of that name are left alone. */
void fold_name(struct source *source, struct tokens *tokens, size_t from, size_t to,
               const char *name, const char *text);

#endif
