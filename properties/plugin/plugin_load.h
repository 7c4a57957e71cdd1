/* Laws from shared objects: loading, and whether they fit. */
#ifndef BRISTLE_PROPERTIES_PLUGIN_PLUGIN_LOAD_H
#define BRISTLE_PROPERTIES_PLUGIN_PLUGIN_LOAD_H

#include <stdbool.h>

#include "models/plugin.h"

enum { PLUGIN_TEXT = 1024 };

/* Whether the file at that path can be loaded, which runs code of it: tried in a process of its
 * own. Otherwise what is wrong, as the rest of a line that begins with the file's name. */
bool plugin_try(const char *path, char problem[PLUGIN_TEXT]) MUST_CHECK;

/* The same in this process; NULL: it does not fit. It stays loaded for good. */
const struct plugin *plugin_load(const char *path, char problem[PLUGIN_TEXT]) MUST_CHECK;

/* Whether what a shared object exports fits this program and holds a law that is well formed and
 * not of the name of one of Bristle's own. */
bool plugin_fits(const struct plugin *plugin, char problem[PLUGIN_TEXT]) MUST_CHECK;

#endif
