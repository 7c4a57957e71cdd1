/* Unpacks archives that come from outside, and refuses those that would do harm. */
#ifndef BRISTLE_PROPERTIES_FMU_UNPACK_H
#define BRISTLE_PROPERTIES_FMU_UNPACK_H

#include "properties/fmu/problem.h"

/* At most so many files, and bytes of all of them, declared or found. */
enum { UNPACK_FILES = 2000, UNPACK_BYTES = 512 << 20 };

/* Unpacks what a program needs of a unit into a folder that is there: the description, binaries for
 * Linux on x86-64, resources, texts of its equations. Writes nothing outside the folder. Returns
 * false, with a problem, for what is no archive, or has paths that leave the folder, links, a path
 * twice, too many files, or too many bytes; the folder may then hold some of its files. */
bool unpack(const char *archive, const char *folder, char problem[FMU_PROBLEM]);

/* Returns true for the path, in a unit, of what may be a text of its equations:
 * documentation/NAME.mo.
 */
bool unpack_is_text(const char *path);

#endif
