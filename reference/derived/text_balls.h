/* The ball model of a law from the text of its equations. */
#ifndef BRISTLE_REFERENCE_DERIVED_TEXT_BALLS_H
#define BRISTLE_REFERENCE_DERIVED_TEXT_BALLS_H

#include "models/derived/law_graph.h"
#include "reference/arb/law.h"

struct text_balls {
    const char *name;               /* of the law */
    const struct arb_law *rigorous; /* evaluated from the text; NULL: it has none */
    const char *digest;             /* of the text's graph (law_digest.h) */
    const struct law_graph *equations;
};

/* Returns what the file holds, to be freed. A file that cannot be read ends the program with one
 * line, which names the option, exit 2. */
char *text_source(const char *option, const char *path);

/* Reads a law's text, whose file goes by that name in messages. A mistake ends the program with its
 * place, exit 2. */
void text_read(struct text *text, const char *name, const char *source, struct equations *law,
               struct statements *statements);

/* Reads the text, which stays loaded and must not be freed. Call before starting threads. */
struct text_balls text_balls_load(const char *name, const char *source);

#endif
