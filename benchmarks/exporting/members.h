/* Reduces structs to the members that are used. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_MEMBERS_H
#define BRISTLE_BENCHMARKS_EXPORTING_MEMBERS_H

#include "benchmarks/exporting/source.h"

/* Drops one member that no live function accesses, with its initializers. Returns false when there
 * is none. Types whose values are listed without naming the members keep their members. */
bool members_drop_unread(struct source *source, struct declaration *type);

#endif
