/* A law whose states relax each by itself, at a speed in one direction or at rest.
 *
 * Expressions of the law are looked at there: at v = q or v = -q of any speed q > 0, with the
 * selection 1 or -1, or at v = 0 with a selection. */
#ifndef BRISTLE_PROPERTIES_WORKBENCH_MOTION_H
#define BRISTLE_PROPERTIES_WORKBENCH_MOTION_H

#include "properties/workbench/workbench.h"

struct motion {
    struct workbench w;
    const struct law_graph *law;
    struct graph_swap at[2]; /* the velocity and the selection */
};

void motion_open(struct motion *m, const struct law_graph *law);
void motion_close(struct motion *m);

/* Go to a speed in that direction, 1 or -1; to rest with that selection. */
void motion_go(struct motion *m, long direction);
void motion_rest(struct motion *m, expression selection);

/* Returns an expression of the law there. */
expression motion_there(struct motion *m, expression e);

/* Return a sum, product and so on, and a magnitude. */
expression motion_two(struct motion *m, enum graph_operation operation, expression a, expression b);
expression motion_magnitude(struct motion *m, expression a);

/* Return true when it is shown that e >= 0, or a <= b, for all parameters. */
bool motion_is_never_negative(struct motion *m, expression e);
bool motion_is_at_most(struct motion *m, expression a, expression b);

/* Returns true when the expression has a value, and depends on parameters and the speed only. */
bool motion_is_of_parameters(struct motion *m, expression e);

/* Return true when the law states a bound of each state; when it has rates b - k x besides. */
bool motion_states_bounds(const struct law_graph *law);
bool motion_has_bounds(const struct law_graph *law);

/* Returns true when dx_i/dt = b_i - k_i x_i, b_i and k_i free of states, whatever the velocity. */
bool motion_relaxes(struct motion *m, unsigned i);

/* Returns any number between 0 and 1, or 0 and -1: a share of the bound of state i. */
expression motion_share(struct motion *m, unsigned i, bool is_negative);

/* Returns true when |x_i| begins below its bound. */
bool motion_begins_within(struct motion *m, unsigned i);

/* Returns true when |b_i| <= k_i times the bound of state i, times `part` of it, an expression of
 * the law, unless that is EXPRESSION_NONE: there; at rest, with all selections, to where it goes.
 */
bool motion_points_inward(struct motion *m, unsigned i, expression part);
bool motion_stays_at_rest(struct motion *m, unsigned i, expression part);

#endif
