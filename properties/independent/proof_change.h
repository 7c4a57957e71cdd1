/* Changes stored proofs at random. */
#ifndef BRISTLE_PROPERTIES_INDEPENDENT_PROOF_CHANGE_H
#define BRISTLE_PROPERTIES_INDEPENDENT_PROOF_CHANGE_H

#include "properties/independent/sample.h"

/* Returns a changed stored proof; sample.kind names the change. */
struct sample proof_change(struct rng *rng);

#endif
