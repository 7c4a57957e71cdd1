/* Loads laws from shared objects and checks that they fit this program. */
#ifndef BRISTLE_PROPERTIES_PLUGIN_PLUGIN_LOAD_H
#define BRISTLE_PROPERTIES_PLUGIN_PLUGIN_LOAD_H

#include <stdbool.h>

#include "models/plugin.h"

enum { PLUGIN_TEXT = 1024 };

/* Returns true when the file can be loaded, tried in a process of its own, since loading runs code
 * of the file. Otherwise problem says what is wrong, as the rest of a line that begins with the
 * file's name. */
bool plugin_try(const char *path, char problem[PLUGIN_TEXT]) MUST_CHECK;

/* Loads the file in this process, for good. Returns NULL when it does not fit, with problem as
 * plugin_try. */
const struct plugin *plugin_load(const char *path, char problem[PLUGIN_TEXT]) MUST_CHECK;

/* Loads, for good, an object that this program has compiled in float. Returns its table, `const
 * struct model *` of a compilation with REAL_F32; NULL when there is none, with problem as
 * plugin_try. */
const void *plugin_load_single(const char *path, char problem[PLUGIN_TEXT]) MUST_CHECK;

/* Returns true when the exports of a shared object fit this program and hold a well-formed law. */
bool plugin_fits(const struct plugin *plugin, char problem[PLUGIN_TEXT]) MUST_CHECK;

/* Returns true when a law that fits is one for itself: it claims something, and does not have the
 * name of a law of Bristle. */
bool plugin_is_own(const struct plugin *plugin, char problem[PLUGIN_TEXT]) MUST_CHECK;

#endif
