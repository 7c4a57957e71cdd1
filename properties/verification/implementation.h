/* The question of `verify --law TEXT --model CODE`: does an implementation compute what the law's
 * text says? */
#ifndef BRISTLE_PROPERTIES_VERIFICATION_IMPLEMENTATION_H
#define BRISTLE_PROPERTIES_VERIFICATION_IMPLEMENTATION_H

#include "properties/judgement/judge.h"
#include "properties/plugin/law_choice.h"
#include "properties/plugin/text_law.h"
#include "tools/base/cli.h"

/* An implementation and its law's text; the names of their files as the user gave them. */
struct implementation {
    const char *text_file, *code_file; /* code_file: the model's name, of a law of Bristle */
    struct text_law text;
    struct law_choice code;
};

/* Compares, in a process of its own, with the budget's seed and timeout. Returns true when they
 * agree, and says so on standard error. Otherwise writes the first deviation to the path, as one
 * line or as a row for scripts. */
bool implementation_agrees(const struct implementation *implementation,
                           const struct search_budget *budget, enum format format,
                           const char *path);

/* Returns the law to be judged: the implementation, with the balls of the text, and the claims of
 * the text before those that only the implementation has. A claim of the text whose condition reads
 * parameters in another order than the implementation's is left out, with a note on standard
 * error. Where nobody claims anything the program ends with one line, exit 2. The law lives as long
 * as the program. */
struct law_choice implementation_law(const struct implementation *implementation);

/* Fills in the text's law with those of its claims that take what a unit, as it is judged, has no
 * functions for. Returns false when there is none. */
bool implementation_rest(const struct implementation *implementation, const struct model *judged,
                         struct law_choice *rest);

#endif
