/* Proofs that together cover the range of one parameter.
 *
 * No one stored energy may do for all of a range. The range is halved, by the ratio of its ends
 * where these have one sign, until each piece has a proof with a storage of its own. Pieces that
 * meet share the decimal at which they do, so that nothing lies between them. */
#ifndef BRISTLE_PROPERTIES_PROVER_PIECES_H
#define BRISTLE_PROPERTIES_PROVER_PIECES_H

#include "properties/prover/prove.h"

enum { PIECES_MOST = 64 };

struct pieces {
    char *text[PIECES_MOST]; /* the proofs, from the lower end of the range on */
    unsigned n;
    unsigned long boxes; /* of all of them */
};

/* Proves the claim for the box from low[] to high[], parameters in the law's order, cut along
 * parameter number `param`; each piece has at most `most` boxes. Returns false when a piece that
 * is narrower than 2^-12 of the range has no proof, or there are more than PIECES_MOST.
 * pieces_free releases the texts in either case. */
bool prove_pieces(const struct arb_law *law, const char *digest, enum property property,
                  const char *const low[], const char *const high[], int param, unsigned long most,
                  struct pieces *pieces);
void pieces_free(struct pieces *pieces);

#endif
