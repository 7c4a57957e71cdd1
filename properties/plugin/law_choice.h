/* The law that a user names: a law of Bristle, one in a shared object (models/plugin.h), one from
 * the text of its equations (text_law.h), or one from a file of C (c_law.h). */
#ifndef BRISTLE_PROPERTIES_PLUGIN_LAW_CHOICE_H
#define BRISTLE_PROPERTIES_PLUGIN_LAW_CHOICE_H

#include "models/derived/law_graph.h"
#include "models/model.h"
#include "reference/arb/law.h"

struct law_choice {
    const struct model *model;
    const struct arb_law *rigorous; /* its ball model, or NULL */
    const char *file;               /* as the user named it; NULL: a law of Bristle */
    const char *digest;             /* of the text's graph; NULL: not from a text */
    /* The law as it is stated, where `model` has a user's parameters as its defaults; or NULL. */
    const struct model *stated;
    const struct law_graph *equations; /* of the law's text; NULL: it has none */
};

/* Returns the law of --model. A text with a '/' in it, or .so, .mo or .c at its end, is a file
 * (cli_path), which stays loaded. A file that does not fit, crashes or hangs while it is loaded
 * ends the program with one line, exit 2. Call before starting threads. */
struct law_choice law_choose(const char *text);

/* The same for an implementation of a text, which may have the name of a law of Bristle, and no
 * claims. */
struct law_choice law_choose_code(const char *text);

/* Ends the program with one line, exit 2, when the text is neither a file nor the name of a law. */
void law_check_name(const char *text);

/* Returns the property of --property; another text ends the program with one line, exit 2. */
enum property law_property(const char *text);

/* Returns the choice of a law of Bristle. */
struct law_choice law_choice_of(const struct model *model);

#endif
