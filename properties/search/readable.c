/* Rounds numbers to few digits and rates how hard a number is to read (readable.h). */
#include "properties/search/readable.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double readable_rounded(double x, unsigned digits)
{
    char text[40];
    snprintf(text, sizeof text, "%.*e", (int)digits - 1, x);
    return strtod(text, NULL);
}

unsigned round_trip_digits(double x)
{
    unsigned digits = 1;
    while (digits < 17 && readable_rounded(x, digits) != x)
        digits++;
    return digits;
}

int readable_decade(double x)
{
    char text[40];
    snprintf(text, sizeof text, "%.*e", (int)round_trip_digits(x) - 1, x);
    int decade = 0;
    for (const char *c = text; *c; c++)
        if (*c == 'e')
            decade = (int)strtol(c + 1, NULL, 10);
    return decade;
}

unsigned readable_cost(double x)
{
    if (x == 0)
        return 0;
    const unsigned digits = round_trip_digits(x);
    const int decade = readable_decade(x);
    const long leading = lround(fabs(x) / pow(10, decade));
    const unsigned roundness = digits > 1                     ? 0
                               : leading == 1                 ? 0
                               : leading == 2 || leading == 5 ? 20
                                                              : 40;
    return 100 * digits + roundness + (unsigned)abs(decade);
}
