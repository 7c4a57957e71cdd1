/* Proofs, by the compiler, that a mutant computes the same as the original: two texts are equal if
 * every object that depends on the file has the same bytes. */
#ifndef BRISTLE_PROPERTIES_MUTATION_PROOF_H
#define BRISTLE_PROPERTIES_MUTATION_PROOF_H

#include "properties/mutation/mutant_builder.h"
#include "properties/mutation/operators.h"

/* Returns the kind of proof that holds, or NULL when none does.
 *
 * "optimized": original and mutant give the same objects when the compiler may optimize more and
 * may change the sign of a zero, on which no verdict depends.
 *
 * "finite": the function with the bug is the same as the original for finite numbers, and does not
 * test for others.
 *
 * "boundary", for < in place of <= and the like, and for a sign where its argument is zero: these
 * differ only where both sides are equal. There the original with the one answer and the original
 * with the other are the same, by the same means: the program ends where the sides differ, and
 * continues with the one in place of the other, so that the compiler can follow both ways to the
 * same numbers; all are finite. */
const char *prove_equivalent(struct mutant_builder *builder, const char *file,
                             const struct source *source, const struct mutant *mutant);

#endif
