/* Expressions in a form in which a change of signs shows.
 *
 * A canonical value is an expression or its negative. Signs are pulled out of what has a parity,
 * sums and products are written in one order, and of a comparison, a choice, and a smaller or a
 * larger value one of the two ways is taken to write it. Every step is an identity of real numbers,
 * for all values for which the expression is defined, v = 0 included. Values with one form are
 * equal; of others nothing is said. */
#ifndef BRISTLE_PROPERTIES_STRUCTURE_CANONICAL_H
#define BRISTLE_PROPERTIES_STRUCTURE_CANONICAL_H

#include "models/derived/law_graph.h"

struct canonical {
    expression e; /* of the graph in which it is built */
    bool is_negative;
};

/* Builds operations on canonical values in the graph. `law` says which parameters are never
 * negative. */
struct canonical canonical_number(struct graph *g, const fmpq_t value);
struct canonical canonical_symbol(struct graph *g, enum graph_symbol symbol, unsigned index);
struct canonical canonical_node(struct graph *g, const struct law_graph *law,
                                enum graph_operation operation, const struct canonical of[]);

/* Returns true when the values are equal; when one is the negative of the other. */
bool canonical_same(const struct graph *g, struct canonical a, struct canonical b);
bool canonical_opposite(const struct graph *g, struct canonical a, struct canonical b);

#endif
