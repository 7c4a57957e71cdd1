/* The search for proofs: a stored energy, and the boxes. What it finds is data (proof.h), to be
 * checked by code that knows nothing of the search. */
#ifndef BRISTLE_PROPERTIES_PROVER_PROVE_H
#define BRISTLE_PROPERTIES_PROVER_PROVE_H

#include <stdbool.h>

#include "properties/checker/proof.h"
#include "tools/base/decimal.h"

/* The coefficients of a storage as decimals. */
struct storage {
    char c[DISSIPATION_MAX_STORAGE][DECIMAL_TEXT];
    double slack; /* the least D found with them on a grid, N */
};

/* The fewest coefficients, and of them those with the fewest digits, for which D >= 0 on a grid of
 * velocities, states and corners of the parameters' box: by linear programming, D being affine in
 * them. Returns false where there are none; slack is then the best that there is. claim's storage
 * and mu are not used. */
bool storage_find(const struct proof_claim *claim, struct storage *storage);

/* Cuts the space until every box is decided, at most `most` boxes. Returns the text of the proof's
 * file, to be freed, or NULL where that was not enough; *boxes tells how many there are. */
char *prove(const struct proof_claim *claim, unsigned long most, unsigned long *boxes);

/* Both: a storage for what the claim is about, with mu = 1e-6 where the property wants one. */
char *prove_claim(const struct arb_law *law, enum property property, const char *const low[],
                  const char *const high[], unsigned long most, unsigned long *boxes);

#endif
