/* Renames so that every name that a header defines begins with the header's own. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_RENAME_H
#define BRISTLE_BENCHMARKS_EXPORTING_RENAME_H

#include "benchmarks/exporting/source.h"

/* Returns the name that one of the unit's declarations has in the header. */
const char *renamed(struct source *source, const char *prefix, const char *name);

/* Gives all live declarations, and the references to them, their names in the header; `real`
 * becomes float or double. Members and variables keep their names. */
void rename_live(struct source *source, const char *prefix, const char *real_type);

#endif
