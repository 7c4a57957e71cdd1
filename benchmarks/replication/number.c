/* Writes numbers as text, with no more digits than are right. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/replication/parts.h"

void findings_alpha(char text[FINDINGS_CELL], double alpha)
{
    const int power = alpha >= 1e6 ? (int)floor(log10(alpha) + 1e-9) : 0;
    if (power > 0)
        snprintf(text, FINDINGS_CELL, "%.4ge%d", alpha / pow(10, power), power);
    else if (alpha > 0)
        snprintf(text, FINDINGS_CELL, "%g", alpha);
    else
        snprintf(text, FINDINGS_CELL, "LuGre");
}

void findings_number(char text[FINDINGS_CELL], double value, int digits)
{
    char rounded[FINDINGS_CELL];
    if (isnan(value)) {
        snprintf(text, FINDINGS_CELL, "—");
        return;
    }
    /* rounded first, so that 9.99996 counts its digits as 10.00 does */
    snprintf(rounded, sizeof rounded, "%.*e", digits - 1, value);
    const int decimals = digits - 1 - atoi(strchr(rounded, 'e') + 1);
    const double exact = strtod(rounded, NULL);
    snprintf(text, FINDINGS_CELL, "%.*f", exact != 0 && decimals > 0 ? decimals : 0, exact);
}

bool findings_agree(double a, double b, int digits)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return fabs(a - b) <= 0.5 * pow(10, 1 - digits) * fmax(fabs(a), fabs(b)) / 10 || a == b;
}

void findings_common(char text[FINDINGS_CELL], double a, double b)
{
    int digits = 4;
    while (digits > 0 && !findings_agree(a, b, digits))
        digits--;
    if (digits > 0)
        findings_number(text, a, digits);
    else
        snprintf(text, FINDINGS_CELL, "unstable");
}
