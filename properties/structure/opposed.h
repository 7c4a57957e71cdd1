/* Passivity by a force that opposes the motion, at all speeds up to a largest one. */
#ifndef BRISTLE_PROPERTIES_STRUCTURE_OPPOSED_H
#define BRISTLE_PROPERTIES_STRUCTURE_OPPOSED_H

#include "properties/structure/finite.h"
#include "tools/base/decide.h"

struct opposed_answer {
    enum answer is;
    /* At this velocity, these states and parameters F v <= 0; NAN: any. Of a law without states
     * that refutes its passivity, and `is` is NO; states need not be reached. */
    bool has_place;
    double v, state[MODEL_MAX_STATES], parameter[MODEL_MAX_PARAMS];
};

/* Answers YES when F v > 0, or what is left of it beside springs that give back what they take, at
 * all v != 0 up to the place's speed, for all states within the bounds that the law states and that
 * no motion leaves, and for all parameters of the place that fulfil the condition, an expression of
 * the law, or all, EXPRESSION_NONE. It is shown by cutting speeds, states and parameters into boxes
 * (properties/cover/cover.h). */
struct opposed_answer opposed_prove(const struct law_graph *law, const struct finite_place *place,
                                    expression condition);

#endif
