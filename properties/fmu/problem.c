/* Says what is wrong (problem.h). */
#include "properties/fmu/problem.h"

#include <stdarg.h>
#include <stdio.h>

bool fmu_wrong(char problem[FMU_PROBLEM], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(problem, FMU_PROBLEM, format, args);
    va_end(args);
    return false;
}
