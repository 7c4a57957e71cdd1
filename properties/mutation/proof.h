/* Proofs that a mutant computes what the original does, by the compiler: two texts are proved
 * equal where every object that depends on the file has the same bytes.
 */
#ifndef BRISTLE_PROPERTIES_MUTATION_PROOF_H
#define BRISTLE_PROPERTIES_MUTATION_PROOF_H

#include "properties/mutation/mutant_builder.h"
#include "properties/mutation/operators.h"

/* The kind of proof that holds, or NULL where none does.
 *
 * "optimized": original and mutant are the same where the compiler may do more, and the sign of a
 * zero, by which nothing here is judged, is left to it.
 *
 * "finite": so is the function with the bug, of finite numbers, where it asks for no others.
 *
 * "boundary", of < for <= and the like, and of a sign where its argument is zero: these differ only
 * where both sides are equal. There the original with the one answer and the original with the
 * other are the same, by the same means: the program ends where the sides differ, and goes on with
 * the one in place of the other, so that the compiler can follow both ways to the same numbers; all
 * are finite.
 */
const char *prove_equivalent(struct mutant_builder *builder, const char *file,
                             const struct source *source, const struct mutant *mutant);

#endif
