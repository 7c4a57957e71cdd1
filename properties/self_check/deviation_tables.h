/* The tables of a law against its text's. Only deviation*.c include this header. */
#ifndef BRISTLE_PROPERTIES_SELF_CHECK_DEVIATION_TABLES_H
#define BRISTLE_PROPERTIES_SELF_CHECK_DEVIATION_TABLES_H

#include "properties/self_check/deviation.h"
#include "properties/self_check/deviation_places.h"

/* Finds the names of the text among the implementation's, and compares defaults, ranges, units,
 * speeds, and whether there are events. Returns false at the first deviation. */
bool PREC(deviation_tables)(const struct model *text, const struct model *code, struct names *names,
                            struct deviation *deviation);

/* Compares which parameters the two accept, within their ranges. Returns false where one accepts
 * what the other refuses. */
bool PREC(deviation_constraints)(const struct model *text, const struct model *code,
                                 const struct names *names, uint64_t seed,
                                 struct deviation *deviation);

#endif
