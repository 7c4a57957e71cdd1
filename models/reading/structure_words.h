/* What is found about a law's structure, in words. */
#ifndef BRISTLE_MODELS_READING_STRUCTURE_WORDS_H
#define BRISTLE_MODELS_READING_STRUCTURE_WORDS_H

#include "models/derived/structure.h"

enum { READING_WORDS = 9 };

/* Fills words[] with what is true, texts that stay, and returns how many they are; `moves`: the law
 * has states. */
size_t reading_structure(const struct structure *structure, bool moves,
                         const char *words[READING_WORDS]);

#endif
