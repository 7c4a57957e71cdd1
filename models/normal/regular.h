/* Where expressions have no jumps: what holds by algebra almost everywhere then holds along every
 * motion. */
#ifndef BRISTLE_MODELS_NORMAL_REGULAR_H
#define BRISTLE_MODELS_NORMAL_REGULAR_H

#include "models/normal/normal.h"

/* In which symbols, of any index, and where: at these values of symbols, whatever the others are.
 * is_lipschitz: with bounded slopes, or else continuous is enough. */
struct regular_place {
    enum graph_symbol in;
    bool is_lipschitz;
    const struct graph_swap *at;
    size_t n;
};

/* Returns true when the expression is shown to be so around the place. */
bool normal_is_regular(struct normal *normal, struct equations *law, expression e,
                       const struct regular_place *place);

/* Returns true when the expression is seen to be affine in the selection. */
bool graph_is_affine_in_selection(const struct graph *graph, expression e);

#endif
