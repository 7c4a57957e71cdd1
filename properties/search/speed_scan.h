/* What a law does at each speed, in a state that it has reached: rates and force along a line of
 * speeds.
 *
 * A flaw in a band of speeds that is a ten-thousandth as wide as its speed is met by no signal
 * drawn at random; nor can an optimiser climb to it, as there is no slope outside. An evaluation of
 * the equations costs a small part of a simulation, though, and a narrow band shows in them much
 * farther from its middle than in the sign of an energy. */
#ifndef BRISTLE_PROPERTIES_SEARCH_SPEED_SCAN_H
#define BRISTLE_PROPERTIES_SEARCH_SPEED_SCAN_H

#include "reference/experiments/exact.h"

enum { SPEED_SCAN_POINTS = 256, SPEED_SCAN_SPECIAL = 4 };

/* Speeds from lo to hi, in m/s, even in the logarithm, and their direction, 1 or -1. */
struct speed_line {
    double lo, hi, direction;
    unsigned first; /* which rate or force to look at first, any number */
};

/* What was found; speeds are positive. A special speed is where a rate or the force, or one of them
 * over the speed, is largest or smallest: first those that stand out from all their neighbours, so
 * narrow that no other point of the line sees them, found to rounding, then those that do not. */
struct speed_scan {
    unsigned n_narrow, n_special;
    double special[SPEED_SCAN_SPECIAL];
    double strongest; /* at which F v is least, if that is below 0; otherwise 0 */
    double surest;    /* at which F v is least over its scale, likewise */
    unsigned calls;   /* of rate and force */
};

/* Looks along the line from the state. */
void PREC(speed_scan)(const struct exact_state *at, struct speed_line line,
                      struct speed_scan *scan);

#endif
