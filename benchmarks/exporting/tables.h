/* From the library's interfaces to plain calls: see export_tables.c and export_source.h. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_TABLES_H
#define BRISTLE_BENCHMARKS_EXPORTING_TABLES_H

#include "benchmarks/exporting/source.h"
#include "models/model.h"

/* The function `const struct ode f(...) { return (struct ode){ .rate = ... }; }` of the unit, whose
 * members every `ode` in the unit then has. */
#define EXPORT_PROBLEM "sampled_ode"

/* Arrays of the largest law's sizes get those of this one; numbers that say so are replaced
 * throughout. */
void tables_size(struct source *source, const struct model *model);

/* Replaces members of the constant tables (of law, method and problem) by what they are, in one
 * function; drops its statistics. True if anything has changed. */
bool tables_resolve(struct source *source, struct declaration *function);

/* The name of the function that a table's member is, or NULL where there is none. */
const char *tables_member(const struct source *source, const char *table, const char *member);

/* Whether the unit is in float. */
bool tables_single(const struct source *source);

#endif
