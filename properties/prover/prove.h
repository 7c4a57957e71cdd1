/* The search for proofs: a storage function, and the boxes. The result is data
 * (properties/checker/proof.h), which the checker verifies without code of the search. */
#ifndef BRISTLE_PROPERTIES_PROVER_PROVE_H
#define BRISTLE_PROPERTIES_PROVER_PROVE_H

#include <stdbool.h>

#include "properties/checker/proof.h"
#include "tools/base/decimal.h"

/* The coefficients of a storage as decimals. */
struct storage {
    char c[DISSIPATION_MAX_STORAGE][DECIMAL_TEXT];
    double slack; /* the least D on the grid with these coefficients, N */
};

/* Finds the fewest coefficients, and of those the ones with the fewest digits, for which D >= 0 on
 * a grid of velocities, states and corners of the parameters' box: by linear programming, since D
 * is affine in the coefficients. Returns false when there are none; slack is then the largest least
 * D found, < 0. Does not use the claim's storage and mu. */
bool storage_find(const struct proof_claim *claim, struct storage *storage);

/* The same, with so many digits that this share of the largest least D is kept; storage_find keeps
 * half of it. Where little is left, more of it makes a proof with fewer boxes. */
bool storage_find_keeping(const struct proof_claim *claim, double share, struct storage *storage);

/* Halves boxes until every box is decided, with at most `most` boxes. Returns the text of the
 * proof's file, to be freed, or NULL when that was not enough; *boxes receives the number of
 * boxes. */
char *prove(const struct proof_claim *claim, unsigned long most, unsigned long *boxes);

/* Finds a storage for the claim, with mu = 1e-6 if the property needs mu > 0, and proves the claim
 * with it; digest is that of a law from a text, or NULL. Returns as prove does. */
char *prove_claim(const struct arb_law *law, const char *digest, enum property property,
                  const char *const low[], const char *const high[], unsigned long most,
                  unsigned long *boxes);

/* The same for |v| up to a speed, a decimal in m/s. */
char *prove_claim_up_to(const char *speed, const struct arb_law *law, const char *digest,
                        enum property property, const char *const low[], const char *const high[],
                        unsigned long most, unsigned long *boxes);

/* The same, with a storage that keeps a share of the slack (storage_find_keeping). */
char *prove_claim_keeping(const struct arb_law *law, const char *digest, enum property property,
                          const char *const low[], const char *const high[], double share,
                          unsigned long most, unsigned long *boxes);

#endif
