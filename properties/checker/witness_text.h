/* Writes witness files (witness.h). */
#ifndef BRISTLE_PROPERTIES_CHECKER_WITNESS_TEXT_H
#define BRISTLE_PROPERTIES_CHECKER_WITNESS_TEXT_H

#include "properties/checker/witness.h"

/* The numbers of a witness to be written, as valid decimals (tools/base/decimal.h); borrowed. */
struct witness_numbers {
    const struct arb_law *law;
    enum property property;
    const char *const *param;               /* in the law's order */
    const char *const *v, *const *h;        /* by segment; v of holds only */
    unsigned n_segments;                    /* segments, at least 1 */
    const struct witness_segment *segments; /* NULL: all are holds */
    const long *null;                       /* for IDENTIFIABILITY; NULL: searched for */
};

/* Returns the numbers that a parsed witness says, borrowed from it; `null` is left to the search.
 */
struct witness_numbers witness_numbers_of(const struct witness *w);

/* Returns the text of a witness file that says exactly these numbers, one line for each segment, to
 * be freed by the caller. Adds "claims", the functional to 25 digits, rounded outwards, if it is
 * finite. Returns NULL when the witness would not be valid. */
char *witness_write(const struct witness_numbers *numbers);

/* As witness_write, from doubles, each written as the shortest decimal that reads back as it:
 * params in the law's order, and n holds of v[i] m/s for h[i] s. All finite. */
char *witness_text(const struct arb_law *law, const double p[], enum property property,
                   const double v[], const double h[], unsigned n);

#endif
