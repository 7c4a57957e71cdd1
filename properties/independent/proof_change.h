/* Stored proofs with something changed. */
#ifndef BRISTLE_PROPERTIES_INDEPENDENT_PROOF_CHANGE_H
#define BRISTLE_PROPERTIES_INDEPENDENT_PROOF_CHANGE_H

#include "properties/independent/sample.h"

/* A stored proof, changed; what was changed goes to sample.kind. */
struct sample proof_change(struct rng *rng);

#endif
