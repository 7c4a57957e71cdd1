/* One's own parameters on the command line: --set NAME=VALUE and --params FILE. */
#ifndef BRISTLE_PROPERTIES_VERIFICATION_SETTINGS_H
#define BRISTLE_PROPERTIES_VERIFICATION_SETTINGS_H

#include "properties/plugin/law_choice.h"
#include "properties/prover/threshold_options.h"

/* Add to what is set: a NAME=VALUE; the members of a JSON object of numbers, or of texts that are
 * decimals. The text must live as long. What is wrong ends the program with one line, exit 2. */
void settings_add(struct threshold_request *settings, const char *text);
void settings_read(struct threshold_request *settings, const char *file);

/* Returns the law with what is set as its defaults. Parameters that are not valid together end the
 * program with one line, exit 2. */
struct law_choice settings_law(const struct threshold_request *settings,
                               const struct law_choice *law);

#endif
