/* A law from the text of its equations, without a build: code and balls. */
#ifndef BRISTLE_PROPERTIES_PLUGIN_TEXT_LAW_H
#define BRISTLE_PROPERTIES_PLUGIN_TEXT_LAW_H

#include "models/model.h"
#include "reference/derived/text_balls.h"

struct text_law {
    const struct model *model; /* compiled from the text */
    struct text_balls balls;
};

/* Reads the text of --model and compiles it. The law stays loaded. What is wrong ends the program
 * with one line, or for a mistake in the text with that line and its place, exit 2. Call before
 * starting threads. */
struct text_law text_law_load(const char *path);

/* Returns the C of the law in a text, as law_to_c prints it, to be freed. `file` is its name in
 * messages: a mistake, or equations that have no code, ends the program, exit 2. */
char *text_law_print(const char *file, const char *source);

#endif
