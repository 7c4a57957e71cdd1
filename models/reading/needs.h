/* What a text lacks for a property to be judged, and to be proved. */
#ifndef BRISTLE_MODELS_READING_NEEDS_H
#define BRISTLE_MODELS_READING_NEEDS_H

#include "models/derived/structure.h"
#include "models/language/statements.h"
#include "models/property_list.h"

enum { NEEDS_TEXT = 64 };

struct need {
    unsigned claims;         /* how many claims the text has of the property */
    char judged[NEEDS_TEXT]; /* "bound", "regressor, coefficients"; "": nothing is lacking */
    char proved[NEEDS_TEXT]; /* likewise; what a proof needs beside that */
    bool has_proof;          /* there is a proof of this property from a text at all */
};

/* Of every property but EXPERIMENT, which is about scenarios. */
void needs_find(struct equations *law, const struct statements *statements,
                const struct structure *structure, struct need needs[N_PROPERTIES]);

/* The name of a property in claims. */
const char *needs_property(enum property property);

#endif
