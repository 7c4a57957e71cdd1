/* Proofs that are found while a law from a text is judged: there are none stored. */
#ifndef BRISTLE_PROPERTIES_VERDICTS_TEXT_PROOF_H
#define BRISTLE_PROPERTIES_VERDICTS_TEXT_PROOF_H

#include "models/model.h"
#include "properties/checker/proof.h"

/* Returns true when the claim is proved about a point of its domain, and then for parameters within
 * the claim's intervals as far around as few boxes reach; `box` receives the parameters' intervals,
 * for people. Takes about a second at most. */
bool text_proof(const struct model *model, const struct arb_law *law, const struct claim *claim,
                char box[PROOF_BOX_TEXT]);

#endif
