/* The law that a user names: one of Bristle's own, or one in a shared object (models/plugin.h). */
#ifndef BRISTLE_PROPERTIES_PLUGIN_LAW_CHOICE_H
#define BRISTLE_PROPERTIES_PLUGIN_LAW_CHOICE_H

#include "models/model.h"
#include "reference/arb/law.h"

struct law_choice {
    const struct model *model;
    const struct arb_law *rigorous; /* its ball model, or NULL */
    const char
        *file; /* as the user named it; NULL: one of Bristle's own, which need no isolation */
};

/* The law of --model: a text with a '/' in it, or .so at its end, is a file (cli_path), which stays
 * loaded; what does not fit, crashes or hangs while it is loaded is refused with one line, exit 2.
 * Call before threads are started. */
struct law_choice law_choose(const char *text);

/* One of Bristle's own. */
struct law_choice law_choice_of(const struct model *model);

#endif
