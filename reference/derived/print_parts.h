/* Only files of this room include this header. */
#ifndef BRISTLE_REFERENCE_DERIVED_PRINT_PARTS_H
#define BRISTLE_REFERENCE_DERIVED_PRINT_PARTS_H

#include <stdio.h>

#include "models/derived/law_graph.h"
#include "tools/base/memory.h"

/* What has been printed of a law: the new number of each node, and how many nodes and numbers. */
struct printing {
    FILE *out;
    const struct law_graph *law;
    expression *number;
    unsigned n, n_numbers;
    struct memory_stream numbers;
};

/* Print the new number of an expression; a text as C, or NULL; the dissipation inequality, as
 * members of a law. */
void print_expression(const struct printing *p, expression e);
void print_text(const struct printing *p, const char *text);
void print_balance(const struct printing *p);

#endif
