/* Laws with flaws on purpose: what a search for counterexamples is measured against.
 *
 * A family states one kind of flaw as a template of a law's text, with a number d that makes the
 * flaw harder to find. The grid (grid.c) lists the laws of each family. Of a flawed law the one
 * claim is false, and its witness shows that; a right law differs by so much that the same claim is
 * true. */
#ifndef BRISTLE_PROPERTIES_SEARCH_FLAWED_FLAWED_H
#define BRISTLE_PROPERTIES_SEARCH_FLAWED_FLAWED_H

#include <stdbool.h>
#include <stddef.h>

#include "models/property_list.h"

enum { FLAWED_NAME = 32 };

struct flawed_witness; /* a witness in the making (witness.h) */

struct flawed_family {
    const char *name;
    const char *knob; /* what the difficulty d is, with its unit */
    enum property property;
    const char *why; /* why the claim of its right laws is true */
    /* States the parameters and the signal that violate the claim at difficulty d. */
    void (*witness)(struct flawed_witness *witness, double d);
};

struct flawed_law {
    const struct flawed_family *family;
    bool is_right;               /* the claim is true */
    unsigned number;             /* within its family, flawed and right ones apart, from 1 */
    double difficulty, strength; /* d and k of the template */
    char name[FLAWED_NAME];      /* FAMILY_NUMBER or FAMILY_right_NUMBER */
    bool is_held_back;           /* one of the fifth that is drawn by the name's digest */
};

/* Return the number of families, and of laws. */
size_t flawed_families(void);
size_t flawed_count(void);

/* Return family or law number i. The laws of a family stand together: the flawed ones from the
 * easiest to the hardest, then the right ones. */
const struct flawed_family *flawed_family_at(size_t i);
struct flawed_law flawed_at(size_t i);

/* Returns the law's text, to be freed. */
char *flawed_text(const struct flawed_law *law);

/* Returns the witness file of a flawed law, to be freed; of a right law the one that it would have
 * if it were flawed, which does not violate the claim. */
char *flawed_witness_text(const struct flawed_law *law);

#endif
