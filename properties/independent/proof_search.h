/* A search for points and motions that contradict a proof. */
#ifndef BRISTLE_PROPERTIES_INDEPENDENT_PROOF_SEARCH_H
#define BRISTLE_PROPERTIES_INDEPENDENT_PROOF_SEARCH_H

#include <stddef.h>

#include "properties/independent/audit.h"

/* Looks in the box of a proof, as JSON. Returns the fault, AUDIT_FINE where it finds nothing, with
 * what it found in words. */
enum audit_fault proof_search(const struct audit *audit, struct rng *rng, const struct cJSON *proof,
                              char *found, size_t size);

/* Whether "p in [a, b]" of that text goes beyond the proof's own ends, for any parameter p. */
bool proof_box_is_wide(const struct cJSON *proof, const char *text, char *found, size_t size);

#endif
