/* Assertions whose text says the same as their condition: the text is a second statement of it. */
#ifndef BRISTLE_MODELS_READING_ASSERTIONS_H
#define BRISTLE_MODELS_READING_ASSERTIONS_H

#include "models/language/equations.h"

/* Marks, in the order of the text, the assertions of which the condition and the text agree, blanks
 * and '*' aside. Returns how many assertions there are; at most `most` are marked. */
size_t assertions_told(const struct equations *law, bool told[], size_t most);

#endif
