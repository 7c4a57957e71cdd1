/* Expressions of which the exporter knows the value: numbers, enumerators, comparisons, and what
 * is known of a condition when a part of it is not. See export_source.h. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_CONSTANT_H
#define BRISTLE_BENCHMARKS_EXPORTING_CONSTANT_H

#include "benchmarks/exporting/source.h"

struct constant {
    bool known;
    bool whole; /* of an integer type */
    double value;
};

/* The value of the tokens [from, to) as an expression. The name of a function counts as 1, NULL
 * as 0. */
struct constant constant_value(const struct source *source, const struct tokens *tokens,
                               size_t from, size_t to);

/* An enumerator's value. */
struct constant constant_enumerator(const struct source *source, const char *name);

#endif
