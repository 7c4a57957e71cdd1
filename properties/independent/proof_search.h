/* Searches for points and motions that contradict a proof. */
#ifndef BRISTLE_PROPERTIES_INDEPENDENT_PROOF_SEARCH_H
#define BRISTLE_PROPERTIES_INDEPENDENT_PROOF_SEARCH_H

#include <stddef.h>

#include "properties/independent/audit.h"

/* Searches in the box of a proof, as JSON. Returns the fault, with what it found in words, or
 * AUDIT_FINE. */
enum audit_fault proof_search(struct rng *rng, const struct cJSON *proof, char *found, size_t size);

/* Returns true when, for any parameter p, "p in [a, b]" of that text goes beyond the proof's own
 * ends. */
bool proof_box_is_wide(const struct cJSON *proof, const char *text, char *found, size_t size);

#endif
