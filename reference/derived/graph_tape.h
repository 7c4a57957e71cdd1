/* Expressions of a law that are evaluated again and again along a motion, in ball arithmetic: what
 * depends on parameters alone is evaluated once, and functions with kinks are taken on the side
 * that the motion is on (graph_kinks.h).
 *
 * Values are those of the operations one by one, unlike graph_ball's, which are narrowed: for balls
 * that are narrow, or whose ranges matter little. */
#ifndef BRISTLE_REFERENCE_DERIVED_GRAPH_TAPE_H
#define BRISTLE_REFERENCE_DERIVED_GRAPH_TAPE_H

#include "reference/derived/graph_ball.h"

/* The most expressions. */
enum { GRAPH_TAPE_MOST = 256 };

struct graph_tape {
    const struct law_graph *law;
    expression of[GRAPH_TAPE_MOST]; /* what is wanted */
    unsigned n;
    expression *nodes, *kinks; /* nodes that vary, in order; those of them with a kink */
    expression *state;         /* the node of each state, or EXPRESSION_NONE */
    size_t n_nodes, n_kinks;
    bool *needed, *varies;
    signed char *side;     /* by node; 0: where the balls are */
    signed char *by_speed; /* by kink: the sign of a gap where v is positive, which is that of v */
                           /* times what does not vary; 0: another gap */
    arb_ptr value, slope;
    size_t end; /* one more than the last node */
    arb_srcptr p;
};

/* Prepares n expressions, at most GRAPH_TAPE_MOST, at parameters p, which must stay. No sides are
 * taken. */
void graph_tape_init(struct graph_tape *tape, const struct law_graph *law, const expression of[],
                     unsigned n, arb_srcptr p, slong prec);
void graph_tape_clear(struct graph_tape *tape);

/* Evaluates all; `value` then holds them by node. */
void graph_tape_at(struct graph_tape *tape, const arb_t v, const arb_t s, arb_srcptr x, slong prec);

/* Computes the slopes by each node of an expression at the last point, into `slope`. */
void graph_tape_slopes(struct graph_tape *tape, expression e, slong prec);

/* Returns the node of a state, or EXPRESSION_NONE where no expression depends on it. */
expression graph_tape_state(const struct graph_tape *tape, unsigned state);

/* The gap of kink k at the last point. */
void graph_tape_gap(arb_t gap, const struct graph_tape *tape, size_t k, slong prec);

/* Takes the sides that are certain at v, s and x, and where a gap has the sign of v, that of
 * `sign`; sign 0: v is 0. Returns false where one is not certain. */
bool graph_tape_take_sides(struct graph_tape *tape, const arb_t v, const arb_t s, arb_srcptr x,
                           int sign, slong prec);

/* Returns the side of kink k, 0 where none is taken. */
int graph_tape_side(const struct graph_tape *tape, size_t k);

/* Takes no sides. */
void graph_tape_leave_sides(struct graph_tape *tape);

#endif
