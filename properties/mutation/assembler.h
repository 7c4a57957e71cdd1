/* The compiler's output for one function. */
#ifndef BRISTLE_PROPERTIES_MUTATION_ASSEMBLER_H
#define BRISTLE_PROPERTIES_MUTATION_ASSEMBLER_H

/* Returns the lines of the function of that name in an assembler file of GCC, with constants in
 * place of their labels, to be freed; "" if the file does not contain the function; NULL if the
 * file cannot be read. */
char *assembler_function(const char *path, const char *name);

#endif
