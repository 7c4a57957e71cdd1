/* What the files that read statements share; nobody else includes this header. */
#ifndef BRISTLE_MODELS_LANGUAGE_STATEMENTS_READING_H
#define BRISTLE_MODELS_LANGUAGE_STATEMENTS_READING_H

#include "models/language/statements.h"

/* Reading in progress. */
struct statements_reading {
    struct text *text;
    struct equations *law;
    struct statements *to;
};

/* Sets the text's error. */
void statement_fail(struct statements_reading *r, const struct syntax *at, const char *what);

/* Reads one value. Returns false where there is another number of them. */
bool statement_value(struct statements_reading *r, const struct syntax *at, struct value *value);

/* Reads m = "..."; a number, rounded to nearest. */
const char *statement_string(struct statements_reading *r, const struct syntax *m);
double statement_number(struct statements_reading *r, const struct syntax *syntax);

/* Returns the number of the string among the words, up to NULL. */
unsigned statement_word(struct statements_reading *r, const struct syntax *m,
                        const char *const words[]);

/* Read claims={...}, experiments={...}, checks={...}. */
void statements_read_claims(struct statements_reading *r, const struct syntax *m);
void statements_read_experiments(struct statements_reading *r, const struct syntax *m);
void statements_read_checks(struct statements_reading *r, const struct syntax *m);

#endif
