/* The proofs of properties/proofs/, built into the programs, and the claims that they prove. */
#ifndef BRISTLE_PROPERTIES_VERDICTS_PROVED_H
#define BRISTLE_PROPERTIES_VERDICTS_PROVED_H

#include "models/model.h"
#include "properties/checker/proof.h"
#include "properties/stored.h"

/* All stored proofs, ended by a NULL name (generated). */
extern const struct stored_witness stored_proofs[];

/* Returns true when a stored proof is about that claim of the model, covers only parameters of the
 * claim's domain, and is confirmed, box by box, in this call. `box` then receives the parameters'
 * intervals, for people: those of the first such proof, and of others that continue it along one
 * parameter. */
bool proved(const struct model *model, const struct claim *claim, char box[PROOF_BOX_TEXT]);

/* Returns true when a stored proof is about that property of the model, covers the model's
 * defaults, and is confirmed in this call; `box` as above. */
bool proved_at_defaults(const struct model *model, enum property property,
                        char box[PROOF_BOX_TEXT]);

#endif
