/* A law's equations in a graph of their own, in which more can be built, and their normal forms.
 *
 * The velocity and the selection are variables like any other there: what is equal, or has a sign,
 * has it for all their values, also at rest. */
#ifndef BRISTLE_PROPERTIES_WORKBENCH_WORKBENCH_H
#define BRISTLE_PROPERTIES_WORKBENCH_WORKBENCH_H

#include "models/derived/law_graph.h"
#include "models/model.h"
#include "models/normal/normal.h"

struct workbench {
    const struct law_graph *law;
    struct equations equations; /* the graph, the signs of parameters, and the law's demands */
    expression *of;             /* by node of the law: the node here */
    struct normal *normal;
};

/* Copies the law; workbench_close releases the copy. */
void workbench_open(struct workbench *w, const struct law_graph *law);
void workbench_close(struct workbench *w);

/* Returns the velocity, or the selection, as it stands in the copy. */
expression workbench_velocity(struct workbench *w);
expression workbench_selection(struct workbench *w);

/* Numbers of its own that are any positive ones. */
enum { WORKBENCH_POSITIVES = 1 + MODEL_MAX_STATES + 5 };

/* Returns number k of them; the first, which is a speed. */
expression workbench_positive(struct workbench *w, unsigned k);
expression workbench_speed(struct workbench *w);

/* Demands of the parameters what a condition of the law says, if it says it by comparisons. */
void workbench_demand(struct workbench *w, expression condition);

/* Takes for granted that an expression of the copy is positive. */
void workbench_demand_positive(struct workbench *w, expression e);

/* Returns true when the expression of the copy is shown to have a value, for all values of its
 * symbols and all parameters that the law admits. */
bool workbench_is_defined(struct workbench *w, expression e);

/* Returns true when it is shown to be positive, likewise. */
bool workbench_is_positive(struct workbench *w, expression e);

#endif
