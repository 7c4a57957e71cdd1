/* Structs no larger than what is used of them: see export_members.c. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_MEMBERS_H
#define BRISTLE_BENCHMARKS_EXPORTING_MEMBERS_H

#include "benchmarks/exporting/source.h"

/* Drops one member that no live function accesses, with its initializers; false: there is none.
 * Types whose values are listed without naming the members are left alone. */
bool members_drop_unread(struct source *source, struct declaration *type);

#endif
