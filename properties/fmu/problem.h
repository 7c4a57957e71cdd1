/* What is wrong with a unit from outside, as the rest of a line that begins with its file's name.
 */
#ifndef BRISTLE_PROPERTIES_FMU_PROBLEM_H
#define BRISTLE_PROPERTIES_FMU_PROBLEM_H

#include <stdbool.h>

enum { FMU_PROBLEM = 1024 };

/* Writes the text, and returns false. */
bool fmu_wrong(char problem[FMU_PROBLEM], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
