/* A name for what a law's text says: equations, signs of parameters, constraints, bounds and
 * storage, but not how it is written. */
#ifndef BRISTLE_MODELS_DERIVED_LAW_DIGEST_H
#define BRISTLE_MODELS_DERIVED_LAW_DIGEST_H

#include "models/derived/law_graph.h"
#include "tools/base/digest.h"

/* Writes the digest of the law's graph: of the nodes of these expressions, in an order that follows
 * from the expressions alone, and of names and signs of parameters. */
void law_digest(char digest[DIGEST_TEXT], const struct law_graph *law);

#endif
