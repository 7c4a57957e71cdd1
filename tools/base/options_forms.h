/* Other forms of a program's help, from the same table (options.h). */
#ifndef BRISTLE_TOOLS_BASE_OPTIONS_FORMS_H
#define BRISTLE_TOOLS_BASE_OPTIONS_FORMS_H

#include <stdio.h>

#include "tools/base/options.h"

/* Returns what the help says of an option, to be freed. */
char *options_text(const struct option_entry *option);

/* Returns what stands behind the options: notes, examples and exit statuses; to be freed. */
char *options_notes(const struct command *command);

/* Writes a manual page, in roff's man macros. */
void options_man(FILE *out, const struct command *command);

/* Writes a completion for bash: options, and the words of those that have a choice. */
void options_completion(FILE *out, const struct command *command);

#endif
