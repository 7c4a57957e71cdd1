/* Prints ball models of texts as C: a law's graph as static data, and the table of its members. */
#ifndef BRISTLE_REFERENCE_DERIVED_PRINT_BALLS_H
#define BRISTLE_REFERENCE_DERIVED_PRINT_BALLS_H

#include <stdio.h>

#include "models/derived/law_graph.h"

/* Prints `const struct arb_law arb_law_NAME` of a law that has balls (graph_law_has_balls), behind
 * an include of graph_members.h. */
void balls_print(FILE *out, const struct law_graph *law);

/* Prints `static const struct arb_law arb_law_along_NAME` likewise. */
void balls_print_along(FILE *out, const struct law_graph *law);

/* Prints the graph alone, `static const struct law_graph graph_NAME`. */
void balls_print_graph(FILE *out, const struct law_graph *law);

#endif
