/* The tables of a law against its text's. Only deviation*.c include this header. */
#ifndef BRISTLE_PROPERTIES_SELF_CHECK_DEVIATION_TABLES_H
#define BRISTLE_PROPERTIES_SELF_CHECK_DEVIATION_TABLES_H

#include "properties/self_check/deviation.h"
#include "properties/self_check/deviation_places.h"

/* Finds the names of the text among the implementation's, and compares defaults, ranges, units,
 * speeds, and whether there are events, which a unit may have for itself. Returns false at the
 * first deviation. */
bool PREC(deviation_tables)(const struct model *text, const struct model *code, bool is_unit,
                            struct names *names, struct deviation *deviation);

/* Compares which parameters the two accept, within their ranges. Returns false where one accepts
 * what the other refuses; a unit may accept more. */
bool PREC(deviation_constraints)(const struct model *text, const struct model *code, bool is_unit,
                                 const struct names *names, uint64_t seed,
                                 struct deviation *deviation);

#endif
