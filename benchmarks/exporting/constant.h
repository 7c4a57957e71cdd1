/* Evaluates expressions whose value the exporter knows: numbers, enumerators, comparisons, and
 * conditions of which only a part is known. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_CONSTANT_H
#define BRISTLE_BENCHMARKS_EXPORTING_CONSTANT_H

#include "benchmarks/exporting/source.h"

struct constant {
    bool known;
    bool whole; /* of an integer type */
    double value;
};

/* Returns the value of the tokens [from, to) as an expression. The name of a function counts as 1,
 * NULL as 0. */
struct constant constant_value(const struct source *source, const struct tokens *tokens,
                               size_t from, size_t to);

/* Returns an enumerator's value. */
struct constant constant_enumerator(const struct source *source, const char *name);

#endif
