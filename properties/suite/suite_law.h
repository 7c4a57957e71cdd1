/* The law that the suite tests: linked with the suite, so that the suite is compiled once for all
 * laws of a precision. */
#ifndef BRISTLE_PROPERTIES_SUITE_SUITE_LAW_H
#define BRISTLE_PROPERTIES_SUITE_SUITE_LAW_H

#include "models/model.h"

struct arb_law;

struct suite_law {
    const char *name; /* name of the law's file; the table must have the same */
    const struct model *model;
    const struct model *text; /* what the law is an implementation of, as C; NULL: of no text */
    const char *source;       /* the law's text, which has its balls; NULL: it has them in C */
};
extern const struct suite_law suite_law;

#define LAW (*suite_law.model)

/* Returns the law's ball model, or NULL. */
const struct arb_law *suite_rigorous(void);

enum { SUITE_CLAIMS = 256 };

/* Writes the claims to be judged: those of the text, then those that only the law makes. Returns
 * how many there are. */
unsigned suite_claims(struct claim claims[SUITE_CLAIMS]);

#endif
