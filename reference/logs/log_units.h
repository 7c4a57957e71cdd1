/* Units as headings have them. */
#ifndef BRISTLE_REFERENCE_LOGS_LOG_UNITS_H
#define BRISTLE_REFERENCE_LOGS_LOG_UNITS_H

#include <stdbool.h>

enum log_base { LOG_M, LOG_S, LOG_KG, LOG_RAD, LOG_BASES };

/* A unit: scale m^i s^j kg^k rad^l. */
struct log_unit {
    double scale;
    int power[LOG_BASES];
};

/* Reads a unit: products and quotients of m, s, min, h, g, N, Nm, in, rad, deg, °, rev and rpm with
 * prefixes of the SI where these are usual and whole powers: "mm/s", "kN", "N.m", "N m", "rad/s",
 * "kg m^2/s^2". A product is a blank, `.`, `*` or `·`; `/` applies to the next unit only. Returns
 * false where the text is none. */
bool log_unit_read(const char *text, struct log_unit *unit);

#endif
