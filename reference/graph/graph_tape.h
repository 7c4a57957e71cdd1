/* Expressions of a law that are evaluated again and again along a motion, in ball arithmetic: what
 * depends on parameters alone is evaluated once, and functions with kinks are taken on the side
 * that the motion is on (graph_kinks.h).
 *
 * Values are those of the operations one by one, unlike graph_ball's, which are narrowed: for balls
 * that are narrow, or whose ranges matter little. */
#ifndef BRISTLE_REFERENCE_GRAPH_GRAPH_TAPE_H
#define BRISTLE_REFERENCE_GRAPH_GRAPH_TAPE_H

#include "reference/graph/graph_ball.h"

/* The most expressions. */
enum { GRAPH_TAPE_MOST = 256 };

struct graph_tape {
    const struct law_graph *law;
    expression of[GRAPH_TAPE_MOST]; /* what is wanted */
    unsigned n;
    expression *nodes, *kept, *kinks; /* nodes that vary along a motion, in order; those that */
                                      /* events alone change; of the first those with a kink */
    expression *state;                /* the node of each state, or EXPRESSION_NONE */
    size_t n_nodes, n_kept, n_kinks;
    bool *needed, *varies, *must;
    bool *guarded;    /* by node: an expression behind the first n_must, or a gap, is made of it */
    bool *is_zero;    /* by node: it is 0 whatever the motion, until an event */
    bool *stays_zero; /* by node: it is, or it is 0 now and all motions leave it so */
    signed char *known; /* by node: the sign that it is known to have (graph_tape_know) */
    signed char *side;  /* by node; 0: where the balls are; GRAPH_AT_ZERO (graph_kinks.h) */
    signed char *first; /* by node that has no side for not having to: the side where the motion */
                        /* begins; 0: none is certain */
    signed char *loose; /* by node: the side taken of a loose kink (graph_tape_loosen), else 0 */
    signed char *by_speed; /* by kink: the sign of a gap where v is positive, which is that of v */
                           /* times what does not vary; 0: another gap */
    arb_ptr value, slope;
    arb_ptr ratio; /* by node that vanishes with v: its value over |v| (graph_tape_over) */
    bool *has_ratio;
    size_t end; /* one more than the last node */
    arb_srcptr p, memory;
};

/* Prepares n expressions, at most GRAPH_TAPE_MOST, at parameters p, which must stay. No sides are
 * taken. Of a law with discrete variables graph_tape_remember comes next. Kinks that the first
 * n_must expressions do not have may stay without a side. */
void graph_tape_init(struct graph_tape *tape, const struct law_graph *law, const expression of[],
                     unsigned n, unsigned n_must, arb_srcptr p, slong prec);
void graph_tape_clear(struct graph_tape *tape);

/* Takes the discrete variables, which must stay as they are until the next call, and the states:
 * those that are exactly 0 may stay so. Leaves all sides. Either may be NULL. */
void graph_tape_remember(struct graph_tape *tape, arb_srcptr memory, arb_srcptr x, slong prec);

/* Evaluates all; `value` then holds them by node. */
void graph_tape_at(struct graph_tape *tape, const arb_t v, const arb_t s, arb_srcptr x, slong prec);

/* As graph_tape_at over a time in which v certainly has the sign 1 or -1, although its ball may
 * hold 0: kinks whose gaps vanish with v, and only with it, have their sides. */
void graph_tape_over(struct graph_tape *tape, const arb_t v, int sign, arb_srcptr x, slong prec);

/* Returns the sign that an expression certainly has after either, 0 where none is certain; after
 * graph_tape_over also where the ball holds 0 because v's does, or where the sign is known. */
int graph_tape_sign(const struct graph_tape *tape, expression e);

/* Takes for known that an expression has that sign, -1 or 1, and what follows for what it is made
 * of, by the last values. graph_tape_over then takes the sides by it. graph_tape_forget forgets all
 * that. */
void graph_tape_know(struct graph_tape *tape, expression e, int sign);
void graph_tape_forget(struct graph_tape *tape);

/* Returns true when two expressions are the same function as long as the discrete variables stay
 * as they are. */
bool graph_tape_is_same(const struct graph_tape *tape, expression a, expression b);

/* Returns true when an expression is made of that symbol. */
bool graph_tape_depends(const struct graph_tape *tape, expression e, enum graph_symbol symbol,
                        unsigned index);

/* Returns what is left of choices that are made until an event. */
expression graph_tape_chosen(const struct graph_tape *tape, expression e);

/* The node of the velocity, or EXPRESSION_NONE where no expression depends on it. */
expression graph_tape_velocity(const struct graph_tape *tape);

/* Returns the sign of an expression, times that of v, that is v times what does not vary; 0: it is
 * another. */
int graph_tape_sign_by_speed(const struct graph_tape *tape, expression e);

/* Computes the slopes by each node of an expression at the last point, into `slope`. */
void graph_tape_slopes(struct graph_tape *tape, expression e, slong prec);

/* The same for the sum of weight[k] of[k], n of them. */
void graph_tape_slopes_of(struct graph_tape *tape, const expression of[], arb_srcptr weight,
                          unsigned n, slong prec);

/* Computes the slopes of all nodes along a direction of the states at the last point, into `slope`
 * (graph_direction.h). */
void graph_tape_slopes_along(struct graph_tape *tape, arb_srcptr direction, slong prec);

/* Returns the node of a state, or EXPRESSION_NONE where no expression depends on it. */
expression graph_tape_state(const struct graph_tape *tape, unsigned state);

/* The gap of kink k at the last point; and its slope, from those by node that have been found. */
void graph_tape_gap(arb_t gap, const struct graph_tape *tape, size_t k, slong prec);
void graph_tape_gap_slope(arb_t slope, const struct graph_tape *tape, size_t k, slong prec);

/* Takes the sides that are certain at v, s and x, and where a gap has the sign of v, that of
 * `sign`; sign 0: v is 0. Returns false where one that must be is not certain. */
bool graph_tape_take_sides(struct graph_tape *tape, const arb_t v, const arb_t s, arb_srcptr x,
                           int sign, slong prec);

/* Takes the sides of the kinks that an expression has and that have none yet. Returns false where
 * one is not certain. */
bool graph_tape_take_sides_of(struct graph_tape *tape, expression e);

/* Returns the side of kink k, 0 where none is taken or the gap stays at zero. */
int graph_tape_side(const struct graph_tape *tape, size_t k);

/* Takes no sides. */
void graph_tape_leave_sides(struct graph_tape *tape);

/* Returns true when kink k has to have a side, that does not follow the velocity, and has none.
 * graph_tape_take_side takes one, 0: none. */
bool graph_tape_is_open(const struct graph_tape *tape, size_t k);
void graph_tape_take_side(struct graph_tape *tape, size_t k, int side);

/* Lets kink k be on either side from now on, and takes the side that it has or, where that is none,
 * that of the gap's middle. Returns false where expressions behind the first n_must, or gaps, need
 * the side. graph_tape_fasten takes that side for certain again. */
bool graph_tape_loosen(struct graph_tape *tape, size_t k);
void graph_tape_fasten(struct graph_tape *tape, size_t k);

/* Returns true when kink k, or any, has been loosened since sides were taken or left. */
bool graph_tape_is_loose(const struct graph_tape *tape, size_t k);
bool graph_tape_has_loose(const struct graph_tape *tape);

/* Lets evaluations and slopes be those of either side of loose kinks; or of the sides taken. */
void graph_tape_let_go(struct graph_tape *tape);
void graph_tape_hold(struct graph_tape *tape);

/* spread[k] <- how far of[k], of the first n, may be from what the last evaluation on the sides
 * taken makes it, at any point of its balls: by the sides of loose kinks. The values are lost. */
void graph_tape_spread(mag_ptr spread, struct graph_tape *tape, unsigned n, slong prec);

#endif
