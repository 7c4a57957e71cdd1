/* States that change alike.
 *
 * As long as the rates of two states are the same function their difference stays, as that of two
 * elements that stick. It is neither forgotten nor does it grow; what is not known of each state by
 * itself would, so that no period takes a box into itself. With one of the states, and the
 * differences as discrete variables, the law has fewer states, which are known each by itself.
 */
#ifndef BRISTLE_REFERENCE_TAYLOR_TIED_H
#define BRISTLE_REFERENCE_TAYLOR_TIED_H

#include "reference/arb/law.h"
#include "reference/graph/graph_tape.h"

/* Two states whose rates are the same so far. */
struct tie {
    unsigned i, j;
    expression rate[2];
    bool holds, is_now; /* since they are watched; where the tape has looked last */
    double last;        /* when it has been broken last, s; -1: not in the last motion */
};

/* Ties that are watched along a motion. */
struct ties {
    const struct law_graph *law;
    struct tie *of;
    unsigned n;
    double now;            /* the time of the motion, s */
    bool stand_for_states; /* the law has been stated without the second state of each: */
                           /* j is then TIED_STATES + that state, which events change as a rate */
};

/* More than there are states. */
enum { TIED_STATES = 64 };

/* Watches all pairs of states of a law. */
void ties_init(struct ties *t, const struct law_graph *law);
void ties_clear(struct ties *t);

/* Tells that the tape has taken discrete variables, or that an event has set that state. */
void ties_look(struct ties *t, const struct graph_tape *tape);
void ties_break(struct ties *t, unsigned state);

/* Another motion begins. */
void ties_begin(struct ties *t);

/* Lets those be no ties now that have been broken since that time of the last motion. */
void ties_since(struct ties *t, double time);

/* Lets those be no ties now that have ever been broken; if there are none such, none be. */
void ties_lessen(struct ties *t);

/* Returns true when there are ties now. */
bool ties_are_now(const struct ties *t);

/* Returns true when no tie that stands for a state has broken. */
bool ties_hold(const struct ties *t);

/* A law with one state for those that are tied. */
struct tied_law {
    struct arb_law law;
    struct ties ties;
    unsigned n_full, n_memory;   /* states and discrete variables of the law itself */
    unsigned n;                  /* states that are left */
    unsigned first[TIED_STATES]; /* by state: the state it is tied to, or itself */
    unsigned place[TIED_STATES]; /* by state that is left: which one; by other: its difference */
    struct law_graph graph;
    struct graph_node *nodes;
    expression *list;
    bool *is_whole;
    struct law_event *events;
    struct law_action *actions;
    const char **names;
};

/* Leaves out what is tied now. Returns false, with nothing to clear, where nothing is. */
bool tied_law_init(struct tied_law *t, const struct arb_law *law, const struct ties *ties);
void tied_law_clear(struct tied_law *t);

/* Lets ties that have broken in the law be none of `ties` now. Returns false where there are none.
 */
bool tied_law_forget(const struct tied_law *t, struct ties *ties);

/* x <- the states left and discrete variables of `full`, and differences: of ties that
 * have held since they are watched as they were then, at the states `began`, else as they are. */
void tied_law_join(const struct tied_law *t, arb_ptr x, arb_srcptr full, const struct ties *ties,
                   arb_srcptr began);

/* full <- the states and discrete variables of the law itself. */
void tied_law_part(const struct tied_law *t, arb_ptr full, arb_srcptr x, slong prec);

#endif
