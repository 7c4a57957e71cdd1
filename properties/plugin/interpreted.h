/* A law from its text without a compiler: its expressions are evaluated one by one. Slower than
 * code, and but for rounding with its numbers. */
#ifndef BRISTLE_PROPERTIES_PLUGIN_INTERPRETED_H
#define BRISTLE_PROPERTIES_PLUGIN_INTERPRETED_H

#include "models/derived/members.h"
#include "models/model.h"

/* At a time, at most so many laws, and claims of one that have a condition on parameters. */
enum { INTERPRETED_LAWS = 8, INTERPRETED_CLAIMS = 64 };

/* Returns the law, with all that printed C has of it. Text, law and statements stay, and are not to
 * be freed. NULL: there are too many laws or claims. Call before starting threads, which may then
 * share the law. */
const struct model *interpreted_law(struct equations *law, struct statements *statements);

#endif
