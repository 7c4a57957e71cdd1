/* Folds statements of which the exporter knows whether they are executed. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_FOLD_H
#define BRISTLE_BENCHMARKS_EXPORTING_FOLD_H

#include "benchmarks/exporting/source.h"

/* Simplifies the function's body. Returns true when anything has changed. */
bool fold_function(struct source *source, struct declaration *function);

/* Replaces the name by the text throughout [from, to), except for members of that name. */
void fold_name(struct source *source, struct tokens *tokens, size_t from, size_t to,
               const char *name, const char *text);

#endif
