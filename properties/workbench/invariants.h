/* What no motion of a law with events changes: states within their bounds, limits of discrete
 * variables, and where a state is while a discrete variable has a value. */
#ifndef BRISTLE_PROPERTIES_WORKBENCH_INVARIANTS_H
#define BRISTLE_PROPERTIES_WORKBENCH_INVARIANTS_H

#include "properties/workbench/cases.h"

/* Finds limits of states and discrete variables in c->state and c->memory, and shows them together:
 * they hold at the start, rates point inward where a state is at its limit, or the law leaves the
 * case before it is there, and what an event sets is within. Returns true when each state is shown
 * to stay within the bound that the law states. */
bool invariants_find(struct cases *c);

/* Finds facts, where limits have been found: an event sets a state to a value, or falls due where a
 * state has one, and from there on the rate of the state is that of the value. */
void invariants_find_facts(struct cases *c);

/* Returns the value of a state at which an expression, in a case, is 0; EXPRESSION_NONE unless it
 * is affine in the state, with a slope that parameters make. *rises: the slope is positive, else it
 * is negative. */
expression invariants_root(struct cases *c, expression e, unsigned state, bool *rises);

/* Returns what an expression becomes in an event, by what was before; is: the case before. */
expression invariants_after(struct cases *c, const struct a_case *is, const struct law_event *event,
                            expression e);

#endif
