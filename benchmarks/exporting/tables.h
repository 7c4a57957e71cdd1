/* Turns the library's interfaces into plain calls. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_TABLES_H
#define BRISTLE_BENCHMARKS_EXPORTING_TABLES_H

#include "benchmarks/exporting/source.h"
#include "models/model.h"

/* The function `const struct ode f(...) { return (struct ode){ .rate = ... }; }` of the unit, whose
 * members replace those of every `ode` in the unit. */
#define EXPORT_PROBLEM "sampled_ode"

/* Gives arrays of the largest law's sizes the sizes of this law, and replaces the constants for
 * these sizes throughout. */
void tables_size(struct source *source, const struct model *model);

/* Replaces members of the constant tables (of law, method and problem) by their values, in one
 * function, and drops its statistics. Returns true when anything has changed. */
bool tables_resolve(struct source *source, struct declaration *function);

/* Returns the name of the function that a table's member is, or NULL. */
const char *tables_member(const struct source *source, const char *table, const char *member);

/* Returns true when the unit is in float. */
bool tables_single(const struct source *source);

#endif
