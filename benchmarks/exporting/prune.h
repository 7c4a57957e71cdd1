/* Leaves of a unit what its public functions reach. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_PRUNE_H
#define BRISTLE_BENCHMARKS_EXPORTING_PRUNE_H

#include "benchmarks/exporting/unit.h"

/* Replaces each name LAW_NAME by the function that the table, an object of the unit, has for
 * NAME. */
void resolve_law(struct unit *unit, const char *table);
/* Returns the name of that function; NULL: there is none. */
const char *law_function(const struct unit *unit, const char *table, const char *member);

/* A function that others call. It keeps the parameters that it does not use, unless it may lose
 * them. */
struct root {
    const char *name;
    bool may_lose;
};

/* Sets is_kept of all that the roots mention, and of what that mentions, and so on. */
void mark_kept(struct unit *unit, const struct root roots[], size_t n);

/* Marks what is kept; takes out of it the counting of work, constants that nobody mentions, and
 * parameters that functions do not use, with the arguments for them. An argument with an effect
 * ends the program (cli_fail). */
void prune(struct unit *unit, const struct root roots[], size_t n);

/* Returns true when the function has a parameter of that name. */
bool function_takes(const struct declaration *function, const char *parameter);

#endif
