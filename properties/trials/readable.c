/* Rounds numbers to few digits and rates how hard a number is to read (readable.h). */
#include "properties/trials/readable.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 40 };

double readable_rounded(double x, unsigned digits)
{
    char text[TEXT];
    snprintf(text, sizeof text, "%.*e", (int)digits - 1, x);
    return strtod(text, NULL);
}

/* Writes x with the fewest digits that read back as x. Returns their number. */
static unsigned shortest(char text[TEXT], double x)
{
    unsigned digits = 1;
    for (;; digits++) {
        snprintf(text, TEXT, "%.*e", (int)digits - 1, x);
        if (digits == 17 || strtod(text, NULL) == x)
            return digits;
    }
}

static int exponent(const char text[TEXT])
{
    const char *e = strchr(text, 'e');
    return e ? (int)strtol(e + 1, NULL, 10) : 0;
}

unsigned round_trip_digits(double x)
{
    char text[TEXT];
    return shortest(text, x);
}

int readable_decade(double x)
{
    char text[TEXT];
    shortest(text, x);
    return exponent(text);
}

unsigned readable_cost(double x)
{
    if (x == 0)
        return 0;
    char text[TEXT];
    const unsigned digits = shortest(text, x);
    const int decade = exponent(text);
    const long leading = lround(fabs(x) / pow(10, decade));
    const unsigned roundness = digits > 1                     ? 0
                               : leading == 1                 ? 0
                               : leading == 2 || leading == 5 ? 20
                                                              : 40;
    return 100 * digits + roundness + (unsigned)abs(decade);
}
