/* A law as somebody's file of C, without a build: NAME.c, which defines `const struct model
 * PREC(model_NAME)` in either precision, and includes headers of Bristle, or files beside it or in
 * the current folder. */
#ifndef BRISTLE_PROPERTIES_PLUGIN_C_LAW_H
#define BRISTLE_PROPERTIES_PLUGIN_C_LAW_H

#include "properties/plugin/text_law.h"

/* Returns true for the name of a file of C. */
bool c_law_is(const char *name);

/* Ends the program, exit 2, where the file is a shared object: what is made for another machine
 * takes a text or C. */
void c_law_refuse_object(const char *option, const char *file);

/* Reads the law: its name, and its C with the files that it includes in their places. `option`
 * names the file in messages: what cannot be read ends the program, exit 2. text_code_free frees
 * it. */
struct text_code c_law_code(const char *option, const char *file);

/* Compiles the law in double and loads it, for good. is_own: it has claims, and not the name of a
 * law of Bristle. What is wrong ends the program with one line, exit 2. Call before starting
 * threads. */
const struct model *c_law_load(const char *option, const char *file, bool is_own);

#endif
