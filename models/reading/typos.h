/* Typos of one symbol in the equations of a law's text. */
#ifndef BRISTLE_MODELS_READING_TYPOS_H
#define BRISTLE_MODELS_READING_TYPOS_H

#include "models/language/equations.h"

enum typo_kind {
    TYPO_SIGN,      /* + for -, - for +, a sign that is added or left out */
    TYPO_OPERATOR,  /* * for /, / for * */
    TYPO_FACTOR,    /* a factor that is left out */
    TYPO_NUMBER,    /* another digit */
    TYPO_NAME,      /* the neighbour of a parameter, state or definition */
    TYPO_EXTREME,   /* max for min, min for max */
    TYPO_FUNCTION,  /* sin for cos, an abs or sign that is left out */
    TYPO_CONDITION, /* > for <, <> for ==, or for and */
    TYPO_KINDS,
};

extern const char *const typo_words[TYPO_KINDS];

/* n bytes of the text, at `at`, become `to`. */
struct typo {
    enum typo_kind kind;
    size_t at, n;
    const char *to;   /* lives in the law's arena */
    const char *says; /* "'/' for '*'", in the arena */
};

struct typos {
    struct typo *of; /* to be freed */
    size_t n, room;
};

/* Lists the typos of the definitions and equations of a law that was read from the text. */
struct typos typos_of(const struct text *text, struct equations *law);

/* Returns the text with the typo, to be freed. */
char *typo_plant(const struct text *text, const struct typo *typo);

#endif
