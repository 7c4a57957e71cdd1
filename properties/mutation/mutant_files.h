/* Where the files of a mutant lie: below its directory, the mutated source has its own path, and
 * each output that is made again has its place. */
#ifndef BRISTLE_PROPERTIES_MUTATION_MUTANT_FILES_H
#define BRISTLE_PROPERTIES_MUTATION_MUTANT_FILES_H

#include "properties/mutation/mutant_builder.h"

void files_remove_tree(const char *path);
/* Creates the directories above the file. */
void files_make_parents(const char *path);
/* Writes the mutated source. */
void files_write_source(const struct mutant_builder *builder, const char *text);

/* Returns the path of the action's output, to be freed. A generator writes below a directory of its
 * own, in which all paths are as below the execution root. */
char *files_output(const struct mutant_builder *builder, size_t action);
/* Returns the path of the mutated source, or of the output that is made again, to be freed; NULL
 * for other files. */
char *files_made(const struct mutant_builder *builder, const char *file);
/* Puts the file where `place` says, below the directory. */
void files_lay_out(const struct mutant_builder *builder, const char *directory, const char *place,
                   const char *file);

#endif
