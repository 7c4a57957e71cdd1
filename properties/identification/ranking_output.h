/* What a ranking says, for people and for scripts. */
#ifndef BRISTLE_PROPERTIES_IDENTIFICATION_RANKING_OUTPUT_H
#define BRISTLE_PROPERTIES_IDENTIFICATION_RANKING_OUTPUT_H

#include <stdio.h>

#include "properties/identification/ranking.h"
#include "properties/measurement/look.h"
#include "tools/base/cli.h"

struct cJSON;

/* What is known of a parameter that was fitted, as people read it. */
const char *ranking_knowledge(const struct ranked *law, unsigned param);

/* Writes what belongs below the parameters of a law that was fitted, line by line: what the rig
 * adds, or may add, parameters that are known together only, and what has not settled. */
void ranking_write_notes(FILE *out, const struct ranked *law);

/* Writes the laws by groups, and the parameters of those that `all` or that are in the first group.
 * CSV has a row for each parameter, JSON one for each law, and the n_runs looks as "runs". beside:
 * NULL, or an object whose members JSON has, too, which is taken over. */
void ranking_write(FILE *out, enum format format, const struct ranking *ranking, bool all,
                   const struct look looks[], size_t n_runs, struct cJSON *beside);

#endif
