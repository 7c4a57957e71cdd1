/* The stated excitation along which the columns of a regressor must be independent.
 *
 * It has holds of both signs in turn, at speeds about the Stribeck speed vs. Each lasts so long
 * that the travel is of the order of the bristle's length L, or of the order of 1 s, the time
 * constant of the Stribeck state of Martinez-Rosas et al.: so no state is always settled. L is the
 * bound of the first state (1 m for a law without one), vs the parameter of that name (1 m/s for a
 * law without one). This header is data only: the search and the checker each have their own code.
 */
#ifndef BRISTLE_PROPERTIES_RIGOROUS_EXCITATION_H
#define BRISTLE_PROPERTIES_RIGOROUS_EXCITATION_H

#include <stdbool.h>

/* |v| = 2^speed vs for 2^size s where timed, otherwise for the travel 2^size L. */
static const struct excitation {
    int sign, speed;
    bool timed;
    int size;
} excitation[] = {
    { 1, -1, true, 0 },  { -1, 0, false, -1 },  { 1, 1, false, 0 },  { -1, -2, true, -1 },
    { 1, 1, false, -1 }, { -1, 2, true, -1 },   { 1, -1, false, 0 }, { -1, 1, false, 0 },
    { 1, 0, true, 0 },   { -1, -1, false, -1 }, { 1, 2, false, 1 },  { -1, -2, true, 0 },
};

enum {
    EXCITATION_HOLDS = sizeof excitation / sizeof *excitation,
    EXCITATION_FASTEST = 2, /* the largest `speed` */
};

#endif
