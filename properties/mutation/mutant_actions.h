/* How one output is made again. */
#ifndef BRISTLE_PROPERTIES_MUTATION_MUTANT_ACTIONS_H
#define BRISTLE_PROPERTIES_MUTATION_MUTANT_ACTIONS_H

#include "properties/mutation/mutant_builder.h"

/* The environment of commands, which the tests' begins with. */
extern char *const actions_env[];

/* Runs the action, whose inputs are made. What the compiler refuses in a generated file, the
 * generator with its bug has written. Returns SAME, OTHER, BROKEN or REFUSED. */
enum made actions_make(const struct mutant_builder *builder, size_t action, bool is_generated);

#endif
