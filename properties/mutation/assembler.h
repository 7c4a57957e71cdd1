/* What the compiler has made of one function. */
#ifndef BRISTLE_PROPERTIES_MUTATION_ASSEMBLER_H
#define BRISTLE_PROPERTIES_MUTATION_ASSEMBLER_H

/* The lines of the function of that name in an assembler file of GCC, with constants in place of
 * the labels they have there, to be freed; "" where there is none. NULL: the file cannot be read.
 */
char *assembler_function(const char *path, const char *name);

#endif
