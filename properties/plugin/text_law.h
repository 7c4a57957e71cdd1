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

/* The same of a text that is at hand; `name` is what messages call it. */
struct text_law text_law_of(const char *name, const char *source);

/* The same for the text of --law, which implementations are compared with: it may have the name of
 * a law of Bristle, and no claims. */
struct text_law text_law_reference(const char *path);

/* The same of a text that is at hand, which `name` names in messages. Returns false, and ends
 * nothing, when it is no law: not one text of equations in Bristle's form. */
bool text_law_reference_of(const char *name, const char *source, struct text_law *law);

struct text_code;

/* Compiles the law's C in float. Returns its table, `const struct model *` of a compilation with
 * REAL_F32, which stays loaded. Without a compiler the program ends with one line, exit 2. Call
 * before starting threads. */
const void *text_law_single(const char *option, const char *file, const struct text_code *code);

/* The C of a law from its text. Texts are to be freed. */
struct text_code {
    char *name, *code; /* of the law: its name; its C as law_to_c prints it */
    char *square;      /* in that C the number of an exponent that is 2 by default, or NULL */
};

/* Prints the law. `option` and `file` name the text in messages: a mistake, or equations that have
 * no code, ends the program, exit 2. */
struct text_code text_law_code(const char *option, const char *file, const char *source);
void text_code_free(struct text_code *code);

#endif
