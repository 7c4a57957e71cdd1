/* The proofs of properties/proofs/, built into the programs, and the claims that they prove. */
#ifndef BRISTLE_PROPERTIES_VERDICTS_PROVED_H
#define BRISTLE_PROPERTIES_VERDICTS_PROVED_H

#include "models/model.h"
#include "properties/checker/proof.h"
#include "properties/stored.h"

/* All of them, ended by a NULL name (generated). */
extern const struct stored_witness stored_proofs[];

/* Whether a stored proof is about that claim of the model, speaks only of parameters of the claim's
 * domain, and is confirmed, box by box, here and now. `box` then tells for which parameters. */
bool proved(const struct model *model, const struct claim *claim, char box[PROOF_BOX_TEXT]);

#endif
