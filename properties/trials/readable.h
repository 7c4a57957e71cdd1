/* Numbers as people say them: decimals, and how hard they are to say. */
#ifndef BRISTLE_PROPERTIES_TRIALS_READABLE_H
#define BRISTLE_PROPERTIES_TRIALS_READABLE_H

/* Returns x rounded to that many significant decimal digits. */
double readable_rounded(double x, unsigned digits);

/* Returns the number of significant digits of the shortest decimal that reads back as x: 1 to
 * 17. */
unsigned round_trip_digits(double x);

/* Returns the decade of x != 0: 10^decade <= |x| < 10^(decade+1). */
int readable_decade(double x);

/* Returns how hard the number is to say: compares first the number of digits, then how round the
 * leading digit is (1, then 2 and 5, then any), then the distance from 1 in decades. 0 costs
 * nothing. */
unsigned readable_cost(double x);

#endif
